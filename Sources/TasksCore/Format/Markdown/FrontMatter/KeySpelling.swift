/// A recognized key of front matter: the field, and the spelling used.
package struct KeySpelling: Equatable {
  package let key: FrontMatterKey
  /// The index of the spelling; 0 is ours.
  package let spelling: UInt8

  /// The field that a key names, ignoring case.
  static func named(_ key: ByteView) -> KeySpelling? {
    guard byLength.indices.contains(key.count) else { return nil }
    for (word, name) in byLength[key.count] where key.isSame(as: word) { return name }
    return nil
  }

  /// The spellings by their length in bytes, which tells most of them apart.
  private static let byLength: [[(word: StaticString, name: KeySpelling)]] = {
    var table: [[(word: StaticString, name: KeySpelling)]] = []
    for key in FrontMatterKey.all {
      for (spelling, word) in key.spellings.enumerated() {
        while table.count <= word.utf8CodeUnitCount { table.append([]) }
        let name = KeySpelling(key: key, spelling: UInt8(spelling))
        table[word.utf8CodeUnitCount].append((word, name))
      }
    }
    return table
  }()
}
