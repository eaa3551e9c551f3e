/// The front matter entry that each field of a task came from, and the entries that nothing shows.
package struct FieldSources {
  let entries: [FrontMatterEntry]
  /// For each entry, whether no field and no property shows it: maps, repeated keys, second spellings. Empty if
  /// there is none.
  private var hidden: [Bool] = []
  /// Keys that occur more than once, without duplicates; the first entry of each counts, and editing them is
  /// refused.
  private(set) var duplicates: [Text] = []
  /// For each key, the index of the entry its field was read from: the readable spelling with the highest
  /// precedence. -1 if there is none.
  private var sources: [Int]

  init(_ entries: [FrontMatterEntry]) {
    self.entries = entries
    sources = Array(repeating: -1, count: FrontMatterKey.all.count)
  }

  package func source(_ key: FrontMatterKey) -> FrontMatterEntry? {
    index(of: key).map { entries[$0] }
  }

  func index(of key: FrontMatterKey) -> Int? {
    let index = sources[key.place]
    return index < 0 ? nil : index
  }

  /// True if a field was read from this entry.
  func isSource(_ entry: FrontMatterEntry) -> Bool {
    sources.contains { $0 >= 0 && entries[$0].range == entry.range }
  }

  /// True if neither this spelling nor one of higher precedence has been read yet.
  func takes(_ key: FrontMatterKey, _ spelling: UInt8) -> Bool {
    source(key)?.field.map { spelling < $0.spelling } ?? true
  }

  mutating func setSource(of key: FrontMatterKey, to index: Int) {
    sources[key.place] = index
  }

  mutating func removeSource(of key: FrontMatterKey) { sources[key.place] = -1 }

  func isHidden(_ index: Int) -> Bool { !hidden.isEmpty && hidden[index] }

  mutating func hide(_ index: Int) {
    if hidden.isEmpty { hidden = Array(repeating: false, count: entries.count) }
    hidden[index] = true
  }

  mutating func addDuplicate(_ key: Text) { duplicates.append(key) }
}
