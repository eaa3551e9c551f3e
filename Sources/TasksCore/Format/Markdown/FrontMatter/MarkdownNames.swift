/// A recognized key of front matter: the field, and the spelling used.
struct MarkdownName: Equatable {
  let key: MarkdownKey
  /// The index of the spelling; 0 is ours.
  let spelling: UInt8
  /// The index among the spellings of all fields, less than ``MarkdownNames/most``.
  let number: UInt8
}

/// Open-addressing hash table of all spellings, compared by their first and last bytes, as each key of each
/// file is looked up.
struct MarkdownNames {
  static let all = MarkdownNames()

  private struct Place {
    /// The first and the last eight bytes in lower case, as integers; a shorter name fits into either.
    var (start, end): (UInt64, UInt64) = (0, 0)
    /// The length in bytes; 0 for an empty slot.
    var count = 0
    var name = MarkdownName(key: .id, spelling: 0, number: 0)
  }

  /// The binary logarithm of the number of slots.
  private static var bits: Int { 7 }
  private static var size: Int { 1 &<< bits }
  /// The greatest number of spellings: half the slots, so that probing ends soon, and no more than the bits of
  /// a `UInt64`.
  static var most: Int { min(size / 2, UInt64.bitWidth) }
  private var places = Array(repeating: Place(), count: size)

  private init() {
    var number: UInt8 = 0
    for key in MarkdownKey.allCases {
      for (spelling, word) in key.spellings.enumerated() {
        let name = MarkdownName(key: key, spelling: UInt8(spelling), number: number)
        word.withUTF8Buffer { ByteView.reading($0) { insert($0, name) } }
        number += 1
      }
    }
  }

  private mutating func insert(_ word: ByteView, _ name: MarkdownName) {
    let (start, end) = MarkdownNames.ends(of: word)
    var index = MarkdownNames.index(of: start, word.count)
    while places[index].count > 0 { index = (index + 1) % MarkdownNames.size }
    places[index] = Place(start: start, end: end, count: word.count, name: name)
  }

  subscript(key: ByteView) -> MarkdownName? {
    if key.isEmpty { return nil }
    let (start, end) = MarkdownNames.ends(of: key)
    var index = MarkdownNames.index(of: start, key.count)
    while places[index].count > 0 {
      let place = places[index]
      if place.start == start, place.count == key.count, place.end == end,
        key.count <= 16 || key.isSame(as: place.name.word)
      {
        return place.name
      }
      index = (index + 1) % MarkdownNames.size
    }
    return nil
  }

  @inline(__always)
  private static func ends(of key: ByteView) -> (start: UInt64, end: UInt64) {
    let start = ByteView.lowercased(key.word(at: key.startIndex))
    return (
      start, key.count > 8 ? ByteView.lowercased(key.word(at: key.endIndex - 8)) : start
    )
  }

  /// Multiplicative hashing: the highest bits of the product (Knuth, "The Art of Computer Programming", volume
  /// 3, 6.4).
  @inline(__always)
  private static func index(of start: UInt64, _ count: Int) -> Int {
    Int(((start &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(UInt64.bitWidth - bits))
  }
}

extension MarkdownName {
  fileprivate var word: StaticString { key.spellings[Int(spelling)] }
}
