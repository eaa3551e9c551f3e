import Git
import TasksCore
import TasksPlanning
import TasksStore

/// The reminders of a store on this device: which are due, and what became of those that rang.
package struct Reminders {
  let store: TaskStore
  let file: AlertFile

  package init(of store: TaskStore) {
    self.store = store
    file = AlertFile("alerts", of: store, store.settings.alerts)
  }

  var rules: AlertRules { store.settings.alerts }

  // MARK: Looking

  /// Whether this device has ever looked for what is due.
  package func areShown() throws -> Bool { try file.read().since != nil }

  /// Begins to note what is due on this device, if it has not begun yet.
  package func begin(now: Timestamp) throws {
    if try !areShown() { try file.append(now: now) { _ in ("", ()) } }
  }

  /// Changes when tasks or git commit, merge or check something out, and when another process reacts to an alert.
  package struct Mark: Equatable {
    fileprivate let stamps: [FileStamp?]
  }

  package var mark: Mark {
    let git = store.repository.gitDirectory
    return Mark(stamps: [git + "/HEAD", git + "/index", file.path].map { FileStamp(ofFile: $0) })
  }

  /// Returns what is to be done at a moment, without doing it.
  ///
  /// - Parameter isChecked: Whether files that were written in place are noticed at once
  ///   (``TaskStore/readUnchecked()``).
  package func survey(now: Timestamp, isChecked: Bool = true) throws -> AlertSurvey {
    try survey(try file.read(), now: now, isChecked: isChecked).survey
  }

  private func survey(
    _ ledger: AlertLedger, now: Timestamp, isChecked: Bool
  ) throws -> (survey: AlertSurvey, unreadable: [UnreadableFile]) {
    func survey(_ reading: StoreReading) -> (AlertSurvey, [UnreadableFile]) {
      var survey = AlertSurvey(ledger, rules, now: now)
      reading.forEachReminding { survey.add($0) }
      return (survey, reading.unreadable)
    }
    return isChecked ? try store.read(survey) : survey(try store.readUnchecked())
  }

  /// Returns the alerts that have rung and still stand, and those to come until a moment, in the order of their times.
  package func list(now: Timestamp, until end: Timestamp) throws -> [ListedAlert] {
    let ledger = try file.read()
    let minutes = now.absoluteMinute...max(now.absoluteMinute, end.absoluteMinute)
    return try store.read { reading in
      var survey = AlertSurvey(ledger, rules, now: now)
      var coming: [Alert] = []
      reading.forEachReminding { row in
        survey.add(row)
        row.forEachAlert(in: minutes, rules) { if ledger[$0.id] == nil { coming.append($0) } }
      }
      let passed = Set(survey.due.map(\.id))
      let all = survey.due + survey.standing + coming.filter { !passed.contains($0.id) }
      return all.map {
        ListedAlert($0, ledger[$0.id]?.event, short: reading.short(ofOpen: $0.id.task))
      }
      .ordered { ($0.at, $0.alert.id.text) < ($1.at, $1.alert.id.text) }
    }
  }

  // MARK: Ringing

  /// Claims the alerts that are due, shows them, and withdraws those that their tasks no longer have.
  ///
  /// - Parameters:
  ///   - snooze: How many minutes a button stands for; nil for no buttons.
  ///   - isChecked: As in ``survey(now:isChecked:)``.
  package func ring(
    now: Timestamp, by notifier: Notifier, snooze: Int? = nil, isChecked: Bool = true
  ) throws -> AlertResult {
    let seen = try file.read()
    let (quick, unreadable) = try survey(seen, now: now, isChecked: isChecked)
    var report = AlertResult()
    report.unreadable = unreadable
    if quick.due.isEmpty, quick.withdrawn.isEmpty, seen.opening(now: now).isEmpty { return report }
    let lastWritten = file.lastWritten
    // Another process may have claimed them meanwhile.
    var (survey, ledger) = try file.append(now: now) { ledger in
      let survey = try self.survey(ledger, now: now, isChecked: isChecked).survey
      return (Reminders.claim(survey, now: now), (survey, ledger))
    }
    if !survey.due.isEmpty {
      let reading = try store.readUnchecked()
      for alert in survey.due {
        report.shorts[alert.id.task] = reading.short(ofOpen: alert.id.task)
      }
    }
    report.withdrawn = survey.withdrawn
    for handle in ledger.handles(of: survey.withdrawn) { notifier.withdraw(handle) }
    if ledger.isCut {
      // What was claimed with the end of the file was due by then; what is due since has not rung.
      report.uncertain = survey.takeOut(dueBy: lastWritten ?? now)
    }
    for group in survey.single {
      try show([group], AlertNotice(group, now: now), ledger, now, notifier, snooze, &report)
    }
    if !survey.summary.isEmpty {
      let notice = AlertNotice(summary: survey.summary, now: now)
      try show(survey.summary, notice, ledger, now, notifier, nil, &report)
    }
    return report
  }

  /// The lines that claim what is due, and end what rang before.
  private static func claim(_ survey: AlertSurvey, now: Timestamp) -> String {
    let former = (survey.single + survey.summary).flatMap(\.former)
    let claimed = Set(survey.due.map(\.id)).map { AlertLedger.line($0, .claimed(now)) }
    let ended = Set(survey.withdrawn + former).map { AlertLedger.line($0, .dismissed(now)) }
    return (claimed + ended).joined()
  }

  private func show(
    _ groups: [AlertSurvey.Group], _ notice: AlertNotice, _ ledger: AlertLedger, _ now: Timestamp,
    _ notifier: Notifier, _ snooze: Int?, _ report: inout AlertResult
  ) throws {
    let alerts = groups.flatMap(\.alerts)
    let handles = ledger.handles(of: groups.flatMap(\.former))
    let isCounted = notifier.showsImportantOnly && !notice.isImportant
    let old = groups.count == 1 ? handles.last : nil
    let attempt =
      isCounted
      ? Notifier.Attempt(shown: ShownNotice(way: "badge"))
      : notifier.show(notice, replacing: old, snooze: snooze)
    for failure in attempt.failures where !report.failures.contains(failure) {
      report.failures.append(failure)
    }
    guard let shown = attempt.shown else {
      report.failed += alerts
      if attempt.mayBeShown { return }
      return try note(alerts, .refused(now), now)
    }
    try note(alerts, .shown(handle: shown.text), now)
    // A replaced notification has the same handle.
    for handle in handles where handle != shown.text { notifier.withdraw(handle) }
    report.rung.append(AlertResult.Rung(alerts: alerts, notice: notice, shown: shown))
  }

  private func note(_ alerts: [Alert], _ event: AlertLedger.Event, _ now: Timestamp) throws {
    let lines = alerts.map { AlertLedger.line($0.id, event) }
    try file.append(now: now) { _ in (lines.joined(), ()) }
  }

  // MARK: Reacting

  /// Lets the alerts of tasks that have rung ring again at a moment; of all tasks if none is named.
  ///
  /// - Returns: The alerts.
  package func snooze(
    _ tasks: [TaskID], until moment: Timestamp, now: Timestamp
  ) throws -> [ListedAlert] {
    try react(tasks, now: now) { _ in .snoozed(until: moment) }
  }

  /// Counts the alerts of tasks that have rung as seen; of all tasks if none is named.
  package func dismiss(_ tasks: [TaskID], now: Timestamp) throws -> [ListedAlert] {
    try react(tasks, now: now) { _ in .dismissed(now) }
  }

  private func react(
    _ tasks: [TaskID], now: Timestamp, _ event: @escaping (AlertID) -> AlertLedger.Event
  ) throws -> [ListedAlert] {
    let wanted = Set(tasks)
    return try file.append(now: now) { ledger in
      let alerts = try store.read { reading in
        var survey = AlertSurvey(ledger, rules, now: now)
        reading.forEachReminding { survey.add($0) }
        let alerts = (survey.standing + survey.due).filter {
          wanted.isEmpty || wanted.contains($0.id.task)
        }
        return alerts.map {
          ListedAlert($0, event($0.id), short: reading.short(ofOpen: $0.id.task))
        }
      }
      let lines = alerts.map { AlertLedger.line($0.alert.id, event($0.alert.id)) }
      return (lines.joined(), alerts)
    }
  }

  /// Takes away the notifications of alerts that someone has reacted to.
  package func withdraw(_ ids: [AlertID], by notifier: Notifier) throws {
    let ledger = try file.read()
    for handle in ledger.handles(of: ids) { notifier.withdraw(handle) }
  }
}

package struct AlertResult {
  package struct Rung {
    let alerts: [Alert]
    package let notice: AlertNotice
    package let shown: ShownNotice
  }

  package internal(set) var rung: [Rung] = []
  /// Why ways of showing did not work, each reason once.
  package internal(set) var failures: [String] = []
  /// Those that no way could show.
  package internal(set) var failed: [Alert] = []
  /// Those that may have rung, as the end of the ledger is missing.
  package internal(set) var uncertain: [Alert] = []
  package internal(set) var withdrawn: [AlertID] = []
  /// Of the tasks in them nothing rings.
  package internal(set) var unreadable: [UnreadableFile] = []

  var shorts: [TaskID: String] = [:]

  init() {}

  /// All that was due, and what became of each alert.
  package var listed: [ListedAlert] {
    let states: [(ListedAlert.State, [Alert])] = [
      (.shown, rung.flatMap(\.alerts)), (.missed, failed + uncertain),
    ]
    return states.flatMap { state, alerts in
      alerts.map { ListedAlert($0, state, short: shorts[$0.id.task] ?? $0.id.task.text.string) }
    }
  }
}

package struct ListedAlert: Sendable {
  package enum State: String, Sendable {
    case coming, missed, shown, snoozed, dismissed
  }

  package let alert: Alert
  package let state: State
  /// When it rang, or rings.
  package let at: Timestamp
  package let short: String

  init(_ alert: Alert, _ event: AlertLedger.Event?, short: String) {
    (self.alert, self.short) = (alert, short)
    switch event {
    case .claimed: (state, at) = (.missed, alert.at)
    case .shown: (state, at) = (.shown, alert.at)
    case .snoozed(let until): (state, at) = (.snoozed, until)
    case .dismissed: (state, at) = (.dismissed, alert.at)
    case .refused: (state, at) = (.missed, alert.at)
    case nil: (state, at) = (.coming, alert.at)
    }
  }

  init(_ alert: Alert, _ state: State, short: String) {
    (self.alert, self.state, self.short) = (alert, state, short)
    at = alert.at
  }
}
