import TasksCore
import TasksPlanning

/// Tasks under headings of days or of what they have in common: the agenda, and the blocks of the dashboard. On a
/// terminal and off it the same columns, each as wide as what is in it.
package struct AgendaTable {
  private let cells: TaskCells
  private let dates: RelativeDate
  package private(set) var table: CellTable
  /// The width below which an entry takes two lines.
  package static let narrow = 60
  /// How many entries there are.
  package private(set) var count = 0

  package init(_ cells: TaskCells) {
    self.cells = cells
    dates = RelativeDate(now: cells.context.now)
    table = CellTable(
      [
        CellTable.Column(), CellTable.Column(isRight: true),
        CellTable.Column(least: 16, isMain: true), CellTable.Column(isRight: true),
        CellTable.Column(least: 8), CellTable.Column(least: 8, keepsEnd: true),
        CellTable.Column(),
      ], twoLinesBelow: AgendaTable.narrow)
  }

  package mutating func add(heading: String) { table.add(heading: heading) }

  package mutating func add(line: StyledLine) { table.add(line: line) }

  /// Reads the task with a number, and how much of its id is its short form.
  package typealias Tasks = (_ number: Int, (ListRow, _ shortLength: Int) -> Void) -> Void

  /// Adds what is on a day of an agenda.
  package mutating func add(_ line: AgendaLine, on day: CivilDate, of tasks: Tasks) {
    switch line {
    case .task(let entry):
      tasks(entry.task) { add(entry, on: day, $0, shortLength: $1) }
    case .event(let event): add(event, isToday: day == cells.context.now.date)
    }
  }

  /// Adds an event of a calendar, with the name of the calendar in place of a list.
  private mutating func add(_ event: AgendaEvent, isToday: Bool) {
    count += 1
    table.add("")
    table.add(AgendaTable.clock(event.time, event.end), .today)
    let title = ControlCharacters.escaped(event.event.title)
    table.add(title.isEmpty ? "no title" : title, title.isEmpty ? .dim : nil)
    table.add("")
    table.add("")
    table.add(ControlCharacters.escaped(event.calendar), .dim)
    let place = event.event.location.map {
      CellTable.cut(ControlCharacters.escaped($0), to: AgendaTable.placeWidth)
    }
    let part = event.part.map { "\($0.number)/\($0.count)" }
    table.add(
      [part, place, event.event.remark].compactMap(\.self).joined(separator: ", "),
      isToday ? .today : .date)
  }

  /// Places are often whole addresses.
  private static let placeWidth = 24

  /// Adds an entry of a day of an agenda.
  private mutating func add(
    _ entry: AgendaEntry, on day: CivilDate, _ row: ListRow, shortLength: Int
  ) {
    let isLate = entry.kind == .overdue
    let isToday = day == cells.context.now.date && !entry.kind.isPast && entry.kind != .warning
    add(
      row, shortLength: shortLength, time: AgendaTable.clock(entry.time, entry.end),
      when: text(of: entry, on: day, row), look: isLate ? .overdue : isToday ? .today : .date)
  }

  /// Adds a task with its next date.
  package mutating func add(_ row: ListRow, shortLength: Int) {
    add(row, shortLength: shortLength, time: "", when: nil, look: cells.lookOfDates(row))
  }

  /// - Parameter when: Nil for the dates of a list.
  private mutating func add(
    _ row: ListRow, shortLength: Int, time: String, when: String?, look: Look
  ) {
    count += 1
    let isOver = row.isDone
    let cells = cells
    table.add(.id) { row.id.appendVisible(first: shortLength, to: &$0) }
    table.add(time, look == .overdue ? .overdue : .today)
    table.add(isOver ? .done : row.priority?.isSame(as: "A") == true ? .urgent : nil) { bytes in
      if !row.keyword.isSame(as: cells.plainKeyword) {
        row.keyword.appendVisible(to: &bytes)
        bytes.append(UInt8(ascii: " "))
      }
      if let priority = row.priority {
        bytes.append(UInt8(ascii: "["))
        priority.appendVisible(to: &bytes)
        bytes.append(contentsOf: "] ".utf8)
      }
      row.appendShownTitle(to: &bytes)
    }
    table.add(.mark) { cells.appendMarks(row, false, to: &$0) }
    table.add(isOver ? .done : .tag) { cells.appendTags(row, to: &$0) }
    table.add(isOver ? .done : .list) { row.list?.appendVisible(to: &$0) }
    if let when {
      table.add(when, look)
    } else {
      table.add(look) { cells.appendDates(row, to: &$0) }
    }
  }

  /// Says why a task is on a day, where the day does not say it.
  private func text(of entry: AgendaEntry, on day: CivilDate, _ row: ListRow) -> String {
    let date = Timestamp(entry.date)
    switch entry.kind {
    case .overdue: return entry.date == day ? "overdue" : dates.text(date)
    case .warning: return "due " + dates.text(date)
    case .deadline:
      return (["due"] + repeated(row.deadline, row)).joined(separator: ", ")
    case .scheduled where entry.date < day: return cells.glyphs.scheduled + " " + dates.text(date)
    case .scheduled: return repeated(row.scheduled, row).joined()
    case .timestamp: return entry.part.map { "\($0.number)/\($0.count)" } ?? ""
    case .closed: return "closed"
    case .state: return entry.keyword.map { "now " + ControlCharacters.escaped($0) } ?? ""
    case .clock:
      guard let start = entry.time, let end = entry.end else { return "clock" }
      return "clock " + Effort.text(end - start)
    }
  }

  private func repeated(_ plan: Planning?, _ row: ListRow) -> [String] {
    guard let plan, plan.isRepeating, let interval = plan.repeater?.interval else { return [] }
    return [interval.inWords(on: row.repeats.days)]
  }

  /// A time and its end: `9:00–10:15`; `–10:15` for what began on an earlier day.
  private static func clock(_ start: Int?, _ end: Int?) -> String {
    (start.map(clock) ?? "") + (end.map { "–" + clock($0) } ?? "")
  }

  /// A time of day as lists show it: `9:00`.
  package static func clock(_ minute: Int) -> String {
    let text = Timestamp.clock(minute)
    return text.hasPrefix("0") ? String(text.dropFirst()) : text
  }

  /// `Mon 23 Nov  week 48`, with the year if it is not this one.
  package static func heading(_ date: CivilDate, today: CivilDate) -> String {
    var text = RelativeDate(now: Timestamp(today)).day(date)
    text = "\(date.weekdayName) \(text)"
    if date == today { text += "  today" }
    return date.weekday == 1 || date == today ? text + "  week \(date.week)" : text
  }
}
