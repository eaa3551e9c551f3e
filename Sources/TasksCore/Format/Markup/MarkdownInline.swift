/// Emphasis, code and links of Markdown (CommonMark and GitHub's extensions, as far as a preview needs them).
extension MarkupInline {
  /// Parses a code span, which ends with as many backquotes as it begins with.
  mutating func codeSpan(in run: inout MarkupRun) -> (MarkupSpan, Int)? {
    let bytes = run.bytes
    let sign = bytes[run.position...].prefix { $0 == 0x60 }
    run.position = sign.endIndex
    guard run.hasBackquotes(sign.count, behind: sign.endIndex) else { return nil }
    var position = sign.endIndex
    while position < bytes.endIndex {
      guard bytes[position] == 0x60 else {
        position += 1
        continue
      }
      let close = bytes[position...].prefix { $0 == 0x60 }
      if close.count == sign.count {
        let code = MarkupInline.withoutPadding(bytes[sign.endIndex..<position])
        return (
          .code(
            Text(bytes: code),
            sign: String(repeating: "`", count: sign.count)), close.endIndex
        )
      }
      position = close.endIndex
    }
    return nil
  }

  /// Removes one space at both ends, which separates backquotes of the code from the delimiters (CommonMark,
  /// 6.1).
  private static func withoutPadding(_ code: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard code.first == 0x20, code.last == 0x20, !code.isBlankLine else { return code }
    return code.dropFirst().dropLast()
  }

  /// Parses `[label](target)`, `![picture](target)`, `[label][name]` or `[name]`.
  mutating func markdownLink(in run: inout MarkupRun) -> (MarkupSpan, Int)? {
    let bytes = run.bytes
    let open = bytes[run.position] == 0x21 ? run.position + 1 : run.position
    guard open < bytes.endIndex, bytes[open] == 0x5B, let close = run.closingBracket(of: open)
    else { return nil }
    let label = bytes[(open + 1)..<close]
    if close + 1 < bytes.endIndex, bytes[close + 1] == 0x28,
      let (target, hasTitle, end) = MarkdownLink.target(at: close + 2, in: bytes)
    {
      let link = links.add(
        target, label: label.isEmpty ? nil : label, hasTitle: hasTitle,
        isPicture: open > run.position)
      return (link, end)
    }
    if let note = noteLink(from: open, isEmbedded: open > run.position, in: bytes) { return note }
    guard !definitions.isEmpty else { return nil }
    var (name, end) = (label, close + 1)
    if end < bytes.endIndex, bytes[end] == 0x5B, let last = run.closingBracket(of: end) {
      if last > end + 1 { name = bytes[(end + 1)..<last] }
      end = last + 1
    }
    guard let target = definitions[MarkdownLink.name(name)] else { return nil }
    return (links.add(target.bytes, label: label), end)
  }

  /// Parses `[[Note]]`, `[[Note|label]]` or `![[picture.png|300]]`, where the number is a display width.
  private mutating func noteLink(
    from open: Int, isEmbedded: Bool, in bytes: ArraySlice<UInt8>
  ) -> (MarkupSpan, Int)? {
    guard bytes[(open + 1)...].first == 0x5B else { return nil }
    let inner = bytes[(open + 2)...].prefix { ![0x5B, 0x5D, 0x0A].contains($0) }
    guard bytes[inner.endIndex...].hasPrefix("]]") else { return nil }
    let name = inner.prefix { $0 != 0x7C }.trimmingBlanks
    var label = inner.drop { $0 != 0x7C }.dropFirst().trimmingBlanks
    if isEmbedded, label.allSatisfy({ $0.isDigit || $0 == 0x78 }) { label = label.prefix(0) }
    guard !name.isEmpty else { return nil }
    let span = links.add(
      name, label: label.isEmpty ? nil : label, isNote: true, isPicture: isEmbedded)
    return (span, inner.endIndex + 2)
  }

  /// Parses `<!-- words -->`, whose content is not parsed (CommonMark, 6.6).
  mutating func htmlComment(in run: inout MarkupRun) -> (MarkupSpan, Int)? {
    let rest = run.bytes[run.position...]
    let sign = Array("<!--".utf8)
    guard rest.hasPrefix("<!--"), !run.endless.contains(sign) else { return nil }
    // The first two dashes may also be part of the end: `<!-->`.
    guard let end = rest.dropFirst(2).indices.first(where: { rest[$0...].hasPrefix("-->") }) else {
      run.endless.insert(sign)
      return nil
    }
    return (.text(Text(bytes: rest[..<(end + 3)])), end + 3)
  }

  /// Parses `<bob@example.org>` (CommonMark, 6.5).
  mutating func mailLink(from start: Int, in bytes: ArraySlice<UInt8>) -> (MarkupSpan, Int)? {
    let name = bytes[start...].prefix(320).prefix(while: MarkdownLink.isMailSign)
    guard !name.isEmpty, bytes[name.endIndex...].first == 0x40 else { return nil }
    let host = bytes[(name.endIndex + 1)...].prefix(256)
      .prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
    let isHost = host.split(separator: 0x2E, omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.first != 0x2D && $0.last != 0x2D }
    guard isHost, bytes[host.endIndex...].first == 0x3E else { return nil }
    let address = bytes[start..<host.endIndex]
    return (links.add(Array("mailto:".utf8) + address, label: address), host.endIndex + 1)
  }

  /// Parses emphasis by `*`, `**`, `_`, `__` or `~~`: no whitespace just inside the delimiters, and `_` only
  /// around whole words.
  mutating func markdownEmphasis(in run: inout MarkupRun, depth: Int) -> (MarkupSpan, Int)? {
    let bytes = run.bytes
    let start = run.position
    let byte = bytes[start]
    let signs = bytes[start...].prefix { $0 == byte }
    // If the whole run is not a delimiter, no part of it is.
    run.position = signs.endIndex
    let count = min(signs.count, 2)
    let sign = signs.prefix(count)
    guard depth < MarkupInline.deepest, signs.count <= 3, byte != 0x7E || signs.count == 2,
      signs.endIndex < bytes.endIndex, !MarkdownLink.isSpace(bytes[signs.endIndex]),
      !WideSpace.begins(at: signs.endIndex, in: bytes, .markdown),
      byte != 0x5F || start == bytes.startIndex || !MarkdownLink.isWord(bytes[start - 1])
        || WideSpace.ends(at: start, in: bytes, .markdown),
      !run.endless.contains(Array(sign))
    else { return nil }
    var end = signs.endIndex
    while end < bytes.endIndex {
      guard bytes[end] == byte else {
        end += bytes[end] == 0x5C ? 2 : 1
        continue
      }
      let close = bytes[end...].prefix { $0 == byte }
      let isWhole =
        byte != 0x5F || close.endIndex == bytes.endIndex
        || !MarkdownLink.isWord(bytes[close.endIndex])
        || WideSpace.begins(at: close.endIndex, in: bytes, .markdown)
      let isClosing =
        isWhole && !MarkdownLink.isSpace(bytes[end - 1])
        && !WideSpace.ends(at: end, in: bytes, .markdown)
      if isClosing, close.count == signs.count || close.count == count || close.count > 2 {
        let stop = close.count >= signs.count ? end + signs.count - count : end
        let content = bytes[(start + count)..<min(stop, close.endIndex - count)]
        guard !content.isEmpty else { return nil }
        let kind: MarkupSpan.Emphasis = byte == 0x7E ? .strike : count == 2 ? .bold : .italic
        let text = String(decoding: sign, as: UTF8.self)
        return (
          .emphasis(kind, sign: text, spans(content, depth: depth + 1)), content.endIndex + count
        )
      }
      end = close.endIndex
    }
    run.endless.insert(Array(sign))
    return nil
  }
}

/// Parsing of link targets and definitions in Markdown.
enum MarkdownLink {
  /// The greatest number of open parentheses in a target, which bounds the time spent on unbalanced ones
  /// (CommonMark, 6.3, requires at least three).
  private static let deepest = 32

  /// Parses `target)` or `<target with blanks>)`, with optional whitespace and an optional title, which is
  /// dropped.
  static func target(
    at start: Int, in text: ArraySlice<UInt8>
  ) -> (target: [UInt8], hasTitle: Bool, end: Int)? {
    // The length limit bounds the search for the end of the target.
    let bytes = text[..<min(text.endIndex, start + 4000)]
    var position = start
    var target: [UInt8] = []
    while position < bytes.endIndex, isSpace(bytes[position]) { position += 1 }
    if position < bytes.endIndex, bytes[position] == 0x3C {
      position += 1
      while position < bytes.endIndex, bytes[position] != 0x3E, bytes[position] != 0x0A,
        bytes[position] != 0x3C
      {
        target.append(bytes[position])
        position += 1
      }
      position += 1
    } else {
      var depth = 0
      scan: while position < bytes.endIndex {
        let byte = bytes[position]
        switch byte {
        case ...0x20: break scan
        case 0x28:
          depth += 1
          if depth > deepest { return nil }
        case 0x29:
          if depth == 0 { break scan }
          depth -= 1
        case 0x5C where position + 1 < bytes.endIndex && bytes[position + 1].isPunctuation:
          position += 1
        default: break
        }
        target.append(bytes[position])
        position += 1
      }
    }
    while position < bytes.endIndex, isSpace(bytes[position]) { position += 1 }
    let hasTitle =
      position < bytes.endIndex && (bytes[position] == 0x22 || bytes[position] == 0x27)
    if hasTitle {
      let quote = bytes[position]
      guard let close = bytes[(position + 1)...].firstIndex(of: quote) else { return nil }
      position = close + 1
      while position < bytes.endIndex, isSpace(bytes[position]) { position += 1 }
    }
    guard position < bytes.endIndex, bytes[position] == 0x29, !target.isEmpty else { return nil }
    return (target, hasTitle, position + 1)
  }

  /// Parses a line `[name]: target`.
  static func definition(_ line: ArraySlice<UInt8>) -> (name: Text, target: Text)? {
    let text = line.trimmingBlanks
    guard text.first == 0x5B, let close = text.firstIndex(of: 0x5D), close > text.startIndex + 1,
      close + 1 < text.endIndex, text[close + 1] == 0x3A
    else { return nil }
    let rest = text[(close + 2)...].trimmingLeadingBlanks
    var target = rest[..<rest.endOfWord]
    // Only a title may follow the target.
    let title = rest[target.endIndex...].trimmingBlanks
    if let sign = title.first, ![0x22, 0x27, 0x28].contains(sign) { return nil }
    if target.first == 0x3C, target.last == 0x3E { target = target.dropFirst().dropLast() }
    guard !target.isEmpty, text[text.startIndex + 1] != 0x5E else { return nil }
    return (name(text[(text.startIndex + 1)..<close]), Text(bytes: target))
  }

  /// The name of a definition, in lower case for comparison.
  static func name(_ name: ArraySlice<UInt8>) -> Text {
    Text(bytes: name.map(\.lowercasedASCII))
  }

  /// True for a character of an email address before the `@`.
  static func isMailSign(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == 0x0A }

  static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || byte >= 0x80 || byte == 0x5F
  }
}
