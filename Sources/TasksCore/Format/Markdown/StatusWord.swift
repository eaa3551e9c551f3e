/// The words that programs use for where a task stands, and the keywords they mean.
///
/// A file keeps to the words it uses: each family has one for each keyword, and the capitals of the word that
/// stands there are those of the next one too.
struct StatusWord {
  enum Family {
    /// `todo`, `next`, `waiting`, `done`, `canceled`: ours.
    case plain
    /// `open`, `in-progress`, `done`: Obsidian TaskNotes.
    case notes
    /// `To Do`, `In Progress`, `Done`: Backlog.md.
    case board
    /// `pending`, `active`, `paused`, `resolved`: dstask.
    case queue

    /// For TODO, NEXT, WAIT, DONE and CANCELED.
    var words: [String] {
      switch self {
      case .plain: ["todo", "next", "waiting", "done", "canceled"]
      case .notes: ["open", "in-progress", "waiting", "done", "canceled"]
      case .board: ["to do", "in progress", "waiting", "done", "canceled"]
      case .queue: ["pending", "active", "paused", "resolved", "canceled"]
      }
    }
  }

  private static let keywords = ["TODO", "NEXT", "WAIT", "DONE", "CANCELED"]

  /// The state a word stands for: a keyword of the workflow in any capitals, one of the words known here, or a
  /// state of its own, which is not a finished one.
  static func state(of word: Text, workflow: Workflow) -> State {
    word.withBytes { workflow.state(named: $0) } ?? state(ofOther: word, workflow: workflow)
  }

  /// The state that an entry says; nil where it is no text of one line.
  static func state(
    of entry: FrontMatterEntry, in bytes: ByteView, workflow: Workflow
  ) -> State? {
    entry.reading(bytes) { workflow.state(named: $0) }
      ?? entry.line(in: bytes).map { state(ofOther: $0, workflow: workflow) }
  }

  private static func state(ofOther word: Text, workflow: Workflow) -> State {
    guard let (index, _) = meaning(of: word) else { return State(word, isDone: false) }
    let keyword = Text(keywords[index])
    return workflow[keyword]?.state ?? State(keyword, isDone: index >= 3)
  }

  /// The word for a state in a file that said `old` before; nil where no word would be read as that state.
  ///
  /// - Parameter isNotes: Whether other keys show that TaskNotes wrote the file: `done` alone does not tell.
  static func word(
    for state: State, replacing old: Text?, isNotes: Bool, workflow: Workflow
  ) -> Text? {
    let oldText = old?.string ?? ""
    let family = old.map { self.family(of: $0, isNotes: isNotes) } ?? .plain
    var word = state.keyword.string
    let isUpper =
      oldText.utf8.count > 1 && oldText == oldText.uppercased() && oldText != oldText.lowercased()
    if let index = keywords.firstIndex(of: word), !(isUpper && family == .plain) {
      word = family.words[index]
      if index == 1 || index == 0, let separator = separator(of: oldText) {
        word = String(word.map { $0 == " " || $0 == "-" ? separator : $0 })
      }
    } else if index(of: word) == nil, workflow[state.keyword] != nil, !isUpper {
      word = word.lowercased()
    }
    if isUpper {
      word = word.uppercased()
    } else if let first = oldText.unicodeScalars.first, first.properties.isUppercase {
      word = capitalized(word, eachWord: family == .board)
    }
    for candidate in [Text(word), state.keyword]
    where self.state(of: candidate, workflow: workflow) == state {
      return candidate
    }
    return nil
  }

  private static func index(of keyword: String) -> Int? { keywords.firstIndex(of: keyword) }

  /// Which keyword a word means, and the family it is of; no family where several have it.
  private static func meaning(of word: Text) -> (keyword: Int, family: Family?)? {
    switch letters(of: word) {
    case "todo": return (0, word.bytes.count > 4 ? .board : .plain)
    case "open": return (0, .notes)
    case "pending": return (0, .queue)
    case "next": return (1, .plain)
    case "inprogress": return (1, word.bytes.contains(0x20) ? .board : .notes)
    case "active": return (1, .queue)
    case "waiting", "wait": return (2, nil)
    case "paused": return (2, .queue)
    case "done", "completed", "complete": return (3, nil)
    case "resolved": return (3, .queue)
    case "canceled", "cancelled": return (4, nil)
    default: return nil
    }
  }

  /// In small letters, without what stands between its words.
  private static func letters(of word: Text) -> String {
    word.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { letters in
        var count = 0
        for byte in bytes where byte != 0x20 && byte != 0x2D && byte != 0x5F {
          letters[count] = byte.lowercasedASCII
          count += 1
        }
        return count
      }
    }
  }

  private static func family(of word: Text, isNotes: Bool) -> Family {
    if let family = meaning(of: word)?.family { return family }
    if isNotes { return .notes }
    let bytes = word.bytes
    let isCapitalized =
      bytes.count > 1 && !bytes[0].isDigit && bytes[0] != bytes[0].lowercasedASCII
      && bytes[1] == bytes[1].lowercasedASCII
    return isCapitalized && meaning(of: word) != nil ? .board : .plain
  }

  /// What stands between the words of `in-progress`.
  private static func separator(of word: String) -> Character? {
    word.first { $0 == " " || $0 == "-" || $0 == "_" }
  }

  private static func capitalized(_ word: String, eachWord: Bool) -> String {
    var isFirst = true
    return String(
      word.map { letter -> Character in
        defer { isFirst = eachWord && (letter == " " || letter == "-" || letter == "_") }
        return isFirst ? Character(letter.uppercased()) : letter
      })
  }
}
