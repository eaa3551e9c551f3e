import Platform

/// The parsed tasks of a store in one file, which may be deleted at any moment.
///
///     header     see below
///     records
///     folders    ``FolderRow`` each; the store's own first, the subfolders of a folder adjacent
///     rows       ``TaskRow`` each, by the order of ids
///     files      ``FileRow`` each, by folder and then by name
///     paths      of the files, in the same order, and of the folders, each followed by a NUL
///
/// A row counts only while its file has the stamp it was read with. Numbers are in the machine's byte order. A cache
/// of another program or with other keywords has another fingerprint and is not used.
package final class TaskCache {
  struct Header: BitwiseCopyable {
    var name: UInt64 = 0x3468_6361_4374_6173
    var fingerprint: UInt64
    var folderCount: UInt64
    var rowCount: UInt64
    /// Where the records end, and the table begins.
    var tableStart: UInt64
    /// The size of the whole file, in bytes.
    var size: UInt64
    /// The checksum of this header and the table.
    var sum: UInt64

    /// Returns the checksum of the header and of the table after it, given the table's.
    func sum(withTable table: UInt64) -> UInt64 {
      var hash = ByteHash()
      for word in [fingerprint, folderCount, rowCount, tableStart, size, table] { hash.add(word) }
      return hash.value
    }

    var rowsStart: Int { Int(tableStart) + Int(folderCount) * MemoryLayout<FolderRow>.stride }
    var filesStart: Int { rowsStart + Int(rowCount) * MemoryLayout<TaskRow>.stride }
    var pathsStart: Int { filesStart + Int(rowCount) * MemoryLayout<FileRow>.stride }
  }

  let folders: UnsafeBufferPointer<FolderRow>
  package let rows: UnsafeBufferPointer<TaskRow>
  let files: UnsafeBufferPointer<FileRow>
  private let file: MappedFile

  /// Returns nil if there is no cache, or it is damaged or has another fingerprint.
  init?(_ path: String, fingerprint: UInt64) {
    guard let file = MappedFile(path), file.bytes.count >= MemoryLayout<Header>.stride else {
      return nil
    }
    let bytes = file.bytes
    let header = bytes.loadUnaligned(as: Header.self)
    let blank = Header(
      fingerprint: fingerprint, folderCount: 0, rowCount: 0, tableStart: 0, size: 0, sum: 0)
    guard header.name == blank.name, header.fingerprint == fingerprint,
      header.size == UInt64(bytes.count), header.tableStart <= header.size,
      header.tableStart >= MemoryLayout<Header>.stride, header.tableStart % 8 == 0,
      header.folderCount < 1 << 30, header.rowCount < 1 << 30, header.pathsStart <= bytes.count,
      header.sum(withTable: TaskCache.sum(of: bytes[Int(header.tableStart)...])) == header.sum
    else { return nil }
    self.file = file
    folders = TaskCache.part(
      bytes, from: Int(header.tableStart), count: Int(header.folderCount))
    rows = TaskCache.part(bytes, from: header.rowsStart, count: Int(header.rowCount))
    files = TaskCache.part(bytes, from: header.filesStart, count: Int(header.rowCount))
  }

  func bytes(of piece: TaskRow.Piece) -> UnsafeRawBufferPointer {
    let start = Int(piece.start)
    return UnsafeRawBufferPointer(rebasing: file.bytes[start..<start + Int(piece.count)])
  }

  /// Returns the name of a file in its folder, followed by a NUL.
  func name(ofFile place: Int, in folder: FolderRow) -> UnsafeRawBufferPointer {
    let path = bytes(of: files[place].path)
    let skipped = folder.path.count == 0 ? 0 : Int(folder.path.count) + 1
    return UnsafeRawBufferPointer(rebasing: path[skipped...])
  }

  /// Finds a name in a folder by binary search; returns the file's number.
  func place(of name: UnsafeRawBufferPointer, in folder: FolderRow) -> Int? {
    var lower = folder.files.lowerBound
    var upper = folder.files.upperBound
    while lower < upper {
      let middle = (lower + upper) / 2
      let other = self.name(ofFile: middle, in: folder)
      if other.isBefore(name) { lower = middle + 1 } else { upper = middle }
    }
    guard folder.files.contains(lower), self.name(ofFile: lower, in: folder).isSame(as: name) else {
      return nil
    }
    return lower
  }

  /// Returns the number of the file at a path in the store.
  ///
  /// - Parameter folder: The number of the folder to try first; set to that of the file's folder.
  func place(ofPath path: UnsafeRawBufferPointer, near folder: inout Int) -> Int? {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let parent = UnsafeRawBufferPointer(rebasing: path[..<(slash ?? 0)])
    let name = UnsafeRawBufferPointer(rebasing: path[(slash.map { $0 + 1 } ?? 0)...])
    // Usually the folder is the same or the next one.
    for step in 0..<folders.count {
      let number = folder + step < folders.count ? folder + step : folder + step - folders.count
      guard bytes(of: folders[number].path).isSame(as: parent) else { continue }
      folder = number
      return place(of: name, in: folders[number])
    }
    return nil
  }

  /// Finds files by path, fastest in the order of git's index.
  struct Search {
    private let cache: TaskCache
    /// The number of the last file found, and of its folder.
    private var place = -1
    private var folder = 0

    init(_ cache: TaskCache) { self.cache = cache }

    mutating func place(of path: UnsafeRawBufferPointer) -> Int? {
      let next = place + 1
      if next < cache.files.count, cache.bytes(of: cache.files[next].path).isSame(as: path) {
        place = next
        return next
      }
      guard let found = cache.place(ofPath: path, near: &folder) else { return nil }
      place = found
      return found
    }
  }

  /// Returns a checksum in eight lanes: the sum of the words and the sum of all partial sums, which depends on their
  /// order (J. G. Fletcher, An Arithmetic Checksum for Serial Transmissions, 1982).
  static func sum(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var (words, sums) = (SIMD8<UInt64>(), SIMD8<UInt64>())
    var position = 0
    while position + 64 <= bytes.count {
      words &+= bytes.loadUnaligned(fromByteOffset: position, as: SIMD8<UInt64>.self)
      sums &+= words
      position += 64
    }
    var hash = ByteHash()
    for lane in words.indices {
      hash.add(words[lane])
      hash.add(sums[lane])
    }
    hash.add(UnsafeRawBufferPointer(rebasing: bytes[position...]))
    return hash.value
  }

  private static func part<Element>(
    _ bytes: UnsafeRawBufferPointer, from start: Int, count: Int
  ) -> UnsafeBufferPointer<Element> {
    let part = UnsafeRawBufferPointer(
      rebasing: bytes[start..<start + count * MemoryLayout<Element>.stride])
    return part.assumingMemoryBound(to: Element.self)
  }
}
