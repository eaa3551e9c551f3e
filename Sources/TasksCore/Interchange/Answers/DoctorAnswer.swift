/// The results of a checkup or a verification.
public struct DoctorAnswer: Answer {
  public let kind: String
  public let findings: [Finding]

  /// - Parameter kind: The verb that has found them.
  public init(_ findings: [Finding], kind: String = "doctor") {
    (self.findings, self.kind) = (findings, kind)
  }

  public var isFine: Bool { !findings.contains { $0.state == .wrong } }

  public func write(to json: inout JSONWriter) {
    json.array(findings) { json, finding in
      json.object { json in
        json.member("check", finding.subject)
        json.member("state", finding.state.rawValue)
        json.member("message", finding.message)
        json.member("advice", finding.advice)
      }
    }
  }
}

/// One result of a checkup.
public struct Finding: Sendable {
  public enum State: String, Sendable { case fine, mended, wrong }

  /// What was checked: `driver`, `strategy`, `attributes`, `locks`, `ids`, `files`, `keys`, `cycles`, `merges`, `remote`;
  /// `objects`, `history`, `trailers`, `cache`.
  public let subject: String
  public var state: State
  /// What was found.
  public let message: String
  /// What to do about it; nil if nothing has to be done.
  public var advice: String?

  public init(subject: String, state: State, message: String, advice: String? = nil) {
    self.subject = subject
    self.state = state
    self.message = message
    self.advice = advice
  }

  public static func fine(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, state: .fine, message: message)
  }

  public static func wrong(_ subject: String, _ message: String, _ advice: String) -> Finding {
    Finding(subject: subject, state: .wrong, message: message, advice: advice)
  }
}
