import Platform

extension Repository {
  /// The hooks that `git merge` runs before it commits.
  private static let mergeHooks = ["pre-merge-commit", "prepare-commit-msg", "commit-msg"]

  /// Whether any of these hooks exists.
  package func hasMergeHook() throws(GitError) -> Bool {
    for name in Repository.mergeHooks where try hook(named: name) != nil { return true }
    return false
  }

  /// Writes a merge commit as `git merge` would: runs the user's hooks, and signs it if `commit.gpgSign` is set. No
  /// reference moves. The message is not cleaned up; only a hook may change it.
  ///
  /// - Throws: `hookFailed` if a hook refuses.
  package func writeMerge(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    var needsGit = try bool("commit.gpgSign") == true
    if !needsGit { needsGit = try hasMergeHook() }
    guard needsGit else {
      return try writeCommit(
        tree: tree, parents: parents, author: author, committer: committer, message: message)
    }
    return try GitProgramCommit().merge(
      tree: tree, parents: parents, in: self, message: message, author: author,
      committer: committer)
  }
}
