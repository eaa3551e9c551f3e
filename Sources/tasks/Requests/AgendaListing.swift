import TasksCore
import TasksStore

/// A parsed `agenda` command.
struct AgendaListing: Request {
  /// The span, if the first word names one, and the filter.
  var words: [String] = []
  var withLog = false
  /// The point of the history to go back to, as typed.
  var at: String?

  func run(in session: Session) throws {
    let view = try Viewpoint(session, at: at)
    let (session, store) = (view.session, view.store)
    let settings = try AgendaSettings(session)
    var filter = words[...]
    var span = try settings.span()
    if let first = words.first, let named = try settings.span(first, length: span.length) {
      span = named
      filter = filter.dropFirst()
    }
    let query = try Query.read(Array(filter), now: session.now, mention: Conversation.mention)
    let context = try ActiveContext.of(store, now: session.now)
    let (reading, output, isEmpty) = try view.read { reading in
      let tasks = try TaskSelection(
        Query.all(of: [query, context?.query ?? .all]), from: reading, of: store, now: session.now,
        where: { $0.isIn(withLog ? .all : .open) })
      let days = AgendaDays(
        agenda: tasks.agenda(span, now: session.now, withLog: withLog), tasks: tasks)
      let list = TaskList(session: session, store: store)
      return (
        reading,
        session.output(of: days.answer) { days.write(list.cells(reading), to: &$0) },
        tasks.count == 0 || days.isEmpty
      )
    }
    TaskList.warn(about: reading)
    if isEmpty, !session.wantsJSON {
      TaskList.explainNothing(query, reading)
      AgendaSettings.explainNothing(filter)
    }
    try output.show()
  }
}

/// The user's settings for agendas.
struct AgendaSettings {
  private let now: Timestamp
  private let settings: UserSettings

  init(_ session: Session) throws {
    now = session.now
    settings = try UserSettings(variable: Session.variable)
  }

  /// The span where none is named: `agenda.span`, or a week from today.
  func span() throws -> AgendaSpan {
    let word = settings.string("agenda.span") ?? "week"
    guard let span = try span(word) else {
      throw CommandError(
        "agenda.span in your settings is '\(word)'; it can be day, week, month, year or a range of dates "
          + "such as today..2w", code: .usage)
    }
    return span
  }

  /// The span that a word names; nil for another word.
  ///
  /// - Parameter length: The days of a range without its last date.
  /// - Throws: `InputError` of a range; ``CommandError``.
  func span(_ word: String, length: Int = 7) throws -> AgendaSpan? {
    try AgendaSpan.read(word, now: now, weekStart: try weekStart(), length: length)
  }

  /// Says that the only word of a filter that left no entries may have been meant as a span.
  static func explainNothing(_ words: some Collection<String>) {
    let message = MistakenSpan.message(
      Array(words), among: AgendaSpan.words, "2026-W48, DATE or DATE..DATE")
    if let message { Conversation.say(message) }
  }

  private func weekStart() throws -> Int? {
    guard let name = settings.string("agenda.week-start"), name != "today" else { return nil }
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    guard let day = names.firstIndex(where: { name.lowercased().hasPrefix($0) }) else {
      throw CommandError(
        "agenda.week-start in your settings is '\(name)'; it can be today, \(names.joined(separator: ", "))",
        code: .usage)
    }
    return day + 1
  }
}

/// An agenda with the tasks on it.
struct AgendaDays {
  let agenda: Agenda
  let tasks: TaskSelection

  private var days: [(date: CivilDate, entries: [AgendaEntry])] {
    agenda.entries.enumerated().map { (agenda.days.lowerBound.adding(days: $0), $1) }
  }

  var isEmpty: Bool { agenda.entries.allSatisfy(\.isEmpty) }

  var answer: AgendaAnswer {
    AgendaAnswer(
      days.map { date, entries in
        var rows: [AgendaAnswer.Row] = []
        for entry in entries {
          let length = tasks.shortLength(at: entry.task)
          tasks.withRow(at: entry.task) { row in
            rows.append((entry, row.id.text, row.short(length), row.title.text))
          }
        }
        return (date, rows)
      })
  }

  /// Writes each day with its entries. Of more than a week, only the days that have some.
  func write(_ cells: TaskCells, to output: inout Output) {
    var table = AgendaTable(cells)
    let hidesEmpty = days.count > 7
    let today = agenda.now.date
    for (date, entries) in days where !hidesEmpty || !entries.isEmpty {
      table.add(heading: AgendaDays.heading(date, today: today))
      for entry in entries { table.add(entry, on: date, of: tasks) }
    }
    table.table.write(to: &output)
  }

  /// `Mon 23 Nov  week 48`, with the year if it is not this one.
  static func heading(_ date: CivilDate, today: CivilDate) -> String {
    var text = RelativeDate(now: Timestamp(today)).day(date)
    text = "\(date.weekdayName) \(text)"
    if date == today { text += "  today" }
    return date.weekday == 1 || date == today ? text + "  week \(date.week)" : text
  }
}
