import TasksCore

/// A moment at which a task reminds of itself or of one of its dates.
package struct Alert: Hashable, Sendable {
  package let id: AlertID
  /// When it rings, in minutes since 1970-01-01 00:00, in floating time.
  package let minute: Int
  package let title: Text
  package let isImportant: Bool

  package init(id: AlertID, minute: Int, title: Text, isImportant: Bool) {
    self.id = id
    self.minute = minute
    self.title = title
    self.isImportant = isImportant
  }

  package var at: Timestamp { Timestamp(minute: minute) }

  /// What it is about, for people: `due today 17:00`, `reminder of tomorrow 9:00`.
  package func reason(now: Timestamp) -> String {
    let date = RelativeDate(now: now).text(id.occurrence)
    return switch id.source {
    case .reminder: "reminder of \(date)"
    case .deadline, .secondDeadline: "due \(date)"
    case .scheduled, .secondScheduled: "scheduled \(date)"
    }
  }
}

extension Timestamp {
  /// Makes the moment from minutes since 1970-01-01 00:00.
  package init(minute: Int) {
    self = Timestamp(CivilDate(dayNumber: 0), minute: 0).adding(minutes: minute)
  }
}

extension ListRow {
  /// Whether the task may have alerts: it is open, has a date, and is neither muted nor hidden from the agenda.
  private var reminds: Bool {
    isOpen && !isHiddenFromAgenda && value(of: .muted).isNothing
  }

  /// Calls `body` with each alert within a span of minutes. Each occurrence of a repeating date has its own, whether
  /// the one before it is done or not.
  package func forEachAlert(
    in minutes: ClosedRange<Int>, _ rules: AlertRules, _ body: (Alert) -> Void
  ) {
    let reminders = reminders
    guard scheduled != nil || deadline != nil || !reminders.isEmpty, reminds else { return }
    let rule = repeats
    func add(
      _ source: AlertID.Source, _ date: Timestamp, lead: Int?,
      _ repeats: ((ClosedRange<CivilDate>) -> Occurrences)?
    ) {
      guard let lead, (0...AlertRules.longestLead).contains(lead) else { return }
      let slack = lead.isMultiple(of: 1440) ? 0 : AlertRules.clockChange
      let span = (minutes.lowerBound + lead - slack)...(minutes.upperBound + lead + slack)
      func ring(_ date: Timestamp) {
        guard span.contains(rules.minute(of: date)),
          case let minute = rules.minute(of: date, before: lead), minutes.contains(minute)
        else { return }
        body(
          Alert(
            id: AlertID(taskID, source, date, lead: lead), minute: minute, title: title.text,
            isImportant: value(of: .important) == .flag(true)))
      }
      guard let repeats else { return ring(date) }
      let days = Timestamp(minute: span.lowerBound).date...Timestamp(minute: span.upperBound).date
      for occurrence in repeats(days) { ring(occurrence) }
    }
    for reminder in reminders {
      add(
        .reminder, reminder.at, lead: 0,
        reminder.repeater.map { _ in { rule.occurrences(of: reminder, in: $0) } })
    }
    let own = [value(of: .firstAlert).integer, value(of: .secondAlert).integer]
    let dates: [(Planning?, AlertID.Source, AlertID.Source)] = [
      (deadline, .deadline, .secondDeadline), (scheduled, .scheduled, .secondScheduled),
    ]
    for (date, first, second) in dates {
      guard let date else { continue }
      for (lead, source) in zip(rules.leads(date, own: own), [first, second]) {
        add(
          source, date.start, lead: lead,
          date.repeater.map { _ in { rule.occurrences(of: date, in: $0) } })
      }
    }
  }
}

/// What a notification says.
package struct AlertNotice: Sendable {
  /// Plain text on one line.
  package let title: String
  /// Plain text; may have several lines.
  package let body: String
  package let isImportant: Bool
  /// The same for each notification of the task, so that a later one takes the place of an earlier one.
  package let key: String
  /// The task of the alerts; nil for those of several.
  package let task: TaskID?

  /// The notification of a task's alerts.
  package init(_ group: AlertSurvey.Group, now: Timestamp) {
    title = AlertNotice.line(group.title)
    var reasons: [String] = []
    for alert in group.alerts {
      let reason = alert.reason(now: now)
      if !reasons.contains(reason) { reasons.append(reason) }
    }
    // Of an hourly reminder that has waited for days, the last ones tell enough.
    let left = reasons.count - AlertNotice.maxLines
    body =
      (left > 0 ? "\(left) earlier\n" : "")
      + reasons.suffix(AlertNotice.maxLines).joined(separator: "\n")
    isImportant = group.isImportant
    key = AlertID(group.task, .reminder, Timestamp(minute: 0)).key
    task = group.task
  }

  package init(summary groups: [AlertSurvey.Group], now: Timestamp) {
    let groups = groups.filter(\.isImportant) + groups.filter { !$0.isImportant }
    title = groups.count.counted("reminder")
    let left = groups.count - AlertNotice.maxLines
    body =
      groups.prefix(AlertNotice.maxLines).map {
        AlertNotice.line($0.title) + " (\($0.alerts[$0.alerts.count - 1].reason(now: now)))"
      }.joined(separator: "\n") + (left > 0 ? "\n\(left) more: tasks remind list" : "")
    isImportant = groups.contains(where: \.isImportant)
    key = AlertID(.none, .reminder, Timestamp(minute: 0)).key
    task = nil
  }

  /// The one that `remind test` shows.
  package init(test: String, isImportant: Bool) {
    (title, body, self.isImportant) = ("tasks", test, isImportant)
    key = AlertID(.none, .scheduled, Timestamp(minute: 0)).key
    task = nil
  }

  private static let maxLines = 5

  private static func line(_ title: Text) -> String {
    title.isEmpty ? "(no title)" : ControlCharacters.escaped(title)
  }
}
