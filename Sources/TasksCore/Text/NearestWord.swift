/// The word that a misspelt one may stand for.
package enum NearestWord {
  /// Returns the word of the smallest edit distance, at most two, or one for a word of up to four letters; else the
  /// shortest word that begins so.
  package static func to(_ word: String, among words: [String]) -> String? {
    let letters = word.drop { $0 == "-" }.count
    let most = letters > 4 ? 2 : 1
    let near = words.map { (word: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    if let near, near.distance <= most { return near.word }
    return letters < 2 ? nil : words.filter { $0.hasPrefix(word) }.min { $0.count < $1.count }
  }

  /// Returns true for words that differ by one character, or by two that are swapped.
  package static func isSlip(_ word: String, of other: String) -> Bool {
    abs(word.utf8.count - other.utf8.count) <= 4 && distance(word, other) == 1
  }

  /// Returns how many characters have to be added, removed, replaced or swapped with their neighbour.
  static func distance(_ from: String, _ to: String) -> Int {
    let from = Array(from)
    let to = Array(to)
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for line in from.indices {
      var row = [line + 1]
      for column in to.indices {
        let replaced = last[column] + (from[line] == to[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, row[column] + 1)
        if line > 0, column > 0, from[line] == to[column - 1], from[line - 1] == to[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[to.count]
  }
}
