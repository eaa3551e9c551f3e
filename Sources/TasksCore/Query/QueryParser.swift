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
