/// A field that a store defines by a setting, `field.points = number`: a property whose values are of one kind.
///
/// A value that is not of the kind stays in the file as it is; the field then has none.
package struct OwnField: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text
    /// A number, also with decimals.
    case number
    /// A length of time in minutes.
    case duration
    /// A date, or a date with a time.
    case date
    /// One of these words, in their order.
    case word([Text])
    /// Any of these words; any words at all if there are none.
    case words([Text])
  }

  /// The name of the property, and of the key that is typed: lower case, as git has the names of settings.
  package let name: Text
  package let kind: Kind

  package init(_ name: Text, _ kind: Kind = .text) { (self.name, self.kind) = (name, kind) }

  package func value(in task: Task) -> FieldValue {
    task.property(named: name).flatMap { read($0) } ?? .nothing
  }

  /// Parses a value as it is typed.
  func read(_ word: InputWord, _ dates: DateReader) throws(InputError) -> FieldValue {
    switch kind {
    case .duration: return FieldValue(try Effort.read(word))
    case .date: return .moment(try dates.read(word))
    case .words:
      guard let value = words(word.items.map { Text($0.text) }) ?? read(Text(word.text)) else {
        throw .notAValue(word, expected)
      }
      return value
    case .text, .number, .word:
      guard let value = read(Text(word.text)) else { throw .notAValue(word, expected) }
      return value
    }
  }

  /// Words as a value; nil if one of them is none that is known.
  func words(_ words: [Text]) -> FieldValue? {
    let members = FieldKind.all(words) { word -> FieldValue? in
      if choices.isEmpty { return .text(word) }
      return choices.first { $0.isSameName(as: word) }.map { .text($0) }
    }
    return members.map { FieldValue(list: $0.uniqued()) }
  }

  /// A value for people: as a list shows it, but for dates, which it shows relative to the day.
  package func shown(_ value: FieldValue) -> String {
    switch (value, kind) {
    case (.number(let minutes), .duration): Effort.text(Int(minutes))
    case (.moment(let moment), _): moment.shown
    case (.list(let members), _):
      members.compactMap { $0.text.map { ControlCharacters.escaped($0) } }.joined(separator: ", ")
    default: value.text.map { ControlCharacters.escaped($0) } ?? ""
    }
  }

  /// A value as it is typed; nil for nothing.
  package func typed(_ value: FieldValue) -> String? {
    switch (value, kind) {
    case (.number(let minutes), .duration): Effort.brief(Int(minutes))
    case (.list(let members), _):
      members.compactMap { $0.text?.string }.joined(separator: ",")
    default: value.text?.string
    }
  }

  /// A property for programs of any kind: dates as in ISO 8601, words with commas between them; a value that is not of the
  /// kind as it is.
  package func plain(_ text: Text) -> Text {
    guard let value = read(text) else { return text }
    return kind == .duration ? Text(shown(value)) : typed(value).map { Text($0) } ?? text
  }

  /// The value to order tasks by: numbers and dates by size, words in the order of the setting.
  func orderKey(_ value: FieldValue) -> Column.OrderKey? {
    switch (value, kind) {
    case (.nothing, _): nil
    case (.number(let number), _): .number(number)
    case (.moment(let moment), _): .number(moment.orderNumber(ofDay: -1))
    case (.text(let word), .word(let known)): .number(Double(known.firstIndex(of: word) ?? 0))
    default: value.text.map { .text($0.string.lowercased()) }
    }
  }

  /// The words that can be its value; empty for other kinds.
  package var choices: [Text] {
    switch kind {
    case .word(let words), .words(let words): words
    case .text, .number, .duration, .date: []
    }
  }

  /// What it is, for help: `number`, `one of low, high`.
  package var meaning: String {
    let words = choices.map { ControlCharacters.escaped($0) }.joined(separator: ", ")
    return switch kind {
    case .text: "a text"
    case .number: "a number"
    case .duration: "a length of time"
    case .date: "a date"
    case .word: "one of \(words)"
    case .words: words.isEmpty ? "words" : "some of \(words)"
    }
  }

  var expected: InputError.Expected {
    InputError.Expected(name: name.string, hint: "it is \(meaning)")
  }
}

extension OwnField.Kind {
  /// How the kinds are written.
  package static let notations = [
    "text", "number", "duration", "date", "one of a b c", "some of a b c", "words",
  ]

  /// Parses the value of the setting: `text`, `number`, `duration`, `date`, `words`, `one of low high`,
  /// `some of web, phone`. Nil for anything else.
  package init?(_ setting: String) {
    let words = setting.split { $0 == " " || $0 == "\t" }
    switch words.map({ $0.lowercased() }) {
    case ["text"]: self = .text
    case ["number"]: self = .number
    case ["duration"]: self = .duration
    case ["date"]: self = .date
    case ["words"]: self = .words([])
    case let read where read.count > 2 && read[1] == "of":
      let rest = words[2...].joined(separator: " ")
      let names = rest.split { $0 == (rest.contains(",") ? "," : " ") }
      let choices = names.map { Text(bytes: Array($0.utf8)[...].trimmingBlanks) }.filter {
        !$0.isEmpty
      }
      guard !choices.isEmpty else { return nil }
      switch read[0] {
      case "one": self = .word(choices.uniqued())
      case "some": self = .words(choices.uniqued())
      default: return nil
      }
    default: return nil
    }
  }
}

/// The fields of a store's own, in the order of its settings.
package struct OwnFields: Hashable, Sendable {
  package let all: [OwnField]

  package init(_ all: [OwnField] = []) { self.all = all }

  package subscript(name: Text) -> OwnField? { all.first { $0.name.isSameName(as: name) } }

  subscript(name: String) -> OwnField? { all.isEmpty ? nil : self[Text(name)] }

  /// The field of a property: one of the store's own, or one of any text.
  func field(ofProperty name: Text) -> OwnField { self[name] ?? OwnField(name) }

  /// The value of a property for people, on one line.
  package func shown(_ property: Task.Property) -> String {
    let field = self[property.name]
    return field?.read(property.value).flatMap { field?.shown($0) }
      ?? ControlCharacters.escaped(property.value.onOneLine)
  }

  /// What a filter, a link or another program has before a colon.
  private static let reserved = [
    "prop", "and", "or", "not", "any", "none", "http", "https", "ftp", "file", "mailto",
  ]

  /// A property for programs of any kind (``OwnField/plain(_:)``).
  package func plain(_ property: Task.Property) -> Task.Property {
    self[property.name].map { Task.Property(property.name, $0.plain(property.value)) } ?? property
  }

  /// Whether a property is a field and its value is not of the kind.
  package func isUnread(_ property: Task.Property) -> Bool {
    self[property.name].map { $0.read(property.value) == nil } ?? false
  }

  /// Says what a value is not: `points is a number, and not 'many'`.
  package func fault(of property: Task.Property) -> String {
    let value = ControlCharacters.escaped(property.value.onOneLine)
    return "\(property.name) is \(self[property.name]?.meaning ?? "a text"), and not '\(value)'"
  }

  /// Why a field cannot have a name; nil if it can.
  package static func fault(of name: String) -> String? {
    let isWord =
      name.utf8.first?.isASCIILetter == true
      && name.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D }
    guard isWord else {
      return
        "name a field with letters, digits and -, a letter first; a property of any name is prop.NAME:"
    }
    let name = name.lowercased()
    let isKnown =
      QuickAddKey.isKnown(name) || QueryKey.isKnown(name) || Column.named(name) != nil
      || Grouping.names.contains(name) || reserved.contains(name)
      || !PropertyName.isFree(Text(name))
    return isKnown ? "'\(name)' means something already; give the field another name" : nil
  }
}
