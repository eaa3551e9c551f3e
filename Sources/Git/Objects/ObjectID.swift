import Clibgit2
import Platform

/// The name of a git object: a SHA-1 of 20 bytes, or a SHA-256 of 32 in a repository of that format.
///
/// Ids of one format compare and sort as their hexadecimal text does.
package struct ObjectID: Hashable, Sendable, BitwiseCopyable, Comparable, CustomStringConvertible {
  // Big-endian words: comparing them compares the bytes. A SHA-1 is padded with zeros; a SHA-256 that ends with 12
  // zero bytes would be taken for a SHA-1, which is as improbable as a collision.
  private var high: UInt64
  private var middle: UInt64
  private var low: UInt64
  private var last: UInt64

  /// The null id, which names no object.
  package static let zero = ObjectID()

  private init() { (high, middle, low, last) = (0, 0, 0, 0) }

  package var format: ObjectFormat {
    last == 0 && UInt32(truncatingIfNeeded: low) == 0 ? .sha1 : .sha256
  }

  /// Reads 40 or 64 hexadecimal digits, in either case; nil for anything else.
  package init?(hex: String) { self.init(hex: hex.utf8) }

  package init?(hex digits: some Sequence<UInt8>) {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var count = 0
    for byte in digits {
      guard count < 64, let digit = Self.value(ofDigit: byte) else { return nil }
      switch count {
      case ..<16: words.0 = words.0 << 4 | digit
      case ..<32: words.1 = words.1 << 4 | digit
      case ..<48: words.2 = words.2 << 4 | digit
      default: words.3 = words.3 << 4 | digit
      }
      count += 1
    }
    guard count == 40 || count == 64 else { return nil }
    (high, middle, low, last) = words
    if count == 40 { low <<= 32 }
  }

  /// Reads 20 bytes at `offset`; the caller ensures that there are as many.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    low = UInt64(bytes.word(at: offset + 16)) << 32
    last = 0
  }

  /// Reads as many bytes at `offset` as an id of this format has; the caller ensures that there are as many.
  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ format: ObjectFormat) {
    self.init(bytes, at: offset)
    guard format == .sha256 else { return }
    low |= UInt64(bytes.word(at: offset + 20))
    last = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
  }

  package init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid) { ObjectID($0) }
  }

  /// Computes the id of a blob with this content; nothing is written.
  package static func ofBlob(_ content: [UInt8], _ format: ObjectFormat) -> ObjectID {
    of(content, .blob, format)
  }

  static func of(_ content: [UInt8], _ kind: ObjectKind, _ format: ObjectFormat) -> ObjectID {
    let header = kind.header(size: content.count)
    return content.withUnsafeBytes { content in
      format.digest(content, after: header).withUnsafeBytes { ObjectID($0, at: 0, format) }
    }
  }

  /// The 20 or 32 bytes.
  package var bytes: [UInt8] {
    let words = (high.bigEndian, middle.bigEndian, low.bigEndian, last.bigEndian)
    return withUnsafeBytes(of: words) { Array($0.prefix(format.size)) }
  }

  /// The id for libgit2, which supports SHA-1 only.
  var oid: git_oid {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid) {
      $0.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      $0.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      $0.storeBytes(of: UInt32(low >> 32).bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return oid
  }

  /// 40 or 64 lower-case hexadecimal digits.
  package var hex: String {
    let words = (high.bigEndian, middle.bigEndian, low.bigEndian, last.bigEndian)
    let count = format.size
    return withUnsafeBytes(of: words) { bytes in
      String(unsafeUninitializedCapacity: 2 * count) { text in
        for place in 0..<count {
          text[2 * place] = Self.digit(bytes[place] >> 4)
          text[2 * place + 1] = Self.digit(bytes[place] & 15)
        }
        return 2 * count
      }
    }
  }

  /// The folder and the name of the object's loose file (gitformat-loose(5)).
  package var looseName: (folder: String, name: String) {
    let hex = hex.utf8
    return (
      String(decoding: hex.prefix(2), as: UTF8.self),
      String(decoding: hex.dropFirst(2), as: UTF8.self)
    )
  }

  package var description: String { hex }

  package static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low, left.last) < (
      right.high, right.middle, right.low, right.last
    )
  }

  /// Hashes a part of the id, which is uniformly distributed.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(middle)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
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

/// The hash function that names the objects of a repository (git-init(1), `--object-format`).
package enum ObjectFormat: String, Hashable, Sendable {
  case sha1
  case sha256

  var size: Int { self == .sha1 ? 20 : 32 }

  /// The null id in hexadecimal digits, all zeros, which git uses for "no object".
  var nothing: String { String(repeating: "0", count: 2 * size) }

  /// Computes the digest of `head` followed by `body`.
  func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    self == .sha1 ? SHA1.digest(body, after: head) : SHA256.digest(body, after: head)
  }
}

/// The type of an object, by its number in pack files (gitformat-pack(5)).
package enum ObjectKind: UInt8 {
  case commit = 1
  case tree, blob, tag

  var word: String { self == .blob ? "file" : name }

  /// Returns the header that git hashes and stores before the content of an object.
  func header(size: Int) -> [UInt8] { Array("\(name) \(size)\0".utf8) }

  var name: String {
    switch self {
    case .commit: "commit"
    case .tree: "tree"
    case .blob: "blob"
    case .tag: "tag"
    }
  }
}
