/// One result of a checkup.
package struct Finding: Sendable {
  package enum State: String, Sendable { case fine, mended, wrong }

  /// What was checked: `driver`, `strategy`, `attributes`, `locks`, `ids`, `files`, `keys`, `cycles`, `merges`, `remote`;
  /// `objects`, `history`, `trailers`, `cache`.
  package let subject: String
  package var state: State
  /// What was found.
  package let message: String
  /// What to do about it; nil if nothing has to be done.
  package var advice: String?

  package init(subject: String, state: State, message: String, advice: String? = nil) {
    self.subject = subject
    self.state = state
    self.message = message
    self.advice = advice
  }

  package static func fine(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, state: .fine, message: message)
  }

  package static func wrong(_ subject: String, _ message: String, _ advice: String) -> Finding {
    Finding(subject: subject, state: .wrong, message: message, advice: advice)
  }
}
