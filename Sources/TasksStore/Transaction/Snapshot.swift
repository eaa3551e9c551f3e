import Git

/// What a change starts from: read once, under the store's lock, and passed on.
struct Snapshot {
  let head: Head
  /// The tree of HEAD's commit; nil on a branch without a commit.
  let tree: ObjectID?
  /// The index, as the comparison with the work tree has read it.
  var index: MappedIndex?

  init(_ repository: borrowing Repository) throws(GitError) {
    head = try repository.head()
    tree = if let id = head.id { try repository.tree(ofCommit: id) } else { nil }
  }
}
