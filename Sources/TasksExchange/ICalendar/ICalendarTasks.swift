import TasksCore

/// iCalendar with a VTODO a task (RFC 5545).
///
/// A standard property that is coarser than the field it stands for is followed by one of ours, `X-TASKS-…`, with the
/// exact value. That one holds only while the standard property is still what is written for it, so that no edit of
/// another program is undone.
package struct ICalendarTasks: ForeignFormat {
  package static let name = "ics"
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  /// Whether the lines are UTF-8 once they are unfolded.
  package static func isUTF8(_ bytes: [UInt8]) -> Bool {
    ContentLines(bytes).allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil }
  }

  package func print(_ tasks: [Task]) -> [UInt8] {
    var printer = TodoPrinter(context)
    for task in tasks { printer.print(task) }
    return printer.finished()
  }

  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    let components = CalendarComponent.all(in: bytes)
    let calendars = components.filter { $0.name == "VCALENDAR" }
    let loose = components.filter { $0.name == "VTODO" }
    if calendars.isEmpty, loose.isEmpty {
      return [.bad(line: 1, reason: "it is no iCalendar file")]
    }
    let cut = calendars.compactMap(\.fault).filter { $0.reason == CalendarComponent.cut }
      .map { ForeignRecord.bad(line: $0.line, reason: $0.reason) }
    return calendars.flatMap { records($0.components(named: "VTODO"), in: $0) } + cut
      + records(loose, in: CalendarComponent(name: "VCALENDAR", line: 1))
  }

  private func records(
    _ todos: [CalendarComponent], in calendar: CalendarComponent
  ) -> [ForeignRecord] {
    let reader = TodoReader(context, calendar)
    var records: [ForeignRecord] = []
    /// Which record has a UID.
    var places: [String: Int] = [:]
    for todo in todos where todo["RECURRENCE-ID"] == nil {
      if let uid = todo["UID"]?.value, places[uid] == nil { places[uid] = records.count }
      records.append(reader.record(todo))
    }
    // One occurrence of a task that repeats: it is no task of its own.
    for todo in todos where todo["RECURRENCE-ID"] != nil {
      guard let place = todo["UID"].flatMap({ places[$0.value] }),
        case .task(var task) = records[place]
      else { continue }
      if let moment = reader.finish(todo) {
        task.finished.append(moment)
      } else {
        task.remarks.append("left out what is said of one occurrence, in line \(todo.line)")
      }
      records[place] = .task(task)
    }
    return records
  }
}
