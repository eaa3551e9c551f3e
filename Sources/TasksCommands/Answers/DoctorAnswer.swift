import TasksCore
import TasksStore

/// The results of a checkup or a verification.
package struct DoctorAnswer: Answer {
  package let kind: String
  package let findings: [Finding]

  /// - Parameter kind: The verb that has found them.
  package init(_ findings: [Finding], kind: String = "doctor") {
    (self.findings, self.kind) = (findings, kind)
  }

  package var isFine: Bool { !findings.contains { $0.state == .wrong } }

  package func write(to json: inout JSONWriter) {
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
