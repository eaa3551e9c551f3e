/// Comments after the values of front matter. They belong to no field, so a merge that starts from one side's
/// text would lose those of the other.
extension MarkdownDocument {
  /// The file with the comments after values that `version` has changed, added or removed since `base`. If this
  /// file has changed the same comment, both are kept.
  public func takingComments(
    of version: any TaskDocument, since base: any TaskDocument
  ) -> MarkdownDocument {
    guard let version = version as? MarkdownDocument, let base = base as? MarkdownDocument,
      version.mayHaveComments || base.mayHaveComments
    else { return self }
    let (before, after) = (base.comments, version.comments)
    let replacements = comments.compactMap { name, comment -> Replacement? in
      // A value that is new or gone on a side has no comment to compare.
      guard let old = before[name]?.text, let new = after[name]?.text, old != new
      else { return nil }
      if comment.text == old { return Replacement(comment.place, new) }
      // An earlier merge may have added it already.
      let there = Comment.parts(comment.text)
      return Comment.parts(new).allSatisfy(there.contains)
        ? nil : Replacement(comment.place, comment.text + new)
    }
    guard !replacements.isEmpty,
      let taken = reread(Replacement.apply(replacements, to: bytes)), taken.task == task,
      taken.preamble == preamble
    else { return self }
    return taken
  }

  /// The text after a value: whitespace and a comment, or nothing.
  private struct Comment {
    /// From the end of the value to the end of its line.
    let place: Range<Int>
    let text: [UInt8]

    /// The comments of several sides in one text, without whitespace between them.
    static func parts(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      let starts = text.indices.filter { text[$0] == 0x23 && ($0 == 0 || text[$0 - 1].isBlank) }
      let ends = starts.dropFirst() + [text.endIndex]
      return zip(starts, ends).map { text[$0..<$1].trimmingBlanks }
    }
  }

  private var mayHaveComments: Bool {
    let end = frontMatter.closing.start
    return bytes[..<end].place(of: 0x23, from: frontMatter.opening.next) < end
  }

  /// Comments keyed by key, and for list elements on lines of their own by key and element. Of equal keys the
  /// first counts.
  private var comments: [[UInt8]: Comment] {
    var found: [[UInt8]: Comment] = [:]
    func add(_ name: [UInt8], behind value: Int) {
      guard found[name] == nil, let line = bytes[...].line(at: value) else { return }
      let rest = bytes[value..<line.content.upperBound]
      guard YAMLScalar.isEnd(rest) else { return }
      let text = rest.trimmingTrailingBlanks
      found[name] = Comment(
        place: rest.indices, text: text.trimmingLeadingBlanks.isEmpty ? [] : Array(text))
    }
    for entry in frontMatter.entries {
      let key = Text(bytes: bytes[entry.key]).foldedName
      switch entry.value {
      case .scalar(let scalar):
        // After the block header (`|` or `>` with its indicators).
        let isBlock = bytes[scalar.range].first == 0x7C || bytes[scalar.range].first == 0x3E
        let signs = bytes[scalar.range].prefix { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
        add(key, behind: isBlock ? signs.endIndex : scalar.range.upperBound)
      case .empty(let place): add(key, behind: place.upperBound)
      case .list(let list) where list.isFlow: add(key, behind: list.range.upperBound)
      case .list(let list):
        add(key, behind: entry.rest.lowerBound)
        for item in list.items {
          add(key + [0] + item.scalar.text(in: bytes[...]).bytes, behind: item.range.upperBound)
        }
      case .records, .other: break
      }
    }
    return found
  }
}
