/// The key of a condition, the part before its colon: what is tested, and how.
struct QueryKey {
  enum Subject: Hashable {
    case title, state, priority, tags, assignee
    case date(DateField)
    case field(PlainField)
    /// A field of the store's own, or any other property.
    case own(OwnField)

    init?(_ name: String) {
      switch name {
      case "title": self = .title
      case "state": self = .state
      case "pri": self = .priority
      case "tags": self = .tags
      case "assignee": self = .assignee
      default:
        let field = PlainField.typed(name) ?? PlainField.untyped(name)
        if let date = DateField(rawValue: field?.typed.first?.description ?? name) {
          self = .date(date)
        } else if let field {
          self = .field(field)
        } else {
          return nil
        }
      }
    }

    var isDate: Bool {
      switch self {
      case .date: true
      case .field(let field): field.kind.isDate
      case .own(let field): field.kind == .date
      default: false
      }
    }

    var comparisons: [Comparison] {
      switch self {
      case .title, .state: []
      case .priority, .tags, .assignee: [.any, .none]
      case .own(let field):
        switch field.kind {
        case .text, .word, .words: [.any, .none]
        case .number, .duration: [.over, .under, .any, .none]
        case .date: [.is, .before, .after, .any, .none]
        }
      case .date: [.is, .before, .after, .any, .none]
      case .field(let field):
        [.minutes, .number, .rank].contains(field.kind)
          ? [.over, .under, .any, .none] : [.any, .none]
      }
    }
  }

  /// A word after the dot of a key.
  enum Comparison: String {
    case `is`, before, after, over, under, any, none
  }

  let subject: Subject
  /// The word after the dot, as typed; nil for a key without one.
  let comparison: InputWord?

  /// Parses the part of a word before its colon. Nil if it is no key; a word after the dot that is no comparison is
  /// not checked.
  init?(_ key: InputWord, _ fields: OwnFields) {
    let bytes = key.bytes
    guard let dot = bytes.firstIndex(of: 0x2E) else {
      guard let subject = QueryKey.subject(key, fields) else { return nil }
      (self.subject, comparison) = (subject, nil)
      return
    }
    let rest = key.part(bytes[(dot + 1)...])
    if key.part(bytes[..<dot]).text == "prop" {
      guard !rest.isEmpty else { return nil }
      (subject, comparison) = QueryKey.property(rest, fields)
    } else {
      guard let subject = QueryKey.subject(key.part(bytes[..<dot]), fields) else { return nil }
      (self.subject, comparison) = (subject, rest)
    }
  }

  private static func subject(_ name: InputWord, _ fields: OwnFields) -> Subject? {
    Subject(name.text) ?? fields[name.text].map { .own($0) }
      ?? KeyAlias.key(name.text).flatMap { Subject($0) }
  }

  static func isKnown(_ name: String) -> Bool { Subject(name) != nil }

  /// Parses `VENDOR` and `VENDOR.any`; the name of a property may have dots. A property that is a field of ours means
  /// the field.
  private static func property(
    _ rest: InputWord, _ fields: OwnFields
  ) -> (Subject, InputWord?) {
    var (name, comparison): (InputWord, InputWord?) = (rest, nil)
    if let dot = rest.bytes.lastIndex(of: 0x2E), dot > rest.bytes.startIndex {
      let last = rest.part(rest.bytes[(dot + 1)...])
      if Comparison(rawValue: last.text) != nil {
        (name, comparison) = (rest.part(rest.bytes[..<dot]), last)
      }
    }
    let text = Text(name.text)
    let field = PlainField.named(org: { Text($0.description).isSameName(as: text) })
    return (field.map { .field($0) } ?? .own(fields.field(ofProperty: text)), comparison)
  }

  /// Returns the key that a word begins with, and the value after its colon.
  static func split(
    _ word: InputWord, _ fields: OwnFields
  ) -> (key: QueryKey, value: InputWord)? {
    let bytes = word.bytes
    guard let colon = bytes.firstIndex(of: 0x3A) else {
      // `due.none` is `due.none:`.
      guard let key = QueryKey(word, fields),
        ["none", "any"].contains(key.comparison?.lowercased)
      else { return nil }
      return (key, word.part(bytes[bytes.endIndex...]))
    }
    guard let key = QueryKey(word.part(bytes[..<colon]), fields) else { return nil }
    return (key, word.part(bytes[(colon + 1)...]))
  }

  /// Returns the comparison of the key; nil if it has none.
  func readComparison() throws(InputError) -> Comparison? {
    guard let comparison else { return nil }
    guard let read = Comparison(rawValue: comparison.lowercased), subject.comparisons.contains(read)
    else {
      throw .unknownComparison(comparison, known: subject.comparisons.map { "." + $0.rawValue })
    }
    return read
  }

  /// The names before the dot, in the order of help.
  static let names =
    (["title", "state", "pri", "tags", "assignee"] + DateField.allCases.map(\.rawValue)
    + PlainField.allCases.compactMap { $0.typed.first?.description }).uniqued()

  /// All keys with their colons, except those of properties, whose names are the user's.
  static var all: [String] { names.flatMap { keys($0, Subject($0)?.comparisons ?? []) } }

  /// The keys of a field of a store's own, with their colons.
  static func keys(of field: OwnField) -> [String] {
    keys(field.name.string, Subject.own(field).comparisons)
  }

  private static func keys(_ name: String, _ comparisons: [Comparison]) -> [String] {
    ([""] + comparisons.map { "." + $0.rawValue }).map { name + $0 + ":" }
  }
}
