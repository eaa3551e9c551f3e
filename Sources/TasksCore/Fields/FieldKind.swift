/// What the value of a ``PlainField`` is. It decides how the value is read and printed everywhere.
package enum FieldKind: Hashable, Sendable {
  case text
  /// A text that Obsidian may write as a link to the note of that name.
  case name
  /// A whole number.
  case number
  /// A length of time in minutes.
  case minutes
  /// A length of time before a date, in minutes, which files write as a whole number.
  case lead
  case rank
  /// True or false; in Org the word for true.
  case flag(Text)
  case moment
  case reminders
  case id
  case ids
  case coordinates
  /// The days on which dates repeat (``RepeatDays``).
  case days
  /// One of these words.
  case words([Text])

  var isDate: Bool { self == .moment || self == .reminders }

  /// Reads a value from its text in the history or in a "Merge dropped" entry (``FieldValue/text``); for a set, from
  /// the text of one member. Nil if the text is no such value.
  package func value(fromText text: Text) -> FieldValue? {
    switch self {
    case .text, .name: .text(text)
    case .number, .minutes, .lead: Int(text.string).map { FieldValue($0) }
    case .rank: Rank(text.string).map { .number($0.value) }
    case .flag: .flag(text == "true")
    case .moment: Timestamp(iso: text.string).map { .moment($0) }
    case .reminders:
      FieldKind.reminders(text.string).map { FieldValue(list: $0.map { .reminder($0) }) }
    case .id: TaskID(text).map { .text($0.text) }
    case .ids: TaskID(text).map { .list([.text($0.text)]) }
    case .coordinates: Location.Coordinates(text.string).map { .text(Text($0.text)) }
    case .days: RepeatDays(text.string).map { .text(Text($0.text)) }
    case .words(let words): words.first { $0.isSameName(as: text) }.map { .text($0) }
    }
  }

  /// Parses reminders, separated by blanks; a repeater follows its date.
  private static func reminders(_ text: String) -> [Reminder]? {
    var reminders: [Reminder] = []
    for word in text.split(separator: " ") {
      if let moment = Timestamp(iso: String(word)) {
        reminders.append(Reminder(moment))
      } else if let repeater = Repeater(word), let last = reminders.last, last.repeater == nil {
        reminders[reminders.count - 1].repeater = repeater
      } else {
        return nil
      }
    }
    return reminders
  }

  /// The results of `read` for all elements; nil if it is nil for one of them.
  package static func all<Element, Value>(_ elements: [Element], _ read: (Element) -> Value?)
    -> [Value]?
  {
    let values = elements.compactMap(read)
    return values.count == elements.count ? values : nil
  }
}
