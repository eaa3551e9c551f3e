/// Prints quotes of text: lines after `>` in Markdown, blocks in Org. Others, and nested ones, stay as written.
enum QuotePrinter {
  /// Prints the quote that begins on a line, and returns the line after it.
  static func print(_ first: Int, of source: NotesLines, to notes: inout PrintedNotes) -> Int {
    let isOrg = notes.format == .org
    let end = isOrg ? endInMarkdown(first, of: source) : endInOrg(first, of: source)
    guard let end else {
      notes.lose("quotes")
      let range = source.paragraph(at: first)
      for index in range {
        let text = source.line(index).trimmingLeadingBlanks
        if source.role(first) == .quoteEdge { notes.add(text) } else { notes.addText(text) }
      }
      return range.upperBound
    }
    if isOrg { notes.add(Array("#+begin_quote".utf8)) }
    var index = isOrg ? first : first + 1
    while index < (isOrg ? end : end - 1) {
      let range = source.paragraph(at: index)
      for (number, words) in zip(range, source.converted(range)) {
        let goesOn = number > index
        let blanks = blanks(number, of: source, after: source.column(first), goesOn, &notes)
        if isOrg {
          // An unindented `*` bullet would be a heading; `-` means the same.
          let isStar = blanks.isEmpty && OrgSyntax.isTopHeading(words[...])
          notes.addText(isStar ? [0x2D] + Array(words.dropFirst()) : blanks + words)
        } else {
          let text = PrintedNotes.escaped(words[...], goesOn: goesOn, inQuote: true)
          notes.add(text.isEmpty ? [0x3E] : [0x3E, 0x20] + blanks + text)
        }
      }
      index = range.upperBound
    }
    if isOrg { notes.add(Array("#+end_quote".utf8)) }
    return end
  }

  /// The whitespace before the words of a line, without that of the quote.
  private static func blanks(
    _ index: Int, of source: NotesLines, after column: Int, _ goesOn: Bool,
    _ notes: inout PrintedNotes
  ) -> ArraySlice<UInt8> {
    let head = source.head(index)
    guard notes.format == .org else { return head.dropFirst(min(column, head.count)) }
    guard let sign = head.lastIndex(of: 0x3E) else { return [] }
    let blanks = head[(sign + 1)...]
    let isCode = !goesOn && (blanks.count > 4 || blanks.contains(0x09))
    if isCode, !source.words(index).isEmpty { notes.lose("code in quotes") }
    // A space after the sign belongs to the sign.
    return blanks.first == 0x20 ? blanks.dropFirst() : blanks
  }

  /// The line after a quote; nil if a line of it is more than text or an item without a checkbox, which Markdown would
  /// not recognize in a quote.
  private static func endInMarkdown(_ first: Int, of source: NotesLines) -> Int? {
    var end = first
    while case .quote(let depth)? = source.role(end) {
      let words = source.words(end)
      let isSign = words.first.map { "#|:~".utf8.contains($0) } ?? false
      guard depth == 1, !isSign, MarkdownFence.sign(of: words) == nil,
        ListSyntax.itemText(words, format: .markdown)?.first != 0x5B
      else { return nil }
      end += 1
    }
    return end
  }

  private static func endInOrg(_ first: Int, of source: NotesLines) -> Int? {
    guard source.line(first).trimmingBlanks.isSame(as: "#+begin_quote") else { return nil }
    var end = first + 1
    while source.role(end) == .quote(depth: 1) || source.role(end) == .blank { end += 1 }
    guard source.role(end) == .quoteEdge,
      source.line(end).trimmingBlanks.isSame(as: "#+end_quote")
    else { return nil }
    return end + 1
  }
}
