import TasksCore
import TasksStore

/// What a command that changed tasks prints: the tasks as they are now.
struct Report {
  let session: Session
  let store: TaskStore
  /// In the past tense: `done`, `moved`.
  let verb: String

  func print(_ report: WriteReport, dryRun: Bool = false) throws {
    var output = Output()
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    if session.wantsJSON {
      output.write(try TaskList(session: session, store: store).json(tasks, report.reading))
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

/// Tasks as text or JSON.
struct TaskList {
  let session: Session
  let store: TaskStore

  var line: TaskLine {
    TaskLine(
      style: .standard, now: session.now,
      plainKeyword: store.settings.workflow.first?.keyword ?? "TODO")
  }

  /// A line a task.
  func write(_ tasks: [Task], _ reading: StoreReading, to output: inout Output) {
    let idWidth = tasks.map { reading.short($0).utf8.count }.max() ?? 0
    write(tasks, idWidth: idWidth, reading, to: &output)
  }

  /// - Parameter idWidth: How long the longest of their short ids is.
  func write(
    _ tasks: some Sequence<Task>, idWidth: Int, _ reading: StoreReading, to output: inout Output
  ) {
    var line = line
    line.idWidth = idWidth
    line.width = TerminalSize.columns
    for task in tasks { line.write(task, short: reading.short(task), to: &output) }
  }

  func rows(_ tasks: [Task], _ reading: StoreReading) throws -> [TaskJSON.Row] {
    zip(tasks, try store.syncStates(of: tasks)).map { ($0, reading.short($0), $1.rawValue) }
  }

  func json(_ tasks: [Task], _ reading: StoreReading) throws -> [UInt8] {
    TaskJSON.document(try rows(tasks, reading))
  }

  /// Names each file that cannot be read, on stderr; but for those asked for, which the command's own error
  /// names.
  static func warn(about reading: StoreReading, askedFor words: [String] = []) {
    for file in reading.unreadable where !words.contains(file.path) {
      Conversation.say("\(Visible.text(file.path)) cannot be read: \(file.reason.reason)")
    }
  }
}
