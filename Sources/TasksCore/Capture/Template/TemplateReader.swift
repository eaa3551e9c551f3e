/// Parses the escapes in the text of a template, as `org-capture-fill-template` does. A backslash before one takes its
/// meaning; a pair of backslashes is a backslash.
struct TemplateReader {
  /// A piece of a line.
  enum Piece: Hashable, Sendable {
    case text([UInt8])
    case escape(TemplateEscape)
  }

  private let bytes: ArraySlice<UInt8>
  private let lineNumber: Int
  private var text: [UInt8] = []
  private var pieces: [Piece] = []
  /// Of all lines so far, those that ask for a text or a date.
  private var prompts: [TemplatePrompt]

  /// Parses a line.
  ///
  /// - Parameter prompts: Those of the lines before; those of this line are added.
  static func pieces(
    _ line: ArraySlice<UInt8>, number: Int, prompts: inout [TemplatePrompt]
  ) throws(TemplateError) -> [Piece] {
    var reader = TemplateReader(bytes: line, lineNumber: number, prompts: prompts)
    try reader.read()
    prompts = reader.prompts
    return reader.pieces
  }

  private init(bytes: ArraySlice<UInt8>, lineNumber: Int, prompts: [TemplatePrompt]) {
    (self.bytes, self.lineNumber, self.prompts) = (bytes, lineNumber, prompts)
  }

  private mutating func read() throws(TemplateError) {
    var rest = bytes
    while let byte = rest.first {
      guard byte == 0x25, let length = escapeLength(rest) else {
        text.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let escape = rest.prefix(length)
      rest = rest.dropFirst(length)
      let slashes = text.reversed().prefix { $0 == 0x5C }.count
      text.removeLast((slashes + 1) / 2)
      if slashes % 2 == 1 {
        text += escape
      } else {
        pieces.append(.text(text))
        pieces.append(.escape(try parse(escape)))
        text = []
      }
    }
    pieces.append(.text(text))
    pieces.removeAll { $0 == .text([]) }
  }

  /// Returns the length of the escape at the start of a text; nil if there is none.
  private func escapeLength(_ rest: ArraySlice<UInt8>) -> Int? {
    let after = rest.dropFirst()
    guard let sign = after.first else { return nil }
    func length(to end: UInt8) -> Int? {
      after.firstIndex(of: end).map { $0 + 1 - rest.startIndex }
    }
    switch sign {
    case UInt8(ascii: "("): return length(to: UInt8(ascii: ")")) ?? rest.count
    case UInt8(ascii: "["): return length(to: UInt8(ascii: "]"))
    case UInt8(ascii: "<"): return length(to: UInt8(ascii: ">")).flatMap { $0 > 3 ? $0 : nil }
    case UInt8(ascii: ":"):
      let name = after.dropFirst().prefix { $0.isASCIILetter || $0 == 0x2D }
      return name.isEmpty ? nil : name.count + 2
    case 0x5C:
      let digits = after.dropFirst().prefix(2).prefix(while: \.isDigit)
      return digits.isEmpty || digits.first == 0x30 ? nil : digits.count + 2
    case UInt8(ascii: "^"):
      let inner = after.dropFirst()
      let letters = "CgGLptTuU".utf8
      guard inner.first == 0x7B, let close = inner.firstIndex(of: 0x7D) else {
        return inner.first.map(letters.contains) == true ? 3 : 2
      }
      let hasLetter = inner[(close + 1)...].first.map(letters.contains) == true
      return close + (hasLetter ? 2 : 1) - rest.startIndex
    default: return "aAcfFikKlLntTuUx?".utf8.contains(sign) ? 2 : nil
    }
  }

  private mutating func parse(_ escape: ArraySlice<UInt8>) throws(TemplateError) -> TemplateEscape {
    let shown = String(decoding: escape, as: UTF8.self)
    let sign = escape[escape.startIndex + 1]
    let inner = String(decoding: escape.dropFirst(2).dropLast(), as: UTF8.self)
    if let style = StampStyle(sign) { return .stamp(style) }
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["):
      throw .runsProgram(shown, line: lineNumber)
    case UInt8(ascii: "<"): return .time(inner)
    case UInt8(ascii: "^"): return try prompt(escape.dropFirst(2), shown)
    case UInt8(ascii: "i"): return .input
    case UInt8(ascii: "a"): return .link(.whole)
    case UInt8(ascii: "l"): return .link(.withoutDescription)
    case UInt8(ascii: "L"): return .link(.target)
    case UInt8(ascii: "c"), UInt8(ascii: "x"): return .clipboard
    case UInt8(ascii: "n"): return .user
    case UInt8(ascii: "?"): return .cursor
    case 0x5C:
      let number = escape.dropFirst(2).wholeNumber ?? 0
      guard number <= prompts.count(where: { $0.kind == .text }) else {
        throw .noSuchPrompt(number, line: lineNumber)
      }
      return .answer(number)
    default: throw .unknownEscape(shown, line: lineNumber)
    }
  }

  /// Parses what follows `%^`: `{PROMPT|DEFAULT|CHOICE}`, a letter, or both.
  private mutating func prompt(
    _ bytes: ArraySlice<UInt8>, _ shown: String
  ) throws(TemplateError) -> TemplateEscape {
    let close = bytes.first == 0x7B ? bytes.firstIndex(of: 0x7D) : nil
    let items = close.map { close in
      bytes[(bytes.startIndex + 1)..<close].split(separator: 0x7C, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let name = items?.first.flatMap { $0.isEmpty ? nil : $0 }
    let letter = close.map { bytes[($0 + 1)...].first } ?? bytes.first
    var prompt: TemplatePrompt
    switch letter {
    case nil:
      prompt = TemplatePrompt(name ?? "text", .text)
      prompt.initial = items.flatMap { $0.count > 1 ? $0[1] : nil } ?? ""
      prompt.choices = Array((items ?? []).dropFirst(2))
    case UInt8(ascii: "g")?, UInt8(ascii: "G")?: prompt = TemplatePrompt(name ?? "tags", .tags)
    case let letter?:
      guard let style = StampStyle(letter) else { throw .unknownEscape(shown, line: lineNumber) }
      prompt = TemplatePrompt(name ?? dateName(), .date(style))
    }
    prompts.append(prompt)
    return .prompt(prompt)
  }

  /// Returns the name of a prompt for a date that has none: the word before it, `DEADLINE: ` or `due: `, else `date`.
  /// A further one gets a number.
  private func dateName() -> String {
    let before = text[...].trimmingBlanks
    var name = "date"
    if before.last == 0x3A {
      let word = before.dropLast().reversed().prefix { $0.isASCIILetter || $0 == 0x5F }
      if !word.isEmpty { name = String(decoding: word.reversed(), as: UTF8.self).lowercased() }
    }
    var (free, number) = (name, 1)
    while prompts.contains(where: { $0.name == free }) {
      number += 1
      free = "\(name) \(number)"
    }
    return free
  }
}
