import Git
import Platform
import TasksCore

/// Merges texts with conflict markers again, as tasks.
package struct MarkedTasks {
  let store: TaskStore

  package init(store: TaskStore) {
    self.store = store
  }

  /// Merges the versions between the markers. A version that has markers of its own is merged first.
  ///
  /// - Parameters:
  ///   - path: The path in the repository.
  ///   - prefer: Decides which change is later, if the later one is preferred; there is no local side then.
  ///   - base: Finds the base if the markers do not include it.
  /// - Returns: Nil for a file that is no task or two tasks, or if markers would remain.
  package func merged(
    _ marked: MarkedText, at path: String, local: Side?, prefer: TaskMerge.Preference? = nil,
    base: (TaskMerge.Version) throws -> [UInt8]?
  ) throws -> [UInt8]? {
    func version(_ bytes: [UInt8]) throws -> TaskMerge.Version? {
      guard let inner = try store.marked(bytes, at: path) else {
        return store.version(bytes, at: path)
      }
      return try merged(inner, at: path, local: local, prefer: prefer, base: base).map {
        store.version($0, at: path)
      }
    }
    guard let ours = try version(marked.ours), let theirs = try version(marked.theirs) else {
      return nil
    }
    // A base with markers comes from a merge of merge bases.
    let known = try marked.base.flatMap { bytes in
      try store.marked(bytes, at: path).map {
        try merged($0, at: path, local: nil) { _ in nil }
      } ?? bytes
    }
    let base = try known ?? base(ours.document == nil ? theirs : ours)
    switch TaskMerge.merge(
      base: base.map { store.version($0, at: path) }, ours: ours, theirs: theirs, local: local,
      prefer: prefer, with: store.mergeTools)
    {
    case .merged(let bytes, _), .unreadable(let bytes):
      return try store.marked(bytes, at: path) == nil ? bytes : nil
    case .differentIDs, .notATask: return nil
    }
  }

  /// Repairs committed markers, in one commit.
  ///
  /// - Returns: The paths of the repaired files in the repository.
  func mend(_ paths: [String]) throws -> [String] {
    var mended: [String] = []
    _ = try StoreWrite(store: store, verb: "doctor", encrypts: false).run { _ in
      var changes: [Change] = []
      for path in paths {
        guard let old = try? StoreFile.read(store.workTreePath(path)),
          let marked = try store.marked(old, at: path),
          let bytes = try merged(marked, at: path)
        else { continue }
        let inStore = path.dropping(store.prefix)
        changes.append(.edited(path: inStore, old: old, content: bytes))
        mended.append(path)
      }
      return changes
    }
    return mended
  }

  /// Merges the two sides, with the parents of the commit that added the markers for history.
  private func merged(_ marked: MarkedText, at path: String) throws -> [UInt8]? {
    let parents = try commitThatMarked(path)?.parents ?? []
    let latest =
      try parents.count == 2
      ? LatestChange(ours: parents[0], theirs: parents[1], in: store)?.of([path]) : nil
    let bytes = try merged(
      marked, at: path, local: latest == nil ? .ours : nil, prefer: latest?.newer
    ) { try base(of: $0, at: path) }
    try latest?.check()
    return bytes
  }

  /// Returns the file in the merge base, if a merge commit added the markers.
  private func base(of version: TaskMerge.Version, at path: String) throws -> [UInt8]? {
    guard let parents = try commitThatMarked(path)?.parents, parents.count == 2,
      let tree = try store.baseTree(try store.repository.mergeBases(parents[0], parents[1]))
    else { return nil }
    var entry = try store.repository.entry(path, inTree: tree)
    if entry == nil, let id = version.document?.task.id {
      // Both sides had moved the file.
      entry = try StoreTree(tree, MergeContents(store), in: store)[id]
    }
    return try entry.map { try store.repository.blob($0.id) }
  }

  /// Returns whether a merge added the markers, and not a user who wrote text that looks like them, such as an
  /// example.
  ///
  /// The commit of a squashed merge, a cherry-pick or a stash has one parent like any other; but then our lines
  /// between the markers are in the parent.
  func isOfMerge(_ marked: MarkedText, at path: String) throws -> Bool {
    guard let commit = try commitThatMarked(path), commit.parents.count < 2 else { return true }
    guard let parent = commit.parents.first else { return false }
    let tree = try store.repository.tree(ofCommit: parent)
    var entry = try store.repository.entry(path, inTree: tree)
    if entry == nil, let id = store.version(marked.ours, at: path).document?.task.id {
      entry = try StoreTree(tree, MergeContents(store), in: store)[id]
    }
    guard let entry else { return false }
    let lines = { (bytes: [UInt8]) in Set(bytes.split(separator: 0x0A)) }
    return lines(marked.ours).subtracting(lines(marked.theirs))
      .isSubset(of: lines(try store.repository.blob(entry.id)))
  }

  private func commitThatMarked(_ path: String) throws -> CommitInfo? {
    guard let head = try store.repository.head().id else { return nil }
    func isMarked(_ commit: ObjectID) throws(GitError) -> Bool {
      let tree = try store.repository.tree(ofCommit: commit)
      guard let entry = try store.repository.entry(path, inTree: tree) else { return false }
      return try store.marked(try store.repository.blob(entry.id), at: path) != nil
    }
    var found: CommitInfo?
    let history = History(from: head, touching: .exactly([path]))
    try store.repository.walk(history) { (commit, _) throws(GitError) in
      guard try isMarked(commit.id) else { return .goOn }
      for parent in commit.parents where try isMarked(parent) { return .goOn }
      found = commit
      return .stop
    }
    return found
  }
}

extension TaskStore {
  /// Returns the versions between conflict markers, or nil if there are none.
  ///
  /// Markers shorter than git's default count only if the attribute sets that length: such lines could be anything.
  ///
  /// - Parameter path: The path in the repository.
  package func marked(_ bytes: [UInt8], at path: String) throws(GitError) -> MarkedText? {
    guard MarkedText.mayBe(bytes, least: 1) else { return nil }
    let size = try repository.attribute(named: "conflict-marker-size", path: path)
      .flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return MarkedText(bytes, least: min(size ?? .max, MarkedText.usualLength))
  }

  /// Parses a version of a file.
  ///
  /// - Parameter path: The path in the repository.
  package func version(_ bytes: [UInt8], at path: String) -> TaskMerge.Version {
    VersionReader(self).version(bytes, at: path)
  }
}
