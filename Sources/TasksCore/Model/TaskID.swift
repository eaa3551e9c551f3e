/// The identifier that a task keeps for its whole life.
///
/// Ids made here have 16 characters of lower-case Crockford base32 (80 bits), the first one a letter. Any other
/// non-empty id in a file, such as a UUID from Emacs, is kept as it is.
package struct TaskID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let text: Text

  package init?(_ text: Text) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// A placeholder until the id is known.
  package static let none = TaskID(text: .empty)

  private init(text: Text) { self.text = text }

  /// Makes a new id from 80 random bits.
  package init(using generator: inout some RandomNumberGenerator) {
    var digits: [UInt8] = []
    // One of the 22 letters of the alphabet, then 15 digits of 5 bits each. One random number yields 12 digits.
    digits.append(TaskID.alphabet[10 + Int(generator.next(upperBound: UInt64(22)))])
    var bits: UInt64 = 0
    for place in 0..<TaskID.length - 1 {
      if place % 12 == 0 { bits = generator.next() }
      digits.append(TaskID.alphabet[Int(bits & 31)])
      bits >>= 5
    }
    text = Text(bytes: digits)
  }

  /// Makes the id of a task whose file contains none: the id at the end of the file's name if the file was made
  /// here, else one derived from its path in the store, so that every device computes the same id.
  package init(ofPath path: String) {
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

  /// Makes the id that every device makes of the same bytes.
  package init(digesting bytes: [UInt8]) {
    var generator = DigestGenerator(seed: bytes)
    self.init(using: &generator)
  }

  /// A generator whose numbers follow from bytes.
  private struct DigestGenerator: RandomNumberGenerator {
    private var digest: [UInt8]
    private var position = 0

    init(seed: [UInt8]) { digest = SHA256.digest(of: seed) }

    mutating func next() -> UInt64 {
      if position == digest.count { (digest, position) = (SHA256.digest(of: digest), 0) }
      defer { position += 8 }
      return digest[position..<position + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// Returns true if the text has the form of an id made here.
  static func isMadeHere(_ text: some Collection<UInt8>) -> Bool {
    text.count == length && text.first.map(\.isASCIILetter) == true
      && text.allSatisfy { alphabet.contains($0) }
  }

  /// Returns true if the text has the form of a UUID, as other programs make ids.
  static func isUUID(_ text: some Collection<UInt8>) -> Bool {
    text.count == uuidLength
      && text.enumerated().allSatisfy { place, byte in
        switch place {
        case 8, 13, 18, 23: byte == 0x2D
        default: byte.isDigit || (0x61...0x66).contains(byte.lowercasedASCII)
        }
      }
  }

  /// Whether no other file has it by chance: an id made here or derived from a path, or a UUID.
  var isUnique: Bool {
    let bytes = text.bytes
    return TaskID.isUUID(bytes)
      || bytes.count == TaskID.length && bytes.allSatisfy(TaskID.alphabet.contains)
  }

  /// Whether this program made it, at random or of the path of a file that had none.
  package var isOfStore: Bool { isUnique && text.bytes.count == TaskID.length }

  static let length = 16
  static let uuidLength = 36
  /// The length of the shortest prefix that is shown.
  package static let shortest = 3

  /// Crockford's base32: without i, l, o and u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  package var description: String { text.string }

  package static func < (a: TaskID, b: TaskID) -> Bool { a.text < b.text }

  /// Returns true if the id begins with `prefix`, ignoring the case of ASCII letters.
  package func hasPrefix(_ prefix: some StringProtocol) -> Bool {
    let own = text.bytes
    let asked = prefix.utf8
    return asked.count <= own.count
      && zip(own, asked).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}
