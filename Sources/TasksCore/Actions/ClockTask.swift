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

/// Reads the start and the end of a clock as users type them: dates with a time of day (``DateReader``), which have
/// passed.
package struct ClockTime: Sendable {
  private let now: Timestamp

  package init(now: Timestamp) { self.now = now }

  /// - Parameter word: Nil for now.
  package func start(_ word: String?) throws(InputError) -> Timestamp {
    guard let word else { return now }
    return try passed(moment(InputWord(word)), InputWord(word))
  }

  /// Returns the end of a clock. A time of day without a date is of the day of the start, or of the night after it.
  package func end(_ text: String, after start: Timestamp) throws(InputError) -> Timestamp {
    let word = InputWord(text)
    return try passed(moment(word, after: start), word)
  }

  /// Returns the clock between two moments. A start without a date is of today, or of yesterday if the clock runs over
  /// midnight and has not come yet today.
  package func clock(_ from: String, _ to: String) throws(InputError) -> Clock {
    let (first, last) = (InputWord(from), InputWord(to))
    var start = try moment(first)
    var end = try moment(last, after: start)
    if end > now, TimeOfDay.isAlone(first), TimeOfDay.isAlone(last), end.date > start.date {
      (start, end) = (start.adding(minutes: -1440), end.adding(minutes: -1440))
    }
    return Clock(start: try passed(start, first), end: try passed(end, last))
  }

  /// Reads a date with a time of day. A weekday is the last one, as in ``DaySpan``.
  private func moment(_ word: InputWord) throws(InputError) -> Timestamp {
    let moment = try DateReader(now: now, looksBack: true).readToTheMinute(word)
    guard moment.minute != nil else { throw .noTimeOfDay(word) }
    return moment
  }

  private func moment(_ word: InputWord, after start: Timestamp) throws(InputError) -> Timestamp {
    guard TimeOfDay.isAlone(word) else {
      let end = try moment(word)
      guard end >= start else { throw .endBeforeStart(word, start) }
      return end
    }
    let end = try DateReader(now: start).read(word)
    if end >= start { return end }
    let next = end.adding(minutes: 1440)
    guard next.absoluteMinute - start.absoluteMinute <= ClockTime.longestNight else {
      throw .endBeforeStart(word, start)
    }
    return next
  }

  /// The longest time in minutes for which an end before the start is taken to be of the next day.
  private static let longestNight = 12 * 60

  private func passed(_ moment: Timestamp, _ word: InputWord) throws(InputError) -> Timestamp {
    guard moment <= now else { throw .notPassed(word, moment) }
    return moment
  }
}
