/// The value of an Org priority cookie: a capital letter or a digit. A, B and C are the usual ones.
///
/// Newer versions of Org also accept longer numbers. These are read as part of the title here, as older versions
/// do.
package struct Priority: Hashable, Sendable, Comparable {
  package let text: String

  /// Nil unless the text is one letter `A`–`Z` (a lower-case one is capitalized) or one digit.
  package init?(_ text: some StringProtocol) {
    guard let byte = text.utf8.first, text.utf8.count == 1, let priority = Priority(byte: byte)
    else {
      return nil
    }
    self = priority
  }

  package init?(byte: UInt8) {
    guard byte.isASCIILetter || byte.isDigit else { return nil }
    let capital = byte.isDigit ? byte : byte & 0xDF
    text = String(Character(Unicode.Scalar(capital)))
  }

  /// The priority that is typed: Taskwarrior's H, M and L are A, B and C.
  static func typed(_ text: some StringProtocol) -> Priority? {
    let high = ["H": "A", "M": "B", "L": "C"]
    return Priority(high[text.uppercased()] ?? String(text))
  }

  /// Orders the more urgent priority first.
  package static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

  /// Digits, then letters, as Org compares them by character code.
  private var order: UInt8 { text.utf8.first ?? 0 }
}
