import Platform

/// A tracked file that is not in the work tree as it is in HEAD.
public struct WorktreeChange: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// In the index and not in HEAD.
    case added
    /// In what it holds, or in its mode.
    case modified
    /// A folder may stand in its place: git keeps none.
    case deleted
    /// Something that is no regular file stands in its place (a link, a device, a repository), or one that cannot
    /// be opened, or it cannot be told what does.
    case replaced
  }

  public let path: String
  public let kind: Kind
  /// The content in HEAD; nil for `added`.
  public let old: ObjectID?
  /// The content in the work tree, as the file is; nil for `deleted` and `replaced`.
  public let new: ObjectID?
  /// As git would commit it; nil for `deleted` and `replaced`.
  public let mode: FileMode?
}

extension Repository {
  /// The tracked regular files under a folder that differ from HEAD, sorted by path.
  ///
  /// A file whose status is as the index has it is not opened. A file left out by a sparse checkout
  /// is not deleted; one that differs by line ends only, where attributes or the config make git
  /// convert them, is not modified. Files git does not know are not looked for.
  ///
  /// - Parameter isWanted: asked for each path before anything else is.
  public func worktreeChanges(
    under folder: String = "", where isWanted: (String) -> Bool = { _ in true }
  ) throws(GitError) -> [WorktreeChange] {
    let index = try index()
    var changes: [WorktreeChange] = []
    var known: Set<String> = []
    if let id = try head().id {
      let tree = try tree(ofCommit: id)
      for file in try files(inTree: tree, under: folder) where isWanted(file.path) {
        guard file.mode == .file || file.mode == .executable else { continue }
        known.insert(file.path)
        if let change = try change(of: file, index) { changes.append(change) }
      }
    }
    for entry in index.entries(under: folder) where isWanted(entry.path) {
      guard entry.mode == .file || entry.mode == .executable, !entry.isSkipWorktree,
        known.insert(entry.path).inserted
      else { continue }
      let file = workTree + "/" + entry.path
      // Whoever lists the files says which cannot be read.
      guard let status = try? fileStatus(file), status.st_mode & S_IFMT == S_IFREG,
        let content = try? readFile(file)
      else { continue }
      let new = id(ofBlob: content)
      let mode = try mode(of: status, known: entry.mode)
      changes.append(WorktreeChange(path: entry.path, kind: .added, old: nil, new: new, mode: mode))
    }
    return changes.sorted { utf8Precedes($0.path, $1.path) }
  }

  private func change(
    of file: TreeEntry, _ index: Index
  ) throws(GitError) -> WorktreeChange? {
    let entry = index.entry(file.path)
    if let entry {
      let status: stat?
      do { status = try fileStatus(workTree + "/" + file.path) } catch {
        return try content(of: file)
      }
      if status == nil, entry.isSkipWorktree { return nil }
      if let status, status.st_mode & S_IFMT == S_IFREG, entry.id == file.id,
        entry.mode == file.mode, index.isUnchanged(entry, status)
      {
        return nil
      }
    }
    return try content(of: file)
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

  /// What became of a file that HEAD has so; nil for one that holds the same.
  func content(of file: TreeEntry) throws(GitError) -> WorktreeChange? {
    let path = workTree + "/" + file.path
    var there: stat?
    do throws(GitError) {
      there = try fileStatus(path)
      // What a link on the way leads to is no part of the work tree.
      if there != nil, try isBehindLink(file.path) { there = nil }
    } catch {
      // In a folder that is closed to us, or with a path that is too long here.
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
    // One that cannot be opened cannot be committed either; whoever lists the files says so.
    guard let content = try? readFile(path) else {
      return WorktreeChange(path: file.path, kind: .replaced, old: file.id, new: nil, mode: nil)
    }
    let new = id(ofBlob: content)
    let mode = try mode(of: status, known: file.mode)
    if mode == file.mode, new == file.id || source.addedID(ofFile: file.path) == file.id {
      return nil
    }
    return WorktreeChange(path: file.path, kind: .modified, old: file.id, new: new, mode: mode)
  }

  /// The mode that git would commit of a file of the work tree; nil where no regular file is.
  ///
  /// - Parameter known: That of the last commit, which stays where the file system has no such thing
  ///   (`core.fileMode`).
  public func modeToCommit(_ path: String, known: FileMode = .file) throws(GitError) -> FileMode? {
    guard let status = try fileStatus(workTree + "/" + path), status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return try mode(of: status, known: known)
  }

  private func mode(of status: stat, known: FileMode) throws(GitError) -> FileMode {
    guard try bool("core.fileMode") ?? true else { return known }
    return status.st_mode & S_IXUSR != 0 ? .executable : .file
  }
}
