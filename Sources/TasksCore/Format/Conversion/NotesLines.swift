/// Notes of one format, line by line, on their way to the other.
struct NotesLines {
  let bytes: [UInt8]
  let all: [MarkupLine]
  private let new: Format
  private let inline: ConvertedInline
  /// Where each line ends, its line feed left out.
  private let ends: [Int]

  init(_ notes: Text, to new: Format) {
    let old: Format = new.other
    var scanner = MarkupScanner(notes, format: old, links: MarkupLinks())
    _ = scanner.scan()
    self.new = new
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
    let words = range.map { index in
      let words = self.words(index).trimmingTrailingBlanks
      return index + 1 < range.upperBound ? words.dropLast(breakSign(of: index, words)) : words
    }
    let text = inline.converted(Array(words.joined(separator: [0x0A])))
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return zip(range, lines).map { index, words in
      let old = self.words(index).trimmingTrailingBlanks
      if index + 1 < range.upperBound, isBroken(index, old) {
        return words + Array((new == .org ? "\\\\" : "\\").utf8)
      }
      let tail = self.line(index)[old.endIndex...]
      // In Markdown two blanks would break the line, where any text is below it.
      let isBreak = new == .markdown && !old.isEmpty && isAboveText(index)
      return Array(words) + (isBreak && tail.hasPrefix("  ") ? tail.drop(while: \.isBlank) : tail)
    }
  }

  private func isAboveText(_ index: Int) -> Bool {
    index + 1 < all.count && all[index + 1].role != .blank
  }

  /// Whether the line ends in the text, too: by two backslashes in Org, by one or by two blanks in Markdown.
  private func isBroken(_ index: Int, _ words: ArraySlice<UInt8>) -> Bool {
    if words.isEmpty { return false }
    let count = words.reversed().prefix { $0 == 0x5C }.count
    if new == .markdown { return count == 2 }
    return count % 2 == 1 || line(index)[words.endIndex...].prefix { $0 == 0x20 }.count >= 2
  }

  /// How many bytes say so at the end of its words.
  private func breakSign(of index: Int, _ words: ArraySlice<UInt8>) -> Int {
    guard isBroken(index, words), words.last == 0x5C else { return 0 }
    return new == .markdown ? 2 : words.reversed().prefix { $0 == 0x5C }.count % 2
  }

  /// The lines of the paragraph that begins with one.
  func paragraph(at index: Int) -> Range<Int> {
    var end = index + 1
    while end < all.count, all[end].goesOn { end += 1 }
    return index..<end
  }

  /// The cells of a line of a table, each with its blanks, and what stands around them.
  ///
  /// - Parameter isTable: Whether the new format sees a table there, too; else a bar in a cell keeps its name.
  func convertedRow(_ index: Int, isTable: Bool = true) -> [UInt8] {
    var out: [UInt8] = []
    var cell: [UInt8] = []
    for byte in line(index) {
      // A bar with a backslash before it is part of a cell of Markdown.
      if byte == 0x7C, new == .markdown || cell.last != 0x5C {
        out += convertedCell(cell, isTable) + [0x7C]
        cell = []
      } else {
        cell.append(byte)
      }
    }
    return out + convertedCell(cell, isTable)
  }

  private func convertedCell(_ cell: [UInt8], _ isTable: Bool) -> [UInt8] {
    let words = cell[...].trimmingBlanks
    guard isTable else {
      return cell[..<words.startIndex] + inline.converted(Array(words)) + cell[words.endIndex...]
    }
    let text = new == .org ? TableBar.fromMarkdown(words) : TableBar.fromOrg(words)
    var converted = inline.converted(text)
    // A backslash at the end of a cell is no part of the bar behind it.
    if new == .markdown, converted.last == 0x5C, words.endIndex == cell.endIndex {
      converted.append(0x20)
    }
    return cell[..<words.startIndex]
      + (new == .org ? TableBar.inOrg(converted) : TableBar.inMarkdown(converted))
      + cell[words.endIndex...]
  }
}
