/// Taking a change of front matter back: a value that is the old one again is written as it was.
extension MarkdownDocument {
  /// The file with the lines of before in the place of those that say the same.
  ///
  /// - Parameters:
  ///   - old: The file before the change.
  ///   - new: The file right after it.
  ///   - current: The file in which the change is taken back.
  func restoring(
    _ old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument
  ) -> MarkdownDocument {
    guard let old = old as? MarkdownDocument, let new = new as? MarkdownDocument,
      let current = current as? MarkdownDocument, old.lineEnd == lineEnd
    else { return self }
    let (before, after, now) = (old.entryLines, new.entryLines, current.entryLines)
    let replacements = frontMatter.entries.compactMap { entry -> Replacement? in
      let name = Text(bytes: bytes[entry.key]).foldedName
      // Where it was written anew since, that counts.
      guard let lines = before[name], lines != after[name], after[name] == now[name],
        !lines.elementsEqual(bytes[entry.range])
      else { return nil }
      // A text that kept the blank lines behind it has them among its own.
      let value = lines[(lines.firstIndex(of: 0x3A) ?? 0)...].dropFirst().trimmingLeadingBlanks
      let end =
        YAMLFolding.keeps(value)
        ? bytes[..<frontMatter.closing.start].endOfBlankLines(from: entry.range.upperBound)
        : entry.range.upperBound
      return Replacement(entry.range.lowerBound..<end, lines)
    }
    guard !replacements.isEmpty,
      let restored = reread(Replacement.apply(replacements, to: bytes)), restored.task == task,
      restored.preamble == preamble
    else { return self }
    return restored
  }

  /// The lines of each key; of one that stands there twice those of the first.
  private var entryLines: [[UInt8]: [UInt8]] {
    Dictionary(
      frontMatter.entries.map {
        (Text(bytes: bytes[$0.key]).foldedName, Array(bytes[$0.range]))
      }
    ) { first, _ in first }
  }
}
