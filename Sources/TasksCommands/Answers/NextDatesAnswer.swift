import TasksCore

/// The dates on which a repeating task falls if it is done on each of them, the present one first.
package struct NextDatesAnswer: Answer {
  package typealias Row = (scheduled: Timestamp?, deadline: Timestamp?)

  package let kind = "next-dates"
  package let rows: [Row]

  /// - Throws: `doesNotRepeat`.
  package init(_ task: Task, short: String, _ count: Int, now: Timestamp) throws(ActionError) {
    guard task.isRepeating else { throw .doesNotRepeat(task.title, short) }
    let plans = [task.scheduled, task.deadline].map { plan in
      plan.map { NextDatesAnswer.dates(of: $0, task.repeats, count, now) } ?? []
    }
    rows = (0..<max(plans[0].count, plans[1].count)).map { place in
      (
        place < plans[0].count ? plans[0][place] : nil,
        place < plans[1].count ? plans[1][place] : nil
      )
    }
  }

  /// The dates of a plan; none if it does not repeat. One that has passed is done now.
  private static func dates(
    of plan: Planning, _ rule: RepeatRule, _ count: Int, _ now: Timestamp
  ) -> [Timestamp] {
    var dates: [Timestamp] = []
    var plan = plan
    let count = min(count, max(1, rule.times ?? count))
    while plan.isRepeating, dates.count < count, plan.start.date.year <= 9999,
      dates.isEmpty || rule.allows(plan.start)
    {
      dates.append(plan.start)
      plan = plan.repeated(now: max(now, plan.start), on: rule.days)
    }
    return dates
  }

  package func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("scheduled", row.scheduled)
        json.member("deadline", row.deadline)
      }
    }
  }
}
