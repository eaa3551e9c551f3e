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

/// The settings of a store that say when its tasks remind.
package struct AlertRules: Hashable, Sendable {
  /// The dates that ring although their task has no alerts of its own.
  package enum Dates: String, CaseIterable, Sendable {
    /// Those with a time of day.
    case timed
    case all
    case off
  }

  package var dates = Dates.timed
  /// How many minutes before such a date it rings; nil for not at all.
  package var first: Int? = 0
  package var second: Int?
  /// When a date without a time rings, in minutes since midnight.
  package var dayTime = 9 * 60
  /// An alert that is later than this, in minutes, rings only as part of a summary.
  package var grace = 12 * 60

  package init() {}

  /// An alert is forgotten after this many minutes: it rings no more and is counted no more.
  package static let memory = 30 * 1440
  /// Alerts of more tasks than this at once are one summary.
  package static let maxAtOnce = 5
  /// Alerts of longer ago before their date, in minutes, are a mistake: ten years.
  package static let longestLead = 5_256_000

  /// Returns the minute of a date since 1970-01-01 00:00, in floating time.
  package func minute(of date: Timestamp) -> Int {
    date.minute == nil ? date.absoluteMinute + dayTime : date.absoluteMinute
  }

  /// Returns how many minutes before a date of a task it rings, its own alerts before those of the store.
  package func leads(_ date: Planning, own: [Int?]) -> [Int?] {
    if own.contains(where: { $0 != nil }) { return own }
    switch dates {
    case .off: return []
    case .timed where date.start.minute == nil: return []
    case .timed, .all: return [first, second]
    }
  }
}
