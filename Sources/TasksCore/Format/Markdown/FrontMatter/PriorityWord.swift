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
