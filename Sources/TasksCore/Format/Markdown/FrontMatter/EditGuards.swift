/// Refuses edits of values that an alias refers to, and of unreadable values that no output shows.
extension FrontMatterEditor {
  /// Refuses to overwrite a field's value that is neither read nor a property, because it contains a control
  /// character or a line end.
  func refuseUnshown(_ entry: FrontMatterEntry, _ key: FrontMatterKey) throws(EditError) {
    guard fields.source(key) == nil, !entry.isEmptyField(in: bytes[...]),
      bytes.withView({ MarkdownProperty.text(of: entry, in: $0) == nil })
    else { return }
    throw unreadable(entry)
  }

  func unreadable(_ entry: FrontMatterEntry) -> EditError {
    let kind: String
    switch entry.field?.key {
    case .tags, .contexts, .field(.blockers), .field(.reminders): kind = "a list of words"
    default: kind = "a plain value"
    }
    return .notEditable("`\(Text(bytes: bytes[entry.key]).string)` holds more than \(kind)")
  }

  /// Refuses to edit a value with an anchor that an alias refers to, as the alias would change too.
  func refuseShared(_ entry: FrontMatterEntry) throws(EditError) {
    guard let anchor = entry.anchor else { return }
    let alias = [0x2A] + bytes[anchor]
    var position = frontMatter.opening.next
    for other in frontMatter.entries {
      switch other.value {
      case .scalar, .list, .empty:
        // Parsed values contain no alias: a `*` in them is text.
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
        // At the start of a line it begins a comment.
        if isLineStart(position) { position = rest.firstIndex(of: 0x0A) ?? range.upperBound }
      case 0x2A:
        guard rest.starts(with: alias), isNodeStart(position) else { break }
        let next = rest.dropFirst(alias.count).first ?? 0x0A
        if next <= 0x20 || YAMLScalar.isFlowSign(next) {
          let (key, name) = (Text(bytes: bytes[entry.key]), Text(bytes: alias))
          throw .notEditable(
            "the alias `\(name.string)` uses the value of `\(key.string)`; change it with tasks edit"
          )
        }
      default: break
      }
      position += 1
    }
  }

  private func isLineStart(_ position: Int) -> Bool {
    bytes[..<position].last { !$0.isBlank } ?? 0x0A == 0x0A
  }

  /// True if a value or a key may begin at a position: at the start of a line, or after an indicator.
  private func isNodeStart(_ position: Int) -> Bool {
    let before = bytes[..<position].last { !$0.isBlank } ?? 0x0A
    return before == 0x0A || before == 0x3A || before == 0x2D || before == 0x3F
      || YAMLScalar.isFlowSign(before)
  }
}
