/// A JSON value (RFC 8259). The members of an object keep their order; of equal names the first counts.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(Text)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: Text
    package let value: JSONValue

    package init(name: Text, value: JSONValue) {
      (self.name, self.value) = (name, value)
    }
  }

  /// Parses a document: one value with blanks around it.
  ///
  /// - Throws: ``JSONSyntaxError`` with the offset of the first byte that does not fit.
  package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes)
    self = try parser.document()
  }

  /// The member of an object with this name; null if there is none, or if this is no object.
  package subscript(name: Text) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  package var text: Text? { if case .string(let text) = self { text } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// Empty for any other value.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The value as JSON, without blanks.
  package var printed: Text {
    var writer = JSONWriter()
    write(to: &writer)
    return Text(bytes: writer.bytes)
  }

  /// Writes the value, without blanks.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let bool): writer.bool(bool)
    case .number(let number): writer.number(number)
    case .string(let text): writer.string(text)
    case .array(let elements): writer.array(elements) { $1.write(to: &$0) }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.name)
          member.value.write(to: &writer)
        }
      }
    }
  }
}

/// Why bytes are not JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// In bytes, from 0.
  package let offset: Int
}

/// A recursive-descent parser.
private struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// The limit of nested arrays and objects, which bounds the use of the stack.
  private static let deepest = 200

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var failure: JSONSyntaxError { JSONSyntaxError(offset: position) }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    let value = try value()
    if next != nil { throw failure }
    return value
  }

  /// Parses a value and the blanks around it.
  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipBlanks()
    let value: JSONValue
    switch next {
    case 0x7B: value = .object(try object())
    case 0x5B: value = .array(try array())
    case 0x22: value = .string(try string())
    case 0x74: value = try word("true", .bool(true))
    case 0x66: value = try word("false", .bool(false))
    case 0x6E: value = try word("null", .null)
    default: value = .number(try number())
    }
    skipBlanks()
    return value
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) throws(JSONSyntaxError) {
    guard next == byte else { throw failure }
    position += 1
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for byte in word.description.utf8 { try take(byte) }
    return value
  }

  private mutating func object() throws(JSONSyntaxError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    try list(until: 0x7D) { (parser) throws(JSONSyntaxError) in
      parser.skipBlanks()
      let name = try parser.string()
      parser.skipBlanks()
      try parser.take(0x3A)
      members.append(JSONValue.Member(name: name, value: try parser.value()))
    }
    return members
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try list(until: 0x5D) { (parser) throws(JSONSyntaxError) in
      elements.append(try parser.value())
    }
    return elements
  }

  /// Parses what stands between brackets, with commas between the elements.
  private mutating func list(
    until close: UInt8, _ element: (inout JSONParser) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    depth += 1
    if depth > JSONParser.deepest { throw failure }
    position += 1
    skipBlanks()
    var isFirst = true
    while next != close {
      if !isFirst { try take(0x2C) }
      isFirst = false
      try element(&self)
    }
    position += 1
    depth -= 1
  }

  private mutating func number() throws(JSONSyntaxError) -> Double {
    let start = position
    func isDigit(_ byte: UInt8?) -> Bool { byte?.isDigit ?? false }
    if next == 0x2D { position += 1 }
    let hasZero = next == 0x30
    guard isDigit(next) else { throw failure }
    while isDigit(next) { position += 1 }
    if hasZero, position - start > (bytes[start] == 0x2D ? 2 : 1) { throw failure }
    if next == 0x2E {
      position += 1
      guard isDigit(next) else { throw failure }
      while isDigit(next) { position += 1 }
    }
    if next == 0x65 || next == 0x45 {
      position += 1
      if next == 0x2B || next == 0x2D { position += 1 }
      guard isDigit(next) else { throw failure }
      while isDigit(next) { position += 1 }
    }
    let number = Double(String(decoding: bytes[start..<position], as: UTF8.self))
    guard let number, number.isFinite else { throw JSONSyntaxError(offset: start) }
    return number
  }

  private mutating func string() throws(JSONSyntaxError) -> Text {
    try take(0x22)
    var out: [UInt8] = []
    while let byte = next, byte != 0x22 {
      guard byte >= 0x20 else { throw failure }
      position += 1
      if byte == 0x5C {
        try escape(to: &out)
      } else {
        out.append(byte)
      }
    }
    try take(0x22)
    return Text(bytes: out)
  }

  private mutating func escape(to out: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = next else { throw failure }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: out.append(byte)
    case 0x62: out.append(0x08)
    case 0x66: out.append(0x0C)
    case 0x6E: out.append(0x0A)
    case 0x72: out.append(0x0D)
    case 0x74: out.append(0x09)
    case 0x75: out += try scalar().utf8Bytes
    default:
      position -= 1
      throw failure
    }
  }

  /// Parses the digits of `\u`. A surrogate without its other half becomes U+FFFD.
  private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try unit()
    guard (0xD800..<0xDC00).contains(first), next == 0x5C, position + 1 < bytes.count,
      bytes[position + 1] == 0x75
    else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let before = position
    position += 2
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second) else {
      position = before
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func unit() throws(JSONSyntaxError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw failure }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure
      }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var utf8Bytes: [UInt8] { Array(String(self).utf8) }
}
