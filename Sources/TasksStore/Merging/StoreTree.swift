import Git
import TasksCore

/// The tasks of a store as a tree has them, by id; of two files with one id the first by path counts.
struct StoreTree {
  private(set) var tasks: [TaskID: Task] = [:]

  init(_ tree: ObjectID, _ contents: MergeContents, in store: TaskStore) throws {
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard entry.mode == .file || entry.mode == .executable, Format(path: entry.path) != nil,
        let task = try contents.document(entry.path, entry.id)?.task
      else { continue }
      if tasks[task.id] == nil { tasks[task.id] = task }
    }
  }

  /// What the list pass has to know of each task: dirty is what differs from `base` in a field.
  func items(before base: [TaskID: Task]) -> [TaskID: RankPass.Item] {
    tasks.mapValues { RankPass.Item($0, base: base[$0.id]) }
  }
}
