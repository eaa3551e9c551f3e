import Platform

/// A line on the terminal that says what takes long, and vanishes.
package final class Progress {
  private let isShown: Bool
  private var isWritten = false

  /// - Parameter isShown: Whether standard error is a terminal that is looked at.
  package init(isShown: Bool = isatty(2) == 1) { self.isShown = isShown }

  package func show(_ text: String) {
    guard isShown else { return }
    Conversation.write(Array("\r\u{1B}[K\(text)…".utf8))
    isWritten = true
  }

  package func clear() {
    if isWritten { Conversation.write(Array("\r\u{1B}[K".utf8)) }
    isWritten = false
  }
}
