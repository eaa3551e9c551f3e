import Git

/// What a change starts from: read once, under the store's lock, and passed on.
package struct Snapshot {
  let head: Head
  /// The tree of HEAD's commit; nil on a branch without a commit.
  package let tree: ObjectID?
  /// The index, as the comparison with the work tree has read it.
  var index: MappedIndex?

  package init(_ repository: borrowing Repository) throws(GitError) {
    head = try repository.head()
    tree = if let id = head.id { try repository.tree(ofCommit: id) } else { nil }
  }
}
