import Platform

/// The parsed tasks of a store in one file, which may be deleted at any moment.
///
///     header     ``CacheFile/Header``, whose checksum begins at the folders
///     records
///     folders    ``FolderRow`` each; the store's own first, the subfolders of a folder adjacent
///     rows       ``TaskRow`` each, by the order of ids
///     files      ``FileRow`` each, by folder and then by name
///     paths      of the files, in the same order, and of the folders, each followed by a NUL
///
/// A row counts only while its file has the stamp it was read with. A cache of another program or with other
/// keywords has another fingerprint.
package final class TaskCache {
  static let kind: UInt64 = 0x3568_6361_4374_6173

  let folders: UnsafeBufferPointer<FolderRow>
  package let rows: UnsafeBufferPointer<TaskRow>
  let files: UnsafeBufferPointer<FileRow>
  private let file: MappedFile

  init?(_ path: String, fingerprint: UInt64) {
    guard let cache = CacheFile(path, TaskCache.kind, fingerprint: fingerprint),
      cache.header.pathsStart <= cache.file.bytes.count
    else { return nil }
    let header = cache.header
    file = cache.file
    folders = TaskCache.part(file.bytes, from: Int(header.start), count: header.folderCount)
    rows = TaskCache.part(file.bytes, from: header.rowsStart, count: header.rowCount)
    files = TaskCache.part(file.bytes, from: header.filesStart, count: header.rowCount)
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

  private static func part<Element>(
    _ bytes: UnsafeRawBufferPointer, from start: Int, count: Int
  ) -> UnsafeBufferPointer<Element> {
    let part = UnsafeRawBufferPointer(
      rebasing: bytes[start..<start + count * MemoryLayout<Element>.stride])
    return part.assumingMemoryBound(to: Element.self)
  }
}

extension CacheFile.Header {
  var folderCount: Int { Int(counts[0]) }
  var rowCount: Int { Int(counts[1]) }
  var rowsStart: Int { Int(start) + folderCount * MemoryLayout<FolderRow>.stride }
  var filesStart: Int { rowsStart + rowCount * MemoryLayout<TaskRow>.stride }
  var pathsStart: Int { filesStart + rowCount * MemoryLayout<FileRow>.stride }
}
