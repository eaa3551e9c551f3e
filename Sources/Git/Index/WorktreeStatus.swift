import Platform

/// How the status of a file compares with the index.
package enum WorktreeMatch: Sendable {
  case same
  case different
  /// There is no regular file.
  case absent
}

/// Work tree status from the index alone, without reading files or trees.
extension Repository {
  /// Returns the tracked files under a folder that may differ from HEAD, with their entries in HEAD, sorted by path:
  /// those whose status in the index is not current.
  ///
  /// - Parameters:
  ///   - folder: Empty, or with a slash at its end.
  ///   - head: The tree of HEAD's commit.
  ///   - look: Compares the file at a path, relative to the folder, with a status in the index. Called once for each
  ///     path in the index that a sparse checkout does not leave out.
  ///   - isWanted: Whether to return a path, relative to the folder, that has no file.
  /// - Returns: The files, and the index that was read. Nil if the index is not sufficient: changes are staged, or
  ///   only git can read it.
  /// - Throws: `system`, and the errors of reading HEAD.
  package func suspects(
    under folder: String, of head: ObjectID,
    look: (UnsafeRawBufferPointer, FileStatus) -> WorktreeMatch,
    where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> (files: [TreeEntry], index: MappedIndex)? {
    guard format == .sha1, let image = MappedIndex(indexPath) else { return nil }
    let entry = try entry(withoutSlash(folder), inTree: head)
    let tree = folder.isEmpty ? head : entry?.mode == .tree ? entry?.id : nil
    defer { withExtendedLifetime(image) {} }
    let names = folder.names().map { Array($0.utf8) }
    do throws(GitError) {
      let suspects = try image.suspects(
        under: Array(folder.utf8), path: indexPath, look, where: isWanted)
      guard let suspects, let tree, image.cacheTree?.id(of: names[...]) == tree else { return nil }
      return (suspects, image)
    } catch {
      if case .unsupportedIndex = error { return nil }
      throw error
    }
  }

  /// Visits the files under a folder whose status in the index identifies their content. Racy entries are skipped; if
  /// only git can read the index, the visit may be incomplete.
  ///
  /// - Parameters:
  ///   - folder: Empty, or with a slash at its end.
  ///   - visit: Called with the path relative to the folder, the status, and the blob.
  package func visitSettledFiles(
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

  /// Whether the index has something else than a tree: staged changes, or conflicts.
  package func hasStagedChanges(against tree: ObjectID) throws(GitError) -> Bool {
    let outcome = try GitProgram(folder: workTree).run(
      ["diff-index", "--cached", "--quiet", "--no-ext-diff", tree.hex])
    guard [.exited(0), .exited(1)].contains(outcome.status) else {
      throw .programFailed(
        command: "git diff-index", status: outcome.status.code, output: outcome.said)
    }
    return !outcome.succeeded
  }

  /// Has git refresh the status of unchanged files in the index. Errors are ignored: without it, later comparisons
  /// only take longer.
  package func refreshIndex() {
    _ = try? GitProgram(folder: workTree).run(["update-index", "-q", "--refresh"])
  }

  /// Compares files of HEAD with the work tree by content; returns those that differ.
  package func worktreeChanges(among files: [TreeEntry]) throws(GitError) -> [WorktreeChange] {
    var changes: [WorktreeChange] = []
    for file in files { if let change = try content(of: file) { changes.append(change) } }
    return changes
  }
}

extension MappedIndex {
  /// See `Repository.suspects`; nil if an entry shows that the index differs from HEAD.
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
