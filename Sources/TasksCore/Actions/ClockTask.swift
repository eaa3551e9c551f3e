/// Starts, ends or removes the clock of a task, or adds one that was forgotten (Org manual, "Clocking commands").
package struct ClockTask: TaskAction {
  package enum Step: Sendable {
    /// Starts a clock at a moment as typed; nil for now.
    case start(at: String?)
    /// Ends the clock of another task that is to be started at a moment.
    case makeRoom(Timestamp)
    case end(at: String?)
    /// Removes the clock that runs.
    case cancel
    case add(from: String, to: String)
  }

  package let verb = "clock"
  package let past = "clocked"
  let step: Step

  package init(_ step: Step) { self.step = step }

  /// - Throws: `InputError` for a time that cannot be meant; `clockOfFinished`, `clockOfDeleted`, `clockStopped`.
  package func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws -> [Edit] {
    let (task, reader) = (document.task, ClockTime(now: context.now))
    let running = task.log.runningClocks
    switch step {
    case .start(let word):
      if task.isDeleted { throw ActionError.clockOfDeleted(task.title, context.short(task)) }
      if task.isDone { throw ActionError.clockOfFinished(task.title, context.short(task)) }
      let start = try reader.start(word)
      guard running.isEmpty else { return [] }
      return [.log(LogMerge.adding(.clock(Clock(start: start)), to: task.log))]
    case .makeRoom(let moment):
      return [.log(task.log.endingClocks(at: moment, except: document.foreignClocks))]
    case .end(let word):
      guard let last = running.last else {
        throw ActionError.clockStopped(task.title, context.short(task))
      }
      let end = try word.map { try reader.end($0, after: last.start) } ?? context.now
      return [.log(task.log.endingClocks(at: end))]
    case .cancel:
      guard !running.isEmpty else {
        throw ActionError.clockStopped(task.title, context.short(task))
      }
      return [.log(task.log.filter { $0.clock?.isRunning != true })]
    case .add(let from, let to):
      let clock = try reader.clock(from, to)
      return [.log(LogMerge.adding(.clock(clock), to: task.log))]
    }
  }
}
