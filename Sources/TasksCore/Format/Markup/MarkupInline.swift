/// Finds emphasis, code and links in lines of text, in linear time.
struct MarkupInline {
  var links: MarkupLinks
  let format: Format
  /// The link definitions of a Markdown text, by name (`[text][name]`).
  var definitions: [Text: Text] = [:]
  /// The greatest nesting depth of emphasis; deeper emphasis stays text.
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

  /// Parses the span at the run's position; returns it with its end.
  private mutating func span(in run: inout MarkupRun, depth: Int) -> (MarkupSpan, Int)? {
    let byte = run.bytes[run.position]
    // A link that begins with an angle bracket must end with one; without it, it is no autolink either (GitHub,
    // "Autolinks").
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
        // A backslash escapes punctuation, and makes a hard line break at the end of a line.
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

  /// Parses `<https://example.org>`, in both formats.
  private mutating func angleLink(in run: inout MarkupRun) -> (MarkupSpan, Int)? {
    let start = run.position + 1
    guard let scheme = MarkupScheme.nameLength(at: start, in: run.bytes), scheme >= 2 else {
      return format == .markdown ? mailLink(from: start, in: run.bytes) : nil
    }
    var end = start + scheme + 1
    // Org allows spaces in such a link if it knows the scheme.
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

/// The state of splitting a text into spans.
struct MarkupRun {
  let bytes: ArraySlice<UInt8>
  var spans: [MarkupSpan] = []
  var position: Int
  var textStart: Int
  /// Delimiters that have no end in the rest of the text, so that it is searched only once.
  var endless: Set<[UInt8]> = []
  /// The closing bracket of each opening bracket; computed on first use.
  private var brackets: [Int: Int]?
  /// For each length of a backquote run, the offset of the last such run; computed on first use.
  private var backquotes: [Int: Int]?

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    textStart = position
  }

  mutating func flush(to end: Int) {
    if textStart < end {
      spans.append(.text(Text(bytes: bytes[textStart..<end])))
    }
    textStart = end
  }

  /// True if a run of exactly `count` backquotes begins at or after `place`.
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

/// Bare links in text: `https://example.org`.
enum MarkupScheme {
  private static let bare: [StaticString] = [
    "https://", "http://", "mailto:", "ftp://", "file:", "id:", "ssh://", "git://", "doi:", "tel:",
  ]

  /// The length of the scheme of a bare link at `position`, where a word must begin; nil if there is none.
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

  /// The length of a scheme name: letters, digits and `+ - .` before a colon (RFC 3986, 3.1).
  static func nameLength(at start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard start < bytes.endIndex, bytes[start].isASCIILetter else { return nil }
    var end = start
    while end < bytes.endIndex,
      bytes[end].isASCIILetter || bytes[end].isDigit || [0x2B, 0x2D, 0x2E].contains(bytes[end])
    { end += 1 }
    guard end < bytes.endIndex, bytes[end] == 0x3A else { return nil }
    return end - start
  }

  /// The end of a bare link, without punctuation that ends the sentence or closes a bracket around the link.
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
  /// True for ASCII punctuation, which a backslash can escape in Markdown.
  var isPunctuation: Bool {
    (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }
}

/// The role of a line of the notes, and the range of its text.
struct MarkupLine {
  enum Role: Hashable {
    case blank
    case text
    /// The first line of a list item.
    case item
    case heading(level: Int)
    /// The underline of a Markdown heading.
    case underline
    /// A line of a quote with its nesting depth, from 1.
    case quote(depth: Int)
    /// `#+begin_quote`, or the line that ends it.
    case quoteEdge
    /// The opening line of a code block.
    case fence
    case code
    case fenceEnd
    /// Code marked on the line itself: by four columns of indent in Markdown, by `: ` in Org.
    case fixed
    case table
    case rule
    /// A line for programs.
    case aside
  }

  var role: Role
  /// The text after the line's markers, as a range in the notes.
  var words: Range<Int>
  /// True if the line continues the paragraph or item of the line before.
  var goesOn = false
  /// The line of the list item that the line is in; for the first line of an item, of the item around it.
  var item: Int?
}
