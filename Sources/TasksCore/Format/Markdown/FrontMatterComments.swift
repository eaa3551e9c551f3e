/// Comments behind the values of front matter. They belong to no field, so a merge that goes by one side's text would
/// lose those of the other.
extension MarkdownDocument {
  /// The file with the comments that a version has put behind values, changed or taken away since another one. Where
  /// this file has changed the same one, both stay.
  func takingComments(of version: MarkdownDocument, since base: MarkdownDocument)
    -> MarkdownDocument
  {
    guard version.mayHaveComments || base.mayHaveComments else { return self }
    let (before, after) = (base.comments, version.comments)
    let replacements = comments.compactMap { name, comment -> Replacement? in
      // Behind what is new on a side, or has gone, there is nothing to compare.
      guard let old = before[name]?.text, let new = after[name]?.text, old != new
      else { return nil }
      if comment.text == old { return Replacement(comment.place, new) }
      // It may have come by an earlier merge.
      let isThere = comment.text.indices.contains { comment.text[$0...].starts(with: new) }
      return isThere ? nil : Replacement(comment.place, comment.text + new)
    }
    guard !replacements.isEmpty,
      let taken = reread(Replacement.apply(replacements, to: bytes)), taken.task == task,
      taken.preamble == preamble
    else { return self }
    return taken
  }

  /// What stands behind a value: blanks and a comment, or nothing.
  private struct Comment {
    /// From the value to the end of its line.
    let place: Range<Int>
    let text: [UInt8]
  }

  private var mayHaveComments: Bool {
    let end = frontMatter.closing.start
    return bytes[..<end].place(of: 0x23, from: frontMatter.opening.next) < end
  }

  /// By the key, and for an element on a line of its own by that, too; of several alike the first.
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
      case .scalar(let scalar) where scalar.style != .severalLines:
        add(key, behind: scalar.range.upperBound)
      case .empty(let place): add(key, behind: place.range.upperBound)
      case .list(let list) where list.isFlow: add(key, behind: list.range.upperBound)
      case .list(let list):
        add(key, behind: entry.rest.lowerBound)
        list.walk(bytes[...]) { item in
          add(key + [0] + item.scalar.text(in: bytes[...]).bytes, behind: item.range.upperBound)
        }
      case .scalar, .records, .other: break
      }
    }
    return found
  }
}
