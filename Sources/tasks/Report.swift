import TasksCore
import TasksStore

/// Prints the result of a command that changed tasks: the tasks as they are now.
struct Report {
  let session: Session
  let store: TaskStore
  /// The verb in the past tense: `done`, `moved`.
  let verb: String

  /// Prints the changed tasks.
  ///
  /// - Parameter rest: Writes further JSON keys after the tasks.
  func print(
    _ report: WriteReport, dryRun: Bool = false, rest: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    var output = Output()
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    if session.wantsJSON {
      let rows = try TaskList(session: session, store: store).rows(
        tasks.map(report.reading.shown), report.reading)
      output.write(TaskJSON.document(rows, rest: rest))
    } else if tasks.isEmpty {
      Conversation.say(report.isChange ? "\(verb) the store's settings" : "nothing to change")
    } else {
      var line = TaskList(session: session, store: store).line
      let prefix = (dryRun ? "would be \(verb)" : verb) + " "
      for task in tasks {
        output.write(Array(prefix.utf8))
        line.write(task, short: report.reading.short(task), to: &output)
      }
    }
    try output.flush()
  }
}

/// Prints tasks as text or JSON.
struct TaskList {
  let session: Session
  let store: TaskStore

  var line: ListLine {
    ListLine(
      style: .standard, now: session.now,
      plainKeyword: store.settings.workflow.first?.keyword ?? "TODO")
  }

  /// Writes one line per task.
  func write(_ tasks: [Task], _ reading: StoreReading, to output: inout Output) {
    let shorts = tasks.map { reading.short($0) }
    var line = line(idWidth: shorts.map(\.utf8.count).max() ?? 0)
    for (task, short) in zip(tasks, shorts) { line.write(task, short: short, to: &output) }
  }

  /// Writes one line per task without making a ``Task`` of each, for thousands of tasks.
  func write(_ selection: TaskSelection, to output: inout Output) {
    let lengths = selection.shortLengths
    var line = line(idWidth: lengths.max() ?? 0)
    selection.forEachRow { place, task in
      line.write(task, shortLength: lengths[place], to: &output)
    }
  }

  private func line(idWidth: Int) -> ListLine {
    var line = line
    line.idWidth = idWidth
    line.width = TerminalSize.columns
    return line
  }

  func rows(_ tasks: [Task], _ reading: StoreReading) throws -> [TaskJSON.Row] {
    zip(tasks, try store.syncStates(of: tasks)).map { ($0, reading.short($0), $1.rawValue) }
  }

  func json(_ tasks: [Task], _ reading: StoreReading) throws -> [UInt8] {
    TaskJSON.document(try rows(tasks, reading))
  }

  /// Reports each file that cannot be read on stderr, except files that the command names itself, which its own
  /// error reports.
  static func warn(about reading: StoreReading, askedFor words: [String] = []) {
    for file in reading.unreadable where !words.contains(file.path) {
      Conversation.say("\(Visible.text(file.path)) cannot be read: \(file.reason.reason)")
    }
  }
}
