import Platform

/// A file that differs between two trees.
package struct FileChange: Hashable, Sendable {
  package let path: String
  /// The old blob; nil if the file was added.
  package let old: ObjectID?
  /// The new blob; nil if the file was deleted.
  package let new: ObjectID?
  package let oldMode: FileMode?
  package let newMode: FileMode?

  package init(
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
  /// The change that makes an index match the new tree.
  package var forIndex: IndexChange {
    if let new, let newMode {
      .set(path: path, id: new, mode: newMode)
    } else {
      .remove(path: path)
    }
  }

  /// The old and new id if the entry is a tree; nil on a side where it is not.
  var folders: (old: ObjectID?, new: ObjectID?) {
    (oldMode == .tree ? old : nil, newMode == .tree ? new : nil)
  }
}

/// The paths that a comparison of trees includes.
package struct PathSelection: Hashable, Sendable {
  private let prefix: String
  private var paths: Set<String>?
  private var folders: Set<String> = []

  /// Selects everything at or under a folder; `""` selects everything.
  package static func under(_ folder: String) -> PathSelection {
    PathSelection(prefix: withoutSlash(folder), paths: nil)
  }

  package static func exactly(_ paths: Set<String>) -> PathSelection {
    PathSelection(prefix: "", paths: paths)
  }

  private init(prefix: String, paths: Set<String>?) {
    self.prefix = prefix
    self.paths = paths
    if let paths { addFolders(of: paths) }
  }

  package mutating func add(_ more: Set<String>) {
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

  package func contains(_ path: String) -> Bool {
    if let paths { return paths.contains(path) }
    return prefix.isEmpty || path == prefix || path.begins(with: prefix + "/")
  }

  func reaches(_ folder: String) -> Bool {
    if paths != nil { return folders.contains(folder) }
    return contains(folder) || prefix.begins(with: folder + "/")
  }
}

extension Repository {
  /// Returns the files that differ between two trees (nil: the empty tree), in git's order of trees. Renames are not
  /// detected; equal subtrees are not read.
  ///
  /// - Throws: `noSuchObject`.
  package func changes(
    from old: ObjectID?, to new: ObjectID?, in selection: PathSelection = .under("")
  ) throws(GitError) -> [FileChange] {
    var found: [FileChange] = []
    try visitChanges(from: old, to: new, in: selection) { found.append($0) }
    return found
  }

  /// Visits the files that differ, one at a time; see `changes(from:to:in:)`.
  package func visitChanges(
    from old: ObjectID?, to new: ObjectID?, in selection: PathSelection,
    _ visit: (FileChange) throws(GitError) -> Void
  ) throws(GitError) {
    if old != new { try compare(old, new, "", selection, visit) }
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, _ prefix: String, _ selection: PathSelection,
    _ visit: (FileChange) throws(GitError) -> Void
  ) throws(GitError) {
    for change in try source.differences(from: old, to: new, prefix: prefix) {
      if change.oldMode == .tree || change.newMode == .tree {
        guard selection.reaches(change.path) else { continue }
        let (before, after) = change.folders
        try compare(before, after, change.path + "/", selection, visit)
      } else if selection.contains(change.path) {
        try visit(change)
      }
    }
  }
}
