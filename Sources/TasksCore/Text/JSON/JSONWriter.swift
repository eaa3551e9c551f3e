/// Prints JSON (RFC 8259) into a buffer, without blanks, in the order of the calls.
///
/// Written by hand because the library's encoders take thirty times as long for a listing of 10,000 tasks.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// True if the next value or key must be preceded by a comma.
  private var needsComma = false

  package init() {}

  /// Reserves capacity for `count` more bytes.
  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  /// Prints the envelope of every answer, on one line: `{"schema":1,"kind":"tags","tags":…}`.
  ///
  /// - Parameters:
  ///   - value: Writes the value of the key that is named like the kind.
  ///   - rest: Writes further keys with their values.
  package static func document(
    kind: String, _ value: (inout JSONWriter) -> Void, rest: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("schema")
      writer.number(1)
      writer.key("kind")
      writer.string(kind)
      writer.key(kind)
      value(&writer)
      rest(&writer)
    }
    writer.endLine()
    return writer.bytes
  }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(0x7B)
    members(&self)
    close(0x7D)
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(0x5B)
    elements(&self)
    close(0x5D)
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    open(0x5B)
    for element in elements { write(&self, element) }
    close(0x5D)
  }

  /// Writes the key of the next value.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(0x3A)
    needsComma = false
  }

  package mutating func key(_ name: Text) { key(name.string) }

  /// Writes a key that needs no escaping. Faster than `key`.
  package mutating func name(_ name: StaticString) {
    if needsComma { bytes.append(0x2C) }
    bytes.append(0x22)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(0x22)
    bytes.append(0x3A)
    needsComma = false
  }

  mutating func name(_ key: TaskKey) {
    if needsComma { bytes.append(0x2C) }
    bytes.append(contentsOf: key.printed)
    needsComma = false
  }

  // MARK: Members of an object

  package mutating func member(_ name: StaticString, _ value: Text?) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: StaticString, _ value: Int?) {
    self.name(name)
    number(value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  package mutating func member(_ name: StaticString, _ value: Timestamp?) {
    self.name(name)
    date(value)
  }

  // MARK: Values

  package mutating func null() { literal("null") }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func number(_ value: Int) {
    separate()
    append(decimal: value)
  }

  /// Writes the shortest decimal that parses to the same number, without a fraction for a whole number. Infinity
  /// and NaN, which JSON does not have, become null.
  package mutating func number(_ value: Double) {
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 {
      number(whole)
    } else if value.isFinite {
      separate()
      bytes.append(contentsOf: value.shortestDecimal.utf8)
    } else {
      null()
    }
  }

  package mutating func string(_ value: String) {
    separate()
    var value = value
    value.withUTF8 { JSONString.append($0, to: &bytes) }
  }

  /// Writes a string. Bytes that are not UTF-8 become U+FFFD.
  package mutating func string(_ value: Text) {
    separate()
    value.withUTF8 { JSONString.append($0, to: &bytes) }
  }

  package mutating func string(_ value: Text?) {
    if let value { string(value) } else { null() }
  }

  package mutating func number(_ value: Int?) {
    if let value { number(value) } else { null() }
  }

  package mutating func number(_ value: Double?) {
    if let value { number(value) } else { null() }
  }

  /// Writes `"2026-11-20"` or `"2026-11-20T09:15"`.
  mutating func date(_ value: Timestamp?) {
    guard let value else { return null() }
    separate()
    bytes.append(0x22)
    value.appendISO(to: &bytes)
    bytes.append(0x22)
  }

  /// Ends the document with a line feed. Anything written after it is another document.
  package mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func literal(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(decimal value: Int) {
    if (0..<10).contains(value) {
      bytes.append(0x30 + UInt8(value))
    } else {
      bytes.append(contentsOf: String(value).utf8)
    }
  }
}

/// What a command prints: its JSON is here, where every front end can use it.
package protocol Answer {
  /// The kind in the JSON envelope, and the key of the value there.
  var kind: String { get }

  func write(to json: inout JSONWriter)

  /// Writes further keys after the value.
  func writeRest(to json: inout JSONWriter)
}

extension Answer {
  package func writeRest(to json: inout JSONWriter) {}

  /// The envelope with the value, on one line.
  package var json: [UInt8] { JSONWriter.document(kind: kind, write, rest: writeRest) }
}

/// A failure, which is printed on stderr.
package struct ErrorAnswer: Answer {
  package let kind = "error"
  /// The short name that scripts can test: `not-found`.
  let name: String
  let message: String

  package init(_ name: String, message: String) {
    self.name = name
    self.message = message
  }

  package func write(to json: inout JSONWriter) { json.string(name) }

  package func writeRest(to json: inout JSONWriter) { json.member("message", message) }
}

/// Prints a text as a JSON string: escapes quotes, backslashes and control characters only (RFC 8259, section 7).
/// The scalars by which a `Text` represents bytes that are not UTF-8 become U+FFFD.
enum JSONString {
  /// Copies runs that need no escape in one piece.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    var start = 0
    while start < text.count {
      // 0xF4 may begin a scalar that represents a byte.
      let end = text[start...].firstIndex { needsEscape($0) || $0 == 0xF4 } ?? text.endIndex
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      start = end + escape(at: end, in: text, to: &bytes)
    }
    bytes.append(0x22)
  }

  /// Returns the bytes in double quotes, with escapes. Bytes that are not UTF-8 stay as they are.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for byte in bytes {
      if needsEscape(byte) { escape(byte, to: &out) } else { out.append(byte) }
    }
    return out + [0x22]
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// Prints the character at `position` and returns how many bytes of the text it takes up.
  private static func escape(
    at position: Int, in text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) -> Int {
    guard text[position] == 0xF4 else {
      escape(text[position], to: &bytes)
      return 1
    }
    let length = min(4, text.count - position)
    let isStray = length == 4 && text[position + 1] == 0x8F && text[position + 2] >= 0xBE
    if isStray {
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    } else {
      bytes.append(contentsOf: text[position..<position + length])
    }
    return length
  }

  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(0x5C)
    switch byte {
    case 0x0A: bytes.append(0x6E)
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(0x62)
    case 0x09: bytes.append(0x74)
    case 0x0C: bytes.append(0x66)
    case 0x0D: bytes.append(0x72)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: [
        0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 0x0F)],
      ])
    }
  }
}
