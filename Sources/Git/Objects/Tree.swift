import Platform

/// What kind of thing an entry of a tree or of the index is.
public enum FileMode: UInt32, Hashable, Sendable {
  case tree = 0o040000
  case file = 0o100644
  case executable = 0o100755
  case link = 0o120000
  /// A commit of another repository: a submodule.
  case commit = 0o160000

  /// git's own normalisation of modes that old versions wrote.
  init(_ raw: UInt32) {
    switch raw & 0o170000 {
    case 0o040000: self = .tree
    case 0o120000: self = .link
    case 0o160000: self = .commit
    default: self = raw & 0o100 != 0 ? .executable : .file
    }
  }
}

/// A file in a tree.
public struct TreeEntry: Hashable, Sendable {
  /// Relative to the tree, with slashes.
  public let path: String
  public let id: ObjectID
  public let mode: FileMode

  public init(path: String, id: ObjectID, mode: FileMode) {
    self.path = path
    self.id = id
    self.mode = mode
  }
}

extension Repository {
  /// The file or folder at a path in a tree, nil when there is none.
  ///
  /// - Throws: `noSuchObject` when the tree itself is missing.
  public func entry(_ path: String, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    // Step by step, so that git fetches a folder that a partial clone has left out.
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

  /// All files in a tree at or under a path (`""`: all), folders left out, in git's order. A name
  /// that is not UTF-8 is repaired.
  public func files(inTree tree: ObjectID, under path: String = "") throws(GitError) -> [TreeEntry]
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

  /// What a tree itself has, in git's order, `prefix` before each name. A name that is not UTF-8 is repaired.
  func entries(ofTree tree: ObjectID, prefix: String = "") throws(GitError) -> [TreeEntry] {
    try source.tree(tree).entries(prefix: prefix)
  }
}
