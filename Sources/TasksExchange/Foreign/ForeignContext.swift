import TasksCore

/// What a foreign format has to know of the store and of the present.
package struct ForeignContext: Sendable {
  package var workflow: Workflow
  /// The keywords of the store, as in a `#+TODO:` line.
  package var keywords: Text
  /// The format of new tasks, in which the markup of their notes is read.
  var format: Format
  package var now: Timestamp
  /// Returns the local time at a moment, in seconds since 1970.
  var local: @Sendable (Int64) -> Timestamp
  /// Returns the moment of a local time, in seconds since 1970; a day counts as its midnight.
  var seconds: @Sendable (Timestamp) -> Int64
  /// Returns the zone of a name such as `Europe/Prague`; nil if the system knows none of that name.
  package var zone: @Sendable (String) -> ZoneTransitions? = { _ in nil }
  /// Those of the store's tasks, for a format that derives ids from them (``ForeignTrait/derivesIDs``).
  package var ids: [TaskID] = []
  /// What is asked for of the format.
  package var options: [ForeignOption] = []

  package var fields = OwnFields()

  package init(
    workflow: Workflow, keywords: Text, format: Format, now: Timestamp,
    local: @escaping @Sendable (Int64) -> Timestamp,
    seconds: @escaping @Sendable (Timestamp) -> Int64
  ) {
    (self.workflow, self.keywords, self.format, self.now) = (workflow, keywords, format, now)
    (self.local, self.seconds) = (local, seconds)
  }

  var clock: CalendarClock { CalendarClock(local: local, seconds: seconds, zone: zone) }

  /// Returns a task with nothing but an id; none of its own if `id` is nil.
  package func task(_ id: TaskID?, title: Text, state: State? = nil) -> Task {
    var task = Task(
      id: id ?? .none, path: "", format: format, title: title, state: state ?? open)
    task.hasOwnID = id != nil
    return task
  }

  /// Returns the keywords of the store with those that only these tasks have, as in a `#+TODO:` line.
  package func keywords(with tasks: [Task]) -> Text {
    let others = lacking(tasks)
    return others.isEmpty ? keywords : keywords(adding: others)
  }

  /// Returns the states of tasks that the store does not have.
  package func lacking(_ tasks: [Task]) -> [ForeignKeyword] {
    tasks.map(\.state).filter { workflow[$0.keyword] == nil }.uniqued()
      .ordered { $0.keyword < $1.keyword }
      .map { ForeignKeyword(word: $0.keyword, isDone: $0.isDone) }
  }

  /// Returns the keywords of the store, and after them others.
  package func keywords(adding others: [ForeignKeyword]) -> Text {
    let parts = keywords.string.split(separator: "|", maxSplits: 1).map {
      $0.split(separator: " ").map(String.init)
    }
    // Without a bar the last one means done.
    let words = parts.first ?? []
    var sides = parts.count == 2 ? parts : [Array(words.dropLast()), Array(words.suffix(1))]
    var known: Set<Text> = []
    for other in others where known.insert(other.name).inserted {
      sides[other.isDone ? 1 : 0].append(other.word.string)
    }
    return Text((sides[0] + ["|"] + sides[1]).joined(separator: " "))
  }

  var open: State { workflow.first ?? State("TODO", isDone: false) }

  var done: State { workflow.finish(for: open) ?? State("DONE", isDone: true) }

  /// Returns a state by its keyword; nil if the store has none.
  func state(_ keyword: Text) -> State? {
    if let known = workflow[keyword] { return known.state }
    // Both spellings are usual.
    let other: [Text: Text] = ["CANCELLED": "CANCELED", "CANCELED": "CANCELLED"]
    return other[keyword].flatMap { workflow[$0]?.state }
  }

  /// Returns a state by its name, or by a keyword that only the file has; nil for any other word.
  func state(named name: String, isDone: Bool) -> State? {
    let isWord = name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
    return workflow.state(named: Text(name))
      ?? (isWord ? State(Text(name), isDone: isDone) : nil)
  }

  var started: State { state("NEXT") ?? workflow.start(for: open) ?? open }
  var waiting: State { state("WAIT") ?? open }
  var canceled: State { state("CANCELED") ?? done }

  /// Returns a moment of UTC as `YYYYMMDDTHHMMSSZ` (ISO 8601, basic format).
  func utc(_ moment: Timestamp) -> String { ForeignContext.utc(seconds(moment)) }

  static func utc(_ seconds: Int64) -> String {
    let time = civil(seconds)
    let (date, minute) = (time.date, time.minute ?? 0)
    let second = Int((seconds % 60 + 60) % 60)
    func two(_ number: Int) -> String { CivilDate.padded(number, 2) }
    return "\(CivilDate.padded(date.year, 4))\(two(date.month))\(two(date.day))"
      + "T\(two(minute / 60))\(two(minute % 60))\(two(second))Z"
  }

  /// Returns the time of day in UTC at a moment.
  package static func civil(_ seconds: Int64) -> Timestamp {
    let minutes = Int(seconds >= 0 ? seconds / 60 : (seconds - 59) / 60)
    return Timestamp(CivilDate(dayNumber: 0)).adding(minutes: minutes)
  }

  /// Reads what ``utc(_:)`` prints, and the extended format (`2026-11-20T09:15:00.5+01:00`); nil for anything else. A
  /// moment without a zone is in UTC.
  static func seconds(utc text: some StringProtocol) -> Int64? {
    var bytes = Array(text.utf8)[...]
    func take(_ count: Int) -> Int? {
      guard bytes.count >= count, bytes.prefix(count).allSatisfy(\.isDigit) else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func skip(_ byte: UInt8) -> Bool {
      guard bytes.first == byte else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = take(4) else { return nil }
    _ = skip(0x2D)
    guard let month = take(2) else { return nil }
    _ = skip(0x2D)
    guard let day = take(2), let date = CivilDate(year: year, month: month, day: day) else {
      return nil
    }
    let start = Int64(date.dayNumber) * 86_400
    if bytes.isEmpty { return start }
    guard skip(0x54) || skip(0x20), let hour = take(2), hour < 24 else { return nil }
    _ = skip(0x3A)
    guard let minute = take(2), minute < 60 else { return nil }
    var second = 0
    if skip(0x3A) || bytes.first?.isDigit == true {
      guard let number = take(2), number < 61 else { return nil }
      second = number
    }
    if skip(0x2E) { bytes = bytes.drop(while: \.isDigit) }
    var offset = 0
    if bytes.first == 0x2B || bytes.first == 0x2D {
      let sign = bytes.first == 0x2D ? -1 : 1
      bytes = bytes.dropFirst()
      guard let hours = take(2) else { return nil }
      _ = skip(0x3A)
      guard let minutes = take(2) else { return nil }
      offset = sign * (hours * 60 + minutes)
    } else {
      _ = skip(0x5A) || skip(0x7A)
    }
    guard bytes.isEmpty else { return nil }
    return start + Int64(hour * 3600 + minute * 60 + second - offset * 60)
  }

  /// Returns an id that the other program uses, if it can be one here: visible ASCII without blanks, brackets and
  /// quotes, at most 120 characters; else one that follows from it.
  func id(foreign text: Text) -> TaskID? {
    guard !text.isEmpty else { return nil }
    let bytes = text.bytes
    let isUsable =
      bytes.count <= 120
      && bytes.allSatisfy {
        (0x21...0x7E).contains($0) && !Array("\"'[](){}<>,;|\\`".utf8).contains($0)
      }
    return isUsable ? TaskID(text) : TaskID(digesting: bytes)
  }
}

/// A keyword as a `#+TODO:` line has it, `WAIT(w@/!)`.
package struct ForeignKeyword: Hashable, Sendable {
  package let word: Text
  let isDone: Bool

  package var name: Text { ForeignKeyword.name(of: word) }

  static func name(of word: Text) -> Text { Text(bytes: word.bytes.prefix { $0 != 0x28 }) }
}
