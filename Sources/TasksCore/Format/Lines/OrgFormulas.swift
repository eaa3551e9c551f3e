/// LaTeX environments, `\begin{name}` to `\end{name}` (Org syntax, "LaTeX environments").
struct OrgFormulas {
  /// The offset before which no environment ends, so that no text is searched twice.
  private var endless = 0

  /// The offset after an environment; nil if the line opens none.
  mutating func end(ofFormulaAt line: ByteLine, in bytes: [UInt8]) -> Int? {
    let text = bytes[line].trimmingLeadingBlanks
    guard text.hasPrefix("\\begin{") else { return nil }
    let name = text.dropFirst(7).prefix { $0 != 0x7D }
    guard line.next > endless else { return nil }
    let closing = Array("\\end{".utf8) + name + [0x7D]
    var position = line.next
    while let next = bytes[...].line(at: position) {
      if OrgSyntax.isHeading(bytes[next]) { break }
      position = next.next
      if bytes[next].trimmingBlanks.elementsEqual(closing) { return position }
    }
    endless = position
    return nil
  }
}
