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
    public fileprivate(set) var state: State
    public let onEntering: Record
    public let onLeaving: Record
    /// Which sequence the keyword belongs to, counted from 0.
    public let sequence: Int
    /// Whether it says who or what, and not how far: a task that comes again keeps it (`#+TYP_TODO:`).
    public let isType: Bool
    /// Most other words begin otherwise.
    fileprivate let start: UInt64
  }

  public private(set) var keywords: [Keyword] = []
  private var sequences = 0
  /// No sequence has a keyword that means finished: the last one of all does.
  private var isLastDoneAlone = false
  /// The line it was made of, as long as it is one.
  private var source: Text?
  /// The keywords again, once there are many.
  private var known: MetTable?

  public init() {}

  /// Reads `TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)`.
  public init(_ specification: Text) {
    add(sequence: specification)
    source = specification
  }

  /// True when it was made of this line alone.
  func isMade(of line: ByteView) -> Bool { source?.isSame(as: line) == true }

  public static func == (a: Workflow, b: Workflow) -> Bool { a.keywords == b.keywords }

  public func hash(into hasher: inout Hasher) { hasher.combine(keywords) }

  /// One more sequence. Without a bar the last keyword means finished, as in Org, and so does the last of all
  /// where nothing stands behind any bar; words that are not a keyword are passed over, and a keyword that is
  /// known already keeps its first meaning.
  public mutating func add(sequence specification: Text) {
    add(sequence: specification.bytes[...])
  }

  mutating func add(sequence specification: some ByteSlice, ofTypes: Bool = false) {
    source = nil
    let start = keywords.count
    var bar: Int?
    var position = specification.startIndex
    while position < specification.endIndex {
      let byte = specification[position]
      if byte.isBlank || byte == 0x0D {
        position += 1
        continue
      }
      var end = position
      while end < specification.endIndex, !specification[end].isBlank, specification[end] != 0x0D {
        end += 1
      }
      let word = specification[position..<end]
      position = end
      if word.count == 1, byte == 0x7C {
        bar = bar ?? keywords.count
        continue
      }
      let name = word.prefix { $0 != 0x28 }
      let keyword = Text(bytes: name)
      guard !name.isEmpty, isNew(keyword) else { continue }
      let records = Workflow.records(word.dropFirst(name.count))
      keywords.append(
        Keyword(
          state: State(keyword, isDone: false), onEntering: records.0, onLeaving: records.1,
          sequence: sequences, isType: ofTypes, start: keyword.withBytes { Workflow.start(of: $0) })
      )
    }
    guard keywords.count > start else { return }
    if isLastDoneAlone { finish(start - 1, isDone: false) }
    let firstDone = bar ?? keywords.count - 1
    for index in max(firstDone, start)..<max(keywords.count, firstDone) { finish(index) }
    isLastDoneAlone = !keywords.contains { $0.state.isDone }
    if isLastDoneAlone { finish(keywords.count - 1) }
    sequences += 1
  }

  private mutating func finish(_ index: Int, isDone: Bool = true) {
    keywords[index].state = State(keywords[index].state.keyword, isDone: isDone)
  }

  private mutating func isNew(_ keyword: Text) -> Bool {
    guard keywords.count >= 32 else {
      return !keywords.contains { $0.state.keyword == keyword }
    }
    if known == nil {
      var table = MetTable(expecting: keywords.count)
      for old in keywords { table.insert(old.state.keyword) { _ in false } }
      known = table
    }
    let keywords = keywords
    return known?.insert(keyword) { keywords[$0].state.keyword == keyword } == true
  }

  /// What a new store has, and what counts for files that name no workflow of their own.
  public static let standard = Workflow("TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")

  public subscript(_ keyword: Text) -> Keyword? {
    keywords.first { $0.state.keyword == keyword }
  }

  /// The state whose keyword these bytes are.
  func state(_ word: ByteView) -> State? {
    let start = Workflow.start(of: word)
    for index in keywords.indices
    where keywords[index].start == start && keywords[index].state.keyword.isSame(as: word) {
      return keywords[index].state
    }
    return nil
  }

  /// The state whose keyword a word is, in any capitals.
  public func state(named word: Text) -> State? { word.withBytes { state(named: $0) } }

  /// The same for bytes.
  func state(named word: ByteView) -> State? {
    let start = Workflow.start(of: word)
    for index in keywords.indices
    where keywords[index].start == start && keywords[index].state.keyword.isSameName(as: word) {
      return keywords[index].state
    }
    return word.contains { $0 >= 0x80 } ? state(folding: Text(bytes: Array(word))) : nil
  }

  /// The same for letters beyond ASCII, whose capitals may be of other lengths.
  private func state(folding word: Text) -> State? {
    if word.hasStrayBytes { return nil }
    let capitals = word.string.uppercased()
    return keywords.first { $0.state.keyword.string.uppercased() == capitals }?.state
  }

  /// Up to eight bytes as a number, in small letters.
  private static func start(of word: ByteView) -> UInt64 {
    ByteView.lowercased(word.word(at: word.startIndex))
  }

  /// Where a new task begins: the first keyword that is not a finished one.
  public var first: State? {
    (keywords.first { !$0.state.isDone } ?? keywords.first)?.state
  }

  /// The keyword that a task of this state comes again with: that a task begins with, or its type.
  func restart(for state: State) -> State? {
    self[state.keyword]?.isType == true && !state.isDone ? state : start(for: state)
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
  private static func records(_ parenthesis: some ByteSlice) -> (Record, Record) {
    var records = (Record.nothing, Record.nothing)
    var isLeaving = false
    for byte in parenthesis {
      switch byte {
      case 0x29: return records
      case 0x2F: isLeaving = true
      case 0x40: if isLeaving { records.1 = .note } else { records.0 = .note }
      case 0x21:
        if isLeaving, records.1 == .nothing { records.1 = .time }
        if !isLeaving, records.0 == .nothing { records.0 = .time }
      default: break
      }
    }
    return records
  }
}
