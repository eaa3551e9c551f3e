/// A byte range in half the memory of `Range<Int>`. Files are limited to 8 MiB, so that 32 bits suffice.
struct ByteSpan {
  private let start, end: UInt32

  init(_ range: Range<Int>) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  var range: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }
}
