/// Open-addressing hash table that numbers names in the order of their first appearance. It hashes by itself,
/// as setting up the standard library's hasher costs more than hashing a short name.
struct MetTable {
  /// Slots: the upper half holds a hash, the lower half the number plus one; 0 is an empty slot.
  private var places: [UInt64]
  private var count = 0
  /// Random for each process, so that no file can be crafted to make its names collide.
  private let seed: UInt64

  /// - Parameter count: The approximate number of names, duplicates included; the table grows as needed.
  init(expecting count: Int = 32) {
    var size = 64
    while size < min(count, 2048) * 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
    var hasher = Hasher()
    hasher.combine(size)
    seed = UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// Returns the number of a name, counted from 0; a new name gets the number of names before it.
  ///
  /// - Parameter isSame: Whether `name` equals the name with this number.
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

  /// Returns true for a new text.
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

/// A set of names in a file during parsing; the case of ASCII letters is ignored.
struct MetNames {
  private var names: [ByteView] = []
  private var table: MetTable?
  private let expected: Int
  /// Up to this many names are compared one by one.
  private static let few = 16

  /// - Parameter count: The greatest number of names to reserve memory for.
  init(expecting count: Int = 0) { expected = count }

  /// Returns true for a new name.
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

/// Collects byte ranges of a text as texts, without duplicates.
struct MetPieces {
  private(set) var texts: [Text] = []
  private let bytes: ByteView
  private var table: MetTable?

  /// - Parameter count: The approximate greatest number of pieces.
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
  /// Appends the texts that the array does not contain yet, without duplicates.
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
  /// Equality ignoring the case of ASCII letters.
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
