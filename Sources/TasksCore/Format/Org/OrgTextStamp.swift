/// A stamp in a title, a property or a note, with the end of its range where only the start has a repeater.
///
/// Emacs leaves such an end where it is, until it lies before the start: a range keeps its length, as that of
/// SCHEDULED does. Where both have a repeater each is a stamp of its own that moves by itself.
struct OrgTextStamp {
  let stamp: OrgStamp
  private let planning: Planning
  /// The end where the start is a range of its own, from one time of a day to another, and the two move by days.
  private let tail: OrgStamp?
  /// With the end.
  let range: Range<Int>

  /// Reads the stamp that starts at the first byte; nil when there is none.
  init?(at text: ArraySlice<UInt8>) {
    guard let stamp = OrgStamp(at: text) else { return nil }
    self.stamp = stamp
    let rest = text[stamp.range.upperBound...]
    guard stamp.comesAgain, rest.hasPrefix("--"), let end = OrgStamp(at: rest.dropFirst(2)),
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

  /// The replacement that moves it on, the task being done at `now`.
  func repeated(now: Timestamp, in bytes: [UInt8]) -> Replacement {
    let new = planning.repeated(now: now)
    let start = stamp.replacing(with: new, in: bytes[...])
    guard let tail else { return Replacement(range, start) }
    // As a range of days moves.
    let days = Planning(Timestamp(planning.start.date), end: tail.planning.start)
    var end = tail.planning
    end.start = days.moved(to: Timestamp(new.start.date)).end ?? end.start
    return Replacement(range, start + "--" + tail.replacing(with: end, in: bytes[...]))
  }
}
