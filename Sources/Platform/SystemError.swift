/// The errors of this module.
package enum SystemError: Error, Equatable, Sendable {
  /// A system call failed; `doing` ends the sentence "could not …", `code` is an `errno`.
  case call(doing: String, path: String, code: Int32)
  /// A program could not be started.
  case programNotStarted(name: String, code: Int32)
  /// A signal asked this process to end while it waited for a child, which has ended.
  case interrupted(signal: Int32)

  /// Makes the error of the last system call on a path, from `errno`.
  package static func last(_ doing: String, _ path: String) -> SystemError {
    .call(doing: doing, path: path, code: errno)
  }

  /// Returns the system's message for an `errno` (strerror(3)).
  package static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .call(let doing, let path, let code):
      "could not \(doing) \(path): \(SystemError.message(code))"
    case .programNotStarted(let name, let code):
      "could not start \(name): \(SystemError.message(code)); is it installed and on PATH?"
    case .interrupted(let signal): "interrupted by signal \(signal)"
    }
  }
}
