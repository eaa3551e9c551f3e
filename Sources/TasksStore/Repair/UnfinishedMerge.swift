import Git
import Platform
import TasksCore

/// Repeats a stopped `git merge` as the strategy would have done it: the three whole trees are known, so the list is
/// ordered too (merge.md, "The list").
///
/// Only possible while every task is as git left it. If the user has resolved a task already, the files with
/// conflicts are merged by themselves (``UnmergedTasks``).
package struct UnfinishedMerge {
  private let store: TaskStore
  /// The paths with a conflict, in the repository.
  private let unmerged: Set<ByteName>
  private let index: Index
  private let merge: TreeMerge

  /// Returns nil if git is not in the middle of a merge of two commits.
  package init?(_ unmerged: [String], in store: TaskStore) throws {
    guard let heads = try MergedHeads(in: store), heads.isMerge else { return nil }
    self.store = store
    self.unmerged = Set(unmerged.map { ByteName($0) })
    index = try store.repository.index()
    let bases = try store.repository.mergeBases(heads.ours, heads.theirs)
    let trees = ThreeWay(
      base: try store.baseTree(bases), ours: try store.repository.tree(ofCommit: heads.ours),
      theirs: try store.repository.tree(ofCommit: heads.theirs))
    merge = try TreeMerge(
      MergeTrees(trees, latest: heads.latest(in: store), in: store), local: .ours,
      ordersLists: bases.count == 1)
  }

  /// Writes the files.
  ///
  /// - Returns: The changes for the index; nil, with nothing written, if the user has resolved a task.
  package func run() throws -> [IndexChange]? {
    // Two names may be equal as Swift strings and differ in git.
    var staged: [ByteName: IndexEntry] = [:]
    for entry in index.entries where entry.stage == 0 { staged[ByteName(entry.path)] = entry }
    var ours: [ByteName: TreeEntry] = [:]
    for entry in try merge.trees.files(on: .ours) { ours[ByteName(entry.path)] = entry }
    var merged: [ByteName: TreeMerge.File] = [:]
    for file in merge.files.values { merged[ByteName(file.path)] = file }
    let stopped = Set(merge.conflicts.map { ByteName($0.path) })
    var wanted: [(path: String, entry: TreeEntry?)] = []
    for name in unmerged.union(merged.keys).union(staged.keys).subtracting(stopped).sorted()
    where store.mayBeTask(name.text) {
      let path = name.text
      let entry = merged[name].map(\.entry) ?? ours[name]
      if !unmerged.contains(name) {
        let there = staged[name]
        if there?.id == entry?.id, there?.mode == entry?.mode { continue }
        let versions = try versions(of: path)
        guard try isTask(versions, entry) else { continue }
        guard try isLeftByGit(there, versions), isClean(there, at: path) else { return nil }
      }
      wanted.append((path, entry))
    }
    for note in merge.notes { store.context.say(note) }
    return try wanted.map { try store.settle($0.path, as: $0.entry, in: merge) }
  }

  private func versions(of path: String) throws -> ThreeWay<TreeEntry?> {
    ThreeWay(
      base: try merge.trees.entry(path, on: nil), ours: try merge.trees.entry(path, on: .ours),
      theirs: try merge.trees.entry(path, on: .theirs))
  }

  /// Returns whether any version is a task; other files are the user's own.
  private func isTask(_ versions: ThreeWay<TreeEntry?>, _ merged: TreeEntry?) throws -> Bool {
    try [versions.base ?? nil, versions.ours, versions.theirs, merged].contains { entry in
      guard let entry, entry.isFile else { return false }
      return try merge.version(entry).isTask
    }
  }

  /// Returns whether the index has what git puts there itself: the side that changed the file, or a merge by lines or
  /// by the driver.
  private func isLeftByGit(
    _ there: IndexEntry?, _ versions: ThreeWay<TreeEntry?>
  ) throws -> Bool {
    let base = versions.base ?? nil
    let (ours, theirs) = (versions.ours, versions.theirs)
    if ours == theirs || base == theirs { return there?.id == ours?.id }
    if base == ours { return there?.id == theirs?.id }
    guard let there, let ours, let theirs, ours.isFile, theirs.isFile, base?.isFile != false else {
      return false
    }
    let sides = ThreeWay(
      base: try base.map { try merge.version($0) }, ours: try merge.version(ours),
      theirs: try merge.version(theirs))
    let lines = try GitMergeFile(
      base: sides.base?.bytes ?? [], ours: sides.ours.bytes, theirs: sides.theirs.bytes,
      favour: nil, folder: store.ownFolder)
    if lines.isClean, store.repository.id(ofBlob: lines.bytes) == there.id { return true }
    let fields = TaskMerge.merge(
      base: sides.base, ours: sides.ours, theirs: sides.theirs, local: .ours,
      with: store.mergeTools)
    guard case .merged(let bytes, _) = fields else { return false }
    return store.repository.id(ofBlob: bytes) == there.id
  }

  private func isClean(_ there: IndexEntry?, at path: String) -> Bool {
    let file = store.workTreePath(path)
    guard let there else { return File.isMissing(file) }
    if there.isSkipWorktree { return false }
    if index.isUnchanged(there, at: file) { return true }
    return (try? StoreFile.read(file)).map { store.repository.id(ofBlob: $0) } == there.id
  }
}

/// The two commits of an open merge, rebase or cherry-pick.
struct MergedHeads {
  let ours: ObjectID
  let theirs: ObjectID
  let isMerge: Bool

  /// Returns nil if git does not say, or if there are more than two.
  init?(in store: TaskStore) throws {
    let names: [OngoingOperation: String] = [
      .merge: "MERGE_HEAD", .rebase: "REBASE_HEAD", .cherryPick: "CHERRY_PICK_HEAD",
    ]
    guard let operation = store.repository.ongoingOperation(), let name = names[operation],
      let ours = try store.repository.head().id
    else { return nil }
    var ids: [ObjectID?] = []
    if let file = try? StoreFile.read(store.repository.gitDirectory + "/" + name) {
      ids = file.split(separator: 0x0A).map { ObjectID(hex: String(decoding: $0, as: UTF8.self)) }
    } else {
      // With a reftable only the first of these names is a file.
      ids = [try store.repository.reference(name)]
    }
    guard ids.count == 1, let theirs = ids[0] else { return nil }
    self.ours = ours
    self.theirs = theirs
    isMerge = operation == .merge
  }

  /// Returns nil if the local side's value is preferred.
  func latest(in store: TaskStore) throws -> LatestChange? {
    try LatestChange(ours: ours, theirs: theirs, in: store)
  }
}
