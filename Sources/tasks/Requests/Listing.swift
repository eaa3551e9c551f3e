import TasksCore
import TasksStore

/// A parsed `list` command.
struct Listing: Request {
  enum Kind { case open, done, deleted, all }

  enum Form {
    case plain, jsonl
    case format(String)
  }

  var filter: [String] = []
  var kind = Kind.open
  var isUnsyncedOnly = false
  /// The time to go back to, as typed.
  var at: String?
  var form = Form.plain

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
    let selection = try TaskSelection(query, from: reading, of: store, now: session.now) { task in
      switch kind {
      case .open: task.isOpen
      case .done: task.isDone && !task.isDeleted
      case .deleted: task.isDeleted
      case .all: !task.isDeleted
      }
    }
    let list = TaskList(session: session, store: store)
    func tasks() throws -> [Task] {
      let all = Array(selection)
      return isUnsyncedOnly ? try store.unsynced(all, in: reading) : all
    }
    var output = Output(session.terminal)
    switch form {
    case .plain:
      output = try session.output(of: list.answer(tasks(), reading)) { output in
        if isUnsyncedOnly {
          list.write(try tasks(), reading, to: &output)
        } else {
          list.write(selection, to: &output)
        }
      }
    case .jsonl: output.write(TaskJSON.lines(try list.rows(tasks(), reading)))
    case .format(let format):
      let line = try FormatString(format)
      let context = list.columns(reading)
      if isUnsyncedOnly {
        for task in try tasks() {
          let length = reading.short(task).utf8.count
          ListRow.of(task) { output.line(line.text($0, shortLength: length, context)) }
        }
      } else {
        let lengths = selection.shortLengths
        selection.forEachRow { output.line(line.text($1, shortLength: lengths[$0], context)) }
      }
    }
    return (reading, output)
  }
}
