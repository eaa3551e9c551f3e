import Platform

extension Repository {
  /// Returns the object that a reference points to, following symbolic references; nil if it does not exist.
  ///
  /// - Parameter name: A full name, `refs/heads/main` or `HEAD`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    try source.reference(name)
  }

  /// Lists the full names of all references with a prefix such as `refs/heads/`, sorted.
  package func references(under prefix: String) throws(GitError) -> [String] {
    try source.references(under: prefix)
  }

  /// Creates or moves a reference, if it is still at `old` (nil: if it does not exist).
  ///
  /// The reflog is written if git would write it, with the identity of `author`, else that of the config. Waits up to
  /// a second for a lock that another process holds.
  ///
  /// - Throws: `referenceMoved`, `referenceLocked`.
  package func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String,
    author: Signature? = nil
  ) throws(GitError) {
    try mover().updateReference(name, to: new, from: old, message: message, author: author)
  }

  /// Removes a reference; one that does not exist is no error.
  package func removeReference(_ name: String) throws(GitError) {
    try mover().removeReference(name)
  }

  /// Returns the backend that moves references: the git program if the user has a hook that must see each move.
  private func mover() throws(GitError) -> any RepositoryBackend {
    guard let hook = try hookOnReferences() else { return source }
    return try GitProgramBackend(at: workTree, feature: "the hook \(hook)", durable: isDurable)
  }

  /// Returns the path of the user's hook reference-transaction (githooks(5)); nil if there is none.
  func hookOnReferences() throws(GitError) -> String? {
    try hook(named: "reference-transaction")
  }

  /// Moves the branch that HEAD points to, or a detached HEAD itself, if it is still at `old`; creates a branch that
  /// has no commit yet (`old` nil). Neither the index nor files change.
  ///
  /// - Throws: `headMoved` if another process moved it; `referenceLocked`.
  package func moveHead(
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

  /// Removes the lock files that a killed process left while it moved HEAD to `new`.
  ///
  /// Call it only if no other process of this program can be at work. Lock files of git have other contents and are
  /// kept.
  package func clearDeadReferenceLock(writing new: ObjectID) throws(GitError) {
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
  /// Updates the remote-tracking branch after a push; git has often done so itself.
  package func updateTracking(
    _ name: String, to new: ObjectID, from old: ObjectID?
  ) throws(GitError) {
    guard try reference(name) != new else { return }
    try updateReference(name, to: new, from: old, message: "update by push")
  }
}
