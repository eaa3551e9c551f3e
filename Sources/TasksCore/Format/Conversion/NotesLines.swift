/// Notes of one format, line by line, on their way to the other.
struct NotesLines {
  let bytes: [UInt8]
  let all: [MarkupLine]
  private let inline: ConvertedInline
  /// Where each line ends, its line feed left out.
  private let ends: [Int]

  init(_ notes: Text, to new: Format) {
    let old: Format = new == .org ? .markdown : .org
    var scanner = MarkupScanner(notes, format: old, links: MarkupLinks())
    _ = scanner.scan()
    bytes = scanner.notes
    all = scanner.lines
    inline = ConvertedInline(to: new, definitions: scanner.inline.definitions)
    var ends = bytes.indices.filter { scanner.notes[$0] == 0x0A }
    if bytes.last != 0x0A { ends.append(bytes.endIndex) }
    self.ends = ends
  }

  /// A line as it is written.
  func line(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index > 0 ? ends[index - 1] + 1 : 0)..<ends[index]]
  }

  /// What stands before the words of a line: blanks, a bullet, a box, the signs of a quote.
  func head(_ index: Int) -> ArraySlice<UInt8> {
    let line = line(index)
    return line[..<max(line.startIndex, all[index].words.lowerBound)]
  }

  func words(_ index: Int) -> ArraySlice<UInt8> { bytes[all[index].words] }

  /// The words of lines that follow each other, emphasis and links in the signs of the new format.
  ///
  /// What begins in one line may end in the next, so a paragraph is read as a whole.
  func converted(_ range: Range<Int>) -> [[UInt8]] {
    let words = range.map { self.words($0).trimmingTrailingBlanks }
    let text = inline.converted(Array(words.joined(separator: [0x0A])))
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return zip(range, lines).map { index, words in
      // Blanks at the end say that a line ends there in Markdown, and nothing in Org.
      Array(words) + self.line(index)[self.words(index).trimmingTrailingBlanks.endIndex...]
    }
  }

  /// The lines of the paragraph that begins with one.
  func paragraph(at index: Int) -> Range<Int> {
    var end = index + 1
    while end < all.count, all[end].goesOn { end += 1 }
    return index..<end
  }

  /// The cells of a line of a table, each with its blanks, and what stands around them.
  func convertedRow(_ index: Int) -> [UInt8] {
    var out: [UInt8] = []
    var cell: [UInt8] = []
    for byte in line(index) {
      // A bar with a backslash before it is part of a cell.
      if byte == 0x7C, cell.last != 0x5C {
        out += convertedCell(cell) + [0x7C]
        cell = []
      } else {
        cell.append(byte)
      }
    }
    return out + convertedCell(cell)
  }

  private func convertedCell(_ cell: [UInt8]) -> [UInt8] {
    let words = cell[...].trimmingBlanks
    return cell[..<words.startIndex] + inline.converted(Array(words)) + cell[words.endIndex...]
  }
}
