import TasksCore

/// Reads Emacs Lisp as data (Elisp manual, "Printed Representation and Read Syntax").
package struct LispReader {
  private var scanner: LispScanner
  private var depth = 0

  /// The limit of nested forms, which bounds the use of the stack.
  static let deepest = 200

  package static func read(_ bytes: [UInt8]) throws(LispError) -> [LispForm] {
    var reader = LispReader(scanner: LispScanner(bytes))
    var forms: [LispForm] = []
    while true {
      reader.scanner.skipBlanks()
      guard let byte = reader.scanner.byte else { return forms }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        throw .unopened(String(UnicodeScalar(byte)), line: reader.scanner.line)
      }
      forms.append(try reader.form())
    }
  }

  /// Reads the form that begins here; there is one.
  private mutating func form() throws(LispError) -> LispForm {
    scanner.skipBlanks()
    let line = scanner.line
    guard depth < LispReader.deepest else { throw .tooDeep(line: line) }
    depth += 1
    defer { depth -= 1 }
    guard let byte = scanner.byte else { throw .missingForm(line: line) }
    func made(_ value: LispForm.Value) -> LispForm { LispForm(value: value, line: line) }
    switch byte {
    case UInt8(ascii: "("):
      scanner.take()
      return made(try list(from: line))
    case UInt8(ascii: "["):
      scanner.take()
      return made(.vector(try elements(to: UInt8(ascii: "]"), "[", line)))
    case UInt8(ascii: "\""): return made(.string(try scanner.string()))
    case UInt8(ascii: "?"):
      scanner.take()
      return made(.integer(try scanner.character()))
    case UInt8(ascii: "'"): return made(try marked("quote", 1, line))
    case UInt8(ascii: "`"): return made(try marked("`", 1, line))
    case UInt8(ascii: ","):
      let splices = scanner.byte(after: 1) == UInt8(ascii: "@")
      return made(try marked(splices ? ",@" : ",", splices ? 2 : 1, line))
    case UInt8(ascii: "#"): return try hash(line)
    case UInt8(ascii: ")"), UInt8(ascii: "]"): throw .missingForm(line: line)
    default: return made(scanner.atom())
    }
  }

  /// Reads the form after a sign: `'x` is `(quote x)`.
  private mutating func marked(
    _ name: String, _ length: Int, _ line: Int
  ) throws(LispError) -> LispForm.Value {
    for _ in 0..<length { scanner.take() }
    let form = try form()
    return .list([LispForm(value: .symbol(name), line: line), form], tail: nil)
  }

  private mutating func list(from line: Int) throws(LispError) -> LispForm.Value {
    var elements: [LispForm] = []
    while true {
      scanner.skipBlanks()
      guard let byte = scanner.byte else { throw .unclosed("(", line: line) }
      if byte == UInt8(ascii: ")") {
        scanner.take()
        return elements.isEmpty ? .symbol("nil") : .list(elements, tail: nil)
      }
      if byte == UInt8(ascii: "]") { throw .unopened("]", line: scanner.line) }
      if scanner.isDot {
        let dot = scanner.line
        scanner.take()
        scanner.skipBlanks()
        guard !elements.isEmpty, scanner.byte != UInt8(ascii: ")") else { throw .badDot(line: dot) }
        let tail = try form()
        scanner.skipBlanks()
        guard let end = scanner.byte else { throw .unclosed("(", line: line) }
        guard end == UInt8(ascii: ")") else { throw .badDot(line: dot) }
        scanner.take()
        // `(a . (b c))` is `(a b c)`.
        switch tail.value {
        case .list(let more, let last): return .list(elements + more, tail: last)
        case .symbol("nil"): return .list(elements, tail: nil)
        default: return .list(elements, tail: tail)
        }
      }
      elements.append(try form())
    }
  }

  private mutating func elements(
    to end: UInt8, _ sign: String, _ line: Int
  ) throws(LispError) -> [LispForm] {
    var elements: [LispForm] = []
    while true {
      scanner.skipBlanks()
      guard let byte = scanner.byte else { throw .unclosed(sign, line: line) }
      if byte == end {
        scanner.take()
        return elements
      }
      if byte == UInt8(ascii: ")") { throw .unopened(")", line: scanner.line) }
      elements.append(try form())
    }
  }

  /// Reads what begins with `#`: functions, numbers with a base, uninterned symbols, strings with properties.
  private mutating func hash(_ line: Int) throws(LispError) -> LispForm {
    func made(_ value: LispForm.Value) -> LispForm { LispForm(value: value, line: line) }
    let next = scanner.byte(after: 1)
    switch next {
    case UInt8(ascii: "'")?: return made(try marked("function", 2, line))
    case UInt8(ascii: ":")?:
      scanner.take()
      scanner.take()
      return made(scanner.atom(isSymbol: true))
    case UInt8(ascii: "#")?:
      scanner.take()
      scanner.take()
      return made(.symbol(""))
    case UInt8(ascii: "(")?:
      scanner.take()
      scanner.take()
      guard case .list(let elements, nil) = try list(from: line), let text = elements.first?.string
      else { throw .unknownSyntax("#(", line: line) }
      return made(.string(text))
    default:
      let bases: [UInt8: Int] = [0x78: 16, 0x6F: 8, 0x62: 2]
      guard let next, let base = bases[next | 0x20] else {
        throw .unknownSyntax("#" + (next.map { String(UnicodeScalar($0)) } ?? ""), line: line)
      }
      scanner.take()
      scanner.take()
      let digits = scanner.word()
      guard let number = Int(digits, radix: base) else {
        throw .unknownSyntax("#" + String(UnicodeScalar(next)) + digits, line: line)
      }
      return made(.integer(number))
    }
  }
}

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
