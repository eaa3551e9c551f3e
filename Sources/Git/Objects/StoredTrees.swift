import Platform

/// A cache of parsed trees: most are used again at once. The first few, which are those of the newest commit, are
/// never evicted; all others are dropped when they exceed the size limit.
struct StoredTrees {
  /// A change uses two or three trees; instantiating the type `Dictionary` costs each process more than searching a
  /// short array.
  private var first: [(id: ObjectID, tree: StoredTree)] = []
  private static let few = 8
  private var others: [ObjectID: StoredTree] = [:]
  /// The size of `others` in bytes.
  private var size = 0
  private static let most = 4 << 20

  subscript(id: ObjectID) -> StoredTree? {
    first.first { $0.id == id }?.tree ?? (others.isEmpty ? nil : others[id])
  }

  mutating func keep(_ tree: StoredTree, _ id: ObjectID) {
    if first.count < StoredTrees.few, tree.bytes.count < StoredTrees.most / 16 {
      return first.append((id, tree))
    }
    size += tree.bytes.count
    if size > StoredTrees.most {
      others.removeAll(keepingCapacity: true)
      size = tree.bytes.count
    }
    others[id] = tree
  }
}

extension RepositoryBackend {
  /// Reads a tree, from the cache if it is there.
  ///
  /// - Throws: `noSuchObject`.
  func tree(_ id: ObjectID) throws(GitError) -> StoredTree {
    if let known = trees[id] { return known }
    guard let tree = StoredTree(try object(id, .tree), format) else {
      throw .libgit2(doing: "read the tree \(id)", code: -1, message: "it is damaged")
    }
    trees.keep(tree, id)
    return tree
  }

  /// Returns the entries that differ between two trees (nil: the empty tree), in git's order, with `prefix` before
  /// each name. Subtrees are compared by id only.
  ///
  /// - Throws: `noSuchObject`.
  func differences(
    from old: ObjectID?, to new: ObjectID?, prefix: String
  ) throws(GitError) -> [FileChange] {
    let before = if let old { try tree(old).bytes } else { [UInt8]() }
    let after = if let new { try tree(new).bytes } else { [UInt8]() }
    var found: [FileChange] = []
    _ = before.withUnsafeBytes { before in
      after.withUnsafeBytes { after in
        TreeBytes.differences(TreeBytes(before, format), TreeBytes(after, format)) {
          found.append($0.fileChange(prefix))
        }
      }
    }
    return found
  }
}
