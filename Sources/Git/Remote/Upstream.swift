import Platform

package struct Upstream: Hashable, Sendable {
  /// The full name of the remote-tracking branch, `refs/remotes/origin/main`.
  package let ref: String
  /// The name of the remote, `origin`; `.` for a branch of this repository.
  package let remote: String
  /// The full name of the branch on the remote, `refs/heads/main`.
  package let remoteRef: String
  /// The commit that was fetched last; nil if it was never fetched, or the remote-tracking branch is gone.
  package let id: ObjectID?

  package init(ref: String, remote: String, remoteRef: String, id: ObjectID?) {
    self.ref = ref
    self.remote = remote
    self.remoteRef = remoteRef
    self.id = id
  }
}

extension Repository {
  /// Returns the upstream of `branch`, a full name; nil if none is configured.
  package func upstream(ofBranch branch: String) throws(GitError) -> Upstream? {
    guard branch.hasPrefix("refs/heads/") else { return nil }
    let section = "branch." + branch.dropFirst("refs/heads/".count)
    guard let remote = try string(section + ".remote"), let merge = try string(section + ".merge")
    else { return nil }
    guard let name = try remote == "." ? merge : trackingBranch(of: merge, on: remote) else {
      return nil
    }
    return Upstream(ref: name, remote: remote, remoteRef: merge, id: try reference(name))
  }

  /// Returns the remote-tracking branch of a branch on a remote: `remote.NAME.fetch` is a refspec such as
  /// `+refs/heads/*:refs/remotes/NAME/*` (git-fetch(1), "refspec").
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

  /// Splits a pattern at its star; nil if it has none.
  private func parts(_ pattern: Substring) -> (String, String)? {
    guard let star = pattern.firstIndex(of: "*") else { return nil }
    return (String(pattern[..<star]), String(pattern[pattern.index(after: star)...]))
  }

  package func remotes() throws(GitError) -> [String] { try source.remotes() }

  /// Counts the commits that only `local` has, and those that only `upstream` has.
  package func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    try revList.aheadBehind(local: local, upstream: upstream)
  }

  /// Returns the best common ancestors of two commits: none for unrelated histories, several after a criss-cross
  /// merge.
  package func mergeBases(_ first: ObjectID, _ second: ObjectID) throws(GitError) -> [ObjectID] {
    try revList.mergeBases(first, second)
  }

  package func isAncestor(
    _ older: ObjectID, of younger: ObjectID
  ) throws(GitError) -> Bool {
    if older == younger { return true }
    return try mergeBases(older, younger) == [older]
  }

  package var isShallow: Bool {
    (try? fileStatus(commonDirectory + "/shallow")).flatMap { $0 }.map { $0.st_size > 0 } ?? false
  }

  /// Counts the commits that are reachable from `tip` and not from `other`, without merge commits.
  package func commitCount(
    of tip: ObjectID, without other: ObjectID?
  ) throws(GitError) -> Int {
    try revList.count(of: tip, without: other)
  }
}
