/// A text in a record, not copied.
package struct BorrowedText {
  package let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  package var text: Text { Text(stored: bytes) }

  package func begins(with byte: UInt8) -> Bool { bytes.first == byte }

  package func isSame(as text: Text) -> Bool {
    text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }

  /// Whether two names are the same in any form (``Text/isAlike(_:)``).
  func isAlike(_ other: Text) -> Bool {
    isSame(as: other) || bytes.contains { $0 >= 0x80 } && text.isAlike(other)
  }

  /// Appends the text with control characters escaped (``ControlCharacters``).
  package func appendVisible(to out: inout [UInt8]) { append(bytes, to: &out) }

  /// Appends the first `count` bytes of the text with control characters escaped.
  package func appendVisible(first count: Int, to out: inout [UInt8]) {
    append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: &out)
  }

  private func append(_ bytes: UnsafeRawBufferPointer, to out: inout [UInt8]) {
    if ControlCharacters.isPrintableASCII(bytes) {
      out.append(contentsOf: bytes)
    } else {
      out.append(contentsOf: ControlCharacters.escaped(Text(stored: bytes)).utf8)
    }
  }
}
