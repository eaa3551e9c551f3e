/// What names a task for its whole life.
///
/// Ids made here are 16 characters of lower-case Crockford base32 (80 bits), the first one a letter. Any
/// other non-empty id that a file brings along (a UUID from Emacs, say) is kept as it is.
public struct TaskID: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let text: Text

  public init?(_ text: Text) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// Stands in until the id is known.
  static let none = TaskID(text: .empty)

  private init(text: Text) { self.text = text }

  /// A new id out of 80 random bits.
  public init(using generator: inout some RandomNumberGenerator) {
    var digits: [UInt8] = []
    // The first of the 22 letters of the alphabet, then 15 digits of 5 bits, 12 out of one number.
    digits.append(TaskID.alphabet[10 + Int(generator.next(upperBound: UInt64(22)))])
    var bits: UInt64 = 0
    for place in 0..<TaskID.length - 1 {
      if place % 12 == 0 { bits = generator.next() }
      digits.append(TaskID.alphabet[Int(bits & 31)])
      bits >>= 5
    }
    text = Text(bytes: digits)
  }

  /// The id of a task whose file tells none: the one that its name ends in where it was made here, else one that
  /// follows from its path in the store, so that every device says the same.
  public init(ofPath path: String) {
    if let name = TaskPath.idInName(path) {
      text = Text(bytes: name)
      return
    }
    let digest = SHA256.digest(of: Array(path.utf8))
    var digits: [UInt8] = []
    for index in 0..<TaskID.length {
      let bit = index * 5
      let pair = UInt16(digest[bit / 8]) << 8 | UInt16(digest[bit / 8 + 1])
      digits.append(TaskID.alphabet[Int(pair >> UInt16(11 - bit % 8)) & 31])
    }
    text = Text(bytes: digits)
  }

  /// True for what an id made here looks like.
  static func isMadeHere(_ text: some Collection<UInt8>) -> Bool {
    text.count == length && text.first.map(\.isASCIILetter) == true
      && text.allSatisfy { alphabet.contains($0) }
  }

  public static let length = 16
  /// The shortest prefix that is shown.
  public static let shortest = 3

  /// Crockford's base32: no i, l, o, u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  public var description: String { text.string }

  public static func < (a: TaskID, b: TaskID) -> Bool { a.text < b.text }

  /// True when the id begins with `prefix`, without regard to the case of ASCII letters.
  public func hasPrefix(_ prefix: some StringProtocol) -> Bool {
    let own = text.bytes
    let asked = prefix.utf8
    return asked.count <= own.count
      && zip(own, asked).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}
