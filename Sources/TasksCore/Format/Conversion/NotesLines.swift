/// The lines of notes in one format, for conversion to the other.
struct NotesLines {
  let bytes: [UInt8]
  let all: [MarkupLine]
  private let new: Format
  private let inline: ConvertedInline
  /// The end of each line, without its line feed.
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

  /// The line as it is written.
  func line(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index > 0 ? ends[index - 1] + 1 : 0)..<ends[index]]
  }

  /// The text before the words of a line: whitespace, a bullet, a checkbox, quote markers.
  func head(_ index: Int) -> ArraySlice<UInt8> {
    let line = line(index)
    return line[..<max(line.startIndex, all[index].words.lowerBound)]
  }

  func words(_ index: Int) -> ArraySlice<UInt8> { bytes[all[index].words] }

  /// The words of consecutive lines, with inline markup converted.
  ///
  /// The lines are parsed as one text, as markup may begin on one line and end on the next.
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
      // In Markdown two trailing blanks would be a hard line break if text follows.
      let isBreak = new == .markdown && !old.isEmpty && isAboveText(index)
      return Array(words) + (isBreak && tail.hasPrefix("  ") ? tail.drop(while: \.isBlank) : tail)
    }
  }

  private func isAboveText(_ index: Int) -> Bool {
    index + 1 < all.count && all[index + 1].role != .blank
  }

  /// True if a hard line break ends the line: two backslashes in Org, one backslash or two blanks in Markdown.
  private func isBroken(_ index: Int, _ words: ArraySlice<UInt8>) -> Bool {
    if words.isEmpty { return false }
    let count = words.reversed().prefix { $0 == 0x5C }.count
    if new == .markdown { return count == 2 }
    return count % 2 == 1 || line(index)[words.endIndex...].prefix { $0 == 0x20 }.count >= 2
  }

  /// The number of bytes of the hard line break at the end of the words.
  private func breakSign(of index: Int, _ words: ArraySlice<UInt8>) -> Int {
    guard isBroken(index, words), words.last == 0x5C else { return 0 }
    return new == .markdown ? 2 : words.reversed().prefix { $0 == 0x5C }.count % 2
  }

  /// The lines of the paragraph that begins at a line.
  func paragraph(at index: Int) -> Range<Int> {
    var end = index + 1
    while end < all.count, all[end].goesOn { end += 1 }
    return index..<end
  }

  /// Converts a table row cell by cell; whitespace and bars stay.
  ///
  /// - Parameter isTable: Whether the new format recognizes the table too; otherwise `\vert{}` stays in its
  ///   cells.
  func convertedRow(_ index: Int, isTable: Bool = true) -> [UInt8] {
    var out: [UInt8] = []
    var cell: [UInt8] = []
    for byte in line(index) {
      // An escaped bar is part of a cell in Markdown.
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
    // Separate a backslash at the end of a cell from the bar after it.
    if new == .markdown, converted.last == 0x5C, words.endIndex == cell.endIndex {
      converted.append(0x20)
    }
    return cell[..<words.startIndex]
      + (new == .org ? TableBar.inOrg(converted) : TableBar.inMarkdown(converted))
      + cell[words.endIndex...]
  }
}
