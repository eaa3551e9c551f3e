import TasksCore

/// What an alert is about: a date of a task, and how long before it. Two devices give the same alert the same id, an
/// untouched task keeps the ids of its alerts, and a moved date has another.
///
/// It holds the date and not its repeater: when a repeating task is done, its date moves to an occurrence that may
/// have rung already, and must not ring again.
package struct AlertID: Hashable, Sendable {
  package enum Source: String, CaseIterable, Sendable {
    case reminder = "remind"
    case deadline = "deadline-1"
    case secondDeadline = "deadline-2"
    case scheduled = "scheduled-1"
    case secondScheduled = "scheduled-2"
  }

  package let task: TaskID
  package let source: Source
  /// The date, or the occurrence of it, as the timestamp has it: with or without a time.
  package let occurrence: Timestamp
  /// How many minutes before the date it rings.
  let lead: Int

  package init(_ task: TaskID, _ source: Source, _ occurrence: Timestamp, lead: Int = 0) {
    (self.task, self.source, self.occurrence, self.lead) = (task, source, occurrence, lead)
  }

  /// The text without blanks: `k7mq2xw4tz9nbcde/deadline-1/2026-11-23T09:30/60`.
  package var text: String {
    "\(AlertID.escaped(task))/\(source.rawValue)/\(occurrence.iso)/\(lead)"
  }

  /// In minutes; a file that says more is damaged.
  private static let longestLead = 1_000_000_000

  /// Parses the text that ``text`` returns.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, let task = AlertID.task(parts[0]),
      let source = Source(rawValue: String(parts[1])),
      let occurrence = Timestamp(iso: String(parts[2])), let lead = Int(parts[3]),
      (0...AlertID.longestLead).contains(lead)
    else { return nil }
    self.init(task, source, occurrence, lead: lead)
  }

  /// The same for the date alone.
  var withoutLead: AlertID { AlertID(task, source, occurrence) }

  /// The same for services that take 64 letters and digits: half of the SHA-256 of the text, in hexadecimal.
  package var key: String {
    SHA256.digest(of: Array(text.utf8)).prefix(16).reduce(into: "") { $0 += AlertID.hex($1) }
  }

  // MARK: The id of a task

  /// The id of a task made elsewhere may hold anything, so all but ASCII letters, digits and `-._~` is written as in an
  /// address (RFC 3986, 2.1).
  private static func escaped(_ task: TaskID) -> String {
    task.text.bytes.reduce(into: "") { text, byte in
      if byte.isDigit || byte.isASCIILetter || "-._~".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + hex(byte)
      }
    }
  }

  private static func task(_ text: some StringProtocol) -> TaskID? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return TaskID(Text(bytes: bytes))
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension AlertRules {
  package func minute(of id: AlertID) -> Int { minute(of: id.occurrence, before: id.lead) }

  /// Returns the minute that comes a number of minutes before a date. Whole days are those of the calendar, other
  /// lengths pass, also where clocks are moved meanwhile.
  func minute(of date: Timestamp, before lead: Int) -> Int {
    let minute = minute(of: date)
    if lead.isMultiple(of: 1440) { return minute - lead }
    return Timestamp(minute: minute).elapsing(minutes: -lead).absoluteMinute
  }

  /// More minutes than clocks are moved at once.
  static let clockChange = 180
}
