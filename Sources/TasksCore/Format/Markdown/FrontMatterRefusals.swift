/// What is not changed: a value that stands for another one too, and what is shown nowhere, in whose place another
/// value would come unseen.
extension FrontMatterEditor {
  /// Refuses to write over a field's value that was neither read nor is a property: what it says holds a control
  /// character or a line end.
  func refuseUnshown(_ entry: FrontMatterEntry, _ key: MarkdownKey) throws(EditError) {
    guard fields.source(key) == nil, !entry.isEmptyField,
      bytes.withView({ MarkdownProperty.text(of: entry, in: $0) == nil })
    else { return }
    throw unreadable(entry)
  }

  func unreadable(_ entry: FrontMatterEntry) -> EditError {
    let kind: String
    switch entry.field?.key {
    case .tags, .contexts, .dependencies, .reminder: kind = "a list of words"
    default: kind = "a plain value"
    }
    return .notEditable("`\(Text(bytes: bytes[entry.key]).string)` holds more than \(kind)")
  }

  /// A value that another key says by its anchor would change there, too.
  func refuseShared(_ entry: FrontMatterEntry) throws(EditError) {
    guard let anchor = entry.anchor else { return }
    let alias = [0x2A] + bytes[anchor]
    let front = bytes[frontMatter.opening.next..<frontMatter.closing.start]
    for line in ByteLines(front) {
      let content = front[line]
      // What begins with its sign is a comment or a piece of a text, and no alias.
      if content.trimmingLeadingBlanks.first == 0x23 { continue }
      for star in content.indices where content[star] == 0x2A {
        guard content[star...].starts(with: alias), isNodeStart(star) else { continue }
        let next = content[(star + alias.count)...].first ?? 0x0A
        guard next > 0x20, !YAMLScalar.isFlowSign(next) else {
          let (key, name) = (Text(bytes: bytes[entry.key]), Text(bytes: alias))
          throw .notEditable("`\(name.string)` stands for the value of `\(key.string)` elsewhere")
        }
      }
    }
  }

  private func isNodeStart(_ position: Int) -> Bool {
    let before = bytes[position - 1]
    return before <= 0x20 || before == 0x3A || YAMLScalar.isFlowSign(before)
  }
}
