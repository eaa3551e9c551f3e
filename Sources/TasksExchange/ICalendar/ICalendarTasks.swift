import TasksCore

/// iCalendar with a VTODO a task (RFC 5545).
///
/// A standard property that is coarser than the field it stands for is followed by one of ours, `X-TASKS-…`, with the
/// exact value. That one holds only while the standard property is still what is written for it, so that no edit of
/// another program is undone.
package struct ICalendarTasks: ForeignFormat {
  package static let name = "ics"
  package static let ending = ".ics"
  package static let isFileOfFolder: (@Sendable (String) -> Bool)? = { $0.hasSuffix(ending) }
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  /// Whether the lines are UTF-8 once they are unfolded: some programs fold them inside a letter.
  package func isText(_ bytes: [UInt8]) -> Bool {
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

/// What the standard properties of a VTODO say of a task, and what they are read as.
///
/// Law: a value read from what is written for it is the same, or the printer adds a property of ours.
struct StandardTodo {
  let context: ForeignContext

  // MARK: STATUS

  func status(of state: State) -> String {
    if state.isDone {
      // Without a keyword for it, a cancelled task is a done one.
      let isCanceled = state == context.canceled && context.canceled != context.done
      return isCanceled ? "CANCELLED" : "COMPLETED"
    }
    return state == context.started && state != context.open ? "IN-PROCESS" : "NEEDS-ACTION"
  }

  func state(_ status: String) -> State {
    switch status {
    case "COMPLETED": context.done
    case "CANCELLED": context.canceled
    case "IN-PROCESS": context.started
    default: context.open
    }
  }

  // MARK: PRIORITY

  func priority(of priority: Priority?) -> String? {
    switch priority?.text {
    case nil: nil
    case "A": "1"
    case "B": "5"
    case "C": "9"
    case .some(let text): Int(text).map { String(max($0, 1)) } ?? "9"
    }
  }

  /// Of 1 to 9 the lowest is the most urgent; 0 is none (RFC 5545, 3.8.1.9).
  func priority(_ number: String) -> Priority? {
    switch Int(number) {
    case .some(1...4): Priority("A")
    case 5: Priority("B")
    case .some(6...9): Priority("C")
    default: nil
    }
  }

  // MARK: GEO

  func geo(of place: Location.Coordinates) -> String {
    [place.latitude, place.longitude].map { number in
      let text = number.shortestDecimal
      return text.contains("e") ? "0" : text
    }.joined(separator: ";")
  }

  func coordinates(_ geo: String) -> Location.Coordinates? {
    Location.Coordinates(geo.split(separator: ";").joined(separator: ","))
  }

  // MARK: UID

  /// The id of a UID, without what ox-icalendar puts before the id of a heading.
  func id(_ uid: Text) -> TaskID? {
    let bytes = uid.bytes
    let prefix = ["TODO-", "DL-", "SC-", "TS1-"].first { bytes.starts(with: $0.utf8) }
    let rest = bytes.dropFirst(prefix?.utf8.count ?? 0)
    return context.id(foreign: rest.isEmpty ? uid : Text(bytes: rest))
  }

  // MARK: DTSTART

  /// True if a DTSTART may stand beside the DUE: both are days or both have a time, and DUE is later (RFC 5545,
  /// 3.8.2.3).
  func canStart(_ scheduled: Timestamp?, due: Timestamp?) -> Bool {
    guard let scheduled else { return false }
    guard let due else { return true }
    return (scheduled.minute == nil) == (due.minute == nil) && scheduled < due
  }
}

/// The properties of a VTODO by their names: those that are read, and those that need not be.
enum TodoNames {
  private static let known: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "PRIORITY", "CATEGORIES", "CREATED",
    "DTSTART", "DUE", "DURATION", "RRULE", "LOCATION", "GEO", "URL", "RELATED-TO",
    // What they say is of the file or follows from the rest.
    "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "PERCENT-COMPLETE", "CLASS",
  ]

  /// Says what of a VTODO is not read; nil if all of it is.
  static func remark(_ todo: CalendarComponent) -> String? {
    let left = todo.lines.filter { !isKnown($0) }.map(\.name).uniqued()
    return left.isEmpty ? nil : "left out \(left.joined(separator: ", "))"
  }

  private static func isKnown(_ line: ContentLine) -> Bool {
    if line.name == "RELATED-TO" { return (line["RELTYPE"]?.uppercased() ?? "PARENT") == "PARENT" }
    return known.contains(line.name) || line.name.hasPrefix("X-TASKS-")
  }
}
