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
    let empty = try source.draft(of: nil).write()
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
    let draft = try source.draft(of: tree)
    for (name, change) in folder.changes {
      let name = name.text
      switch change {
      case .write(_, let id, let mode): try draft.set(name, id, mode)
      case .remove:
        // A folder of this name is not the file that is to go.
        if case .other = draft.place(of: name) { try draft.remove(name) }
      }
    }
    for (name, inner) in folder.folders {
      let name = name.text
      var old: ObjectID?
      switch draft.place(of: name) {
      case .folder(let id): old = id
      case .other where !inner.writes: continue
      case .other, .nothing: break
      }
      if let id = try write(inner, over: old, &written) {
        try draft.set(name, id, .tree)
      } else if case .nothing = draft.place(of: name) {
      } else {
        try draft.remove(name)
      }
    }
    guard !draft.isEmpty else { return nil }
    let id = try draft.write()
    written.append(id)
    return id
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
