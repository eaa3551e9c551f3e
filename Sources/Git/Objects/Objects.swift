import Platform

extension Repository {
  /// Reads a blob.
  ///
  /// - Throws: `noSuchObject`.
  package func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try source.object(id, .blob) }

  /// Writes a blob without applying filters, and returns its id. It is not synced to the disk; see ``diskSync``.
  package func writeBlob(_ content: [UInt8]) throws(GitError) -> ObjectID {
    try source.write(content, as: .blob)
  }

  /// Writes many blobs at once.
  func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
    try source.write(blobs: contents)
  }

  /// Computes the id of a blob with this content; nothing is written.
  package func id(ofBlob content: [UInt8]) -> ObjectID { ObjectID.ofBlob(content, source.format) }

  /// Reads a commit.
  ///
  /// - Throws: `noSuchObject`.
  package func commit(_ id: ObjectID) throws(GitError) -> CommitInfo {
    let bytes = try source.object(id, .commit)
    guard let info = bytes.withUnsafeBytes({ CommitInfo(id, $0) }) else {
      throw .libgit2(doing: "read the commit \(id)", code: -1, message: "it is damaged")
    }
    return info
  }

  /// Returns the tree of a commit.
  ///
  /// - Throws: `noSuchObject`.
  package func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    let bytes = try source.object(id, .commit)
    guard let tree = bytes.withUnsafeBytes({ CommitBytes($0)?.tree }) else {
      throw .noSuchObject(id: id, kind: "tree of commit")
    }
    return tree
  }

  /// Resolves `HEAD~3`, an abbreviated id, a branch or a tag to a commit; nil if it names none, or is ambiguous.
  package func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    try source.resolve(revision)
  }

  /// Resolves a revision to a tree, of a commit or by the tree's own id; nil if there is none.
  package func resolveTree(_ revision: String) throws(GitError) -> ObjectID? {
    if let commit = try resolve(revision) { return try tree(ofCommit: commit) }
    guard let id = ObjectID(hex: revision), (try? entries(ofTree: id)) != nil else { return nil }
    return id
  }

  /// Whether an object of any type exists.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool { try source.contains(id) }

  /// Writes a commit object and returns its id; no reference moves. The message is not cleaned up.
  package func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    var bytes = Array("tree \(tree)\n".utf8)
    for parent in parents { bytes += Array("parent \(parent)\n".utf8) }
    bytes += Array("author \(author.gitText)\n".utf8)
    bytes += Array("committer \(committer.gitText)\n\n".utf8)
    // git ends a message at a NUL.
    bytes += message.utf8.prefix { $0 != 0 }
    return try source.write(bytes, as: .commit)
  }
}
