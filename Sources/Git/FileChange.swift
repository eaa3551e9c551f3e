import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that differs between two trees.
public struct FileChange: Hashable, Sendable {
  public let path: String
  /// What it was; nil when it was not there.
  public let old: ObjectID?
  /// What it is; nil when it is gone.
  public let new: ObjectID?
  public let oldMode: FileMode?
  public let newMode: FileMode?

  public init(
    path: String, old: ObjectID?, new: ObjectID?, oldMode: FileMode?, newMode: FileMode?
  ) {
    self.path = path
    self.old = old
    self.new = new
    self.oldMode = oldMode
    self.newMode = newMode
  }
}

/// Which paths are looked at.
public struct PathSelection: Hashable, Sendable {
  private let prefix: String
  private let paths: Set<String>?
  private let folders: Set<String>

  /// Everything at or under a folder; `""` is everything.
  public static func under(_ folder: String) -> PathSelection {
    PathSelection(prefix: withoutSlash(folder), paths: nil)
  }

  /// These paths alone.
  public static func exactly(_ paths: Set<String>) -> PathSelection {
    PathSelection(prefix: "", paths: paths)
  }

  private init(prefix: String, paths: Set<String>?) {
    self.prefix = prefix
    self.paths = paths
    var folders: Set<String> = []
    for path in paths ?? [] {
      var rest = path[...]
      while let slash = rest.lastIndex(of: "/") {
        rest = rest[..<slash]
        folders.insert(String(rest))
      }
    }
    self.folders = folders
  }

  /// Whether a file is looked at.
  public func contains(_ path: String) -> Bool {
    if let paths { return paths.contains(path) }
    return prefix.isEmpty || path == prefix || path.hasPrefix(prefix + "/")
  }

  /// Whether anything in a folder may be looked at.
  public func reaches(_ folder: String) -> Bool {
    if paths != nil { return folders.contains(folder) }
    return contains(folder) || prefix.hasPrefix(folder + "/")
  }
}

extension Repository {
  /// The files that differ between two trees (nil: the empty one), sorted as git sorts trees;
  /// renames are not guessed. Equal folders are not opened.
  ///
  /// - Throws: `noSuchObject`.
  public func changes(
    from old: ObjectID?, to new: ObjectID?, in selection: PathSelection = .under("")
  ) throws(GitError) -> [FileChange] {
    var found: [FileChange] = []
    guard old != new else { return found }
    try compare(old, new, "", selection, &found)
    return found
  }

  /// As `changes(from:to:in:)`, with a folder's path.
  public func changes(
    from old: ObjectID?, to new: ObjectID?, under folder: String
  ) throws(GitError) -> [FileChange] {
    try changes(from: old, to: new, in: .under(folder))
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, _ prefix: String, _ selection: PathSelection,
    _ found: inout [FileChange]
  ) throws(GitError) {
    let before: OpaquePointer? = if let old { try openTree(old) } else { nil }
    defer { git_tree_free(before) }
    let after: OpaquePointer? = if let new { try openTree(new) } else { nil }
    defer { git_tree_free(after) }
    var left = 0
    var right = 0
    while true {
      let one = before.flatMap { git_tree_entry_byindex($0, left) }
      let two = after.flatMap { git_tree_entry_byindex($0, right) }
      if one == nil && two == nil { return }
      let order: Int32 =
        if let one, let two { git_tree_entry_cmp(one, two) } else { one == nil ? 1 : -1 }
      if order <= 0 { left += 1 }
      if order >= 0 { right += 1 }
      try note(order <= 0 ? one : nil, order >= 0 ? two : nil, prefix, selection, &found)
    }
  }

  /// Two entries of one name and kind, or one of them alone.
  private func note(
    _ one: OpaquePointer?, _ two: OpaquePointer?, _ prefix: String, _ selection: PathSelection,
    _ found: inout [FileChange]
  ) throws(GitError) {
    if let one, let two, let first = git_tree_entry_id(one), let second = git_tree_entry_id(two),
      git_oid_equal(first, second) == 1,
      git_tree_entry_filemode_raw(one) == git_tree_entry_filemode_raw(two)
    {
      return
    }
    guard let any = one ?? two, let name = git_tree_entry_name(any) else { return }
    let path = prefix + String(cString: name)
    let old = one.flatMap { Self.entry($0, path: path) }
    let new = two.flatMap { Self.entry($0, path: path) }
    if old?.mode == .tree || new?.mode == .tree {
      guard selection.reaches(path) else { return }
      try compare(old?.id, new?.id, path + "/", selection, &found)
    } else if selection.contains(path), old != new {
      found.append(
        FileChange(
          path: path, old: old?.id, new: new?.id, oldMode: old?.mode, newMode: new?.mode))
    }
  }
}
