import Git
import Platform
import TasksCore

/// The merge strategy: `git-merge-tasks [options] BASE… -- HEAD OTHER` (merge.md, git-facts).
package struct MergeStrategy {
  /// The exit status for git: 0 merged, 1 stopped at conflicts, 2 nothing was touched.
  package enum Answer: Int32, Sendable {
    case merged = 0
    case conflicts = 1
    case refused = 2
  }

  let bases: [String]
  let head: String
  let other: String
  let favour: TreeMerge.Favour?

  /// - Parameter arguments: The arguments that git passes.
  /// - Returns: Nil if the strategy does not support them: several heads, or unknown options.
  package init?(_ arguments: [String]) {
    guard let dashes = arguments.firstIndex(of: "--") else { return nil }
    let heads = arguments[(dashes + 1)...]
    guard heads.count == 2, let head = heads.first, let other = heads.last else { return nil }
    var favour: TreeMerge.Favour?
    var bases: [String] = []
    for word in arguments[..<dashes] {
      switch word {
      case "--ours": favour = .ours
      case "--theirs": favour = .theirs
      case "--no-renames", "--find-renames=100%", "--quiet": break
      default:
        guard !word.hasPrefix("-") else { return nil }
        bases.append(word)
      }
    }
    self.bases = bases
    self.head = head
    self.other = other
    self.favour = favour
  }

  /// Merges, and updates index and work tree; git makes the commit.
  package func run(in store: TaskStore) throws -> Answer {
    try store.locked {
      do {
        return try merge(in: store)
      } catch let refusal as MergeRefusal {
        store.context.say(refusal.description)
        return .refused
      }
    }
  }

  private func merge(in store: TaskStore) throws -> Answer {
    // git passes a tree, that of the index, for a merge that is not to be committed (`git cherry-pick -n`).
    let own = try store.repository.resolve(head)
    guard let ourTree = try store.repository.resolveTree(head),
      let theirs = try store.repository.resolve(other)
    else { return .refused }
    try store.checkNothingStaged(tree: ourTree)
    let merge: TreeMerge
    if head != "HEAD", favour == nil, let own,
      let whole = try WholeRebase(at: theirs, onto: own, in: store)?.merge(in: store)
    {
      merge = whole
    } else {
      merge = try plain(own, ourTree, theirs, in: store)
    }
    let tree = try merge.trees.write(merge).tree
    let changes = try store.repository.changes(from: ourTree, to: tree)
    let others = merge.conflicts.map(\.path)
    try GitOnlyCheckout(changes: changes, store: store).checkFilters(besides: others)
    let checkout = try Checkout(
      changes, from: ourTree, to: tree, besides: others, contents: merge.trees.contents,
      in: store)
    // Not synced to disk, as with git's own merges.
    try checkout.run(conflicts: merge.conflicts)
    for note in merge.notes { store.context.say(note) }
    if head == "HEAD" {
      try MergeTold(merge.trees.ids, changes, theirs: theirs, in: store).say()
    }
    for conflict in merge.conflicts { store.context.say("CONFLICT in \(conflict.path)") }
    return merge.conflicts.isEmpty ? .merged : .conflicts
  }

  private func plain(
    _ own: ObjectID?, _ ourTree: ObjectID, _ theirs: ObjectID, in store: TaskStore
  ) throws -> TreeMerge {
    // With a base left out, the merge would revert what only one side changed since.
    let commits = try bases.map { base in
      guard let commit = try store.repository.resolve(base) else {
        throw MergeRefusal.noBase(base)
      }
      return commit
    }
    // `git merge` passes HEAD; rebase and cherry-pick pass the id of the commit they apply to.
    let isMerge = head == "HEAD"
    let trees = ThreeWay(
      base: try store.baseTree(commits),
      ours: ourTree, theirs: try store.repository.tree(ofCommit: theirs))
    let latest =
      try favour == nil
      ? own.flatMap { try LatestChange(ours: $0, theirs: theirs, in: store) } : nil
    return try TreeMerge(
      MergeTrees(trees, latest: latest, in: store), local: isMerge ? .ours : .theirs,
      favour: favour, ordersLists: isMerge && commits.count == 1)
  }
}

/// Why a merge is left to git.
package enum MergeRefusal: Error, Equatable {
  case fileAndFolder(String)
  case stagedChanges
  case dirty([String])
  /// The path of a file that a filter of the user converts.
  case filtered(String)
  /// Two paths that differ in their Unicode form only, so that Swift compares them as equal.
  case alike(String)
  /// A name that is not UTF-8, and could only be written as a different one.
  case noText(String)
  /// The id of a missing merge base.
  case noBase(String)
}

extension MergeRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fileAndFolder(let path): "\(path) is a file on one side and a folder on the other"
    case .stagedChanges:
      "there are staged changes; commit or unstage them before the merge"
    case .dirty(let paths):
      "these files have uncommitted changes that the merge would overwrite: "
        + paths.joined(separator: " ")
    case .alike(let path): "two names look the same but differ in their bytes: \(path)"
    case .noText(let path): "a name is not UTF-8: \(path)"
    case .noBase(let commit):
      "the merge base \(commit) is missing; run git fsck, or fetch it again"
    case .filtered(let path): "\(path) has a git filter, so git itself must merge it"
    }
  }
}
