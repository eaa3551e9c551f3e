import Platform

package enum TreeChange: Hashable, Sendable {
  case write(path: String, id: ObjectID, mode: FileMode)
  case remove(path: String)

  package var path: String {
    switch self {
    case .write(let path, _, _), .remove(let path): path
    }
  }
}

package struct UpdatedTree: Hashable, Sendable {
  package let id: ObjectID
  /// The ids of all trees written, `id` among them.
  package let written: [ObjectID]
}

extension Repository {
  /// Applies changes to a tree (nil: the empty tree), writes the trees that differ, and returns the new root.
  ///
  /// Only the folders on the changed paths are written. A folder that becomes empty is removed; removing a missing
  /// file is no error; a file replaces a folder of its name, and the reverse. If a path has several changes the last
  /// one counts.
  ///
  /// - Throws: `invalidPath`, `noSuchObject`.
  package func updating(
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
    let empty = try source.write([], as: .tree)
    return UpdatedTree(id: empty, written: written + [empty])
  }

  /// Splits a path into components, and checks that a tree may contain them.
  static func components(of path: String) throws(GitError) -> [String] {
    let names = path.names(keepingEmpty: true)
    for name in names {
      let refused = ["", ".", ".."].contains(name) || name.lowercased() == ".git"
      if refused || name.utf8.contains(0) { throw .invalidPath(path) }
    }
    return names
  }

  /// Writes the tree of one folder; nil if it is empty.
  private func write(
    _ folder: FolderChange, over tree: ObjectID?, _ written: inout [ObjectID]
  ) throws(GitError) -> ObjectID? {
    let old = if let tree { try source.tree(tree) } else { StoredTree(format) }
    // The new entry for each changed name; nil removes it.
    var places: [ByteName: TreeEntry?] = [:]
    for (name, change) in folder.changes {
      switch change {
      case .write(_, let id, let mode):
        places[name] = TreeEntry(path: name.text, id: id, mode: mode)
      case .remove:
        // A folder of this name is kept: the file to remove is missing already.
        if let there = old.entry(named: name.text), there.mode != .tree {
          places[name] = .some(nil)
        }
      }
    }
    for (name, inner) in folder.folders {
      let there = places[name] ?? old.entry(named: name.text)
      let isFolder = there?.mode == .tree
      if there != nil, !isFolder, !inner.writes { continue }
      if let id = try write(inner, over: isFolder ? there?.id : nil, &written) {
        places[name] = TreeEntry(path: name.text, id: id, mode: .tree)
      } else if there != nil {
        places[name] = .some(nil)
      }
    }
    let bytes = old.replacing(places)
    guard !bytes.isEmpty else { return nil }
    if let tree, bytes == old.bytes { return tree }
    let id = try source.write(bytes, as: .tree)
    written.append(id)
    return id
  }
}

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

  /// Whether any change below sets a file, rather than removing one.
  var writes: Bool {
    changes.values.contains { if case .write = $0 { true } else { false } }
      || folders.values.contains { $0.writes }
  }
}
