import Platform

/// Trees that were read: most are asked for again at once. The first few, which are those of the newest commit, stay; of
/// the others as many as fit.
struct StoredTrees {
  /// A change asks for two or three; a dictionary is a type that each process has to make first.
  private var first: [(id: ObjectID, tree: StoredTree)] = []
  private static let few = 8
  private var others: [ObjectID: StoredTree] = [:]
  /// Of those, in bytes.
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
  /// - Throws: `noSuchObject`.
  func tree(_ id: ObjectID) throws(GitError) -> StoredTree {
    if let known = trees[id] { return known }
    guard let tree = StoredTree(try object(id, .tree), format) else {
      throw .libgit2(doing: "read the tree \(id)", code: -1, message: "it is damaged")
    }
    trees.keep(tree, id)
    return tree
  }

  /// What two trees (nil: empty ones) themselves have that differs, folders as a whole, in git's order, `prefix` before
  /// each name.
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
