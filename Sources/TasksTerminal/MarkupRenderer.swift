import TasksCore

/// Notes for display: with styles instead of markup on a terminal, elsewhere with the markup as written.
package struct MarkupRenderer {
  package let terminal: Terminal
  package let markup: Markup

  package init(terminal: Terminal, markup: Markup) {
    (self.terminal, self.markup) = (terminal, markup)
  }

  /// The title on one line, in bold.
  package var title: StyledLine { draw(markup.title, [.bold]).reduce(StyledLine(), +) }

  /// Calls `body` with each line of the notes, behind a margin in which boxes that can be ticked have their numbers.
  /// One by one, because there may be a million.
  package func forEachLine(_ body: (StyledLine) -> Void) {
    for block in markup.blocks { draw(block, body) }
  }

  /// Where the links lead that do not show it themselves, by number, but for the first so many.
  package func targets(from start: Int = 0) -> [StyledLine] {
    markup.links.indices[start...].compactMap { index in
      let link = markup.links[index]
      guard link.label != nil else { return nil }
      return StyledLine("[\(index + 1)] ", [.dim])
        + StyledLine(ControlCharacters.escaped(link.target))
    }
  }

  /// The number of the box that a line begins with; nil for any other line.
  package static func box(of line: StyledLine) -> Int? {
    guard let first = line.pieces.first, first.looks == [.bullet] else { return nil }
    return Int(first.text.drop { $0 == " " })
  }

  /// The numbers of the links whose words end in a line, each with the columns that show it.
  package static func links(of line: StyledLine) -> [(number: Int, columns: Range<Int>)] {
    var end = 0
    return line.pieces.compactMap { piece in
      let start = end
      end += CellWidth.of(piece.text)
      guard piece.isSolid, let number = Int(piece.text.dropFirst(2).dropLast()) else { return nil }
      return (number, start + 1..<end)
    }
  }

  private static let margin = StyledLine("   ")

  private func draw(_ block: MarkupBlock, _ body: (StyledLine) -> Void) {
    let margin = MarkupRenderer.margin
    switch block {
    case .heading(_, let sign, let spans):
      let head = margin + StyledLine(sign + " ", [.bullet])
      let rest = margin + blanks(sign.count + 1)
      forEachLine(of: spans, [.bold]) { fill($0, behind: head, rest: rest, body) }
    case .text(let indent, let spans):
      let head = margin + blanks(indent)
      forEachLine(of: spans) { fill($0, behind: head, body) }
    case .item(let item): draw(item, body)
    case .quote(let indent, let depth, let spans):
      let bar =
        margin + blanks(indent) + StyledLine(String(repeating: "> ", count: depth), [.dim])
      forEachLine(of: spans, [.italic]) { fill($0, behind: bar, body) }
    case .code(let code):
      // Lines of code stay whole: they are there to be copied.
      for line in code {
        body(
          line.isEmpty
            ? StyledLine()
            : margin + StyledLine("  ") + StyledLine(ControlCharacters.escapedLines(line), [.code])
        )
      }
    case .table(let table):
      TableRenderer(table, self, margin: margin, width: terminal.width).lines.forEach(body)
    case .rule: body(margin + StyledLine("-----", [.dim]))
    case .aside(let text):
      fill(StyledLine(ControlCharacters.escapedLines(text), [.dim]), behind: margin, body)
    case .blank: body(StyledLine())
    }
  }

  private func draw(_ item: MarkupItem, _ body: (StyledLine) -> Void) {
    let bullet = ControlCharacters.escaped(item.bullet)
    let start =
      item.checkbox?.number.map {
        StyledLine("\($0)".leftPadded(to: 2), [.bullet]) + StyledLine(" ")
      }
      ?? MarkupRenderer.margin
    var head = start + blanks(item.indent) + StyledLine(bullet, [.bullet]) + StyledLine(" ")
    let deeper = MarkupRenderer.margin + blanks(item.indent) + blanks(CellWidth.of(bullet) + 1)
    if let box = item.checkbox { head = head + self.box(box.mark) + StyledLine(" ") }
    forEachLine(of: item.spans, item.checkbox?.mark == .ticked ? [.dim] : []) {
      fill($0, behind: head, rest: deeper, body)
      head = deeper
    }
  }

  private func box(_ mark: MarkupItem.Checkbox.Mark) -> StyledLine {
    guard terminal.hasColor else { return StyledLine("[\(mark.rawValue)]") }
    switch mark {
    case .empty: return StyledLine("☐")
    case .ticked: return StyledLine("☑", [.code])
    case .partial: return StyledLine("◪", [.state])
    }
  }

  private func blanks(_ count: Int) -> StyledLine {
    StyledLine(String(repeating: " ", count: min(count, 40)))
  }

  /// Returns the line after `head`, wrapped if it is too long, with `rest` before further lines.
  private func fill(
    _ line: StyledLine, behind head: StyledLine, rest: StyledLine? = nil,
    _ body: (StyledLine) -> Void
  ) {
    line.filling(terminal.width, behind: head, rest: rest ?? head).forEach(body)
  }

  // MARK: Spans

  func draw(_ spans: [MarkupSpan], _ looks: [Look] = []) -> [StyledLine] {
    var lines: [StyledLine] = []
    forEachLine(of: spans, looks) { lines.append($0) }
    return lines
  }

  private func forEachLine(
    of spans: [MarkupSpan], _ looks: [Look] = [], _ body: (StyledLine) -> Void
  ) {
    var line = StyledLine()
    draw(spans, looks, into: &line, body)
    body(line)
  }

  /// - Parameter line: The line at hand, which is handed on when the next one begins.
  private func draw(
    _ spans: [MarkupSpan], _ looks: [Look], into line: inout StyledLine,
    _ body: (StyledLine) -> Void
  ) {
    for span in spans {
      switch span {
      case .text(let text): add(text, looks, to: &line, body)
      case .code(let text, let sign):
        add(terminal.hasColor ? text : "\(sign)\(text)\(sign)", looks + [.code], to: &line, body)
      case .emphasis(let kind, let sign, let inner):
        if !terminal.hasColor { line.add(sign) }
        draw(inner, looks + [Look(kind)], into: &line, body)
        if !terminal.hasColor { line.add(sign) }
      case .link(let index):
        let link = markup.links[index]
        draw(link.words(in: markup.format), looks + [.underline, .link], into: &line, body)
        line.add(" [\(index + 1)]", [.dim], isSolid: true)
      }
    }
  }

  private func add(
    _ text: TasksCore.Text, _ looks: [Look], to line: inout StyledLine,
    _ body: (StyledLine) -> Void
  ) {
    var rest = text.bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      line.add(ControlCharacters.escapedLines(TasksCore.Text(bytes: rest[..<end])), looks)
      body(line)
      line = StyledLine()
      rest = rest[(end + 1)...]
    }
    line.add(ControlCharacters.escapedLines(TasksCore.Text(bytes: rest)), looks)
  }
}

extension Look {
  init(_ emphasis: MarkupSpan.Emphasis) {
    switch emphasis {
    case .bold: self = .bold
    case .italic: self = .italic
    case .underline: self = .underline
    case .strike: self = .strike
    }
  }
}

extension String {
  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
