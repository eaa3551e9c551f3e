/// The state of a task: its keyword, and whether that keyword means done.
package struct State: Hashable, Sendable {
  package let keyword: Text
  package let isDone: Bool

  package init(_ keyword: Text, isDone: Bool) {
    self.keyword = keyword
    self.isDone = isDone
  }
}

/// The keywords that a task may have, in the sequences of the `#+TODO:` lines (Org manual, "Workflow states").
package struct Workflow: Hashable, Sendable {
  /// What is logged when a state is entered or left.
  package enum Record: Hashable, Sendable {
    case nothing
    /// The time, written `!`.
    case time
    /// The time and a note, written `@`.
    case note
  }

  package struct Keyword: Hashable, Sendable {
    package fileprivate(set) var state: State
    package let onEntering: Record
    package let onLeaving: Record
    /// The number of the keyword's sequence, from 0.
    package let sequence: Int
    /// True if the keyword names a person or a type of work instead of a stage (`#+TYP_TODO:`). A repeating task
    /// keeps such a keyword.
    let isType: Bool
  }

  package private(set) var keywords: [Keyword] = []
  private var sequences = 0
  /// True if no sequence has a done keyword; the last keyword of all then means done.
  private var isLastDoneAlone = false
  /// The specification, if the workflow was made of exactly one line.
  private var source: Text?
  private var known = KnownKeywords.few

  private enum KnownKeywords {
    case few
    /// From 32 on. Indirect, because each process that copies a workflow would otherwise have to instantiate the type
    /// of the set, which takes as long as a short merge.
    indirect case many(Set<Text>)
  }

  package init() {}

  /// Parses `TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)`.
  package init(_ specification: Text) {
    add(sequence: specification)
    source = specification
  }

  /// Returns true if the workflow was made of exactly this line.
  func isMade(of line: ByteView) -> Bool { source?.isSame(as: line) == true }

  package static func == (a: Workflow, b: Workflow) -> Bool { a.keywords == b.keywords }

  package func hash(into hasher: inout Hasher) { hasher.combine(keywords) }

  /// Adds a sequence. Without a bar its last keyword means done, as in Org. If no keyword of any sequence comes
  /// after a bar, the last keyword of all means done. Words that are not a keyword are skipped, and a keyword that
  /// is already known keeps its first meaning.
  package mutating func add(sequence specification: Text) {
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
          sequence: sequences, isType: ofTypes)
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
    var all: Set<Text>
    if case .many(let known) = known {
      all = known
    } else {
      all = Set(keywords.map(\.state.keyword))
    }
    // Gives up its reference, so that the set is not copied.
    known = .few
    let isNew = all.insert(keyword).inserted
    known = .many(all)
    return isNew
  }

  /// The workflow of a new store, and of files that define none.
  package static let standard = Workflow("TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")

  package subscript(_ keyword: Text) -> Keyword? {
    keywords.first { $0.state.keyword == keyword }
  }

  func state(_ word: ByteView) -> State? {
    keywords.first { $0.state.keyword.isSame(as: word) }?.state
  }

  /// Returns the state with this keyword, ignoring case.
  package func state(named word: Text) -> State? { word.withBytes { state(named: $0) } }

  func state(named word: ByteView) -> State? {
    if let known = keywords.first(where: { $0.state.keyword.isSameName(as: word) }) {
      return known.state
    }
    return word.contains { $0 >= 0x80 } ? state(folding: Text(bytes: Array(word))) : nil
  }

  /// Finds a keyword with letters beyond ASCII, whose upper case may have another length.
  private func state(folding word: Text) -> State? {
    if word.hasStrayBytes { return nil }
    let capitals = word.string.uppercased()
    return keywords.first { $0.state.keyword.string.uppercased() == capitals }?.state
  }

  /// The state of a new task: the first keyword that is not done.
  package var first: State? {
    (keywords.first { !$0.state.isDone } ?? keywords.first)?.state
  }

  /// Returns the state in which a repeating task is reopened: the keyword itself if it is a type, else the first
  /// one of its sequence.
  func restart(for state: State) -> State? {
    self[state.keyword]?.isType == true && !state.isDone ? state : start(for: state)
  }

  /// Returns the first keyword of the state's own sequence.
  package func start(for state: State) -> State? {
    let sequence = self[state.keyword]?.sequence ?? 0
    return keywords.first { $0.sequence == sequence && !$0.state.isDone }?.state ?? first
  }

  /// Returns the keyword that completes a task in this state: the first done one of its own sequence.
  package func finish(for state: State) -> State? {
    let sequence = self[state.keyword]?.sequence ?? 0
    return
      (keywords.first { $0.sequence == sequence && $0.state.isDone }
      ?? keywords.first { $0.state.isDone })?.state
  }

  /// Returns what is logged when the state changes. What the new keyword records on entering takes precedence over
  /// what the old one records on leaving.
  package func record(from old: State, to new: State) -> Record {
    guard old != new else { return .nothing }
    if let entering = self[new.keyword]?.onEntering, entering != .nothing { return entering }
    return self[old.keyword]?.onLeaving ?? .nothing
  }

  /// Parses the `(w@/!)` after a keyword: the fast key, what entering records, a slash, what leaving records.
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

extension Task {
  /// Returns the edits that change the task's state at `now`, as Org does it (Org manual, "TODO basics", "Repeated
  /// tasks"): CLOSED is set or removed, the log line that the workflow asks for is added, and a clock that runs ends
  /// when the task is finished. A repeating task is reopened instead, with its dates moved on.
  ///
  /// - Parameters:
  ///   - note: A note for the log entry. With a note, the change is logged even if the workflow does not ask for
  ///     it.
  ///   - moved: Edits of anything else in the file that moves on with the task's dates. If there are any, the task
  ///     repeats.
  ///   - foreign: Clocks that another program keeps, which run on.
  package func changing(
    to state: State, workflow: Workflow, now: Timestamp, note: Text? = nil,
    moving moved: [Edit] = [], keeping foreign: [Clock] = []
  ) -> [Edit] {
    if state.isDone, !isDone, isRepeating || !moved.isEmpty, let next = repeated(now: now) {
      return repeating(
        as: next, finishedAs: state, workflow: workflow, now: now, note: note, moving: moved,
        keeping: foreign)
    }
    guard state != self.state || note != nil else { return [] }
    var edits: [Edit] = []
    if state != self.state { edits.append(.state(state)) }
    if state.isDone, !isDone || closed == nil { edits.append(.closed(now)) }
    if !state.isDone, closed != nil { edits.append(.closed(nil)) }
    var log = state.isDone ? self.log.endingClocks(at: now, except: foreign) : self.log
    if note != nil || workflow.record(from: self.state, to: state) != .nothing {
      let isChange = state != self.state
      let entry = LogEntry(
        isChange ? .state(from: self.state.keyword, to: state.keyword) : .note, at: now, note: note)
      log.insert(.entry(entry), at: 0)
    }
    if log != self.log { edits.append(.log(log)) }
    return edits
  }

  /// True if a date repeats, so that completing the task moves its dates on instead of closing it.
  package var isRepeating: Bool {
    scheduled?.isRepeating == true || deadline?.isRepeating == true
  }

  private func repeating(
    as next: Task, finishedAs state: State, workflow: Workflow, now: Timestamp, note: Text?,
    moving moved: [Edit],
    keeping foreign: [Clock]
  ) -> [Edit] {
    var edits: [Edit] = []
    if let open = restartState(workflow), open != self.state { edits.append(.state(open)) }
    if closed != nil { edits.append(.closed(nil)) }
    if deadline?.isRepeating == true { edits.append(.deadline(next.deadline)) }
    if scheduled != nil { edits.append(.scheduled(next.scheduled)) }
    if next.repeats.times != repeats.times {
      edits.append(.field(.repeatTimes, FieldValue(next.repeats.times)))
    }
    edits += moved
    if let wait = next.wait, wait != self.wait { edits.append(.field(.wait, .moment(wait))) }
    edits.append(.lastRepeat(now))
    // Timestamps in the note of the new entry do not move.
    let log = moved.compactMap { if case .log(let log) = $0 { log } else { nil } }.last ?? log
    let entry = LogEntry(.state(from: self.state.keyword, to: state.keyword), at: now, note: note)
    edits.append(.log([.entry(entry)] + log.endingClocks(at: now, except: foreign)))
    return edits
  }

  private func restartState(_ workflow: Workflow) -> State? {
    if let named = property(named: "REPEAT_TO_STATE"), let keyword = workflow[named] {
      return keyword.state
    }
    return workflow.restart(for: state)
  }
}
