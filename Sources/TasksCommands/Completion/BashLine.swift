import TasksCore

/// A command line as bash has it when the tab key is pressed.
///
/// bash tells the line before the cursor with its quotes. It replaces only what follows the last of its word breaks,
/// among them `:` and `=`, and inserts the text as it is given. The breaks `$` and `@`, with which variables and hosts
/// begin, are replaced too (`rl_special_prefixes` in the manual of readline).
package struct BashLine {
  /// The words before, without quotes.
  package private(set) var words: [String] = []
  /// The word that is being typed, without quotes.
  package private(set) var word = ""
  /// The quote that the word is in.
  private var quote: Character?
  /// How many characters of the word bash keeps.
  private var kept = 0
  /// False if the user cycles through what is offered, so that it must be the bare words.
  private let isListed: Bool

  /// - Parameters:
  ///   - type: `COMP_TYPE`.
  ///   - breaks: `COMP_WORDBREAKS`.
  package init(_ line: String, type: String, breaks: String) {
    isListed = type != "37" && type != "42"
    var rest = line[...]
    var isWord = false
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"", let next = rest.first, "\"\\$`".contains(next) {
          word.append(rest.removeFirst())
        } else {
          word.append(character)
        }
        continue
      }
      switch character {
      case " ", "\t":
        if isWord { words.append(word) }
        (word, kept, isWord) = ("", 0, false)
        continue
      case "'", "\"": (quote, kept) = (character, word.count)
      case "\\": if let next = rest.popFirst() { word.append(next) }
      default:
        word.append(character)
        if breaks.contains(character) {
          kept = word.count - ("$@".contains(character) ? 1 : 0)
        }
      }
      isWord = true
    }
    // Assignments before the program's name.
    words = Array(words.drop { $0.contains("=") })
  }

  /// The lines of `COMPREPLY`. Several are shown with their meanings; bash inserts at most what they begin with.
  package func replies(_ candidates: [Candidate]) -> [String] {
    let start = word.prefix(kept)
    let fitting = candidates.filter { $0.text.hasPrefix(start) }
    let texts = fitting.map { escaped(String($0.text.dropFirst(kept))) }
    guard isListed, texts.count > 1 else { return texts }
    let width = texts.reduce(0) { max($0, CellWidth.of($1)) }
    var lines = zip(texts, fitting).map { $1.line(text: $0, width: width) }
    // Without a common beginning bash leaves what was typed.
    let begins = fitting.contains { $0.text.lowercased().hasPrefix(word.lowercased()) }
    if !begins { lines.append(" ") }
    return lines
  }

  private func escaped(_ text: String) -> String {
    switch quote {
    case "'": return text
    case nil:
      return text.reduce(into: "") { out, character in
        let isPlain = character.isLetter || character.isNumber || "_-+@%,./:=".contains(character)
        out += isPlain || !character.isASCII ? "\(character)" : "\\\(character)"
      }
    default:
      return text.reduce(into: "") { out, character in
        out += "\"\\$`".contains(character) ? "\\\(character)" : "\(character)"
      }
    }
  }
}
