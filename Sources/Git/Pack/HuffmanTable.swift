import Platform

/// The symbols of a code by the bits they begin with (RFC 1951, 3.2.2): as many places as the longest of them has
/// room in, so that each is found by one look.
///
/// Short texts have no long codes; one that has is left to zlib.
struct HuffmanTable: ~Copyable {
  static let longest = 11
  static let mostSymbols = 320

  /// A symbol and the length of its code, as `symbol << 6 | length`: a shift by all of it is one by the length, for the
  /// machine looks at six bits.
  typealias Entry = UInt16

  // All that changes is behind pointers, so that nobody has to keep watch over who changes what.
  private let places = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << HuffmanTable.longest)
  private let mask = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  /// The entries by length, and how many there are of each.
  private let sorted = UnsafeMutablePointer<Entry>.allocate(capacity: HuffmanTable.mostSymbols)
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: 16)

  init() {
    places.initialize(repeating: 0, count: 1 << HuffmanTable.longest)
    mask.initialize(to: 0)
    sorted.initialize(repeating: 0, count: HuffmanTable.mostSymbols)
    counts.initialize(repeating: 0, count: 16)
  }

  deinit {
    places.deallocate()
    mask.deallocate()
    sorted.deallocate()
    counts.deallocate()
  }

  /// The code that was taken last, to look many symbols up; it holds until another is taken.
  struct Code {
    fileprivate let places: UnsafePointer<Entry>
    fileprivate let mask: UInt64

    /// The symbol that the lowest bits begin with.
    subscript(bits: UInt64) -> Entry { places[Int(truncatingIfNeeded: bits & mask)] }
  }

  var code: Code { Code(places: places, mask: mask.pointee) }

  /// Takes the code of some symbols, by the order of symbols; false for one that is too long or that leaves some bits
  /// without a meaning.
  func take(_ entries: UnsafePointer<Entry>, count: Int) -> Bool {
    counts.update(repeating: 0, count: 16)
    for number in 0..<count { counts[Int(entries[number] & 63)] += 1 }
    var bits = 15
    while bits > 0, counts[bits] == 0 { bits -= 1 }
    guard (1...HuffmanTable.longest).contains(bits), counts[0] == 0, isComplete(bits) else {
      return false
    }
    // Where those of each length begin; afterwards, where they end.
    var start = 0
    for length in 1...bits { (counts[length], start) = (start, start + counts[length]) }
    for number in 0..<count {
      let length = Int(entries[number] & 63)
      sorted[counts[length]] = entries[number]
      counts[length] += 1
    }
    mask.pointee = 1 << UInt64(bits) - 1
    fill(bits)
    return true
  }

  /// Whether every sequence of bits begins with the code of one symbol.
  private func isComplete(_ bits: Int) -> Bool {
    var taken = 0
    for length in 1...bits { taken += counts[length] << (bits - length) }
    return taken == 1 << bits
  }

  /// The codes of one length count upwards, their first bit the lowest; what is said of so many bits is said of one
  /// more, whichever that is.
  private func fill(_ bits: Int) {
    var code = 0
    var next = 0
    for length in 1...bits {
      let half = 1 << (length - 1)
      if next > 0 { (places + half).update(from: places, count: half) }
      while next < counts[length] {
        places[code] = sorted[next]
        next += 1
        var bit = half
        while code & bit != 0 {
          code ^= bit
          bit >>= 1
        }
        code |= bit
      }
    }
  }
}
