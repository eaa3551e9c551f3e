/// A box of a list: `- [ ] find the number`.
public struct ChecklistItem: Hashable, Sendable {
  public var text: Text
  public var isChecked: Bool
  /// How many list items it is nested in, from 0.
  public var depth: Int
  /// The item it is nested in, where that has a box too: an index into the boxes of the notes.
  var parent: Int?
  /// Where its mark (` `, `X`, `-`) stands in the notes, counted in bytes.
  var mark: Int
  /// The lines of the notes it begins and its text stands in, counted from 0.
  var line: Int

  public static func == (a: ChecklistItem, b: ChecklistItem) -> Bool {
    a.text == b.text && a.isChecked == b.isChecked && a.depth == b.depth
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(isChecked)
    hasher.combine(depth)
  }
}

/// The boxes in a task's notes, and what ticking one does (Org manual, "Checkboxes").
public struct Checklist: Sendable {
  public let items: [ChecklistItem]
  private let notes: [UInt8]
  private let format: Format

  /// Finds the boxes of the task's own notes: those in front of any heading, and not in a block of code.
  public init(_ notes: Text, format: Format) {
    self.notes = notes.bytes
    self.format = format
    var scanner = Scanner(format: format)
    var items: [ChecklistItem] = []
    guard self.notes.contains(0x5B) else {
      self.items = []
      return
    }
    var blocks = OrgBlocks(self.notes[...])
    var blockEnd = 0
    for (number, line) in ByteLines(self.notes[...]).enumerated() where line.start >= blockEnd {
      guard scanner.isOwnText(line) else {
        if scanner.isBelowHeading { break }
        continue
      }
      if format == .org, let end = blocks.end(ofBlockAt: line) {
        blockEnd = end
        continue
      }
      if let item = scanner.item(line, number: number, box: items.count) { items.append(item) }
    }
    self.items = items
  }

  /// Top-level boxes that are ticked, and all of them: what a `[1/3]` in the heading counts.
  public var progress: (checked: Int, total: Int) {
    let top = items.filter { $0.depth == 0 }
    return (top.count { $0.isChecked }, top.count)
  }

  /// The notes with box `index` (from 0) ticked or cleared: the boxes above it follow (all ticked, none,
  /// or `[-]`), and so do the cookies in the lines of those.
  public func setting(_ index: Int, to isChecked: Bool) -> Text {
    var marks = items.map { notes[$0.mark] }
    let ticked: UInt8 = format == .org ? 0x58 : 0x78
    marks[index] = isChecked ? ticked : 0x20
    var replacements: [Replacement] = []
    var child = index
    while let parent = items[child].parent {
      let children = items.indices.filter { items[$0].parent == parent }
      let done = children.count { Checklist.isTicked(marks[$0]) }
      let isPartial = done > 0 || children.contains { marks[$0] == 0x2D }
      marks[parent] =
        done == children.count ? ticked : isPartial && format == .org ? 0x2D : 0x20
      if let line = line(numbered: items[parent].line) {
        replacements += Cookie.recounting(line.content, checked: done, total: children.count)
      }
      child = parent
    }
    for (item, mark) in zip(items, marks) where notes[item.mark] != mark {
      replacements.append(Replacement(item.mark..<item.mark + 1, [mark]))
    }
    return Text(bytes: Replacement.apply(replacements, to: notes))
  }

  private func line(numbered number: Int) -> ByteLine? {
    for (index, line) in ByteLines(notes[...]).enumerated() where index == number { return line }
    return nil
  }

  private static func isTicked(_ mark: UInt8) -> Bool { mark == 0x58 || mark == 0x78 }

  /// Walks the lines of a body and knows which of them are the task's own text.
  private struct Scanner {
    let format: Format
    var isBelowHeading = false
    /// The fence that opened the block we are in, for Markdown.
    private var block: ArraySlice<UInt8>?
    /// The list items that are open, outermost first: their indentation, and their box if they have one.
    private var nesting: [(indent: Int, box: Int?)] = []

    init(format: Format) { self.format = format }

    mutating func isOwnText(_ line: ByteLine) -> Bool {
      let content = line.content
      let text = content.trimmingLeadingBlanks
      if format == .org {
        if OrgSyntax.isHeading(content) {
          isBelowHeading = true
          return false
        }
        return true
      }
      if let fence = block {
        if text.starts(with: fence),
          text.dropFirst(fence.count).allSatisfy({ $0 == fence.first || $0.isBlank })
        {
          block = nil
        }
        return false
      }
      if text.hasPrefix("```") || text.hasPrefix("~~~") {
        block = text.prefix { $0 == text.first }
        return false
      }
      if content.hasPrefix("## ") {
        isBelowHeading = true
        return false
      }
      return true
    }

    mutating func item(_ line: ByteLine, number: Int, box: Int) -> ChecklistItem? {
      let content = line.content
      let indent = content.prefix { $0.isBlank }.reduce(0) {
        $1 == 0x09 ? ($0 / 8 + 1) * 8 : $0 + 1
      }
      guard let text = Checklist.itemText(content, format: format) else {
        // Text at the left edge ends every list.
        if indent == 0, !line.isBlank { nesting = [] }
        return nil
      }
      while let last = nesting.last, last.indent >= indent { nesting.removeLast() }
      guard text.count >= 3, text[text.startIndex] == 0x5B, text[text.startIndex + 2] == 0x5D,
        [0x20, 0x58, 0x78, 0x2D].contains(text[text.startIndex + 1]),
        text.count == 3 || text[text.startIndex + 3].isBlank
      else {
        nesting.append((indent, nil))
        return nil
      }
      defer { nesting.append((indent, box)) }
      return ChecklistItem(
        text: Text(bytes: text.dropFirst(3).trimmingBlanks),
        isChecked: Checklist.isTicked(text[text.startIndex + 1]), depth: nesting.count,
        parent: nesting.last?.box, mark: text.startIndex + 1, line: number)
    }
  }

  /// What follows the bullet of a list item (`-`, `+`, `1.`, `1)`, and `*`, which in Org must be indented),
  /// and in Org its counter (`[@5]`); nil for a line that is none.
  private static func itemText(_ content: ArraySlice<UInt8>, format: Format) -> ArraySlice<UInt8>? {
    let line = content.trimmingLeadingBlanks
    guard let first = line.first else { return nil }
    var rest: ArraySlice<UInt8>
    if first == 0x2D || first == 0x2B {
      rest = line.dropFirst()
    } else if first == 0x2A, format == .markdown || line.startIndex > content.startIndex {
      rest = line.dropFirst()
    } else {
      let number = line.prefix { $0.isDigit }
      rest = line.dropFirst(number.count)
      guard !number.isEmpty, let dot = rest.first, dot == 0x2E || dot == 0x29 else { return nil }
      rest = rest.dropFirst()
    }
    guard let blank = rest.first, blank.isBlank else { return nil }
    rest = rest.trimmingLeadingBlanks
    if format == .org, rest.hasPrefix("[@"), let close = rest.firstIndex(of: 0x5D) {
      rest = rest[(close + 1)...].trimmingLeadingBlanks
    }
    return rest
  }
}
