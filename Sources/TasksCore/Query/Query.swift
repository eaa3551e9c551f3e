/// A filter that selects tasks.
///
/// Words are combined with AND; `and`, `or`, `not` and parentheses group them. `not` binds tighter than `and`, and
/// `and` tighter than `or`. A word is one of
/// - `+tag`, `-tag` (without the tag), `@context`; also the virtual tags in capitals,
///   `+OVERDUE +TODAY +READY +BLOCKED +WAITING +HABIT +UNSYNCED`, and their `-` forms, which are computed and not
///   in any file;
/// - `list:work` (`project:`), `state:WAIT`, `pri:A`;
/// - `due:`, `sched:`, `created:`, `closed:` with a date, alone or as `due.is:`, `due.before:`, `due.after:` (the
///   last two exclude the day itself), `due:none`, `due:any`, `due:overdue`; an empty value, also of `list:` and
///   `pri:`, selects tasks without that field;
/// - `/expression/`, a regular expression that is searched in title and notes;
/// - any other text, searched in title and notes; with three characters or more it also matches the start of the
///   id.
///
/// Tags and lists are compared exactly, as in Org. All other comparisons ignore case.
public struct Query: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    /// All conditions hold. Without conditions, every task matches.
    case all([Node])
    case any([Node])
    case not(Node)
    case term(QueryTerm)
  }

  let root: Node

  /// The query that every task matches.
  public static let all = Query(root: .all([]))

  /// Parses command-line arguments. An argument that begins with a key is one condition, with the rest of the
  /// argument as its value; an argument in slashes is a regular expression; any other argument is split at blanks.
  public static func read(_ arguments: [String], now: Timestamp) throws(InputError) -> Query {
    var tokens: [QueryToken] = []
    for argument in arguments {
      let word = InputWord(argument)
      tokens += try QueryTokens(now: now).tokens(ofArgument: word)
    }
    return try parse(tokens)
  }

  /// Parses a query on one line, as in views. It is split at blanks, except in double quotes
  /// (`due.before:"in 3 days"`, `"two words"`) and in regular expressions.
  public static func read(line: String, now: Timestamp) throws(InputError) -> Query {
    try parse(try QueryTokens(now: now).tokens(ofLine: InputWord(line)))
  }

  /// True if the query matches every task.
  public var isEmpty: Bool { root == .all([]) }

  public func matches(_ task: Task, in context: QueryContext) -> Bool {
    Query.matches(root, task, context)
  }

  private static func matches(_ node: Node, _ task: Task, _ context: QueryContext) -> Bool {
    switch node {
    case .all(let nodes): nodes.allSatisfy { matches($0, task, context) }
    case .any(let nodes): nodes.contains { matches($0, task, context) }
    case .not(let node): !matches(node, task, context)
    case .term(let term): term.matches(task, in: context)
    }
  }

  /// Returns false only if the task of a record (``TaskRecord``) cannot match, so that the record need not be
  /// decoded.
  public func mayMatch(record: UnsafeRawBufferPointer) -> Bool {
    Query.mayMatch(root, record)
  }

  private static func mayMatch(_ node: Node, _ record: UnsafeRawBufferPointer) -> Bool {
    switch node {
    case .all(let nodes): nodes.allSatisfy { mayMatch($0, record) }
    case .any(let nodes): nodes.contains { mayMatch($0, record) }
    case .term(.text(let search, _)): search.mayBeFound(in: record)
    case .not, .term: true
    }
  }

  private static func parse(_ tokens: [QueryToken]) throws(InputError) -> Query {
    guard !tokens.isEmpty else { return .all }
    var parser = QueryParser(tokens)
    return Query(root: try parser.parse())
  }
}
