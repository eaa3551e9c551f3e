import TasksCore

/// What is to be done at a moment: which alerts ring, and which that have rung are to be withdrawn. Made of the rows of
/// all open tasks and the ledger.
package struct AlertSurvey {
  /// The alerts of one task that ring together.
  package struct Group: Sendable {
    package let alerts: [Alert]
    /// Those of the task that rang before, and that these take the place of.
    package let former: [AlertID]

    var task: TaskID { alerts[0].id.task }
    var title: Text { alerts[0].title }
    var isImportant: Bool { alerts[0].isImportant }
  }

  private let ledger: AlertLedger
  private let rules: AlertRules
  private let now: Timestamp
  private let minutes: ClosedRange<Int>
  package private(set) var due: [Alert] = []
  /// Those that have rung, or are snoozed, and that their tasks still have.
  package private(set) var standing: [Alert] = []

  package init(_ ledger: AlertLedger, _ rules: AlertRules, now: Timestamp) {
    (self.ledger, self.rules, self.now) = (ledger, rules, now)
    minutes = ledger.minutes(until: now)
  }

  package mutating func add(_ row: ListRow) {
    // What rang before the ledger began, which a clock that was set back makes possible, still stands.
    let all = (minutes.upperBound - AlertRules.memory)...minutes.upperBound
    row.forEachAlert(in: all, rules) { alert in
      switch ledger[alert.id]?.event {
      case nil, .refused:
        if minutes.contains(alert.minute), !ledger.hasRungLater(alert) { due.append(alert) }
      case .snoozed(let until) where until <= now: due.append(alert)
      case .claimed, .shown, .snoozed: standing.append(alert)
      case .dismissed: break
      }
    }
  }

  package mutating func takeOut(dueBy moment: Timestamp) -> [Alert] {
    let all = due
    due = all.filter { minute(of: $0) > moment.absoluteMinute }
    return all.filter { minute(of: $0) <= moment.absoluteMinute }
  }

  // MARK: What rings

  /// When an alert should have rung, at first or after it was snoozed.
  private func minute(of alert: Alert) -> Int {
    if case .snoozed(let until) = ledger[alert.id]?.event { return until.absoluteMinute }
    return alert.minute
  }

  /// What rings, those that rang first before the others.
  private var groups: [Group] {
    var places: [TaskID: Int] = [:]
    var groups: [[Alert]] = []
    let ordered = due.map { (minute(of: $0), $0.title.string, $0.id.text, $0) }
      .ordered { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
    for (_, _, _, alert) in ordered {
      if let place = places[alert.id.task] {
        groups[place].append(alert)
      } else {
        places[alert.id.task] = groups.count
        groups.append([alert])
      }
    }
    let former = Dictionary(grouping: standing, by: \.id.task)
    return groups.map { Group(alerts: $0, former: former[$0[0].id.task]?.map(\.id) ?? []) }
  }

  /// What rings in time, and what is late.
  package var onTime: [Group] { groups.filter { !isLate($0) } }
  package var late: [Group] { groups.filter(isLate) }

  /// Whether too many tasks remind at once to ring one by one.
  package var isFlood: Bool { onTime.count > AlertRules.maxAtOnce }

  /// What rings one by one.
  package var single: [Group] { isFlood ? [] : onTime }

  /// What rings as one summary: that of too many tasks at once, and what is late.
  package var summary: [Group] { isFlood ? groups : late }

  private func isLate(_ group: Group) -> Bool {
    group.alerts.allSatisfy { minutes.upperBound - minute(of: $0) > rules.grace }
  }

  // MARK: What has rung

  /// The alerts that have rung and that their tasks no longer have: finished, deleted, moved, or too old to matter.
  package var withdrawn: [AlertID] {
    let present = Set(standing.map(\.id)).union(due.map(\.id))
    return ledger.order.filter { id in
      ledger[id]?.isOutstanding == true && !present.contains(id)
        && rules.minute(of: id) <= minutes.upperBound
    }
  }

  /// The number of tasks that have reminded, or should have, and that nobody has reacted to.
  package var badge: Int { reminded.count }

  /// These tasks.
  package var reminded: [TaskID] {
    let waiting = standing.filter { alert in
      if case .snoozed = ledger[alert.id]?.event { false } else { true }
    }
    return (waiting + due).map(\.id.task).uniqued()
  }
}
