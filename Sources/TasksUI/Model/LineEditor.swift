import TasksCore

/// A line that is being typed, edited as readline does it.
package struct LineEditor: Equatable {
  private var before: [Character] = []
  private var after: [Character] = []
  /// Whether the line is a value that the first key that types replaces.
  var isFresh = false
  /// What was cut last.
  private var cut: [Character] = []

  package init(_ text: String = "") { insert(text) }

  package var text: String { String(before + after) }

  /// The text before the cursor.
  package var head: String { String(before) }

  package mutating func insert(_ text: String) {
    if isFresh { (before, after, isFresh) = ([], [], false) }
    // What is typed or pasted is one line.
    let line = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    var all = String(before)
    all.unicodeScalars.append(contentsOf: line)
    before = Array(all)
  }

  /// - Returns: Whether the key means something to a line.
  package mutating func take(_ key: Key) -> Bool {
    if let text = key.text {
      insert(String(text))
      return true
    }
    if isFresh, key.name == "Backspace" { insert("") }
    isFresh = false
    switch key.name {
    case "←", "^B": if let last = before.popLast() { after.insert(last, at: 0) }
    case "→", "^F": if !after.isEmpty { before.append(after.removeFirst()) }
    case "Home", "^A": (before, after) = ([], before + after)
    case "End", "^E": (before, after) = (before + after, [])
    case "M-b", "^←", "M-←":
      let word = wordBefore
      after = word + after
      before.removeLast(word.count)
    case "M-f", "^→", "M-→":
      let word = wordAfter
      before += word
      after.removeFirst(word.count)
    case "Backspace": _ = before.popLast()
    case "Delete", "^D": if !after.isEmpty { after.removeFirst() }
    case "^K": (cut, after) = (after, [])
    case "^U": (cut, before) = (before, [])
    case "^W", "M-Backspace":
      cut = wordBefore
      before.removeLast(cut.count)
    case "M-d":
      cut = wordAfter
      after.removeFirst(cut.count)
    case "^Y": before += cut
    default: return false
    }
    return true
  }

  /// Puts a word in place of the one before the cursor.
  mutating func complete(_ word: String) {
    isFresh = false
    while let last = before.last, last != " " { before.removeLast() }
    insert(word)
  }

  /// The word before the cursor, with the blanks after it.
  private var wordBefore: [Character] {
    Array(LineEditor.word(before.reversed()).reversed())
  }

  private var wordAfter: [Character] { LineEditor.word(after) }

  private static func word(_ text: [Character]) -> [Character] {
    let blanks = text.prefix { $0 == " " }
    return Array(blanks + text[blanks.count...].prefix { $0 != " " })
  }
}
