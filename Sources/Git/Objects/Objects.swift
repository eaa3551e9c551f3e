import Platform

extension Repository {
  /// The content of a file in git.
  ///
  /// - Throws: `noSuchObject`.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try source.object(id, .blob) }

  /// Writes a file's content into git, as it is, and says its id. It is not synced to the disk
  /// before `sync(objects:)`.
  public func writeBlob(_ content: [UInt8]) throws(GitError) -> ObjectID {
    try source.write(content, as: .blob)
  }

  /// The same for many at once.
  func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
    try source.write(blobs: contents)
  }

  /// The id that git gives a file of this content here; nothing is written.
  public func id(ofBlob content: [UInt8]) -> ObjectID { ObjectID.ofBlob(content, source.format) }

  /// Reads a commit.
  ///
  /// - Throws: `noSuchObject`.
  public func commit(_ id: ObjectID) throws(GitError) -> CommitInfo {
    let bytes = try source.object(id, .commit)
    guard let info = bytes.withUnsafeBytes({ CommitInfo(id, $0) }) else {
      throw .libgit2(doing: "read the commit \(id)", code: -1, message: "it is damaged")
    }
    return info
  }

  /// The tree of a commit.
  ///
  /// - Throws: `noSuchObject`.
  public func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    let bytes = try source.object(id, .commit)
    var parents: [ObjectID] = []
    guard let node = bytes.withUnsafeBytes({ CommitNode($0, parents: &parents) }) else {
      throw .noSuchObject(id: id, kind: "tree of commit")
    }
    return node.tree
  }

  /// The commit that `HEAD~3`, the beginning of an id, a branch or a tag stands for; nil when there
  /// is none, or more than one.
  public func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    try source.resolve(revision)
  }

  /// The tree that a revision names, itself or by its commit; nil when there is none.
  public func resolveTree(_ revision: String) throws(GitError) -> ObjectID? {
    if let commit = try resolve(revision) { return try tree(ofCommit: commit) }
    guard let id = ObjectID(hex: revision), (try? entries(ofTree: id)) != nil else { return nil }
    return id
  }

  /// Whether an object of any kind is there.
  public func contains(_ id: ObjectID) throws(GitError) -> Bool { try source.contains(id) }

  /// Writes a commit object and says its id; no reference moves. The message is taken as it is.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    var bytes = Array("tree \(tree)\n".utf8)
    for parent in parents { bytes += Array("parent \(parent)\n".utf8) }
    bytes += Array("author \(author.gitText)\n".utf8)
    bytes += Array("committer \(committer.gitText)\n\n".utf8)
    // git itself ends a message there.
    bytes += message.utf8.prefix { $0 != 0 }
    return try source.write(bytes, as: .commit)
  }
}
