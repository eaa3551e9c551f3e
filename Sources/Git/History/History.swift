import Platform

package struct History: Sendable {
  var start: ObjectID
  /// These commits and all before them are left out.
  var hidden: [ObjectID]
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

/// History walks through `git rev-list` and `git merge-base`.
struct RevList {
  let git: GitProgram

  /// Visits commits, newest first, and none before its children.
  ///
  /// - Throws: `noSuchObject` if a start or hidden commit is missing.
  func walk(
    _ history: History, _ visit: (ObjectID) throws(GitError) -> Step
  ) throws(GitError) {
    let options = ["--date-order"] + (history.firstParentOnly ? ["--first-parent"] : [])
    let ends = [history.start.hex] + history.hidden.map { "^" + $0.hex }
    let outcome = try git.run(["rev-list"] + options + ends)
    guard outcome.succeeded else {
      for id in [history.start] + history.hidden {
        let isThere = try git.run(["cat-file", "-e", id.hex + "^{commit}"]).succeeded
        if !isThere { throw .noSuchObject(id: id, kind: "commit") }
      }
      throw .programFailed(
        command: "git rev-list", status: outcome.status.code, output: outcome.said)
    }
    for id in ids(outcome.output) where try visit(id) == .stop { return }
  }

  /// Counts the commits that are reachable from one commit and not from another, without merge commits.
  func count(of tip: ObjectID, without other: ObjectID?) throws(GitError) -> Int {
    let hidden = other.map { ["^" + $0.hex] } ?? []
    let said = try git.check(["rev-list", "--count", "--no-merges", tip.hex] + hidden)
    return Int(String(decoding: said.dropLast(), as: UTF8.self)) ?? 0
  }

  func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    let said = try git.check(["rev-list", "--left-right", "--count", "\(local)...\(upstream)"])
    let counts = String(decoding: said, as: UTF8.self).split { $0 == "\t" || $0 == "\n" }
      .compactMap { Int($0) }
    guard counts.count == 2 else {
      throw .programFailed(
        command: "git rev-list", status: 0, output: String(decoding: said, as: UTF8.self))
    }
    return (counts[0], counts[1])
  }

  func mergeBases(_ first: ObjectID, _ second: ObjectID) throws(GitError) -> [ObjectID] {
    // It exits with 1 if there is none.
    ids(try git.run(["merge-base", "--all", first.hex, second.hex]).output)
  }

  private func ids(_ lines: [UInt8]) -> [ObjectID] {
    lines.split(separator: UInt8(ascii: "\n")).compactMap { ObjectID(hex: $0) }
  }
}

extension Repository {
  var revList: RevList { RevList(git: historyProgram) }

  /// The git program, told where the repository is: with `safe.bareRepository` git does not look for it from within a
  /// `.git` folder, and a work tree that `core.worktree` names may have none.
  var historyProgram: GitProgram {
    GitProgram(folder: workTree, options: ["--git-dir=" + gitDirectory])
  }
}
