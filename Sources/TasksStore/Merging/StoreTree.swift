import Git
import TasksCore

/// The tasks of a store as a tree has them, by id; of two files with one id the first by path counts.
struct StoreTree {
  private(set) var tasks: [TaskID: Task] = [:]
  private var blobs: [String: ObjectID] = [:]
  private var byPath: [String: Task] = [:]

  /// - Parameter other: A tree that was read already: files that are the same in both are not read again.
  init(_ tree: ObjectID, sharing other: StoreTree? = nil, in store: TaskStore) throws {
    for entry in try store.repository.files(inTree: tree, under: store.prefix) {
      guard entry.mode == .file || entry.mode == .executable, Format(path: entry.path) != nil else {
        continue
      }
      blobs[entry.path] = entry.id
      let path = String(entry.path.dropFirst(store.prefix.count))
      let known = other?.blobs[entry.path] == entry.id ? other?.byPath[entry.path] : nil
      let isRead = other?.blobs[entry.path] == entry.id
      let task =
        isRead ? known : (try? store.parse(try store.repository.blob(entry.id), path: path))?.task
      guard let task else { continue }
      byPath[entry.path] = task
      if tasks[task.id] == nil { tasks[task.id] = task }
    }
  }

  /// What the list pass has to know of each task: dirty is what differs from `base` in a field.
  ///
  /// - Parameter changed: The paths that differ from base on either side: no other task can be dirty.
  func items(before base: [TaskID: Task], changed: Set<String>) -> [TaskID: RankPass.Item] {
    tasks.mapValues { RankPass.Item($0, base: base[$0.id]) }
  }
}
