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
