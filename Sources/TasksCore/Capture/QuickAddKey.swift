/// The keys of quick-add. Any other word with a colon is text, above all a URL.
enum QuickAddKey {
  case title, deadline, scheduled, repeater, priority
  case field(PlainField)

  private init?(_ name: String) {
    switch name {
    case "title": self = .title
    case "due": self = .deadline
    case "sched": self = .scheduled
    case "every": self = .repeater
    case "pri": self = .priority
    default:
      guard let field = PlainField.typed(name) else { return nil }
      self = .field(field)
    }
  }

  /// Returns the key that a word begins with, and the value after its colon.
  static func split(_ word: InputWord) -> (key: QuickAddKey, value: InputWord)? {
    let bytes = word.bytes
    guard let colon = bytes.firstIndex(of: 0x3A),
      let key = QuickAddKey(word.part(bytes[..<colon]).text)
    else { return nil }
    return (key, word.part(bytes[(colon + 1)...]))
  }
}
