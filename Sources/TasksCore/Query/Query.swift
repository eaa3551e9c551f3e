/// A filter that selects tasks.
///
/// Words are combined with AND; `and`, `or`, `not` and parentheses group them. `not` binds tighter than `and`, and
/// `and` tighter than `or`. A word is one of
/// - `+tag`, `-tag` (without the tag), `@context`; `-` also negates a word with a key; also the virtual tags in capitals (``VirtualTag``) and their `-`
///   forms, which are computed and not in any file;
/// - `list:work` (`project:`), which also finds the lists below it, `effort:1h` and the other keys of plain fields,
///   `title:Bob`, `state:WAIT`, `pri:A`, `tags:phone`, the names of the store's own fields, and `prop.NAME:value` for any other
///   property;
/// - `due:`, `sched:`, `wait:`, `until:`, `created:`, `closed:` with a date, alone or as `due.is:`, `due.before:`,
///   `due.after:` (both without the day itself), `due:none`, `due:any`, `due:overdue`;
/// - `effort.over:1h` and `effort.under:1h`, and the same for other numbers;
/// - `.none` or `.any` after any of these keys but `state`, also without a colon; nothing after the colon asks for tasks without that field,
///   too;
/// - `/expression/`, a regular expression (``Pattern``) over title and notes;
/// - any other text: in the title, the notes, or, from three characters on, the beginning of the id.
///
/// Tags and lists are compared exactly, as in Org. All other comparisons ignore case.
package struct Query: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    /// All conditions hold. Without conditions, every task matches.
    case all([Node])
    case any([Node])
    case not(Node)
    case term(QueryTerm)
  }

  let root: Node

  /// The query that every task matches.
  package static let all = Query(root: .all([]))

  package static func tagged(_ tag: VirtualTag) -> Query { Query(root: .term(.virtual(tag))) }

  /// The words with which conditions begin, besides tags: `due.before:`, `+OVERDUE`.
  package static var keys: [String] {
    VirtualTag.allCases.map { "+" + $0.rawValue } + QueryKey.all
  }

  /// The same for a field of a store's own: `points:`, `points.over:`.
  package static func keys(of field: OwnField) -> [String] { QueryKey.keys(of: field) }

  /// Parses command-line arguments. An argument that begins with a key is one condition, with the rest of the
  /// argument as its value, even if that contains blanks; but with a parenthesis, an operator, or a further word that
  /// begins with a key or a `+`, it is a whole query, as in ``read(line:now:mention:)``. An argument in slashes is a
  /// regular expression; any other argument is split at blanks. The words after a date that make a longer one belong to
  /// it, as in ``QuickAdd``.
  ///
  /// - Parameters:
  ///   - fields: The store's own fields.
  ///   - mention: Called with each word that is text, but may be meant as a condition.
  package static func read(
    _ arguments: [String], now: Timestamp, fields: OwnFields = OwnFields(),
    mention: @escaping (MistypedKey) -> Void = { _ in }
  ) throws(InputError) -> Query {
    let reader = QueryTokens(
      QueryConditions(dates: DateReader(now: now), fields: fields, mention: mention))
    var tokens: [QueryToken] = []
    for argument in reader.joined(arguments) { tokens += try reader.tokens(ofArgument: argument) }
    return try parse(tokens)
  }

  /// Parses a query on one line, as in views. It is split at blanks, except in double quotes
  /// (`due.before:"in 3 days"`, `"two words"`) and in regular expressions.
  package static func read(
    line: String, now: Timestamp, fields: OwnFields = OwnFields(),
    mention: @escaping (MistypedKey) -> Void = { _ in }
  ) throws(InputError) -> Query {
    let reader = QueryTokens(
      QueryConditions(dates: DateReader(now: now), fields: fields, mention: mention))
    return try parse(try reader.tokens(ofLine: InputWord(line)))
  }

  /// Returns command-line arguments as one line, which ``read(line:now:)`` reads as the same query.
  ///
  /// - Throws: What reading the arguments throws.
  package static func line(
    of arguments: [String], now: Timestamp, fields: OwnFields = OwnFields()
  ) throws(InputError) -> String {
    let reader = QueryTokens(
      QueryConditions(dates: DateReader(now: now), fields: fields) { _ in })
    var parts: [String] = []
    for word in reader.joined(arguments) {
      let tokens = try reader.tokens(ofArgument: word)
      let bytes = word.bytes
      if tokens.count == 1, tokens[0].word.bytes == bytes, word.words.count > 1,
        let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].dropFirst().first != 0x22
      {
        let value = word.part(bytes[(colon + 1)...]).trimmed.text
        parts.append(word.part(bytes[...colon]).text + "\"\(value)\"")
      } else {
        parts.append(word.text)
      }
    }
    return parts.joined(separator: " ")
  }

  /// Returns the query that matches the tasks which all the queries match.
  package static func all(of queries: [Query]) -> Query {
    let nodes = queries.filter { !$0.isEmpty }.map(\.root)
    return nodes.count == 1 ? Query(root: nodes[0]) : Query(root: .all(nodes))
  }

  /// Returns true for a word that can only be a condition or a group of them, and never an id: it begins with a sign
  /// or with a key, or is a regular expression.
  package static func isCondition(_ word: String, fields: OwnFields = OwnFields()) -> Bool {
    let bytes = word.utf8
    guard let first = bytes.first, bytes.count > 1 else { return false }
    if "+-@(".utf8.contains(first) { return true }
    if first == 0x2F { return bytes.count > 2 && bytes.last == 0x2F }
    func key(_ word: String) -> Substring? {
      word.utf8.contains(0x3A) || word.hasSuffix(".none") || word.hasSuffix(".any")
        ? word.prefix { $0 != "." && $0 != ":" } : nil
    }
    guard let name = key(word) else { return false }
    return PlainField.typed(String(name)) != nil || KeyAlias.key(String(name)) != nil
      || name == "prop" || fields[String(name)] != nil || keys.contains { key($0) == name }
  }

  /// True if the query matches every task.
  package var isEmpty: Bool { root == .all([]) }

  /// The tags that a task must have, or one of which.
  package var tags: [Text] {
    asked.compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
  }

  /// The lists in which a task must be, or in one of which.
  package var lists: [Text] {
    asked.compactMap { if case .field(.list, .within(let list)) = $0 { list } else { nil } }
  }

  /// The keywords, one of which a task must have.
  var states: [Text] {
    asked.compactMap { if case .state(let keyword) = $0 { keyword } else { nil } }
  }

  /// The words that are searched in titles and notes.
  package var words: [String] {
    asked.compactMap { if case .text(_, let word) = $0 { word } else { nil } }
  }

  /// Whether it asks when tasks are hidden, and so does not leave out those that are.
  package var asksForHidden: Bool {
    mentions { term in
      switch term {
      case .virtual(.hidden), .date(.wait, _): true
      default: false
      }
    }
  }

  /// Whether it asks for the tag of archived tasks, and so does not leave them out.
  package var asksForArchived: Bool { mentions { $0 == .tag(Task.archiveTag) } }

  private func mentions(_ isMeant: (QueryTerm) -> Bool) -> Bool {
    func mentions(_ node: Node) -> Bool {
      switch node {
      case .all(let nodes), .any(let nodes): nodes.contains(where: mentions)
      case .not(let node): mentions(node)
      case .term(let term): isMeant(term)
      }
    }
    return mentions(root)
  }

  private var asked: [QueryTerm] {
    func terms(_ node: Node) -> [QueryTerm] {
      switch node {
      case .all(let nodes), .any(let nodes): nodes.flatMap(terms)
      case .not: []
      case .term(let term): [term]
      }
    }
    return terms(root)
  }

  /// - Throws: `costlyPattern`.
  package func matches(_ task: Task, in context: QueryContext) throws(InputError) -> Bool {
    do throws(Pattern.Failure) {
      return try Query.matches(root, task, context)
    } catch {
      throw .costlyPattern(InputWord("/\(error.expression)/"), error)
    }
  }

  private static func matches(
    _ node: Node, _ task: Task, _ context: QueryContext
  ) throws(Pattern.Failure) -> Bool {
    switch node {
    case .all(let nodes):
      for node in nodes { if try !matches(node, task, context) { return false } }
      return true
    case .any(let nodes):
      for node in nodes { if try matches(node, task, context) { return true } }
      return false
    case .not(let node): return try !matches(node, task, context)
    case .term(let term): return try term.matches(task, in: context)
    }
  }

  /// Returns whether the task of a row in a list matches, so that it need not be decoded; nil if only the whole task can
  /// tell.
  package func matches(_ row: ListRow, in context: QueryContext) -> Bool? {
    Query.matches(root, row, context)
  }

  private static func matches(_ node: Node, _ row: ListRow, _ context: QueryContext) -> Bool? {
    switch node {
    case .all(let nodes): decide(nodes, row, context, unless: false)
    case .any(let nodes): decide(nodes, row, context, unless: true)
    case .not(let node): matches(node, row, context).map { !$0 }
    case .term(let term): term.matches(row, in: context)
    }
  }

  /// Returns `deciding` if one of the nodes has that answer, its opposite if all have the opposite.
  private static func decide(
    _ nodes: [Node], _ row: ListRow, _ context: QueryContext, unless deciding: Bool
  ) -> Bool? {
    var isKnown = true
    for node in nodes {
      guard let answer = matches(node, row, context) else {
        isKnown = false
        continue
      }
      if answer == deciding { return deciding }
    }
    return isKnown ? !deciding : nil
  }

  /// Whether ``matches(_:in:)-(ListRow,_)`` may know.
  package var readsRow: Bool {
    func reads(_ node: Node) -> Bool {
      switch node {
      case .all(let nodes), .any(let nodes): nodes.contains(where: reads)
      case .not(let node): reads(node)
      case .term(let term): term.readsRow
      }
    }
    return reads(root)
  }

  /// Returns false only if the task of a record (``TaskRecord``) cannot match, so that the record need not be
  /// decoded.
  package func mayMatch(record: UnsafeRawBufferPointer) -> Bool {
    Query.mayMatch(root, record)
  }

  private static func mayMatch(_ node: Node, _ record: UnsafeRawBufferPointer) -> Bool {
    switch node {
    case .all(let nodes): nodes.allSatisfy { mayMatch($0, record) }
    case .any(let nodes): nodes.contains { mayMatch($0, record) }
    case .term(.text(let search, _)), .term(.title(let search, _)): search.mayBeFound(in: record)
    case .not, .term: true
    }
  }

  private static func parse(_ tokens: [QueryToken]) throws(InputError) -> Query {
    guard !tokens.isEmpty else { return .all }
    var parser = QueryParser(tokens)
    return Query(root: try parser.parse())
  }
}

/// What a query needs to know in addition to the task it tests.
package struct QueryContext {
  var now: Timestamp
  /// Whether the task with an id is open; false for an id that no task has.
  var isOpen: (TaskID) -> Bool
  /// Whether the task differs from the upstream branch.
  var isUnsynced: (Task) -> Bool
  var isParent: (TaskID) -> Bool
  var isBlocking: (TaskID) -> Bool
  /// Whether no open task was made after the one with an id, which is open.
  var isLatest: (TaskID) -> Bool
  /// When the task was last changed; nil if that is not known.
  var modified: (Task) -> Timestamp?

  package init(
    now: Timestamp, isOpen: @escaping (TaskID) -> Bool, isUnsynced: @escaping (Task) -> Bool,
    isParent: @escaping (TaskID) -> Bool, isBlocking: @escaping (TaskID) -> Bool = { _ in false },
    isLatest: @escaping (TaskID) -> Bool = { _ in false },
    modified: @escaping (Task) -> Timestamp? = { _ in nil }
  ) {
    self.now = now
    self.isOpen = isOpen
    self.isUnsynced = isUnsynced
    self.isParent = isParent
    self.isBlocking = isBlocking
    self.isLatest = isLatest
    self.modified = modified
  }
}

extension Query {
  /// Returns a draft of a new task with what the query asks of every task: tags, and fields that the draft does not
  /// set. Conditions under `or` and `not`, dates and texts add nothing.
  package func completing(_ draft: Draft) -> Draft {
    var draft = draft
    for case .term(let term) in root.conditions {
      switch term {
      case .tag(let tag): draft.add(tag: tag)
      case .priority(let priority?) where draft.priority == .keep:
        draft.priority = .set(priority)
      case .field(let field, .equal(let value)) where draft[field] == .keep:
        draft[field] = .set(value)
      case .field(.list, .within(let list)) where draft[.list] == .keep:
        draft[.list] = .set(.text(list))
      case .own(let field, .property(.equal(let text))) where draft[own: field] == .keep:
        draft[own: field] = .set(.text(text))
      case .own(let field, .value(.equal(let value))) where draft[own: field] == .keep:
        draft[own: field] = .set(value)
      default: break
      }
    }
    return draft
  }
}

extension Query.Node {
  fileprivate var conditions: [Query.Node] {
    if case .all(let nodes) = self { nodes.flatMap(\.conditions) } else { [self] }
  }
}
