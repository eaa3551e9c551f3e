import TasksCore
import TasksExchange

/// The filter of a calendar-query (RFC 4791, 9.7).
struct CalendarFilter {
  private let filter: TodoFilter

  /// - Parameter element: Nil takes all.
  /// - Throws: 403 for a part that is not known.
  init(_ element: XMLElement?) throws(DAVAnswer) {
    guard let calendar = element?[.compFilter] else {
      filter = TodoFilter(.component, "VCALENDAR")
      return
    }
    filter = try CalendarFilter.part(calendar)
    guard filter.name == "VCALENDAR" else {
      throw .refusal(403, "a filter begins with VCALENDAR", .supportedFilter)
    }
  }

  private static let kinds: [XMLName: TodoFilter.Kind] = [
    .compFilter: .component, .propFilter: .property, .paramFilter: .parameter,
  ]

  private static func part(_ element: XMLElement) throws(DAVAnswer) -> TodoFilter {
    var part = TodoFilter(
      kinds[element.name] ?? .component, element.attributes["name"]?.uppercased() ?? "")
    for child in element.children {
      switch child.name {
      case .isNotDefined: part.isAbsent = true
      case .timeRange: part.range = try range(child)
      case .textMatch: part.text = try text(child)
      case let name where kinds[name] != nil: part.parts.append(try CalendarFilter.part(child))
      default: throw .refusal(403, "\(child.name.text) is not known in a filter", .supportedFilter)
      }
    }
    return part
  }

  private static func text(_ element: XMLElement) throws(DAVAnswer) -> TodoFilter.TextMatch {
    let name = element.attributes["collation"] ?? "default"
    guard
      let collation = name == "default" ? .ascii : TodoFilter.TextMatch.Collation(rawValue: name)
    else { throw .refusal(403, "the collation '\(name)' is not known", .supportedCollation) }
    let isNegated = element.attributes["negate-condition"] == "yes"
    return TodoFilter.TextMatch(element.text, collation, isNegated: isNegated)
  }

  private static func range(_ element: XMLElement) throws(DAVAnswer) -> ClosedRange<Int64> {
    func seconds(_ name: XMLName) throws(DAVAnswer) -> Int64? {
      guard let text = element.attributes[name] else { return nil }
      guard let date = CalendarDate(text), date.zone == .utc else {
        throw .refusal(403, "'\(text)' is no time in UTC", .supportedFilter)
      }
      return Int64(date.wall.absoluteMinute) * 60 + Int64(date.second)
    }
    let (start, end) = (try seconds("start") ?? .min, try seconds("end") ?? .max)
    guard start <= end else {
      throw .refusal(403, "a range ends before it begins", .supportedFilter)
    }
    return start...end
  }

  /// Returns those of some tasks that it takes. Only where the snapshot does not tell are texts read.
  func matches(
    among entries: [DAVSnapshot.Entry], _ context: ForeignContext, _ texts: DAVBody.Texts
  ) throws -> [DAVSnapshot.Entry] {
    let answers = entries.map {
      filter.takes(isDone: $0.closed.map { $0 > 0 ? true : nil } ?? false)
    }
    var open = zip(entries, answers).filter { $1 == nil }.map(\.0)[...]
    var taken: [Bool] = []
    while !open.isEmpty {
      let batch = Array(open.prefix(DAVAnswer.batch))
      taken += try texts(batch).map { $0.map { filter.takes($0, context) } ?? false }
      open = open.dropFirst(batch.count)
    }
    var rest = taken[...]
    return zip(entries, answers).filter { $1 ?? rest.popFirst() ?? false }.map(\.0)
  }
}
