import TasksCore
import TasksExchange

/// The filter of a calendar-query (RFC 4791, 9.7), asked of tasks as they are printed.
struct CalendarFilter {
  private enum Condition {
    case defined(String, Bool)
    case text(String, String, isExact: Bool, isNegated: Bool)
    case time(ClosedRange<Int64>)
  }

  /// Whether it takes VTODOs at all.
  let takesTasks: Bool
  private var conditions: [Condition] = []

  /// Whether the texts of tasks must be read.
  var isByText: Bool { !conditions.isEmpty }

  /// - Throws: 403 for a part that is not known.
  init(_ filter: XMLElement?) throws(DAVAnswer) {
    guard let calendar = filter?[.compFilter] else {
      takesTasks = true
      return
    }
    guard calendar.attributes["name"]?.uppercased() == "VCALENDAR" else {
      throw .refusal(403, "a filter begins with VCALENDAR", .supportedFilter)
    }
    let parts = calendar.all(.compFilter)
    let todos = parts.filter { $0.attributes["name"]?.uppercased() == "VTODO" }
    takesTasks =
      parts.isEmpty || todos.count == parts.count && todos.allSatisfy { $0[.isNotDefined] == nil }
    for part in todos.flatMap(\.children) {
      switch part.name {
      case .timeRange: conditions.append(.time(try CalendarFilter.range(part)))
      case .propFilter:
        let name = part.attributes["name"]?.uppercased() ?? ""
        if part[.isNotDefined] != nil {
          conditions.append(.defined(name, false))
        } else if let match = part[.textMatch] {
          conditions.append(
            .text(
              name, match.text, isExact: match.attributes["collation"] == "i;octet",
              isNegated: match.attributes["negate-condition"] == "yes"))
        } else {
          conditions.append(.defined(name, true))
        }
      case .compFilter:
        // Alarms: a task without one has no component of the name.
        conditions.append(
          .defined(
            "BEGIN:\(part.attributes["name"]?.uppercased() ?? "")", part[.isNotDefined] == nil))
      case .isNotDefined: break
      default: throw .refusal(403, "\(part.name.text) is not known in a filter", .supportedFilter)
      }
    }
  }

  private static func range(_ element: XMLElement) throws(DAVAnswer) -> ClosedRange<Int64> {
    func seconds(_ name: XMLName, _ missing: Int64) throws(DAVAnswer) -> Int64 {
      guard let text = element.attributes[name] else { return missing }
      guard let moment = CalendarFilter.utc(text) else {
        throw .refusal(403, "'\(text)' is no time in UTC", .supportedFilter)
      }
      return moment
    }
    let start = try seconds("start", .min)
    let end = try seconds("end", .max)
    guard start <= end else {
      throw .refusal(403, "a range ends before it begins", .supportedFilter)
    }
    return start...end
  }

  /// Reads `20261127T090000Z`.
  private static func utc(_ text: String) -> Int64? {
    let digits = text.filter(\.isNumber)
    guard digits.count == 14, text.count == 16, let all = Int(digits) else { return nil }
    let (date, time) = (all / 1_000_000, all % 1_000_000)
    guard let day = CivilDate(year: date / 10000, month: date / 100 % 100, day: date % 100) else {
      return nil
    }
    return Int64(day.dayNumber) * 86400
      + Int64(time / 10000 * 3600 + time / 100 % 100 * 60 + time % 100)
  }

  func matches(_ text: [UInt8]) -> Bool {
    let lines = String(decoding: text, as: UTF8.self).replacing("\r\n ", with: "").split(
      separator: "\r\n")
    func values(_ name: String) -> [Substring] {
      lines.filter { $0.hasPrefix(name) && [":", ";"].contains($0.dropFirst(name.count).first) }
        .map { $0.drop { $0 != ":" }.dropFirst() }
    }
    return conditions.allSatisfy { condition in
      switch condition {
      case .defined(let name, let isThere):
        return (lines.contains { $0 == name } || !values(name).isEmpty) == isThere
      case .text(let name, let part, let isExact, let isNegated):
        let found = values(name)
        if found.isEmpty { return false }
        let isIn = found.contains {
          isExact ? $0.contains(part) : $0.lowercased().contains(part.lowercased())
        }
        return isIn != isNegated
      case .time(let range): return overlaps(range, values)
      }
    }
  }

  /// Whether a task is in a span of time (RFC 4791, 9.9). One that repeats has dates as long as it goes on.
  private func overlaps(
    _ range: ClosedRange<Int64>, _ values: (String) -> [Substring]
  ) -> Bool {
    func moment(_ name: String) -> Int64? {
      guard let text = values(name).first else { return nil }
      if text.hasSuffix("Z") { return CalendarFilter.utc(String(text)) }
      let floating = text.count == 8 ? "\(text)T000000Z" : "\(text)Z"
      guard let wall = CalendarFilter.utc(floating) else { return nil }
      return LocalTime.seconds(of: ForeignContext.civil(wall))
    }
    let isDay = values("DUE").first?.count == 8
    let dates = ["DTSTART", "DUE"].compactMap(moment)
    guard let first = dates.min(), let last = dates.max() else {
      let ends = ["COMPLETED", "CREATED"].compactMap(moment)
      guard let begin = ends.min(), let end = ends.max() else { return true }
      return values("COMPLETED").isEmpty
        ? end < range.upperBound : begin < range.upperBound && end >= range.lowerBound
    }
    if !values("RRULE").isEmpty { return first < range.upperBound }
    return first < range.upperBound && last + (isDay ? 86400 : 0) > range.lowerBound
      || last == range.lowerBound
  }
}
