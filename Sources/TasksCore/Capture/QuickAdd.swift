/// Parses the words of `add` and `modify`.
///
/// A value in double quotes may have blanks in it (`list:"Big house"`), without those of a shell.
///
/// An argument that begins with a key is that key, with the rest of the argument as its value. Where that is a date, up to
/// three words after it that make a longer one belong to it (`due:in 3 days`, `due:fri 5pm`).
/// Any other argument is split at blanks and parsed word by word:
/// - `list:` (`project:`), `due:`, `sched:`, `remind:`, `every:`, `effort:`, `parent:`, `depends:`, `at:`, `pri:`,
///   `rank:`, `title:`, the names of the store's own fields, and `prop.NAME:` for any other property. An empty value
///   clears the field. No other `word:rest` is a key.
/// - `+tag`, and `@context`, a tag that keeps its `@`. In `modify`, `-tag` removes a tag.
/// - `(A)` before the first word of the title: the priority in the notation of todo.txt.
/// - A lone `/` begins the note, which is everything after it, as typed.
/// - `--` ends parsing; everything after it is text.
/// - Any other word belongs to the title.
///
/// So that ordinary text stays text in `add`, `+` and `@` mean a tag only before a letter or `_` (`+1`, `++`, `@`,
/// `@17:00` are text), and `-` never does (`-5°`, `-v`). In `modify`, which takes no text, they mean a tag before
/// anything.
package enum QuickAdd {
  package enum Mode: Sendable {
    /// Words form the title, which must not be empty.
    case add
    /// A word that is not a change is an error.
    case modify
  }

  /// - Parameters:
  ///   - fields: The store's own fields.
  ///   - mention: Called with each word of the title that may be meant as a key.
  package static func read(
    _ arguments: [String], mode: Mode, now: Timestamp, fields: OwnFields = OwnFields(),
    mention: @escaping (MistypedKey) -> Void = { _ in }
  ) throws(InputError) -> Draft {
    var reader = QuickAddReader(mode: mode, now: now, fields: fields, mention: mention)
    var words = arguments.map { InputWord($0) }[...]
    while let word = words.popFirst() { try reader.read(word, &words) }
    return try reader.finished()
  }

  /// Parses the words of `add` when a title need not be among them.
  package static func readUntitled(
    _ arguments: [String], now: Timestamp, fields: OwnFields = OwnFields(),
    mention: @escaping (MistypedKey) -> Void = { _ in }
  ) throws(InputError) -> Draft {
    do throws(InputError) {
      return try read(arguments, mode: .add, now: now, fields: fields, mention: mention)
    } catch {
      guard case .emptyTitle(nil) = error else { throw error }
      var draft = try read(["title:x"] + arguments, mode: .add, now: now, fields: fields)
      draft.title = nil
      return draft
    }
  }

  /// Returns true for a word that is not a change; among the words of `modify` it is the id of a task.
  package static func isPlain(_ argument: String, fields: OwnFields = OwnFields()) -> Bool {
    guard let first = argument.utf8.first, !"+-@/(".utf8.contains(first) else { return false }
    let word = InputWord(argument)
    return QuickAddKey.split(word, fields) == nil
      && MistypedKey(word, in: .change, now: Timestamp(CivilDate(dayNumber: 0)), fields) == nil
  }

  /// Parses a line of input like the words of `add`. No shell has split it into arguments, so it is always split at
  /// blanks, even if it begins with a key.
  package static func read(
    line: String, now: Timestamp, fields: OwnFields = OwnFields(),
    mention: @escaping (MistypedKey) -> Void = { _ in }
  ) throws(InputError) -> Draft {
    var reader = QuickAddReader(mode: .add, now: now, fields: fields, mention: mention)
    try reader.readWords(InputWord(line))
    return try reader.finished()
  }
}

/// The state of the parser.
private struct QuickAddReader {
  let mode: QuickAdd.Mode
  let dates: DateReader
  let fields: OwnFields
  let mention: (MistypedKey) -> Void
  var draft = Draft()
  var title: [String] = []
  var note: [String]?
  var hasEnded = false
  /// The time after the days on which the task repeats.
  var firstMinute: Int?

  init(
    mode: QuickAdd.Mode, now: Timestamp, fields: OwnFields,
    mention: @escaping (MistypedKey) -> Void
  ) {
    self.mode = mode
    self.fields = fields
    self.mention = mention
    dates = DateReader(now: now)
  }

  func finished() throws(InputError) -> Draft {
    var draft = draft
    if let note {
      let text = Array(note.spaced.utf8)[...]
      let isSpace = { (byte: UInt8) in byte.isBlank || byte == 0x0A }
      let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? text.startIndex
      let trimmed = text[..<end].drop(while: isSpace)
      draft.note = trimmed.isEmpty ? nil : Text(bytes: trimmed)
      if let heading = draft.note?.headingLine { throw .headingInNote(InputWord(heading.string)) }
    }
    if !title.isEmpty { draft.title = Text(title.spaced) }
    if mode == .add, title.isEmpty { throw .emptyTitle(nil) }
    if mode == .add, draft.scheduled == .keep, draft.deadline == .keep,
      draft[.reminders] == .keep || firstMinute != nil,
      case .set(let value) = draft[.repeatDays],
      let days = value.text.flatMap({ RepeatDays($0.string) })
    {
      // Days say when the first date is.
      let yesterday = Timestamp(dates.now.date.adding(days: -1), minute: firstMinute)
      let first = days.interval.next(after: yesterday, on: days)
      let hasPassed = first.isPast(at: dates.now)
      draft.deadline = .set(hasPassed ? days.interval.next(after: first, on: days) : first)
    }
    draft.scheduled = atFirstMinute(draft.scheduled)
    draft.deadline = atFirstMinute(draft.deadline)
    return draft
  }

  /// A date without a time, with that of the first date.
  private func atFirstMinute(_ date: Draft.Change<Timestamp>) -> Draft.Change<Timestamp> {
    guard let firstMinute, case .set(let day) = date, day.minute == nil else { return date }
    return .set(Timestamp(day.date, minute: firstMinute))
  }

  /// - Parameter following: The arguments after this one, of which it takes those that belong to its date.
  mutating func read(
    _ argument: InputWord, _ following: inout ArraySlice<InputWord>
  ) throws(InputError) {
    if note != nil {
      note?.append(try argument.checked(allowingLineFeeds: true).text)
    } else if !hasEnded, let (key, value) = QuickAddKey.split(argument, fields) {
      try set(key, whole(value, of: key, &following))
    } else {
      try readWords(argument)
    }
  }

  mutating func readWords(_ argument: InputWord) throws(InputError) {
    var words = argument.words[...]
    while let word = words.popFirst() {
      if hasEnded {
        try plain(word)
      } else if word.text == "/" {
        let rest = argument.part(argument.bytes[word.range.upperBound...])
        note = [try rest.checked(allowingLineFeeds: true).text]
        return
      } else if word.text == "--" {
        hasEnded = true
      } else if let (key, value) = QuickAddKey.split(word, fields),
        mode == .modify || !isText(key, value)
      {
        try set(key, whole(value, of: key, &words))
      } else {
        try read(word: word)
      }
    }
  }

  /// Returns a value with as many of the words after it as belong to it: `in 3 days`, `month on 31`.
  private func whole(
    _ value: InputWord, of key: QuickAddKey, _ following: inout ArraySlice<InputWord>
  ) -> InputWord {
    let count =
      switch key {
      case _ where value.bytes.first == 0x22 && !value.isQuoted:
        following.firstIndex { $0.bytes.last == 0x22 }.map { $0 + 1 - following.startIndex } ?? 0
      case .repeater: RepeaterReader.length(of: value, in: following, withTime: mode == .add)
      case _ where key.kind?.isDate == true: dates.length(of: value, in: following)
      default: 0
      }
    defer { following.removeFirst(count) }
    return following.prefix(count).reduce(value) { $0.joined(to: $1) }
  }

  /// Returns true for the name of a field of the store's own with a colon behind it: in a title it is a word.
  private func isText(_ key: QuickAddKey, _ value: InputWord) -> Bool {
    if case .own = key { value.isEmpty } else { false }
  }

  private mutating func read(word: InputWord) throws(InputError) {
    let bytes = word.bytes
    let rest = word.part(bytes.dropFirst())
    if isPriority(bytes), mode == .modify || title.isEmpty {
      draft.priority = Priority(rest.text.dropLast()).map { .set($0) } ?? .keep
    } else if bytes.first == 0x2B, isTag(rest) {
      draft.add(tag: try tag(rest))
    } else if bytes.first == 0x40, isTag(rest) {
      draft.add(tag: try tag(word))
    } else if bytes.first == 0x2D, mode == .modify, !rest.isEmpty {
      draft.remove(tag: Text(rest.text))
    } else {
      try plain(word)
    }
  }

  private mutating func plain(_ word: InputWord) throws(InputError) {
    guard mode == .add else {
      if let mistyped = MistypedKey(word, in: .change, now: dates.now, fields) {
        throw .unknownKey(word.part(word.bytes.prefix { $0 != 0x3A }), mistyped)
      }
      throw .plainWord(word)
    }
    if !hasEnded, let mistyped = MistypedKey(word, in: .title, now: dates.now, fields) {
      mention(mistyped)
    }
    title.append(try word.checked().text)
  }

  /// Returns true for `(A)`.
  private func isPriority(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 3 && bytes.first == 0x28 && bytes.last == 0x29
      && (0x41...0x5A).contains(bytes[bytes.startIndex + 1])
  }

  /// Returns true if the text after a sign is a tag.
  private func isTag(_ rest: InputWord) -> Bool {
    if mode == .modify { return !rest.isEmpty }
    let named = rest.bytes.first == 0x40 ? rest.part(rest.bytes.dropFirst()) : rest
    guard let first = named.text.unicodeScalars.first else { return false }
    return first == "_" || first.properties.isAlphabetic
  }

  private func tag(_ word: InputWord) throws(InputError) -> Text {
    // A Markdown file may have nested tags, `area/garden`.
    let isNested = !word.text.hasSuffix("/") && !word.text.contains("//")
    if let bad = word.first(where: { !$0.isTagCharacter && !(isNested && $0 == "/") }) {
      throw .badTagCharacter(bad)
    }
    return Text(word.text)
  }

  private mutating func set(_ key: QuickAddKey, _ value: InputWord) throws(InputError) {
    var value = try value.trimmed.checked()
    if case .title = key {} else { value = value.unquoted }
    switch key {
    case .title:
      guard !value.isEmpty else { throw .emptyTitle(value) }
      title.append(value.text.replacing("\t", with: " "))
    case .deadline: draft.deadline = value.isEmpty ? .clear : .set(try dates.read(value))
    case .scheduled: draft.scheduled = value.isEmpty ? .clear : .set(try dates.read(value))
    case .repeater:
      let timed = mode == .add ? RepeaterReader.timed(value) : nil
      firstMinute = timed?.minute
      let read = value.isEmpty ? nil : try RepeaterReader.read(timed?.days ?? value)
      let repeater = read?.repeater
      draft.repeater = repeater.map { .set($0) } ?? .clear
      draft[.repeatDays] = read?.days.map { .set(.text(Text($0.text))) } ?? .keep
      // `.+2d/4d` means nothing but a habit.
      if repeater?.kind == .restart, repeater?.limit != nil { draft[.habit] = .set(.flag(true)) }
      draft.repeaterWord = value
    case .priority:
      let priority = Priority.typed(value.text)
      guard value.isEmpty || priority != nil else { throw .notAPriority(value) }
      draft.priority = priority.map { .set($0) } ?? .clear
    case .assignee: draft.assignee = value.isEmpty ? .clear : .set(Text(value.text))
    case .own(let field):
      guard PropertyName.isFree(field.name) else {
        throw .notAProperty(InputWord(field.name.string))
      }
      let read = value.isEmpty ? nil : try field.kind.read(value, dates, field.expected)
      if case .set(let earlier) = draft[own: field], case .list(let more)? = read {
        // Words may be given in one value or in several.
        draft[own: field] = .set(FieldValue(list: (earlier.members + more).uniqued()))
      } else {
        draft[own: field] = read.map { .set($0) } ?? .clear
      }
    case .field(let field):
      switch field.kind {
      case .id, .ids: refer(field, value)
      case .reminders: try add(field, value)
      default:
        draft[field] =
          value.isEmpty ? .clear : .set(try field.kind.read(value, dates, field.expected))
      }
    }
  }

  private mutating func refer(_ field: PlainField, _ value: InputWord) {
    let words = field.kind == .ids ? value.items : value.isEmpty ? [] : [value]
    if words.isEmpty || field.kind == .id {
      draft[references: field] = Draft.References(clears: true)
    }
    draft[references: field].words += words
  }

  /// Adds dates, which may be given in one value or in several. A time of day that has passed today is tomorrow's.
  private mutating func add(_ field: PlainField, _ value: InputWord) throws(InputError) {
    var moments: [FieldValue] = []
    if case .set(let earlier) = draft[field] { moments = earlier.members }
    for item in value.items {
      var moment = try dates.readToTheMinute(item)
      if TimeOfDay.isAlone(item), moment.isPast(at: dates.now) {
        moment = moment.adding(minutes: 1440).existing
        draft.remindersOfTomorrow.append(moment)
      }
      moments.append(.moment(moment))
    }
    draft[field] = value.items.isEmpty ? .clear : .set(.list(moments.uniqued()))
  }
}
