import Git
import Platform
import TasksCore
import TasksStore

/// The merge of another branch by sync, with the same rules as the merge strategy (merge.md).
struct Integration {
  let store: TaskStore
  let target: SyncTarget
  /// What the other branch can be named to git by; nil for the tracking branch of the target.
  var theirName: String?
  /// Whether no branch decides which of two merges of the same is the one: where nobody pushes, two devices would merge
  /// each other's merges for ever.
  var isAmongEquals = false

  /// Merges the other branch: fast-forward if nothing was changed here, else with one merge commit.
  ///
  /// - Returns: Whether a merge was needed.
  /// - Throws: ``SyncFailure/conflicts(_:with:)`` for files that are not tasks; ``MergeRefusal``;
  ///   `GitError.headMoved` if another process made a commit meanwhile.
  func merge(_ theirs: ObjectID, into own: ObjectID) throws -> Bool {
    if let operation = store.repository.ongoingOperation() {
      throw StoreError.inTheMiddle(operation)
    }
    return try store.locked {
      try Recovery(store).run()
      guard try store.repository.head().id == own else {
        throw GitError.headMoved(expected: own, actual: try store.repository.head().id)
      }
      let ourTree = try store.repository.tree(ofCommit: own)
      let bases = try store.repository.mergeBases(own, theirs)
      if bases == [own] {
        let tree = try store.repository.tree(ofCommit: theirs)
        let changes = try store.repository.changes(from: ourTree, to: tree)
        try advance(from: own, ourTree, to: tree, changes, reflog: "sync: fast-forward") {
          (theirs, [])
        }
        return false
      }
      if isAmongEquals, try store.repository.tree(ofCommit: theirs) == ourTree {
        try advance(from: own, ourTree, to: ourTree, [], reflog: "sync: merge") {
          let commit = try commitEquals(ourTree, [own, theirs])
          return (commit, [commit])
        }
        return true
      }
      try store.checkNothingStaged(tree: ourTree)
      let trees = ThreeWay(
        base: try store.baseTree(bases), ours: ourTree,
        theirs: try store.repository.tree(ofCommit: theirs))
      let merge = try TreeMerge(
        MergeTrees(trees, latest: LatestChange(ours: own, theirs: theirs, in: store), in: store),
        local: .ours, ordersLists: bases.count == 1)
      guard merge.conflicts.isEmpty else {
        throw SyncFailure.conflicts(
          merge.conflicts.map(\.path), with: theirName ?? target.seenBranch)
      }
      let (tree, written) = try merge.trees.write(merge)
      let changes = try store.repository.changes(from: ourTree, to: tree)
      try GitOnlyCheckout(changes: changes, store: store).checkFilters()
      try advance(
        from: own, ourTree, to: tree, changes, contents: merge.trees.contents,
        inSight: try store.repository.hasMergeHook(), reflog: "sync: merge"
      ) {
        let commit = try commitMerge(tree, own, theirs, named: target.remote)
        return (commit, written + [commit])
      }
      for note in merge.notes { store.context.say(note) }
      try MergeTold(trees, changes, theirs: theirs, in: store).say()
      return true
    }
  }

  /// Makes the merge of two commits with the same tree: whichever device makes it, it is the same commit.
  private func commitEquals(_ tree: ObjectID, _ parents: [ObjectID]) throws -> ObjectID {
    let sorted = parents.ordered { $0.hex < $1.hex }
    let signers = try sorted.map { try store.repository.commit($0).committer }
    var signer = signers[0]
    signer.time = signers.map(\.time).max() ?? signer.time
    return try store.repository.writeMerge(
      tree: tree, parents: sorted, author: signer, committer: signer,
      message: "sync: merge\n\n\(CommitMessage.operationTrailer): sync\n")
  }

  private func commitMerge(
    _ tree: ObjectID, _ own: ObjectID, _ theirs: ObjectID, named name: String
  ) throws -> ObjectID {
    let (author, committer) = try store.signatures()
    let message = CommitMessage.text(
      verb: "sync: merge \(name)", operation: "sync", changed: [], device: store.device)
    return try store.repository.writeMerge(
      tree: tree, parents: [own, theirs], author: author, committer: committer,
      message: message)
  }

  /// Moves work tree, index and branch to a tree in one transaction, or with the git program if only git can.
  ///
  /// - Parameters:
  ///   - inSight: Whether to install the files before the commit is made, for hooks that look for them in the
  ///     work tree.
  ///   - commit: Makes the commit once every check has passed; returns it and the objects written for it.
  private func advance(
    from own: ObjectID, _ ourTree: ObjectID, to tree: ObjectID, _ changes: [FileChange],
    contents: MergeContents? = nil, inSight: Bool = false, reflog: String,
    commit: () throws -> (id: ObjectID, written: [ObjectID])
  ) throws {
    if try GitOnlyCheckout(changes: changes, store: store).needsGit() {
      let (new, written) = try commit()
      return try advanceByGit(to: new, writing: written, reflog: reflog)
    }
    let checkout = try Checkout(changes, from: ourTree, to: tree, contents: contents, in: store)
    let transaction = try checkout.transaction(from: own)
    do {
      if inSight {
        try transaction.begin()
        try checkout.stage(in: transaction)
        try checkout.check()
        try transaction.install()
      }
      let (new, written) = try commit()
      try transaction.begin(committing: new)
      if !inSight { try checkout.stage(in: transaction) }
      try transaction.prepare(
        PreparedCommit(
          old: own, new: new, tree: tree, changes: checkout.entries, written: written),
        where: checkout.isThere)
      if !inSight { try checkout.check() }
      try transaction.commit(by: store.signatures().committer, reflog: reflog)
    } catch {
      transaction.rollBack()
      throw error
    }
    transaction.finish()
  }

  /// Has git fast-forward to a commit, with git's own rules for overwriting files.
  ///
  /// - Throws: `GitError.programFailed`, with git's output.
  private func advanceByGit(
    to new: ObjectID, writing written: [ObjectID], reflog: String
  ) throws {
    if store.settings.isDurable, !written.isEmpty {
      try store.repository.diskSync(objects: written, files: [], folders: [])
    }
    try GitProgram(folder: store.repository.workTree).check(
      ["-c", "merge.autoStash=false", "merge", "--ff-only", "--quiet", new.hex],
      environment: ["GIT_REFLOG_ACTION": "tasks \(reflog)"])
  }
}
