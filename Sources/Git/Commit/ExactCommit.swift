import Platform

/// The content a file is to have in a commit.
public struct FileContent: Hashable, Sendable {
  public let path: String
  /// Nil: the file is to go.
  public let content: [UInt8]?
  /// Nil: as it is in the commit before; a new file's is plain.
  public let mode: FileMode?

  public init(path: String, content: [UInt8]?, mode: FileMode? = nil) {
    self.path = path
    self.content = content
    self.mode = mode
  }
}

/// A commit whose objects are written, and to which no reference leads yet.
public struct PreparedCommit: Hashable, Sendable {
  /// Where HEAD was; nil on a branch without a commit.
  public let old: ObjectID?
  public let new: ObjectID
  public let tree: ObjectID
  /// What the index needs to be in step.
  public let changes: [IndexChange]
  /// The objects that are to be synced before a reference leads to them.
  public let written: [ObjectID]

  public init(
    old: ObjectID?, new: ObjectID, tree: ObjectID, changes: [IndexChange],
    written: [ObjectID] = []
  ) {
    (self.old, self.new, self.tree) = (old, new, tree)
    (self.changes, self.written) = (changes, written)
  }
}

extension Repository {
  /// Writes the objects of a commit that changes exact paths against HEAD and nothing else, no
  /// matter what the index holds.
  ///
  /// A file keeps its mode where none is given. Syncing the objects, writing the files, `putIndex` and `moveHead` are
  /// the caller's next steps.
  ///
  /// - Parameters:
  ///   - onto: the commit to build on, HEAD's own.
  ///   - merging: further parents.
  /// - Returns: nil when nothing would change and no parent is added.
  /// - Throws: `invalidPath`, `noSuchObject`.
  public func prepareCommit(
    _ files: [FileContent], onto old: ObjectID?, merging: [ObjectID] = [], message: String,
    author: Signature, committer: Signature
  ) throws(GitError) -> PreparedCommit? {
    var base: ObjectID?
    if let old { base = try tree(ofCommit: old) }
    var treeChanges: [TreeChange] = []
    var indexChanges: [IndexChange] = []
    let written = try writeBlobs(files.compactMap(\.content))
    var ids = written[...]
    for file in files {
      guard file.content != nil, let id = ids.popFirst() else {
        treeChanges.append(.remove(path: file.path))
        indexChanges.append(.remove(path: file.path))
        continue
      }
      let mode = try mode(of: file, over: base)
      treeChanges.append(.write(path: file.path, id: id, mode: mode))
      indexChanges.append(.set(path: file.path, id: id, mode: mode))
    }
    let updated = try updating(tree: base, treeChanges)
    if updated.id == base, merging.isEmpty { return nil }
    let parents = (old.map { [$0] } ?? []) + merging
    let new = try writeCommit(
      tree: updated.id, parents: parents, author: author, committer: committer, message: message)
    return PreparedCommit(
      old: old, new: new, tree: updated.id, changes: indexChanges,
      written: written + updated.written + [new])
  }

  /// The mode that a file gets in a commit on top of a tree.
  func mode(of file: FileContent, over base: ObjectID?) throws(GitError) -> FileMode {
    if let mode = file.mode { return mode }
    guard let base, let there = try entry(file.path, inTree: base) else { return .file }
    return there.mode == .executable ? .executable : .file
  }
}
