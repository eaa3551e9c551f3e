import TasksCore

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

  /// The lines of a text as one.
  static func line(_ text: String) -> String {
    text.split(separator: "\n").map(\.trimmedBlanks).filter { !$0.isEmpty }.joined(separator: " ")
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
