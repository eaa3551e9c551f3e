/// The text of a file that phones and editors add tasks to, divided into the entries that become tasks and the rest.
///
/// Each heading that is not below another one is an entry with all that is below it; above the first heading so is each
/// list item, and each line of text that is not indented. What is indented, blocks, tables and drawers belong to the
/// entry before them. Settings (`#+TITLE:`), comments and front matter are no entries.
package struct InboxFile {
  package struct Entry: Sendable {
    package let text: [UInt8]
    fileprivate let range: Range<Int>
  }

  /// In the order of the file. An entry of which no task can be made is left out.
  package private(set) var entries: [Entry] = []
  private let bytes: [UInt8]

  /// - Parameters:
  ///   - place: The headings, from the outside in, below which the entries are; empty for the whole file.
  ///   - holdsLists: Whether a heading without a keyword, right above tasks, stays and is no entry itself.
  ///   - keywords: The specification of the store's states.
  ///   - workflow: The same, parsed.
  package init(
    _ bytes: [UInt8], format: Format, below place: [Text] = [], holdsLists: Bool = false,
    keywords: Text, workflow: Workflow
  ) {
    self.bytes = bytes
    let lines = InboxLines(bytes, format)
    let printer = InboxEntry(
      bytes: bytes, format: format, keywords: keywords, workflow: workflow)
    guard let area = lines.area(below: place, printer.workflow) else { return }
    entries = lines.parts(
      in: area, headingsOnly: !place.isEmpty, holdsLists ? printer.workflow : Workflow()
    ).compactMap { part in
      let range = lines[part.lines.lowerBound].start..<lines[part.lines.upperBound - 1].next
      return printer.file(of: part, lines).map { Entry(text: $0, range: range) }
    }
  }

  /// Returns the text of the file without some of its entries.
  package func without(_ gone: [Entry]) -> [UInt8] {
    var rest: [UInt8] = []
    var position = 0
    for entry in gone {
      rest += bytes[position..<entry.range.lowerBound]
      position = entry.range.upperBound
    }
    rest += bytes[position...]
    return rest[...].isBlankText ? [] : rest
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlankText: Bool {
    allSatisfy { $0.isBlank || $0 == 0x0A || $0 == 0x0D }
  }
}

/// The lines of such a file, and what each is.
struct InboxLines {
  /// Adjacent lines that are an entry.
  struct Part {
    enum Kind { case heading(level: Int), item, text }

    let kind: Kind
    var lines: Range<Int>
  }

  private let bytes: [UInt8]
  private let format: Format
  private var lines: [ByteLine] = []
  /// The level of each line that is a heading; nil for others.
  private var levels: [Int?] = []
  /// The lines of blocks, and those of a comment that belongs to an entry.
  private var literal: Set<Int> = []
  /// The lines of other comments (CommonMark, "HTML blocks").
  private var comments: Set<Int> = []
  /// The number of the first line after the front matter.
  private var start = 0

  init(_ bytes: [UInt8], _ format: Format) {
    self.bytes = bytes
    self.format = format
    var blocks = OrgBlocks()
    var position = bytes.byteOrderMarkLength
    var blockEnd = 0
    var commentEnd = 0
    var isIndented = false
    while let line = bytes[...].line(at: position) {
      if line.start >= blockEnd {
        blockEnd =
          (format == .org
            ? blocks.end(ofBlockAt: line, in: bytes[...]) : fenceEnd(at: line)) ?? line.start
      }
      if format == .markdown, line.start >= max(blockEnd, commentEnd),
        bytes[line].trimmingLeadingBlanks.hasPrefix("<!--")
      {
        commentEnd = self.commentEnd(at: line)
        isIndented = bytes[line].first?.isBlank == true
        blockEnd = commentEnd
      }
      let isComment = line.start < commentEnd && !isIndented
      if isComment { comments.insert(lines.count) }
      if line.start < blockEnd, !isComment { literal.insert(lines.count) }
      levels.append(line.start < blockEnd ? nil : level(of: bytes[line]))
      lines.append(line)
      position = line.next
    }
    if format == .markdown, let first = lines.first,
      bytes[first].trimmingTrailingBlanks == [0x2D, 0x2D, 0x2D],
      let end = lines.dropFirst().firstIndex(where: {
        bytes[$0].trimmingTrailingBlanks == [0x2D, 0x2D, 0x2D]
      })
    {
      start = end + 1
    }
  }

  subscript(number: Int) -> ByteLine { lines[number] }

  func isLiteral(_ number: Int) -> Bool { literal.contains(number) }

  private func level(of line: ArraySlice<UInt8>) -> Int? {
    if format == .org {
      return OrgSyntax.isHeading(line) ? line.prefix { $0 == 0x2A }.count : nil
    }
    let count = line.prefix { $0 == 0x23 }.count
    guard (1...6).contains(count) else { return nil }
    return line.dropFirst(count).first.map(\.isBlank) ?? true ? count : nil
  }

  /// The offset after a comment, which ends with the line of its `-->`, or with the file.
  private func commentEnd(at line: ByteLine) -> Int {
    let end = Array("-->".utf8)
    var next: ByteLine? = line
    while let line = next, bytes[line].firstRange(of: end) == nil {
      next = bytes[...].line(at: line.next)
    }
    return next?.next ?? bytes.count
  }

  /// The offset after a fenced code block; nil if the line opens none.
  private func fenceEnd(at line: ByteLine) -> Int? {
    let text = bytes[line].trimmingLeadingBlanks
    guard let fence = MarkdownFence.sign(of: text) else { return nil }
    var position = line.next
    while let next = bytes[...].line(at: position) {
      position = next.next
      let text = bytes[next].trimmingBlanks
      if text.starts(with: fence), text.allSatisfy({ $0 == fence.first }) { break }
    }
    return position
  }

  // MARK: Parts

  /// The lines below a heading, which is named with those around it; nil if there is none.
  func area(below place: [Text], _ workflow: Workflow) -> Range<Int>? {
    var area = start..<lines.count
    for name in place {
      guard
        let heading = area.first(where: { levels[$0] != nil && title(of: $0, workflow) == name })
      else {
        return nil
      }
      area = heading + 1..<end(ofHeading: heading, in: area)
    }
    return area
  }

  private func end(ofHeading number: Int, in area: Range<Int>) -> Int {
    let level = levels[number] ?? 0
    return (number + 1..<area.upperBound).first { levels[$0].map { $0 <= level } ?? false }
      ?? area.upperBound
  }

  /// Whether a heading has a keyword.
  private func isTask(_ number: Int, _ workflow: Workflow) -> Bool {
    let words = bytes[lines[number]].dropFirst(levels[number] ?? 0).trimmingBlanks
    return workflow[Text(bytes: words[..<words.endOfWord])] != nil
  }

  private func title(of number: Int, _ workflow: Workflow) -> Text {
    var text = bytes[lines[number]].dropFirst(levels[number] ?? 0).trimmingBlanks
    guard format == .org else {
      // A heading may be closed by more signs.
      while text.last == 0x23 { text = text.dropLast() }
      return Text(bytes: text.trimmingBlanks)
    }
    let word = text[..<text.endOfWord]
    if workflow[Text(bytes: word)] != nil { text = text[word.endIndex...].trimmingLeadingBlanks }
    if let tags = OrgSyntax.tagString(of: text) { text = text[..<tags.startIndex] }
    return OrgHeading.titleText(text)
  }

  /// Divides lines into entries.
  ///
  /// - Parameter workflow: That of headings which are no entries, because there are tasks right below them.
  func parts(in area: Range<Int>, headingsOnly: Bool, _ workflow: Workflow) -> [Part] {
    var parts: [Part] = []
    var isOpen = false
    var number = area.lowerBound
    func add(_ kind: Part.Kind, upTo end: Int) {
      parts.append(Part(kind: kind, lines: number..<end))
      isOpen = true
      number = end
    }
    while number < area.upperBound {
      if let level = levels[number] {
        // The title of the file, or a heading for tasks, and none itself.
        let words = Text(bytes: bytes[lines[number]].dropFirst(level).trimmingBlanks)
        let below = number + 1..<end(ofHeading: number, in: area)
        if words.isSameName(as: "inbox")
          || format == .org && level == 1 && !isTask(number, workflow)
            && below.contains(where: { levels[$0] == 2 && isTask($0, workflow) })
        {
          isOpen = false
          number += 1
          continue
        }
        add(.heading(level: level), upTo: end(ofHeading: number, in: area))
        continue
      }
      switch headingsOnly ? .rest : place(of: number) {
      case .continuation where isOpen:
        parts[parts.count - 1].lines = parts[parts.count - 1].lines.lowerBound..<number + 1
        number += 1
      case .item: add(.item, upTo: number + 1)
      case .text: add(.text, upTo: number + 1)
      case .indented where !isOpen:
        let isItem = ListSyntax.itemText(bytes[lines[number]], format: format) != nil
        add(isItem ? .item : .text, upTo: number + 1)
      case .indented:
        parts[parts.count - 1].lines = parts[parts.count - 1].lines.lowerBound..<number + 1
        number += 1
      case .continuation, .rest:
        if !bytes[lines[number]].isBlankLine { isOpen = false }
        number += 1
      }
    }
    return parts
  }

  private enum Place { case item, text, indented, continuation, rest }

  private func place(of number: Int) -> Place {
    let line = bytes[lines[number]]
    if comments.contains(number) { return .rest }
    if isLiteral(number) || line.isBlankLine { return .continuation }
    if line.first?.isBlank == true { return .indented }
    if isRule(line) { return .rest }
    if OrgPlanningLine.Keyword(at: line) != nil { return .continuation }
    switch format {
    case .org:
      if OrgSyntax.isComment(line) || OrgSyntax.keyword(line) != nil { return .rest }
      if line.first == 0x7C || line.first == 0x3A { return .continuation }
    case .markdown:
      if line.first == 0x7C || line.first == 0x3E { return .continuation }
    }
    return ListSyntax.itemText(line, format: format) != nil ? .item : .text
  }

  /// True for a line of dashes, or of another sign that makes a rule or underlines a heading.
  private func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmingTrailingBlanks
    guard let sign = text.first, text.count >= 3, text.allSatisfy({ $0 == sign }) else {
      return false
    }
    return sign == 0x2D || format == .markdown && [0x3D, 0x2A, 0x5F].contains(sign)
  }
}
