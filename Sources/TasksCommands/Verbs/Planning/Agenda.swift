import ArgumentParser
import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

package struct AgendaCommand: Verb {
  package static let names = "agenda"
  package static let wordKind = VerbWords.filter
  package static let configuration = CommandConfiguration(
    of: AgendaCommand.self,
    abstract: "Show what is on each day of the next week, or of any span.",
    usage: "tasks agenda [<span>] [<filter> ...]",
    discussion: """
      Each day has the tasks scheduled or due on it and those with an active timestamp <2026-11-27 Fri> in the title \
      or the notes; tasks that repeat are on each of their days. Today also has what is late, and deadlines that come \
      near: 14 days ahead, unless the deadline says otherwise (-3d). A day has first what has a time, then deadlines, \
      then scheduled tasks, and habits last.

      It shows the events of other calendars, and never changes them: agenda.calendars in your settings names an .ics \
      file, or a folder of them such as vdirsyncer keeps; write it once for each. Events of whole days are first on their \
      days. A filter leaves out all events. What cannot be read of a calendar is said, and hides nothing else.

      The span is day, week, month, year, next week, an amount, an ISO week, a date, or two dates with .. between \
      them. week is seven days from today, month the days until the same day of the next month, 2w two weeks from \
      today, -2w the two until today. 2026-W48 is that week, W48 the next one of that number. A range without its last \
      date has as many days as the usual span. In your settings, agenda.span is the span where none is named, and \
      agenda.week-start = mon lets week begin on that weekday.

        tasks agenda
        tasks agenda day +phone
        tasks agenda 2w list:work
        tasks agenda next week +phone
        tasks agenda W48 +phone
        tasks agenda -1w..today --log
        tasks agenda day --at yesterday
      """)

  @OptionGroup package var options: GlobalOptions

  @Flag(help: "Show also what happened: closed tasks, changes of state, clocks.")
  package var log = false

  @Option(help: PointArgument.help("Show the agenda as it was"))
  var at: String?

  @Argument(help: "The days, then the conditions that a task must match.")
  package var words: [String] = []

  package init() {}

  package static func complete(_ line: inout Completion) {
    line.offerConditions()
    if line.place == 0 { line.offerSpans(.dates(isPast: false)) }
  }

  package static func quick(_ words: [String]) -> (any Request)? { AgendaListing(words: words) }

  package func run() throws {
    try AgendaListing(words: DashedWords.restored(words), withLog: log, at: at)
      .run(in: Session(options))
  }
}

/// A parsed `agenda` command.
package struct AgendaListing: Request {
  /// The span, if the first words name one, and the filter.
  package var words: [String] = []
  package var withLog = false
  /// The point of the history to go back to, as typed.
  var at: String?

  package func run(in session: Session) throws {
    let view = try Viewpoint(session, at: at)
    let (session, store) = (view.session, view.store)
    let settings = try AgendaConfig(now: session.now, variable: Machine.variable)
    let usual = try settings.span()
    let (named, filter) = try settings.span(of: words, length: usual.length)
    let span = named ?? usual
    let query = try session.query(filter, in: store)
    let context = try ActiveContext.of(store, now: session.now)
    // Events match no filter.
    let events = filter.isEmpty ? settings.events(in: span, store) : []
    let (reading, output, isEmpty) = try view.read { reading in
      let tasks = try TaskSelection(
        Query.all(of: [query, context?.query ?? .all]), from: reading, of: store, now: session.now,
        withHidden: true,
        where: { $0.isIn(withLog ? .all : .open) })
      let days = AgendaDays(
        agenda: tasks.agenda(span, now: session.now, withLog: withLog, events: events),
        tasks: tasks)
      let list = TaskList(session: session, store: store)
      return (
        reading,
        session.output(of: days.answer) { days.write(list.cells(reading), to: &$0) },
        tasks.count == 0 || days.isEmpty
      )
    }
    TaskList.warn(about: reading)
    if isEmpty, !session.wantsJSON {
      TaskList(session: session, store: store).explainNothing(query, reading)
      AgendaListing.explainNothing(filter)
    }
    try output.show()
  }

  /// Says that the only word of a filter that left no entries may have been meant as a span.
  static func explainNothing(_ words: [String]) {
    let message = MistakenSpan.message(words)
    if let message { Conversation.say(message) }
  }
}

/// An agenda with the tasks on it.
struct AgendaDays {
  let agenda: Agenda
  let tasks: TaskSelection

  private var days: [(date: CivilDate, lines: [AgendaLine])] {
    agenda.entries.indices.map {
      (agenda.days.lowerBound.adding(days: $0), agenda.lines(onDay: $0))
    }
  }

  var isEmpty: Bool {
    agenda.entries.allSatisfy(\.isEmpty) && agenda.events.allSatisfy(\.isEmpty)
  }

  var answer: AgendaAnswer {
    AgendaAnswer(
      days.map { date, lines in
        var rows: [AgendaAnswer.Row] = []
        for line in lines {
          switch line {
          case .event(let event): rows.append(.event(event))
          case .task(let entry):
            let length = tasks.shortLength(at: entry.task)
            tasks.withRow(at: entry.task) { row in
              rows.append(
                .task(entry, id: row.id.text, short: row.short(length), title: row.title.text))
            }
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
    for (date, lines) in days where !hidesEmpty || !lines.isEmpty {
      table.add(heading: AgendaTable.heading(date, today: today))
      for line in lines { table.add(line, on: date, of: tasks.withShortRow) }
    }
    table.table.write(to: &output)
  }
}

/// The days of an agenda, each with its entries.
struct AgendaAnswer: Answer {
  enum Row {
    case task(AgendaEntry, id: Text, short: String, title: Text)
    case event(AgendaEvent)
  }

  let kind = "agenda"
  let days: [(date: CivilDate, rows: [Row])]

  init(_ days: [(date: CivilDate, rows: [Row])]) { self.days = days }

  func write(to json: inout JSONWriter) {
    json.array(days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.key("entries")
        json.array(day.rows) { json, row in
          json.object { json in
            switch row {
            case .task(let entry, let id, let short, let title):
              json.member("id", id)
              json.member("short", short)
              json.member("title", title)
              AgendaAnswer.write(entry, to: &json)
            case .event(let event): AgendaAnswer.write(event, to: &json)
            }
          }
        }
      }
    }
  }

  private static func write(_ entry: AgendaEntry, to json: inout JSONWriter) {
    json.member("kind", entry.kind.rawValue)
    json.member("time", entry.time.map(Timestamp.clock))
    json.member("end", entry.end.map(Timestamp.clock))
    json.member("of", entry.date.iso)
    json.member("part", text(entry.part))
    json.member("habit", entry.isHabit)
    json.member("state", entry.keyword)
  }

  /// The members of a task, and those that only an event has.
  private static func write(_ event: AgendaEvent, to json: inout JSONWriter) {
    let none: Text? = nil
    json.member("id", none)
    json.member("short", none)
    json.member("title", event.event.title)
    json.member("kind", "event")
    json.member("time", event.time.map(Timestamp.clock))
    json.member("end", event.end.map(Timestamp.clock))
    json.member("of", event.event.day.iso)
    json.member("part", text(event.part))
    json.member("habit", false)
    json.member("state", none)
    json.member("location", event.event.location)
    json.member("calendar", event.calendar)
  }

  private static func text(_ part: AgendaEntry.Part?) -> String? {
    part.map { "\($0.number)/\($0.count)" }
  }
}
