/// An Org priority cookie: a capital letter or a digit. A, B and C are the usual ones.
///
/// Longer numbers, which newer versions of Org know, are a title to older ones.
public struct Priority: Hashable, Sendable, Comparable {
  public let text: String

  /// Nil for anything else than one letter `A`–`Z` (a small one is made capital) or one digit.
  public init?(_ text: some StringProtocol) {
    guard let byte = text.utf8.first, text.utf8.count == 1, let priority = Priority(byte: byte)
    else {
      return nil
    }
    self = priority
  }

  init?(byte: UInt8) {
    guard byte.isASCIILetter || byte.isDigit else { return nil }
    let capital = byte.isDigit ? byte : byte & 0xDF
    text = String(Character(Unicode.Scalar(capital)))
  }

  /// The more urgent one is smaller.
  public static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

  /// Digits, then letters, as Org compares them by character code.
  private var order: UInt8 { text.utf8.first ?? 0 }
}
