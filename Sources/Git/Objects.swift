import Clibgit2

extension Repository {
  /// The content of a file in git.
  ///
  /// - Throws: `noSuchObject`.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    let blob = try object(id, "file") { git_blob_lookup($0, handle, $1) }
    defer { git_blob_free(blob) }
    let count = Int(git_blob_rawsize(blob))
    guard count > 0, let start = git_blob_rawcontent(blob) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Writes a file's content into git, as it is, and says its id. It is not synced to the disk
  /// before `sync(objects:)`.
  public func writeBlob(_ content: [UInt8]) throws(GitError) -> ObjectID {
    var oid = git_oid()
    let code = content.withUnsafeBytes {
      git_blob_create_from_buffer(&oid, handle, $0.baseAddress, $0.count)
    }
    try check(code, "write a file of \(content.count) bytes into git")
    return ObjectID(oid)
  }

  /// Reads a commit.
  ///
  /// - Throws: `noSuchObject`.
  public func commit(_ id: ObjectID) throws(GitError) -> CommitInfo {
    let commit = try object(id, "commit") { git_commit_lookup($0, handle, $1) }
    defer { git_commit_free(commit) }
    return CommitInfo(commit)
  }

  /// The tree of a commit.
  ///
  /// - Throws: `noSuchObject`.
  public func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    let commit = try object(id, "commit") { git_commit_lookup($0, handle, $1) }
    defer { git_commit_free(commit) }
    guard let tree = git_commit_tree_id(commit) else {
      throw .noSuchObject(id: id, kind: "tree of commit")
    }
    return ObjectID(tree.pointee)
  }

  /// The commit that `HEAD~3`, the beginning of an id, a branch or a tag stands for; nil when there
  /// is none, or more than one.
  public func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    var found: OpaquePointer?
    let code = git_revparse_single(&found, handle, revision)
    let absent = [GIT_ENOTFOUND, GIT_EAMBIGUOUS, GIT_EINVALIDSPEC].map(\.rawValue)
    if absent.contains(code) { return nil }
    try check(code, "find the revision \(revision)")
    defer { git_object_free(found) }
    var peeled: OpaquePointer?
    guard git_object_peel(&peeled, found, GIT_OBJECT_COMMIT) == 0 else { return nil }
    defer { git_object_free(peeled) }
    return git_object_id(peeled).map { ObjectID($0.pointee) }
  }

  /// The tree that a revision names, itself or by its commit; nil when there is none.
  public func resolveTree(_ revision: String) throws(GitError) -> ObjectID? {
    if let commit = try resolve(revision) { return try tree(ofCommit: commit) }
    guard let id = ObjectID(hex: revision), (try? entries(ofTree: id)) != nil else { return nil }
    return id
  }

  /// Whether an object of any kind is there.
  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    let store = try made("open the objects") { git_repository_odb($0, handle) }
    defer { git_odb_free(store) }
    var oid = id.oid
    return git_odb_exists(store, &oid) == 1
  }

  /// Writes a commit object and says its id; no reference moves. The message is taken as it is.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    var treeID = tree.oid
    let parentIDs = parents.map(\.oid)
    return try author.withHandle { author throws(GitError) in
      try committer.withHandle { committer throws(GitError) in
        var oid = git_oid()
        let code = parentIDs.withUnsafeBufferPointer { ids in
          var pointers = ids.indices.map { index in ids.baseAddress?.advanced(by: index) }
          return git_commit_create_from_ids(
            &oid, handle, nil, author, committer, nil, message, &treeID, pointers.count,
            &pointers)
        }
        try check(code, "write a commit")
        return ObjectID(oid)
      }
    }
  }

  /// Looks an object up, which git fetches where a partial clone has left it out; the caller frees it.
  func object(
    _ id: ObjectID, _ kind: String,
    _ call: (UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<git_oid>) -> Int32
  ) throws(GitError) -> OpaquePointer {
    var oid = id.oid
    var found: OpaquePointer?
    var code = call(&found, &oid)
    if code == GIT_ENOTFOUND.rawValue, try PromisedObjects(self).fetch(id) {
      code = call(&found, &oid)
    }
    if code == GIT_ENOTFOUND.rawValue { throw .noSuchObject(id: id, kind: kind) }
    try check(code, "read the \(kind) \(id)")
    guard let found else { throw .noSuchObject(id: id, kind: kind) }
    return found
  }
}
