/// Prints spans in the syntax of a format.
struct InlinePrinter {
  /// The text from which the spans were parsed.
  let text: [UInt8]
  let links: MarkupLinks
  let format: Format

  /// Prints the spans; returns nil if the format cannot express one of them.
  ///
  /// - Parameters:
  ///   - escapes: Whether to escape punctuation (Markdown only).
  ///   - isInside: Whether the spans are inside emphasis or a link's label.
  func print(_ spans: [MarkupSpan], escapes: Bool, isInside: Bool = false) -> [UInt8]? {
    var out: [UInt8] = []
    for span in spans {
      switch span {
      case .text(let text): out += print(text: text.bytes, escapes: escapes)
      case .emphasis(let kind, _, let inner):
        guard let inside = print(inner, escapes: escapes, isInside: true),
          let sign = sign(kind, isInside: isInside || inside.first == 0x2A || inside.last == 0x2A)
        else { return nil }
        out += sign + inside + sign
      case .code(let text, _): out += code(text.bytes)
      case .link(let index):
        guard let link = print(linkAt: index, escapes: escapes) else { return nil }
        out += link
      }
    }
    return out
  }

  /// The source text of a span, without backslashes inside emphasis.
  func written(_ span: MarkupSpan) -> [UInt8] {
    switch span {
    case .text(let text): print(text: text.bytes, escapes: false)
    case .emphasis(_, let sign, let inner):
      Array(sign.utf8) + inner.flatMap(written) + Array(sign.utf8)
    case .code(let text, let sign): Array(sign.utf8) + text.bytes + Array(sign.utf8)
    case .link(let index): Array(text[links.places[index]])
    }
  }

  /// - Parameter isInside: Whether the emphasis is inside other emphasis or contains some at its edge, where
  ///   stars would be ambiguous.
  private func sign(_ kind: MarkupSpan.Emphasis, isInside: Bool) -> [UInt8]? {
    switch (kind, format) {
    case (.bold, .org): Array("*".utf8)
    case (.bold, .markdown): Array("**".utf8)
    case (.italic, .org): Array("/".utf8)
    case (.italic, .markdown): Array((isInside ? "_" : "*").utf8)
    case (.strike, .org): Array("+".utf8)
    case (.strike, .markdown): Array("~~".utf8)
    case (.underline, .org): Array("_".utf8)
    case (.underline, .markdown): nil
    }
  }

  private func code(_ code: [UInt8]) -> [UInt8] {
    switch format {
    case .org:
      let sign: UInt8 = code.contains(0x7E) ? 0x3D : 0x7E
      return [sign] + code + [sign]
    case .markdown:
      let runs = code.split { $0 != 0x60 }.map(\.count)
      let sign = [UInt8](repeating: 0x60, count: (1...).first { !runs.contains($0) } ?? 1)
      let isPadded = code.first == 0x20 && code.last == 0x20 && !code[...].isBlankLine
      let pad: [UInt8] = isPadded || code.first == 0x60 || code.last == 0x60 ? [0x20] : []
      return sign + pad + code + pad + sign
    }
  }

  private func print(text: [UInt8], escapes: Bool) -> [UInt8] {
    if format == .org { return text }
    return escapes ? InlinePrinter.escaped(text) : InlinePrinter.withoutHTML(text)
  }

  /// Puts a backslash before text that would be HTML, which is not shown.
  private static func withoutHTML(_ text: [UInt8]) -> [UInt8] {
    let starts = Set(MarkdownHTML.starts(in: text[...]))
    guard !starts.isEmpty else { return text }
    return text.indices.flatMap { starts.contains($0) ? [0x5C, text[$0]] : [text[$0]] }
  }

  /// Puts a backslash before punctuation that Markdown might read as markup.
  static func escaped(_ text: [UInt8]) -> [UInt8] {
    let html = Set(MarkdownHTML.starts(in: text[...]))
    var out: [UInt8] = []
    for (index, byte) in text.enumerated() {
      let isBackslash =
        byte == 0x5C && index + 1 < text.count && text[index + 1].isPunctuation
      let isLone = isBlank(text, at: index - 1) && isBlank(text, at: index + 1)
      let isInWord = byte == 0x5F && !isBlank(text, at: index - 1) && !isBlank(text, at: index + 1)
      let isSign = "*_~`[]<".utf8.contains(byte) && !isLone && !isInWord
      if isBackslash || isSign || html.contains(index) { out.append(0x5C) }
      out.append(byte)
    }
    return out
  }

  private static func isBlank(_ text: [UInt8], at index: Int) -> Bool {
    !text.indices.contains(index) || text[index].isBlank || text[index] == 0x0A
  }

  // MARK: Links

  private func print(linkAt index: Int, escapes: Bool) -> [UInt8]? {
    let link = links.all[index]
    let target = link.target.bytes
    let written = text[links.places[index]]
    // Bare links and links in angle brackets are the same in both formats.
    if written.elementsEqual(target) || written.elementsEqual([0x3C] + target + [0x3E]) {
      return Array(written)
    }
    if link.isNote { return note(link) }
    switch format {
    case .org: return org(link)
    case .markdown: return markdown(link, escapes: escapes)
    }
  }

  /// Prints `[[Note][text]]`, which Org resolves by searching for the name; nil for a link without a label,
  /// which stays as written.
  private func note(_ link: MarkupLink) -> [UInt8]? {
    guard format == .org, let label = link.label,
      let words = print(label: label, escapes: false)
    else { return nil }
    return Array("[[".utf8) + link.target.bytes + Array("][".utf8) + words + Array("]]".utf8)
  }

  private func org(_ link: MarkupLink) -> [UInt8]? {
    var target = link.target.bytes
    let isNamed = target[...].hasPrefix("file:") || InlinePrinter.isPath(target[...])
    if case .file(let path, nil) = LinkDestination(link, format: .markdown) {
      if let decoded = LinkDestination.decoded(path) {
        let isPath = InlinePrinter.isPath(Array(decoded.utf8)[...])
        target = Array((isPath ? "" : "file:").utf8) + Array(decoded.utf8)
      } else if !isNamed, Array(path.utf8) == target {
        target = Array("file:".utf8) + target
      }
    }
    var out = Array("[[".utf8)
    for byte in target {
      if byte == 0x5B || byte == 0x5D || byte == 0x5C { out.append(0x5C) }
      out.append(byte)
    }
    guard leads(target, to: link) else { return nil }
    if let label = link.label, label != link.target {
      guard let words = print(label: label, escapes: false) else { return nil }
      out += Array("][".utf8) + words
    }
    return out + Array("]]".utf8)
  }

  /// Prints `[[Note|text]]` for an Org link that searches for its text, so that a note link survives conversion
  /// to Org and back; nil for any other link.
  private func noteLink(_ link: MarkupLink) -> [UInt8]? {
    let target = link.target.bytes
    guard let label = link.label, case .here(let place) = LinkDestination(link, format: .org),
      target[...].trimmingBlanks.count == target.count,
      !target.contains(where: { [0x5B, 0x5D, 0x7C, 0x0A].contains($0) })
    else { return nil }
    switch place {
    case .text, .line: break
    case .heading, .customID, .id, .slug: return nil
    }
    return print(label: label, escapes: false).map {
      Array("[[".utf8) + target + [0x7C] + $0 + Array("]]".utf8)
    }
  }

  private func markdown(_ link: MarkupLink, escapes: Bool) -> [UInt8]? {
    if let note = noteLink(link) { return note }
    var target = link.target.bytes
    if target[...].hasPrefix("file:"), !target[...].hasPrefix("file://") {
      let path = target[5...]
      // A link with a position in the file keeps `file:`, as it cannot be expressed otherwise.
      if case .file(_, nil) = LinkDestination(Text(bytes: path), format: .markdown) {
        target = Array(path)
      }
    }
    // A percent sign is literal in Org, and begins an escape in Markdown.
    if case .file(let path, _) = LinkDestination(Text(bytes: target), format: .markdown),
      let decoded = LinkDestination.decoded(path), decoded != path
    {
      target = target.flatMap { $0 == 0x25 ? Array("%25".utf8) : [$0] }
    }
    guard leads(target, to: link) else { return nil }
    let isAddress = MarkupScheme.nameLength(at: 0, in: target[...]).map { $0 > 1 } ?? false
    let hasBlank = target.contains { $0 <= 0x20 || $0 == 0x28 || $0 == 0x29 }
    if target.contains(0x3C) || target.contains(0x3E) { return nil }
    guard let label = link.label else {
      if isAddress, !hasBlank { return [0x3C] + target + [0x3E] }
      let isPicture = InlinePrinter.isPicture(target)
      let sign = isPicture ? Array("![](".utf8) : [0x5B] + target + Array("](".utf8)
      return sign + (hasBlank ? [0x3C] + target + [0x3E] : target) + [0x29]
    }
    guard let words = print(label: label, escapes: escapes) else { return nil }
    return [0x5B] + words + Array("](".utf8)
      + (hasBlank ? [0x3C] + target + [0x3E] : target) + [0x29]
  }

  /// Prints the label of a link; links inside it become text.
  private func print(label: Text, escapes: Bool) -> [UInt8]? {
    var inline = MarkupInline(format.other, links: MarkupLinks())
    let spans = inline.spans(label.bytes[...])
    guard inline.links.all.isEmpty else {
      return print(text: label.bytes, escapes: escapes)
    }
    return InlinePrinter(text: label.bytes, links: inline.links, format: format)
      .print(spans, escapes: escapes, isInside: true)
  }

  private func leads(_ target: [UInt8], to link: MarkupLink) -> Bool {
    LinkDestination(Text(bytes: target), format: format).meant(in: format)
      == LinkDestination(link, format: format.other).meant(in: format.other)
  }

  /// True for a target that Org reads as a path without `file:`.
  private static func isPath(_ target: ArraySlice<UInt8>) -> Bool {
    target.first == 0x2F || target.hasPrefix("./") || target.hasPrefix("../")
      || target.hasPrefix("~/")
  }

  /// True for a picture's file name: Org shows a link without a label to such a file as the picture.
  private static func isPicture(_ target: [UInt8]) -> Bool {
    let ends: [StaticString] = ["png", "jpg", "jpeg", "gif", "svg", "webp"]
    guard let dot = target.lastIndex(of: 0x2E) else { return false }
    return ends.contains { target[(dot + 1)...].isSame(as: $0) }
  }
}
