import Platform

/// A cache of the trees that were parsed last: most are used again at once.
package struct StoredTrees {
  // An array: a search in it takes less time than reading a tree, and a dictionary's generic type would have to be
  // instantiated in each process.
  private var trees: [(id: ObjectID, tree: StoredTree)] = []
  /// The size of the trees in bytes.
  private var size = 0
  private static let (mostTrees, mostBytes) = (512, 4 << 20)

  subscript(id: ObjectID) -> StoredTree? { trees.first { $0.id == id }?.tree }

  mutating func keep(_ tree: StoredTree, _ id: ObjectID) {
    size += tree.bytes.count
    while let oldest = trees.first,
      trees.count == StoredTrees.mostTrees || size > StoredTrees.mostBytes
    {
      size -= oldest.tree.bytes.count
      trees.removeFirst()
    }
    trees.append((id, tree))
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
    return before.withUnsafeBytes { before in
      after.withUnsafeBytes { after in
        // Trees are checked when they are read.
        TreeBytes.differences(TreeBytes(before, format), TreeBytes(after, format), prefix: prefix)
          ?? []
      }
    }
  }
}
