/// Prints values in front matter: plain only if every reader takes them for the same value.
package struct YAMLWriter {
  package enum Quote {
    case single
    case double
  }

  /// A value to write.
  package enum Value {
    /// Any text, which must be read as text.
    case text(Text)
    /// A number, a truth value or a date, which a reader should see as such.
    case literal(String)
    /// A text that is quoted even if it need not be.
    case quoted(String)

    /// Nothing, in another program's list.
    case null

    /// The text without quotes; nil for null.
    package var text: Text? {
      switch self {
      case .text(let text): text
      case .literal(let string), .quoted(let string): Text(string)
      case .null: nil
      }
    }
  }

  /// The quotes that the file uses.
  let quote: Quote

  package init(quote: Quote) {
    self.quote = quote
  }

  /// Prints a value that replaces `old`, in its style.
  func print(_ value: Value, replacing old: YAMLScalar, in bytes: [UInt8]) -> [UInt8] {
    if case .text(let text) = value, old.style == .plain, keepsKind(text, of: bytes[old.range]) {
      return text.bytes
    }
    return print(value, as: old.style)
  }

  package func print(
    _ value: Value, as style: YAMLScalar.Style? = nil, inFlow: Bool = false
  ) -> [UInt8] {
    switch value {
    case .null: return Array("null".utf8)
    case .literal(let literal):
      return style == .single || style == .double
        ? quoted(Text(literal), as: style) : Array(literal.utf8)
    case .quoted(let text):
      return style == .plain && YAMLWriter.isPlain(Text(text), inFlow: inFlow)
        ? Array(text.utf8) : quoted(Text(text), as: style)
    case .text(let text):
      if style == .single || style == .double { return quoted(text, as: style) }
      if YAMLWriter.isPlain(text, inFlow: inFlow) { return text.bytes }
      return quoted(text, as: style)
    }
  }

  /// True if an unquoted text has the same type as the old value: a number may replace a number.
  private func keepsKind(_ text: Text, of old: ArraySlice<UInt8>) -> Bool {
    guard let kind = YAMLResolution.kind(old), kind != .text, kind != .null else { return false }
    return YAMLResolution.kind(text.bytes[...]) == kind
  }

  private func quoted(_ text: Text, as style: YAMLScalar.Style?) -> [UInt8] {
    let wanted: Quote = style == .single ? .single : style == .double ? .double : quote
    guard wanted == .single, text.withBytes(YAMLWriter.isPrintable) else {
      return YAMLEscape.quoted(text)
    }
    var out: [UInt8] = [0x27]
    for byte in text.bytes { out += byte == 0x27 ? [0x27, 0x27] : [byte] }
    return out + [0x27]
  }

  /// True if YAML 1.1 and 1.2 both read the unquoted text as that text.
  package static func isPlain(_ text: Text, inFlow: Bool = false) -> Bool {
    text.withBytes { isPlain($0, inFlow: inFlow) }
  }

  static func isPlain(_ bytes: ByteView, inFlow: Bool) -> Bool {
    guard let first = bytes.first, let last = bytes.last, !first.isBlank, !last.isBlank,
      last != 0x3A, !YAMLScalar.isIndicator(first),
      first != 0x2D, first != 0x3F, first != 0x3A, YAMLResolution.kind(bytes) == .text
    else { return false }
    var previous: UInt8 = 0
    var isASCII = true
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F { return false }
      if byte >= 0x80 { isASCII = false }
      if previous == 0x3A && byte == 0x20 || previous == 0x20 && byte == 0x23 {
        return false
      }
      // Some readers of YAML 1.1 fail on a colon or a question mark inside a flow list.
      if inFlow, YAMLScalar.isFlowSign(byte) || byte == 0x3A || byte == 0x3F { return false }
      previous = byte
    }
    return isASCII || isPrintable(bytes)
  }

  /// True if nothing needs an escape: no control characters except the tab, and no line ends of YAML 1.1.
  static func isPrintable(_ bytes: ByteView) -> Bool {
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
      if byte == 0xC2, position + 1 < bytes.endIndex, bytes[position + 1] < 0xA0 { return false }
      if byte == 0xE2 || byte == 0xEF,
        YAMLEscape.hiddenScalar(bytes[position...].prefix(3)) != nil
      {
        return false
      }
      position += 1
    }
    return true
  }

  /// The shortest decimal of a rank that YAML 1.1 also reads as a number: `1e-05` needs a decimal point.

  static func literal(of text: String) -> String {
    guard let exponent = text.firstIndex(of: "e"), !text.contains(".") else { return text }
    return text[..<exponent] + ".0" + text[exponent...]
  }
}

/// The types of plain scalars. YAML 1.1 (PyYAML, libyaml, Ruby) and 1.2 (the core schema) recognize different
/// words as numbers and truth values.
package enum YAMLResolution {
  package enum Kind {
    case text
    case null
    case boolean
    case integer
    case real
    case date
  }

  /// The type on which 1.1 and 1.2 agree (a date, known to 1.1 only, counts as one); nil if they differ, or if
  /// a reader of either might.
  package static func kind(_ plain: some ByteSlice) -> Kind? {
    guard let first = plain.first else { return .null }
    if first.isDigit || first == 0x2D || first == 0x2B || first == 0x2E { return number(plain) }
    guard plain.count <= 5, canBeginWord(first) else { return .text }
    for word in ambiguousWords where plain.isSame(as: word) { return nil }
    if plain.isSame(as: "true") || plain.isSame(as: "false") { return .boolean }
    if plain.isSame(as: "null") || plain.isSame(as: "~") { return .null }
    return .text
  }

  /// True for a first letter of the words below, or of `true`, `false`, `null` and `~`.
  @inline(__always)
  private static func canBeginWord(_ first: UInt8) -> Bool {
    switch first.lowercasedASCII {
    case 0x66, 0x6E, 0x6F, 0x74, 0x79, 0x3C, 0x3D, 0x7E: true
    default: false
    }
  }

  /// Truth values in 1.1 only, and its merge key and default value.
  private static let ambiguousWords: [StaticString] = [
    "y", "n", "yes", "no", "on", "off", "<<", "=",
  ]

  /// The type of a scalar that begins like a number, a sexagesimal (`1:30`), an octal or a timestamp.
  private static func number(_ plain: some ByteSlice) -> Kind? {
    let unsigned = plain.first == 0x2D || plain.first == 0x2B ? plain.dropFirst() : plain
    let whole = unsigned.prefix { $0.isDigit }
    if whole.isEmpty { return nil }
    let hasLeadingZero = whole.count > 1 && whole.first == 0x30
    if whole.count == unsigned.count { return hasLeadingZero ? nil : .integer }
    if isReal(unsigned[whole.endIndex...]) { return hasLeadingZero ? nil : .real }
    if isDay(plain) { return .date }
    if unsigned.count < plain.count { return nil }
    if unsigned.hasPrefixIgnoringCase("0x") || unsigned.hasPrefixIgnoringCase("0o")
      || unsigned.hasPrefixIgnoringCase("0b")
    {
      return nil
    }
    return plain.allSatisfy(isNumberSign) ? nil : .text
  }

  /// True for `.5`, optionally with a signed exponent: the form that is a number in both versions.
  private static func isReal(_ tail: some ByteSlice) -> Bool {
    guard tail.first == 0x2E else { return false }
    let rest = tail.dropFirst().drop { $0.isDigit }
    guard let sign = rest.first else { return tail.count > 1 }
    guard sign == 0x65 || sign == 0x45, let plus = rest.dropFirst().first,
      plus == 0x2B || plus == 0x2D
    else { return false }
    let exponent = rest.dropFirst(2)
    return tail.dropFirst().first?.isDigit == true && !exponent.isEmpty
      && exponent.allSatisfy(\.isDigit)
  }

  private static func isDay(_ plain: some ByteSlice) -> Bool {
    plain.count == 10 && Timestamp(iso: plain) != nil
  }

  /// True for a byte that occurs in numbers, times and timestamps.
  private static func isNumberSign(_ byte: UInt8) -> Bool {
    if byte.isDigit || byte.isBlank { return true }
    switch byte {
    case 0x2B, 0x2C, 0x2D, 0x2E, 0x3A, 0x45, 0x54, 0x5A, 0x5F, 0x65, 0x74, 0x7A: return true
    default: return false
    }
  }
}

/// A text that is put into front matter where a template has an escape, so that it is read as that text.
enum InsertedValue {
  /// Returns a whole value, quoted if it would be read as something else.
  static func whole(_ text: Text) -> [UInt8] { YAMLWriter(quote: .double).print(.text(text)) }

  /// Returns a value in a list in brackets.
  static func item(_ text: Text) -> [UInt8] {
    YAMLWriter(quote: .double).print(.text(text), inFlow: true)
  }

  /// Returns a part of a value that begins with `sign`: a quote or a bracket.
  static func part(_ text: Text, in sign: UInt8) -> [UInt8] {
    switch sign {
    case UInt8(ascii: "\""):
      text.bytes.flatMap { [0x22, 0x5C].contains($0) ? [0x5C, $0] : [$0] }
    case UInt8(ascii: "'"): text.bytes.flatMap { $0 == 0x27 ? [0x27, 0x27] : [$0] }
    case UInt8(ascii: "["), UInt8(ascii: "{"): item(text)
    default: text.bytes
    }
  }
}
