/// Splits a query into tokens and parses each.
struct QueryTokens {
  private let dates: DateReader

  init(now: Timestamp) {
    dates = DateReader(now: now)
  }

  func tokens(ofArgument argument: InputWord) throws(InputError) -> [QueryToken] {
    if argument.words.count > 1, let condition = try keyed(argument) {
      return [QueryToken(kind: .term(condition), word: argument)]
    }
    return try tokens(ofLine: argument)
  }

  func tokens(ofLine line: InputWord) throws(InputError) -> [QueryToken] {
    var tokens: [QueryToken] = []
    var rest = line.bytes.drop { $0.isSpace }
    while let byte = rest.first {
      if byte == 0x28 {
        tokens.append(QueryToken(kind: .open, word: line.part(rest.prefix(1))))
        rest = rest.dropFirst()
      } else if byte == 0x29 {
        tokens.append(QueryToken(kind: .close, word: line.part(rest.prefix(1))))
        rest = rest.dropFirst()
      } else {
        let word = line.part(QueryTokens.word(at: rest))
        tokens.append(try token(word))
        rest = rest[word.range.upperBound...]
      }
      rest = rest.drop { $0.isSpace }
    }
    return tokens
  }

  /// Returns the next word: a regular expression up to its last slash, else the text up to a blank outside double
  /// quotes or to a closing parenthesis that the word did not open.
  private static func word(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if let expression = expression(at: text) { return expression }
    var isQuoted = false
    var depth = 0
    var end = text.startIndex
    while end < text.endIndex, isQuoted || !text[end].isSpace {
      if text[end] == 0x22, isQuoted || opensQuotes(text, end) { isQuoted.toggle() }
      if !isQuoted { depth += text[end] == 0x28 ? 1 : text[end] == 0x29 ? -1 : 0 }
      if depth < 0 { break }
      end += 1
    }
    return text[..<end]
  }

  /// Returns true for a double quote at the start of a word, a value or a tag. Elsewhere it is an inch sign.
  private static func opensQuotes(_ text: ArraySlice<UInt8>, _ position: Int) -> Bool {
    position == text.startIndex || [0x3A, 0x2B, 0x2D].contains(text[position - 1])
  }

  /// Returns the expression `/…/`. It ends at the first unescaped slash before a blank, a closing parenthesis or
  /// the end.
  private static func expression(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.first == 0x2F else { return nil }
    var position = text.startIndex + 1
    while position < text.endIndex {
      if text[position] == 0x5C {
        position += 2
        continue
      }
      let after = position + 1
      if text[position] == 0x2F, after - text.startIndex > 2,
        after == text.endIndex || text[after].isSpace || text[after] == 0x29
      {
        return text[..<after]
      }
      position += 1
    }
    return nil
  }

  private func token(_ word: InputWord) throws(InputError) -> QueryToken {
    switch word.text {
    case "and": QueryToken(kind: .and, word: word)
    case "or": QueryToken(kind: .or, word: word)
    case "not": QueryToken(kind: .not, word: word)
    default: QueryToken(kind: .term(try condition(word)), word: word)
    }
  }

  private func condition(_ word: InputWord) throws(InputError) -> Query.Node {
    let bytes = word.bytes
    if QueryTokens.expression(at: bytes)?.count == bytes.count {
      return .term(.pattern(try pattern(word.part(bytes.dropFirst().dropLast()))))
    }
    if let keyed = try keyed(word) { return keyed }
    let name = word.part(bytes.dropFirst()).unquoted.text
    switch bytes.first {
    case 0x2B? where !name.isEmpty: return tag(name)
    case 0x2D? where !name.isEmpty: return .not(tag(name))
    case 0x40? where !name.isEmpty: return .term(.tag(Text(word.text)))
    case 0x2B?, 0x2D?, 0x40?: throw .missingTag(word)
    default:
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
  private func keyed(_ word: InputWord) throws(InputError) -> Query.Node? {
    let bytes = word.bytes
    guard let colon = bytes.firstIndex(of: 0x3A) else { return nil }
    let key = word.part(bytes[..<colon])
    let value = word.part(bytes[(colon + 1)...]).trimmed.unquoted
    switch key.text {
    case "state":
      if value.isEmpty { throw .missingState(word) }
      return .term(.state(Text(value.text)))
    case "pri":
      if value.isEmpty || value.lowercased == "none" { return .term(.priority(nil)) }
      guard let priority = Priority(value.text) else { throw .notAPriority(value) }
      return .term(.priority(priority))
    default:
      if let node = try dated(key, value) { return node }
      return try field(key, value)
    }
  }

  /// Returns the condition of `effort:1h`, `effort:` and `effort.none:` (no value), or `effort.any:`.
  private func field(_ key: InputWord, _ value: InputWord) throws(InputError) -> Query.Node? {
    let bytes = key.bytes
    let dot = bytes.firstIndex(of: 0x2E) ?? bytes.endIndex
    guard let field = PlainField.typed(key.part(bytes[..<dot]).text) else { return nil }
    let comparison = key.part(bytes[dot...].dropFirst())
    switch comparison.text {
    case "none": return .term(.field(field, .none))
    case "any": return .term(.field(field, .any))
    case _ where dot < bytes.endIndex: throw .unknownComparison(comparison)
    default: return .term(.field(field, try test(of: field, value)))
    }
  }

  private func test(of field: PlainField, _ value: InputWord) throws(InputError) -> FieldTest {
    if value.isEmpty { return .none }
    // Any text may be the name of a list or a location.
    let isText = field.kind == .text || field.kind == .name
    if !isText, value.lowercased == "none" { return .none }
    if !isText, value.lowercased == "any" { return .any }
    switch field.kind {
    case .id, .ids: return .id(value.text)
    default: return .equal(try TypedFieldValue(dates: dates).read(value, field))
    }
  }

  private func dated(_ key: InputWord, _ value: InputWord) throws(InputError) -> Query.Node? {
    let bytes = key.bytes
    let dot = bytes.firstIndex(of: 0x2E) ?? bytes.endIndex
    guard let field = DateField(rawValue: key.part(bytes[..<dot]).text) else { return nil }
    let comparison = key.part(bytes[dot...].dropFirst())
    switch comparison.text {
    case "before": return .term(.date(field, .before(try dates.read(value))))
    case "after": return .term(.date(field, .after(try dates.read(value))))
    case "is": return .term(.date(field, .equal(try dates.read(value))))
    case "none": return .term(.date(field, .none))
    case "any": return .term(.date(field, .any))
    case _ where dot < bytes.endIndex: throw .unknownComparison(comparison)
    default: break
    }
    switch value.lowercased {
    case "", "none": return .term(.date(field, .none))
    case "any": return .term(.date(field, .any))
    case "overdue" where field == .deadline: return .term(.date(field, .overdue))
    default: return .term(.date(field, .equal(try dates.read(value))))
    }
  }
}

extension InputWord {
  /// The part without double quotes around it.
  fileprivate var unquoted: InputWord {
    let bytes = bytes
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return self }
    return part(bytes.dropFirst().dropLast())
  }
}

extension UInt8 {
  /// True for a blank, and for a line end in a longer query.
  fileprivate var isSpace: Bool { isBlank || self == 0x0A || self == 0x0D }
}
