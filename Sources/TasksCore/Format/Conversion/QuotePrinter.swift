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

/// Prints code: a fence in Markdown, a block in Org.
enum CodePrinter {
  /// Prints the block of code that begins on a line, and returns the line after it.
  static func print(_ first: Int, of source: NotesLines, to notes: inout PrintedNotes) -> Int {
    let line = source.line(first)
    let text = ListSyntax.itemText(line, format: .markdown) ?? line.trimmingLeadingBlanks
    let column = max(source.column(first), text.startIndex - line.startIndex)
    let end = source.end(of: .code, from: first + 1)
    var code = (first + 1..<end).map { MarkupScanner.dropping(column, from: source.line($0)) }
    switch notes.format {
    case .org: add(code, info: text.drop { $0 == text.first }.trimmingBlanks, to: &notes)
    case .markdown:
      let words = text.trimmingTrailingBlanks.dropFirst(8)
      let name = words.prefix { !$0.isBlank }
      let rest = words.dropFirst(name.count).trimmingBlanks
      let (isSource, isExample) = (name.isSame(as: "src"), name.isSame(as: "example"))
      code = code.map(MarkupScanner.withoutComma)
      add(code, info: isSource ? rest : isExample ? [] : words, to: &notes)
      // Other blocks, and options of examples, have no signs in Markdown.
      if !isSource, !isExample || !rest.isEmpty { notes.loseLine(line, before: code.count + 1) }
    }
    // Markdown's may also end with the item around it.
    return end + (source.role(end) == .fenceEnd ? 1 : 0)
  }

  /// Prints code that is marked line by line: `: code` in Org, four columns of indent in Markdown, where it goes on
  /// after blank lines unless an item ends there.
  static func printFixed(
    _ first: Int, of source: NotesLines, to notes: inout PrintedNotes
  ) -> Int {
    var end = source.end(of: .fixed, from: first)
    while notes.format == .org, case let next = source.end(of: .blank, from: end),
      source.role(next) == .fixed, source.all[next].item == source.all[first].item
    {
      end = source.end(of: .fixed, from: next)
    }
    add((first..<end).map { source.words($0) }, info: [], to: &notes)
    return end
  }

  private static func add(
    _ code: [ArraySlice<UInt8>], info: ArraySlice<UInt8>, to notes: inout PrintedNotes
  ) {
    switch notes.format {
    case .org:
      let name = info.isEmpty ? "example" : "src"
      notes.add(Array("#+begin_\(name)".utf8) + (info.isEmpty ? [] : [0x20]) + info)
      for line in code { notes.add(MarkupScanner.withComma(line)) }
      notes.add(Array("#+end_\(name)".utf8))
    case .markdown:
      // A fence is longer than any run of backquotes at the start of a line of the code.
      let runs = code.map { $0.trimmingLeadingBlanks.prefix { $0 == 0x60 }.count }
      let fence = [UInt8](repeating: 0x60, count: max(3, (runs.max() ?? 0) + 1))
      notes.add(fence + info)
      for line in code { notes.add(line) }
      notes.add(fence)
    }
  }
}
