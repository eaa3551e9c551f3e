/// The word that a misspelt one may stand for.
enum NearestWord {
  /// Returns the word of the smallest edit distance, at most two, or one for a word of up to four letters; else the
  /// shortest word that begins so.
  static func to(_ word: String, among words: [String]) -> String? {
    let letters = word.drop { $0 == "-" }.count
    let most = letters > 4 ? 2 : 1
    let near = words.map { (word: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    if let near, near.distance <= most { return near.word }
    return letters < 2 ? nil : words.filter { $0.hasPrefix(word) }.min { $0.count < $1.count }
  }

  /// Returns how many characters have to be added, removed or replaced.
  private static func distance(_ from: String, _ to: String) -> Int {
    let to = Array(to)
    var row = Array(0...to.count)
    for (line, character) in from.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in to.indices {
        let replaced = diagonal + (to[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
      }
    }
    return row[to.count]
  }
}
