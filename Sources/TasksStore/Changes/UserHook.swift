import TasksCore

/// A hook of the user, by the name of its program. Those before a change can refuse it or change what is written.
enum UserHook: String, Sendable {
  case add = "on-add"
  case modify = "on-modify"
  case done = "on-done"
  case delete = "on-delete"
  case commit = "post-commit"
  case sync = "post-sync"

  /// Makes the hook for a change of a task.
  ///
  /// - Parameters:
  ///   - verb: The operation. `done` finishes a repeating task too, which is open again afterwards.
  ///   - finish: The state that `done` gives the old task.
  init(from old: Task?, to new: Task?, verb: String, finish: State?) {
    guard let new else {
      self = .delete
      return
    }
    guard let old else {
      self = .add
      return
    }
    if new.isDeleted, !old.isDeleted {
      self = .delete
    } else if verb == "done" || !old.isDone && new.isDone && new.state == finish {
      self = .done
    } else {
      self = .modify
    }
  }
}
