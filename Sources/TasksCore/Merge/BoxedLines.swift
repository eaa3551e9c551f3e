/// The lines of a body with the marks of their checkboxes kept apart. Ticking a checkbox is then not a change of
/// its line, and does not conflict with an edit of a neighbouring line.
struct BoxedLines {
  struct Box {
    /// The index among all checkboxes of the body.
    let index: Int
    let text: Text
    /// One of ` `, `X`, `x` and `-`.
    let mark: UInt8
    /// The offset of the mark in its line.
    let column: Int
    /// True if the checkbox has nested ones and its mark and cookies are what those imply.
    let followsChildren: Bool

    var isChecked: Bool { mark | 0x20 == 0x78 }
  }

  let lines: [[UInt8]]
  /// The checkboxes by line number.
  let boxes: [Int: Box]
  /// The lines as they are compared: those with a checkbox have a blank mark and empty cookies.
  private(set) var keys: [[UInt8]]

  init(_ notes: Text, format: Format) {
    // An empty text has no lines, not one empty line.
    lines = notes.isEmpty ? [] : notes.lines.map(\.bytes)
    let tree = BoxTree(notes, format: format)
    var boxes: [Int: Box] = [:]
    var keys = lines
    for (index, item) in tree.items.enumerated() {
      let box = Box(
        index: index, text: item.text, mark: tree.bytes[item.mark],
        column: item.mark - tree.starts[item.line], followsChildren: tree.followsChildren(index))
      boxes[item.line] = box
      keys[item.line] = BoxedLines.normalized(lines[item.line], box)
    }
    self.boxes = boxes
    self.keys = keys
  }

  /// Makes the mark part of the compared line, so that a change of the mark is a change of the line.
  mutating func showMark(inLine line: Int) {
    guard let box = boxes[line] else { return }
    keys[line][box.column] = box.mark == 0x20 ? 0 : box.mark
  }

  private static func normalized(_ line: [UInt8], _ box: Box) -> [UInt8] {
    var key = line
    key[box.column] = 0x20
    return Replacement.apply(
      StatisticsCookie.ranges(in: key[...]).map { range in
        Replacement(range, key[range.upperBound - 2] == 0x25 ? "[%]" : "[/]")
      }, to: key)
  }
}

/// The checkboxes of a body as a tree by nesting, with the mark and the counts that a parent must show (Org manual,
/// "Checkboxes").
struct BoxTree {
  private(set) var bytes: [UInt8]
  let items: [ChecklistItem]
  /// The start offset of each line.
  let starts: [Int]
  private let format: Format
  private var children: [[Int]]

  init(_ notes: Text, format: Format) {
    bytes = notes.bytes
    self.format = format
    items = Checklist(notes, format: format).items
    starts = items.isEmpty ? [] : ByteLines(bytes[...]).map(\.start)
    children = Array(repeating: [], count: items.count)
    for (index, item) in items.enumerated() {
      if let parent = item.parent { children[parent].append(index) }
    }
  }

  func followsChildren(_ index: Int) -> Bool {
    guard !children[index].isEmpty else { return false }
    let wanted = wanted(index)
    return BoxTree.isAlike(bytes[items[index].mark], wanted.mark)
      && cookies(index, wanted).isEmpty
  }

  /// Returns the notes after updating, from the innermost outwards, the checkboxes that follow their nested ones.
  mutating func updating(_ isFollowing: (Int) -> Bool) -> Text {
    var counts: [Replacement] = []
    for index in items.indices.reversed() where !children[index].isEmpty && isFollowing(index) {
      let wanted = wanted(index)
      let mark = items[index].mark
      if !BoxTree.isAlike(bytes[mark], wanted.mark) { bytes[mark] = wanted.mark }
      counts += cookies(index, wanted)
    }
    return Text(bytes: Replacement.apply(counts, to: bytes))
  }

  private typealias Wanted = (mark: UInt8, done: Int, total: Int)

  private func wanted(_ index: Int) -> Wanted {
    let marks = children[index].map { bytes[items[$0].mark] }
    let done = marks.count { $0 | 0x20 == 0x78 }
    let isPartial = done > 0 || marks.contains(0x2D)
    let ticked: UInt8 = format == .org ? 0x58 : 0x78
    let mark: UInt8 =
      done == marks.count ? ticked : isPartial && format == .org ? 0x2D : 0x20
    return (mark, done, marks.count)
  }

  private func cookies(_ index: Int, _ wanted: Wanted) -> [Replacement] {
    guard let line = bytes[...].line(at: starts[items[index].line]) else {
      return []
    }
    return StatisticsCookie.recounting(bytes[line], checked: wanted.done, total: wanted.total)
  }

  private static func isAlike(_ a: UInt8, _ b: UInt8) -> Bool {
    a == b || (a | 0x20 == 0x78 && b | 0x20 == 0x78)
  }
}
