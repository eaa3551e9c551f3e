import Platform

extension Repository {
  /// The commit (or other object) a reference leads to, through symbolic ones; nil when it does not
  /// exist. `name` is a full name, `refs/heads/main` or `HEAD`.
  public func reference(_ name: String) throws(GitError) -> ObjectID? {
    try source.reference(name)
  }

  /// The full names of all references below a prefix such as `refs/heads/`, sorted.
  public func references(under prefix: String) throws(GitError) -> [String] {
    try source.references(under: prefix)
  }

  /// Creates or moves a reference, if it is still at `old` (nil: if it does not exist).
  ///
  /// The reflog is written where git would write it, in the name of `author`, else of the config.
  /// A lock held by another process is waited for, up to a second.
  ///
  /// - Throws: `referenceMoved`, `referenceLocked`.
  public func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String,
    author: Signature? = nil
  ) throws(GitError) {
    try mover().updateReference(name, to: new, from: old, message: message, author: author)
  }

  /// Removes a reference; one that does not exist is no error.
  public func removeReference(_ name: String) throws(GitError) {
    try mover().removeReference(name)
  }

  /// Who moves references: git itself where a hook of the user's is to see each of them move.
  private func mover() throws(GitError) -> any RepositoryBackend {
    guard let hook = try hookOnReferences() else { return source }
    return try GitProgramBackend(at: workTree, feature: "the hook \(hook)", durable: isDurable)
  }

  /// The hook that sees references move (githooks(5), reference-transaction).
  func hookOnReferences() throws(GitError) -> String? {
    try hook(named: "reference-transaction")
  }

  /// Moves what HEAD stands for, the branch it points to or a detached HEAD itself, if it is still
  /// at `old`; a branch without a commit (`old` nil) is created. Neither index nor files change.
  ///
  /// - Throws: `headMoved` when somebody else moved it, `referenceLocked`.
  public func moveHead(
    to new: ObjectID, from old: ObjectID?, message: String, author: Signature? = nil
  ) throws(GitError) {
    let name = try namesOfHead().last
    do {
      try updateReference(name, to: new, from: old, message: message, author: author)
    } catch {
      if case .referenceMoved(_, let expected, let actual) = error {
        throw .headMoved(expected: expected, actual: actual)
      }
      throw error
    }
  }

  /// Removes the lock that a killed process left on what HEAD stands for while it moved it to `new`. Only to be
  /// called where no other process of ours can be at work; git's own locks, which say something else, stay.
  public func clearDeadReferenceLock(writing new: ObjectID) throws(GitError) {
    let name = try namesOfHead().last
    for path in [
      (name == "HEAD" ? gitDirectory : commonDirectory) + "/" + name, gitDirectory + "/HEAD",
    ] {
      if try readFileIfThere(path + ".lock") == Array((new.hex + "\n").utf8) {
        unlink(path + ".lock")
      }
    }
  }
}

extension Repository {
  /// Notes where a push has put a remote's branch; git has often done so itself.
  public func updateTracking(
    _ name: String, to new: ObjectID, from old: ObjectID?
  ) throws(GitError) {
    guard try reference(name) != new else { return }
    try updateReference(name, to: new, from: old, message: "update by push")
  }
}
