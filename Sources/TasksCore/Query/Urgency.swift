/// How pressing a task is: points for each of a few reasons, added up, so that a person can follow the order.
///
/// The reasons and their usual weights are those of Taskwarrior's urgency that say something of the task itself, with
/// reminders and the order by hand besides.
package struct Urgency: Sendable {
  /// The reasons, in the order in which they are told.
  package enum Reason: String, CaseIterable, Sendable {
    /// The deadline: in full a week after it, a fifth two weeks before it and earlier.
    case due
    /// The scheduled date has come.
    case scheduled
    /// In the state NEXT, or with a running clock.
    case started
    /// Other open tasks wait for it.
    case blocking
    /// Open tasks must be done first.
    case blocked
    /// In the state WAIT, or hidden until later.
    case waiting
    /// A in full, B two thirds, C a third.
    case priority
    /// A reminder is for today.
    case reminder
    /// In full at a year.
    case age
    /// In full at the top of the order by hand.
    case order

    /// The points of a reason that holds in full.
    package var usual: Double {
      switch self {
      case .due: 12
      case .blocking: 8
      case .priority: 6
      case .scheduled: 5
      case .started: 4
      case .reminder: 3
      case .age: 2
      case .order: 1
      case .waiting: -3
      case .blocked: -5
      }
    }
  }

  /// What a reason adds.
  package struct Part: Sendable {
    package let reason: Reason
    /// The reason in words: `due Fri`, `blocks 2 tasks`.
    package let text: String
    package let points: Double
  }

  /// What must be known besides the task.
  package struct Surroundings {
    let now: Timestamp
    let waiting: (TaskID) -> Int
    let isOpen: (TaskID) -> Bool
    /// The greatest rank.
    let lastRank: Double

    package init(
      now: Timestamp, lastRank: Double, waiting: @escaping (TaskID) -> Int,
      isOpen: @escaping (TaskID) -> Bool
    ) {
      (self.now, self.lastRank, self.waiting, self.isOpen) = (now, lastRank, waiting, isOpen)
    }
  }

  /// The weights that differ from the usual ones.
  private let weights: [Reason: Double]

  package init(_ weights: [Reason: Double] = [:]) { self.weights = weights }

  private func weight(_ reason: Reason) -> Double { weights[reason] ?? reason.usual }

  /// The reasons that hold of an open task.
  package func parts(of row: ListRow, _ around: Surroundings) -> [Part] {
    Reason.allCases.compactMap { reason in
      guard let (factor, text) = Urgency.holds(reason, of: row, around) else { return nil }
      let points = (weight(reason) * factor * 10).rounded() / 10
      return points == 0 ? nil : Part(reason: reason, text: text, points: points)
    }
  }

  /// How far a reason holds, 0 to 1, and its words; nil if it does not.
  private static func holds(
    _ reason: Reason, of row: ListRow, _ around: Surroundings
  ) -> (factor: Double, text: String)? {
    let now = around.now
    let dates = RelativeDate(now: now)
    switch reason {
    case .due:
      guard let due = row.deadline?.start else { return nil }
      let late = Double(now.absoluteMinute - due.absoluteMinute) / 1440
      let word = due.isPast(at: now) ? "overdue" : "due"
      return (min(max((late + 14) * 0.8 / 21 + 0.2, 0.2), 1), "\(word) \(dates.text(due))")
    case .scheduled:
      guard let start = row.scheduled?.start, !start.isAhead(of: now) else { return nil }
      return (1, "scheduled \(dates.text(start))")
    case .started:
      if row.runningClock != nil { return (1, "its clock runs") }
      return row.hasKeyword("NEXT") ? (1, "started") : nil
    case .blocking:
      let count = around.waiting(row.taskID)
      return count == 0 ? nil : (1, "blocks \(count.counted("task"))")
    case .blocked:
      return row.blockers.contains(where: around.isOpen) ? (1, "blocked") : nil
    case .waiting:
      if row.isHidden(now), let wait = row.wait { return (1, "hidden until \(dates.text(wait))") }
      return row.isWaiting ? (1, "waiting") : nil
    case .priority:
      guard let priority = row.priority else { return nil }
      let factor = ["A": 1.0, "B": 0.65, "C": 0.3][priority.text.string] ?? 0.1
      return (factor, "priority \(priority.text)")
    case .reminder:
      let rule = row.repeats
      let today = row.reminders.first { reminder in
        rule.occurrences(of: reminder, in: now.date...now.date).contains { _ in true }
      }
      return today.map { (1, "reminder today \($0.at.minute.map { Timestamp.clock($0) } ?? "")") }
    case .age:
      guard let created = row.value(of: .created).moment,
        case let days = now.date.dayNumber - created.date.dayNumber, days > 0
      else { return nil }
      return (min(Double(days) / 365, 1), "\(dates.age(of: created)) old")
    case .order:
      guard let rank = row.value(of: .rank).number, around.lastRank > 0 else { return nil }
      return (1 - rank / (around.lastRank + 1), "place in your order")
    }
  }
}

extension [Urgency.Part] {
  package var points: Double { (reduce(0) { $0 + $1.points } * 10).rounded() / 10 }

  /// `overdue Mon 10.1, priority A 6`.
  package var text: String {
    map { "\($0.text) \($0.points.shortestDecimal)" }.joined(separator: ", ")
  }
}

/// How many open tasks are late, and how many others are for today.
package struct DueCounts: Sendable {
  /// The tasks whose deadline has passed.
  package private(set) var overdue = 0
  /// The others that are due or scheduled today.
  package private(set) var today = 0
  private let now: Timestamp

  package init(now: Timestamp) { self.now = now }

  /// Counts an open task, unless the agenda does not show it.
  package mutating func add(_ row: ListRow) {
    guard !row.isHiddenFromAgenda, !row.isHidden(now) else { return }
    if row.deadline?.start.isPast(at: now) == true {
      overdue += 1
    } else if row.deadline?.start.date == now.date || row.scheduled?.start.date == now.date {
      today += 1
    }
  }

  /// `1!2` for a prompt; without zeros, so empty for none.
  package var text: String {
    (overdue > 0 ? "\(overdue)!" : "") + (today > 0 ? "\(today)" : "")
  }
}
