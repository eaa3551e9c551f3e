import TasksCore

/// The words of a task's notes around the first one that a search has found, on one line.
enum Snippet {
  private static let most = 90

  /// Nil if the title has all the words, or the notes none of the others.
  static func text(of row: ListRow, _ searches: [TextSearch]) -> String? {
    guard !searches.isEmpty, let notes = row.notes?.text.withoutMessages else { return nil }
    let title = row.title.text
    let missing = searches.filter { !$0.isFound(in: title) }
    for line in notes.lines {
      guard let search = missing.first(where: { $0.isFound(in: line) }) else { continue }
      let words = line.string.split(whereSeparator: \.isWhitespace)
      // No word alone has a match of several.
      let place = words.firstIndex { search.isFound(in: Text(String($0))) } ?? 0
      return cut(words, around: place)
    }
    return nil
  }

  private static func cut(_ words: [Substring], around place: Int) -> String {
    var (first, last) = (place, place)
    var room = most - 4 - words[place].count
    while true {
      let isEnd = last + 1 == words.count
      if first > 0, isEnd || place - first < last - place, words[first - 1].count < room {
        first -= 1
        room -= words[first].count + 1
      } else if !isEnd, words[last + 1].count < room {
        last += 1
        room -= words[last].count + 1
      } else {
        break
      }
    }
    let text = words[first...last].joined(separator: " ").prefix(most - 4)
    return (first > 0 ? "… " : "") + text + (last + 1 < words.count ? " …" : "")
  }
}
