import TasksCore
import TasksStore

/// What `list` was asked for.
struct Listing {
  enum Kind { case open, done, deleted, all }

  enum Form {
    case lines, json, jsonl
    case format(String)
  }

  let filter: [String]
  var kind = Kind.open
  var isUnsyncedOnly = false
  /// The time to go back to, as written.
  var at: String?
  var form = Form.lines

  init(filter: [String] = []) { self.filter = filter }

  /// The listing that words without an option ask for; nil where there is one, or another verb.
  ///
  /// This is what people ask for all day, and the argument library takes as long to set up as the listing itself.
  init?(plain words: [String]) {
    guard words.first.map({ List.names.contains($0) }) ?? true,
      !words.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    self.init(filter: Array(words.dropFirst()))
  }

  func run(in session: Session) throws {
    let query = try Query.read(filter, now: session.now)
    let store = try session.openStore()
    let reading = try at.map { try store.read(at: TimeArgument(session).read($0)) } ?? store.read()
    TaskList.warn(about: reading)
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
    } else {
      let tasks = Array(selection)
      let wanted = isUnsyncedOnly ? try store.unsynced(tasks) : tasks
      try write(wanted, reading, list, to: &output)
    }
    try output.flush()
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
      for task in tasks { output.line(line.text(task, short: reading.short(task))) }
    }
  }
}
