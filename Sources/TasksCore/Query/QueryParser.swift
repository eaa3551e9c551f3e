/// A token of a query.
struct QueryToken {
  enum Kind {
    case open, close, and, or, not
    case term(Query.Node)
  }

  let kind: Kind
  let word: InputWord
}

/// A recursive-descent parser for the tokens of a query.
struct QueryParser {
  private let tokens: [QueryToken]
  private var position = 0
  private var depth = 0

  /// The limit of nested groups, which bounds the use of the stack.
  private static let deepest = 100

  init(_ tokens: [QueryToken]) {
    self.tokens = tokens
  }

  mutating func parse() throws(InputError) -> Query.Node {
    let node = try anyOf()
    if let rest = next { throw .unopenedGroup(rest.word) }
    return node
  }

  private var next: QueryToken? { position < tokens.count ? tokens[position] : nil }

  private mutating func anyOf() throws(InputError) -> Query.Node {
    var nodes = [try allOf()]
    while let token = next, case .or = token.kind {
      position += 1
      nodes.append(try allOf(after: token))
    }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func allOf(after previous: QueryToken? = nil) throws(InputError) -> Query.Node {
    var nodes = [try condition(after: previous)]
    loop: while let token = next {
      switch token.kind {
      case .or, .close: break loop
      case .and:
        position += 1
        nodes.append(try condition(after: token))
      case .open, .not, .term: nodes.append(try condition(after: nil))
      }
    }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  /// Parses one condition with any `not` before it.
  ///
  /// - Parameter previous: The operator before the condition, for the error message if the condition is missing.
  private mutating func condition(after previous: QueryToken?) throws(InputError) -> Query.Node {
    var last = previous
    var isNegated = false
    while let token = next, case .not = token.kind {
      position += 1
      isNegated.toggle()
      last = token
    }
    guard let token = next else { throw .missingCondition(last?.word ?? InputWord("")) }
    let node: Query.Node
    switch token.kind {
    case .term(let term):
      position += 1
      node = term
    case .open:
      position += 1
      node = try group(token)
    case .close where last == nil && depth == 0: throw .unopenedGroup(token.word)
    case .and, .or, .not, .close: throw .missingCondition(last?.word ?? token.word)
    }
    return isNegated ? .not(node) : node
  }

  private mutating func group(_ open: QueryToken) throws(InputError) -> Query.Node {
    depth += 1
    guard depth <= QueryParser.deepest else { throw .groupsTooDeep(open.word) }
    if let token = next, case .close = token.kind { throw .emptyGroup(open.word) }
    guard next != nil else { throw .unclosedGroup(open.word) }
    let node = try anyOf()
    guard let token = next, case .close = token.kind else { throw .unclosedGroup(open.word) }
    position += 1
    depth -= 1
    return node
  }
}

/// Splits a query into tokens and parses each.
struct QueryTokens {
  private let conditions: QueryConditions

  init(_ conditions: QueryConditions) { self.conditions = conditions }

  /// The arguments, those that belong to the date of the one before them joined to it: `due:next` with `week`.
  func joined(_ arguments: [String]) -> [InputWord] {
    var words = arguments.map { InputWord($0) }[...]
    var joined: [InputWord] = []
    while let word = words.popFirst() {
      let whole = extended(word) { words }
      words.removeFirst(whole.count)
      joined.append(whole.word)
    }
    return joined
  }

  /// A word with those after it that belong to its date, and their number.
  private func extended(
    _ word: InputWord, by following: () -> ArraySlice<InputWord>
  ) -> (word: InputWord, count: Int) {
    let condition = word.bytes.first == 0x2D ? word.part(word.bytes.dropFirst()) : word
    guard let (key, value) = QueryKey.split(condition, conditions.fields), key.subject.isDate else {
      return (word, 0)
    }
    let following = following()
    let count = conditions.dates.length(of: value, in: following)
    return (following.prefix(count).reduce(word) { $0.joined(to: $1) }, count)
  }

  func tokens(ofArgument argument: InputWord) throws(InputError) -> [QueryToken] {
    if argument.words.count > 1, !isFilter(argument),
      let condition = try conditions.keyed(argument)
    {
      return [QueryToken(kind: .term(condition), word: argument)]
    }
    return try tokens(ofLine: argument)
  }

  /// Returns true for an argument that is more than a key with a value that contains blanks: outside double quotes it
  /// has a group, an operator, or a further word that begins with a key or with a `+`.
  private func isFilter(_ argument: InputWord) -> Bool {
    var rest = argument.bytes.drop { $0.isSpace }
    var isFirst = true
    while let byte = rest.first {
      if byte == 0x28 || byte == 0x29 { return true }
      let word = argument.part(QueryTokens.word(at: rest))
      if !isFirst,
        ["and", "or", "not"].contains(word.text.lowercased())
          || QueryKey.split(word, conditions.fields) != nil
          || byte == 0x2B && word.bytes.count > 1
      {
        return true
      }
      isFirst = false
      rest = rest[word.range.upperBound...].drop { $0.isSpace }
    }
    return false
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
        let first = line.part(QueryTokens.word(at: rest))
        let word = extended(first) { line.part(rest[first.range.upperBound...]).words[...] }.word
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
  static func expression(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
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
    case "and", "AND": QueryToken(kind: .and, word: word)
    case "or", "OR": QueryToken(kind: .or, word: word)
    case "not", "NOT": QueryToken(kind: .not, word: word)
    default: QueryToken(kind: .term(try conditions.condition(word)), word: word)
    }
  }
}

extension UInt8 {
  /// True for a blank, and for a line end in a longer query.
  fileprivate var isSpace: Bool { isBlank || self == 0x0A || self == 0x0D }
}
