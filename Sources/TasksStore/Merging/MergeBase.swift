import Git
import Platform
import TasksCore

extension TaskStore {
  /// Returns the tree that two commits have in common: that of their merge base, or a merge of several.
  ///
  /// In a criss-cross no base is better than another. They are merged without a local side, so that every device
  /// computes the same (merge.md, "Words").
  package func baseTree(_ bases: [ObjectID], depth: Int = 0) throws -> ObjectID? {
    // git and libgit2 return several bases in different orders.
    let bases = bases.ordered { $0.hex < $1.hex }
    guard let first = bases.first else { return nil }
    var tree = try repository.tree(ofCommit: first)
    for other in bases.dropFirst() {
      let older = depth < 20 ? try repository.mergeBases(first, other) : []
      let base = try baseTree(older, depth: depth + 1)
      let merge = try TreeMerge(
        MergeTrees(
          ThreeWay(base: base, ours: tree, theirs: try repository.tree(ofCommit: other)), in: self),
        local: nil, ordersLists: false)
      tree = try merge.trees.write(merge.withMarkers).tree
    }
    return tree
  }
}
