import Clibgit2

/// Which commits are walked.
public struct History: Sendable {
  /// Where the walk begins.
  public var start: ObjectID
  /// These commits and all before them are left out.
  public var hidden: [ObjectID]
  /// Whether only the first parent of a merge is followed.
  public var firstParentOnly: Bool
  /// Which files count; commits that change none of them are not visited. Nil: every commit is, and
  /// its changes are not looked for.
  public var selection: PathSelection?

  public init(
    from start: ObjectID, hiding hidden: [ObjectID] = [], firstParentOnly: Bool = false,
    touching selection: PathSelection? = nil
  ) {
    self.start = start
    self.hidden = hidden
    self.firstParentOnly = firstParentOnly
    self.selection = selection
  }
}

/// What a visitor of commits wants next.
public enum Step: Sendable {
  case goOn
  case stop
}

extension Repository {
  /// Visits the commits of a history, newest first and no commit before its children. Each comes
  /// with the files it changed against its first parent, as far as they are asked for.
  ///
  /// - Throws: `noSuchObject`, and what `visit` throws.
  public func walk(
    _ history: History,
    _ visit: (_ commit: CommitInfo, _ changes: [FileChange]) throws(GitError) -> Step
  ) throws(GitError) {
    if isShallow {
      for id in try shallowHistory(history) where try !goOn(id, history, visit) { return }
      return
    }
    let walk = try made("walk the history") { git_revwalk_new($0, handle) }
    defer { git_revwalk_free(walk) }
    let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    try check(git_revwalk_sorting(walk, UInt32(order)), "walk the history")
    if history.firstParentOnly {
      try check(git_revwalk_simplify_first_parent(walk), "walk the history")
    }
    var oid = history.start.oid
    if git_revwalk_push(walk, &oid) != 0 {
      throw .noSuchObject(id: history.start, kind: "commit")
    }
    for id in history.hidden {
      var hidden = id.oid
      if git_revwalk_hide(walk, &hidden) != 0 { throw .noSuchObject(id: id, kind: "commit") }
    }
    while true {
      let code = git_revwalk_next(&oid, walk)
      if code == GIT_ITEROVER.rawValue { return }
      try check(code, "walk the history")
      if try !goOn(ObjectID(oid), history, visit) { return }
    }
  }

  /// Visits a commit that is asked for; false when that was the last one.
  private func goOn(
    _ id: ObjectID, _ history: History,
    _ visit: (_ commit: CommitInfo, _ changes: [FileChange]) throws(GitError) -> Step
  ) throws(GitError) -> Bool {
    let info = try commit(id)
    guard let selection = history.selection else { return try visit(info, []) == .goOn }
    let changes = try self.changes(of: info, in: selection)
    if changes.isEmpty { return true }
    return try visit(info, changes) == .goOn
  }

  /// The commits of a walk where the history ends at commits whose parents are not there. libgit2 takes these for
  /// missing; git knows them.
  func shallowHistory(_ history: History) throws(GitError) -> [ObjectID] {
    guard try contains(history.start) else {
      throw .noSuchObject(id: history.start, kind: "commit")
    }
    let options = ["--topo-order"] + (history.firstParentOnly ? ["--first-parent"] : [])
    let said = try GitProgram(folder: gitDirectory).check(
      ["rev-list"] + options + [history.start.hex] + history.hidden.map { "^" + $0.hex })
    return String(decoding: said, as: UTF8.self).split(separator: "\n")
      .compactMap { ObjectID(hex: String($0)) }
  }

  /// The files a commit changed against its first parent.
  public func changes(
    of commit: CommitInfo, in selection: PathSelection = .under("")
  ) throws(GitError) -> [FileChange] {
    var before: ObjectID?
    if let parent = commit.parents.first {
      let isThere = try isShallow ? contains(parent) : true
      if isThere { before = try tree(ofCommit: parent) }
    }
    return try changes(from: before, to: commit.tree, in: selection)
  }

  /// The newest commit at or before `start` that changed a file against its first parent; nil when
  /// none did.
  public func lastCommit(
    touching path: String, from start: ObjectID
  ) throws(GitError) -> CommitInfo? {
    var last: CommitInfo?
    try walk(History(from: start, touching: .exactly([path]))) { commit, _ throws(GitError) in
      last = commit
      return .stop
    }
    return last
  }
}
