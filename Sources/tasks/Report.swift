import TasksCore
import TasksStore

/// Prints the result of a command that changed tasks: the tasks as they are now.
struct Report {
  let session: Session
  let store: TaskStore
  /// What has become of the tasks: `done`, `moved`.
  let past: String

  /// Prints the changed tasks.
  ///
  /// - Parameters:
  ///   - losses: What a conversion could not express.
  ///   - nothing: Why nothing has changed, if it is known.
  func print(
    _ report: WriteReport, dryRun: Bool = false, losses: [(id: Text, text: String)]? = nil,
    nothing: String? = nil
  ) throws {
    let list = TaskList(session: session, store: store)
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    func answer() throws -> TasksAnswer {
      var answer = try list.answer(tasks.map(report.reading.shown), report.reading)
      answer.losses = losses
      return answer
    }
    try session.print(try answer()) { output in
      if tasks.isEmpty {
        Conversation.say(
          report.isChange ? "\(past) the store's settings" : nothing ?? "nothing to change")
      }
      var line = list.line
      let prefix = (dryRun ? "would be \(past)" : past) + " "
      for task in tasks {
        output.write(Array(prefix.utf8))
        line.write(task, short: report.reading.short(task), to: &output)
      }
    }
  }
}
