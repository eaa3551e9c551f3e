/// The tags and dates in the first line of a Markdown entry: `#tag` and `📅 2026-11-27` as Obsidian and its plugin Tasks
/// have them, and `due:2026-11-27` and `sched:2026-11-27` as in quick-add. A date is written in full: another word for it
/// would change its meaning until the entry is taken in.
struct InlineFields {
  private(set) var tags: [Text] = []
  private(set) var deadline: Timestamp?
  private(set) var scheduled: Timestamp?
  /// The other words; nil if no word is left.
  private(set) var title: Text?

  /// What stands before a date, with or without a blank between them.
  private static let signs: [(sign: [UInt8], isDeadline: Bool)] = [
    (Array("due:".utf8), true), (Array("📅".utf8), true), (Array("sched:".utf8), false),
    (Array("⏳".utf8), false),
  ]

  init(in line: Text) {
    let words = line.bytes.split { $0.isBlank }
    var rest: [ArraySlice<UInt8>] = []
    var place = 0
    while place < words.count {
      let next = place + 1 < words.count ? words[place + 1] : nil
      if let count = read(words[place], next) {
        place += count
      } else {
        rest.append(words[place])
        place += 1
      }
    }
    if rest.count == words.count {
      title = line
    } else if !rest.isEmpty {
      title = Text(bytes: Array(rest.joined(separator: [0x20])))
    }
  }

  /// Returns how many words are a tag or a date; nil for a word of the title. Of two dates of a kind the first counts.
  private mutating func read(_ word: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>?) -> Int? {
    if word.first == 0x23, let tag = InlineFields.tag(word.dropFirst()) {
      if !tags.contains(tag) { tags.append(tag) }
      return 1
    }
    for (sign, isDeadline) in InlineFields.signs where word.starts(with: sign) {
      let value = word.dropFirst(sign.count)
      let isAlone = value.isEmpty && sign.last != 0x3A
      guard let date = Timestamp(iso: isAlone ? next ?? [] : value),
        (isDeadline ? deadline : scheduled) == nil
      else { return nil }
      if isDeadline { deadline = date } else { scheduled = date }
      return isAlone ? 2 : 1
    }
    return nil
  }

  /// A tag has a letter, so that `#42` is none.
  private static func tag(_ name: ArraySlice<UInt8>) -> Text? {
    let tag = Text(bytes: name)
    let scalars = tag.string.unicodeScalars
    guard scalars.allSatisfy(\.isTagCharacter),
      scalars.contains(where: { $0.properties.isAlphabetic }),
      !name.contains(0x23)
    else { return nil }
    return tag
  }
}
