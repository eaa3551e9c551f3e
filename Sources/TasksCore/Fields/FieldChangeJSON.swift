extension FieldValue {
  /// Writes the value as JSON, with null for nothing.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .nothing: json.null()
    case .text(let text): json.string(text)
    case .number(let number): json.number(number)
    case .flag(let flag): json.bool(flag)
    case .moment(let moment): json.date(moment)
    case .reminder(let reminder): json.string(reminder.fieldText)
    case .list(let members): json.array(members) { $1.write(to: &$0) }
    }
  }
}

extension FieldChange {
  /// Writes `{"field":"title","old":…,"new":…}`, or for a set `{"field":"tags","add":[…],"remove":[…]}`.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("field")
      json.string(field)
      change.write(to: &json) { $1.write(to: &$0) }
    }
  }

  /// The change on one line: `title: Call Bob → Call Alice`, `tags: +phone -home`. For notes, only the lines that
  /// were added and removed.
  package var summary: Text {
    var out = field.bytes + Array(": ".utf8)
    switch change {
    case .value(let old, let new) where field == "notes":
      let texts = (old: old.text ?? .empty, new: new.text ?? .empty)
      // What is, or was, encrypted is not told.
      switch (texts.old.hasMessage, texts.new.hasMessage) {
      case (false, false): out += FieldChange.lines(from: texts.old, to: texts.new)
      case (false, true): out += Array("encrypted".utf8)
      case (true, false): out += Array((new.isNothing ? "removed" : "decrypted").utf8)
      case (true, true): out += Array("changed, encrypted".utf8)
      }
    case .value(let old, let new):
      out += old.text?.bytes ?? Array("nothing".utf8)
      out += Array(" → ".utf8) + (new.text?.bytes ?? Array("nothing".utf8))
    case .members(let added, let removed):
      let parts =
        added.map { [0x2B] + ($0.text?.bytes ?? []) }
        + removed.map { [0x2D] + ($0.text?.bytes ?? []) }
      out += Array(parts.joined(separator: [0x20]))
    }
    return Text(bytes: out)
  }

  /// The lines of notes that were added, with the sign `+`, and those that were removed, with `-`, but no blank lines; nil
  /// for another field, and for notes of which a version is encrypted.
  package var noteLines: [(sign: String, line: Text)]? {
    guard field == "notes", case .value(let old, let new) = change else { return nil }
    let texts = (old: old.text ?? .empty, new: new.text ?? .empty)
    return texts.old.hasMessage || texts.new.hasMessage
      ? nil : FieldChange.changed(from: texts.old, to: texts.new)
  }

  private static func changed(from old: Text, to new: Text) -> [(sign: String, line: Text)] {
    let (before, after) = (old.lines.filter { !$0.isBlank }, new.lines.filter { !$0.isBlank })
    return lines(after, besides: before).map { ("+", $0) }
      + lines(before, besides: after).map { ("-", $0) }
  }

  /// Prints changed lines as `+added line / -removed line`.
  private static func lines(from old: Text, to new: Text) -> [UInt8] {
    let parts = changed(from: old, to: new).map { Array($0.sign.utf8) + $0.line.bytes }
    return parts.isEmpty ? Array("moved lines".utf8) : Array(parts.joined(separator: " / ".utf8))
  }
}

extension FieldChange {
  /// Returns the multiset difference: the lines that are left after removing each line of `others` once, the first
  /// occurrence first.
  private static func lines(_ lines: [Text], besides others: [Text]) -> [Text] {
    var counts: [Text: Int] = [:]
    for line in others { counts[line, default: 0] += 1 }
    return lines.filter { line in
      guard let count = counts[line], count > 0 else { return true }
      counts[line] = count - 1
      return false
    }
  }
}

extension Text {
  fileprivate var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}

extension Text {
  /// What the command line calls the field of this name: `due` for `deadline`, `prop.VENDOR` for `property VENDOR`.
  package var typedField: String {
    switch string {
    case "deadline": return "due"
    case "scheduled": return "sched"
    case "priority": return "pri"
    default: break
    }
    let field = PlainField.allCases.first { $0.name == self }
    if let typed = field?.typed.first { return typed.description }
    let property = "property "
    return string.hasPrefix(property) ? "prop." + string.dropFirst(property.count) : string
  }
}
