import Platform

/// Which commits are walked.
package struct History: Sendable {
  /// Where the walk begins.
  var start: ObjectID
  /// These commits and all before them are left out.
  var hidden: [ObjectID]
  /// Whether only the first parent of a merge is followed.
  var firstParentOnly: Bool
  /// Which files count; commits that change none of them are not visited. Nil: every commit is, and
  /// its changes are not looked for.
  var selection: PathSelection?

  package init(
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
package enum Step: Sendable {
  case goOn
  case stop
}

extension Repository {
  /// Visits the commits of a history, newest first and no commit before its children. Each comes
  /// with the files it changed against its first parent, as far as they are asked for.
  ///
  /// - Throws: `noSuchObject`, and what `visit` throws.
  package func walk(
    _ history: History,
    _ visit: (_ commit: CommitInfo, _ changes: [FileChange]) throws(GitError) -> Step
  ) throws(GitError) {
    try revList.walk(history) { id throws(GitError) in
      let info = try commit(id)
      guard let selection = history.selection else { return try visit(info, []) }
      let changes = try self.changes(of: info, in: selection)
      return changes.isEmpty ? .goOn : try visit(info, changes)
    }
  }

  /// The files a commit changed against its first parent.
  package func changes(
    of commit: CommitInfo, in selection: PathSelection = .under("")
  ) throws(GitError) -> [FileChange] {
    var before: ObjectID?
    if let parent = commit.parents.first {
      let isThere = try isShallow ? contains(parent) : true
      if isThere { before = try tree(ofCommit: parent) }
    }
    return try changes(from: before, to: commit.tree, in: selection)
  }
}
