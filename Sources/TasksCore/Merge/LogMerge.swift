/// Merges logs (merge.md, "One task: fields"): items that either side added stay, items that one side removed and
/// the other left unchanged go. Newest first, each item once. An open clock and the same clock closed are one item:
/// the closed one wins, and of two ends the later one.
///
/// Law: if one side is unchanged the result is the other side; as a set, the result does not depend on which side
/// is called ours.
package struct LogMerge {
  /// In the order of ours. Items that only theirs has are inserted before the first older item.
  package private(set) var log: [LogItem] = []
  /// Closed clocks that lost against one with a later end.
  package private(set) var dropped: [Clock] = []

  package init(_ logs: ThreeWay<[LogItem]>) {
    if logs.ours == logs.theirs || logs.theirs == logs.base {
      log = logs.ours
      return
    }
    if logs.ours == logs.base {
      log = logs.theirs
      return
    }
    let members = ThreeWay<[LogItem]>.members(
      base: logs.base ?? [], ours: logs.ours, theirs: logs.theirs)
    let (mine, others, kept) = (Set(logs.ours), Set(logs.theirs), Set(members))
    let new = members.filter { !mine.contains($0) }
    var clocks = Dictionary(grouping: new.compactMap(\.clock), by: \.start)
    for item in logs.ours.uniqued() {
      if let own = item.clock, !others.contains(item), let other = clocks[own.start]?.first {
        // The clock stays where ours has it.
        clocks[own.start]?.removeFirst()
        log.append(.clock(kept.contains(item) ? later(own, other) : other))
      } else if kept.contains(item) {
        log.append(item)
      }
    }
    for item in new {
      if let clock = item.clock, clocks[clock.start]?.contains(clock) != true { continue }
      log.insert(item, at: LogMerge.index(of: item, in: log, after: logs.theirs))
    }
  }

  /// Returns the log with `item` inserted before the first older item, or the log itself if it already contains it.
  package static func adding(_ item: LogItem, to log: [LogItem]) -> [LogItem] {
    guard !log.contains(item) else { return log }
    var log = log
    log.insert(item, at: index(of: item, in: log, after: []))
    return log
  }

  /// Returns the index at which to insert an item.
  ///
  /// - Parameter theirs: The order used for an item without a time: it follows its predecessor there.
  private static func index(
    of item: LogItem, in log: [LogItem], after theirs: [LogItem]
  ) -> Int {
    if item.isDroppedValue { return log.firstIndex { !$0.isDroppedValue } ?? log.count }
    if let moment = item.moment {
      return log.firstIndex { $0.moment.map { $0 < moment } ?? false } ?? log.count
    }
    let before = theirs.prefix { $0 != item }
    return before.last.flatMap { log.firstIndex(of: $0) }.map { $0 + 1 } ?? log.count
  }

  /// Returns the clock with the later end of two with the same start.
  private mutating func later(_ ours: Clock, _ theirs: Clock) -> Clock {
    guard let end = ours.end else { return theirs }
    guard let other = theirs.end else { return ours }
    dropped.append(end < other ? ours : theirs)
    return end < other ? theirs : ours
  }
}
