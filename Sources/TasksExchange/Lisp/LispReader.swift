/// Reads Emacs Lisp as data (Elisp manual, "Printed Representation and Read Syntax").
package struct LispReader {
  private var scanner: LispScanner
  private var depth = 0

  /// The limit of nested forms, which bounds the use of the stack.
  static let deepest = 200

  /// Returns all forms of a file.
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
