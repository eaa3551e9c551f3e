import Platform

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
    guard branch.hasPrefix("refs/heads/") else { return nil }
    let section = "branch." + branch.dropFirst("refs/heads/".count)
    guard let remote = try string(section + ".remote"), let merge = try string(section + ".merge")
    else { return nil }
    guard let name = try remote == "." ? merge : trackingBranch(of: merge, on: remote) else {
      return nil
    }
    return Upstream(ref: name, remote: remote, remoteRef: merge, id: try reference(name))
  }

  /// Where a branch of a remote is noted when it is fetched: `remote.NAME.fetch` is `+refs/heads/*:refs/remotes/NAME/*`
  /// and the like (git-fetch(1), "refspec").
  private func trackingBranch(of branch: String, on remote: String) throws(GitError) -> String? {
    for text in try strings("remote.\(remote).fetch") {
      let sides = (text.hasPrefix("+") ? text.dropFirst() : text[...]).split(separator: ":")
      guard sides.count == 2 else { continue }
      let (source, target) = (parts(sides[0]), parts(sides[1]))
      guard let source, let target else {
        if sides[0] == branch { return String(sides[1]) }
        continue
      }
      guard branch.count >= source.0.count + source.1.count, branch.hasPrefix(source.0),
        branch.hasSuffix(source.1)
      else { continue }
      return target.0 + branch.dropFirst(source.0.count).dropLast(source.1.count) + target.1
    }
    return nil
  }

  /// What stands before and behind the star; nil where there is none.
  private func parts(_ pattern: Substring) -> (String, String)? {
    guard let star = pattern.firstIndex(of: "*") else { return nil }
    return (String(pattern[..<star]), String(pattern[pattern.index(after: star)...]))
  }

  /// The names of the remotes.
  public func remotes() throws(GitError) -> [String] { try source.remotes() }

  /// How many commits only `local` has, and how many only `upstream` has.
  public func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    try revList.aheadBehind(local: local, upstream: upstream)
  }

  /// The best common ancestors of two commits: none for unrelated histories, several after a
  /// criss-cross merge.
  public func mergeBases(_ first: ObjectID, _ second: ObjectID) throws(GitError) -> [ObjectID] {
    try revList.mergeBases(first, second)
  }

  /// Whether the history ends at commits whose parents were not fetched.
  public var isShallow: Bool {
    (try? fileStatus(commonDirectory + "/shallow")).flatMap { $0 }.map { $0.st_size > 0 } ?? false
  }

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
}
