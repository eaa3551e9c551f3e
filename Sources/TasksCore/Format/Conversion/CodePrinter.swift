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
