import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Conflicts: Verb {
  static let names = "conflicts"
  static let steps: [any Verb.Type] = [Values.self, Take.self, Keep.self]
  static var usualStep: (any Verb.Type)? { Values.self }
  static let configuration = CommandConfiguration(
    of: Conflicts.self,
    abstract: "List the values that merges dropped; restore one or forget it.",
    discussion: """
      If two clones set one field to different values, a merge keeps one of them and writes the other into the \
      task's log. take restores the dropped value and logs the one it replaces; name the field if the task has \
      several. keep leaves the task as it is and forgets the dropped value, or all of them. A value that no longer \
      fits its field is added to the notes.

        tasks conflicts
        tasks conflicts take k7m title
        tasks conflicts keep k7m
      """)

  struct Values: Verb {
    static let names = "list"
    static let configuration = CommandConfiguration(
      of: Values.self, abstract: "List the values that merges dropped.",
      usage: "tasks conflicts list")

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let session = try Session(options)
      let reading = try session.openStore().read()
      TaskList.warn(about: reading)
      let rows = try reading.tasks(where: \.hasDroppedValues).flatMap { task in
        let document = try reading.document(of: task)
        return MergeLoss.all(in: document.task).map { (document.task, $0, $0.kept(in: document)) }
      }
      let answer = JSONAnswer("conflicts", rows: rows) { json, row in
        json.member("id", row.0.id.text)
        json.member("title", row.0.title)
        json.member("field", row.1.field)
        json.member("dropped", row.1.value)
        json.member("kept", row.2)
      }
      try session.print(answer) { output in
        guard session.terminal.width == nil else {
          var table = CellTable([
            CellTable.Column(heading: "ID"), CellTable.Column(heading: "Title", least: 12),
            CellTable.Column(heading: "Field"),
            CellTable.Column(heading: "Dropped", least: 10, isMain: true),
            CellTable.Column(heading: "Kept", least: 10),
          ])
          for (task, loss, kept) in rows {
            table.add(reading.short(task), .id)
            table.add(ControlCharacters.escaped(task.title))
            table.add(ControlCharacters.escaped(loss.field))
            table.add(
              loss.value.map { ControlCharacters.escaped($0.onOneLine) } ?? "nothing", .today)
            table.add(kept.map { ControlCharacters.escaped($0.onOneLine) } ?? "nothing")
          }
          return table.write(to: &output)
        }
        for (task, loss, kept) in rows {
          output.line(
            "\(reading.short(task))  \(ControlCharacters.escaped(task.title))  \(ControlCharacters.escaped(loss.field)): "
              + "dropped \(quoted(loss.value)), kept \(quoted(kept))")
        }
      }
    }

    private func quoted(_ value: TasksCore.Text?) -> String {
      value.map { "'\(ControlCharacters.escaped($0))'" } ?? "nothing"
    }
  }

  struct Take: Verb {
    static let names = "take"
    static let configuration = CommandConfiguration(
      of: Take.self, abstract: "Restore the value that a merge dropped.",
      usage: "tasks conflicts take <id> [<field>]")

    @OptionGroup var value: DroppedValueArguments

    static func complete(_ line: inout Completion) {
      if line.place == 0 { line.offers = [.ids(.every)] }
    }

    func run() throws {
      try value.settle("taken:", "conflicts take") { values, field, now in
        try values.taking(values.value(of: field), now: now)
      }
    }
  }

  struct Keep: Verb {
    static let names = "keep"
    static let configuration = CommandConfiguration(
      of: Keep.self, abstract: "Leave the task as it is, and forget the dropped value.",
      usage: "tasks conflicts keep <id> [<field>]")

    @OptionGroup var value: DroppedValueArguments

    static func complete(_ line: inout Completion) { Take.complete(&line) }

    func run() throws {
      try value.settle("kept:", "conflicts keep") { values, field, _ in try values.forgetting(field)
      }
    }
  }
}

/// Names values that merges dropped.
struct DroppedValueArguments: ParsableArguments {
  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one) var id: String
  @Argument(parsing: .remaining, help: "The field, as in the list.") var field: [String] = []

  fileprivate func settle(
    _ past: String, _ operation: String,
    _ change: (DroppedValues, TasksCore.Text?, Timestamp) throws -> Change
  ) throws {
    let session = try Session(options)
    let field = field.isEmpty ? nil : Text(field.joined(separator: " "))
    try session.change(past, dryRun: write.dryRun) { store in
      try store.write(operation, dryRun: write.dryRun) { reading in
        [try change(DroppedValues(try reading.document(id)), field, session.now)]
      }
    }
  }
}
