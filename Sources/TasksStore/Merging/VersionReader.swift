import Git
import Platform
import TasksCore

/// Reads files as versions of tasks; any thread may.
struct VersionReader: Sendable {
  /// Of the store in the repository.
  let prefix: String
  let workflow: Workflow

  init(_ store: TaskStore) { (prefix, workflow) = (store.prefix, store.settings.workflow) }

  /// - Parameter path: In the repository; outside of the store no file is a task.
  func version(_ bytes: [UInt8], at path: String) -> TaskMerge.Version {
    guard path.begins(with: prefix) else { return TaskMerge.Version(noTask: bytes) }
    return TaskMerge.Version(
      bytes, path: path.dropping(prefix), workflow: workflow)
  }
}
