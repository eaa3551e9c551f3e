/// Undoing changes of front matter: a value that equals the old one again gets its old spelling.
extension MarkdownDocument {
  /// The file in which values that were restored by undo get the lines they had before.
  ///
  /// - Parameters:
  ///   - old: The file before the change.
  ///   - new: The file right after it.
  ///   - current: The file in which the change is undone.
  public func restoring(
    _ old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument
  ) -> MarkdownDocument {
    guard let old = old as? MarkdownDocument, let new = new as? MarkdownDocument,
      let current = current as? MarkdownDocument, old.lineEnd == lineEnd
    else { return self }
    let (before, after, now) = (old.entryLines, new.entryLines, current.entryLines)
    let replacements = frontMatter.entries.compactMap { entry -> Replacement? in
      let name = Text(bytes: bytes[entry.key]).foldedName
      // A key that was edited since keeps its lines.
      guard let lines = before[name], lines != after[name], after[name] == now[name],
        !lines.elementsEqual(bytes[entry.range])
      else { return nil }
      // A block scalar that keeps trailing blank lines includes them.
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

  /// The lines of each key, keyed by folded name. Of equal keys the first counts.
  private var entryLines: [[UInt8]: [UInt8]] {
    Dictionary(
      frontMatter.entries.map {
        (Text(bytes: bytes[$0.key]).foldedName, Array(bytes[$0.range]))
      }
    ) { first, _ in first }
  }
}
