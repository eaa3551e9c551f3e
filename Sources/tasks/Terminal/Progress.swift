import Platform

/// A line on the terminal that says what takes long, and vanishes.
final class Progress {
  private let isShown: Bool
  private var isWritten = false

  /// - Parameter isShown: Whether standard error is a terminal that is looked at.
  init(isShown: Bool = isatty(2) == 1) { self.isShown = isShown }

  func show(_ text: String) {
    guard isShown else { return }
    Conversation.write(Array("\r\u{1B}[K\(text)…".utf8))
    isWritten = true
  }

  func clear() {
    if isWritten { Conversation.write(Array("\r\u{1B}[K".utf8)) }
    isWritten = false
  }
}
