import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct BlameCommand: Verb {
  static let names = "blame"
  static let configuration = CommandConfiguration(
    of: BlameCommand.self,
    abstract: "Show who set each field of a task last, when, and from what.",
    discussion: """
      Each line of the notes is shown with the change that it came with. The commit is one that tasks log shows, and \
      that tasks undo --op takes back; it is unknown for what is \
      not committed yet, or older than the history that this clone has.

        tasks blame k7m
        tasks blame k7m --json
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: TaskArgument.one)
  var id: String

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.every)] }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try store.read()
    let task = try reading.document(id).shownTask
    let history = try store.history(of: [task.path], local: LocalTime.timestamp(at:))
    let blame = Blame(of: task, history.entries)
    let answer = JSONAnswer("blame", rows: blame.rows) { json, row in
      json.member("field", row.field)
      json.member("line", row.line)
      json.key("value")
      row.value.write(to: &json)
      json.key("old")
      row.old.write(to: &json)
      json.member("commit", row.entry?.commit)
      json.member("operation", row.entry?.operation)
      json.member("time", row.entry?.time)
      json.member("device", row.entry?.device)
      json.member("author", row.entry?.author)
    }
    try session.print(answer) { output in
      BlameCommand.write(blame, now: session.now, to: &output)
    }
    LogListing.mentionEnd(of: store)
    if let failure = history.failure { throw failure }
  }

  private static func write(_ blame: Blame, now: Timestamp, to output: inout Output) {
    let dates = RelativeDate(now: now)
    var table = CellTable(
      [
        CellTable.Column(), CellTable.Column(least: 16, isMain: true), CellTable.Column(),
        CellTable.Column(), CellTable.Column(), CellTable.Column(least: 8),
        CellTable.Column(least: 12),
      ], twoLinesBelow: 60)
    for row in blame.rows {
      let value = row.value.text.map { ControlCharacters.escaped($0) } ?? ""
      table.add(
        row.line.map { "notes \($0)" } ?? ControlCharacters.escaped(Text(row.field.typedField)),
        .heading)
      table.add(value)
      table.add(row.entry.map { dates.text($0.time) } ?? "", .date)
      table.add(row.entry.map { String($0.commit.prefix(8)) } ?? "", .id)
      table.add(row.entry.map { $0.operation ?? "by hand" } ?? "unknown", .state)
      table.add(row.entry?.who ?? "", .dim)
      table.add(row.old.text.map { "was " + ControlCharacters.escaped($0) } ?? "", .dim)
    }
    table.write(to: &output)
  }
}
