import TasksCore

/// The text of a Lisp file, and the place that is read next.
struct LispScanner {
  private let bytes: [UInt8]
  private var position = 0
  /// From 1.
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byte: UInt8? { byte(after: 0) }

  func byte(after count: Int) -> UInt8? {
    position + count < bytes.count ? bytes[position + count] : nil
  }

  @discardableResult
  mutating func take() -> UInt8? {
    guard let byte else { return nil }
    if byte == 0x0A { line += 1 }
    position += 1
    return byte
  }

  /// Skips white space and comments.
  mutating func skipBlanks() {
    while let byte {
      if byte == UInt8(ascii: ";") {
        while let byte = self.byte, byte != 0x0A { take() }
      } else if byte <= 0x20 {
        take()
      } else {
        return
      }
    }
  }

  /// True at a dot between forms.
  var isDot: Bool {
    byte == UInt8(ascii: ".") && (byte(after: 1).map(LispScanner.endsDot) ?? true)
  }

  private static func endsDot(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"';([#?`,".utf8.contains(byte)
  }

  // MARK: Symbols and numbers

  private static func endsAtom(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"';()[]`,".utf8.contains(byte)
  }

  /// Takes the text up to the end of an atom.
  mutating func word() -> String {
    var text: [UInt8] = []
    while let byte, !LispScanner.endsAtom(byte) {
      text.append(byte)
      take()
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes a symbol or a number.
  mutating func atom(isSymbol: Bool = false) -> LispForm.Value {
    var text: [UInt8] = []
    var isSymbol = isSymbol
    while let byte, !LispScanner.endsAtom(byte) {
      take()
      guard byte == 0x5C else {
        text.append(byte)
        continue
      }
      // A character after a backslash is part of a symbol, whatever it is.
      isSymbol = true
      if let next = take() { text.append(next) }
    }
    let name = String(decoding: text, as: UTF8.self)
    return isSymbol ? .symbol(name) : LispScanner.number(name) ?? .symbol(name)
  }

  /// Parses `12`, `+12`, `12.`, `1.5`, `.5`, `1e3`; nil for a symbol.
  private static func number(_ text: String) -> LispForm.Value? {
    var digits = Substring(text)
    if digits.hasPrefix("+") || digits.hasPrefix("-") { digits = digits.dropFirst() }
    guard let first = digits.utf8.first, first.isDigit || first == 0x2E else { return nil }
    let isInteger = digits.utf8.dropLast(digits.hasSuffix(".") ? 1 : 0).allSatisfy(\.isDigit)
    if isInteger, digits != "." {
      // A number that is too large for data here is one that is not compared with anything.
      let whole = text.hasSuffix(".") ? String(text.dropLast()) : text
      return Int(whole).map { .integer($0) } ?? Double(whole).map { .number($0) }
    }
    let parts = digits.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    guard parts.count <= 2 else { return nil }
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard mantissa.count <= 2, mantissa.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      mantissa.count == 1 ? parts.count == 2 : !mantissa[1].isEmpty
    else { return nil }
    if parts.count == 2 {
      let exponent = parts[1].drop { "+-".contains($0) }
      guard !exponent.isEmpty, parts[1].count - exponent.count <= 1,
        exponent.utf8.allSatisfy(\.isDigit)
      else { return nil }
    }
    return Double(text).map { .number($0) }
  }

  // MARK: Strings and characters

  /// Takes a string, which begins here.
  mutating func string() throws(LispError) -> Text {
    let start = line
    take()
    var text: [UInt8] = []
    while let byte = take() {
      switch byte {
      case UInt8(ascii: "\""): return Text(bytes: text)
      case 0x5C:
        guard let next = self.byte else { throw .unclosed("\"", line: start) }
        // A line end or a blank after a backslash is nothing.
        if next == 0x0A || next == 0x20 {
          take()
          continue
        }
        let scalar = try escape(inString: true)
        text += Array(String(UnicodeScalar(UInt32(truncatingIfNeeded: scalar)) ?? "\u{FFFD}").utf8)
      default: text.append(byte)
      }
    }
    throw .unclosed("\"", line: start)
  }

  /// Takes what follows the `?` of a character.
  mutating func character() throws(LispError) -> Int {
    guard let byte else { throw .badCharacter(line: line) }
    if byte == 0x5C {
      take()
      return try escape(inString: false)
    }
    return try scalar()
  }

  /// Takes one character of the text.
  private mutating func scalar() throws(LispError) -> Int {
    guard let first = byte else { throw .badCharacter(line: line) }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard position + length <= bytes.count,
      let text = String(validating: bytes[position..<(position + length)], as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { throw .badCharacter(line: line) }
    for _ in 0..<length { take() }
    return Int(scalar.value)
  }

  /// Takes what follows a backslash (Elisp manual, "General Escape Syntax", "Ctl-Char Syntax").
  private mutating func escape(inString: Bool) throws(LispError) -> Int {
    guard let byte else { throw .badCharacter(line: line) }
    let start = line
    if byte >= 0x80 { return try scalar() }
    take()
    switch byte {
    case UInt8(ascii: "a"): return 7
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "d"): return 127
    case UInt8(ascii: "e"): return 27
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "v"): return 11
    case UInt8(ascii: "x"): return try digits(16, most: 8, start)
    case UInt8(ascii: "u"): return try digits(16, most: 4, start)
    case UInt8(ascii: "U"): return try digits(16, most: 8, start)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      return try digits(8, most: 3, start)
    case UInt8(ascii: "N"):
      // `\N{U+A817}`; a name of a character is in no table here.
      guard take() == 0x7B, take() == 0x55, take() == 0x2B else { throw .badCharacter(line: start) }
      let value = try digits(16, most: 8, start)
      guard take() == 0x7D else { throw .badCharacter(line: start) }
      return value
    case UInt8(ascii: "^"): return LispScanner.control(try modified(start))
    case UInt8(ascii: "s") where self.byte != UInt8(ascii: "-") || inString: return 32
    case UInt8(ascii: "C"), UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "H"),
      UInt8(ascii: "A"), UInt8(ascii: "s"):
      guard take() == UInt8(ascii: "-") else { throw .badCharacter(line: start) }
      let rest = try modified(start)
      if byte == UInt8(ascii: "C") { return LispScanner.control(rest) }
      // The bits of the modifiers (Elisp manual, "Other Char Bits").
      let bits: [UInt8: Int] = [0x4D: 27, 0x53: 25, 0x48: 24, 0x73: 23, 0x41: 22]
      return rest | 1 << (bits[byte] ?? 0)
    default: return Int(byte)
    }
  }

  /// Takes the character after a modifier.
  private mutating func modified(_ line: Int) throws(LispError) -> Int {
    guard byte != nil else { throw .badCharacter(line: line) }
    return try character()
  }

  private mutating func digits(_ radix: Int, most: Int, _ line: Int) throws(LispError) -> Int {
    var text = ""
    while text.count < most, let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue,
      digit < radix
    {
      text.append(Character(UnicodeScalar(byte)))
      take()
    }
    guard let value = Int(text, radix: radix), value <= 0x3FFFFF else {
      throw .badCharacter(line: line)
    }
    return value
  }

  /// Returns the control character of a character; one that has none gets the bit of the modifier.
  private static func control(_ value: Int) -> Int {
    let (bits, character) = (value & ~0x3FFFFF, value & 0x3FFFFF)
    switch character {
    case 0x3F: return bits | 127
    case 0x40...0x5F, 0x61...0x7A: return bits | character & 0x1F
    default: return value | 1 << 26
    }
  }
}
