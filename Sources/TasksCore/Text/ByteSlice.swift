/// A slice of bytes with the offsets of the file it was cut from: an `ArraySlice` or a ``ByteView``. All
/// readers work on it.
package protocol ByteSlice: RandomAccessCollection
where Element == UInt8, Index == Int, SubSequence == Self, Indices == Range<Int> {
  /// The offset of the first `byte` at or after `position`, or `endIndex`.
  func place(of byte: UInt8, from position: Int) -> Int
}

extension Collection<UInt8> {
  /// The length of the byte order mark with which programs of Windows begin a file; 0 without one.
  package var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension ArraySlice: ByteSlice where Element == UInt8 {
  package func place(of byte: UInt8, from position: Int) -> Int {
    self[position...].firstIndex(of: byte) ?? endIndex
  }
}

/// Unowned view of a file's bytes during parsing; slicing it costs nothing. It must not outlive the call of
/// ``Swift/Array/withView(_:)`` that provided it. It is not `Sendable`, so that no document can store one:
/// documents are.
package struct ByteView: ByteSlice {
  private let base: UnsafePointer<UInt8>
  package let startIndex: Int
  package let endIndex: Int

  private init(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
    self.base = base
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  /// Reads bytes that the caller keeps alive for the duration of the call.
  static func reading<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ read: (ByteView) -> Result
  ) -> Result {
    guard let base = bytes.baseAddress else {
      return withUnsafePointer(to: 0) { read(ByteView($0, 0..<0)) }
    }
    return read(ByteView(base, 0..<bytes.count))
  }

  package var indices: Range<Int> { startIndex..<endIndex }
  package var count: Int { endIndex - startIndex }
  package func index(after index: Int) -> Int { index + 1 }
  package func index(before index: Int) -> Int { index - 1 }

  package subscript(position: Int) -> UInt8 {
    precondition(position >= startIndex && position < endIndex)
    return base[position]
  }

  package subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= startIndex && range.upperBound <= endIndex)
    return ByteView(base, range)
  }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: base + startIndex, count: count))
  }

  /// Compares sixteen bytes at a time.
  package func place(of byte: UInt8, from start: Int) -> Int {
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

  /// Loads sixteen bytes; at least as many must remain at `position`.
  @inline(__always)
  func sixteen(at position: Int) -> SIMD16<UInt8> {
    assert(position >= startIndex && endIndex - position >= 16)
    return UnsafeRawPointer(base + position).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// The mask as bytes: 0xFF for each lane that is true, else 0.
  @inline(__always)
  static func places(where mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// The index (0–15) of the first nonzero byte; at least one must be nonzero.
  @inline(__always)
  static func first(of bytes: SIMD2<UInt64>) -> Int {
    let (half, skipped) = bytes.x != 0 ? (bytes.x, 0) : (bytes.y, 8)
    return skipped + UInt64(littleEndian: half).trailingZeroBitCount / 8
  }
}

extension [UInt8] {
  /// Calls `read` with a view of the bytes, without a copy.
  package func withView<Result>(_ read: (ByteView) -> Result) -> Result {
    withUnsafeBufferPointer { ByteView.reading($0, read) }
  }

  mutating func append(contentsOf view: ByteView) {
    view.withContiguousStorageIfAvailable { append(contentsOf: $0) }
  }
}

extension ByteSlice {
  package func dropFirst(_ count: Int = 1) -> Self {
    self[Swift.min(startIndex + count, endIndex)...]
  }

  /// The value of one to nine digits; nil for anything else.
  package var wholeNumber: Int? {
    guard (1...9).contains(count) else { return nil }
    var value = 0
    for digit in self {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit & 0x0F)
    }
    return value
  }

  /// The number of times `byte` occurs.
  func count(of byte: UInt8) -> Int {
    var count = 0
    for own in self where own == byte { count += 1 }
    return count
  }

  /// The value of the two ASCII digits at an offset; nil if either byte is not a digit. At least two bytes must
  /// remain.
  @inline(__always)
  package func twoDigits(at place: Int) -> Int? {
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

  /// True for whitespace only; the carriage return of a line end counts as whitespace.
  package var isBlankLine: Bool {
    for position in indices {
      let byte = self[position]
      if !byte.isBlank, byte != 0x0D { return false }
    }
    return true
  }

  /// The start of the first line at or after `start` that is not blank, or `endIndex`. `start` must be the
  /// start of a line.
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

  /// The range without the blank lines at both ends; the last line keeps its trailing whitespace.
  package var withoutBlankLines: Range<Int> {
    let start = endOfBlankLines(from: startIndex)
    var end = endIndex
    while end > start, self[end - 1].isBlank || self[end - 1] == 0x0A || self[end - 1] == 0x0D {
      end -= 1
    }
    return start..<(line(at: end)?.content.upperBound ?? end)
  }

  package var trimmingBlanks: Self { trimmingLeadingBlanks.trimmingTrailingBlanks }

  package var trimmingLeadingBlanks: Self { self[endOfBlanks...] }

  var trimmingTrailingBlanks: Self {
    var end = endIndex
    while end > startIndex, self[end - 1].isBlank { end -= 1 }
    return self[..<end]
  }

  /// The offset of the first byte that is not a blank, or `endIndex`.
  var endOfBlanks: Int {
    var end = startIndex
    while end < endIndex, self[end].isBlank { end += 1 }
    return end
  }

  /// The offset of the first blank, or `endIndex`.
  var endOfWord: Int {
    var end = startIndex
    while end < endIndex, !self[end].isBlank { end += 1 }
    return end
  }

  /// The number of leading blanks, in bytes.
  var indent: Int { endOfBlanks - startIndex }

  func isSame(as other: some ByteSlice) -> Bool {
    guard count == other.count else { return false }
    let distance = other.startIndex - startIndex
    for position in indices where self[position] != other[position + distance] { return false }
    return true
  }

  /// Equality ignoring the case of ASCII letters.
  package func isSameName(as other: some ByteSlice) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// A key that is equal for names that ``isSameName(as:)`` treats as equal.
  var foldedName: [UInt8] { map(\.lowercasedASCII) }

  /// Equality with an ASCII word, ignoring case.
  package func isSame(as word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && hasPrefixIgnoringCase(word)
  }

  @inline(__always)
  package func hasPrefixIgnoringCase(_ word: StaticString) -> Bool {
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
  package func hasPrefix(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    let letters = word.utf8Start
    for offset in 0..<length where self[startIndex + offset] != letters[offset] { return false }
    return true
  }

  @inline(__always)
  package func hasSuffix(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount && suffix(word.utf8CodeUnitCount).hasPrefix(word)
  }
}
