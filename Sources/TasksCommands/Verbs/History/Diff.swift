import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Diff: Verb {
  static let names = "diff"
  static let wordKind = VerbWords.times
  static let configuration = CommandConfiguration(
    of: Diff.self,
    abstract: "Show what has changed between two times: added, finished, changed, deleted.",
    usage: "tasks diff [<span> | <when> [<when>]]",
    discussion: """
      With one time, the tasks as they were then are compared with the tasks as they are now; without any, those of the \
      beginning of yesterday. A time is a day, a day with a time, a commit, or @{3}: before the last 3 changes. A day \
      means its beginning, and as the second time its end. A span (week, month, 2w, 2026-W48, mon..wed) is both.

        tasks diff
        tasks diff week
        tasks diff "last friday"
        tasks diff -1w yesterday --json
        tasks diff @{3}
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("The times to compare.", valueName: "when"))
  var when: [String] = []

  static func complete(_ line: inout Completion) {
    if line.place < 2 { line.offers = [.dates(isPast: true)] }
    if line.place == 0 { line.offerSpans() }
  }

  func validate() throws {
    if when.count > 2 { throw ValidationError("Name two times at most.") }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let times = DashedWords.restored(when)
    var (start, end) = (times.first ?? "yesterday", times.dropFirst().first)
    if start == "day" { start = "today" }
    if case let span = times.spaced, DaySpan.isLong(span, now: session.now),
      let days = try DaySpan.read(span, now: session.now, .past)
    {
      (start, end) = (
        days.lowerBound.iso, days.upperBound < session.now.date ? days.upperBound.iso : nil
      )
    }
    let old = try commit(start, isStart: true, of: store, session)
    let new = try end.map { try commit($0, isStart: false, of: store, session) }
    let reading = try store.read()
    let difference = try store.difference(from: old, to: new ?? nil, now: reading)
    TaskList.warn(about: difference.unreadable)
    let answer = DiffAnswer(
      difference.changes.compactMap { change in
        (change.new ?? change.old).map { (change, reading.short($0)) }
      })
    try session.print(answer) { output in Diff.write(answer, to: &output) }
    if answer.rows.isEmpty, !session.wantsJSON {
      Conversation.say("no task has changed since \(start)")
    }
  }

  /// Returns the commit of a time; nil for one before the history.
  private func commit(
    _ word: String, isStart: Bool, of store: TaskStore, _ session: Session
  ) throws -> PastCommit? {
    let point = try PointArgument(session).read(word, isStart: isStart)
    do {
      return try store.commit(at: point, local: LocalTime.timestamp(at:))
    } catch StoreError.beforeHistory(_, .some, isShallow: false) where isStart {
      return nil
    }
  }

  private static func write(_ answer: DiffAnswer, to output: inout Output) {
    var kind: ChangeKind?
    let width = answer.rows.map(\.short.utf8.count).max() ?? 0
    for (change, short) in answer.rows {
      if change.kind != kind {
        kind = change.kind
        let word = change.kind.rawValue
        output.line(StyledLine(word.prefix(1).uppercased() + word.dropFirst(), [.bold]))
      }
      guard let task = change.new ?? change.old else { continue }
      var line = StyledLine("  " + short, [.id])
      line.add(String(repeating: " ", count: width - short.utf8.count + 2))
      line.add(ControlCharacters.escaped(task.title))
      output.line(line)
      LogPage.write(shown(change), to: &output)
    }
  }

  /// The changed fields that the heading does not tell.
  private static func shown(_ change: ChangedTask) -> [FieldChange] {
    guard change.old != nil, change.new != nil, change.kind != .moved else { return [] }
    let told: Set<Text> =
      change.kind == .changed
      ? ["rank", "log", "closed"]
      : ["rank", "log", "closed", "state", "deleted", "last_repeat", "repeat", "clocks"]
    return change.fields.filter { !told.contains($0.field) }
  }
}

/// The tasks that differ between two points of a history.
struct DiffAnswer: Answer {
  typealias Row = (change: ChangedTask, short: String)

  let kind = "diff"
  /// In the order of ``ChangeKind``, those of a kind in the order of their ranks.
  let rows: [Row]

  init(_ rows: [Row]) {
    func key(_ row: Row) -> (Int, TaskOrder)? {
      guard let task = row.change.new ?? row.change.old else { return nil }
      return (ChangeKind.allCases.firstIndex(of: row.change.kind) ?? 0, TaskOrder(task))
    }
    let keyed = rows.compactMap { row in key(row).map { (key: $0, row: row) } }
    self.rows = keyed.ordered {
      $0.key.0 == $1.key.0 ? $0.key.1 < $1.key.1 : $0.key.0 < $1.key.0
    }.map(\.row)
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      guard let task = row.change.new ?? row.change.old else { return }
      json.object { json in
        json.member("kind", row.change.kind.rawValue)
        json.member("id", task.id.text)
        json.member("short", row.short)
        json.member("title", task.title)
        json.key("changes")
        json.array(row.change.fields) { $1.write(to: &$0) }
      }
    }
  }
}
