import Clibgit2

/// The name of a git object: a SHA-1 of 20 bytes.
///
/// Ids compare and sort as their hexadecimal text does.
public struct ObjectID: Hashable, Sendable, BitwiseCopyable, Comparable, CustomStringConvertible {
  // Big-endian words: comparing them is comparing the bytes.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Reads 40 hexadecimal digits, in either case; nil for anything else.
  public init?(hex: String) { self.init(hex: hex.utf8) }

  init?(hex digits: some Sequence<UInt8>) {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var count = 0
    for byte in digits {
      guard count < 40, let digit = Self.value(ofDigit: byte) else { return nil }
      switch count {
      case ..<16: words.0 = words.0 << 4 | digit
      case ..<32: words.1 = words.1 << 4 | digit
      default: words.2 = words.2 << 4 | digit
      }
      count += 1
    }
    guard count == 40 else { return nil }
    high = words.0
    middle = words.1
    low = UInt32(words.2)
  }

  /// Reads 40 hexadecimal digits at `offset`; the caller has made sure that there are as many bytes.
  init?(hex bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.init(hex: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + 40)]))
  }

  /// Reads 20 bytes at `offset`; the caller has made sure that they are there.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid) { ObjectID($0) }
  }

  /// The id that git gives a file of this content; nothing is written.
  public static func ofBlob(_ content: [UInt8]) -> ObjectID {
    let header = Array("blob \(content.count)\0".utf8)
    return content.withUnsafeBytes { content in
      SHA1.digest(content, after: header).withUnsafeBytes { ObjectID($0) }
    }
  }

  var firstByte: Int { Int(high >> 56) }

  /// The 20 bytes.
  var bytes: [UInt8] {
    var oid = oid
    return withUnsafeBytes(of: &oid) { Array($0) }
  }

  /// The id as libgit2 takes it.
  var oid: git_oid {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid) {
      $0.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      $0.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      $0.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return oid
  }

  /// 40 lower-case hexadecimal digits.
  public var hex: String {
    Self.digits(high, 16) + Self.digits(middle, 16) + Self.digits(UInt64(low), 8)
  }

  public var description: String { hex }

  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }

  private static func digits(_ word: UInt64, _ count: Int) -> String {
    let text = String(word, radix: 16)
    return String(repeating: "0", count: count - text.utf8.count) + text
  }

  private static func value(ofDigit byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
