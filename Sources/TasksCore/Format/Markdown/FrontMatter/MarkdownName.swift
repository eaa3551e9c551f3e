/// A recognized key of front matter: the field, and the spelling used.
struct MarkdownName: Equatable {
  let key: MarkdownKey
  /// The index of the spelling; 0 is ours.
  let spelling: UInt8

  /// The field that a key names, ignoring case.
  static func named(_ key: ByteView) -> MarkdownName? {
    all.first { $0.count == key.count && key.isSame(as: $0.word) }?.name
  }

  /// The length of each spelling, which tells most of them apart, beside it.
  private static let all: [(count: Int, word: StaticString, name: MarkdownName)] = {
    MarkdownKey.all.flatMap { key in
      key.spellings.enumerated().map { spelling, word in
        (word.utf8CodeUnitCount, word, MarkdownName(key: key, spelling: UInt8(spelling)))
      }
    }
  }()
}
