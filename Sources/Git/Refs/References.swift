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

package enum Head: Hashable, Sendable {
  /// A branch without a commit.
  case unborn(ref: String)
  /// A branch; `ref` is its full name, `refs/heads/…`.
  case branch(ref: String, id: ObjectID)
  case detached(ObjectID)

  /// The commit; nil if the branch has none yet.
  package var id: ObjectID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The full name of the branch; nil if HEAD is detached.
  package var ref: String? {
    switch self {
    case .unborn(let ref), .branch(let ref, _): ref
    case .detached: nil
    }
  }
}

/// An operation that git has begun and not finished; a commit made now would become part of it.
package enum OngoingOperation: String, Hashable, Sendable {
  case merge
  case rebase
  case cherryPick = "cherry-pick"
  case revert
  case bisect
  case am
}

extension Repository {
  package func head() throws(GitError) -> Head {
    if let name = try symbolicTarget(of: "HEAD") {
      return try reference(name).map { .branch(ref: name, id: $0) } ?? .unborn(ref: name)
    }
    guard let id = try reference("HEAD") else {
      throw .libgit2(doing: "read HEAD", code: -1, message: "it points nowhere")
    }
    return .detached(id)
  }

  /// Resolves HEAD to the chain of symbolic references that starts with it, and the last one, which a commit moves.
  func namesOfHead() throws(GitError) -> (all: [String], last: String) {
    var names = ["HEAD"]
    var last = "HEAD"
    // git follows no more than five either.
    while names.count <= 5, let next = try symbolicTarget(of: last) {
      names.append(next)
      last = next
    }
    return (names, last)
  }

  /// Returns the target of a symbolic reference; nil if it is not symbolic.
  ///
  /// HEAD may also be a symbolic link, as old versions of git made it and `core.preferSymlinkRefs` still does.
  private func symbolicTarget(of name: String) throws(GitError) -> String? {
    if name == "HEAD", source.hasReferenceFiles,
      let link = File.linkTarget(gitDirectory + "/HEAD").map({ String(decoding: $0, as: UTF8.self) }
      ), link.hasPrefix("refs/")
    {
      return link
    }
    return try source.symbolicTarget(of: name)
  }

  /// Returns the operation that git is in the middle of; nil if there is none.
  package func ongoingOperation() -> OngoingOperation? {
    if isThere("rebase-merge") { return .rebase }
    if isThere("rebase-apply") { return isThere("rebase-apply/applying") ? .am : .rebase }
    if isThere("MERGE_HEAD") { return .merge }
    if isInTheMiddle("REVERT_HEAD") { return .revert }
    if isInTheMiddle("CHERRY_PICK_HEAD") { return .cherryPick }
    return isThere("BISECT_LOG") ? .bisect : nil
  }

  private func isThere(_ name: String) -> Bool { access("\(gitDirectory)/\(name)", F_OK) == 0 }

  /// Whether a pseudoref exists: it is a file in the git directory, or a reference if references are not stored in
  /// files.
  private func isInTheMiddle(_ name: String) -> Bool {
    isThere(name) || !source.hasReferenceFiles && (try? reference(name)) ?? nil != nil
  }
}
