/// A stamp in a title, a property or a note, with the end of its range where only the start has a repeater.
///
/// Emacs leaves such an end where it is, until it lies before the start: a range keeps its length, as that of
/// SCHEDULED does. Where both have a repeater each is a stamp of its own that moves by itself.
struct OrgTextStamp {
  let stamp: OrgStamp
  let planning: Planning
  /// With the end.
  let range: Range<Int>

  /// Reads the stamp that starts at the first byte; nil when there is none.
  init?(at text: ArraySlice<UInt8>) {
    guard let stamp = OrgStamp(at: text) else { return nil }
    self.stamp = stamp
    let rest = text[stamp.range.upperBound...]
    guard stamp.comesAgain, stamp.planning.end == nil, rest.hasPrefix("--"),
      let end = OrgStamp(at: rest.dropFirst(2)), end.isActive, end.planning.end == nil,
      end.planning.repeater == nil
    else {
      planning = stamp.planning
      range = stamp.range
      return
    }
    var plan = stamp.planning
    plan.end = end.planning.start
    planning = plan
    range = stamp.range.lowerBound..<end.range.upperBound
  }

  /// The replacement that moves it on, the task being done at `now`.
  func repeated(now: Timestamp, in bytes: [UInt8]) -> Replacement {
    Replacement(range, stamp.replacing(with: planning.repeated(now: now), in: bytes[...]))
  }
}
