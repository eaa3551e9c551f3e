import TasksCore
import TasksPlanning

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
  /// What could not be read.
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
