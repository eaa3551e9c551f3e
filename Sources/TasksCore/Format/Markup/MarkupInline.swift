/// Finds emphasis, code and links in lines of text, in time that grows with their length alone.
struct MarkupInline {
  var links: MarkupLinks
  let format: Format
  /// Where the links of a Markdown text lead that are named (`[text][name]`).
  var definitions: [Text: Text] = [:]
  /// Emphasis in emphasis: further in than this it stays text.
  static let deepest = 6

  init(_ format: Format, links: MarkupLinks) {
    self.format = format
    self.links = links
  }

  mutating func spans(_ bytes: ArraySlice<UInt8>, depth: Int = 0) -> [MarkupSpan] {
    var run = MarkupRun(bytes)
    while run.position < bytes.endIndex {
      let start = run.position
      if let (span, end) = span(in: &run, depth: depth) {
        if case .link(let index) = span { links.setPlace(of: index, to: start..<end) }
        run.flush(to: start)
        run.spans.append(span)
        run.position = end
        run.textStart = end
      } else if run.position == start {
        run.position += 1
      }
    }
    run.flush(to: bytes.endIndex)
    return run.spans
  }

  /// The span that begins where the run stands, and its end.
  private mutating func span(in run: inout MarkupRun, depth: Int) -> (MarkupSpan, Int)? {
    let byte = run.bytes[run.position]
    // What begins with an angle and is no link as a whole is none without it (GitHub, "Autolinks").
    let isInAngle =
      format == .markdown && run.bytes[..<run.position].last == 0x3C
    if !isInAngle, let scheme = MarkupScheme.length(at: run.position, in: run.bytes) {
      let end = MarkupScheme.end(of: run.position, scheme: scheme, in: run.bytes)
      if let end { return (links.add(run.bytes[run.position..<end]), end) }
    }
    switch format {
    case .org:
      if byte == 0x5B { return orgLink(in: &run) }
      if byte == 0x3C { return angleLink(in: &run) }
      return orgEmphasis(in: &run, depth: depth)
    case .markdown:
      switch byte {
      case 0x5C:
        // A sign with a backslash before it is the sign itself, and a line with one at its end ends there.
        let next = run.position + 1
        guard next < run.bytes.endIndex, run.bytes[next].isPunctuation || run.bytes[next] == 0x0A
        else { return nil }
        return (.text(Text(bytes: run.bytes[next...next])), next + 1)
      case 0x60: return codeSpan(in: &run)
      case 0x21, 0x5B: return markdownLink(in: &run)
      case 0x3C: return htmlComment(in: &run) ?? angleLink(in: &run)
      case 0x2A, 0x5F, 0x7E: return markdownEmphasis(in: &run, depth: depth)
      default: return nil
      }
    }
  }

  /// `<https://example.org>`, in both formats.
  private mutating func angleLink(in run: inout MarkupRun) -> (MarkupSpan, Int)? {
    let start = run.position + 1
    guard let scheme = MarkupScheme.nameLength(at: start, in: run.bytes), scheme >= 2 else {
      return format == .markdown ? mailLink(from: start, in: run.bytes) : nil
    }
    var end = start + scheme + 1
    // Org takes blanks into one whose scheme it knows.
    let takesBlanks = format == .org && MarkupScheme.length(at: start, in: run.bytes) != nil
    while end < run.bytes.endIndex, run.bytes[end] > 0x20 || takesBlanks && run.bytes[end] == 0x20,
      run.bytes[end] != 0x3C, run.bytes[end] != 0x3E
    { end += 1 }
    guard end < run.bytes.endIndex, run.bytes[end] == 0x3E, end > start + scheme + 1 else {
      return nil
    }
    return (links.add(run.bytes[start..<end]), end + 1)
  }
}

/// A text on its way to spans.
struct MarkupRun {
  let bytes: ArraySlice<UInt8>
  var spans: [MarkupSpan] = []
  var position: Int
  /// Where the text begins that is in no span yet.
  var textStart: Int
  /// Signs that are known to have no end any more: looking once is enough.
  var endless: Set<[UInt8]> = []
  /// Where each opening bracket is closed; found when first asked for.
  private var brackets: [Int: Int]?
  /// Where the last run of so many backquotes begins; found when first asked for.
  private var backquotes: [Int: Int]?

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    textStart = position
  }

  mutating func flush(to end: Int) {
    if textStart < end {
      // Neighbours that are both text are one.
      if case .text(let before)? = spans.last {
        spans[spans.count - 1] = .text(Text(bytes: before.bytes + bytes[textStart..<end]))
      } else {
        spans.append(.text(Text(bytes: bytes[textStart..<end])))
      }
    }
    textStart = end
  }

  /// Whether there is a run of so many backquotes from a place on.
  mutating func hasBackquotes(_ count: Int, behind place: Int) -> Bool {
    if backquotes == nil {
      var found: [Int: Int] = [:]
      var index = bytes.startIndex
      while index < bytes.endIndex {
        let run = bytes[index...].prefix { $0 == 0x60 }.count
        if run > 0 { found[run] = index }
        index += max(1, run)
      }
      backquotes = found
    }
    return backquotes?[count].map { $0 >= place } ?? false
  }

  mutating func closingBracket(of open: Int) -> Int? {
    if brackets == nil {
      var found: [Int: Int] = [:]
      var stack: [Int] = []
      var index = bytes.startIndex
      while index < bytes.endIndex {
        switch bytes[index] {
        case 0x5C: index += 1
        case 0x5B: stack.append(index)
        case 0x5D: if let open = stack.popLast() { found[open] = index }
        default: break
        }
        index += 1
      }
      brackets = found
    }
    return brackets?[open]
  }
}

/// Links that stand in a text bare: `https://example.org`.
enum MarkupScheme {
  private static let bare: [StaticString] = [
    "https://", "http://", "mailto:", "ftp://", "file:", "id:", "ssh://", "git://", "doi:", "tel:",
  ]

  /// The length of the scheme of a bare link that begins here, with a word's start before it.
  static func length(at position: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes[position].isASCIILetter else { return nil }
    if position > bytes.startIndex {
      let before = bytes[position - 1]
      if before.isASCIILetter || before.isDigit || before >= 0x80 { return nil }
      if [0x2D, 0x5F, 0x2F, 0x2E, 0x40, 0x3A, 0x2B].contains(before) { return nil }
    }
    let rest = bytes[position...]
    for scheme in bare where rest.hasPrefixIgnoringCase(scheme) { return scheme.utf8CodeUnitCount }
    return nil
  }

  /// Letters, digits, `+ - .` before a colon (RFC 3986, 3.1).
  static func nameLength(at start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard start < bytes.endIndex, bytes[start].isASCIILetter else { return nil }
    var end = start
    while end < bytes.endIndex,
      bytes[end].isASCIILetter || bytes[end].isDigit || [0x2B, 0x2D, 0x2E].contains(bytes[end])
    { end += 1 }
    guard end < bytes.endIndex, bytes[end] == 0x3A else { return nil }
    return end - start
  }

  /// Where a bare link ends: what closes a sentence or a bracket around it is no part of it.
  static func end(of start: Int, scheme: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    var end = start + scheme
    var depth = 0
    scan: while end < bytes.endIndex {
      switch bytes[end] {
      case ...0x20, 0x22, 0x3C, 0x3E, 0x60, 0x5B, 0x5D, 0x7C, 0x7F: break scan
      case 0x28: depth += 1
      case 0x29:
        if depth == 0 { break scan }
        depth -= 1
      default: break
      }
      end += 1
    }
    let signs = Array(".,;:!?'*_~".utf8)
    while end > start + scheme, signs.contains(bytes[end - 1]) { end -= 1 }
    return end > start + scheme ? end : nil
  }
}

extension UInt8 {
  /// ASCII punctuation: what a backslash may stand before in Markdown.
  var isPunctuation: Bool {
    (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }
}
