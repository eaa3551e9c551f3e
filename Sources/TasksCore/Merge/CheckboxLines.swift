/// The lines of a body with the marks of their checkboxes kept apart. Ticking a checkbox is then not a change of
/// its line, and does not conflict with an edit of a neighbouring line.
struct CheckboxLines {
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
    let list = Checklist(notes, format: format)
    let followers = list.followers
    let bytes = notes.bytes
    let starts = list.items.isEmpty ? [] : ByteLines(bytes[...]).map(\.start)
    var boxes: [Int: Box] = [:]
    var keys = lines
    for (index, item) in list.items.enumerated() {
      let box = Box(
        index: index, text: item.text, mark: bytes[item.mark],
        column: item.mark - starts[item.line], followsChildren: followers.contains(index))
      boxes[item.line] = box
      keys[item.line] = CheckboxLines.normalized(lines[item.line], box)
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
