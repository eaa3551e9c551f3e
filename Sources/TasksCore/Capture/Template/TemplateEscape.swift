/// What a template has in place of a text that is known only when a task is made of it (Org manual, "Template
/// expansion").
enum TemplateEscape: Hashable, Sendable {
  /// `%t`, `%T`, `%u`, `%U`: the present date.
  case stamp(StampStyle)
  /// `%<%Y-%m-%d>`: the present date in a format of `strftime`.
  case time(String)
  /// `%^t`, `%^{PROMPT}`, `%^g`.
  case prompt(TemplatePrompt)
  /// `%\1`: the answer to the first prompt for a text.
  case answer(Int)
  /// `%i`: the standard input.
  case input
  /// `%a`, `%l`, `%L`: where the command was called.
  case link(LinkPart)
  /// `%c`, `%x`.
  case clipboard
  /// `%n`.
  case user
  /// `%?`.
  case cursor

  enum LinkPart: Hashable, Sendable {
    /// A link with its description.
    case whole
    case withoutDescription
    /// The address without brackets.
    case target
  }
}

/// How a template writes a date: active, as on the agenda, or not; with the time of day or not.
package struct StampStyle: Hashable, Sendable {
  let isActive: Bool
  let hasTime: Bool

  /// Reads the letter of an escape: `t`, `T`, `u`, `U`.
  init?(_ letter: UInt8) {
    guard "tTuU".utf8.contains(letter) else { return nil }
    isActive = letter | 0x20 == UInt8(ascii: "t")
    hasTime = letter & 0x20 == 0
  }

  /// Returns the date as Org writes it: `<2026-11-20 Fri 09:15>`.
  func text(_ moment: Timestamp) -> String {
    let time = moment.minute.map { " " + Timestamp.clock($0) } ?? ""
    let date = "\(moment.date.iso) \(moment.date.weekdayName)\(time)"
    return isActive ? "<\(date)>" : "[\(date)]"
  }

  /// Returns a moment with the time of day, or without it, as the escape asks for.
  func moment(_ now: Timestamp) -> Timestamp { hasTime ? now : Timestamp(now.date) }
}

/// Something that a template asks for.
package struct TemplatePrompt: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text
    case date(StampStyle)
    case tags
  }

  /// By what it is asked and answered. Prompts of the same name have the same answer.
  package let name: String
  package let kind: Kind
  /// What an empty answer to a prompt for a text means.
  package var initial = ""
  /// Answers that are offered; any other one will do too.
  package var choices: [String] = []

  package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

  /// Checks that an answer can be used.
  ///
  /// - Throws: `InputError` for a text with a line break, for a date that is none, for a character that no tag has.
  package func check(_ answer: String, now: Timestamp) throws(InputError) {
    switch kind {
    case .text: _ = try text(answer)
    case .date(let style): _ = try date(answer, style, now)
    case .tags: _ = try tags(answer)
    }
  }

  func text(_ answer: String) throws(InputError) -> String {
    let text = try InputWord(answer).checked().trimmed.text
    return text.isEmpty ? initial : text
  }

  /// Reads a date; an empty answer is the present one, as in Org.
  func date(
    _ answer: String, _ style: StampStyle, _ now: Timestamp
  ) throws(InputError) -> Timestamp {
    let word = InputWord(answer).trimmed
    guard !word.isEmpty else { return style.moment(now) }
    var moment = try DateReader(now: now).read(word)
    if style.hasTime, moment.minute == nil { moment.minute = now.minute }
    return moment
  }

  /// Reads tags between blanks, commas or colons; a `+` before one is left out.
  func tags(_ answer: String) throws(InputError) -> [String] {
    let word = InputWord(answer)
    let parts = word.bytes.split { $0.isBlank || $0 == 0x2C || $0 == 0x3A }
    var tags: [String] = []
    for part in parts {
      let tag = word.part(part.first == 0x2B ? part.dropFirst() : part)
      if let bad = tag.first(where: { !$0.isTagCharacter }) { throw .badTagCharacter(bad) }
      if !tag.isEmpty { tags.append(tag.text) }
    }
    return tags.uniqued()
  }
}
