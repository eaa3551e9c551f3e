import Clibgit2
import Platform

extension Libgit2Backend {
  func reference(_ name: String) throws(GitError) -> ObjectID? {
    var oid = git_oid()
    let code = git_reference_name_to_id(&oid, handle, name)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the reference \(name)")
    return ObjectID(oid)
  }

  func symbolicTarget(of name: String) throws(GitError) -> String? {
    var found: OpaquePointer?
    let code = git_reference_lookup(&found, handle, name)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the reference \(name)")
    defer { git_reference_free(found) }
    return git_reference_symbolic_target(found).map { String(cString: $0) }
  }

  func references(under prefix: String) throws(GitError) -> [String] {
    var list = git_strarray()
    try check(git_reference_list(&list, handle), "list the references")
    defer { git_strarray_dispose(&list) }
    return (0..<list.count).compactMap { list.strings[$0].map { String(cString: $0) } }
      .filter { $0.hasPrefix(prefix) }
      .sorted()
  }

  func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String, author: Signature?
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

  func removeReference(_ name: String) throws(GitError) {
    try withLockRetries(on: name) {
      let code = git_reference_remove(handle, name)
      return code == GIT_ENOTFOUND.rawValue ? 0 : code
    } moved: { () throws(GitError) in
      .referenceMoved(name: name, expected: nil, actual: try self.reference(name))
    }
  }

  /// Runs a call that takes a reference's lock, again for up to a second while another process holds it.
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
