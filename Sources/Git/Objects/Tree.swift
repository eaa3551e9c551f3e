import Platform

/// The mode of an entry in a tree or the index.
package enum FileMode: UInt32, Hashable, Sendable {
  case tree = 0o040000
  case file = 0o100644
  case executable = 0o100755
  case link = 0o120000
  /// A commit of another repository (gitlink): a submodule.
  case commit = 0o160000

  /// Normalizes a mode as git does; old versions of git wrote others.
  package init(_ raw: UInt32) {
    switch raw & 0o170000 {
    case 0o040000: self = .tree
    case 0o120000: self = .link
    case 0o160000: self = .commit
    default: self = raw & 0o100 != 0 ? .executable : .file
    }
  }
}

/// A file in a tree.
package struct TreeEntry: Hashable, Sendable {
  /// Relative to the tree, with slashes.
  package let path: String
  package let id: ObjectID
  package let mode: FileMode

  package init(path: String, id: ObjectID, mode: FileMode) {
    self.path = path
    self.id = id
    self.mode = mode
  }
}

extension Repository {
  /// Returns the file or folder at a path in a tree; nil if there is none.
  ///
  /// - Throws: `noSuchObject` if a tree on the way is missing.
  package func entry(_ path: String, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    // Reads one tree after another, so that git fetches a tree that a partial clone lacks.
    var tree = tree
    var names = path.names()[...]
    while let name = names.popFirst() {
      guard let found = try source.tree(tree).entry(named: name) else { return nil }
      if names.isEmpty { return TreeEntry(path: path, id: found.id, mode: found.mode) }
      guard found.mode == .tree else { return nil }
      tree = found.id
    }
    return nil
  }

  /// Lists all files in a tree at or under a path (`""`: all), without folders, in git's order. Bytes of names that
  /// are not UTF-8 become U+FFFD.
  package func files(inTree tree: ObjectID, under path: String = "") throws(GitError) -> [TreeEntry]
  {
    var found: [TreeEntry] = []
    let path = withoutSlash(path)
    if path.isEmpty {
      try collect(tree, "", into: &found)
    } else if let entry = try entry(path, inTree: tree) {
      if entry.mode == .tree {
        try collect(entry.id, path + "/", into: &found)
      } else {
        found.append(entry)
      }
    }
    return found
  }

  private func collect(
    _ tree: ObjectID, _ prefix: String, into found: inout [TreeEntry]
  ) throws(GitError) {
    for entry in try entries(ofTree: tree, prefix: prefix) {
      if entry.mode == .tree {
        try collect(entry.id, entry.path + "/", into: &found)
      } else {
        found.append(entry)
      }
    }
  }

  /// Lists the entries of one tree in git's order, with `prefix` before each name. Bytes of names that are not UTF-8
  /// become U+FFFD.
  package func entries(ofTree tree: ObjectID, prefix: String = "") throws(GitError) -> [TreeEntry] {
    try source.tree(tree).entries(prefix: prefix)
  }
}
