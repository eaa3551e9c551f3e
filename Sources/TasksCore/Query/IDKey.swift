/// The first 16 bytes of an id, its ASCII letters made small, as two numbers that sort like the bytes: the
/// ids made here are no longer, so that they are compared without looking at a text.
public struct IDKey: BitwiseCopyable, Hashable, Sendable {
  static let width = 16

  private let high: UInt64
  private let low: UInt64
  /// Of the whole id, in bytes.
  let count: UInt32

  var length: Int { Int(count) }

  public init(_ id: TaskID) {
    (high, low, count) = id.text.withUTF8 { bytes in
      (IDKey.word(bytes, from: 0), IDKey.word(bytes, from: 8), UInt32(bytes.count))
    }
  }

  /// Eight bytes, zeros where there are none.
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var word: UInt64 = 0
    for position in start..<start + 8 {
      let byte = position < bytes.count ? bytes[position].lowercasedASCII : 0
      word = word << 8 | UInt64(byte)
    }
    return word
  }

  /// What follows the first 16 bytes of an id.
  static func rest(_ id: TaskID) -> [UInt8] {
    id.text.withUTF8 { $0.dropFirst(width).map(\.lowercasedASCII) }
  }

  public func isBefore(_ other: IDKey) -> Bool {
    high != other.high ? high < other.high : low < other.low
  }

  /// The same as far as the key goes.
  func isAlike(_ other: IDKey) -> Bool { high == other.high && low == other.low }

  /// How many bytes both ids begin with, at most 16.
  func commonLength(_ other: IDKey) -> Int {
    let limit = min(length, other.length, IDKey.width)
    if high != other.high { return min(limit, (high ^ other.high).leadingZeroBitCount / 8) }
    if low != other.low { return min(limit, 8 + (low ^ other.low).leadingZeroBitCount / 8) }
    return limit
  }
}
