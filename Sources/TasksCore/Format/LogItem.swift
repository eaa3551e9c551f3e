/// One item of a task's log as it stands in a file.
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

    /// Such entries come first, whenever they were written.
    var isDropped: Bool {
      if case .entry(let entry) = self { entry.isDroppedValue } else { false }
    }
  }

  let content: Content
  /// Its lines.
  let range: Range<Int>
}

/// Where new items of a log go that come before all others of their kind.
enum LogPlace {
  /// The new items in runs, each with the number of the item that it goes in front of.
  ///
  /// - Parameter goesBelow: Whether a new item goes below one that stands there.
  static func runs(
    of contents: ArraySlice<LogItem.Content>, among items: ArraySlice<LogItem>,
    goesBelow: (LogItem.Content, LogItem.Content) -> Bool
  ) -> [(index: Int, contents: ArraySlice<LogItem.Content>)] {
    var runs: [(index: Int, contents: ArraySlice<LogItem.Content>)] = []
    var index = items.startIndex
    for place in contents.indices {
      while index < items.endIndex, goesBelow(contents[place], items[index].content) { index += 1 }
      if let last = runs.last, last.index == index {
        runs[runs.count - 1].contents = contents[last.contents.startIndex...place]
      } else {
        runs.append((index, contents[place...place]))
      }
    }
    return runs
  }
}

/// Takes what a log says, item by item: as the task has it, or with the place of each for who edits the log.
struct LogCollector {
  private(set) var entries: [LogEntry] = []
  private(set) var clocks: [Clock] = []
  private(set) var items: [LogItem] = []
  private let keepsPlaces: Bool

  init(keepsPlaces: Bool) { self.keepsPlaces = keepsPlaces }

  /// Makes room for about so many entries: where there are many, growing would cost more than reading.
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
