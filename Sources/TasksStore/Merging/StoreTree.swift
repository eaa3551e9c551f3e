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

  init(_ tree: ObjectID, _ contents: MergeContents, in store: TaskStore) throws {
    self.contents = contents
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard entry.isFile, Format(path: entry.path) != nil,
        let mark = try contents.mark(entry.path, entry.id)
      else { continue }
      files[entry.path] = entry
      if tasks[mark.id] == nil { tasks[mark.id] = Known(entry: entry, mark: mark) }
    }
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
}
