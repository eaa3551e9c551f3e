/// An item of a task's log with its location in the file.
struct LogItem {
  enum Content: Hashable {
    case entry(LogEntry)
    case clock(Clock)

    var moment: Timestamp? {
      switch self {
      case .entry(let entry): entry.at
      case .clock(let clock): clock.start
      }
    }

    /// True for the record of a value dropped in a merge. Such entries come first, regardless of their date.
    var isDropped: Bool {
      if case .entry(let entry) = self { entry.isDroppedValue } else { false }
    }
  }

  let content: Content
  /// The byte range of its lines.
  let range: Range<Int>
}

/// Where new items of a log go among those that stand between their neighbours of the same kind.
enum LogPlace {
  /// Groups new items into runs, each with the index of the existing item it is inserted before.
  ///
  /// - Parameters:
  ///   - isReplaced: Whether an item goes; a new one of the same moment takes its place.
  ///   - goesBelow: Whether a new item goes below one that stands there.
  static func runs(
    of contents: ArraySlice<LogItem.Content>, among items: ArraySlice<LogItem>,
    isReplaced: (LogItem.Content) -> Bool = { _ in false },
    goesBelow: (LogItem.Content, LogItem.Content) -> Bool
  ) -> [(index: Int, contents: ArraySlice<LogItem.Content>)] {
    var runs: [(index: Int, contents: ArraySlice<LogItem.Content>)] = []
    var index = items.startIndex
    var replaced: [Timestamp: Int] = [:]
    for place in items.indices.reversed() where isReplaced(items[place].content) {
      if let moment = items[place].content.moment { replaced[moment] = place }
    }
    for place in contents.indices {
      if let old = contents[place].moment.flatMap({ replaced[$0] }), old >= index {
        index = old
      } else {
        while index < items.endIndex, goesBelow(contents[place], items[index].content) {
          index += 1
        }
      }
      if let last = runs.last, last.index == index {
        runs[runs.count - 1].contents = contents[last.contents.startIndex...place]
      } else {
        runs.append((index, contents[place...place]))
      }
    }
    return runs
  }
}

/// Collects log items: only the values, or with their byte ranges if the log is to be edited.
struct LogCollector {
  private(set) var entries: [LogEntry] = []
  private(set) var clocks: [Clock] = []
  private(set) var items: [LogItem] = []
  private let keepsPlaces: Bool

  init(keepsPlaces: Bool) { self.keepsPlaces = keepsPlaces }

  /// Reserves capacity for about `count` entries: in a long log, growing the array would cost more than
  /// parsing.
  mutating func expect(_ count: Int) {
    if !keepsPlaces, entries.isEmpty { entries.reserveCapacity(count) }
  }

  @inline(__always)
  mutating func append(_ entry: consuming LogEntry, in range: Range<Int>) {
    if keepsPlaces {
      items.append(LogItem(content: .entry(entry), range: range))
    } else {
      entries.append(entry)
    }
  }

  mutating func append(_ clock: Clock, in range: Range<Int>) {
    if keepsPlaces {
      items.append(LogItem(content: .clock(clock), range: range))
    } else {
      clocks.append(clock)
    }
  }
}
