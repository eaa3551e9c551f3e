import Clibgit2

/// The remote-tracking branch that a local branch follows.
public struct Upstream: Hashable, Sendable {
  /// Its full name here, `refs/remotes/origin/main`.
  public let ref: String
  /// The name of the remote, `origin`; `.` for a branch of this repository.
  public let remote: String
  /// The full name of the branch over there, `refs/heads/main`.
  public let remoteRef: String
  /// Where it was when it was last fetched; nil when it never was, or is gone.
  public let id: ObjectID?
}

extension Repository {
  /// What `branch`, a full name, follows; nil when nothing is set up.
  public func upstream(ofBranch branch: String) throws(GitError) -> Upstream? {
    let doing = "find the upstream of \(branch)"
    guard let name = try text(doing, { git_branch_upstream_name($0, handle, branch) }),
      let remote = try text(doing, { git_branch_upstream_remote($0, handle, branch) }),
      let merge = try text(doing, { git_branch_upstream_merge($0, handle, branch) })
    else { return nil }
    return Upstream(ref: name, remote: remote, remoteRef: merge, id: try reference(name))
  }

  /// The names of the remotes.
  public func remotes() throws(GitError) -> [String] {
    var list = git_strarray()
    try check(git_remote_list(&list, handle), "list the remotes")
    defer { git_strarray_dispose(&list) }
    return (0..<list.count).compactMap { list.strings[$0].map { String(cString: $0) } }
  }

  /// How many commits only `local` has, and how many only `upstream` has.
  public func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    if isShallow {
      let ahead = try shallowHistory(History(from: local, hiding: [upstream]))
      let behind = try shallowHistory(History(from: upstream, hiding: [local]))
      return (ahead.count, behind.count)
    }
    var ahead = 0
    var behind = 0
    var mine = local.oid
    var theirs = upstream.oid
    try check(
      git_graph_ahead_behind(&ahead, &behind, handle, &mine, &theirs),
      "compare \(local) with \(upstream)")
    return (ahead, behind)
  }

  /// The best common ancestors of two commits: none for unrelated histories, several after a
  /// criss-cross merge.
  public func mergeBases(_ first: ObjectID, _ second: ObjectID) throws(GitError) -> [ObjectID] {
    if isShallow {
      let outcome = try GitProgram(folder: gitDirectory)
        .run(["merge-base", "--all", first.hex, second.hex])
      return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        .compactMap { ObjectID(hex: String($0)) }
    }
    var one = first.oid
    var two = second.oid
    var found = git_oidarray()
    let code = git_merge_bases(&found, handle, &one, &two)
    if code == GIT_ENOTFOUND.rawValue { return [] }
    try check(code, "find where \(first) and \(second) parted")
    defer { git_oidarray_dispose(&found) }
    return (0..<found.count).map { ObjectID(found.ids[$0]) }
  }

  /// Whether the history ends at commits whose parents were not fetched. libgit2 takes these for missing objects,
  /// and what goes by the shape of the history is asked of git then.
  public var isShallow: Bool { git_repository_is_shallow(handle) == 1 }

  /// The commits that lead to one and not to another, merges left out.
  public func commitCount(
    of tip: ObjectID, without other: ObjectID?
  ) throws(GitError) -> Int {
    var count = 0
    try walk(History(from: tip, hiding: other.map { [$0] } ?? [])) { commit, _ in
      if commit.parents.count < 2 { count += 1 }
      return .goOn
    }
    return count
  }

  private func text(
    _ doing: String, _ call: (UnsafeMutablePointer<git_buf>) -> Int32
  ) throws(GitError) -> String? {
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let code = call(&buffer)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, doing)
    return buffer.ptr.map { String(cString: $0) }
  }
}
