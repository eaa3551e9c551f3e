/// Which entry of the front matter each field of a task came from, and what is passed over.
struct MarkdownFields {
  let entries: [FrontMatterEntry]
  /// What no field and no property shows, entry by entry: maps, repeated keys, second spellings. Empty while there is
  /// no such entry.
  private var hidden: [Bool] = []
  /// Keys that stand more than once, each once; the first one counts, and none of them is edited.
  private(set) var duplicates: [Text] = []
  /// By the key's number, the entry that counts for the field: the first of its spellings that can be read; -1 for none.
  private var sources: [Int]

  init(_ entries: [FrontMatterEntry]) {
    self.entries = entries
    sources = Array(repeating: -1, count: MarkdownKey.count)
  }

  func source(_ key: MarkdownKey) -> FrontMatterEntry? { index(of: key).map { entries[$0] } }

  func index(of key: MarkdownKey) -> Int? {
    let index = sources[key.rawValue]
    return index < 0 ? nil : index
  }

  /// Whether a field was read from the entry that begins there.
  func isSource(_ entry: FrontMatterEntry) -> Bool {
    sources.contains { $0 >= 0 && entries[$0].range == entry.range }
  }

  /// Whether nothing was read yet from a spelling that comes before this one, or from this one.
  func takes(_ key: MarkdownKey, _ spelling: UInt8) -> Bool {
    source(key)?.field.map { spelling < $0.spelling } ?? true
  }

  mutating func setSource(of key: MarkdownKey, to index: Int) {
    sources[key.rawValue] = index
  }

  mutating func removeSource(of key: MarkdownKey) { sources[key.rawValue] = -1 }

  func isHidden(_ index: Int) -> Bool { !hidden.isEmpty && hidden[index] }

  mutating func hide(_ index: Int) {
    if hidden.isEmpty { hidden = Array(repeating: false, count: entries.count) }
    hidden[index] = true
  }

  mutating func addDuplicate(_ key: Text) { duplicates.append(key) }
}
