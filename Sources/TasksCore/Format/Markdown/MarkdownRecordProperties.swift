/// Lists of flat maps under the keys of other programs: shown in one line, as YAML would have them there. They are no
/// properties of the task, which are changed and merged as one text: here the lines are.
extension MarkdownDocument {
  public var shownTask: Task {
    var shown = task
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
  /// `[{start: 10:00, end: 11:00}, {start: 12:00}]`; nil for anything but a list of flat maps.
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

  /// What needs no quotes in its own line needs none here but for the signs of a list.
  private static func append(_ word: ByteView, isPlain: Bool, to out: inout [UInt8]) {
    let isSafe =
      isPlain
      ? !word.contains(where: YAMLScalar.isFlowSign) : YAMLWriter.isPlain(word, inFlow: true)
    if isSafe { out += word } else { YAMLEscape.append(quoted: word, to: &out) }
  }
}
