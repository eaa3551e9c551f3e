/// One result of a checkup.
public struct Finding: Sendable {
  public enum State: String, Sendable { case fine, mended, wrong }

  /// What was checked: `driver`, `strategy`, `attributes`, `locks`, `ids`, `files`, `keys`, `merges`, `remote`.
  public let subject: String
  public var state: State
  /// What was found.
  public let message: String
  /// What to do about it; nil if nothing has to be done.
  public var advice: String?

  static func fine(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, state: .fine, message: message)
  }

  static func wrong(_ subject: String, _ message: String, _ advice: String) -> Finding {
    Finding(subject: subject, state: .wrong, message: message, advice: advice)
  }
}
