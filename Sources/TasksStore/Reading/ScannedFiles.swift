import Git

/// The files of a scan by their paths, soonest found in the order of git's index; and those nobody asked for.
struct ScannedFiles {
  private let scan: FolderScan
  /// The numbers of the cache's rows that do not count.
  private let stale: Set<Int>
  /// By the places of the cache's files.
  private var isFound: [Bool]
  /// The files that the cache does not have as they are, by path.
  private var others: [String: (stamp: FileStamp, isFound: Bool)] = [:]
  /// Where the last one was found: its place, and its folder.
  private var place = -1
  private var folder = 0

  init(_ scan: FolderScan) {
    self.scan = scan
    stale = Set(scan.stale)
    isFound = [Bool](repeating: false, count: scan.cache?.files.count ?? 0)
    for file in scan.files { others[file.path] = (file.stamp, false) }
  }

  /// The paths that were not asked for.
  var neverFound: [String] {
    var paths = others.filter { !$0.value.isFound }.map(\.key)
    guard let cache = scan.cache else { return paths }
    for place in isFound.indices where !isFound[place] {
      let file = cache.files[place]
      if stale.contains(Int(file.task)) { continue }
      paths.append(String(decoding: cache.bytes(of: file.path), as: UTF8.self))
    }
    return paths
  }

  /// What there is at a path; nil when no file is there.
  mutating func find(_ path: UnsafeRawBufferPointer) -> FileStamp? {
    if let cache = scan.cache, let found = place(of: path, cache) {
      place = found
      let file = cache.files[found]
      if stale.isEmpty || !stale.contains(Int(file.task)) {
        isFound[found] = true
        return file.stamp
      }
    }
    if others.isEmpty { return nil }
    let path = String(decoding: path, as: UTF8.self)
    others[path]?.isFound = true
    return others[path]?.stamp
  }

  private mutating func place(of path: UnsafeRawBufferPointer, _ cache: TaskCache) -> Int? {
    let next = place + 1
    if next < cache.files.count,
      cache.bytes(of: cache.files[next].path).isSame(as: path)
    {
      return next
    }
    return cache.place(ofPath: path, near: &folder)
  }
}
