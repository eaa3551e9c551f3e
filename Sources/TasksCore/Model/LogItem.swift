/// An item of a task's log, which is one list, newest first.
public enum LogItem: Hashable, Sendable {
  case entry(LogEntry)
  case clock(Clock)

  /// The time that decides on the item's place in the log: for a clock, its start.
  var moment: Timestamp? {
    switch self {
    case .entry(let entry): entry.at
    case .clock(let clock): clock.start
    }
  }

  public var entry: LogEntry? { if case .entry(let entry) = self { entry } else { nil } }

  public var clock: Clock? { if case .clock(let clock) = self { clock } else { nil } }

  /// True for the record of a value that a merge dropped. Such entries come first, regardless of their date.
  public var isDroppedValue: Bool { entry?.isDroppedValue ?? false }

  /// The same item with another entry, if it is one.
  func mapEntry(_ transform: (LogEntry) -> LogEntry) -> LogItem {
    entry.map { .entry(transform($0)) } ?? self
  }
}

/// A span of time worked on a task.
public struct Clock: Hashable, Sendable {
  public var start: Timestamp
  /// Nil while the clock runs.
  public var end: Timestamp?

  public init(start: Timestamp, end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  /// The length; nil while the clock runs, and never negative.
  public var minutes: Int? {
    end.map { max(0, $0.absoluteMinute - start.absoluteMinute) }
  }
}
