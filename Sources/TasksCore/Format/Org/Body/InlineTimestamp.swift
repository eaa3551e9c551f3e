/// A timestamp in a title, a property or a note. Includes the end of its range if only the start has a
/// repeater.
///
/// Emacs leaves such an end unchanged until it lies before the start; here a range keeps its length, as that of
/// SCHEDULED does. If both ends have a repeater, each is a timestamp of its own and moves by itself.
struct InlineTimestamp {
  let stamp: OrgTimestamp
  private let planning: Planning
  /// The end, if the start is itself a range between two times of a day; start and end then move by whole days.
  private let tail: OrgTimestamp?
  /// Including the end.
  let range: Range<Int>

  /// Parses the timestamp that starts at the first byte; returns nil if there is none.
  init?(at text: ArraySlice<UInt8>) {
    guard let stamp = OrgTimestamp(at: text) else { return nil }
    self.stamp = stamp
    let rest = text[stamp.range.upperBound...]
    guard stamp.comesAgain, rest.hasPrefix("--"), let end = OrgTimestamp(at: rest.dropFirst(2)),
      end.isActive, end.planning.end == nil, end.planning.repeater == nil
    else {
      (planning, tail, range) = (stamp.planning, nil, stamp.range)
      return
    }
    var plan = stamp.planning
    tail = plan.end == nil ? nil : end
    plan.end = plan.end ?? end.planning.start
    planning = plan
    range = stamp.range.lowerBound..<end.range.upperBound
  }

  /// The replacement that moves it to its next date when the task is completed at `now`.
  func repeated(now: Timestamp, in bytes: [UInt8]) -> Replacement {
    let new = planning.repeated(now: now)
    let start = stamp.replacing(with: new, in: bytes[...])
    guard let tail else { return Replacement(range, start) }
    // Moves the end by as many days as the start.
    let days = Planning(Timestamp(planning.start.date), end: tail.planning.start)
    var end = tail.planning
    end.start = days.moved(to: Timestamp(new.start.date)).end ?? end.start
    return Replacement(range, start + "--" + tail.replacing(with: end, in: bytes[...]))
  }
}
