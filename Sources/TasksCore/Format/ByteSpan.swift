/// Where a piece of a file stands, in half the room of a range: no file that is read has more places than these numbers.
struct ByteSpan {
  private let start, end: UInt32

  init(_ range: Range<Int>) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  var range: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }
}
