import Git
import Platform
import TasksCore

/// The files of a store as they were last read, in one file that may vanish at any moment.
///
///     header     see below
///     folders    ``FolderRow`` each; the store's own first, those in one folder side by side
///     rows       ``TaskRow`` each, by the order of ids
///     files      ``FileRow`` each, by folder and then by name
///     paths      of the files, in the same order, and of the folders, each with a NUL behind it
///     records
///
/// A row counts only for a file with the very stamp it was read with. All numbers are the machine's own: another
/// machine, program or setting has another fingerprint, and reads nothing of it.
final class TaskCache {
  struct Header: BitwiseCopyable {
    var name: UInt64 = 0x3368_6361_4374_6173
    var fingerprint: UInt64
    var folderCount: UInt64
    var rowCount: UInt64
    /// Of everything before the records, in bytes.
    var tableSize: UInt64
    /// Of the whole file, in bytes.
    var size: UInt64
    /// Of the table and of this header.
    var sum: UInt64

    /// The whole sum, from that of the table behind the header.
    func sum(withTable table: UInt64) -> UInt64 {
      var hash = ByteHash()
      for word in [fingerprint, folderCount, rowCount, tableSize, size, table] { hash.add(word) }
      return hash.value
    }

    var rowsStart: Int {
      MemoryLayout<Header>.stride + Int(folderCount) * MemoryLayout<FolderRow>.stride
    }
    var filesStart: Int { rowsStart + Int(rowCount) * MemoryLayout<TaskRow>.stride }
    var pathsStart: Int { filesStart + Int(rowCount) * MemoryLayout<FileRow>.stride }
  }

  let folders: UnsafeBufferPointer<FolderRow>
  let rows: UnsafeBufferPointer<TaskRow>
  let files: UnsafeBufferPointer<FileRow>
  private let file: MappedFile

  /// Nil when there is none, or it is damaged or somebody else's.
  init?(_ path: String, fingerprint: UInt64) {
    guard let file = MappedFile(path), file.bytes.count >= MemoryLayout<Header>.stride else {
      return nil
    }
    let bytes = file.bytes
    let header = bytes.loadUnaligned(as: Header.self)
    let blank = Header(
      fingerprint: fingerprint, folderCount: 0, rowCount: 0, tableSize: 0, size: 0, sum: 0)
    guard header.name == blank.name, header.fingerprint == fingerprint,
      header.size == UInt64(bytes.count), header.tableSize <= header.size,
      header.folderCount < 1 << 30, header.rowCount < 1 << 30,
      header.pathsStart <= Int(header.tableSize),
      header.sum(
        withTable: TaskCache.sum(
          of: bytes[MemoryLayout<Header>.stride..<Int(header.tableSize)])) == header.sum
    else { return nil }
    self.file = file
    folders = TaskCache.part(
      bytes, from: MemoryLayout<Header>.stride, count: Int(header.folderCount))
    rows = TaskCache.part(bytes, from: header.rowsStart, count: Int(header.rowCount))
    files = TaskCache.part(bytes, from: header.filesStart, count: Int(header.rowCount))
  }

  func bytes(of piece: TaskRow.Piece) -> UnsafeRawBufferPointer {
    let start = Int(piece.start)
    return UnsafeRawBufferPointer(rebasing: file.bytes[start..<start + Int(piece.count)])
  }

  /// The name of a file in its folder; a NUL follows it.
  func name(ofFile place: Int, in folder: FolderRow) -> UnsafeRawBufferPointer {
    let path = bytes(of: files[place].path)
    let skipped = folder.path.count == 0 ? 0 : Int(folder.path.count) + 1
    return UnsafeRawBufferPointer(rebasing: path[skipped...])
  }

  /// The place among the files of a name in a folder.
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

  /// The place among the files of a path in the store.
  ///
  /// - Parameter folder: The number of the folder to look for first, and then of the one it was in.
  func place(ofPath path: UnsafeRawBufferPointer, near folder: inout Int) -> Int? {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let parent = UnsafeRawBufferPointer(rebasing: path[..<(slash ?? 0)])
    let name = UnsafeRawBufferPointer(rebasing: path[(slash.map { $0 + 1 } ?? 0)...])
    // Most often the folder is the next one.
    for step in 0..<folders.count {
      let number = folder + step < folders.count ? folder + step : folder + step - folders.count
      guard bytes(of: folders[number].path).isSame(as: parent) else { continue }
      folder = number
      return place(of: name, in: folders[number])
    }
    return nil
  }

  /// Finds files by their paths, soonest in the order of git's index.
  struct Search {
    private let cache: TaskCache
    /// Where the last one was found: its place, and its folder.
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

  /// Of many bytes: the sum of their words, and that of all sums on the way there, which tells one order from another
  /// (J. G. Fletcher, An Arithmetic Checksum for Serial Transmissions, 1982); in eight lanes.
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
