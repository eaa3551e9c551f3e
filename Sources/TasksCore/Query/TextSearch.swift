import CPCRE2

/// Searches texts for a word, ignoring case and the form of its letters (``Text/composed``).
package struct TextSearch: Hashable, Sendable {
  /// The word with case folded; empty unless the word is all ASCII.
  private let bytes: [UInt8]
  private let scalars: [UInt32]

  package init(_ word: String) {
    let scalars = CaseFolding.folded(Text(word).composed.string)
    self.scalars = scalars
    bytes = scalars.allSatisfy { $0 < 0x80 } ? scalars.map { UInt8(truncatingIfNeeded: $0) } : []
  }

  /// Returns true if the text contains the word. Every text contains the empty word.
  package func isFound(in text: Text) -> Bool {
    if scalars.isEmpty { return true }
    return text.composed.withUTF8 {
      bytes.isEmpty ? isFoundByScalars(in: $0) : isFoundByBytes(in: $0)
    }
  }

  /// Returns false only if no text among these bytes contains the word.
  func mayBeFound(in texts: UnsafeRawBufferPointer) -> Bool {
    bytes.isEmpty || isFoundByBytes(in: texts.assumingMemoryBound(to: UInt8.self))
  }

  private func isFoundByBytes(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { word in
      let first = word[0]
      var start = 0
      while start + word.count <= text.count {
        if text[start].lowercasedASCII == first {
          var offset = 1
          while offset < word.count, text[start + offset].lowercasedASCII == word[offset] {
            offset += 1
          }
          if offset == word.count { return true }
        }
        start += 1
      }
      return false
    }
  }

  private func isFoundByScalars(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < text.count {
      let (value, next) = CaseFolding.scalar(at: start, in: text)
      if CaseFolding.folded(value) == scalars[0], matchesRest(of: text, from: next) { return true }
      start = next
    }
    return false
  }

  private func matchesRest(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var position = start
    for wanted in scalars.dropFirst() {
      guard position < text.count else { return false }
      let (value, next) = CaseFolding.scalar(at: position, in: text)
      guard CaseFolding.folded(value) == wanted else { return false }
      position = next
    }
    return true
  }
}

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
