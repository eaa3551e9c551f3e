/// A name in a file that is being read, to look it up without regard to the case of ASCII letters.
struct FoldedName<Bytes: ByteSlice>: Hashable {
  private let name: Bytes

  init(_ name: Bytes) { self.name = name }

  static func == (a: FoldedName, b: FoldedName) -> Bool { a.name.isSameName(as: b.name) }

  func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for position in name.indices {
      word = word << 8 | UInt64(name[position].lowercasedASCII)
      count += 1
      if count % 8 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
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
