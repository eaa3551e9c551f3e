import Platform

/// How a file of the work tree stands to what the index knows of its status.
public enum WorktreeMatch: Sendable {
  case same
  case different
  /// No regular file is there.
  case absent
}

/// What the index alone tells of a work tree, without a file being opened or a tree being walked.
extension Repository {
  /// The tracked files under a folder that may differ from HEAD, as HEAD has them, sorted by path: those the
  /// index has no current status of.
  ///
  /// - Parameters:
  ///   - folder: Empty, or with a slash at its end.
  ///   - head: The tree of HEAD's commit.
  ///   - look: Says whether the file at a path from that folder on has the status that the index knows. Called once
  ///     for each path in the index but those that a sparse checkout leaves out.
  ///   - isWanted: Asked about a path without a file, from that folder on.
  /// - Returns: The files and the index as it was read. Nil when the index does not tell: something is staged, or only git can read it.
  /// - Throws: `system` and what reading HEAD throws.
  public func suspects(
    under folder: String, of head: ObjectID,
    look: (UnsafeRawBufferPointer, FileStatus) -> WorktreeMatch,
    where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> (files: [TreeEntry], index: MappedIndex)? {
    guard format == .sha1, let image = MappedIndex(indexPath),
      let tree = try self.tree(of: folder, inTree: head)
    else { return nil }
    defer { withExtendedLifetime(image) {} }
    let names = folder.names().map { Array($0.utf8) }
    do throws(GitError) {
      let suspects = try image.suspects(
        under: Array(folder.utf8), path: indexPath, look, where: isWanted)
      guard let suspects, image.cacheTree?.id(of: names[...]) == tree else { return nil }
      return (suspects, image)
    } catch {
      if case .unsupportedIndex = error { return nil }
      throw error
    }
  }

  /// Visits the files under a folder whose content is that of an object as long as they have a status: those the index
  /// has, but what changed too late for it to tell. Not all of them where only git can read the index.
  ///
  /// - Parameters:
  ///   - folder: Empty, or with a slash at its end.
  ///   - visit: Is given the path from that folder on.
  public func visitSettledFiles(
    under folder: String, _ visit: (UnsafeRawBufferPointer, FileStatus, ObjectID) -> Void
  ) {
    guard format == .sha1, let image = MappedIndex(indexPath) else { return }
    defer { withExtendedLifetime(image) {} }
    let folder = Array(folder.utf8)
    try? image.walk(path: indexPath) { entry, bytes in
      guard entry.name.count > folder.count, entry.name.starts(with: folder), entry.stage == 0,
        entry.extended == 0
      else { return }
      let known = FileStatus { bytes.word(at: entry.start + 4 * $0) }
      let mode = FileMode(bytes.word(at: entry.start + 24))
      guard known.mtime < image.writtenAt, mode == .file || mode == .executable else { return }
      visit(
        UnsafeRawBufferPointer(rebasing: entry.name[folder.count...]), known,
        ObjectID(bytes, at: entry.start + 40))
    }
  }

  /// The tree that the index would be committed as, where it knows that without computing it.
  public func treeOfIndex() -> ObjectID? {
    guard format == .sha1, let image = MappedIndex(indexPath) else { return nil }
    defer { withExtendedLifetime(image) {} }
    var isWhole = true
    do throws(GitError) {
      try image.walk(path: indexPath) { entry, _ in
        if entry.stage != 0 || entry.isIntentToAdd { isWhole = false }
      }
    } catch {
      return nil
    }
    return isWhole ? image.cacheTree?.id(of: []) : nil
  }

  /// Gives the index the status of files that are as it has them. Where that cannot be done, looking at them only
  /// takes longer.
  public func refreshIndex() {
    _ = try? GitProgram(folder: workTree).run(["update-index", "-q", "--refresh"])
  }

  /// What became of files that HEAD has so; those that are as they were are left out.
  public func worktreeChanges(among files: [TreeEntry]) throws(GitError) -> [WorktreeChange] {
    var changes: [WorktreeChange] = []
    for file in files { if let change = try content(of: file) { changes.append(change) } }
    return changes
  }

  private func tree(of folder: String, inTree root: ObjectID) throws(GitError) -> ObjectID? {
    var tree = root
    for name in folder.names() {
      guard let entry = try entry(name, inTree: tree), entry.mode == .tree else {
        return nil
      }
      tree = entry.id
    }
    return tree
  }
}

extension MappedIndex {
  /// Nil where an entry says nothing about HEAD.
  fileprivate func suspects(
    under folder: [UInt8], path: String,
    _ look: (UnsafeRawBufferPointer, FileStatus) -> WorktreeMatch,
    where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [TreeEntry]? {
    var suspects: [TreeEntry] = []
    var tellsOfHead = true
    try walk(path: path) { entry, bytes in
      guard folder.isEmpty || entry.name.count > folder.count && entry.name.starts(with: folder)
      else { return }
      if entry.stage != 0 || entry.isIntentToAdd { tellsOfHead = false }
      let mode = FileMode(bytes.word(at: entry.start + 24))
      guard !entry.isSkipWorktree, mode == .file || mode == .executable else { return }
      let name = UnsafeRawBufferPointer(rebasing: entry.name[folder.count...])
      let known = FileStatus { bytes.word(at: entry.start + 4 * $0) }
      switch look(name, known) {
      case .same: if known.mtime < writtenAt { return }
      case .different: break
      case .absent: if !isWanted(name) { return }
      }
      suspects.append(
        TreeEntry(
          path: String(decoding: entry.name, as: UTF8.self),
          id: ObjectID(bytes, at: entry.start + 40), mode: mode))
    }
    return tellsOfHead ? suspects : nil
  }
}
