import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

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
    let settings = try AgendaSettings(now: session.now, variable: Machine.variable)
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
      table.add(heading: AgendaDays.heading(date, today: today))
      for line in lines { table.add(line, on: date, of: tasks) }
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
