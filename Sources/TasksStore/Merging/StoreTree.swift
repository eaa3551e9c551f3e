import Git
import Platform
import TasksCore

/// The tasks of a store in a tree, by id. If two files have one id, the first by path counts.
package struct StoreTree {
  // Kept small: a merge holds three of these, each with all tasks.
  private var tasks: [TaskID: TreeEntry] = [:]
  private var hasTwins = false
  private let contents: MergeContents
  /// The path of the store in the repository.
  private let prefix: String

  package init(_ tree: ObjectID, _ contents: MergeContents, in store: TaskStore) throws {
    self.contents = contents
    prefix = store.prefix
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard let mark = try mark(of: entry) else { continue }
      if tasks[mark.id] == nil { tasks[mark.id] = entry } else { hasTwins = true }
    }
  }

  /// Returns the tree with changes applied; nil if two files have one id, so that the whole tree has to be read.
  package func changed(by changes: some Collection<FileChange>) throws -> StoreTree? {
    guard !hasTwins else { return nil }
    var new = self
    for change in changes where change.path.begins(with: prefix) {
      guard let entry = TreeEntry(change.path, change.old, change.oldMode),
        let id = try mark(of: entry)?.id
      else { continue }
      new.tasks[id] = nil
    }
    for change in changes where change.path.begins(with: prefix) {
      guard let entry = TreeEntry(change.path, change.new, change.newMode),
        let mark = try mark(of: entry)
      else { continue }
      guard new.tasks.updateValue(entry, forKey: mark.id) == nil else { return nil }
    }
    return new
  }

  private func mark(of entry: TreeEntry) throws -> TaskMark? {
    guard entry.isFile, Format(path: entry.path) != nil else { return nil }
    return try contents.mark(entry)
  }

  package var ids: Set<TaskID> { Set(tasks.keys) }

  package subscript(id: TaskID) -> TreeEntry? { tasks[id] }

  /// Returns the input of the list pass. A task is dirty if a field differs from `base`, and not if both sides
  /// changed it alike: git leaves such a change out of a rebase, where nothing is merged then.
  func items(
    before base: StoreTree?, beside other: StoreTree? = nil
  ) throws -> [TaskID: RankPass.Item] {
    let others = [base, other].compactMap { $0 }
    var items: [TaskID: RankPass.Item] = [:]
    items.reserveCapacity(tasks.count)
    for entry in tasks.values {
      guard let mark = try mark(of: entry) else { continue }
      let isSame = others.contains { there in
        // The same path and content need no comparison of fields.
        there[mark.id].map { ByteName($0.path) == ByteName(entry.path) && $0.id == entry.id }
          ?? false
      }
      let isDirty =
        try !isSame && (base?[mark.id].map { try contents.isChanged(entry, since: $0) } ?? true)
      items[mark.id] = RankPass.Item(
        rank: mark.rank, isDone: mark.isDone, isDeleted: mark.isDeleted, isDirty: isDirty)
    }
    return items
  }
}
