import Git
import Platform
import TasksCore

/// A rebase at its last commit, when it has carried over all there was and nothing else: then it ends in the
/// tree that a merge of the two tips makes (merge.md, "The list").
///
/// What somebody has left out on the way stays out: such a rebase is none of these.
struct WholeRebase {
  let tip: ObjectID
  let onto: ObjectID

  /// - Parameters:
  ///   - last: The commit that git asks to carry over.
  ///   - head: Where the commits before it have led.
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

  /// Whether the commits are those that only the tip has; what the other side has under another id, git
  /// leaves out by itself.
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

  /// What a commit keeps when it is carried over.
  private struct Origin: Equatable {
    let author: Signature
    let message: String

    init(_ commit: CommitInfo) {
      author = commit.author
      message = commit.message
    }
  }

  /// Whether each commit is among the new ones, or had nothing that was not there already when its turn came.
  /// One that was skipped at a conflict is not.
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

  /// Whether a commit changes nothing where it is carried to, by the rules it was carried over by.
  private func isEmpty(
    _ commit: CommitInfo, at place: ObjectID, in store: TaskStore
  ) throws -> Bool {
    let ours = try store.repository.tree(ofCommit: place)
    let trees = ThreeWay(
      base: try commit.parents.first.map { try store.repository.tree(ofCommit: $0) }, ours: ours,
      theirs: commit.tree)
    let merge = try TreeMerge(
      trees, local: .theirs, latest: LatestChange(ours: place, theirs: commit.id, in: store),
      ordersLists: false, in: store)
    return try merge.conflicts.isEmpty && merge.tree().tree == ours
  }

  /// The merge of the two tips; nil where it would stop at conflicts.
  func merge(in store: TaskStore) throws -> TreeMerge? {
    let bases = try store.repository.mergeBases(tip, onto)
    let trees = ThreeWay(
      base: try store.baseTree(bases), ours: try store.repository.tree(ofCommit: tip),
      theirs: try store.repository.tree(ofCommit: onto))
    let merge = try TreeMerge(
      trees, local: .ours, latest: LatestChange(ours: tip, theirs: onto, in: store),
      ordersLists: bases.count == 1, in: store)
    return merge.conflicts.isEmpty ? merge : nil
  }
}
