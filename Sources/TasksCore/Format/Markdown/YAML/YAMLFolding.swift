/// Scalars of several lines: `|`, `>`, and plain or quoted scalars that continue below (YAML 1.2, 6.5 and 8.1).
enum YAMLFolding {
  /// The text of a scalar that is known to span several lines.
  static func text(of scalar: ByteView) -> Text {
    guard let line = scalar.line(at: scalar.startIndex) else { return .empty }
    let below = scalar[line.next...]
    let text: Text? =
      switch scalar.first {
      case 0x7C, 0x3E: block(scalar[line], below)?.text
      case 0x22, 0x27: quoted(scalar)?.text
      default: plain(scalar[line].trimmingTrailingBlanks, below)?.text
      }
    return text ?? .empty
  }

  /// Parses a block scalar; the text excludes the final line feeds.
  ///
  /// - Parameters:
  ///   - header: The text after the key, beginning with `|` or `>`.
  ///   - lines: The lines below.
  /// - Returns: The text, and the offset at which its last line ends, nil if all lines are blank; nil if the
  ///   lines are not a block scalar.
  static func block(_ header: ByteView, _ lines: ByteView) -> (text: Text, end: Int?)? {
    var isFolded = false
    var kinds = YAMLBlockLines(header)
    let words = header.prefix { !$0.isBlank }
    guard YAMLScalar.isEnd(header[words.endIndex...]) else { return nil }
    for byte in words {
      switch byte {
      case 0x7C: isFolded = false
      case 0x3E: isFolded = true
      case 0x2B, 0x2D, 0x31...0x39: break
      default: return nil
      }
    }
    var out: [UInt8] = []
    out.reserveCapacity(lines.count)
    var blanks = 0
    var wasDeeper = true
    var end: Int?
    for line in ByteLines(lines) {
      let line = lines[line]
      let start: Int
      switch kinds.kind(of: line) {
      case .text(let place): start = place
      case .blank:
        blanks += 1
        continue
      case .comment: continue
      case .stray: return nil
      }
      let content = line[start...]
      let isDeeper = content.first?.isBlank == true
      let folds = isFolded && !isDeeper && !wasDeeper || out.isEmpty
      if !out.isEmpty || blanks > 0 { out.append(folding: folds ? blanks : blanks + 1) }
      out.append(contentsOf: content)
      end = content.endIndex
      wasDeeper = isDeeper
      blanks = 0
    }
    return (Text(bytes: out), end)
  }

  /// True if a value begins a block scalar that keeps all trailing blank lines, `|+`.
  static func keeps(_ header: some ByteSlice) -> Bool {
    guard let sign = header.first, sign == 0x7C || sign == 0x3E else { return false }
    return header.prefix { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }.contains(0x2B)
  }

  /// Parses a plain scalar that begins with `first`; returns its end, or nil if a line below makes it something
  /// else.
  static func plain(_ first: ByteView, _ lines: ByteView) -> (text: Text, end: Int)? {
    var out = Array(first)
    var end = first.endIndex
    var blanks = 0
    var isOver = false
    for line in ByteLines(lines) {
      let text = lines[line].trimmingBlanks
      guard !text.isEmpty else {
        blanks += 1
        continue
      }
      // A comment ends the scalar. A continuation line may begin with characters that a scalar may not.
      if text.first == 0x23 {
        isOver = true
        continue
      }
      guard !isOver, let stop = YAMLScalar.endOfPlain(text), YAMLScalar.isEnd(text[stop...]) else {
        return nil
      }
      isOver = stop < text.endIndex
      out.append(folding: blanks)
      out.append(contentsOf: text[..<stop])
      end = stop
      blanks = 0
    }
    return (Text(bytes: out), end)
  }

  /// Parses a quoted scalar at the start of the slice, and returns the offset after it.
  static func quoted(_ slice: ByteView) -> (text: Text, end: Int)? {
    guard let close = YAMLScalar.closingQuote(of: slice) else { return nil }
    let tail = slice[(close + 1)...]
    guard ByteLines(tail).allSatisfy({ YAMLScalar.isEnd(tail[$0]) }) else {
      return nil
    }
    let isDouble = slice.first == 0x22
    var out: [UInt8] = []
    out.reserveCapacity(close - slice.startIndex)
    var blanks = 0
    var joins = true
    for (index, line) in ByteLines(slice[(slice.startIndex + 1)..<close]).enumerated() {
      var text = index == 0 ? slice[line] : slice[line].trimmingLeadingBlanks
      if line.hasEnd {
        let trimmed = text.trimmingTrailingBlanks
        // A blank after a backslash is escaped and stays.
        let isMeant = isDouble && trimmed.count < text.count && endsInBackslash(trimmed)
        text = isMeant ? text[..<(trimmed.endIndex + 1)] : trimmed
      }
      if text.isEmpty, index > 0, line.hasEnd {
        blanks += 1
        continue
      }
      if !joins || blanks > 0 { out.append(folding: blanks) }
      joins = isDouble && line.hasEnd && endsInBackslash(text)
      out.append(contentsOf: joins ? text.dropLast() : text)
      blanks = 0
    }
    let text = isDouble ? YAMLEscape.unescaped(out[...]) : YAMLScalar.withoutDoubling(out[...])
    return text.map { ($0, close + 1) }
  }

  /// True if an unescaped backslash ends the text.
  private static func endsInBackslash(_ text: ByteView) -> Bool {
    text.reversed().prefix { $0 == 0x5C }.count % 2 == 1
  }
}

extension [UInt8] {
  /// Appends a folded line end: a space, or one line feed for each blank line that follows.
  fileprivate mutating func append(folding blanks: Int) {
    if blanks == 0 {
      append(0x20)
    } else {
      append(contentsOf: repeatElement(0x0A, count: blanks))
    }
  }
}
