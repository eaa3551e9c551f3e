import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

/// A parsed `forecast` command.
package struct ForecastListing: Request {
  /// The span, if the first words name one, and the filter.
  package let words: [String]
  /// The point of the history to go back to, as typed.
  var at: String?

  package func run(in session: Session) throws {
    let view = try Viewpoint(session, at: at)
    let (session, store) = (view.session, view.store)
    let settings = try AgendaSettings(now: session.now, variable: Machine.variable)
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
    try session.print(ForecastAnswer(forecast)) { output in
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
