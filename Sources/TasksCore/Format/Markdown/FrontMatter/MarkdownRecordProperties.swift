/// Lists of flat maps under keys of other programs, shown on one line in YAML's flow style. They are not
/// properties of the task, which are edited and merged as one text; of these, the lines are merged.
extension MarkdownDocument {
  package var shownTask: Task {
    var shown = task
    // A task whose title cannot be read has that of its file's name.
    let mayHaveSome = !task.properties.isEmpty || task.path.hasSuffix(task.title.string + ".md")
    shown.hasUnreadValues = mayHaveSome && !unreadValues.isEmpty
    for entry in frontMatter.entries where entry.field == nil {
      guard case .other = entry.value, bytes[entry.rest].isBlankLine,
        case let name = Text(bytes: bytes[entry.key]), shown.property(named: name) == nil,
        let value = bytes.withView({ MarkdownProperty.text(ofRecords: entry, in: $0) })
      else { continue }
      shown.properties.append(Task.Property(name, value))
    }
    return shown
  }
}

extension MarkdownProperty {
  /// Prints `[{start: 10:00, end: 11:00}, {start: 12:00}]`; returns nil for anything but a list of flat maps.
  fileprivate static func text(ofRecords entry: FrontMatterEntry, in bytes: ByteView) -> Text? {
    var out: [UInt8] = [0x5B]
    let isRead = FrontMatterRecords.walk(bytes[entry.rest.upperBound..<entry.range.upperBound]) {
      field, text, _, isFirst in
      if isFirst, out.count > 1 { out += "}, ".utf8 }
      out += isFirst ? [0x7B] : Array(", ".utf8)
      append(text[field.key], isPlain: true, to: &out)
      out += ": ".utf8
      guard let scalar = field.scalar else { return }
      scalar.withBytes(in: text) { append($0, isPlain: scalar.style == .plain, to: &out) }
    }
    guard isRead, out.count > 1 else { return nil }
    return Text(bytes: out + Array("}]".utf8))
  }

  /// A plain scalar needs quotes here only if it contains flow indicators.
  private static func append(_ word: ByteView, isPlain: Bool, to out: inout [UInt8]) {
    let isSafe =
      isPlain
      ? !word.contains(where: YAMLScalar.isFlowSign) : YAMLWriter.isPlain(word, inFlow: true)
    if isSafe { out += word } else { YAMLEscape.append(quoted: word, to: &out) }
  }
}
