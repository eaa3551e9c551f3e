/// What is not changed: a value that stands for another one too, and what is shown nowhere, in whose place another
/// value would come unseen.
extension FrontMatterEditor {
  /// Refuses to write over a field's value that was neither read nor is a property: what it says holds a control
  /// character or a line end.
  func refuseUnshown(_ entry: FrontMatterEntry, _ key: MarkdownKey) throws(EditError) {
    guard fields.source(key) == nil, !entry.isEmptyField(in: bytes[...]),
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
    var position = frontMatter.opening.next
    for other in frontMatter.entries {
      switch other.value {
      case .scalar, .list, .empty:
        // What is read holds no alias: a sign in it is a piece of a text.
        try refuse(alias, of: entry, in: position..<other.range.lowerBound)
        position = other.range.upperBound
      case .records, .other: continue
      }
    }
    try refuse(alias, of: entry, in: position..<frontMatter.closing.start)
  }

  private func refuse(
    _ alias: [UInt8], of entry: FrontMatterEntry, in range: Range<Int>
  ) throws(EditError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let rest = bytes[position..<range.upperBound]
      switch bytes[position] {
      case 0x22, 0x27:
        let end = isNodeStart(position) ? YAMLScalar.closingQuote(of: rest) : nil
        position = end ?? position
      case 0x23:
        // What begins a line so is a comment.
        if isLineStart(position) { position = rest.firstIndex(of: 0x0A) ?? range.upperBound }
      case 0x2A:
        guard rest.starts(with: alias), isNodeStart(position) else { break }
        let next = rest.dropFirst(alias.count).first ?? 0x0A
        if next <= 0x20 || YAMLScalar.isFlowSign(next) {
          let (key, name) = (Text(bytes: bytes[entry.key]), Text(bytes: alias))
          throw .notEditable("`\(name.string)` stands for the value of `\(key.string)` elsewhere")
        }
      default: break
      }
      position += 1
    }
  }

  private func isLineStart(_ position: Int) -> Bool {
    bytes[..<position].last { !$0.isBlank } ?? 0x0A == 0x0A
  }

  /// Whether a value, or a key, may begin there: at a line's start, or behind a sign that it follows.
  private func isNodeStart(_ position: Int) -> Bool {
    let before = bytes[..<position].last { !$0.isBlank } ?? 0x0A
    return before == 0x0A || before == 0x3A || before == 0x2D || before == 0x3F
      || YAMLScalar.isFlowSign(before)
  }
}
