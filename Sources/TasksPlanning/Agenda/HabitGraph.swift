import TasksCore

/// The consistency graph of a habit, as org-habit draws it (Org manual, "Tracking your habits"; `org-habit.el`).
package struct HabitGraph: Sendable {
  /// Whether a habit should be done on a day.
  package enum State: String, Sendable, CaseIterable {
    /// Not yet.
    case clear
    /// It can be.
    case ready
    /// It is the last day.
    case alert
    /// It should have been.
    case overdue
  }

  package struct Day: Hashable, Sendable {
    package let date: CivilDate
    package let state: State
    package let isDone: Bool
  }

  /// The days that are shown: 21 back, today and six ahead.
  package private(set) var days: [Day] = []
  /// How early the habit stands among others: the greater, the more urgent it is.
  package let urgency: Int

  private let scheduled: Int
  /// The interval and the longest interval, in days.
  private let step: Int
  private let limit: Int
  private let kind: Repeater.Kind
  /// Returns the date after a day, if the habit is on some days only.
  private let dayAfter: (@Sendable (Int) -> Int)?
  /// The days on which it was done, the first one first.
  private let done: [Int]

  /// As `org-habit-preceding-days` and `org-habit-following-days`.
  private static let (daysBack, daysAhead) = (21, 7)

  /// Makes the graph of a habit; nil for a task without a date that repeats by whole days, and for a longest interval that
  /// is no longer than the interval, which org-habit refuses.
  ///
  /// - Parameter workflow: The keywords of the task's file: an entry of the log counts if its keyword is a finished one.
  package init?(_ task: Task, workflow: Workflow, today: CivilDate) {
    guard let planning = task.scheduled, let repeater = planning.repeater,
      let step = HabitGraph.days(repeater.interval), step > 0
    else { return nil }
    (scheduled, kind, self.step) = (planning.start.date.dayNumber, repeater.kind, step)
    if let days = task.repeats.days {
      dayAfter = {
        let date = Timestamp(CivilDate(dayNumber: $0))
        return repeater.interval.next(after: date, on: days).date.dayNumber
      }
    } else {
      dayAfter = nil
    }
    limit = repeater.limit.flatMap(HabitGraph.days) ?? step
    guard repeater.limit == nil || limit > step else { return nil }
    let dates = task.entries.lazy.compactMap { entry -> Int? in
      switch entry.kind {
      case .state(_, let to) where workflow[to]?.state.isDone == true: entry.at?.date.dayNumber
      case .other(let line) where HabitGraph.isClosingNote(line): entry.at?.date.dayNumber
      default: nil
      }
    }
    // As many as org-habit reads, from the newest on.
    done = Array(dates.prefix(HabitGraph.daysBack + HabitGraph.daysAhead)).sorted()
    let now = today.dayNumber
    urgency = HabitGraph.urgency(scheduled, deadline: scheduled + limit - step, now: now)
    days = drawn(now)
  }

  /// Whether an entry is of the kind that Org writes with a closing note, with its date after the words, or in Markdown
  /// before them.
  private static func isClosingNote(_ line: Text) -> Bool {
    line.bytes[...].hasPrefix("CLOSING NOTE [") || line.bytes[...].hasSuffix(" CLOSING NOTE")
  }

  /// The length of an interval in days, as org-habit counts it; nil for hours.
  private static func days(_ interval: Interval) -> Int? {
    switch interval.unit {
    case .hour: nil
    case .day: interval.count
    case .week: interval.count * 7
    // 30.4 and 365.25 days each.
    case .month: interval.count * 304 / 10
    case .year: interval.count * 1461 / 4
    }
  }

  /// `org-habit-get-priority`.
  private static func urgency(_ scheduled: Int, deadline: Int, now: Int) -> Int {
    let slip = now - (deadline - 1)
    return 1000 + (now - scheduled) * 10 + (scheduled != deadline && now == deadline ? 50 : 0)
      + slip * (slip > 0 ? 100 : 10)
  }

  /// `org-habit-build-graph`.
  private func drawn(_ now: Int) -> [Day] {
    let first = now - HabitGraph.daysBack
    var left = done[...]
    var last: Int?
    while let day = left.first, day < first {
      last = day
      left.removeFirst()
    }
    return (first..<now + HabitGraph.daysAhead).map { day in
      let isDone = left.first == day
      let state: State
      if day < now, last == nil, scheduled >= now {
        state = done.first == day ? .ready : .clear
      } else {
        let due = day < now ? last.map { date(after: $0, left) } : nil
        state = self.state(on: day, due: due ?? scheduled, isDone: isDone)
      }
      while left.first == day { last = left.removeFirst() }
      return Day(date: CivilDate(dayNumber: day), state: state, isDone: isDone)
    }
  }

  /// `org-habit-get-faces`.
  private func state(on day: Int, due: Int, isDone: Bool) -> State {
    let deadline = due + limit - step
    if day < due { return .clear }
    if day < deadline { return .ready }
    if day == deadline { return isDone ? .ready : .alert }
    return .overdue
  }

  /// The date for which the habit was scheduled after it was done on a day in the past.
  ///
  /// - Parameter left: The days after it on which it was done.
  private func date(after last: Int, _ left: ArraySlice<Int>) -> Int {
    // After the last one it is where it is now.
    if left.isEmpty { return scheduled }
    if let dayAfter { return dayAfter(last) }
    switch kind {
    case .restart: return last + step
    case .cumulate: return scheduled - left.count * step
    case .catchUp:
      // The dates are whole steps from the present one; each time it was done, they moved past that day.
      let start = done[0]
      let shift = (scheduled - start) % step
      var date = start + (shift > 0 ? shift : shift + step)
      if start == last { return date }
      for day in done.dropFirst() {
        date += (1 + max(day - date, 0) / step) * step
        if day == last { break }
      }
      return date
    }
  }
}
