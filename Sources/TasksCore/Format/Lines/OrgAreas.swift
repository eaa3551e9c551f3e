/// Follows the blocks and drawers of an Org text from line to line. Lists and drawers in them are separate from those
/// around them (checked in Emacs, `org-list-struct`, `org-element-at-point`).
struct OrgAreas {
  enum Line {
    /// A line of text, or of a block that does not end before the area around it.
    case text
    /// The first line of a block that Org does not parse, with the offset after the block.
    case code(end: Int)
    /// The first line of a drawer, or of a block that Org parses (`#+BEGIN_QUOTE` and the like).
    case opening(closing: Int)
    /// The last line of the innermost area.
    case closing
  }

  private let text: ByteView
  private var code = OrgBlocks()
  /// The start of the last line of each open area, outermost first.
  private var open: [Int] = []
  /// The starts of the lines that end drawers (`:end:`) and blocks of each name (`#+end_quote`). Built on first use, as
  /// most texts have none.
  private var ends: [[UInt8]: [Int]]?

  init(_ text: ByteView) { self.text = text }

  /// Reads the next line, which is not a heading; lines of code are left out.
  mutating func read(_ line: ByteLine) -> Line {
    if open.last == line.start {
      open.removeLast()
      return .closing
    }
    let content = text[line].trimmingBlanks
    guard content.first == 0x3A || content.hasPrefix("#+") else { return .text }
    if let end = code.end(ofBlockAt: line, in: text) { return .code(end: end) }
    guard let key = OrgAreas.endKey(openedBy: content) else { return .text }
    let ends = ends ?? OrgAreas.ends(in: text)
    self.ends = ends
    guard let end = OrgAreas.first(of: ends[key] ?? [], after: line.start),
      end < open.last ?? text.endIndex
    else { return .text }
    open.append(end)
    return .opening(closing: end)
  }

  /// The line that ends the drawer or block that a line opens, in lower case; nil if it opens none.
  private static func endKey(openedBy text: ByteView) -> [UInt8]? {
    if OrgSyntax.drawerName(text) != nil { return Array(":end:".utf8) }
    guard text.hasPrefixIgnoringCase("#+begin_") else { return nil }
    let name = text.dropFirst(8)
    return Array("#+end_".utf8) + name[..<name.endOfWord].map(\.lowercasedASCII)
  }

  private static func ends(in text: ByteView) -> [[UInt8]: [Int]] {
    var ends: [[UInt8]: [Int]] = [:]
    for line in ByteLines(text) {
      if OrgSyntax.isHeading(text[line]) { break }
      let content = text[line].trimmingBlanks
      if content.isSame(as: ":END:") || content.hasPrefixIgnoringCase("#+end_") {
        ends[content.map(\.lowercasedASCII), default: []].append(line.start)
      }
    }
    return ends
  }

  private static func first(of places: [Int], after start: Int) -> Int? {
    var (lower, upper) = (0, places.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if places[middle] <= start { lower = middle + 1 } else { upper = middle }
    }
    return lower < places.count ? places[lower] : nil
  }
}

/// The blocks whose content Org does not parse: `#+BEGIN_SRC` and the like (Org manual, "Literal examples"). A
/// block that does not end before the next heading is ordinary text. A quote is not among them, as its content
/// is parsed.
struct OrgBlocks {
  private static let names: [StaticString] = ["src", "example", "export", "comment", "verse"]

  /// True for the first or the last line of such a block.
  static func isEdge(_ text: some ByteSlice) -> Bool {
    let isBegin = text.hasPrefixIgnoringCase("#+begin_")
    guard isBegin || text.hasPrefixIgnoringCase("#+end_") else { return false }
    let rest = text.dropFirst(isBegin ? 8 : 6)
    let name = rest[..<rest.endOfWord]
    return names.contains { name.isSame(as: $0) }
  }

  /// For each name, the offset before which no block of that name ends, so that no text is searched twice.
  private var endless: [Int] = []

  /// The offset after a block; nil if the line opens none.
  mutating func end(ofBlockAt line: ByteLine, in bytes: some ByteSlice) -> Int? {
    let text = bytes[line].trimmingLeadingBlanks
    guard text.hasPrefixIgnoringCase("#+begin_") else { return nil }
    let name = text.dropFirst(8).prefix { !$0.isBlank }
    guard let index = OrgBlocks.names.firstIndex(where: { name.isSame(as: $0) }) else { return nil }
    if endless.isEmpty { endless = Array(repeating: 0, count: OrgBlocks.names.count) }
    if line.next <= endless[index] { return nil }
    var position = line.next
    while let next = bytes.line(at: position) {
      if OrgSyntax.isHeading(bytes[next]) { break }
      position = next.next
      let text = bytes[next].trimmingBlanks
      if text.first == 0x23, text.hasPrefixIgnoringCase("#+end_"),
        text.dropFirst(6).isSame(as: OrgBlocks.names[index])
      {
        return position
      }
    }
    endless[index] = max(position, line.next)
    return nil
  }
}

/// LaTeX environments, `\begin{name}` to `\end{name}` (Org syntax, "LaTeX environments").
struct OrgFormulas {
  /// The offset before which no environment ends, so that no text is searched twice.
  private var endless = 0

  /// The offset after an environment; nil if the line opens none.
  mutating func end(ofFormulaAt line: ByteLine, in bytes: [UInt8]) -> Int? {
    let text = bytes[line].trimmingLeadingBlanks
    guard text.hasPrefix("\\begin{") else { return nil }
    let name = text.dropFirst(7).prefix { $0 != 0x7D }
    guard line.next > endless else { return nil }
    let closing = Array("\\end{".utf8) + name + [0x7D]
    var position = line.next
    while let next = bytes[...].line(at: position) {
      if OrgSyntax.isHeading(bytes[next]) { break }
      position = next.next
      if bytes[next].trimmingBlanks.elementsEqual(closing) { return position }
    }
    endless = position
    return nil
  }
}

/// The log drawers in the text of an entry. Org finds one anywhere before the next heading, except in a block whose
/// content it does not parse, in another drawer, or if the block around it ends before the drawer does.
struct OrgBodyDrawers {
  private let bytes: ByteView
  private var areas: OrgAreas
  private var position: Int

  /// - Parameter bytes: The bytes from the start of the text.
  init(in bytes: ByteView) {
    self.bytes = bytes
    areas = OrgAreas(bytes)
    position = bytes.startIndex
  }

  mutating func next() -> OrgLogbook.Drawer? {
    while let line = bytes.line(at: position), !OrgSyntax.isHeading(bytes[line]) {
      position = line.next
      switch areas.read(line) {
      case .text, .closing: break
      case .code(let end): position = end
      case .opening(let end):
        let text = bytes[line].trimmingLeadingBlanks
        guard let drawer = OrgSyntax.drawerName(text), let closing = bytes.line(at: end) else {
          continue
        }
        // A drawer has no other drawer in it.
        position = closing.start
        if drawer.isSame(as: "LOGBOOK") {
          return OrgLogbook.Drawer(opening: line, closing: closing)
        }
      }
    }
    return nil
  }
}
