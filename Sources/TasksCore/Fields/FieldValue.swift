/// The value of a field, in the types that JSON has.
package enum FieldValue: Hashable, Sendable {
  case nothing
  case text(Text)
  case number(Double)
  case flag(Bool)
  /// A date, or a date with a time; text in JSON.
  case moment(Timestamp)
  /// A date that may repeat; text in JSON.
  case reminder(Reminder)
  case list([FieldValue])

  init(_ text: Text?) { self = text.map { .text($0) } ?? .nothing }
  init(_ string: String?) { self = string.map { .text(Text($0)) } ?? .nothing }
  package init(_ number: Int?) { self = number.map { .number(Double($0)) } ?? .nothing }
  init(_ number: Double?) { self = number.map { .number($0) } ?? .nothing }
  init(_ moment: Timestamp?) { self = moment.map { .moment($0) } ?? .nothing }
  /// An empty list is nothing.
  package init(list members: [FieldValue]) { self = members.isEmpty ? .nothing : .list(members) }

  /// The value as text; nil for nothing. The members of a list are separated by blanks.
  package var text: Text? {
    switch self {
    case .nothing: nil
    case .text(let text): text
    case .number(let number): Text(number.shortestDecimal)
    case .flag(let flag): Text(flag ? "true" : "false")
    case .moment(let moment): Text(moment.iso)
    case .reminder(let reminder): Text(reminder.fieldText)
    case .list(let members):
      Text(bytes: Array(members.map { $0.text?.bytes ?? [] }.joined(separator: [0x20])))
    }
  }

  package var isNothing: Bool { self == .nothing }

  // MARK: Values of one type; nil for any other

  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }
  package var moment: Timestamp? {
    if case .moment(let moment) = self { moment } else { reminder?.at }
  }
  var reminder: Reminder? { if case .reminder(let reminder) = self { reminder } else { nil } }
  var nonEmptyText: Text? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }
  /// Empty for any other value.
  package var members: [FieldValue] { if case .list(let members) = self { members } else { [] } }
}

extension Planning {
  /// The text of a date: the date or range, then its repeater and warning. Examples are `2026-11-27T17:00 ++1w 3d`
  /// and `2026-11-23T10:00--2026-11-23T11:30`. A warning for the first occurrence only is written `--3d`.
  package var fieldText: String {
    var words = [start.iso + (end.map { "--" + $0.iso } ?? "")]
    if let repeater { words.append(repeater.text) }
    if let warning { words.append(warning.fieldText) }
    return words.joined(separator: " ")
  }

  /// Parses the text that ``fieldText`` returns.
  package init?(fieldText text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = words.first, let (start, end) = Planning.range(String(first)) else {
      return nil
    }
    self.init(start, end: end)
    for word in words.dropFirst() {
      if repeater == nil, warning == nil, let read = Repeater(word) {
        repeater = read
      } else if warning == nil, let read = Warning(fieldText: word) {
        warning = read
      } else {
        return nil
      }
    }
  }

  private static func range(_ text: String) -> (Timestamp, Timestamp?)? {
    let bytes = Array(text.utf8)
    guard
      let dash = bytes.indices.dropLast().first(where: {
        bytes[$0] == 0x2D && bytes[$0 + 1] == 0x2D
      })
    else { return Timestamp(iso: text).map { ($0, nil) } }
    guard let start = Timestamp(iso: Text(bytes: bytes[..<dash]).string),
      let end = Timestamp(iso: Text(bytes: bytes[(dash + 2)...]).string)
    else { return nil }
    return (start, end)
  }
}

extension Clock {
  /// The start and the end, `2026-11-20T09:20--2026-11-20T10:05`, or the start alone while the clock runs.
  package var fieldText: String { start.iso + (end.map { "--" + $0.iso } ?? "") }

  /// Parses the text that ``fieldText`` returns.
  package init?(fieldText text: String) {
    guard let plan = Planning(fieldText: text), plan.repeater == nil, plan.warning == nil else {
      return nil
    }
    self.init(start: plan.start, end: plan.end)
  }
}

extension LogEntry {
  /// The entry as one text: its time, its kind, and its note.
  package var fieldText: Text {
    var out: [UInt8] = at.map { Array(($0.iso + " ").utf8) } ?? []
    switch kind {
    case .state(let from, let to):
      out += to.bytes + (from.map { Array(" from ".utf8) + $0.bytes } ?? [])
    case .note: out += Array("note".utf8)
    case .dropped: out += Array("Merge dropped ".utf8) + kind.droppedText
    case .other(let text): out = text.bytes
    }
    if let note { out += [0x3A, 0x20] + note.bytes }
    return Text(bytes: out)
  }

  /// Parses the text that ``fieldText`` returns. Any other text becomes an entry of the kind `other`.
  package init(fieldText text: Text) {
    let bytes = text.bytes
    let stamp = bytes.prefix { $0 != 0x20 }
    let at = Timestamp(iso: Text(bytes: stamp).string)
    let rest = at == nil ? bytes[...] : bytes.dropFirst(stamp.count + 1)
    let colon = rest.indices.dropLast().first { rest[$0] == 0x3A && rest[$0 + 1] == 0x20 }
    let head = rest[..<(colon ?? rest.endIndex)]
    let note = colon.map { Text(bytes: rest[($0 + 2)...]) }
    let words = head.split(separator: 0x20).map { Text(bytes: $0) }
    let kinds: [(Kind, Text?)] = [
      (.note, note), (words.first.map { .state(from: words.last, to: $0) } ?? .note, note),
      (.state(from: nil, to: Text(bytes: head)), note), (.other(Text(bytes: head)), note),
    ]
    let entries = kinds.map { LogEntry($0.0, at: at, note: $0.1) }
    let isStamped = at != nil
    self =
      entries.first { (isStamped || $0.kind.isOther) && $0.fieldText == text }
      ?? LogEntry(.other(text))
  }
}

extension LogEntry.Kind {
  fileprivate var isOther: Bool { if case .other = self { true } else { false } }
}
