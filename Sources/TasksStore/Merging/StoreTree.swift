import Git
import TasksCore

/// The tasks of a store as a tree has them, by id; of two files with one id the first by path counts.
struct StoreTree {
  private(set) var tasks: [TaskID: Task] = [:]
  /// The files with a task, by their path in the repository.
  private(set) var files: [String: TreeEntry] = [:]
  private let prefix: String

  init(_ tree: ObjectID, _ contents: MergeContents, in store: TaskStore) throws {
    prefix = store.prefix
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard entry.mode == .file || entry.mode == .executable, Format(path: entry.path) != nil,
        let task = try contents.document(entry.path, entry.id)?.task
      else { continue }
      files[entry.path] = entry
      if tasks[task.id] == nil { tasks[task.id] = task }
    }
  }

  /// What the list pass has to know of each task: dirty is what differs from `base` in a field.
  ///
  /// What both sides changed alike is nobody's change: git leaves it out of a rebase, where nothing is merged then.
  func items(before base: StoreTree?, beside other: StoreTree? = nil) -> [TaskID: RankPass.Item] {
    tasks.mapValues { task in
      if isSame(task, in: base) || isSame(task, in: other) {
        return RankPass.Item(rank: task.rank, isDone: task.isDone, isDeleted: task.isDeleted)
      }
      return RankPass.Item(task, base: base?.tasks[task.id])
    }
  }

  /// The same file says the same.
  private func isSame(_ task: Task, in other: StoreTree?) -> Bool {
    guard let other, other.tasks[task.id]?.path == task.path else { return false }
    return other.files[prefix + task.path]?.id == files[prefix + task.path]?.id
  }
}
