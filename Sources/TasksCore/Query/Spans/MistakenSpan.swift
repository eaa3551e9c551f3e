/// Tells that the only word of a command was read as a filter where a span may have been meant: why an agenda or a
/// report is empty.
package enum MistakenSpan {
  /// Returns the sentence; nil for anything but one plain word.
  ///
  /// - Parameter words: The command's words, of which the first is no span.
  package static func message(_ words: [String]) -> String? {
    guard words.count == 1, let word = words.first, !word.contains(where: \.isWhitespace),
      !Query.isCondition(word)
    else { return nil }
    let near = NearestWord.to(word.lowercased(), among: DaySpan.words + ["tomorrow"])
    return "'\(word)' is read as a filter; "
      + (near.map { "did you mean '\($0)'?" }
        ?? "spans are \(DaySpan.words.joined(separator: ", ")), \(DaySpan.forms)")
  }
}
