import Foundation
import TestSupport

extension World {
  /// Runs a line of shell on a pseudoterminal, without colours, and types into it.
  func onTerminal(
    _ line: String, typing answer: String = ""
  ) throws -> (status: Int32, output: String) {
    let outcome = try shell(
      "printf '%s\\n' '\(answer)' | script -qec '\(line)' /dev/null",
      environment: ["NO_COLOR": "1"])
    return (outcome.status, outcome.output.replacingOccurrences(of: "\r\n", with: "\n"))
  }
}
