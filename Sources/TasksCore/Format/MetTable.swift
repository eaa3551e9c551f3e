/// Which of many names have been met, numbered in the order in which they came: a table with open places, filled
/// by a hash of its own. Setting up the standard library's for each name costs more than a short name is worth.
struct MetTable {
  /// A hash in the high half and a number, counted from 1, in the low one; 0 where nothing is.
  private var places: [UInt64]
  private var count = 0
  /// Another one for each run of the program, so that no file can be made to fill one place with its names.
  private let seed: UInt64

  /// - Parameter count: About so many names: many may be the same, and room for them is made when it is needed.
  init(expecting count: Int = 32) {
    var size = 64
    while size < min(count, 2048) * 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
    var hasher = Hasher()
    hasher.combine(size)
    seed = UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// The number of a name, from 0, which is the count of those before it when it is new.
  ///
  /// - Parameter isSame: Whether the name is the one that got this number.
  mutating func insert(
    _ name: ByteView, folded: Bool, isSame: (Int) -> Bool
  ) -> (number: Int, isNew: Bool) {
    if count * 2 >= places.count { grow() }
    let hash = name.hash(from: seed, folded: folded) & 0xFFFF_FFFF_0000_0000
    var place = MetTable.place(of: hash, in: places.count)
    while places[place] != 0 {
      let number = Int(places[place] & 0xFFFF_FFFF) - 1
      if places[place] & 0xFFFF_FFFF_0000_0000 == hash, isSame(number) { return (number, false) }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = hash | UInt64(count + 1)
    count += 1
    return (count - 1, true)
  }

  /// True for a text that is new.
  @discardableResult
  mutating func insert(_ text: Text, isSame: (Int) -> Bool) -> Bool {
    text.withUTF8 { bytes in
      ByteView.reading(bytes) { insert($0, folded: false, isSame: isSame).isNew }
    }
  }

  private static func place(of hash: UInt64, in size: Int) -> Int { Int(hash >> 32) & (size - 1) }

  private mutating func grow() {
    var grown: [UInt64] = Array(repeating: 0, count: places.count * 4)
    for entry in places where entry != 0 {
      var place = MetTable.place(of: entry, in: grown.count)
      while grown[place] != 0 { place = (place + 1) & (grown.count - 1) }
      grown[place] = entry
    }
    places = grown
  }
}

/// Names in a file that is being read, told apart without regard to the case of ASCII letters.
struct MetNames {
  private var names: [ByteView] = []
  private var table: MetTable?
  private let expected: Int
  /// Up to so many are compared one by one.
  private static let few = 16

  /// - Parameter count: At most about so many: what is kept need not grow then.
  init(expecting count: Int = 0) { expected = count }

  /// True for a name that has not been met before.
  mutating func insert(_ name: ByteView) -> Bool {
    guard table != nil || names.count >= MetNames.few else {
      if names.contains(where: { $0.isSameName(as: name) }) { return false }
      names.append(name)
      return true
    }
    if table == nil {
      var filled = MetTable(expecting: expected)
      names.reserveCapacity(expected)
      for name in names { _ = filled.insert(name, folded: true) { _ in false } }
      table = filled
    }
    let isNew = table?.insert(name, folded: true) { names[$0].isSameName(as: name) }.isNew
    if isNew == true { names.append(name) }
    return isNew == true
  }
}

/// Takes pieces of a text, those that are alike once.
struct MetPieces {
  private(set) var texts: [Text] = []
  private let bytes: ByteView
  private var table: MetTable?

  /// - Parameter count: At most about so many pieces.
  init(of bytes: ByteView, expecting count: Int) {
    self.bytes = bytes
    if count > 16 { table = MetTable(expecting: count) }
    texts.reserveCapacity(min(count, 16))
  }

  mutating func append(_ range: Range<Int>) {
    let piece = bytes[range]
    let isNew =
      table?.insert(piece, folded: false) { texts[$0].isSame(as: piece) }.isNew
      ?? !texts.contains { $0.isSame(as: piece) }
    if isNew { texts.append(Text(bytes: piece)) }
  }
}

extension [Text] {
  /// Adds those that are not among them yet.
  mutating func append(new texts: some Collection<Text>) {
    if texts.isEmpty { return }
    guard count + texts.count > 16 else {
      for text in texts where !contains(text) { append(text) }
      return
    }
    reserveCapacity(count + texts.count)
    var table = MetTable(expecting: count + texts.count)
    for text in self { table.insert(text) { _ in false } }
    for text in texts where table.insert(text, isSame: { self[$0] == text }) { append(text) }
  }
}

extension ByteSlice {
  /// Equal but for the case of ASCII letters.
  func isSameName(as other: some ByteSlice) -> Bool {
    guard count == other.count else { return false }
    let distance = other.startIndex - startIndex
    for position in indices
    where self[position].lowercasedASCII != other[position + distance].lowercasedASCII {
      return false
    }
    return true
  }
}
