/// The status words of other programs, and the keywords they stand for.
///
/// A file keeps the words it uses: each family has one word for each keyword, and a new word is capitalized
/// like the old one.
package struct StatusWord {
  enum Family {
    /// Ours: `todo`, `next`, `waiting`, `done`, `canceled`.
    case plain
    /// Obsidian TaskNotes: `open`, `in-progress`, `done`.
    case notes
    /// Backlog.md: `To Do`, `In Progress`, `Done`.
    case board
    /// dstask: `pending`, `active`, `paused`, `resolved`.
    case queue

    /// The words for TODO, NEXT, WAIT, DONE and CANCELED.
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

  /// The state that a word stands for: a keyword of the workflow in any case, or one of the words known here.
  /// Any other word is a state of its own, not a done one.
  package static func state(of word: Text, workflow: Workflow) -> State {
    word.withBytes { workflow.state(named: $0) } ?? state(ofOther: word, workflow: workflow)
  }

  /// The state in an entry; nil if the value is not a text on one line.
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

  /// The word for a state in the style of the old value; nil if no word would be read as that state.
  ///
  /// - Parameter isNotes: Whether other keys show that TaskNotes wrote the file, which `done` alone does not.
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

  /// The index of the keyword that a word stands for, and the word's family; nil for the family if several have
  /// the word.
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

  /// The word in lower case, without separators.
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

  /// The separator of the words of `in-progress`.
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

/// The words for a priority: `high`, `medium` (or `normal`), `low`; P0 to P3; or Org's letter.
package enum PriorityWord {
  /// The priority that a word stands for, which may be none; nil for an unknown word.
  package static func read(_ word: Text) -> Priority?? {
    let text = word.string
    switch text.lowercased() {
    case "high", "p0", "p1": return .some(Priority("A"))
    case "medium", "normal", "p2": return .some(Priority("B"))
    case "low", "p3": return .some(Priority("C"))
    case "none": return .some(nil)
    default: return Priority(text).map { .some($0) }
    }
  }

  /// The word for a priority in the style of the old value.
  ///
  /// - Parameter isNotes: Whether TaskNotes maintains the file.
  static func word(for priority: Priority, replacing old: Text?, isNotes: Bool) -> Text {
    let oldText = old?.string ?? ""
    let index = ["A", "B", "C"].firstIndex(of: priority.text)
    guard let index else { return Text(priority.text) }
    let lowered = oldText.lowercased()
    if lowered.utf8.count == 2, lowered.hasPrefix("p") {
      let first = String(oldText.prefix(1))
      return Text(first + String(index + 1))
    }
    if !oldText.isEmpty, Priority(oldText) != nil {
      return Text(oldText == lowered ? priority.text.lowercased() : priority.text)
    }
    let isNormal = lowered == "normal" || lowered == "none" || isNotes
    let word = ["high", isNormal ? "normal" : "medium", "low"][index]
    guard oldText != lowered else { return Text(word) }
    return Text(
      oldText == oldText.uppercased()
        ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst())
  }
}
