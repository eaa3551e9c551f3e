/// What the value of a field is, of one that every store has or of a store's own. It decides how the value is read,
/// printed and ordered everywhere.
package enum FieldKind: Hashable, Sendable {
  case text
  /// A text that Obsidian may write as a link to the note of that name.
  case name
  /// A whole number.
  case count
  /// A number, also with decimals.
  case number
  /// A length of time in minutes.
  case duration
  /// A length of time before a date, in minutes, which files write as a whole number.
  case lead
  case rank
  case priority
  /// True or false; in Org the word for true.
  case flag(Text)
  /// A date, or a date with a time.
  case date
  case reminders
  case id
  case ids
  case coordinates
  /// The days on which dates repeat (``RepeatDays``).
  case days
  /// One of these words, in their order.
  case word([Text])
  /// Any of these words; any words at all if there are none.
  case words([Text])

  var isDate: Bool { self == .date || self == .reminders }
  var isDuration: Bool { self == .duration || self == .lead }

  /// The words that can be its value; empty for a kind that has any.
  package var choices: [Text] {
    switch self {
    case .word(let words), .words(let words): words
    case .flag: ["yes", "no"]
    default: []
    }
  }

  /// The results of `read` for all elements; nil if it is nil for one of them.
  package static func all<Element, Value>(_ elements: [Element], _ read: (Element) -> Value?)
    -> [Value]?
  {
    let values = elements.compactMap(read)
    return values.count == elements.count ? values : nil
  }

  /// Words as a value; nil if one of them is none that is known.
  func words(_ words: [Text]) -> FieldValue? {
    let members = FieldKind.all(words) { word -> FieldValue? in
      if choices.isEmpty { return .text(word) }
      return choices.first { $0.isSameName(as: word) }.map { .text($0) }
    }
    return members.map { FieldValue(list: $0.uniqued()) }
  }

  // MARK: Typed

  /// Parses a value as it is typed in quick-add and in filters; of ids and reminders, one member.
  func read(
    _ word: InputWord, _ dates: DateReader, _ expected: @autoclosure () -> InputError.Expected
  ) throws(InputError) -> FieldValue {
    let text = Text(word.text)
    let value: FieldValue?
    switch self {
    case .duration, .lead: value = FieldValue(try Effort.read(word))
    case .date: value = .moment(try dates.read(word))
    case .reminders: value = .moment(try dates.readToTheMinute(word))
    case .rank:
      guard let rank = Rank(word.text) else { throw .notARank(word) }
      value = .number(rank.value)
    case .ids: value = .text(text)
    case .name: value = .text(try ListName.read(word))
    case .flag:
      switch word.text.lowercased() {
      case "yes", "true", "on", "t": value = .flag(true)
      case "no", "false", "off", "nil": value = .nothing
      default: value = nil
      }
    case .count: value = Int(word.text).flatMap { $0 > 0 ? FieldValue($0) : nil }
    case .words: value = words(word.items.map { Text($0.text) }) ?? self.value(ofProperty: text)
    case .text, .number, .priority, .id, .coordinates, .days, .word:
      value = self.value(ofProperty: text)
    }
    guard let value else { throw .notAValue(word, expected()) }
    return value
  }

  /// A value as it is typed; nil for nothing.
  package func typed(_ value: FieldValue) -> String? {
    switch value {
    case .number(let minutes) where isDuration: Effort.brief(Int(minutes))
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let members): members.compactMap { $0.text?.string }.joined(separator: ",")
    default: value.text?.string
    }
  }

  // MARK: Shown

  /// A value for people, with dates as days; empty for nothing.
  ///
  /// - Parameter related: Names another task.
  package func shown(
    _ value: FieldValue, related: (TaskID) -> String = { ControlCharacters.escaped($0.text) }
  ) -> String {
    switch value {
    case .nothing, .flag(false): ""
    case .flag(true): "yes"
    case .number(let minutes) where self == .duration: Effort.text(Int(minutes))
    case .moment(let moment): moment.shown
    case .reminder(let reminder): reminder.shown
    case .list(let members): members.map { shown($0, related: related) }.joined(separator: ", ")
    case .text(let id) where self == .id || self == .ids: TaskID(id).map(related) ?? ""
    case .text, .number: value.text.map { ControlCharacters.escaped($0) } ?? ""
    }
  }

  /// A value for programs: dates as in ISO 8601, words with commas between them; empty for nothing.
  func plain(_ value: FieldValue) -> String {
    switch (self, value) {
    case (.duration, .number(let minutes)): Effort.text(Int(minutes))
    case (.words, _): typed(value) ?? ""
    default: value.text?.string ?? ""
    }
  }

  /// The value to order tasks by: numbers and dates by size, one of several words by their order.
  ///
  /// - Parameter place: The place of a whole day among the minutes of that day.
  func orderKey(_ value: FieldValue, ofDay place: Int = -1) -> Column.OrderKey? {
    switch (self, value) {
    case (_, .number(let number)): .number(number)
    case (_, .moment(let moment)): .number(moment.orderNumber(ofDay: place))
    case (.word(let known), .text(let word)): .number(Double(known.firstIndex(of: word) ?? 0))
    default: value.text.map { .text($0.string.lowercased()) }
    }
  }

  // MARK: Text

  /// Reads a value from its text in the history or in a "Merge dropped" entry (``FieldValue/text``); for a set, from
  /// the text of one member. Nil if the text is no such value.
  package func value(fromText text: Text) -> FieldValue? {
    switch self {
    case .text, .name: .text(text)
    case .count, .duration, .lead: Int(text.string).map { FieldValue($0) }
    case .number: FieldKind.number(text).map { .number($0) }
    case .rank: Rank(text.string).map { .number($0.value) }
    case .priority: Priority(text.string).map { .text(Text($0.text)) }
    case .flag: .flag(text == "true")
    case .date: Timestamp(iso: text.string).map { .moment($0) }
    case .reminders:
      FieldKind.reminders(text.string).map { FieldValue(list: $0.map { .reminder($0) }) }
    case .id: TaskID(text).map { .text($0.text) }
    case .ids: TaskID(text).map { .list([.text($0.text)]) }
    case .coordinates: Location.Coordinates(text.string).map { .text(Text($0.text)) }
    case .days: RepeatDays(text.string).map { .text(Text($0.text)) }
    case .word(let known): known.first { $0.isSameName(as: text) }.map { .text($0) }
    case .words: words([text])
    }
  }

  /// Numbers are exact up to 2^53.
  static func number(_ text: Text) -> Double? {
    let signs = "+-.0123456789eE".utf8
    guard text.bytes.allSatisfy(signs.contains), text.bytes.contains(where: \.isDigit),
      let number = Double(text.string), number.magnitude <= 9_007_199_254_740_992
    else { return nil }
    // No zero is negative.
    return number + 0
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

  // MARK: JSON

  /// Writes a value: false and an empty list for nothing, where the kind has them, else null.
  func write(_ value: FieldValue, to json: inout JSONWriter) {
    switch self {
    case .flag: json.bool(value == .flag(true))
    case .ids, .reminders, .words: json.array(value.members) { $1.write(to: &$0) }
    default: value.write(to: &json)
    }
  }

  /// Reads what ``write(_:to:)`` prints; nil if it is no value of this kind.
  func value(fromJSON json: JSONValue) -> FieldValue? {
    switch self {
    case .count, .duration, .lead: json.integer.map { FieldValue($0) }
    case .number: json.number.map { .number($0) }
    case .rank: json.number.flatMap { Rank($0) }.map { .number($0.value) }
    case .flag: json.bool.map { $0 ? .flag(true) : .nothing }
    case .ids: json.list(\.text).map { .list($0.map { .text($0) }) }
    case .words: json.list(\.text).flatMap(words)
    case .reminders: json.list { Reminder($0) }.map { .list($0.map { .reminder($0) }) }
    default: json.text.flatMap { value(fromText: $0) }
    }
  }
}
