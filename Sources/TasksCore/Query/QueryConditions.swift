/// Parses the words of a query that are conditions.
struct QueryConditions {
  let dates: DateReader
  /// The store's own fields.
  let fields: OwnFields
  /// Called with each word that is text, but may be meant as a condition.
  let mention: (MistypedKey) -> Void

  func condition(_ word: InputWord) throws(InputError) -> Query.Node {
    let bytes = word.bytes
    if QueryTokens.expression(at: bytes)?.count == bytes.count {
      return .term(.pattern(try pattern(word.part(bytes.dropFirst().dropLast()))))
    }
    if let keyed = try keyed(word) { return keyed }
    if bytes.first == 0x2D, let keyed = try keyed(word.part(bytes.dropFirst())) {
      return .not(keyed)
    }
    let name = word.part(bytes.dropFirst()).unquoted.text
    switch bytes.first {
    case 0x2B? where !name.isEmpty: return tag(name)
    case 0x2D? where !name.isEmpty: return .not(tag(name))
    case 0x40? where !name.isEmpty: return .term(.tag(Text(word.text)))
    case 0x2B?, 0x2D?, 0x40?: throw .missingTag(word)
    default:
      if let mistyped = MistypedKey(word, in: .filter, now: dates.now, fields) { mention(mistyped) }
      let text = word.unquoted.text
      return .term(.text(TextSearch(text), word: text))
    }
  }

  private func tag(_ name: String) -> Query.Node {
    .term(VirtualTag(rawValue: name).map { .virtual($0) } ?? .tag(Text(name)))
  }

  private func pattern(_ word: InputWord) throws(InputError) -> Pattern {
    do {
      return try Pattern(word.text)
    } catch {
      // What is missing at the end is told by the last character.
      let start = min(error.offset, word.bytes.count - 1)
      var end = 0
      let place = word.first { scalar in
        end += UTF8.width(scalar)
        return end > start
      }
      throw .badPattern(place ?? word, error)
    }
  }

  /// Returns the condition of a word that begins with a key; nil for any other word.
  func keyed(_ word: InputWord) throws(InputError) -> Query.Node? {
    guard let (key, rest) = QueryKey.split(word, fields) else { return nil }
    let comparison = try key.readComparison()
    let value = rest.trimmed.unquoted
    switch key.subject {
    case .title: return .term(.title(TextSearch(value.text), word: value.text))
    case .state:
      if value.isEmpty { throw .missingState(word) }
      return .term(.state(Text(value.text)))
    case .priority: return try priority(comparison, value)
    case .tags:
      switch comparison {
      case .any: return .term(.tagged)
      case _ where value.isEmpty, .some(.none): return .not(.term(.tagged))
      default: return tag(value.text)
      }
    case .assignee: return .term(.assignee(property(comparison, value)))
    case .own(let field): return .term(.own(field, try own(field, comparison, value)))
    case .date(let field):
      let asksOverdue = field == .deadline && comparison == nil && value.lowercased == "overdue"
      return .term(.date(field, asksOverdue ? .overdue : try date(comparison, value)))
    case .field(let field): return .term(.field(field, try self.field(field, comparison, value)))
    }
  }

  private func priority(
    _ comparison: QueryKey.Comparison?, _ value: InputWord
  ) throws(InputError) -> Query.Node {
    let word = comparison?.rawValue ?? (value.isEmpty ? "none" : value.lowercased)
    if word == "none" { return .term(.priority(nil)) }
    if word == "any" { return .not(.term(.priority(nil))) }
    guard let priority = Priority.typed(value.text) else { throw .notAPriority(value) }
    return .term(.priority(priority))
  }

  private func property(_ comparison: QueryKey.Comparison?, _ value: InputWord) -> PropertyTest {
    switch comparison {
    case .any: .any
    case _ where value.isEmpty, .some(.none): .none
    default: .equal(Text(value.text))
    }
  }

  private func own(
    _ field: OwnField, _ comparison: QueryKey.Comparison?, _ value: InputWord
  ) throws(InputError) -> OwnTest {
    switch field.kind {
    case .text: .property(property(comparison, value))
    case .date: .date(try date(comparison, value))
    default:
      .value(
        try test(comparison, value) { [dates] value throws(InputError) in
          try field.kind.read(value, dates, field.expected)
        })
    }
  }

  private func date(
    _ comparison: QueryKey.Comparison?, _ value: InputWord
  ) throws(InputError) -> DateTest {
    switch (comparison, value.lowercased) {
    case (.any, _), (nil, "any"): return .any
    case (.some(.none), _), (nil, "none"), (nil, ""): return .none
    case (.before, _): return .before(try dates.read(value))
    case (.after, _): return .after(try dates.read(value))
    default: return .equal(try dates.read(value))
    }
  }

  private func field(
    _ field: PlainField, _ comparison: QueryKey.Comparison?, _ value: InputWord
  ) throws(InputError) -> FieldTest {
    let read = { [dates] (value: InputWord) throws(InputError) -> FieldValue in
      switch field.kind {
      // The beginning of an id.
      case .id, .ids: .text(Text(value.text))
      default: try field.kind.read(value, dates, field.expected)
      }
    }
    // Any text may be the name of a list or a location.
    let test = try test(
      comparison, value, isText: field.kind == .text || field.kind == .name, read: read)
    switch (test, field.kind) {
    case (.equal(.text(let id)), .id), (.equal(.text(let id)), .ids): return .id(id.string)
    case (.equal(.text(let list)), _) where field == .list: return .within(list)
    default: return test
    }
  }

  /// - Parameter isText: Whether `none` and `any` are values.
  private func test(
    _ comparison: QueryKey.Comparison?, _ value: InputWord, isText: Bool = false,
    read: (InputWord) throws(InputError) -> FieldValue
  ) throws(InputError) -> FieldTest {
    switch comparison {
    case .any: return .any
    case .some(.none): return .none
    case .over: return .over(try read(value).number ?? 0)
    case .under: return .under(try read(value).number ?? 0)
    default: break
    }
    if value.isEmpty || !isText && value.lowercased == "none" { return .none }
    if !isText, value.lowercased == "any" { return .any }
    return .equal(try read(value))
  }
}
