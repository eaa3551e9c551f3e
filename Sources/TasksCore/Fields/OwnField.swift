/// A field that a store defines by a setting, `field.points = number`: a property whose values are of one kind.
///
/// A value that is not of the kind stays in the file as it is; the field then has none.
package struct OwnField: Hashable, Sendable {
  package typealias Kind = FieldKind

  /// The name of the property, and of the key that is typed: lower case, as git has the names of settings.
  package let name: Text
  package let kind: Kind

  package init(_ name: Text, _ kind: Kind = .text) { (self.name, self.kind) = (name, kind) }

  package func value(in task: Task) -> FieldValue {
    task.property(named: name).flatMap { read($0) } ?? .nothing
  }

  package func read(_ text: Text) -> FieldValue? { kind.value(ofProperty: text) }

  package func text(_ value: FieldValue, in format: Format) -> Text? {
    kind.property(value, in: format)
  }

  /// A property for programs of any kind; a value that is not of the kind as it is.
  package func plain(_ text: Text) -> Text { read(text).map { Text(kind.plain($0)) } ?? text }

  package var choices: [Text] { kind.choices }

  /// What it is, for help: `number`, `one of low, high`.
  package var meaning: String {
    let words = choices.map { ControlCharacters.escaped($0) }.joined(separator: ", ")
    return switch kind {
    case .number: "a number"
    case .duration: "a length of time"
    case .date: "a date"
    case .word: "one of \(words)"
    case .words: words.isEmpty ? "words" : "some of \(words)"
    default: "a text"
    }
  }

  var expected: InputError.Expected {
    InputError.Expected(name: name.string, hint: "it is \(meaning)")
  }
}

extension FieldKind {
  /// How the kinds of a store's own fields are written.
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
    return field?.read(property.value).flatMap { field?.kind.shown($0) }
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
