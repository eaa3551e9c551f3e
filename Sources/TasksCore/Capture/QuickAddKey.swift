/// The keys of quick-add. Any other word with a colon is text, above all a URL.
enum QuickAddKey {
  case title, list, deadline, scheduled, reminders, repeater, effort, parent, blockers, place
  case priority, rank

  private init?(_ name: String) {
    switch name {
    case "title": self = .title
    case "list", "project": self = .list
    case "due": self = .deadline
    case "sched": self = .scheduled
    case "remind": self = .reminders
    case "every": self = .repeater
    case "effort": self = .effort
    case "parent": self = .parent
    case "depends": self = .blockers
    case "at": self = .place
    case "pri": self = .priority
    case "rank": self = .rank
    default: return nil
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
