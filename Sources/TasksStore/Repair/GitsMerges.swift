import Git
import Platform
import TasksCore

/// Merges and rebases that git has made file by file, in a repository that the store shares with other things: git's
/// strategy there is git's own. What only a merge of whole stores gives (the list pass, moved files) follows with the
/// next change of the store, in a commit of its own; the tasks are then as the strategy would have left them.
struct GitsMerges {
  private struct Merge {
    let result: ObjectID
    /// The commits; the one with the changes of the person at this machine first.
    let ours: ObjectID
    let theirs: ObjectID
  }

  static let operation = "merge"

  private let store: TaskStore
  /// The file with the commit up to which nothing is left to do.
  private var note: String { store.notesFolder + "/merged" }

  init(_ store: TaskStore) { self.store = store }

  /// Commits what is left to do. The caller holds the lock, and has committed the edits by hand.
  ///
  /// - Parameter snapshot: Receives a new snapshot after the commit.
  /// - Returns: Whether something was committed, so that the tasks have to be read again.
  func complete(_ writer: Writer, _ snapshot: inout Snapshot) throws -> Bool {
    guard !store.prefix.isEmpty, let head = snapshot.head.id else { return false }
    let known = (try? StoreFile.read(note)).flatMap {
      ObjectID(hex: String(decoding: $0, as: UTF8.self))
    }
    guard known != head else { return false }
    var changed: [ChangedTask] = []
    if let known, try store.repository.contains(known) {
      var files: [String: FileEdit] = [:]
      for merge in try merges(since: known, head) {
        try told(merge).say()
        for (file, change) in try edits(of: merge, head) where files[file.path] == nil {
          files[file.path] = file
          changed.append(change)
        }
      }
      if !files.isEmpty {
        let message = CommitMessage.text(
          verb: "complete a merge", operation: GitsMerges.operation, changed: changed,
          device: store.clone)
        let commit = try FileCommit(
          files.values.ordered { $0.path < $1.path }, message: message,
          operation: "complete a merge", in: store, writer, from: snapshot)
        if try commit.prepare() { _ = try commit.finish() }
        try Recovery(store).run()
        snapshot = try Snapshot(store.repository)
      }
    }
    try StoreFile.write(
      Array((snapshot.head.id ?? head).hex.utf8), to: note, durable: false)
    return snapshot.head.id != head
  }

  private func told(_ merge: Merge) throws -> MergeTold {
    let trees = ThreeWay(
      base: try store.baseTree(try store.repository.mergeBases(merge.ours, merge.theirs)),
      ours: try store.repository.tree(ofCommit: merge.ours),
      theirs: try store.repository.tree(ofCommit: merge.theirs))
    let changes = try store.repository.changes(
      from: trees.ours, to: try store.repository.tree(ofCommit: merge.result),
      in: .under(store.prefix))
    return try MergeTold(trees, changes, theirs: merge.theirs, in: store)
  }

  /// Returns the merges between two states of the branch, the newest first.
  private func merges(since known: ObjectID, _ head: ObjectID) throws -> [Merge] {
    guard try store.repository.isAncestor(known, of: head) else {
      return try rebase(of: known, head).map { [$0] } ?? []
    }
    var found: [Merge] = []
    try store.repository.walk(History(from: head, hiding: [known])) {
      (commit, _) throws(GitError) in
      // A merge of ours is whole.
      guard commit.parents.count == 2,
        commit.trailers(named: CommitMessage.operationTrailer).isEmpty
      else { return .goOn }
      let merge = Merge(result: commit.id, ours: commit.parents[0], theirs: commit.parents[1])
      if try isOfBoth(merge) { found.append(merge) }
      return .goOn
    }
    return found
  }

  /// Whether the store in the result is neither side's: otherwise one side alone has changed it.
  private func isOfBoth(_ merge: Merge) throws(GitError) -> Bool {
    func folder(_ commit: ObjectID) throws(GitError) -> ObjectID? {
      let tree = try store.repository.tree(ofCommit: commit)
      return try store.repository.entry(String(store.prefix.dropLast()), inTree: tree)?.id
    }
    let result = try folder(merge.result)
    if try result == folder(merge.ours) { return false }
    return try result != folder(merge.theirs)
  }

  /// Returns the rebase by which the branch came from one state to another, if it has carried over every commit and
  /// nothing else.
  private func rebase(of known: ObjectID, _ head: ObjectID) throws -> Merge? {
    guard let tip = try store.repository.resolve("ORIG_HEAD"),
      try tip == known || store.repository.isAncestor(known, of: tip)
    else { return nil }
    let log = try GitProgram(folder: store.repository.workTree).check([
      "log", "-g", "--format=%H %gs", "-n", "1000", "HEAD",
    ])
    var result: ObjectID?
    for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let commit = ObjectID(hex: String(words[0])) else { continue }
      if words[1].contains("(finish)"), result == nil { result = commit }
      guard words[1].contains("(start): checkout"), let result else { continue }
      guard try store.repository.isAncestor(result, of: head),
        let whole = try WholeRebase(of: tip, onto: commit, to: result, in: store)
      else { return nil }
      return Merge(result: result, ours: whole.tip, theirs: whole.onto)
    }
    return nil
  }

  /// Returns what the tasks as they are now lack of a whole merge.
  private func edits(
    of merge: Merge, _ head: ObjectID
  ) throws -> [(FileEdit, ChangedTask)] {
    let repository = store.repository.workTree
    let bases = try store.repository.mergeBases(merge.ours, merge.theirs)
    let trees = MergeTrees(
      ThreeWay(
        base: try store.baseTree(bases), ours: try store.repository.tree(ofCommit: merge.ours),
        theirs: try store.repository.tree(ofCommit: merge.theirs)),
      latest: try LatestChange(ours: merge.ours, theirs: merge.theirs, in: store), in: store,
      within: store.prefix)
    let whole = try TreeMerge(trees, local: .ours, ordersLists: bases.count == 1)
    let (wanted, now) = (
      try trees.write(whole).tree, try store.repository.tree(ofCommit: head)
    )
    let changes = try store.repository.changes(
      from: try store.repository.tree(ofCommit: merge.result), to: wanted,
      in: .under(store.prefix)
    ).filter { store.isTaskPath($0.path) }
    let contents = try OldContents(of: changes, in: store)
    return try changes.compactMap { change in
      let path = change.path.dropping(store.prefix)
      let entry = try store.repository.entry(change.path, inTree: now)
      let current = try contents.bytes(entry?.id, at: change.path)
      let next = try contents.bytes(change.new, at: change.path)
      let content: [UInt8]?
      if entry?.id == change.old {
        content = next
      } else if let current, let next, let before = try contents.bytes(change.old, at: change.path),
        case .merged(let merged, _) = TaskMerge.merge(
          base: store.version(before, at: change.path),
          ours: store.version(current, at: change.path),
          theirs: store.version(next, at: change.path), local: .ours, with: store.mergeTools)
      {
        // It has been changed since.
        content = merged
      } else {
        return nil
      }
      guard content != current,
        (try? StoreFile.readIfThere(repository + "/" + change.path)) == current
      else { return nil }
      return (
        FileEdit(
          content: FileContent(
            path: change.path, content: content, mode: change.newMode ?? change.oldMode),
          seen: current),
        ChangedTask(
          old: current.flatMap { try? store.parse($0, path: path) }?.task,
          new: content.flatMap { try? store.parse($0, path: path) }?.task)
      )
    }
  }
}
