/// Emphasis and links of Org (Org manual, "Emphasis and monospace", "Link format").
extension MarkupInline {
  /// Parses `[[target]]` or `[[target][label]]`.
  mutating func orgLink(in run: inout MarkupRun) -> (MarkupSpan, Int)? {
    let bytes = run.bytes
    let start = run.position + 2
    guard start < bytes.endIndex, bytes[run.position + 1] == 0x5B else { return nil }
    var end = start
    while end < bytes.endIndex, bytes[end] != 0x5B, bytes[end] != 0x5D {
      end += bytes[end] == 0x5C && end + 1 < bytes.endIndex ? 2 : 1
    }
    guard end + 1 < bytes.endIndex, bytes[end] == 0x5D, end > start else { return nil }
    let target = OrgLink.unescaped(bytes[start..<end])
    if bytes[end + 1] == 0x5D { return (links.add(target[...]), end + 2) }
    guard bytes[end + 1] == 0x5B, !run.endless.contains([0x5D, 0x5D]) else { return nil }
    var close = end + 2
    while close + 1 < bytes.endIndex, bytes[close] != 0x5D || bytes[close + 1] != 0x5D {
      close += 1
    }
    guard close + 1 < bytes.endIndex else {
      run.endless.insert([0x5D, 0x5D])
      return nil
    }
    let label = bytes[(end + 2)..<close]
    return (links.add(target, label: label.isEmpty ? nil : label), close + 2)
  }

  /// Parses `*bold*` and the like: whitespace or opening punctuation precedes the delimiter, and no whitespace
  /// follows it.
  mutating func orgEmphasis(in run: inout MarkupRun, depth: Int) -> (MarkupSpan, Int)? {
    let bytes = run.bytes
    let (start, sign) = (run.position, bytes[run.position])
    guard OrgEmphasis.signs.contains(sign), depth < MarkupInline.deepest,
      OrgEmphasis.mayBegin(at: start, in: bytes),
      start + 2 < bytes.endIndex, !OrgEmphasis.isSpace(at: start + 1, in: bytes),
      !run.endless.contains([sign])
    else { return nil }
    var end = start + 2
    while end < bytes.endIndex {
      if bytes[end] == sign, !OrgEmphasis.isSpace(before: end, in: bytes),
        OrgEmphasis.mayEnd(before: end + 1, in: bytes)
      {
        break
      }
      end += 1
    }
    guard end < bytes.endIndex else {
      run.endless.insert([sign])
      return nil
    }
    let content = bytes[(start + 1)..<end]
    let text = String(decoding: [sign], as: UTF8.self)
    let kind: MarkupSpan.Emphasis
    switch sign {
    case 0x3D, 0x7E: return (.code(Text(bytes: content), sign: text), end + 1)
    case 0x2A: kind = .bold
    case 0x2F: kind = .italic
    case 0x5F: kind = .underline
    default: kind = .strike
    }
    return (.emphasis(kind, sign: text, spans(content, depth: depth + 1)), end + 1)
  }
}

/// The rules of Org for the characters around emphasis delimiters.
private enum OrgEmphasis {
  static let signs = Array("*/_=~+".utf8)

  private static let before = Array("-({'\"".utf8)
  private static let behind = Array("-.,;:!?'\")}[\\".utf8)

  /// True for blanks, line ends and form feeds.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  static func isSpace(at place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    isSpace(bytes[place]) || WideSpace.begins(at: place, in: bytes, .org)
  }

  static func isSpace(before place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    isSpace(bytes[place - 1]) || WideSpace.ends(at: place, in: bytes, .org)
  }

  static func mayBegin(at place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    place == bytes.startIndex || before.contains(bytes[place - 1])
      || isSpace(before: place, in: bytes)
  }

  static func mayEnd(before place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    place == bytes.endIndex || behind.contains(bytes[place]) || isSpace(at: place, in: bytes)
  }
}

private enum OrgLink {
  /// Removes the backslashes that escape brackets and backslashes; a line end becomes a space.
  static func unescaped(_ target: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var index = target.startIndex
    while index < target.endIndex {
      let next = index + 1
      if target[index] == 0x5C, next < target.endIndex, [0x5B, 0x5C, 0x5D].contains(target[next]) {
        index = next
      }
      out.append(target[index])
      index += 1
    }
    return out.contains(0x0A) ? Text(bytes: out).onOneLine.bytes : out
  }
}

/// Whitespace beyond ASCII, which counts as whitespace beside emphasis (CommonMark, "Unicode whitespace
/// character"). Org's set was observed in Emacs: it includes the zero-width space and lacks the Ogham space
/// mark.
enum WideSpace {
  private static let common: [[UInt8]] =
    ([0xA0, 0x202F, 0x205F, 0x3000] + Array(0x2000...0x200A)).map(bytes)
  private static let org = common + [bytes(of: 0x200B)]
  private static let markdown = common + [bytes(of: 0x1680)]

  private static func bytes(of scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
  }

  /// True if such a character begins at an offset.
  static func begins(at place: Int, in bytes: ArraySlice<UInt8>, _ format: Format) -> Bool {
    guard place < bytes.endIndex, bytes[place] >= 0xC2 else { return false }
    return all(format).contains { bytes[place...].starts(with: $0) }
  }

  /// True if such a character ends at an offset.
  static func ends(at place: Int, in bytes: ArraySlice<UInt8>, _ format: Format) -> Bool {
    guard place > bytes.startIndex, bytes[place - 1] >= 0x80 else { return false }
    return all(format).contains { bytes[..<place].suffix($0.count).elementsEqual($0) }
  }

  private static func all(_ format: Format) -> [[UInt8]] {
    switch format {
    case .org: org
    case .markdown: markdown
    }
  }
}
