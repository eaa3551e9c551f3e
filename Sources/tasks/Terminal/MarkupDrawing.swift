import TasksCore

/// Notes for display: with styles instead of markup on a terminal, elsewhere with the markup as written.
struct MarkupDrawing {
  let style: Style
  let markup: Markup
  /// The maximum number of cells per line; nil for no limit, as for output to a file.
  var width: Int?

  /// The lines of the notes. The margin before them contains the numbers of checkboxes.
  var lines: [String] { markup.blocks.flatMap(lines(of:)).map { $0.drawn(in: style) } }

  /// The title on one line, in bold.
  var title: StyledLine { draw(markup.title, [.bold]).reduce(StyledLine(), +) }

  /// The numbered targets of links whose text does not show the target.
  var targets: [String] {
    markup.links.enumerated().compactMap { index, link in
      guard link.label != nil else { return nil }
      return style.dim("[\(index + 1)] ") + Visible.text(link.target)
    }
  }

  private static let margin = StyledLine("   ")

  private func lines(of block: MarkupBlock) -> [StyledLine] {
    let margin = MarkupDrawing.margin
    switch block {
    case .heading(_, let sign, let spans):
      let head = margin + StyledLine(sign + " ", [.cyan])
      return draw(spans, [.bold]).flatMap {
        fill($0, behind: head, rest: margin + blanks(sign.count + 1))
      }
    case .text(let indent, let spans):
      return draw(spans).flatMap { fill($0, behind: margin + blanks(indent)) }
    case .item(let item): return lines(of: item)
    case .quote(let indent, let depth, let spans):
      let bar =
        margin + blanks(indent) + StyledLine(String(repeating: "> ", count: depth), [.dim])
      return draw(spans, [.italic]).flatMap { fill($0, behind: bar) }
    case .code(let code):
      // Lines of code are not wrapped, so that they can be copied.
      return code.map {
        $0.isEmpty
          ? StyledLine() : margin + StyledLine("  ") + StyledLine(Visible.lines($0), [.green])
      }
    case .table(let table):
      return TableDrawing(table, self, margin: margin, width: width).lines
    case .rule: return [margin + StyledLine("-----", [.dim])]
    case .aside(let text):
      return fill(StyledLine(Visible.lines(text), [.dim]), behind: margin)
    case .blank: return [StyledLine()]
    }
  }

  private func lines(of item: MarkupItem) -> [StyledLine] {
    let bullet = Visible.text(item.bullet)
    let start =
      item.box?.number.map { StyledLine("\($0)".leftPadded(to: 2), [.cyan]) + StyledLine(" ") }
      ?? MarkupDrawing.margin
    var head = start + blanks(item.indent) + StyledLine(bullet, [.cyan]) + StyledLine(" ")
    let deeper = MarkupDrawing.margin + blanks(item.indent) + blanks(CellWidth.of(bullet) + 1)
    if let box = item.box { head = head + self.box(box.mark) + StyledLine(" ") }
    let drawn = draw(item.spans, item.box?.mark == .ticked ? [.dim] : [])
    return drawn.enumerated().flatMap { index, line in
      fill(line, behind: index == 0 ? head : deeper, rest: deeper)
    }
  }

  private func box(_ mark: MarkupItem.Box.Mark) -> StyledLine {
    guard style.isOn else { return StyledLine("[\(mark.rawValue)]") }
    switch mark {
    case .empty: return StyledLine("☐")
    case .ticked: return StyledLine("☑", [.green])
    case .partial: return StyledLine("◪", [.yellow])
    }
  }

  private func blanks(_ count: Int) -> StyledLine {
    StyledLine(String(repeating: " ", count: min(count, 40)))
  }

  /// Returns the line after `head`, wrapped if it is too long, with `rest` before further lines.
  private func fill(
    _ line: StyledLine, behind head: StyledLine, rest: StyledLine? = nil
  ) -> [StyledLine] { line.filling(width, behind: head, rest: rest ?? head) }

  // MARK: Spans

  /// Returns the lines of the spans' text.
  func draw(_ spans: [MarkupSpan], _ looks: [Style.Look] = []) -> [StyledLine] {
    var lines = [StyledLine()]
    draw(spans, looks, into: &lines)
    return lines
  }

  private func draw(_ spans: [MarkupSpan], _ looks: [Style.Look], into lines: inout [StyledLine]) {
    for span in spans {
      switch span {
      case .text(let text): add(text, looks, to: &lines)
      case .code(let text, let sign):
        add(style.isOn ? text : "\(sign)\(text)\(sign)", looks + [.green], to: &lines)
      case .emphasis(let kind, let sign, let inner):
        if !style.isOn { lines[lines.count - 1].add(sign) }
        draw(inner, looks + [Style.Look(kind)], into: &lines)
        if !style.isOn { lines[lines.count - 1].add(sign) }
      case .link(let index):
        let link = markup.links[index]
        draw(link.words(in: markup.format), looks + [.underline, .blue], into: &lines)
        lines[lines.count - 1].add(" [\(index + 1)]", [.dim], isSolid: true)
      }
    }
  }

  private func add(_ text: TasksCore.Text, _ looks: [Style.Look], to lines: inout [StyledLine]) {
    for (index, line) in text.lines.enumerated() {
      if index > 0 { lines.append(StyledLine()) }
      lines[lines.count - 1].add(Visible.lines(line), looks)
    }
  }
}

extension Style.Look {
  init(_ emphasis: MarkupSpan.Emphasis) {
    switch emphasis {
    case .bold: self = .bold
    case .italic: self = .italic
    case .underline: self = .underline
    case .strike: self = .strike
    }
  }
}
