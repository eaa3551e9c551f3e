/// Why the user's input could not be parsed. Each case contains the part that is wrong.
package enum InputError: ReportedError, Hashable, Sendable {
  /// The field that a value is none of, and what is a value of it.
  package struct Expected: Hashable, Sendable {
    let name: String
    let hint: String
  }

  case notADate(InputWord)
  case noSuchDay(InputWord)
  /// A date such as `3/4`: by its first number as the day, and as the month.
  case eitherDay(InputWord, CivilDate, CivilDate)
  /// An amount of `m` where both are likely.
  case monthsOrMinutes(InputWord)
  case notATime(InputWord)
  /// A whole day where a moment is needed.
  case noTimeOfDay(InputWord)
  /// An end that is before the start.
  case endBeforeStart(InputWord, Timestamp)
  /// A moment in the future where one that has passed is needed.
  case notPassed(InputWord, Timestamp)
  case notAnEffort(InputWord)
  case notARepeater(InputWord)
  case notAPriority(InputWord)
  case notARank(InputWord)
  case notAValue(InputWord, Expected)
  /// A name that a property cannot have, or by which a field is.
  case notAProperty(InputWord)
  case emptyTitle(InputWord?)
  case controlCharacter(InputWord)
  /// A line of a note that Org would read as a heading.
  case headingInNote(InputWord)
  /// A character that Org does not allow in a tag.
  case badTagCharacter(InputWord)
  /// A plain word among the changes of `modify`.
  case plainWord(InputWord)
  /// A word with a key that is none, among the changes of `modify`.
  case unknownKey(InputWord, MistypedKey)
  /// A repeater for a task without a date.
  case noDateToRepeat(InputWord)
  /// A task as its own parent or its own blocker.
  case ownRelative(InputWord)
  case unopenedGroup(InputWord)
  case unclosedGroup(InputWord)
  case emptyGroup(InputWord)
  case groupsTooDeep(InputWord)
  /// `and`, `or` or `not` without a condition.
  case missingCondition(InputWord)
  /// A lone `+`, `-` or `@`.
  case missingTag(InputWord)
  case missingState(InputWord)
  /// A word after the dot of a key that is none of its comparisons, which are known.
  case unknownComparison(InputWord, known: [String])
  case badPattern(InputWord, Pattern.Fault)
  case notAColumn(InputWord)
  case notAGrouping(InputWord)
  /// A part of a view that is of no kind.
  case notABlock(InputWord)
  /// A span of days whose end is before its beginning.
  case reversedSpan(InputWord)
  /// A span of more than ``DaySpan/maxDays``.
  case tooLongASpan(InputWord)
  /// An expression that takes too much work on the text of a task.
  case costlyPattern(InputWord, Pattern.Failure)

  /// The part to point at; nil if required input is missing.
  package var word: InputWord? {
    switch self {
    case .notADate(let word), .noSuchDay(let word), .notATime(let word), .notAnEffort(let word),
      .eitherDay(let word, _, _), .monthsOrMinutes(let word),
      .noTimeOfDay(let word), .endBeforeStart(let word, _), .notPassed(let word, _),
      .notARepeater(let word), .notAPriority(let word), .notARank(let word),
      .notAValue(let word, _),
      .notAProperty(let word), .controlCharacter(let word), .headingInNote(let word),
      .badTagCharacter(let word),
      .plainWord(let word),
      .noDateToRepeat(let word), .ownRelative(let word), .unopenedGroup(let word),
      .unclosedGroup(let word), .emptyGroup(let word), .groupsTooDeep(let word),
      .missingCondition(let word), .unknownComparison(let word, _), .unknownKey(let word, _),
      .badPattern(let word, _),
      .costlyPattern(let word, _), .notAColumn(let word), .notAGrouping(let word),
      .notABlock(let word), .reversedSpan(let word), .tooLongASpan(let word),
      .missingTag(let word), .missingState(let word):
      word
    case .emptyTitle(let word): word
    }
  }

  /// The description of the error: one sentence without a full stop.
  package var kind: ErrorKind { .usage }

  package var message: String {
    switch self {
    case .notADate(let word): word.isEmpty ? "a date is missing" : "'\(word.text)' is not a date"
    case .noSuchDay(let word): "there is no day \(word.text)"
    case .eitherDay(let word, let one, let other):
      "'\(word.text)' can be \(Timestamp(one).shown) or \(Timestamp(other).shown)"
    case .monthsOrMinutes(let word): "'\(word.text)' can be months or minutes"
    case .notATime(let word):
      word.isEmpty ? "a time of day is missing" : "'\(word.text)' is not a time of day"
    case .noTimeOfDay(let word): "'\(word.text)' is a whole day"
    case .endBeforeStart(let word, let start): "'\(word.text)' is before the start, \(start.shown)"
    case .notPassed(_, let moment): "\(moment.shown) has not come yet"
    case .notAnEffort(let word): "'\(word.text)' is not a length of time"
    case .notARepeater(let word): "'\(word.text)' is not a repeater"
    case .notAPriority(let word): "'\(word.text)' is not a priority"
    case .notARank(let word): "'\(word.text)' is not a rank"
    case .notAValue(let word, let field): "'\(word.text)' is not a value of \(field.name)"
    case .notAProperty(let word): "no property can have the name '\(word.text)'"
    case .emptyTitle: "a task needs a title"
    case .headingInNote:
      "a line of the note begins with a star and a space, which Org reads as a heading"
    case .controlCharacter: "it contains a line break or another control character"
    case .badTagCharacter(let word): "'\(word.text)' is not allowed in a tag"
    case .plainWord(let word): "'\(word.text)' is not a change"
    case .unknownKey(let word, _): "'\(word.text):' is not a change"
    case .noDateToRepeat: "the task has no date to repeat"
    case .ownRelative(let word): "'\(word.text)' is the task itself"
    case .unopenedGroup: "this parenthesis closes nothing"
    case .unclosedGroup: "this parenthesis is never closed"
    case .emptyGroup: "there is nothing between the parentheses"
    case .groupsTooDeep: "the parentheses are nested too deeply"
    case .missingCondition(let word): "'\(word.text)' needs a condition next to it"
    case .missingTag(let word): "'\(word.text)' names no tag"
    case .missingState(let word): "'\(word.text)' names no state"
    case .unknownComparison(let word, _): "'\(word.text)' is not a comparison"
    case .badPattern(_, let fault): fault.message
    case .notAColumn(let word): "'\(word.text)' is not a column"
    case .notAGrouping(let word): "'\(word.text)' is not a way to group tasks"
    case .notABlock(let word): "'\(word.text)' is not a block of a view"
    case .reversedSpan(let word): "'\(word.text)' ends before it begins"
    case .tooLongASpan(let word): "'\(word.text)' is longer than ten years"
    case .costlyPattern(_, let failure):
      "the expression takes too much work on the text of a task: \(failure.message)"
    }
  }

  /// What the user can type instead, or do about it: one line.
  package var hint: String? {
    switch self {
    case .notADate:
      "try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, \"in 3 days\""
    case .eitherDay(_, let one, let other):
      "try: \(one.iso), \(other.iso); LC_TIME=en_GB or en_US says which number is the day"
    case .monthsOrMinutes: "try: mo for months, min for minutes"
    case .noSuchDay: "try: the year, the month and the day, as in 2026-11-27"
    case .notATime: "try: hours and minutes, as in 17:00, or 5pm, noon"
    case .noTimeOfDay: "try: a time of day too, as in 9:00, yesterday@17:00"
    case .endBeforeStart: "try: the earlier one first, as in 9:00 10:15, mon..fri"
    case .notPassed: "try: a time up to now, as in 9:00, yesterday@17:00"
    case .notAnEffort: "try: 90 (minutes), 1:30, 1h30, 45min, 2h, 1d, 1w"
    case .notARepeater(let word) where CalendarAmount(word.lowercased)?.unit == .minute:
      "no date repeats by the minute: h is hours, d days, w weeks, m months, y years"
    case .notARepeater:
      "try: 1w, .+1w (units h d w m y), .+2d/4d (a habit), weekly, weekdays, mon,wed, month on 31, last fri"
    case .notAPriority: "try: a letter, A to Z, or a digit; nothing after pri: clears it"
    case .notARank: "try: a number above 0, as in 1024.5"
    case .notAValue(_, let field): field.hint
    case .notAProperty: "use another name, or the key of that field"
    case .emptyTitle: "write what is to be done"
    case .headingInNote: "use - for lists"
    case .controlCharacter: "write it on one line; longer text belongs in the note, after a lone /"
    case .badTagCharacter:
      "use letters, digits, _ @ # %; to keep the word as text, put it after --"
    case .plainWord: "try: title:\"…\" for the title, +tag, -tag, due:fri and the like"
    case .unknownKey(_, let mistyped): "try: \(mistyped.suggestion)"
    case .noDateToRepeat: "give it one in the same command, as in due:fri"
    case .ownRelative: "name another task"
    case .unopenedGroup, .unclosedGroup: "write as many ( as )"
    case .emptyGroup: "write a condition in them or leave them out"
    case .groupsTooDeep: "use fewer of them"
    case .missingCondition(let word):
      "write a condition, or \"\\\"\(word.text)\\\"\" to search for the word itself"
    case .missingTag(let word):
      "try: \(word.text)work, or \"\\\"\(word.text)\\\"\" to search for the sign itself"
    case .missingState: "try: state:WAIT"
    case .unknownComparison(_, let known):
      known.isEmpty ? "write the key without a dot" : "try: \(known.joined(separator: ", "))"
    case .notAColumn(let word):
      NearestWord.to(word.lowercased, among: Column.all.map(\.name)).map { "try: \($0)" }
        ?? "the columns are " + Column.all.map(\.name).sorted().joined(separator: " ")
    case .notABlock: "try: agenda:week, list:+WAITING, view:NAME"
    case .reversedSpan: "write the earlier day first"
    case .tooLongASpan: "ask for a shorter span"
    case .notAGrouping:
      "try: " + Grouping.names.joined(separator: ", ") + ", or a field of your own"
    case .badPattern: "put a \\ before a character to match it literally"
    case .costlyPattern: "write it without repetitions inside repetitions, as in (a+)+"
    }
  }
}

/// A part of a command-line argument. It knows its position, so that an error message can point at it.
package struct InputWord: Hashable, Sendable {
  private let whole: [UInt8]
  /// The byte range (UTF-8) in the argument.
  package let range: Range<Int>

  /// Makes a part that covers the whole argument.
  package init(_ argument: String) {
    whole = Array(argument.utf8)
    range = 0..<whole.count
  }

  private init(_ whole: [UInt8], _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  package var argument: String { String(decoding: whole, as: UTF8.self) }
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The argument's text before this part, by whose width a caret is indented.
  package var before: String { String(decoding: whole[..<range.lowerBound], as: UTF8.self) }

  var isEmpty: Bool { range.isEmpty }

  /// The bytes of this part; indices are offsets in the argument.
  package var bytes: ArraySlice<UInt8> { whole[range] }

  /// Returns the part of the argument that a slice of ``bytes`` covers.
  package func part(_ slice: ArraySlice<UInt8>) -> InputWord {
    InputWord(whole, slice.startIndex..<slice.endIndex)
  }

  /// Returns the part of the argument from this part to the end of a later one.
  func through(_ last: InputWord) -> InputWord {
    InputWord(whole, range.lowerBound..<last.range.upperBound)
  }

  /// Returns the word with the next one, after a blank if they are no parts of the same argument.
  func joined(to next: InputWord) -> InputWord {
    whole == next.whole && range.upperBound <= next.range.lowerBound
      ? through(next) : InputWord("\(text) \(next.text)")
  }

  /// The parts before and after the first `..`; nil for a word without it.
  var ends: (first: InputWord, last: InputWord)? {
    let bytes = bytes
    guard
      let dots = bytes.indices.first(where: {
        // Of three dots, the first is the end of `1.12.`.
        bytes[$0...].starts(with: [0x2E, 0x2E]) && !bytes[$0...].starts(with: [0x2E, 0x2E, 0x2E])
      })
    else { return nil }
    return (part(bytes[..<dots]).trimmed, part(bytes[(dots + 2)...]).trimmed)
  }

  var trimmed: InputWord { part(bytes.trimmingBlanks) }

  /// True for a part in double quotes.
  var isQuoted: Bool {
    let bytes = bytes
    return bytes.count >= 2 && bytes.first == 0x22 && bytes.last == 0x22
  }

  /// The part without double quotes around it.
  var unquoted: InputWord { isQuoted ? part(bytes.dropFirst().dropLast()) : self }

  /// The parts between blanks.
  var words: [InputWord] { bytes.split { $0.isBlank }.map(part) }

  /// The parts between commas, without blanks around them and without empty ones.
  var items: [InputWord] {
    bytes.split(separator: 0x2C).map { part($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  /// The text with A–Z in lower case and each run of blanks replaced by one space.
  var lowercased: String {
    let words = bytes.split { $0.isBlank }.map { $0.map(\.lowercasedASCII) }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Returns the first scalar for which `isWanted` returns true.
  package func first(where isWanted: (Unicode.Scalar) -> Bool) -> InputWord? {
    var offset = range.lowerBound
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      if isWanted(scalar) { return InputWord(whole, offset..<offset + length) }
      offset += length
    }
    return nil
  }

  /// Returns the part itself. Throws `controlCharacter` if it contains a control character other than the tab, or
  /// other than the line feed if `allowingLineFeeds` is true.
  func checked(allowingLineFeeds: Bool = false) throws(InputError) -> InputWord {
    let control = first {
      ($0.value < 0x20 && $0.value != 0x09 && !(allowingLineFeeds && $0.value == 0x0A))
        || (0x7F...0x9F).contains($0.value)
    }
    if let control { throw .controlCharacter(control) }
    return self
  }
}
