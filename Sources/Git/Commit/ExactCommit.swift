import Platform

/// The content of one file in a commit to be made.
package struct FileContent: Hashable, Sendable {
  package let path: String
  /// The content; nil removes the file.
  package let content: [UInt8]?
  /// The mode; nil keeps that of the parent commit, and makes a new file not executable.
  package let mode: FileMode?

  package init(path: String, content: [UInt8]?, mode: FileMode? = nil) {
    self.path = path
    self.content = content
    self.mode = mode
  }
}

/// A commit whose objects are written, but that no reference points to yet.
package struct PreparedCommit: Hashable, Sendable {
  /// The commit that HEAD was at; nil on a branch without a commit.
  package let old: ObjectID?
  package let new: ObjectID
  package let tree: ObjectID
  /// The changes that make the index match the commit.
  package let changes: [IndexChange]
  /// The objects to sync before a reference points to them.
  package let written: [ObjectID]

  package init(
    old: ObjectID?, new: ObjectID, tree: ObjectID, changes: [IndexChange],
    written: [ObjectID] = []
  ) {
    (self.old, self.new, self.tree) = (old, new, tree)
    (self.changes, self.written) = (changes, written)
  }
}

extension Repository {
  /// Writes the objects of a commit that changes exact paths of HEAD and nothing else, whatever is in the index.
  ///
  /// The caller then syncs the objects, writes the files, and calls `putIndex` and `moveHead`.
  ///
  /// - Parameters:
  ///   - old: The first parent, which HEAD is at; nil for a branch without a commit.
  ///   - merging: Further parents.
  /// - Returns: Nil if nothing would change and there are no further parents.
  /// - Throws: `invalidPath`, `noSuchObject`.
  package func prepareCommit(
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

  /// Returns the mode of a file in a commit on top of a tree.
  func mode(of file: FileContent, over base: ObjectID?) throws(GitError) -> FileMode {
    if let mode = file.mode { return mode }
    guard let base, let there = try entry(file.path, inTree: base) else { return .file }
    return there.mode == .executable ? .executable : .file
  }
}
