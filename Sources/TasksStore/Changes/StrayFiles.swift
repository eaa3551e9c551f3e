import Git
import Platform
import TasksCore

/// The files of a store that differ from the last commit.
struct StrayFiles {
  private(set) var changes: [WorktreeChange] = []
  /// Paths in the store; not all are tasks.
  private(set) var untracked: [String] = []
  /// The paths in the repository that the index did not decide, and that are as in the last commit.
  private(set) var unchanged: [String] = []

  var isEmpty: Bool { changes.isEmpty && untracked.isEmpty }

  private init() {}

  /// Compares the index with the scan of a reading, or with the tree of the last commit if the index is not enough to
  /// decide.
  ///
  /// - Parameter snapshot: Receives the index that was read.
  init(_ reading: StoreReading, _ snapshot: inout Snapshot, in store: TaskStore) throws {
    guard let found = try StrayFiles.byIndex(reading, &snapshot, in: store) else {
      try self.init(byTree: reading, snapshot, in: store)
      return
    }
    self = found
    // Otherwise, after a copy or a restored backup, every command would read these files again.
    if unchanged.count > 64 { store.repository.refreshIndex() }
  }

  /// Compares the index with the scan of a reading.
  ///
  /// - Returns: Nil if the index is not enough to decide.
  static func byIndex(
    _ reading: StoreReading, _ snapshot: inout Snapshot, in store: TaskStore
  ) throws -> StrayFiles? {
    guard let scan = reading.scan, let tree = snapshot.tree else { return nil }
    var files = ScannedFiles(scan)
    var settings = Set(TaskFolder(root: store.root).settings().map { ByteName($0) })
    let suspects = try store.repository.suspects(
      under: store.prefix, of: tree,
      look: { path, known in
        var there = files.find(path)
        // The scan has tasks alone.
        if there == nil, path.starts(with: ".tasks/".utf8) {
          let path = String(decoding: path, as: UTF8.self)
          settings.remove(ByteName(path))
          there = FileStamp(ofFile: store.root + "/" + path)
        }
        return there.map { $0.matches(known) ? .same : .different } ?? .absent
      },
      where: { path in
        guard path.starts(with: ".tasks/".utf8) || FolderScan.isNamedLikeTask(path) else {
          return false
        }
        return isOurs(String(decoding: path, as: UTF8.self), in: store)
      })
    guard let (suspects, index) = suspects else { return nil }
    snapshot.index = index
    var stray = StrayFiles()
    stray.changes = try store.repository.worktreeChanges(among: suspects)
    stray.untracked = files.neverFound + settings.map(\.text)
    let changed = Set(stray.changes.map { ByteName($0.path) })
    stray.unchanged = suspects.map(\.path).filter { !changed.contains(ByteName($0)) }
    return stray
  }

  /// Compares with the tree of the last commit.
  private init(byTree reading: StoreReading, _ snapshot: Snapshot, in store: TaskStore) throws {
    var tracked: Set<ByteName> = []
    if let tree = snapshot.tree {
      for entry in try store.repository.files(inTree: tree, under: store.prefix) {
        tracked.insert(ByteName(entry.path))
      }
    }
    // An unmerged file is not a hand edit.
    let unmerged = Set(try store.repository.unmergedPaths().map { ByteName($0) })
    let changes = try store.repository.worktreeChanges(under: store.prefix) {
      StrayFiles.isOurs($0.dropping(store.prefix), in: store) && !unmerged.contains(ByteName($0))
    }
    let known = tracked.union(unmerged).union(changes.map { ByteName($0.path) })
    self.changes = changes.filter { change in
      let path = change.path.dropping(store.prefix)
      return tracked.contains(ByteName(change.path)) || path.begins(with: ".tasks/")
        || reading.document(at: path) != nil
    }
    untracked = (reading.paths + TaskFolder(root: store.root).settings())
      .filter { !known.contains(ByteName(store.prefix + $0)) }
  }

  /// Returns true for a possible task, and for the store's settings and templates.
  private static func isOurs(_ path: String, in store: TaskStore) -> Bool {
    if path.begins(with: ".tasks/") { return true }
    return Format(path: path) != nil && path != store.inboxFile && !path.utf8.hasHiddenName
  }
}

extension String.UTF8View {
  fileprivate var hasHiddenName: Bool {
    var last = UInt8(ascii: "/")
    for byte in self {
      if byte == UInt8(ascii: "."), last == UInt8(ascii: "/") { return true }
      last = byte
    }
    return false
  }
}

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
