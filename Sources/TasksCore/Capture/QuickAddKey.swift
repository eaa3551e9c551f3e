/// The keys of quick-add. Any other word with a colon is text, above all a URL.
package enum QuickAddKey: Hashable, Sendable {
  case title, deadline, scheduled, repeater, priority, assignee
  case field(PlainField)
  /// A field of the store's own, or any other property.
  case own(OwnField)

  /// The name before the colon, an example of a value, and what the key sets, of those that are no plain fields.
  private static let named: [(key: QuickAddKey, name: String, help: (String, String))] = [
    (.title, "title", ("Call Bob", "the title, instead of the other words")),
    (.priority, "pri", ("A", "the priority; also (A), only before the title")),
    (.deadline, "due", ("fri", "the deadline")),
    (.scheduled, "sched", ("tomorrow", "when to begin")),
    (
      .repeater, "every",
      ("1w", "how the dates repeat: 1w, weekdays, last fri; .+2d from when it is done")
    ),
    (.assignee, "assignee", ("Ann", "who does it")),
  ]

  /// All keys, in the order of help. The position in the list, which is seldom typed, is the last one.
  package static let all: [QuickAddKey] =
    named.map(\.key).filter { $0 != .assignee }
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
    let key = QuickAddKey.named.first { $0.name == name }?.key
    guard let key = key ?? PlainField.typed(name).map({ .field($0) }) else { return nil }
    self = key
  }

  /// The kind of its values; nil for a value that is read in its own way.
  package var kind: FieldKind? {
    switch self {
    case .title: .text
    case .deadline, .scheduled: .date
    case .field(let field): field.kind
    case .own(let field): field.kind
    case .repeater, .priority, .assignee: nil
    }
  }

  /// The name before the colon; of several, ours.
  package var name: String {
    switch self {
    case .field(let field): field.typed.first?.description ?? ""
    case .own(let field): field.name.string
    default: QuickAddKey.named.first { $0.key == self }?.name ?? ""
    }
  }

  /// An example of a value, and what the key sets, for help.
  package var help: (example: String, meaning: String) {
    switch self {
    case .field(let field): (field.help.example.description, field.help.meaning.description)
    case .own(let field): (field.choices.first?.string ?? "", field.meaning)
    default: QuickAddKey.named.first { $0.key == self }?.help ?? ("", "")
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

extension PlainField {
  var expected: InputError.Expected {
    let hint =
      switch kind {
      case .word(let words), .words(let words):
        "try: \(words.map(\.string).joined(separator: ", "))"
      case .flag: "try: yes, no"
      case .count: "try: a whole number from 1"
      default: "leave it empty for no value"
      }
    return InputError.Expected(name: name.string, hint: hint)
  }
}
