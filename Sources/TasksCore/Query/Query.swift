/// Which tasks a listing is about.
///
/// Its words are ANDed; `and`, `or`, `not` and parentheses group them, `not` binding before `and`, `and`
/// before `or`. A word is one of
/// - `+tag`, `-tag` (without it), `@context`; in capitals `+OVERDUE +TODAY +READY +BLOCKED +WAITING +HABIT
///   +UNSYNCED` and their `-` forms, which no file holds;
/// - `list:work` (`project:`), `state:WAIT`, `pri:A`;
/// - `due:`, `sched:`, `created:`, `closed:` with a date, alone or as `due.is:`, `due.before:`, `due.after:`
///   (both without the day itself), `due:none`, `due:any`, `due:overdue`; nothing after the colon of any key
///   asks for tasks without that field;
/// - `/expression/`, a regular expression over title and notes;
/// - any other text: in the title, the notes, or, from three characters on, the beginning of the id.
///
/// Tags and lists are compared exactly, as in Org; all else without regard to case.
public struct Query: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    /// All of none: every task.
    case all([Node])
    case any([Node])
    case not(Node)
    case term(QueryTerm)
  }

  let root: Node

  /// Every task.
  public static let all = Query(root: .all([]))

  /// Reads arguments. One that begins with a key is that key with all the rest as its value, one in slashes
  /// is an expression; any other is cut at blanks.
  public static func read(_ arguments: [String], now: Timestamp) throws(InputError) -> Query {
    var tokens: [QueryToken] = []
    for argument in arguments {
      let word = InputWord(argument)
      tokens += try QueryTokens(now: now).tokens(ofArgument: word)
    }
    return try parse(tokens)
  }

  /// Reads a query written in one line, as views have it: cut at blanks but for those in double quotes
  /// (`due.before:"in 3 days"`, `"two words"`) and in expressions.
  public static func read(line: String, now: Timestamp) throws(InputError) -> Query {
    try parse(try QueryTokens(now: now).tokens(ofLine: InputWord(line)))
  }

  /// True when it lets every task pass.
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

  /// False only where the task of a record (``TaskRecord``) cannot match: it need not be read out then.
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
