import TasksCore
import TasksPlanning

/// Which occurrence of an event is meant: by a moment, or by its day.
enum EventMoment: Hashable {
  /// In seconds since 1970.
  case seconds(Int64)
  case day(CivilDate)

  init(_ date: CalendarDate, zones: CalendarZones) {
    self = date.isDay ? .day(date.wall.date) : .seconds(zones.seconds(date))
  }
}

/// A VEVENT as it is written: its first occurrence, and how the others follow.
struct EventSource {
  /// How long an occurrence takes.
  enum Length: Hashable {
    case days(Int)
    case seconds(Int64)
  }

  let uid: String
  let title: Text
  let location: Text?
  let isCancelled: Bool
  let start: CalendarDate
  let length: Length
  private(set) var rules: [CalendarRecurrence] = []
  /// Dates besides those of the rules, with a length if it is another one.
  private(set) var dates: [(date: CalendarDate, length: Length?)] = []
  private(set) var excluded: Set<EventMoment> = []
  /// The occurrence of the event with the same UID that this one stands for.
  let replaced: EventMoment?
  private(set) var remark: String?

  /// - Throws: What makes it no event.
  init(_ event: CalendarComponent, zones: CalendarZones) throws(CalendarComponent.Fault) {
    if let fault = event.fault { throw fault }
    guard let line = event["DTSTART"] else {
      throw CalendarComponent.Fault(line: event.line, reason: "DTSTART is missing")
    }
    uid = event["UID"]?.value ?? "line \(event.line)"
    func oneLine(_ name: String) -> String {
      CalendarText.line(CalendarText.cleaned(event[name]?.text.string ?? ""))
    }
    title = Text(oneLine("SUMMARY"))
    let place = oneLine("LOCATION")
    location = place.isEmpty ? nil : Text(place)
    isCancelled = event["STATUS"]?.value.trimmedBlanks.uppercased() == "CANCELLED"
    start = try CalendarDate(line)
    length = try EventSource.length(event, start, zones)
    replaced = try event["RECURRENCE-ID"].map { line throws(CalendarComponent.Fault) in
      EventMoment(try CalendarDate(line), zones: zones)
    }
    // An occurrence with an event of its own does not repeat.
    if replaced == nil { try readDates(event, zones) }
    if event["RECURRENCE-ID"]?["RANGE"] != nil || event["EXRULE"] != nil {
      remark = EventSource.notUnderstood
    }
  }

  private static let notUnderstood = "it repeats in a way that is not understood"

  private mutating func readDates(
    _ event: CalendarComponent, _ zones: CalendarZones
  ) throws(CalendarComponent.Fault) {
    for line in event.all("RRULE") {
      let rule = CalendarRecurrence(line.value)
      if let rule, rule.unread.isEmpty, rule.frequency != .secondly, rule.frequency != .minutely {
        rules.append(rule)
      } else {
        remark = EventSource.notUnderstood
      }
    }
    for line in event.all("EXDATE") {
      for word in line.value.split(separator: ",") {
        guard let date = CalendarDate(word, zone: line["TZID"]) else {
          throw EventSource.fault(line)
        }
        excluded.insert(EventMoment(date, zones: zones))
      }
    }
    for line in event.all("RDATE") {
      for word in line.value.split(separator: ",") {
        let sides = word.split(separator: "/", maxSplits: 1)
        guard let date = CalendarDate(sides[0], zone: line["TZID"]) else {
          throw EventSource.fault(line)
        }
        var length: Length?
        if sides.count == 2 {
          if let duration = CalendarDuration(sides[1]) {
            length = EventSource.length(duration, from: date)
          } else if let end = CalendarDate(sides[1], zone: line["TZID"]) {
            length = EventSource.length(from: date, to: end, zones)
          }
        }
        dates.append((date, length))
      }
    }
  }

  private static func fault(_ line: ContentLine) -> CalendarComponent.Fault {
    CalendarComponent.Fault(
      line: line.line, reason: "\(line.name) has no dates: \(ControlCharacters.escaped(line.value))"
    )
  }

  // MARK: Length

  private static func length(
    _ event: CalendarComponent, _ start: CalendarDate, _ zones: CalendarZones
  ) throws(CalendarComponent.Fault) -> Length {
    if let line = event["DTEND"] {
      return length(from: start, to: try CalendarDate(line), zones)
    }
    if let line = event["DURATION"] {
      guard let duration = CalendarDuration(line.value) else {
        throw CalendarComponent.Fault(
          line: line.line,
          reason: "DURATION is no length: \(ControlCharacters.escaped(line.value))")
      }
      return length(duration, from: start)
    }
    return start.isDay ? .days(1) : .seconds(0)
  }

  private static func length(
    from start: CalendarDate, to end: CalendarDate, _ zones: CalendarZones
  ) -> Length {
    if start.isDay {
      return .days(max(1, end.wall.date.dayNumber - start.wall.date.dayNumber))
    }
    return .seconds(max(0, zones.seconds(end) - zones.seconds(start)))
  }

  private static func length(_ duration: CalendarDuration, from start: CalendarDate) -> Length {
    start.isDay
      ? .days(max(1, duration.minutes / 1440))
      : .seconds(max(0, Int64(duration.days) * 86_400 + Int64(duration.seconds)))
  }
}

/// The events of an iCalendar file within a span of days: a pure function of its bytes (RFC 5545, 3.6.1).
///
/// An event that cannot be read is named and hides no other, unless it is sure to be on other days; one that repeats in
/// a way that is not understood is shown at its start.
package struct CalendarEvents: Sendable {
  package struct Remark: Hashable, Sendable {
    /// In the file, from 1.
    package let line: Int
    package let reason: String

    package init(line: Int, reason: String) {
      (self.line, self.reason) = (line, reason)
    }
  }

  /// By their start, then their title.
  package private(set) var events: [CalendarEvent] = []
  package private(set) var remarks: [Remark] = []
  /// The days on which the file may have events; nil if that depends on rules, or something could not be read. It follows
  /// from the bytes alone.
  package private(set) var extent: ClosedRange<CivilDate>?

  /// The limit of occurrences of a file.
  package static let most = 10_000

  /// - Parameters:
  ///   - days: The events of other days are left out; one that reaches into a day is one of it.
  package init(_ bytes: [UInt8], days: ClosedRange<CivilDate>, clock: CalendarClock) {
    let outlying = bytes.withView { bytes in
      let found = OutlyingEvents(in: bytes, days: days)
      return (lines: found.lines, total: found.total, extent: found.extent)
    }
    extent = outlying.extent
    // Most files of a folder, which have one event each.
    if outlying.total > 0, outlying.lines.count == outlying.total { return }
    let components = CalendarComponent.all(in: bytes, without: outlying.lines)
    let calendars = components.filter { $0.name == "VCALENDAR" }
    if calendars.isEmpty { remarks = [Remark(line: 1, reason: "it is no iCalendar file")] }
    var budget = EventExpansion.Budget(events: CalendarEvents.most)
    for calendar in calendars {
      let zones = CalendarZones(calendar, clock: clock)
      let expansion = EventExpansion(days: days, zones: zones)
      read(calendar.components(named: "VEVENT"), expansion, &budget)
    }
    if budget.isSpent {
      remarks.append(
        Remark(line: 1, reason: "it has too many events, of which \(events.count) are shown"))
    }
    events.sort { ($0.start, $0.title) < ($1.start, $1.title) }
  }

  private mutating func read(
    _ components: [CalendarComponent], _ expansion: EventExpansion,
    _ budget: inout EventExpansion.Budget
  ) {
    var sources: [EventSource] = []
    for component in components {
      do throws(CalendarComponent.Fault) {
        sources.append(try EventSource(component, zones: expansion.zones))
      } catch {
        remarks.append(Remark(line: error.line, reason: error.reason))
      }
    }
    // The occurrences that events of their own stand for, by the UID; of two versions the last one counts.
    var replaced: [String: [EventMoment: Int]] = [:]
    for (index, source) in sources.enumerated() {
      if let moment = source.replaced { replaced[source.uid, default: [:]][moment] = index }
    }
    for (index, source) in sources.enumerated() where !source.isCancelled {
      let own = replaced[source.uid] ?? [:]
      if let moment = source.replaced {
        if own[moment] == index {
          events += expansion.occurrences(of: source, without: [], &budget)
        }
      } else {
        events += expansion.occurrences(of: source, without: Set(own.keys), &budget)
      }
    }
  }
}
