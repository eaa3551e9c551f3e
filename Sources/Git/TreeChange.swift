import Clibgit2

/// A change to one file of a tree.
public enum TreeChange: Hashable, Sendable {
  case write(path: String, id: ObjectID, mode: FileMode)
  case remove(path: String)

  public var path: String {
    switch self {
    case .write(let path, _, _), .remove(let path): path
    }
  }
}

/// A tree made from another one.
public struct UpdatedTree: Hashable, Sendable {
  public let id: ObjectID
  /// The trees written on the way, `id` among them.
  public let written: [ObjectID]
}

extension Repository {
  /// Writes the trees that differ from `tree` (nil: nothing) by the changes, and says the new root.
  ///
  /// Only the folders on the changed paths are written anew. A folder without files goes; removing
  /// what is not there is no error; a file makes way for a folder of its name and the other way
  /// round. Of several changes of one path the last counts.
  ///
  /// - Throws: `invalidPath`, `noSuchObject`.
  public func updating(
    tree: ObjectID?, _ changes: [TreeChange]
  ) throws(GitError) -> UpdatedTree {
    var root = FolderChange()
    for change in changes {
      let names = try Self.components(of: change.path)
      root.add(change, names[...])
    }
    var written: [ObjectID] = []
    if let id = try write(root, over: tree, &written) {
      return UpdatedTree(id: id, written: written)
    }
    let builder = try made("build a tree") { git_treebuilder_new($0, handle, nil) }
    defer { git_treebuilder_free(builder) }
    let empty = try finish(builder)
    return UpdatedTree(id: empty, written: written + [empty])
  }

  /// The names along a path that can stand in a tree.
  static func components(of path: String) throws(GitError) -> [String] {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for name in names {
      let refused = ["", ".", ".."].contains(name) || name.lowercased() == ".git"
      if refused || name.utf8.contains(0) { throw .invalidPath(path) }
    }
    return names
  }

  /// Writes one folder's tree; nil when nothing is left in it.
  private func write(
    _ folder: FolderChange, over tree: ObjectID?, _ written: inout [ObjectID]
  ) throws(GitError) -> ObjectID? {
    let base: OpaquePointer? = if let tree { try openTree(tree) } else { nil }
    defer { git_tree_free(base) }
    let builder = try made("build a tree") { git_treebuilder_new($0, handle, base) }
    defer { git_treebuilder_free(builder) }
    for (name, change) in folder.changes {
      let name = name.text
      switch change {
      case .write(_, let id, let mode): try insert(name, id, mode, into: builder)
      case .remove:
        // A folder of this name is not the file that is to go.
        if let there = git_treebuilder_get(builder, name),
          git_tree_entry_type(there) != GIT_OBJECT_TREE
        {
          try check(git_treebuilder_remove(builder, name), "remove \(change.path) from a tree")
        }
      }
    }
    for (name, inner) in folder.folders {
      let name = name.text
      var old: ObjectID?
      if let there = git_treebuilder_get(builder, name) {
        if git_tree_entry_type(there) == GIT_OBJECT_TREE {
          old = git_tree_entry_id(there).map { ObjectID($0.pointee) }
        } else if !inner.writes {
          continue
        }
      }
      if let id = try write(inner, over: old, &written) {
        try insert(name, id, .tree, into: builder)
      } else if git_treebuilder_get(builder, name) != nil {
        try check(git_treebuilder_remove(builder, name), "remove the folder \(name) from a tree")
      }
    }
    guard git_treebuilder_entrycount(builder) > 0 else { return nil }
    let id = try finish(builder)
    written.append(id)
    return id
  }

  private func insert(
    _ name: String, _ id: ObjectID, _ mode: FileMode, into builder: OpaquePointer
  ) throws(GitError) {
    var oid = id.oid
    let raw = git_filemode_t(rawValue: numericCast(mode.rawValue))
    try check(git_treebuilder_insert(nil, builder, name, &oid, raw), "put \(name) into a tree")
  }

  private func finish(_ builder: OpaquePointer) throws(GitError) -> ObjectID {
    var oid = git_oid()
    try check(git_treebuilder_write(&oid, builder), "write a tree")
    return ObjectID(oid)
  }
}

/// The changes below one folder.
private struct FolderChange {
  var changes: [ByteName: TreeChange] = [:]
  var folders: [ByteName: FolderChange] = [:]

  mutating func add(_ change: TreeChange, _ names: ArraySlice<String>) {
    guard let first = names.first.map(ByteName.init) else { return }
    if names.count == 1 {
      changes[first] = change
    } else {
      folders[first, default: FolderChange()].add(change, names.dropFirst())
    }
  }

  /// Whether anything below is written, not only removed.
  var writes: Bool {
    changes.values.contains { if case .write = $0 { true } else { false } }
      || folders.values.contains { $0.writes }
  }
}
