import TasksCore

/// A form of Emacs Lisp as data: what `read` returns of its text, with the line where it begins. Nothing is ever
/// evaluated.
package struct LispForm: Hashable, Sendable {
  package indirect enum Value: Hashable, Sendable {
    case symbol(String)
    /// Also a character, as its number.
    case integer(Int)
    case number(Double)
    case string(Text)
    /// Elements, and what follows the dot if there is one.
    case list([LispForm], tail: LispForm?)
    case vector([LispForm])
  }

  package let value: Value
  /// From 1.
  let line: Int

  /// The elements of a list without a dot; nil for anything else. `nil` is the empty list.
  var elements: [LispForm]? {
    switch value {
    case .list(let elements, nil): elements
    case .symbol("nil"): []
    default: nil
    }
  }

  var symbol: String? { if case .symbol(let name) = value { name } else { nil } }

  var string: Text? { if case .string(let text) = value { text } else { nil } }

  /// The data that a quoted form stands for: of `'form`, and of a backquoted form in which nothing is unquoted. Strings,
  /// numbers, keywords, `nil` and `t` stand for themselves. Nil for anything that has to be evaluated.
  var quoted: LispForm? {
    switch value {
    case .symbol(let name): return name == "nil" || name == "t" || name.hasPrefix(":") ? self : nil
    case .integer, .number, .string, .vector: return self
    case .list(let elements, nil):
      guard elements.count > 0 else { return self }
      switch elements[0].symbol {
      case "quote" where elements.count == 2, "`" where elements.count == 2: return elements[1]
      case "list":
        let parts = elements.dropFirst().map(\.quoted)
        return parts.contains(nil)
          ? nil : LispForm(value: .list(parts.compactMap(\.self), tail: nil), line: line)
      default: return nil
      }
    case .list: return nil
    }
  }

  /// The first part that has to be evaluated: unquoted with a comma, or `#'function`.
  var evaluated: LispForm? {
    switch value {
    case .symbol, .integer, .number, .string: return nil
    case .vector(let elements): return elements.lazy.compactMap(\.evaluated).first
    case .list(let elements, let tail):
      if [",", ",@", "function", "lambda"].contains(elements.first?.symbol) { return self }
      return elements.lazy.compactMap(\.evaluated).first ?? tail?.evaluated
    }
  }
}

/// Why a text is no Lisp. `line` counts from 1.
package enum LispError: Error, Hashable, Sendable {
  /// A list, a vector or a string that begins there and does not end.
  case unclosed(String, line: Int)
  case unopened(String, line: Int)
  case badDot(line: Int)
  case badCharacter(line: Int)
  /// Syntax that only Emacs's own files have: `#[…]`.
  case unknownSyntax(String, line: Int)
  case tooDeep(line: Int)
  /// Nothing follows a quote.
  case missingForm(line: Int)

  package var message: String {
    switch self {
    case .unclosed(let sign, let line): "line \(line): the \(sign) that begins here is never closed"
    case .unopened(let sign, let line): "line \(line): this \(sign) closes nothing"
    case .badDot(let line): "line \(line): a dot is not followed by exactly one form"
    case .badCharacter(let line): "line \(line): this is not a character"
    case .unknownSyntax(let text, let line): "line \(line): '\(text)' cannot be read as data"
    case .tooDeep(let line): "line \(line): the forms are nested too deeply"
    case .missingForm(let line): "line \(line): a form is missing"
    }
  }
}
