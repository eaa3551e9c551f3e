import Clibgit2

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
    let root = try openTree(tree)
    defer { git_tree_free(root) }
    guard
      let entry = try madeIfFound("look up \(path)", { git_tree_entry_bypath($0, root, path) })
    else { return nil }
    defer { git_tree_entry_free(entry) }
    return Self.entry(entry, path: path)
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
    let handle = try openTree(tree)
    defer { git_tree_free(handle) }
    var entries: [TreeEntry] = []
    for index in 0..<git_tree_entrycount(handle) {
      guard let entry = git_tree_entry_byindex(handle, index),
        let name = git_tree_entry_name(entry)
      else { continue }
      if let value = Self.entry(entry, path: prefix + String(cString: name)) {
        entries.append(value)
      }
    }
    return entries
  }

  /// Opens a tree; the caller frees it.
  func openTree(_ id: ObjectID) throws(GitError) -> OpaquePointer {
    try object(id, "tree") { git_tree_lookup($0, handle, $1) }
  }

  static func entry(_ entry: OpaquePointer, path: String) -> TreeEntry? {
    guard let oid = git_tree_entry_id(entry) else { return nil }
    return TreeEntry(
      path: path, id: ObjectID(oid.pointee),
      mode: FileMode(UInt32(git_tree_entry_filemode(entry).rawValue)))
  }
}
