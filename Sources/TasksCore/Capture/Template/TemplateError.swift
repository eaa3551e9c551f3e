/// Why a text cannot be a template. `line` counts from 1.
package enum TemplateError: Error, Hashable, Sendable {
  /// `%(…)` or `%[…]`, as written.
  case runsProgram(String, line: Int)
  /// An escape of Org that is not known here.
  case unknownEscape(String, line: Int)
  /// `%\3` without a third prompt before it.
  case noSuchPrompt(Int, line: Int)
  case notUTF8
  case tooLong

  package var message: String { (line.map { "line \($0): " } ?? "") + reason }

  private var line: Int? {
    switch self {
    case .runsProgram(_, let line), .unknownEscape(_, let line), .noSuchPrompt(_, let line): line
    case .notUTF8, .tooLong: nil
    }
  }

  /// The description without the line.
  package var reason: String {
    switch self {
    case .runsProgram(let escape, _):
      escape.hasPrefix("%(")
        ? "'\(escape)' would run Lisp from the template, which may come from others; write \\%( for the characters "
          + "themselves"
        : "'\(escape)' would read any file of yours for the template, which may come from others; write \\%[ for the "
          + "characters themselves"
    case .unknownEscape(let escape, _):
      "'\(escape)' is an escape of Org that is not known here; tasks help capture lists those that are"
    case .noSuchPrompt(let number, _):
      "'%\\\(number)' is the answer to a prompt that does not come before it"
    case .notUTF8: "it is not in UTF-8"
    case .tooLong: "it is larger than 64 KiB"
    }
  }
}
