import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

/// A parsed `timeline` command.
struct TimelineListing: Request {
  /// The first day, or a span of several, if the first words name one, and the filter.
  let words: [String]

  func run(in session: Session) throws {
    var since = session.now.date.adding(days: -6)
    var last: CivilDate?
    let (span, filter) = try DaySpan.read(first: words, now: session.now, .past)
    if let span {
      since = span.lowerBound
      if span.length > 1 { last = span.upperBound }
    }
    let store = try session.openStore()
    let query = try session.query(filter, in: store)
    let reading = try store.read()
    TaskList.warn(about: reading)
    let tasks = try TaskSelection(
      query, from: reading, of: store, now: session.now, withHidden: true, where: { _ in true })
    let start = Timestamp(since)
    let history = try store.history(
      in: LocalTime.seconds(of: Timestamp(since, minute: 0)) ... .max,
      local: LocalTime.timestamp(at:))
    var shorts: [TaskID: String] = [:]
    for task in tasks { shorts[task.id] = reading.short(task) }
    var timeline = Timeline()
    for entry in history.entries where entry.time >= start {
      // A purged task is in no filter.
      if query.isEmpty || entry.task.map({ shorts[$0.id] != nil }) == true { timeline.add(entry) }
    }
    for task in tasks { timeline.add(logOf: task, since: start) }
    if let last { timeline.end(on: last) }
    if timeline.events.isEmpty, !session.wantsJSON {
      TaskList(session: session, store: store).explainNothing(query, reading)
      let mistaken = MistakenSpan.message(filter)
      if let mistaken { Conversation.say(mistaken) }
    }
    let answer = JSONAnswer("timeline", rows: timeline.days) { json, day in
      json.member("date", day.date.iso)
      json.key("entries")
      json.array(day.events) { json, event in
        json.object { json in
          json.member("time", event.at.minute.map(Timestamp.clock))
          json.member("kind", event.kind.rawValue)
          json.member("id", event.id.text)
          json.member("title", event.title)
          json.member("detail", event.detail)
          json.member("minutes", event.minutes)
          json.member("device", event.device)
        }
      }
    }
    try session.print(answer) { output in
      write(timeline, shorts: shorts, to: &output, today: session.now.date)
    }
    if let failure = history.failure { throw failure }
  }

  private func write(
    _ timeline: Timeline, shorts: [TaskID: String], to output: inout Output, today: CivilDate
  ) {
    var table = CellTable(
      [
        CellTable.Column(isRight: true), CellTable.Column(), CellTable.Column(),
        CellTable.Column(least: 16, isMain: true), CellTable.Column(least: 12),
      ], twoLinesBelow: 60)
    for (date, events) in timeline.days {
      table.add(heading: AgendaTable.heading(date, today: today))
      for event in events {
        table.add(event.at.minute.map(AgendaTable.clock) ?? "", .date)
        table.add(shorts[event.id] ?? "", .id)
        table.add(event.kind.rawValue, .state)
        table.add(ControlCharacters.escaped(event.title))
        table.add(
          event.kind == .clock
            ? event.minutes.map { Effort.text($0) } ?? "running" : event.detail, .dim)
      }
    }
    table.write(to: &output)
  }
}
