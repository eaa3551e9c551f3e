import TasksCore

/// A word that is offered, and what it means.
package struct Candidate: Equatable {
  package let text: String
  package let meaning: String

  package init(_ text: String, _ meaning: String = "") {
    (self.text, self.meaning) = (text, meaning)
  }

  /// The word in a column of this width, then its meaning.
  func line(text: String, width: Int) -> String {
    if meaning.isEmpty { return text }
    let gap = String(repeating: " ", count: width - CellWidth.of(text) + 2)
    return text + gap + (meaning.count > 68 ? meaning.prefix(67) + "…" : meaning)
  }
}
