/// An item of a task's log, which is one list, newest first.
package enum LogItem: Hashable, Sendable {
  case entry(LogEntry)
  case clock(Clock)

  /// The time that decides on the item's place in the log: for a clock, its start.
  package var moment: Timestamp? {
    switch self {
    case .entry(let entry): entry.at
    case .clock(let clock): clock.start
    }
  }

  package var entry: LogEntry? { if case .entry(let entry) = self { entry } else { nil } }

  package var clock: Clock? { if case .clock(let clock) = self { clock } else { nil } }

  /// True for the record of a value that a merge dropped. Such entries come first, regardless of their date.
  package var isDroppedValue: Bool { entry?.isDroppedValue ?? false }

  /// The same item with another entry, if it is one.
  func mapEntry(_ transform: (LogEntry) -> LogEntry) -> LogItem {
    entry.map { .entry(transform($0)) } ?? self
  }
}

extension [LogItem] {
  /// The clocks without an end, in the order of their starts.
  package var runningClocks: [Clock] {
    compactMap(\.clock).filter(\.isRunning).ordered { $0.start < $1.start }
  }

  /// Returns the log with its running clocks ended at a moment, or at their start if that is later. Of two, which a
  /// merge may leave, the one ends where the next begins, so that no time counts twice.
  ///
  /// - Parameter foreign: Clocks that another program keeps, which are left as they are.
  package func endingClocks(at moment: Timestamp, except foreign: [Clock] = []) -> [LogItem] {
    let starts = runningClocks.map(\.start)
    if starts.isEmpty { return self }
    return map { item in
      guard let clock = item.clock, clock.isRunning, !foreign.contains(clock) else { return item }
      let end = starts.first { $0 > clock.start } ?? moment
      return .clock(Clock(start: clock.start, end: Swift.max(end, clock.start)))
    }
  }
}

/// A span of time worked on a task.
package struct Clock: Hashable, Sendable {
  package var start: Timestamp
  /// Nil while the clock runs.
  package var end: Timestamp?

  package init(start: Timestamp, end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  package var isRunning: Bool { end == nil }

  /// The length; nil while the clock runs, and never negative.
  package var minutes: Int? { end.map { minutes(until: $0) } }

  /// The length; of a running clock, until now.
  package func minutes(now: Timestamp) -> Int { minutes(until: end ?? now) }

  private func minutes(until end: Timestamp) -> Int {
    max(0, start.minutes(until: end))
  }
}
