import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Conflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Conflicts.self,
    abstract: "List the values that merges dropped; restore one or forget it.",
    usage: """
      tasks conflicts
      tasks conflicts take <id> [<field>]
      tasks conflicts keep <id> [<field>]
      """,
    discussion: """
      If two clones set one field to different values, a merge keeps one of them and writes the other into the \
      task's log. take restores the dropped value and logs the one it replaces; name the field if the task has \
      several. keep leaves the task as it is and forgets the dropped value, or all of them. A value that no longer \
      fits its field is added to the notes.

        tasks conflicts
        tasks conflicts take k7m title
        tasks conflicts keep k7m
      """)

  enum Verb: String, ExpressibleByArgument, CaseIterable { case take, keep }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: "What to do: take or keep; without it, the values are listed.") var verb: Verb?
  @Argument(help: TaskArgument.one) var id: String?
  @Argument(parsing: .remaining, help: "The field, as in the list.") var field: [String] = []

  func validate() throws {
    if verb != nil, id == nil { throw ValidationError("Name the task: tasks conflicts take ID") }
  }

  func run() throws {
    let session = try Session(options)
    guard let verb, let id else { return try list(session) }
    let field = field.isEmpty ? nil : Text(field.joined(separator: " "))
    try session.change(verb == .take ? "taken:" : "kept:", dryRun: write.dryRun) { store in
      try store.write("conflicts \(verb.rawValue)", dryRun: write.dryRun) { reading in
        let values = DroppedValues(try reading.document(id))
        return [
          try verb == .keep
            ? values.forgetting(field) : values.taking(values.value(of: field), now: session.now)
        ]
      }
    }
  }

  private func list(_ session: Session) throws {
    let reading = try session.openStore().read()
    TaskList.warn(about: reading)
    let answer = ConflictsAnswer(
      in: try reading.tasks(where: \.hasDroppedValues).map { try reading.document(of: $0) })
    try session.print(answer) { output in
      guard session.terminal.width == nil else {
        var table = CellTable([
          CellTable.Column(heading: "ID"), CellTable.Column(heading: "Title", least: 12),
          CellTable.Column(heading: "Field"),
          CellTable.Column(heading: "Dropped", least: 10, isMain: true),
          CellTable.Column(heading: "Kept", least: 10),
        ])
        for row in answer.rows {
          table.add(reading.short(row.task), .id)
          table.add(ControlCharacters.escaped(row.task.title))
          table.add(ControlCharacters.escaped(row.loss.field))
          table.add(
            row.loss.value.map { ControlCharacters.escaped($0.onOneLine) } ?? "nothing", .today)
          table.add(row.kept.map { ControlCharacters.escaped($0.onOneLine) } ?? "nothing")
        }
        return table.write(to: &output)
      }
      for row in answer.rows {
        output.line(
          "\(reading.short(row.task))  \(ControlCharacters.escaped(row.task.title))  \(ControlCharacters.escaped(row.loss.field)): "
            + "dropped \(quoted(row.loss.value)), kept \(quoted(row.kept))")
      }
    }
  }

  private func quoted(_ value: TasksCore.Text?) -> String {
    value.map { "'\(ControlCharacters.escaped($0))'" } ?? "nothing"
  }
}

/// The values that merges dropped.
struct ConflictsAnswer: Answer {
  /// `kept` is the present value of the field.
  typealias Row = (task: Task, loss: MergeLoss, kept: Text?)

  let kind = "conflicts"
  let rows: [Row]

  init(in documents: [any TaskDocument]) {
    rows = documents.flatMap { document in
      MergeLoss.all(in: document.task).map { (document.task, $0, $0.kept(in: document)) }
    }
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("id", row.task.id.text)
        json.member("title", row.task.title)
        json.member("field", row.loss.field)
        json.member("dropped", row.loss.value)
        json.member("kept", row.kept)
      }
    }
  }
}
