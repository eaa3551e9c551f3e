import Platform

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

extension FileChange {
  /// What brings an index in step with it.
  public var forIndex: IndexChange {
    if let new, let newMode {
      .set(path: path, id: new, mode: newMode)
    } else {
      .remove(path: path)
    }
  }

  /// The trees of folders that differ; nil for what is no folder.
  var folders: (old: ObjectID?, new: ObjectID?) {
    (oldMode == .tree ? old : nil, newMode == .tree ? new : nil)
  }
}

/// Which paths are looked at.
public struct PathSelection: Hashable, Sendable {
  private let prefix: String
  private var paths: Set<String>?
  private var folders: Set<String> = []

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
    if let paths { addFolders(of: paths) }
  }

  /// Has these paths looked at, too.
  public mutating func add(_ more: Set<String>) {
    guard paths != nil else { return }
    paths?.formUnion(more)
    addFolders(of: more)
  }

  private mutating func addFolders(of paths: Set<String>) {
    for path in paths {
      var rest = path[...]
      while let slash = rest.lastSlash {
        rest = rest[..<slash]
        folders.insert(String(rest))
      }
    }
  }

  /// Whether a file is looked at.
  public func contains(_ path: String) -> Bool {
    if let paths { return paths.contains(path) }
    return prefix.isEmpty || path == prefix || path.begins(with: prefix + "/")
  }

  /// Whether anything in a folder may be looked at.
  public func reaches(_ folder: String) -> Bool {
    if paths != nil { return folders.contains(folder) }
    return contains(folder) || prefix.begins(with: folder + "/")
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
    for change in try source.differences(from: old, to: new, prefix: prefix) {
      if change.oldMode == .tree || change.newMode == .tree {
        guard selection.reaches(change.path) else { continue }
        let (before, after) = change.folders
        try compare(before, after, change.path + "/", selection, &found)
      } else if selection.contains(change.path) {
        found.append(change)
      }
    }
  }
}
