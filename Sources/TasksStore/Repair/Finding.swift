/// One thing that a checkup looked at.
public struct Finding: Sendable {
  public enum State: String, Sendable { case fine, mended, wrong }

  /// What was looked at: `driver`, `strategy`, `attributes`, `locks`, `ids`, `files`, `keys`, `merges`, `remote`.
  public let subject: String
  public var state: State
  /// What was seen.
  public let message: String
  /// What to do about it; nil when nothing is to be done.
  public var advice: String?

  static func fine(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, state: .fine, message: message)
  }

  static func wrong(_ subject: String, _ message: String, _ advice: String) -> Finding {
    Finding(subject: subject, state: .wrong, message: message, advice: advice)
  }
}
