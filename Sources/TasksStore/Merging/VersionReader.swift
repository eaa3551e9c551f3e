import Platform
import TasksCore

/// Parses files as versions of tasks, on any thread.
struct VersionReader: Sendable {
  /// The path of the store in the repository.
  let prefix: String
  let workflow: Workflow

  init(_ store: TaskStore) { (prefix, workflow) = (store.prefix, store.settings.workflow) }

  /// - Parameter path: The path in the repository; a file outside the store is not a task.
  func version(_ bytes: [UInt8], at path: String) -> TaskMerge.Version {
    guard path.begins(with: prefix) else { return TaskMerge.Version(noTask: bytes) }
    return TaskMerge.Version(
      bytes, path: path.dropping(prefix), workflow: workflow)
  }
}
