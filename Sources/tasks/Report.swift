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
  /// - Parameter losses: What a conversion could not express.
  func print(
    _ report: WriteReport, dryRun: Bool = false, losses: [(id: Text, text: String)]? = nil
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
        Conversation.say(report.isChange ? "\(past) the store's settings" : "nothing to change")
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

/// Prints tasks as text or JSON.
struct TaskList {
  let session: Session
  let store: TaskStore

  var line: ListLine {
    ListLine(
      now: session.now,
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
    line.width = session.terminal.width
    return line
  }

  func rows(_ tasks: [Task], _ reading: StoreReading) throws -> [TaskJSON.Row] {
    zip(tasks, try store.syncStates(of: tasks, in: reading)).map {
      ($0, reading.short($0), $1.rawValue)
    }
  }

  func answer(_ tasks: [Task], _ reading: StoreReading) throws -> TasksAnswer {
    TasksAnswer(try rows(tasks, reading))
  }

  /// What columns need to know besides a task. Another task is named by its short id and its title, or by its id
  /// alone if it is not in the store.
  func columns(_ reading: StoreReading) -> Column.Context {
    Column.Context(now: session.now) { id in
      guard let task = reading.task(withID: id) else { return id.text.string }
      return "\(reading.short(task)) \(ControlCharacters.escaped(task.title))"
    }
  }

  /// Writes all of each task.
  func writeDetails(of tasks: [Task], _ reading: StoreReading, to output: inout Output) throws {
    for (index, (task, sync)) in zip(tasks, try store.syncStates(of: tasks, in: reading))
      .enumerated()
    {
      if index > 0 { output.line("") }
      TaskDetails(columns: columns(reading)).write(task, sync: sync, to: &output)
    }
  }

  /// Reports each file that cannot be read on stderr, except files that the command names itself, which its own
  /// error reports.
  static func warn(about reading: StoreReading, askedFor words: [String] = []) {
    for file in reading.unreadable where !words.contains(file.path) {
      Conversation.say(
        "\(ControlCharacters.escaped(file.path)) cannot be read: \(file.reason.reason)")
    }
  }
}
