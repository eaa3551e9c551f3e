import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// The commit (or other object) a reference leads to, through symbolic ones; nil when it does not
  /// exist. `name` is a full name, `refs/heads/main` or `HEAD`.
  public func reference(_ name: String) throws(GitError) -> ObjectID? {
    var oid = git_oid()
    let code = git_reference_name_to_id(&oid, handle, name)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the reference \(name)")
    return ObjectID(oid)
  }

  /// The full names of all references below a prefix such as `refs/heads/`, sorted.
  public func references(under prefix: String) throws(GitError) -> [String] {
    var list = git_strarray()
    try check(git_reference_list(&list, handle), "list the references")
    defer { git_strarray_dispose(&list) }
    return (0..<list.count).compactMap { list.strings[$0].map { String(cString: $0) } }
      .filter { $0.hasPrefix(prefix) }
      .sorted()
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
    if let author {
      try check(
        git_repository_set_ident(
          handle, Signature.clean(author.name), Signature.clean(author.email)),
        "set the name for the reflog")
    }
    defer { if author != nil { git_repository_set_ident(handle, nil, nil) } }
    var target = new.oid
    var expected = old?.oid ?? git_oid()
    try withLockRetries(on: name) {
      var reference: OpaquePointer?
      defer { git_reference_free(reference) }
      if old == nil { return git_reference_create(&reference, handle, name, &target, 0, message) }
      return git_reference_create_matching(
        &reference, handle, name, &target, 1, &expected, message)
    } moved: { () throws(GitError) in
      .referenceMoved(name: name, expected: old, actual: try self.reference(name))
    }
  }

  /// Removes a reference; one that does not exist is no error.
  public func removeReference(_ name: String) throws(GitError) {
    try withLockRetries(on: name) {
      let code = git_reference_remove(handle, name)
      return code == GIT_ENOTFOUND.rawValue ? 0 : code
    } moved: { () throws(GitError) in
      .referenceMoved(name: name, expected: nil, actual: try self.reference(name))
    }
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
    let path = (name == "HEAD" ? gitDirectory : commonDirectory) + "/\(name).lock"
    guard let bytes = try readFileIfThere(path) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    if (new.hex + "\n").hasPrefix(text) { unlink(path) }
  }

  /// Runs a call that needs a reference's lock, again for as long as another process holds it.
  private func withLockRetries(
    on name: String, _ call: () -> Int32, moved: () throws(GitError) -> GitError
  ) throws(GitError) {
    for attempt in 0..<50 {
      if attempt > 0 { usleep(20_000) }
      let code = call()
      if code == GIT_ELOCKED.rawValue { continue }
      if code == GIT_EMODIFIED.rawValue || code == GIT_EEXISTS.rawValue { throw try moved() }
      if code == GIT_ENOTFOUND.rawValue { throw try moved() }
      try check(code, "move the reference \(name)")
      return
    }
    throw .referenceLocked(name: name)
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
