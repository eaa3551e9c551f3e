import TasksCore

extension StoreReading {
  /// The tasks whose clock runs, except those in the trash.
  package var clocking: TaskSelection { select { $0.isClocking && !$0.isDeleted } }
}

extension TaskStore {
  /// Starts the clock of a task, in one commit with the end of any other that runs.
  package func startClock(
    of word: String, at time: String?, dryRun: Bool
  ) throws -> WriteReport {
    try write("clock", dryRun: dryRun) { reading in
      let document = try reading.document(word)
      let start = try ClockTime(now: context.clock().now).start(time)
      let others = reading.clocking.filter { $0.path != document.task.path }
      return try others.map { other in
        try change(try reading.document(of: other), .makeRoom(start), reading)
      } + [change(document, .start(at: time), reading)]
    }
  }

  /// Takes a step with the clocks of tasks, or without words with the one clock that runs.
  ///
  /// - Throws: `noClock`, or `severalClocks` if more than one runs.
  package func clock(
    _ step: ClockTask.Step, of words: [String], dryRun: Bool
  ) throws -> WriteReport {
    try write("clock", dryRun: dryRun) { reading in
      let documents =
        words.isEmpty ? [try onlyClocking(in: reading)] : try reading.documents(words)
      return try documents.map { try change($0, step, reading) }
    }
  }

  private func onlyClocking(in reading: StoreReading) throws -> any TaskDocument {
    let tasks = Array(reading.clocking)
    guard let task = tasks.first else { throw ActionError.noClock }
    guard tasks.count == 1 else {
      throw ActionError.severalClocks(tasks.map { reading.short($0) })
    }
    return try reading.document(of: task)
  }

  private func change(
    _ document: any TaskDocument, _ step: ClockTask.Step, _ reading: StoreReading
  ) throws -> Change {
    let actionContext = ActionContext(
      now: context.clock().now, find: { try reading.document($0.text).task.id },
      short: { reading.short($0) })
    return .edit(document, try ClockTask(step).edits(for: document, in: actionContext))
  }
}
