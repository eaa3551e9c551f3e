import TasksCore

/// A content line of iCalendar: a name, parameters and a value, `DUE;VALUE=DATE:20261127` (RFC 5545, 3.1).
struct ContentLine: Hashable, Sendable {
  struct Parameter: Hashable, Sendable {
    /// In capitals.
    var name: String
    /// Without quotes. Of several values, they are separated by commas.
    var value: String
  }

  /// Where it begins in the file, from 1.
  var line: Int
  /// In capitals.
  var name: String
  var parameters: [Parameter] = []
  /// As in the file, with its escapes.
  var value: String

  /// Nil if the bytes are no content line. They must be UTF-8.
  init?(_ bytes: [UInt8], line: Int) {
    var rest = bytes[...]
    func word() -> String? {
      let name = rest.prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
      rest = rest.dropFirst(name.count)
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self).uppercased()
    }
    guard let name = word() else { return nil }
    var parameters: [Parameter] = []
    while rest.first == 0x3B {
      rest = rest.dropFirst()
      guard let name = word(), rest.first == 0x3D else { return nil }
      rest = rest.dropFirst()
      var value: [UInt8] = []
      var isQuoted = false
      while let byte = rest.first, isQuoted || byte != 0x3A && byte != 0x3B {
        if byte == 0x22 { isQuoted.toggle() } else { value.append(byte) }
        rest = rest.dropFirst()
      }
      parameters.append(Parameter(name: name, value: String(decoding: value, as: UTF8.self)))
    }
    guard rest.first == 0x3A else { return nil }
    self.line = line
    self.name = name
    self.parameters = parameters
    value = String(decoding: rest.dropFirst(), as: UTF8.self)
  }

  /// The value of a parameter, whose name is in capitals.
  subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

  /// The value as TEXT, without its escapes.
  var text: Text { CalendarText.unescaped(value) }
}

extension CalendarDate {
  /// Reads the value of a line.
  ///
  /// - Throws: ``CalendarComponent/Fault``
  init(_ line: ContentLine) throws(CalendarComponent.Fault) {
    guard let date = CalendarDate(line.value, zone: line["TZID"]) else {
      throw CalendarComponent.Fault(
        line: line.line,
        reason: "\(line.name) is no date: \(ControlCharacters.escaped(line.value))")
    }
    self = date
  }
}

/// The content lines of an iCalendar file, unfolded (RFC 5545, 3.1).
///
/// Bytes are joined before anything is decoded, because some programs fold inside a character. Lines may end in LF
/// alone, a fold may be a tab, and empty lines are skipped.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var outlying: ArraySlice<OutlyingEvents.Lines>

  /// - Parameter outlying: Lines that are passed over.
  init(_ bytes: [UInt8], without outlying: [OutlyingEvents.Lines] = []) {
    self.bytes = bytes
    self.outlying = outlying[...]
    position = bytes.byteOrderMarkLength
  }

  /// Counted from 1.
  private var number = 0

  mutating func next() -> (line: Int, bytes: [UInt8])? {
    while let line = takeRead() {
      if bytes[line].isEmpty { continue }
      let start = number
      var content = Array(bytes[line])
      while position < bytes.count {
        let saved = (position, number)
        guard let fold = take() else { break }
        if bytes[fold].isEmpty { continue }
        guard bytes[fold.start].isBlank else {
          (position, number) = saved
          break
        }
        content += bytes[fold].dropFirst()
      }
      return (start, content)
    }
    return nil
  }

  private mutating func takeRead() -> ByteLine? {
    while let lines = outlying.first, lines.range.lowerBound == position {
      outlying.removeFirst()
      position = lines.range.upperBound
      number += lines.count
    }
    return take()
  }

  private mutating func take() -> ByteLine? {
    guard let line = bytes[...].line(at: position) else { return nil }
    position = line.next
    number += 1
    return line
  }
}

/// The escapes of TEXT values (RFC 5545, 3.3.11).
package enum CalendarText {
  static func escaped(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x5C, 0x3B, 0x2C: out += [0x5C, byte]
      case 0x0A: out += [0x5C, 0x6E]
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Any other byte after a backslash leaves the backslash as it is.
  static func unescaped(_ value: some StringProtocol) -> Text { Text(bytes: bytes(value.utf8)) }

  private static func bytes(_ value: some Sequence<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isEscaped = false
    for byte in value {
      switch (isEscaped, byte) {
      case (false, 0x5C): isEscaped = true
      case (false, _): out.append(byte)
      case (true, _):
        isEscaped = false
        switch byte {
        case 0x6E, 0x4E: out.append(0x0A)
        case 0x5C, 0x3B, 0x2C: out.append(byte)
        default: out += [0x5C, byte]
        }
      }
    }
    return isEscaped ? out + [0x5C] : out
  }

  /// The members of a list of TEXT, which commas separate.
  static func list(_ value: String) -> [Text] {
    var members: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in value.utf8 {
      if byte == 0x2C, !isEscaped {
        members.append([])
      } else {
        members[members.count - 1].append(byte)
      }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return members.map { Text(bytes: bytes($0)) }
  }

  /// The text on one line.
  static func line(_ text: String, _ separator: String = " ") -> String {
    text.split { $0 == "\n" || $0 == "\t" }.map(\.trimmedBlanks).filter { !$0.isEmpty }
      .joined(separator: separator)
  }

  /// The text without the control characters that TEXT cannot hold; a line feed and a tab stay.
  package static func cleaned(_ text: String) -> String {
    guard Text(text).hasControlCharacters else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar == "\n" || scalar == "\t"
      || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
    {
      clean.append(scalar)
    }
    return String(clean)
  }
}
