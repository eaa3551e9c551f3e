/// Where a task stands: its keyword, and whether that keyword means finished.
public struct State: Hashable, Sendable {
  public let keyword: Text
  public let isDone: Bool

  public init(_ keyword: Text, isDone: Bool) {
    self.keyword = keyword
    self.isDone = isDone
  }
}

/// The keywords a task may have, in the sequences of the `#+TODO:` lines (Org manual, "Workflow states").
public struct Workflow: Hashable, Sendable {
  /// What is written into the log when a state is entered or left.
  public enum Record: Hashable, Sendable {
    case nothing
    /// `!`: the time.
    case time
    /// `@`: the time and a note.
    case note
  }

  public struct Keyword: Hashable, Sendable {
    public let state: State
    public let onEntering: Record
    public let onLeaving: Record
    /// Which sequence the keyword belongs to, counted from 0.
    public let sequence: Int
  }

  public private(set) var keywords: [Keyword] = []
  private var sequences = 0

  public init() {}

  /// Reads `TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)`.
  public init(_ specification: Text) {
    add(sequence: specification)
  }

  /// One more sequence. Without a bar the last keyword means finished, as in Org; words that are not a
  /// keyword are passed over, and a keyword that is known already keeps its first meaning.
  public mutating func add(sequence specification: Text) {
    let words = specification.bytes.split { $0.isBlank || $0 == 0x0D }
    let bar = words.firstIndex { $0.elementsEqual([0x7C]) } ?? max(0, words.count - 1)
    var added = false
    for (index, word) in words.enumerated() where !word.elementsEqual([0x7C]) {
      let name = word.prefix { $0 != 0x28 }
      guard !name.isEmpty else { continue }
      let records = Workflow.records(word.dropFirst(name.count))
      let keyword = Keyword(
        state: State(Text(bytes: name), isDone: index >= bar), onEntering: records.0,
        onLeaving: records.1, sequence: sequences)
      guard self[keyword.state.keyword] == nil else { continue }
      keywords.append(keyword)
      added = true
    }
    if added { sequences += 1 }
  }

  /// What a new store has, and what counts for files that name no workflow of their own.
  public static let standard = Workflow("TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")

  public subscript(_ keyword: Text) -> Keyword? {
    keywords.first { $0.state.keyword == keyword }
  }

  /// Where a new task begins: the first keyword that is not a finished one.
  public var first: State? {
    (keywords.first { !$0.state.isDone } ?? keywords.first)?.state
  }

  /// The keyword a task of this state begins with: the first one of its own sequence.
  public func start(for state: State) -> State? {
    let sequence = self[state.keyword]?.sequence ?? 0
    return keywords.first { $0.sequence == sequence && !$0.state.isDone }?.state ?? first
  }

  /// The keyword that finishes a task of this state: the first done one of its own sequence.
  public func finish(for state: State) -> State? {
    let sequence = self[state.keyword]?.sequence ?? 0
    return
      (keywords.first { $0.sequence == sequence && $0.state.isDone }
      ?? keywords.first { $0.state.isDone })?.state
  }

  /// What is logged when a task goes from one state to another: entering counts before leaving.
  public func record(from old: State, to new: State) -> Record {
    guard old != new else { return .nothing }
    if let entering = self[new.keyword]?.onEntering, entering != .nothing { return entering }
    return self[old.keyword]?.onLeaving ?? .nothing
  }

  /// The `(w@/!)` behind a keyword: after the fast key, what entering records, a slash, what leaving does.
  private static func records(_ parenthesis: ArraySlice<UInt8>) -> (Record, Record) {
    let inside = parenthesis.dropFirst().prefix { $0 != 0x29 }
    let parts = inside.split(separator: 0x2F, maxSplits: 1, omittingEmptySubsequences: false)
    func record(_ part: ArraySlice<UInt8>?) -> Record {
      guard let part else { return .nothing }
      return part.contains(0x40) ? .note : part.contains(0x21) ? .time : .nothing
    }
    return (record(parts.first), record(parts.dropFirst().first))
  }
}
