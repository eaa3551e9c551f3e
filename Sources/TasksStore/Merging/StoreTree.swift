import Git
import TasksCore

/// The tasks of a store as a tree has them, by id; of two files with one id the first by path counts.
struct StoreTree {
  private struct Known {
    let entry: TreeEntry
    let mark: TaskMark
  }

  private var tasks: [TaskID: Known] = [:]
  /// The files with a task, by their path in the repository.
  private(set) var files: [String: TreeEntry] = [:]
  private let contents: MergeContents
  /// Of the store in the repository.
  private let prefix: String

  init(_ tree: ObjectID, _ contents: MergeContents, in store: TaskStore) throws {
    self.contents = contents
    prefix = store.prefix
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard let mark = try mark(of: entry) else { continue }
      files[entry.path] = entry
      if tasks[mark.id] == nil { tasks[mark.id] = Known(entry: entry, mark: mark) }
    }
  }

  /// The tree that changes make of this one; nil where two files have one id, so that all have to be looked at.
  func changed(by changes: some Collection<FileChange>) throws -> StoreTree? {
    guard files.count == tasks.count else { return nil }
    var new = self
    for change in changes {
      guard let entry = new.files.removeValue(forKey: change.path),
        let id = try contents.mark(entry.path, entry.id)?.id
      else { continue }
      new.tasks[id] = nil
    }
    for change in changes {
      guard change.path.hasPrefix(prefix),
        let entry = TreeEntry(change.path, change.new, change.newMode),
        let mark = try mark(of: entry)
      else { continue }
      new.files[entry.path] = entry
      guard new.tasks.updateValue(Known(entry: entry, mark: mark), forKey: mark.id) == nil else {
        return nil
      }
    }
    return new
  }

  private func mark(of entry: TreeEntry) throws -> TaskMark? {
    guard entry.isFile, Format(path: entry.path) != nil else { return nil }
    return try contents.mark(entry.path, entry.id)
  }

  var ids: Set<TaskID> { Set(tasks.keys) }

  /// The file of a task.
  subscript(id: TaskID) -> TreeEntry? { tasks[id]?.entry }

  /// What the list pass has to know of each task: dirty is what differs from `base` in a field.
  ///
  /// What both sides changed alike is nobody's change: git leaves it out of a rebase, where nothing is merged then.
  func items(
    before base: StoreTree?, beside other: StoreTree? = nil
  ) throws -> [TaskID: RankPass.Item] {
    let others = [base, other].compactMap { $0 }
    return try tasks.mapValues { known in
      let (entry, mark) = (known.entry, known.mark)
      let isSame = others.contains { there in
        // The same file says the same.
        there[mark.id].map { $0.path == entry.path && $0.id == entry.id } ?? false
      }
      guard !isSame, let task = try contents.document(entry.path, entry.id)?.task else {
        return RankPass.Item(rank: mark.rank, isDone: mark.isDone, isDeleted: mark.isDeleted)
      }
      let before = try base?[mark.id].flatMap { try contents.document($0.path, $0.id)?.task }
      return RankPass.Item(task, base: before)
    }
  }
}

/// What the order of the list depends on: little, as it is kept of every task of three trees.
struct TaskMark {
  let id: TaskID
  let rank: Rank?
  let isDone: Bool
  let isDeleted: Bool

  init(_ task: Task) {
    (id, rank, isDone, isDeleted) = (task.id, task.rank, task.isDone, task.isDeleted)
  }

  /// - Parameter row: As the cache has it of a task; its id is in the record.
  init(_ row: TaskRow, id: TaskID) {
    (self.id, rank) = (id, Rank(row.rank))
    (isDone, isDeleted) = (row.flags.contains(.done), row.flags.contains(.deleted))
  }
}
