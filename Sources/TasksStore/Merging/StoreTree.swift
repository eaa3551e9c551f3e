import Git
import Platform
import TasksCore

/// The tasks of a store as a tree has them, by id; of two files with one id the first by path counts.
struct StoreTree {
  // Three of these stand side by side in a merge, each of all tasks: they hold no more than they must.
  private var tasks: [TaskID: TreeEntry] = [:]
  /// Whether some files have one id.
  private var hasTwins = false
  private let contents: MergeContents
  /// Of the store in the repository.
  private let prefix: String

  init(_ tree: ObjectID, _ contents: MergeContents, in store: TaskStore) throws {
    self.contents = contents
    prefix = store.prefix
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard let mark = try mark(of: entry) else { continue }
      if tasks[mark.id] == nil { tasks[mark.id] = entry } else { hasTwins = true }
    }
  }

  /// The tree that changes make of this one; nil where two files have one id, so that all have to be looked at.
  func changed(by changes: some Collection<FileChange>) throws -> StoreTree? {
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

  var ids: Set<TaskID> { Set(tasks.keys) }

  /// The file of a task.
  subscript(id: TaskID) -> TreeEntry? { tasks[id] }

  /// What the list pass has to know of each task: dirty is what differs from `base` in a field.
  ///
  /// What both sides changed alike is nobody's change: git leaves it out of a rebase, where nothing is merged then.
  func items(
    before base: StoreTree?, beside other: StoreTree? = nil
  ) throws -> [TaskID: RankPass.Item] {
    let others = [base, other].compactMap { $0 }
    var items: [TaskID: RankPass.Item] = [:]
    items.reserveCapacity(tasks.count)
    for entry in tasks.values {
      guard let mark = try mark(of: entry) else { continue }
      let isSame = others.contains { there in
        // The same file says the same.
        there[mark.id].map { $0.path == entry.path && $0.id == entry.id } ?? false
      }
      let isDirty =
        try !isSame && (base?[mark.id].map { try contents.isChanged(entry, since: $0) } ?? true)
      items[mark.id] = RankPass.Item(
        rank: mark.rank, isDone: mark.isDone, isDeleted: mark.isDeleted, isDirty: isDirty)
    }
    return items
  }
}
