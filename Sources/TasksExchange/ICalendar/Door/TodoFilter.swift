import TasksCore

/// What a client asks of tasks (RFC 4791, 9.7): a filter of components, properties or parameters, asked of a task as it is
/// printed.
package struct TodoFilter: Sendable {
  package enum Kind: Sendable { case component, property, parameter }

  /// A text that is to be in a value.
  package struct TextMatch: Sendable {
    /// How letters are compared (RFC 4790).
    package enum Collation: String, CaseIterable, Sendable {
      case ascii = "i;ascii-casemap"
      case octet = "i;octet"
      case unicode = "i;unicode-casemap"

      fileprivate func folded(_ text: String) -> [UInt8] {
        switch self {
        case .ascii: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        case .octet: Array(text.utf8)
        case .unicode: Array(text.lowercased().utf8)
        }
      }
    }

    private let part: [UInt8]
    private let collation: Collation
    private let isNegated: Bool

    package init(_ text: String, _ collation: Collation, isNegated: Bool) {
      (part, self.collation, self.isNegated) = (collation.folded(text), collation, isNegated)
    }

    /// - Parameter values: What a value may be taken for: clients write a text with its escapes or without.
    fileprivate func matches(_ values: String...) -> Bool {
      let isIn = values.contains { value in
        part.isEmpty || collation.folded(value).firstRange(of: part) != nil
      }
      return isIn != isNegated
    }
  }

  let kind: Kind
  /// In capitals.
  package let name: String
  /// Whether there is to be none.
  package var isAbsent = false
  /// When it is to be, in seconds since 1970. The end is outside.
  package var range: ClosedRange<Int64>?
  package var text: TextMatch?
  /// What is asked of what is in it.
  package var parts: [TodoFilter] = []

  package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

  /// Whether a task is taken, if that follows from its state.
  ///
  /// - Parameter isDone: Nil for a finished task of which it is not known when.
  package func takes(isDone: Bool?) -> Bool? {
    let isBare = range == nil && parts.isEmpty
    switch (kind, name) {
    case (.component, "VCALENDAR"), (.component, "VTODO"):
      if isAbsent { return false }
      let answers = parts.map { $0.takes(isDone: isDone) }
      if answers.contains(false) { return false }
      return range == nil && !answers.contains(nil) ? true : nil
    case (.component, let name): return name == "VALARM" ? nil : isAbsent
    case (.property, "COMPLETED") where isBare && text == nil: return isDone.map { $0 != isAbsent }
    case (.property, "STATUS") where isBare:
      if isAbsent { return false }
      let values = isDone == false ? ["NEEDS-ACTION", "IN-PROCESS"] : ["COMPLETED", "CANCELLED"]
      let answers = Set(values.map { text?.matches($0) ?? true })
      return answers.count == 1 ? answers.first : nil
    default: return nil
    }
  }

  /// Whether a file has what is asked.
  package func takes(_ file: [UInt8], _ context: ForeignContext) -> Bool {
    let calendars = CalendarComponent.all(in: file).filter { $0.name == name }
    guard let calendar = calendars.first else { return isAbsent }
    let times = TodoTimes(zones: CalendarZones(calendar, clock: context.clock))
    return takes(calendars, in: nil, times)
  }

  private func takes(
    _ found: [CalendarComponent], in owner: CalendarComponent?, _ times: TodoTimes
  ) -> Bool {
    if isAbsent { return found.isEmpty }
    return found.contains { component in
      (range.map { times.overlap($0, component, in: owner) } ?? true)
        && parts.allSatisfy { part in
          part.kind == .component
            ? part.takes(component.components(named: part.name), in: component, times)
            : part.takes(component.all(part.name), times)
        }
    }
  }

  private func takes(_ lines: [ContentLine], _ times: TodoTimes) -> Bool {
    if isAbsent { return lines.isEmpty }
    return lines.contains { line in
      (range.map { times.overlap($0, line) } ?? true)
        && text?.matches(line.text.string, line.value) ?? true
        && parts.allSatisfy { part in
          guard let value = line[part.name] else { return part.isAbsent }
          return !part.isAbsent && part.text?.matches(value) ?? true
        }
    }
  }
}

/// When tasks and their alarms are (RFC 4791, 9.9).
private struct TodoTimes {
  private static let day: Int64 = 86_400
  /// Rules without an end are followed for so many days.
  private static let farthest = 36_525

  let zones: CalendarZones

  private func time(_ line: ContentLine?) -> (seconds: Int64, isDay: Bool)? {
    guard let line, let date = CalendarDate(line.value, zone: line["TZID"]) else { return nil }
    return (zones.seconds(date), date.isDay)
  }

  func overlap(_ range: ClosedRange<Int64>, _ line: ContentLine) -> Bool {
    guard let (start, isDay) = time(line) else { return false }
    return start < range.upperBound && start + (isDay ? TodoTimes.day : 1) > range.lowerBound
  }

  func overlap(
    _ range: ClosedRange<Int64>, _ component: CalendarComponent, in owner: CalendarComponent?
  ) -> Bool {
    if component.name == "VALARM" { return rings(component, in: owner, range) }
    guard component.name == "VTODO" else { return true }
    guard let (begin, end) = span(component) else { return isWithoutDate(component, in: range) }
    func overlaps(_ moved: Int64) -> Bool {
      let (begin, end) = (begin + moved, end + moved)
      return (range.lowerBound < end || range.lowerBound <= begin)
        && (range.upperBound > begin || range.upperBound >= end)
    }
    return overlaps(0) || laterDates(component, in: range, end - begin).contains(where: overlaps)
  }

  /// From when to when a task is: a day is whole, and a due time alone is the second before it.
  private func span(_ todo: CalendarComponent) -> (Int64, Int64)? {
    let (start, due) = (time(todo["DTSTART"]), time(todo["DUE"]))
    let end = due.map { $0.seconds + ($0.isDay ? TodoTimes.day : 0) }
    switch (start, due) {
    case (nil, nil): return nil
    case (let start?, nil):
      return (start.seconds, start.seconds + (start.isDay ? TodoTimes.day : 0))
    case (_, let due?):
      let begin = start?.seconds ?? (due.isDay ? due.seconds : due.seconds - 1)
      return (begin, max(begin, end ?? begin))
    }
  }

  private func isWithoutDate(_ todo: CalendarComponent, in range: ClosedRange<Int64>) -> Bool {
    let (created, completed) = (time(todo["CREATED"])?.seconds, time(todo["COMPLETED"])?.seconds)
    guard let first = created ?? completed else { return true }
    guard let last = completed else { return range.upperBound > first }
    return range.lowerBound <= max(first, last) && range.upperBound >= min(first, last)
  }

  /// How much later the first dates of a rule are that may be in a range, in seconds.
  private func laterDates(
    _ todo: CalendarComponent, in range: ClosedRange<Int64>, _ length: Int64
  ) -> [Int64] {
    guard let line = todo["DTSTART"] ?? todo["DUE"], let rule = todo["RRULE"],
      let first = CalendarDate(line.value, zone: line["TZID"]),
      let recurrence = CalendarRecurrence(rule.value)
    else { return [] }
    let start = zones.seconds(first)
    let earliest = max(range.lowerBound, start) - length - (first.isDay ? TodoTimes.day : 3600)
    let from = max(first.wall, zones.wall(min(earliest, 1 << 40), in: first.zone))
    let last = zones.wall(min(range.upperBound, 1 << 40), in: first.zone).date
    let to = min(last, from.date.adding(days: TodoTimes.farthest)).adding(days: 1)
    guard to > from.date else { return [] }
    var periods = 50_000
    return recurrence.occurrences(
      from: first.wall, in: from...Timestamp(to),
      until: recurrence.until.map { $0.zone == .utc ? zones.local($0) : $0.wall }, most: 9,
      periods: &periods
    ).dates.map { date in
      var moved = first
      moved.wall = date
      return zones.seconds(moved) - start
    }
  }

  private func rings(
    _ alarm: CalendarComponent, in todo: CalendarComponent?, _ range: ClosedRange<Int64>
  ) -> Bool {
    guard let trigger = alarm["TRIGGER"] else { return false }
    var moment = time(trigger)?.seconds
    if let length = CalendarDuration(trigger.value) {
      let isOfEnd = trigger["RELATED"]?.uppercased() == "END"
      let lines = [todo?["DTSTART"], todo?["DUE"]]
      let line = (isOfEnd ? lines.reversed() : lines).compactMap(\.self).first
      moment = time(line).map {
        $0.seconds + Int64(length.days) * TodoTimes.day + Int64(length.seconds)
      }
    }
    guard let moment else { return false }
    return range.lowerBound <= moment && moment < range.upperBound
  }
}
