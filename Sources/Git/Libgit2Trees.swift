import Clibgit2

extension Libgit2Access {
  func entry(named name: String, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    let folder = try openTree(tree)
    defer { git_tree_free(folder) }
    return git_tree_entry_byname(folder, name).flatMap { Self.entry($0, path: name) }
  }

  func entries(ofTree tree: ObjectID, prefix: String) throws(GitError) -> [TreeEntry] {
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

  func differences(
    from old: ObjectID?, to new: ObjectID?, prefix: String
  ) throws(GitError) -> [FileChange] {
    let before: OpaquePointer? = if let old { try openTree(old) } else { nil }
    defer { git_tree_free(before) }
    let after: OpaquePointer? = if let new { try openTree(new) } else { nil }
    defer { git_tree_free(after) }
    var found: [FileChange] = []
    var left = 0
    var right = 0
    while true {
      let one = before.flatMap { git_tree_entry_byindex($0, left) }
      let two = after.flatMap { git_tree_entry_byindex($0, right) }
      if one == nil && two == nil { return found }
      let order: Int32 =
        if let one, let two { git_tree_entry_cmp(one, two) } else { one == nil ? 1 : -1 }
      if order <= 0 { left += 1 }
      if order >= 0 { right += 1 }
      if let change = Self.change(order <= 0 ? one : nil, order >= 0 ? two : nil, prefix) {
        found.append(change)
      }
    }
  }

  /// Of two entries of one name and kind, or one of them alone; nil for two that are the same.
  private static func change(
    _ one: OpaquePointer?, _ two: OpaquePointer?, _ prefix: String
  ) -> FileChange? {
    if let one, let two, let first = git_tree_entry_id(one), let second = git_tree_entry_id(two),
      git_oid_equal(first, second) == 1,
      git_tree_entry_filemode_raw(one) == git_tree_entry_filemode_raw(two)
    {
      return nil
    }
    guard let any = one ?? two, let name = git_tree_entry_name(any) else { return nil }
    let path = prefix + String(cString: name)
    let old = one.flatMap { entry($0, path: path) }
    let new = two.flatMap { entry($0, path: path) }
    // Modes that git takes for one may be written in two ways.
    guard old != new else { return nil }
    return FileChange(
      path: path, old: old?.id, new: new?.id, oldMode: old?.mode, newMode: new?.mode)
  }

  func draft(of tree: ObjectID?) throws(GitError) -> any TreeDraft {
    let base: OpaquePointer? = if let tree { try openTree(tree) } else { nil }
    defer { git_tree_free(base) }
    return Libgit2TreeDraft(
      try made("build a tree") { git_treebuilder_new($0, handle, base) })
  }

  /// Opens a tree, which git fetches where a partial clone has left it out; the caller frees it.
  private func openTree(_ id: ObjectID) throws(GitError) -> OpaquePointer {
    var oid = id.oid
    var found: OpaquePointer?
    var code = git_tree_lookup(&found, handle, &oid)
    if code == GIT_ENOTFOUND.rawValue, try promised.fetch(id) {
      code = git_tree_lookup(&found, handle, &oid)
    }
    if code == GIT_ENOTFOUND.rawValue { throw .noSuchObject(id: id, kind: "tree") }
    try check(code, "read the tree \(id)")
    guard let found else { throw .noSuchObject(id: id, kind: "tree") }
    return found
  }

  private static func entry(_ entry: OpaquePointer, path: String) -> TreeEntry? {
    guard let oid = git_tree_entry_id(entry) else { return nil }
    return TreeEntry(
      path: path, id: ObjectID(oid.pointee),
      mode: FileMode(UInt32(git_tree_entry_filemode(entry).rawValue)))
  }
}

private final class Libgit2TreeDraft: TreeDraft {
  private let builder: OpaquePointer

  /// Takes the builder over.
  init(_ builder: OpaquePointer) { self.builder = builder }

  deinit { git_treebuilder_free(builder) }

  var isEmpty: Bool { git_treebuilder_entrycount(builder) == 0 }

  func place(of name: String) -> TreePlace {
    guard let there = git_treebuilder_get(builder, name), let id = git_tree_entry_id(there) else {
      return .nothing
    }
    return git_tree_entry_type(there) == GIT_OBJECT_TREE ? .folder(ObjectID(id.pointee)) : .other
  }

  func set(_ name: String, _ id: ObjectID, _ mode: FileMode) throws(GitError) {
    var oid = id.oid
    let raw = git_filemode_t(rawValue: numericCast(mode.rawValue))
    try check(git_treebuilder_insert(nil, builder, name, &oid, raw), "put \(name) into a tree")
  }

  func remove(_ name: String) throws(GitError) {
    try check(git_treebuilder_remove(builder, name), "remove \(name) from a tree")
  }

  func write() throws(GitError) -> ObjectID {
    var oid = git_oid()
    try check(git_treebuilder_write(&oid, builder), "write a tree")
    return ObjectID(oid)
  }
}
