import TasksCore
import TasksStore
import TasksTerminal

/// Prints the result of a command that changed tasks: the tasks as they are now.
struct Report {
  let session: Session
  let store: TaskStore
  /// What has become of the tasks: `done`, `moved`.
  let past: String
  /// Returns the command that takes the change of a task back, if a person has to be told.
  var reversal: (_ short: String) -> String? = { _ in nil }

  /// Prints the changed tasks.
  ///
  /// - Parameters:
  ///   - losses: What a conversion could not express.
  ///   - nothing: Why nothing has changed, if it is known.
  func print(
    _ report: WriteReport, dryRun: Bool = false, losses: [(id: Text, text: String)]? = nil,
    nothing: String? = nil
  ) throws {
    let list = TaskList(session: session, store: store)
    let changes = report.changed.filter { $0.new ?? $0.old != nil }
    let tasks = changes.compactMap { $0.new ?? $0.old }
    func answer() throws -> TasksAnswer {
      var answer = try list.answer(tasks.map(report.reading.shown), report.reading)
      answer.losses = losses
      return answer
    }
    // Never through a pager: it is what has happened, not something to read.
    try session.output(of: answer()) { output in
      if tasks.isEmpty {
        Conversation.say(
          report.isChange ? "\(past) the store's settings" : nothing ?? "nothing to change")
      }
      var line = list.line
      line.isEcho = true
      let prefix = (dryRun ? "would be \(past)" : past) + " "
      let isForPerson = session.terminal.width != nil && !dryRun
      let context = list.columns(report.reading)
      for (task, change) in zip(tasks, changes) {
        let short = report.reading.short(task)
        if isForPerson, let command = reversal(short) {
          write(task, short, command, to: &output)
          continue
        }
        output.write(Array(prefix.utf8))
        if change.old != nil || past == "added" {
          line.details = details(of: change, context)
        }
        line.write(task, short: short, to: &output)
      }
    }.flush()
  }

  /// What a change has set besides what each line has: `effort 2h`, `parent k7m Call Bob`.
  private func details(of change: ChangedTask, _ context: Column.Context) -> [String] {
    guard let new = change.new, !new.isDeleted else { return [] }
    let isHidden = new.isHidden(context.now)
    let fields = Report.toldFields.filter { field, _ in
      // The line says of a hidden task until when it is.
      if field == .wait, isHidden { return false }
      let value = field.value(in: new)
      return !value.isNothing && value != change.old.map { field.value(in: $0) }
    }
    var details: [String] = []
    if !fields.isEmpty {
      ListRow.of(new) { row in
        details = fields.map(\.column).uniqued().compactMap { Column.named($0) }.map {
          "\($0.label ?? $0.name) \($0.shown(row, context))"
        }
      }
    }
    details += new.properties.filter { property in
      store.fields[property.name] != nil
        && property.value != change.old?.property(named: property.name)
    }.map { "\(store.fields[$0.name]?.name ?? $0.name) \(store.fields.shown($0))" }
    if change.old == nil, !new.notes.isEmpty, !new.hasEncryptedNotes {
      details.append(
        "note " + CellTable.cut(ControlCharacters.escaped(new.notes.onOneLine), to: 40))
    }
    return details
  }

  private static let toldFields: [(field: PlainField, column: String)] = [
    (.wait, "wait"), (.effort, "effort"), (.parent, "parent"), (.blockers, "blockers"),
    (.firstAlert, "alerts"),
    (.secondAlert, "alerts"), (.important, "important"), (.muted, "muted"), (.habit, "habit"),
    (.placeName, "location"), (.discoveredFrom, "discovered_from"),
  ]

  /// Writes what has become of a task, and how to take it back: `deleted k7m Call Bob (tasks restore k7m)`.
  private func write(
    _ task: Task, _ short: String, _ command: String, to output: inout Output
  ) {
    var line = StyledLine(past + " ", [])
    line.add(short, [.id])
    line.add(" \(task.shownTitle)")
    line.add(" (\(command))", [.dim])
    output.line(line)
  }
}

/// The value that one verb prints as JSON.
struct JSONAnswer: Answer {
  let kind: String
  private let value: (inout JSONWriter) -> Void

  init(_ kind: String, _ value: @escaping (inout JSONWriter) -> Void) {
    (self.kind, self.value) = (kind, value)
  }

  /// A list of objects.
  ///
  /// - Parameter members: Writes the members of one.
  init<Row>(
    _ kind: String, rows: [Row], _ members: @escaping (inout JSONWriter, Row) -> Void
  ) {
    self.init(kind) { json in
      json.array(rows) { json, row in json.object { members(&$0, row) } }
    }
  }

  func write(to json: inout JSONWriter) { value(&json) }
}
