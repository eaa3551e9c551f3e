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

/// A tracked file whose version in the work tree differs from HEAD.
package struct WorktreeChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// The file is in the index and not in HEAD.
    case added
    /// Its content or mode differs.
    case modified
    /// The file is missing; a folder may be at its path.
    case deleted
    /// Something other than a readable regular file is at its path (a link, a device, a repository), or its status
    /// cannot be read.
    case replaced
  }

  package let path: String
  package let kind: Kind
  /// The blob in HEAD; nil for `added`.
  package let old: ObjectID?
  /// The id of the content in the work tree, without filters; nil for `deleted` and `replaced`.
  let new: ObjectID?
  /// The mode that git would commit; nil for `deleted` and `replaced`.
  package let mode: FileMode?
}

extension Repository {
  /// Returns the tracked regular files under a folder that differ from HEAD, sorted by path.
  ///
  /// git finds those whose status is not that in the index; a file that a sparse checkout leaves out is none of them. A
  /// file that differs only by a conversion that attributes or the config request, such as line endings, is not
  /// modified. Untracked files are not searched.
  ///
  /// - Parameter isWanted: Whether to compare a path; called before anything else is read for it.
  package func worktreeChanges(
    under folder: String = "", where isWanted: (String) -> Bool = { _ in true }
  ) throws(GitError) -> [WorktreeChange] {
    let tree: ObjectID? = if let id = try head().id { try tree(ofCommit: id) } else { nil }
    // git knows the empty tree without reading it.
    let known = tree ?? ObjectID.of([], .tree, format)
    let said = try GitProgram(folder: workTree).check(
      ["--literal-pathspecs", "diff-index", "--name-only", "-z", "--no-renames", known.hex, "--"]
        + (folder.isEmpty ? [] : [folder]))
    var changes: [WorktreeChange] = []
    for name in said.split(separator: 0) {
      let path = String(decoding: name, as: UTF8.self)
      guard isWanted(path) else { continue }
      let file: TreeEntry? = if let tree { try entry(path, inTree: tree) } else { nil }
      guard let file, file.mode != .tree else {
        if let change = try addition(path) { changes.append(change) }
        continue
      }
      guard file.mode == .file || file.mode == .executable else { continue }
      if let change = try content(of: file) { changes.append(change) }
    }
    return changes.sorted { utf8Precedes($0.path, $1.path) }
  }

  /// A file that is in the index and not in HEAD; nil for one that cannot be read, which the caller's listing of files
  /// reports.
  private func addition(_ path: String) throws(GitError) -> WorktreeChange? {
    let file = workTree + "/" + path
    guard let status = try? fileStatus(file), status.st_mode & S_IFMT == S_IFREG,
      let content = try? readFile(file)
    else { return nil }
    let mode = try mode(of: status, known: .file)
    return WorktreeChange(
      path: path, kind: .added, old: nil, new: id(ofBlob: content), mode: mode)
  }

  private func isBehindLink(_ path: String) throws(GitError) -> Bool {
    var folder = path[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      let status = try fileStatus("\(workTree)/\(folder)")
      if let status, status.st_mode & S_IFMT == S_IFLNK { return true }
    }
    return false
  }

  /// Compares a file of HEAD with the work tree by content; nil if it is the same.
  func content(of file: TreeEntry) throws(GitError) -> WorktreeChange? {
    let path = workTree + "/" + file.path
    var there: stat?
    do throws(GitError) {
      there = try fileStatus(path)
      // What a symbolic link in a parent folder leads to is not in the work tree.
      if there != nil, try isBehindLink(file.path) { there = nil }
    } catch {
      // The folder is not accessible, or the path is too long for this system.
      return WorktreeChange(path: file.path, kind: .replaced, old: file.id, new: nil, mode: nil)
    }
    guard let status = there else {
      return WorktreeChange(path: file.path, kind: .deleted, old: file.id, new: nil, mode: nil)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      var isGone = false
      if status.st_mode & S_IFMT == S_IFDIR {
        isGone = (try? fileStatus(path + "/.git") == nil) ?? false
      }
      return WorktreeChange(
        path: file.path, kind: isGone ? .deleted : .replaced, old: file.id, new: nil, mode: nil)
    }
    // A file that cannot be opened cannot be committed either; the caller's listing of files reports it.
    guard let content = try? readFile(path) else {
      return WorktreeChange(path: file.path, kind: .replaced, old: file.id, new: nil, mode: nil)
    }
    let new = id(ofBlob: content)
    let mode = try mode(of: status, known: file.mode)
    // A filter or the config may convert it.
    if mode == file.mode,
      new == file.id || (try? idToCommit(content, at: file.path)) == file.id
    {
      return nil
    }
    return WorktreeChange(path: file.path, kind: .modified, old: file.id, new: new, mode: mode)
  }

  /// Returns the mode that git would commit for a file of the work tree; nil if there is no regular file.
  ///
  /// - Parameter known: The mode in the last commit, which is kept if `core.fileMode` is false.
  package func modeToCommit(_ path: String, known: FileMode = .file) throws(GitError) -> FileMode? {
    guard let status = try fileStatus(workTree + "/" + path), status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return try mode(of: status, known: known)
  }

  private func mode(of status: stat, known: FileMode) throws(GitError) -> FileMode {
    guard try bool("core.fileMode") ?? true else { return known }
    return status.st_mode & S_IXUSR != 0 ? .executable : .file
  }
}
