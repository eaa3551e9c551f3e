import TasksCore

/// A parsed command that applies an action to tasks.
struct ActionRequest: Request {
  let action: any TaskAction
  /// The words that name the tasks.
  let ids: [String]

  func run(in session: Session) throws { try session.perform(action, on: ids) }
}
