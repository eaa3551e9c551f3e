import Git
import Platform
import TasksCore

/// A rebase at its last commit, or one that has ended, if it carried over every commit and nothing else: it ends in the
/// tree that a merge of the two tips makes (merge.md, "The list").
///
/// A rebase from which the user dropped or skipped a commit is not a whole one.
struct WholeRebase {
  let tip: ObjectID
  let onto: ObjectID

  /// - Parameters:
  ///   - last: The commit that git is carrying over.
  ///   - head: The commit that the ones before it led to.
  init?(at last: ObjectID, onto head: ObjectID, in store: TaskStore) throws {
    let repository = RebaseState(gitDirectory: store.repository.gitDirectory)
    guard let rebase = repository, rebase.isLastPick,
      let tip = try store.repository.resolve(rebase.originalHead),
      let onto = try store.repository.resolve(rebase.onto)
    else { return nil }
    let picks = try (rebase.picks ?? []).compactMap { try store.repository.resolve($0) }
    guard picks.count == rebase.picks?.count, picks.last == last else { return nil }
    self.tip = tip
    self.onto = onto
    guard try isAll(picks, in: store),
      try hasArrived(Array(picks.dropLast()), at: head, in: store)
    else { return nil }
  }

  /// - Parameters:
  ///   - tip: Where the branch was.
  ///   - onto: The commit that it was rebased onto.
  ///   - result: Where the rebase has ended.
  init?(of tip: ObjectID, onto: ObjectID, to result: ObjectID, in store: TaskStore) throws {
    (self.tip, self.onto) = (tip, onto)
    var picks: [ObjectID] = []
    try store.repository.walk(History(from: tip, hiding: [onto])) { commit, _ in
      if commit.parents.count < 2 { picks.append(commit.id) }
      return .goOn
    }
    guard try hasArrived(picks.reversed(), at: result, in: store) else { return nil }
  }

  /// Returns whether the commits are all those that only the tip has. git leaves out commits that the other side has
  /// under another id.
  private func isAll(_ picks: [ObjectID], in store: TaskStore) throws -> Bool {
    var own: Set<ObjectID> = []
    try store.repository.walk(History(from: tip, hiding: [onto])) { commit, _ in
      if commit.parents.count < 2 { own.insert(commit.id) }
      return .goOn
    }
    if own == Set(picks) { return true }
    let listed = try GitProgram(folder: store.repository.workTree).run([
      "rev-list", "--no-merges", "--cherry-pick", "--right-only", "\(onto.hex)...\(tip.hex)",
    ])
    guard listed.succeeded else { return false }
    let wanted = String(decoding: listed.output, as: UTF8.self).split(separator: "\n")
    return Set(wanted.compactMap { ObjectID(hex: String($0)) }) == Set(picks)
  }

  /// The values that a commit keeps when it is carried over.
  private struct Origin: Equatable {
    let author: Signature
    let message: String

    init(_ commit: CommitInfo) {
      author = commit.author
      message = commit.message
    }
  }

  /// Returns whether each commit is among the new ones, or was empty when it was applied. A commit skipped at a
  /// conflict is neither.
  private func hasArrived(
    _ picks: [ObjectID], at head: ObjectID, in store: TaskStore
  ) throws -> Bool {
    var new: [CommitInfo] = []
    try store.repository.walk(History(from: head, hiding: [onto])) { commit, _ in
      new.append(commit)
      return .goOn
    }
    var carried = new.reversed()[...]
    var place = onto
    for pick in picks {
      let commit = try store.repository.commit(pick)
      if let next = carried.first, Origin(next) == Origin(commit) {
        place = next.id
        carried.removeFirst()
      } else if try !isEmpty(commit, at: place, in: store) {
        return false
      }
    }
    return carried.isEmpty
  }

  /// Returns whether a commit changes nothing at its new place, merged by the rules of the rebase.
  private func isEmpty(
    _ commit: CommitInfo, at place: ObjectID, in store: TaskStore
  ) throws -> Bool {
    let ours = try store.repository.tree(ofCommit: place)
    let trees = ThreeWay(
      base: try commit.parents.first.map { try store.repository.tree(ofCommit: $0) }, ours: ours,
      theirs: commit.tree)
    let merge = try TreeMerge(
      MergeTrees(
        trees, latest: LatestChange(ours: place, theirs: commit.id, in: store), in: store),
      local: .theirs, ordersLists: false)
    return try merge.conflicts.isEmpty && merge.trees.write(merge).tree == ours
  }

  /// Merges the two tips; returns nil if there are conflicts.
  func merge(in store: TaskStore) throws -> TreeMerge? {
    let bases = try store.repository.mergeBases(tip, onto)
    let trees = ThreeWay(
      base: try store.baseTree(bases), ours: try store.repository.tree(ofCommit: tip),
      theirs: try store.repository.tree(ofCommit: onto))
    let merge = try TreeMerge(
      MergeTrees(trees, latest: LatestChange(ours: tip, theirs: onto, in: store), in: store),
      local: .ours, ordersLists: bases.count == 1)
    return merge.conflicts.isEmpty ? merge : nil
  }
}
