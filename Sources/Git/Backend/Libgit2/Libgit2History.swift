import Clibgit2
import Platform

extension Libgit2Backend {
  func walk(
    _ history: History, _ visit: (ObjectID) throws(GitError) -> Step
  ) throws(GitError) {
    if isShallow { return try historyOfGit.walk(history, visit) }
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
      if try visit(ObjectID(oid)) == .stop { return }
    }
  }

  func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    if isShallow { return try historyOfGit.aheadBehind(local: local, upstream: upstream) }
    var ahead = 0
    var behind = 0
    var mine = local.oid
    var theirs = upstream.oid
    try check(
      git_graph_ahead_behind(&ahead, &behind, handle, &mine, &theirs),
      "compare \(local) with \(upstream)")
    return (ahead, behind)
  }

  func mergeBases(_ first: ObjectID, _ second: ObjectID) throws(GitError) -> [ObjectID] {
    if isShallow { return try historyOfGit.mergeBases(first, second) }
    var one = first.oid
    var two = second.oid
    var found = git_oidarray()
    let code = git_merge_bases(&found, handle, &one, &two)
    if code == GIT_ENOTFOUND.rawValue { return [] }
    try check(code, "find where \(first) and \(second) parted")
    defer { git_oidarray_dispose(&found) }
    return (0..<found.count).map { ObjectID(found.ids[$0]) }
  }

  /// libgit2 takes the parents that a shallow clone lacks for missing objects, and what goes by the shape of the
  /// history is asked of git then.
  private var isShallow: Bool { git_repository_is_shallow(handle) == 1 }

  private var historyOfGit: RevList { RevList(git: GitProgram(folder: gitDirectory)) }
}
