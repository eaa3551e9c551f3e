import ArgumentParser
import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

package struct ForecastCommand: Verb {
  package static let names = "forecast"
  package static let wordKind = VerbWords.filter
  package static let configuration = CommandConfiguration(
    of: ForecastCommand.self,
    abstract: "Show how many tasks are on each day of the next two weeks, and their effort.",
    usage: "tasks forecast [<span>] [<filter> ...]",
    discussion: """
      A task counts on each day on which the agenda has it, except for deadlines that only come near; what is late \
      counts today.

        tasks forecast
        tasks forecast next month list:work
        tasks forecast --json
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: PointArgument.help("Show the forecast as it was"))
  var at: String?

  @Argument(help: "The days, then the conditions that a task must match.")
  package var words: [String] = []

  package init() {}

  package static func complete(_ line: inout Completion) {
    line.offerConditions()
    if line.place == 0 { line.offerSpans(.dates(isPast: false)) }
  }

  package static func quick(_ words: [String]) -> (any Request)? { ForecastListing(words: words) }

  package func run() throws {
    try ForecastListing(words: DashedWords.restored(words), at: at).run(in: Session(options))
  }
}

struct TimelineCommand: Verb {
  static let names = "timeline"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: TimelineCommand.self,
    abstract: "Show what happened on each day, newest first; by default of the last seven days.",
    usage: "tasks timeline [<span> | <since>] [<filter> ...]",
    discussion: """
      It is made from the commits of all devices, and from the clocks, the notes and the changes of state in the logs \
      of the tasks. A date alone is the first day; week, last month, 2w (the last two weeks), 2026-W48 and mon..wed \
      are spans.

        tasks timeline
        tasks timeline 2026-11-01 list:work
        tasks timeline last week --json
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The first day, then the conditions that a task must match.")
  var words: [String] = []

  static func complete(_ line: inout Completion) {
    line.offerConditions()
    if line.place == 0 { line.offerSpans(.dates(isPast: true)) }
  }

  func run() throws {
    try TimelineListing(words: DashedWords.restored(words)).run(in: Session(options))
  }
}

/// A parsed `forecast` command.
package struct ForecastListing: Request {
  /// The span, if the first words name one, and the filter.
  package let words: [String]
  /// The point of the history to go back to, as typed.
  var at: String?

  package func run(in session: Session) throws {
    let view = try Viewpoint(session, at: at)
    let (session, store) = (view.session, view.store)
    let settings = try AgendaConfig(now: session.now, variable: Machine.variable)
    let today = session.now.date
    let (named, filter) = try settings.span(of: words, length: 14)
    let span = named ?? today...today.adding(days: 13)
    let query = try session.query(filter, in: store)
    let context = try ActiveContext.of(store, now: session.now)
    let (reading, forecast) = try view.read { reading in
      let tasks = try TaskSelection(
        Query.all(of: [query, context?.query ?? .all]), from: reading, of: store, now: session.now,
        withHidden: true,
        where: \.isOpen)
      return (reading, tasks.forecast(of: tasks.agenda(span, now: session.now)))
    }
    TaskList.warn(about: reading)
    if forecast.days.allSatisfy({ $0.tasks == 0 }), !session.wantsJSON {
      TaskList(session: session, store: store).explainNothing(query, reading)
      AgendaListing.explainNothing(filter)
    }
    try session.print(forecast.answer) { output in
      ForecastListing.write(forecast, today: today, to: &output)
    }
  }

  private static func write(_ forecast: Forecast, today: CivilDate, to output: inout Output) {
    let dates = RelativeDate(now: Timestamp(today))
    var table = CellTable([
      CellTable.Column(), CellTable.Column(isRight: true), CellTable.Column(isRight: true),
      CellTable.Column(least: 4, isMain: true),
    ])
    for day in forecast.days {
      let isToday = day.date == today
      table.add("\(day.date.weekdayName) \(dates.day(day.date))", isToday ? .today : nil)
      table.add(day.tasks == 0 ? "·" : "\(day.tasks)", day.tasks == 0 ? .dim : nil)
      table.add(day.effort == 0 ? "" : Effort.text(day.effort), .date)
      table.add(bar(day.tasks, output.terminal.glyphs), isToday ? .today : .mark)
    }
    table.write(to: &output)
  }

  /// A sign for each task of a day.
  static func bar(_ count: Int, _ glyphs: Glyphs) -> String {
    String(repeating: glyphs.bar, count: min(count, 500))
  }
}

extension Forecast {
  var answer: JSONAnswer {
    JSONAnswer("forecast", rows: days) { json, day in
      json.member("date", day.date.iso)
      json.member("entries", day.tasks)
      json.member("effort", day.effort)
    }
  }
}
