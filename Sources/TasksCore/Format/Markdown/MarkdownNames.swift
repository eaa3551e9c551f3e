/// What a key of front matter is called: the field, and which of its spellings it is.
struct MarkdownName: Equatable {
  let key: MarkdownKey
  /// From 0, which is ours.
  let spelling: UInt8
  /// The place among the spellings of all fields, from 0: no more than ``MarkdownNames/most`` of them.
  let number: UInt8
}

/// The spellings of all fields, found by what they begin and end with: a table with open places, since each key of each
/// file is looked up.
struct MarkdownNames {
  static let all = MarkdownNames()

  private struct Place {
    /// The first eight bytes and the last eight as numbers, in small letters; of a shorter name both are the whole.
    var (start, end): (UInt64, UInt64) = (0, 0)
    /// How many bytes; 0 where nothing is.
    var count = 0
    var name = MarkdownName(key: .id, spelling: 0, number: 0)
  }

  /// A number of places that many bits count: as many as the numbers that say one.
  private static var bits: Int { 7 }
  private static var size: Int { 1 &<< bits }
  /// How many spellings there may be: half the places, so that it takes few steps to an open one, and as many as a set
  /// of bits tells apart.
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

  /// The highest bits of a product, as many as number the places (Knuth, "The Art of Computer Programming", volume 3,
  /// 6.4).
  @inline(__always)
  private static func index(of start: UInt64, _ count: Int) -> Int {
    Int(((start &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(UInt64.bitWidth - bits))
  }
}

extension MarkdownName {
  fileprivate var word: StaticString { key.spellings[Int(spelling)] }
}
