import TasksCore
import TasksStore

/// A parsed `list` command.
struct Listing: Request {
  enum Kind { case open, done, deleted, all }

  enum Form {
    case lines, json, jsonl
    case format(String)
  }

  var filter: [String] = []
  var kind = Kind.open
  var isUnsyncedOnly = false
  /// The time to go back to, as typed.
  var at: String?
  var form = Form.lines

  func run(in session: Session) throws {
    let query = try Query.read(filter, now: session.now)
    let store = try session.openStore()
    let (reading, output) =
      if let at {
        try listed(query, store.read(at: TimeArgument(session).read(at)), store, session)
      } else {
        try store.read { try listed(query, $0, store, session) }
      }
    TaskList.warn(about: reading)
    try output.flush()
  }

  private func listed(
    _ query: Query, _ reading: StoreReading, _ store: TaskStore, _ session: Session
  ) throws -> (StoreReading, Output) {
    let kind = kind
    let selection = try store.select(query, from: reading, now: session.now) { task in
      switch kind {
      case .open: task.isOpen
      case .done: task.isDone && !task.isDeleted
      case .deleted: task.isDeleted
      case .all: !task.isDeleted
      }
    }
    let list = TaskList(session: session, store: store)
    var output = Output()
    if case .lines = form, !isUnsyncedOnly {
      list.write(selection, to: &output)
    } else if case .format(let format) = form, !isUnsyncedOnly {
      let (line, lengths) = (try FormatString(format), selection.shortLengths)
      selection.forEachRow { output.line(line.text($1, shortLength: lengths[$0])) }
    } else {
      let tasks = Array(selection)
      let wanted = isUnsyncedOnly ? try store.unsynced(tasks) : tasks
      try write(wanted, reading, list, to: &output)
    }
    return (reading, output)
  }

  private func write(
    _ tasks: [Task], _ reading: StoreReading, _ list: TaskList, to output: inout Output
  ) throws {
    switch form {
    case .lines: list.write(tasks, reading, to: &output)
    case .json: output.write(try list.json(tasks, reading))
    case .jsonl: output.write(TaskJSON.lines(try list.rows(tasks, reading)))
    case .format(let format):
      let line = try FormatString(format)
      for task in tasks {
        let length = reading.short(task).utf8.count
        ListRow.of(task) { output.line(line.text($0, shortLength: length)) }
      }
    }
  }
}
