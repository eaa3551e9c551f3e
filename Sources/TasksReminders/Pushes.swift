import TasksCore
import TasksPlanning
import TasksStore

/// The reminders of a store on the phone: what the service was sent, compared with what it should have.
package struct Pushes {
  /// A message for a minute that has passed is sent until this many minutes later, where another device may have sent
  /// it and no device is named to push.
  private static let shared = 30

  private let store: TaskStore
  private let service: PushService
  /// Returns the seconds since 1970 of a local time.
  private let seconds: (Timestamp) -> Int64
  private let rules: AlertRules
  private let file: AlertFile

  package init(
    of store: TaskStore, by service: PushService, seconds: @escaping (Timestamp) -> Int64
  ) {
    (self.store, self.service, self.seconds) = (store, service, seconds)
    var rules = store.settings.alerts
    if store.settings.pusher == nil { rules.grace = min(rules.grace, Pushes.shared) }
    self.rules = rules
    file = AlertFile("pushes", of: store, rules)
  }

  /// Returns why this device pushes nothing; nil if it does.
  ///
  /// - Throws: `invalid` if a device must be named and is not.
  package func standsBack() throws(StoreError) -> String? {
    guard let pusher = store.settings.pusher else {
      if service.isAhead { return nil }
      throw .invalid(
        "\(service.name.rawValue) shows a message each time it is sent, so one device alone may push; name it: "
          + "tasks config remind.pusher \"\(store.device.name)\"")
    }
    return [store.device.name, store.device.id].contains(pusher)
      ? nil : "remind.pusher is '\(pusher)', so this device, '\(store.device.name)', pushes nothing"
  }

  // MARK: The plan

  private struct Plan {
    /// To send, and what the ledger is to know of each.
    var messages: [(message: PushMessage, handle: String)] = []
    /// To take back.
    var gone: [AlertID] = []
    /// Too late for the phone.
    var late: [AlertID] = []
    /// Those that may have been sent or not, and whose time has passed.
    var uncertain: [AlertID] = []
  }

  private func plan(_ ledger: AlertLedger, now: Timestamp) throws -> Plan {
    let ahead = (now.absoluteMinute + 1)...(now.absoluteMinute + PushService.horizon)
    let (survey, coming) = try store.read { reading in
      var survey = AlertSurvey(ledger, rules, now: now)
      var coming: [Alert] = []
      reading.forEachReminding { row in
        survey.add(row)
        if service.isAhead { row.forEachAlert(in: ahead, rules) { coming.append($0) } }
      }
      return (survey, coming)
    }
    var plan = Plan()
    planDue(survey, ledger, now: now, &plan)
    for group in AlertSurvey.Group.coming(coming) {
      let minute = group.alerts[0].minute
      let message = PushMessage(
        group.alerts.map(\.id), AlertNotice(group, now: Timestamp(minute: minute)),
        isAhead: minute, showsTitles: service.showsTitles)
      let handle = handle(of: message)
      let isSent = group.alerts.allSatisfy { ledger[$0.id]?.event == .shown(handle: handle) }
      if !isSent { plan.messages.append((message, handle)) }
    }
    let wanted = Set(coming.map(\.id))
    plan.gone += ledger.order.filter { id in
      ledger[id]?.isOutstanding == true && !wanted.contains(id)
        && rules.minute(of: id) >= ahead.lowerBound
    }
    return plan
  }

  /// What was due since the last push, and what became of the messages before.
  private func planDue(
    _ survey: AlertSurvey, _ ledger: AlertLedger, now: Timestamp, _ plan: inout Plan
  ) {
    let local = (try? AlertFile("alerts", of: store, rules).read()) ?? AlertLedger([])
    func isSeenHere(_ id: AlertID) -> Bool {
      if case .dismissed = local[id]?.event { true } else { false }
    }
    let standing = survey.standing.map(\.id)
    plan.uncertain = standing.filter { ledger[$0]?.isMissed == true }
    plan.gone = survey.withdrawn + standing.filter(isSeenHere)
    plan.late = survey.late.flatMap(\.alerts).map(\.id)
    var survey = survey
    if ledger.isCut {
      // Another process may have pushed it with the line that was cut off.
      plan.late += survey.takeOut(dueBy: file.lastWritten ?? now).map(\.id)
    }
    if survey.isFlood {
      let notice = AlertNotice(summary: survey.onTime, now: now)
      plan.messages.append(
        (
          PushMessage(
            survey.onTime.flatMap(\.alerts).map(\.id), notice, showsTitles: service.showsTitles),
          Pushes.summary
        ))
    } else {
      for group in survey.single {
        let ids = group.alerts.map(\.id)
        if ids.allSatisfy(isSeenHere) {
          plan.late += ids
          continue
        }
        let message = PushMessage(
          ids, AlertNotice(group, now: now), showsTitles: service.showsTitles)
        plan.messages.append((message, handle(of: message)))
      }
    }
  }

  /// The handle of a message of several tasks, which is not taken back for one of them.
  private static let summary = "summary"

  /// Two messages with the same handle say the same at the same time.
  private func handle(of message: PushMessage) -> String {
    let parts = [
      message.title, message.body, message.isImportant ? "!" : "",
      message.minute.map { "\(seconds(Timestamp(minute: $0)))" } ?? "",
    ]
    let hash = ByteHash.of(parts.joined(separator: "\n"))
    return "\(service.name.rawValue):\(String(hash, radix: 16))"
  }

  // MARK: Pushing

  package func preview(now: Timestamp) throws -> PushReport {
    let plan = try plan(try file.read(), now: now)
    return PushReport(sent: plan.messages.map(\.message), withdrawn: plan.gone)
  }

  /// Sends what the service does not have yet, and takes back what tasks no longer have.
  package func push(now: Timestamp) throws -> PushReport {
    let (plan, ledger) = try file.append(now: now) { ledger in
      let plan = try self.plan(ledger, now: now)
      let claimed = Set(plan.messages.flatMap(\.message.alerts)).map {
        AlertLedger.line($0, .claimed(now))
      }
      let ended = Set(plan.late + plan.uncertain).map { AlertLedger.line($0, .dismissed(now)) }
      return ((claimed + ended).joined(), (plan, ledger))
    }
    var report = PushReport(uncertain: plan.uncertain)
    var lines = ""
    defer { if !lines.isEmpty { try? file.append(now: now) { _ in (lines, ()) } } }
    try send(plan, now: now, &report, &lines)
    try takeBack(plan, ledger, now: now, &report, &lines)
    return report
  }

  private func send(
    _ plan: Plan, now: Timestamp, _ report: inout PushReport, _ lines: inout String
  ) throws {
    for (message, handle) in plan.messages {
      let event: AlertLedger.Event
      if report.isOffline {
        event = .refused(now)
      } else {
        switch try service.send(message, at: message.minute.map(moment)) {
        case .taken:
          event = .shown(handle: handle)
          report.sent.append(message)
        case .refused(let reason):
          event = .refused(now)
          report.fail(reason, isOffline: true)
        case .unknown(let reason):
          event = .claimed(now)
          report.fail(reason, isOffline: true)
        case .impossible(let reason):
          event = .refused(now)
          report.fail(reason, isOffline: true)
        case .rejected(let reason):
          event = .refused(now)
          report.fail("\(message.title): \(reason)", isOffline: false)
        }
      }
      lines += message.alerts.map { AlertLedger.line($0, event) }.joined()
    }
  }

  /// A message that is due within seconds is sent for the earliest time that ntfy takes, 10 seconds from now.
  private func moment(_ minute: Int) -> Int64 {
    max(seconds(Timestamp(minute: minute)), store.context.clock().seconds + 12)
  }

  private func takeBack(
    _ plan: Plan, _ ledger: AlertLedger, now: Timestamp, _ report: inout PushReport,
    _ lines: inout String
  ) throws {
    for id in plan.gone where !report.isOffline {
      if service.isAhead, ledger[id]?.handle != Pushes.summary {
        switch try service.delete(id.key) {
        case .taken: report.withdrawn.append(id)
        case .impossible(let reason), .rejected(let reason):
          report.fail(reason, isOffline: false)
        case .refused(let reason), .unknown(let reason):
          report.fail(reason, isOffline: true)
          continue
        }
      }
      lines += AlertLedger.line(id, .dismissed(now))
    }
  }

  /// Sends one message at once, to try the service.
  ///
  /// - Returns: Why it was not sent; nil if it was.
  package func test(_ text: String, now: Timestamp) throws -> String? {
    let notice = AlertNotice(test: text, isImportant: false)
    let id = AlertID(TaskID(digesting: Array("test".utf8)), .reminder, now)
    switch try service.send(PushMessage([id], notice, showsTitles: true), at: nil) {
    case .taken: return nil
    case .refused(let reason), .unknown(let reason), .impossible(let reason),
      .rejected(let reason):
      return reason
    }
  }
}

package struct PushReport {
  package fileprivate(set) var sent: [PushMessage] = []
  package fileprivate(set) var withdrawn: [AlertID] = []
  /// Those that the phone may have shown or not; they are not sent again.
  package fileprivate(set) var uncertain: [AlertID] = []
  /// Why something was not done, each reason once.
  package fileprivate(set) var problems: [String] = []
  /// Whether the rest was left for the next time.
  fileprivate var isOffline = false

  init(sent: [PushMessage] = [], withdrawn: [AlertID] = [], uncertain: [AlertID] = []) {
    (self.sent, self.withdrawn, self.uncertain) = (sent, withdrawn, uncertain)
  }

  fileprivate mutating func fail(_ reason: String, isOffline: Bool) {
    if !problems.contains(reason) { problems.append(reason) }
    if isOffline { self.isOffline = true }
  }
}
