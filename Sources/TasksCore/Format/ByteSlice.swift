/// A stretch of bytes whose places are those of the file it was cut from: what the readers walk. A piece of an
/// array, or a ``ByteView``.
protocol ByteSlice: RandomAccessCollection
where Element == UInt8, Index == Int, SubSequence == Self, Indices == Range<Int> {
  /// Where the byte stands first at or behind a place, or the end.
  func place(of byte: UInt8, from position: Int) -> Int
  /// Where a sign stands first, at or behind a place, that may end a plain scalar of YAML, or the end.
  func endOfPlainText(from position: Int, inFlow: Bool) -> Int
}

extension ArraySlice: ByteSlice where Element == UInt8 {
  func place(of byte: UInt8, from position: Int) -> Int {
    self[position...].firstIndex(of: byte) ?? endIndex
  }

  func endOfPlainText(from position: Int, inFlow: Bool) -> Int {
    self[position...].firstIndex { YAMLScalar.mayEndPlain($0, inFlow: inFlow) } ?? endIndex
  }
}

/// The bytes of a file while it is read: it owns nothing, so that cutting pieces from it costs nothing. It must
/// not outlive the call of ``Swift/Array/withView(_:)`` that gave it. No document can keep one: it is not
/// `Sendable`, and documents are.
struct ByteView: ByteSlice {
  private let base: UnsafePointer<UInt8>
  let startIndex: Int
  let endIndex: Int

  private init(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
    self.base = base
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  /// Reads bytes that something else keeps for as long as the call lasts.
  static func reading<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ read: (ByteView) -> Result
  ) -> Result {
    guard let base = bytes.baseAddress else {
      return withUnsafePointer(to: 0) { read(ByteView($0, 0..<0)) }
    }
    return read(ByteView(base, 0..<bytes.count))
  }

  var indices: Range<Int> { startIndex..<endIndex }
  var count: Int { endIndex - startIndex }
  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { index - 1 }

  subscript(position: Int) -> UInt8 {
    precondition(position >= startIndex && position < endIndex)
    return base[position]
  }

  subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= startIndex && range.upperBound <= endIndex)
    return ByteView(base, range)
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: base + startIndex, count: count))
  }

  /// Sixteen bytes at a time.
  func place(of byte: UInt8, from start: Int) -> Int {
    precondition(start >= startIndex && start <= endIndex)
    let pattern = SIMD16(repeating: byte)
    var position = start
    while endIndex - position >= 16 {
      let found = ByteView.places(where: sixteen(at: position) .== pattern)
      if found.x | found.y != 0 { return position + ByteView.first(of: found) }
      position += 16
    }
    while position < endIndex, base[position] != byte { position += 1 }
    return position
  }

  /// So many must be left there.
  @inline(__always)
  func sixteen(at position: Int) -> SIMD16<UInt8> {
    assert(position >= startIndex && endIndex - position >= 16)
    return UnsafeRawPointer(base + position).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// A byte of ones for each of sixteen where something is so.
  @inline(__always)
  static func places(where mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// The first of the bytes that are not zero.
  @inline(__always)
  static func first(of bytes: SIMD2<UInt64>) -> Int {
    let (half, skipped) = bytes.x != 0 ? (bytes.x, 0) : (bytes.y, 8)
    return skipped + UInt64(littleEndian: half).trailingZeroBitCount / 8
  }

  /// Eight bytes, or what is left of them with zeros behind.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    precondition(position >= startIndex && position <= endIndex)
    if endIndex - position < 8 { return lastWord(at: position) }
    return UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
  }

  private func lastWord(at position: Int) -> UInt64 {
    let count = endIndex - position
    if count >= 4 {
      // Where the halves overlap they say the same.
      let bytes = UnsafeRawPointer(base)
      let low = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      let high = bytes.loadUnaligned(fromByteOffset: endIndex - 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: low))
        | UInt64(UInt32(littleEndian: high)) << UInt64(8 * count - 32)
    }
    if count == 0 { return 0 }
    let middle = UInt64(base[position + count / 2]) << UInt64(count / 2 * 8)
    return UInt64(base[position]) | middle | UInt64(base[endIndex - 1]) << UInt64(count * 8 - 8)
  }
}

extension [UInt8] {
  /// Reads the bytes in place.
  func withView<Result>(_ read: (ByteView) -> Result) -> Result {
    withUnsafeBufferPointer { ByteView.reading($0, read) }
  }

  /// Adds the bytes in one go.
  mutating func append(contentsOf view: ByteView) {
    view.withContiguousStorageIfAvailable { append(contentsOf: $0) }
  }
}

extension ByteSlice {
  func dropFirst(_ count: Int = 1) -> Self { self[Swift.min(startIndex + count, endIndex)...] }

  /// How often a byte stands in it.
  func count(of byte: UInt8) -> Int {
    var count = 0
    for own in self where own == byte { count += 1 }
    return count
  }

  /// The number that two digits say.
  @inline(__always)
  func twoDigits(at place: Int) -> Int? {
    let (tens, ones) = (self[place] &- 0x30, self[place + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// True for a NUL, a line feed or any other control character but the tab (U+0000–U+001F, U+007F–U+009F).
  var hasControlCharacters: Bool {
    var previous: UInt8 = 0
    for byte in self {
      if byte < 0x20 && byte != 0x09 || byte == 0x7F || previous == 0xC2 && byte & 0xE0 == 0x80 {
        return true
      }
      previous = byte
    }
    return false
  }

  /// Nothing but blanks, and carriage returns of a line's end.
  var isBlankLine: Bool {
    for position in indices {
      let byte = self[position]
      if !byte.isBlank, byte != 0x0D { return false }
    }
    return true
  }

  /// Where the first line starts, at or behind a place that a line starts at, that is not blank; or the end.
  func endOfBlankLines(from start: Int) -> Int {
    var start = start
    for position in start..<endIndex {
      let byte = self[position]
      if byte == 0x0A {
        start = position + 1
      } else if !byte.isBlank, byte != 0x0D {
        return start
      }
    }
    return endIndex
  }

  /// What is left without the blank lines around it; the last line keeps the blanks at its end.
  var withoutBlankLines: Range<Int> {
    let start = endOfBlankLines(from: startIndex)
    var end = endIndex
    while end > start, self[end - 1].isBlank || self[end - 1] == 0x0A || self[end - 1] == 0x0D {
      end -= 1
    }
    return start..<(line(at: end)?.content.upperBound ?? end)
  }

  var trimmingBlanks: Self { trimmingLeadingBlanks.trimmingTrailingBlanks }

  var trimmingLeadingBlanks: Self { self[endOfBlanks...] }

  var trimmingTrailingBlanks: Self {
    var end = endIndex
    while end > startIndex, self[end - 1].isBlank { end -= 1 }
    return self[..<end]
  }

  /// Where the first byte stands that is no blank, or the end.
  var endOfBlanks: Int {
    var end = startIndex
    while end < endIndex, self[end].isBlank { end += 1 }
    return end
  }

  /// Where the first blank stands, or the end.
  var endOfWord: Int {
    var end = startIndex
    while end < endIndex, !self[end].isBlank { end += 1 }
    return end
  }

  /// How many blanks it begins with.
  var indent: Int { endOfBlanks - startIndex }

  func isSame(as other: some ByteSlice) -> Bool {
    guard count == other.count else { return false }
    let distance = other.startIndex - startIndex
    for position in indices where self[position] != other[position + distance] { return false }
    return true
  }

  /// Equal to an ASCII word, capitals and small letters alike.
  func isSame(as word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && hasPrefixIgnoringCase(word)
  }

  @inline(__always)
  func hasPrefixIgnoringCase(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    let letters = word.utf8Start
    for offset in 0..<length
    where self[startIndex + offset].lowercasedASCII != letters[offset].lowercasedASCII {
      return false
    }
    return true
  }

  @inline(__always)
  func hasPrefix(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    let letters = word.utf8Start
    for offset in 0..<length where self[startIndex + offset] != letters[offset] { return false }
    return true
  }

  @inline(__always)
  func hasSuffix(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount && suffix(word.utf8CodeUnitCount).hasPrefix(word)
  }
}
