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
