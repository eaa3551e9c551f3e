import CPCRE2

/// A regular expression, matched anywhere in a text, in the syntax of PCRE2 (pcre2pattern(3)).
///
/// Case makes no difference, `\w`, `\d` and `\b` know the letters and digits of all scripts, `^` and `$` stand at the
/// ends of lines, and a dot is anything but a line feed. Letters are in their composed form
/// (``Text/composed``). It tells whether there is a match, never where. What takes
/// too much work on a text is an error, not a text that does not match.
package struct Pattern: Hashable, Sendable {
  /// What is wrong with an expression, and where: an offset into its bytes, or their number.
  package struct Fault: Error, Hashable, Sendable {
    package let message: String
    package let offset: Int
  }

  /// Why an expression could not be matched with a text: a limit of work or memory was reached.
  package struct Failure: Error, Hashable, Sendable {
    package let expression: Text
    package let message: String
  }

  let expression: Text
  private let code: CompiledPattern

  package init(_ expression: String) throws(Fault) {
    code = try CompiledPattern(Text(expression).composed.string)
    self.expression = Text(expression)
  }

  package static func == (a: Pattern, b: Pattern) -> Bool { a.expression == b.expression }

  package func hash(into hasher: inout Hasher) { hasher.combine(expression) }

  package func isFound(in text: Text) throws(Failure) -> Bool {
    // Bytes that are no UTF-8 are a scalar each there, so that a dot stands for one.
    let result = text.composed.withUTF8 { code.match($0) }
    guard result >= 0 else {
      throw Failure(expression: expression, message: CompiledPattern.message(result))
    }
    return result > 0
  }
}

/// What PCRE2 has made of an expression.
private final class CompiledPattern: Sendable {
  // PCRE2 changes nothing in it once it is compiled, and each match has memory of its own (pcre2api(3),
  // "MULTITHREADING"): threads may share it.
  private nonisolated(unsafe) let code: OpaquePointer

  init(_ expression: String) throws(Pattern.Fault) {
    var (error, offset): (Int32, Int) = (0, 0)
    let bytes = Array(expression.utf8)
    guard let code = cpcre2_compile(bytes, bytes.count, &error, &offset) else {
      throw Pattern.Fault(message: CompiledPattern.message(error), offset: offset)
    }
    self.code = code
  }

  deinit { cpcre2_free(code) }

  /// 1 where the text holds a match, 0 where it holds none, a negative number for an error.
  func match(_ text: UnsafeBufferPointer<UInt8>) -> Int32 {
    cpcre2_match(code, text.baseAddress, text.count)
  }

  static func message(_ error: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      cpcre2_message(error, buffer.baseAddress, buffer.count)
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
