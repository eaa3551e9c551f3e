/// The keys of quick-add. Any other word with a colon is text, above all a URL.
package enum QuickAddKey: Sendable {
  case title, deadline, scheduled, repeater, priority, assignee
  case field(PlainField)
  /// A field of the store's own, or any other property.
  case own(OwnField)

  /// All keys, in the order of help. The position in the list, which is seldom typed, is the last one.
  package static let all: [QuickAddKey] =
    [.title, .priority, .deadline, .scheduled, .repeater]
    + PlainField.allCases.filter { !$0.typed.isEmpty && $0 != .rank }.map { .field($0) }
    + [.assignee, .field(.rank)]

  /// All keys of a store, its own ones last.
  package static func all(with fields: OwnFields) -> [QuickAddKey] {
    all + fields.all.map { .own($0) }
  }

  static func isKnown(_ name: String) -> Bool { QuickAddKey(name) != nil }

  private init?(_ name: InputWord, _ fields: OwnFields) {
    if let key = QuickAddKey(name.text) {
      self = key
    } else if let field = fields[name.text] {
      self = .own(field)
    } else if let key = KeyAlias.key(name.text) {
      self.init(key)
    } else if name.bytes.starts(with: Array("prop.".utf8)) {
      let property = name.part(name.bytes.dropFirst(5))
      if property.isEmpty { return nil }
      self.init(property: Text(property.text), fields)
    } else {
      return nil
    }
  }

  /// A property by its name; one that is a field of ours means the field.
  private init(property name: Text, _ fields: OwnFields) {
    let field = PlainField.named(org: { Text($0.description).isSameName(as: name) })
    self = field.map { .field($0) } ?? .own(fields.field(ofProperty: name))
  }

  private init?(_ name: String) {
    switch name {
    case "title": self = .title
    case "due": self = .deadline
    case "sched": self = .scheduled
    case "every": self = .repeater
    case "pri": self = .priority
    case "assignee": self = .assignee
    default:
      if let field = PlainField.typed(name) {
        self = .field(field)
      } else {
        return nil
      }
    }
  }

  var takesDate: Bool {
    switch self {
    case .deadline, .scheduled: true
    case .field(let field): field.kind.isDate
    case .own(let field): field.kind == .date
    default: false
    }
  }

  /// The name before the colon; of several, ours.
  package var name: String {
    switch self {
    case .title: "title"
    case .deadline: "due"
    case .scheduled: "sched"
    case .repeater: "every"
    case .priority: "pri"
    case .assignee: "assignee"
    case .field(let field): field.typed.first?.description ?? ""
    case .own(let field): field.name.string
    }
  }

  /// An example of a value, and what the key sets, for help.
  package var help: (example: String, meaning: String) {
    switch self {
    case .title: ("Call Bob", "the title, instead of the other words")
    case .deadline: ("fri", "the deadline")
    case .scheduled: ("tomorrow", "when to begin")
    case .repeater:
      ("1w", "how the dates repeat: 1w, weekdays, last fri; .+2d from when it is done")
    case .priority: ("A", "the priority; also (A), only before the title")
    case .assignee: ("Ann", "who does it")
    case .field(let field): (field.help.example.description, field.help.meaning.description)
    case .own(let field): (field.choices.first?.string ?? "", field.meaning)
    }
  }

  /// Returns the key that a word begins with, and the value after its colon.
  package static func split(
    _ word: InputWord, _ fields: OwnFields
  ) -> (key: QuickAddKey, value: InputWord)? {
    let bytes = word.bytes
    guard let colon = bytes.firstIndex(of: 0x3A),
      let key = QuickAddKey(word.part(bytes[..<colon]), fields)
    else { return nil }
    return (key, word.part(bytes[(colon + 1)...]))
  }
}

/// Reads the value of a ``PlainField`` as it is typed in quick-add and in filters.
struct TypedFieldValue {
  let dates: DateReader

  /// Parses a single value; of a list, one member.
  func read(_ word: InputWord, _ field: PlainField) throws(InputError) -> FieldValue {
    switch field.kind {
    case .minutes, .lead: return FieldValue(try Effort.read(word))
    case .moment: return .moment(try dates.read(word))
    case .reminders: return .moment(try dates.readToTheMinute(word))
    case .rank:
      guard let rank = Rank(word.text) else { throw .notARank(word) }
      return .number(rank.value)
    case .ids: return .text(Text(word.text))
    case .name: return .text(try ListName.read(word))
    case .flag:
      switch word.text.lowercased() {
      case "yes", "true", "on", "t": return .flag(true)
      case "no", "false", "off", "nil": return .nothing
      default: throw .notAValue(word, field.expected)
      }
    case .number:
      guard let count = Int(word.text), count > 0 else { throw .notAValue(word, field.expected) }
      return FieldValue(count)
    case .text, .id, .coordinates, .days, .words:
      guard let value = field.kind.value(fromText: Text(word.text)) else {
        throw .notAValue(word, field.expected)
      }
      return value
    }
  }
}

extension PlainField {
  var expected: InputError.Expected {
    let hint =
      switch kind {
      case .words(let words): "try: \(words.map(\.string).joined(separator: ", "))"
      case .flag: "try: yes, no"
      case .number: "try: a whole number from 1"
      default: "leave it empty for no value"
      }
    return InputError.Expected(name: name.string, hint: hint)
  }
}
