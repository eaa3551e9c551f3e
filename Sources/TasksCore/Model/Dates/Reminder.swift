/// A moment at which a task reminds of itself.
package struct Reminder: Hashable, Sendable {
  package var at: Timestamp
  /// Each of its dates reminds as well (``Repeater/occurrences(from:in:)``), whether or not the task is done meanwhile.
  package var repeater: Repeater?

  package init(_ at: Timestamp, repeater: Repeater? = nil) {
    (self.at, self.repeater) = (at, repeater)
  }

  /// The text `2026-11-24T09:00 +1d`, the same for both formats.
  package var fieldText: String { at.iso + (repeater.map { " " + $0.text } ?? "") }

  /// Parses the text that ``fieldText`` returns.
  package init?(fieldText text: String) {
    guard let plan = Planning(fieldText: text), plan.end == nil, plan.warning == nil else {
      return nil
    }
    self.init(plan.start, repeater: plan.repeater)
  }

  /// The reminder for people: `Tue 2026-11-24 09:00 +1d`.
  package var shown: String { Planning(at, repeater: repeater).shown }

  /// Returns the reminders at new moments: one that stays keeps its repeater, and so does one that is moved.
  package static func moved(_ old: [Reminder], to moments: [Timestamp]) -> [Reminder] {
    var new = moments.map { Reminder($0) }
    var (from, to) = (0, 0)
    let end = LineDifference.Hunk(old: old.count..<old.count, new: new.count..<new.count)
    for hunk in LineDifference(old.map(\.at), moments).hunks + [end] {
      while from < hunk.old.lowerBound {
        new[to].repeater = old[from].repeater
        (from, to) = (from + 1, to + 1)
      }
      for (before, after) in zip(hunk.old, hunk.new) { new[after].repeater = old[before].repeater }
      (from, to) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return new
  }
}
