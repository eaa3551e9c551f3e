import TasksCore

/// What became of the alerts on this device: the lines of a file that only grows.
///
/// An alert is claimed before it is shown. One that was claimed and never confirmed may have been seen or not, so it
/// never rings again, and is listed as missed.
package struct AlertLedger: Sendable {
  package enum Event: Hashable, Sendable {
    /// About to be shown, since this moment.
    case claimed(Timestamp)
    /// Shown; the handle is what withdraws it.
    case shown(handle: String)
    /// Rings again at this moment.
    case snoozed(until: Timestamp)
    /// Seen, withdrawn, or of a task that has changed.
    case dismissed(Timestamp)
    /// Shown by no way, or not taken by the service; to be tried again.
    case refused(Timestamp)
  }

  package struct Entry: Hashable, Sendable {
    package fileprivate(set) var event: Event
    /// When it was claimed last.
    fileprivate var claimed: Timestamp?
    /// The handle of the last time it was shown.
    package fileprivate(set) var handle: String?

    /// Whether it has rung, or will again, and nobody has reacted yet.
    package var isOutstanding: Bool {
      switch event {
      case .claimed, .shown, .snoozed: true
      case .dismissed, .refused: false
      }
    }

    package var isMissed: Bool { if case .claimed = event { true } else { false } }
  }

  /// The alerts in the order of their last event.
  package private(set) var order: [AlertID] = []
  package private(set) var entries: [AlertID: Entry] = [:]
  /// When the ledger was begun: nothing older rings. Nil for an empty one.
  package private(set) var since: Timestamp?
  /// When the clock was first seen to be before ``since``.
  private var back: Timestamp?
  /// Whether the end of the file was cut off, and with it perhaps the claims of alerts.
  package private(set) var isCut = false
  /// When the alerts of each date were claimed last, in minutes since 1970-01-01 00:00, whatever their leads.
  private var lastRung: [AlertID: Int] = [:]

  package subscript(id: AlertID) -> Entry? { entries[id] }

  /// Whether an alert with another lead has rung for the same date, in the minute of this one or later. The lead was
  /// changed since, and who was reminded is not reminded again.
  package func hasRungLater(_ alert: Alert) -> Bool {
    lastRung[alert.id.withoutLead].map { $0 >= alert.minute } ?? false
  }

  /// The notifications that show these alerts and no other outstanding one.
  package func handles(of ended: [AlertID]) -> [String] {
    let ended = Set(ended)
    let others = order.filter { entries[$0]?.isOutstanding == true && !ended.contains($0) }
    let held = Set(others.compactMap { entries[$0]?.handle })
    return order.filter { ended.contains($0) }.compactMap { entries[$0]?.handle }.uniqued()
      .filter { !held.contains($0) }
  }

  // MARK: The file

  /// Reads a file. A line that cannot be read is passed over.
  package init(_ bytes: [UInt8]) {
    isCut = bytes.last.map { $0 != 0x0A } ?? false
    var places: [AlertID: Int] = [:]
    var ids: [AlertID?] = []
    let lines = bytes.split(separator: 0x0A)
    for line in isCut ? lines.dropLast() : lines[...] {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
      if words.count == 2, let moment = Timestamp(iso: String(words[1])) {
        if words[0] == "since" { (since, back) = (moment, nil) }
        if words[0] == "back" { back = moment }
      }
      guard words.count == 3, let id = AlertID(words[0]),
        let event = AlertLedger.event(words[1], String(words[2]))
      else { continue }
      var entry = entries[id] ?? Entry(event: event)
      entry.event = event
      if case .shown(let handle) = event { entry.handle = handle }
      if case .claimed(let moment) = event { entry.claimed = moment }
      entries[id] = entry
      if let place = places[id] { ids[place] = nil }
      places[id] = ids.count
      ids.append(id)
    }
    order = ids.compactMap { $0 }
    for (id, entry) in entries {
      if case .refused = entry.event { continue }
      let rung = entry.claimed.map(\.absoluteMinute) ?? 0
      lastRung[id.withoutLead] = max(lastRung[id.withoutLead] ?? 0, rung)
    }
  }

  private static func event(_ name: Substring, _ value: String) -> Event? {
    if name == "shown" { return .shown(handle: value) }
    guard let moment = Timestamp(iso: value) else { return nil }
    switch name {
    case "claimed": return .claimed(moment)
    case "snoozed": return .snoozed(until: moment)
    case "dismissed": return .dismissed(moment)
    case "refused": return .refused(moment)
    default: return nil
    }
  }

  /// The line of an event.
  package static func line(_ id: AlertID, _ event: Event) -> String {
    let words =
      switch event {
      case .claimed(let moment): "claimed \(moment.iso)"
      case .shown(let handle): "shown \(handle)"
      case .snoozed(let moment): "snoozed \(moment.iso)"
      case .dismissed(let moment): "dismissed \(moment.iso)"
      case .refused(let moment): "refused \(moment.iso)"
      }
    return "\(id.text) \(words)\n"
  }

  /// The lines to write before those of events at `now`: the beginning of a ledger, and that the clock was set back to
  /// before it.
  package func opening(now: Timestamp) -> String {
    guard let since else { return "since \(now.iso)\n" }
    let isKnown = back.map { now >= $0 } ?? false
    return now >= since || isKnown ? "" : "back \(now.iso)\n"
  }

  /// The file with the last alerts alone, and those that are outstanding. It begins after all that are left out, so that
  /// none of them rings again.
  package func compacted(keeping count: Int, _ rules: AlertRules) -> String {
    var first = since
    let left = order.dropLast(count).filter { entries[$0]?.isOutstanding == false }
    for id in left {
      let moment = Timestamp(minute: rules.minute(of: id) + 1)
      first = first.map { max($0, moment) } ?? moment
    }
    let dropped = Set(left)
    var text = first.map { "since \($0.iso)\n" } ?? ""
    for id in order where !dropped.contains(id) {
      guard let entry = entries[id] else { continue }
      if let claimed = entry.claimed, entry.event != .claimed(claimed) {
        text += AlertLedger.line(id, .claimed(claimed))
      }
      if let handle = entry.handle, entry.event != .shown(handle: handle) {
        text += AlertLedger.line(id, .shown(handle: handle))
      }
      text += AlertLedger.line(id, entry.event)
    }
    return text
  }

  // MARK: Time

  /// The minutes of the alerts that may ring at `now`, those of the past that are not forgotten. An empty ledger begins
  /// now. Where the clock was set back to before its beginning, it begins there until the clock is right again.
  func minutes(until now: Timestamp) -> ClosedRange<Int> {
    let end = now.absoluteMinute
    let begin = (since.map { now < $0 ? back ?? now : $0 } ?? now).absoluteMinute
    return min(max(begin, end - AlertRules.memory), end)...end
  }
}
