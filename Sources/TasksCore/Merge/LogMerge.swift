/// Merges logs (merge.md, "One task: fields"): entries that either side added stay, entries that one side removed
/// and the other left unchanged go. Newest first, each entry once.
///
/// Law: if one side is unchanged the result is the other side; as a set, the result does not depend on which side
/// is called ours.
enum LogMerge {
  /// Returns the merged log in the order of ours. Entries that only theirs has are inserted before the first older
  /// entry.
  static func merged(_ logs: ThreeWay<[LogEntry]>) -> [LogEntry] {
    if logs.ours == logs.theirs || logs.theirs == logs.base { return logs.ours }
    if logs.ours == logs.base { return logs.theirs }
    let all = ThreeWay<[LogEntry]>.members(
      base: logs.base ?? [], ours: logs.ours, theirs: logs.theirs)
    let mine = Set(logs.ours)
    var log = all.filter { mine.contains($0) }
    for entry in all where !mine.contains(entry) {
      log.insert(entry, at: place(of: entry, in: log, after: logs.theirs))
    }
    return log
  }

  /// Returns the log with `entry` inserted before the first older entry, or the log itself if it already contains
  /// it.
  static func adding(_ entry: LogEntry, to log: [LogEntry]) -> [LogEntry] {
    guard !log.contains(entry) else { return log }
    var log = log
    log.insert(entry, at: place(of: entry, in: log, after: []))
    return log
  }

  /// Returns the index at which to insert an entry.
  ///
  /// - Parameter theirs: The order used for an entry without a time: it follows its predecessor there.
  private static func place(
    of entry: LogEntry, in log: [LogEntry], after theirs: [LogEntry]
  ) -> Int {
    if case .dropped = entry.kind {
      return log.firstIndex { if case .dropped = $0.kind { false } else { true } } ?? log.count
    }
    if let at = entry.at {
      return log.firstIndex { $0.at.map { $0 < at } ?? false } ?? log.count
    }
    let before = theirs.prefix { $0 != entry }
    return before.last.flatMap { log.firstIndex(of: $0) }.map { $0 + 1 } ?? log.count
  }
}

/// Merges clocks (merge.md, "One task: fields"). Clocks with the same start are one clock: a closed one wins over
/// an open one, and of two ends the later one wins.
struct ClockMerge {
  private(set) var clocks: [Clock] = []
  /// Closed clocks that lost against one with a later end.
  private(set) var dropped: [Clock] = []

  init(_ versions: ThreeWay<[Clock]>) {
    if versions.ours == versions.theirs || versions.theirs == versions.base {
      clocks = versions.ours
      return
    }
    if versions.ours == versions.base {
      clocks = versions.theirs
      return
    }
    let starts = versions.map { clocks in
      Dictionary(clocks.map { ($0.start, $0) }) { ClockMerge.later($0, $1) }
    }
    for clock in versions.ours where !clocks.contains(where: { $0.start == clock.start }) {
      if let merged = merged(clock.start, starts) { clocks.append(merged) }
    }
    for clock in versions.theirs
    where starts.ours[clock.start] == nil && !clocks.contains(where: { $0.start == clock.start }) {
      guard let merged = merged(clock.start, starts) else { continue }
      let place = clocks.firstIndex { $0.start < clock.start } ?? clocks.count
      clocks.insert(merged, at: place)
    }
  }

  private mutating func merged(
    _ start: Timestamp, _ versions: ThreeWay<[Timestamp: Clock]>
  ) -> Clock? {
    let way = versions.map { $0[start] }
    let clock = ThreeWay(base: way.base ?? nil, ours: way.ours, theirs: way.theirs)
    let decision = clock.decision(local: .ours) { Text($0?.fieldText ?? "") }
    guard decision.isConflict else { return clock[decision.side] }
    guard let ours = clock.ours, let theirs = clock.theirs else {
      return clock.ours ?? clock.theirs
    }
    let later = ClockMerge.later(ours, theirs)
    let other = later == ours ? theirs : ours
    if other.end != nil { dropped.append(other) }
    return later
  }

  private static func later(_ a: Clock, _ b: Clock) -> Clock {
    guard let end = a.end else { return b }
    guard let other = b.end else { return a }
    return end < other ? b : a
  }
}
