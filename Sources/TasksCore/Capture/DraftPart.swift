/// A part of a draft in words, which shows how a line was understood.
package struct DraftPart: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case title, priority, deadline, scheduled, `repeat`, tag, list, field, note
  }

  package let kind: Kind
  package let text: String
}

extension Draft {
  /// The parts, the title first.
  package func parts(now: Timestamp) -> [DraftPart] {
    var parts: [DraftPart] = []
    func add(_ kind: DraftPart.Kind, _ text: String) {
      parts.append(DraftPart(kind: kind, text: text))
    }
    if let title { add(.title, title.string) }
    if let text = Draft.words(of: priority, { "priority \($0.text)" }, "no priority") {
      add(.priority, text)
    }
    func day(_ date: Timestamp) -> String { Draft.text(of: date, now: now) }
    if let text = Draft.words(of: deadline, day, "no deadline") { add(.deadline, text) }
    if let text = Draft.words(of: scheduled, { "begin \(day($0))" }, "not scheduled") {
      add(.scheduled, text)
    }
    let days = self[.repeatDays].applied(to: nil)?.text.flatMap { RepeatDays($0.string) }
    if let text = Draft.words(of: repeater, { $0.interval.inWords(on: days) }, "no repetition") {
      add(.repeat, text)
    }
    for tag in addedTags { add(.tag, tag.bytes.first == 0x40 ? "\(tag)" : "+\(tag)") }
    for tag in removedTags { add(.tag, "without \(tag)") }
    for field in PlainField.allCases where field != .repeatDays {
      let name = field == .list ? "" : "\(field.name) "
      let kind: DraftPart.Kind = field == .list ? .list : .field
      let others = self[references: field]
      if !others.words.isEmpty {
        add(kind, name + others.words.map(\.text).joined(separator: ", "))
      } else if others.clears {
        add(kind, "no \(field.name)")
      } else if let text = Draft.words(
        of: self[field], { name + Draft.text(of: $0, field) }, "no \(field.name)")
      {
        add(kind, text)
      }
    }
    if let text = Draft.words(of: assignee, { "assignee \($0)" }, "no assignee") {
      add(.field, text)
    }
    for own in own {
      let name = own.field.name
      if let text = Draft.words(
        of: own.change, { "\(name) \(own.field.shown($0))" }, "no \(name)")
      {
        add(.field, text)
      }
    }
    if let note { add(.note, "note: \(note)") }
    return parts
  }

  private static func words<Value>(
    of change: Change<Value>, _ set: (Value) -> String, _ cleared: String
  ) -> String? {
    switch change {
    case .keep: nil
    case .clear: cleared
    case .set(let value): set(value)
    }
  }

  /// `Fri 27 Nov`, `Fri 27 Nov 17:00`.
  private static func text(of date: Timestamp, now: Timestamp) -> String {
    let day = "\(date.date.weekdayName) \(RelativeDate(now: now).day(date.date))"
    return date.minute.map { "\(day) \(Timestamp.clock($0))" } ?? day
  }

  private static func text(of value: FieldValue, _ field: PlainField) -> String {
    switch field.kind {
    case .flag: return "yes"
    case .minutes, .lead: return value.integer.map(Effort.brief) ?? ""
    default: break
    }
    let members = value.members.isEmpty ? [value] : value.members
    return members.map { member in
      member.reminder?.shown ?? member.moment?.shown ?? member.text?.string ?? ""
    }.joined(separator: ", ")
  }
}
