import TasksCore

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
