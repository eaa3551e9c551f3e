import Platform

/// Looks the files of a scan up by path, fastest in the order of git's index, and remembers which were never looked
/// up.
struct ScannedFiles {
  private enum Mark {
    case never, found
    /// Gone, or changed.
    case stale
  }

  private let scan: FolderScan
  /// One for each file of the cache.
  private var marks: [Mark]
  /// The files that are new or differ from the cache, by path.
  private var others: [ByteName: (stamp: FileStamp, isFound: Bool)] = [:]
  private var search: TaskCache.Search?

  init(_ scan: FolderScan) {
    self.scan = scan
    marks = [Mark](repeating: .never, count: scan.cache?.files.count ?? 0)
    if let cache = scan.cache {
      search = TaskCache.Search(cache)
      for row in scan.stale { marks[Int(cache.rows[row].file)] = .stale }
    }
    for file in scan.files { others[ByteName(file.path)] = (file.stamp, false) }
  }

  /// The paths that were not looked up.
  var neverFound: [String] {
    var paths = others.filter { !$0.value.isFound }.map(\.key.text)
    guard let cache = scan.cache else { return paths }
    for (place, mark) in marks.enumerated() where mark == .never {
      paths.append(String(decoding: cache.bytes(of: cache.files[place].path), as: UTF8.self))
    }
    return paths
  }

  /// Returns the stamp of the file at a path, or nil if there is none.
  mutating func find(_ path: UnsafeRawBufferPointer) -> FileStamp? {
    if let cache = scan.cache, let found = search?.place(of: path) {
      if marks[found] != .stale {
        marks[found] = .found
        return cache.files[found].stamp
      }
    }
    if others.isEmpty { return nil }
    let path = ByteName(String(decoding: path, as: UTF8.self))
    others[path]?.isFound = true
    return others[path]?.stamp
  }
}
