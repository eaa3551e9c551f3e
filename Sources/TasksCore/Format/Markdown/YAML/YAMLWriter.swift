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

  /// Prints a value.
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
