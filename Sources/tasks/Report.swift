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
      let line = TaskList(session: session, store: store).line
      for task in tasks {
        let prefix = dryRun ? "would be \(verb)" : verb
        output.line("\(prefix) " + line.text(task, short: report.reading.short(task)))
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

  func text(_ tasks: [Task], _ reading: StoreReading) -> [String] {
    let shorts = tasks.map { reading.short($0) }
    var line = line
    line.idWidth = shorts.map(\.utf8.count).max() ?? 0
    let width = TerminalSize.columns
    return zip(tasks, shorts).map { line.text($0, short: $1, width: width) }
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
