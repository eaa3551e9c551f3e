/// An Org priority cookie: a capital letter, or a number from 0 to 64. A, B and C are the usual ones.
public struct Priority: Hashable, Sendable, Comparable {
  public let text: String

  /// Nil for anything else than one letter `A`–`Z` (a small one is made capital) or a number up to 64.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    if bytes.count == 1, bytes[0].isASCIILetter {
      self.text = text.uppercased()
    } else if (1...2).contains(bytes.count), bytes.allSatisfy(\.isDigit), let number = Int(text),
      number <= 64
    {
      self.text = String(text)
    } else {
      return nil
    }
  }

  /// The more urgent one is smaller.
  public static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

  /// Numbers by their size, letters after them by the alphabet, as Org compares them by character code.
  private var order: Int { Int(text) ?? Int(text.utf8.first ?? 0) }
}
