import TasksCore

/// Notes as they are shown: on a terminal with styles in place of signs, elsewhere with the signs as written.
struct MarkupDrawing {
  let style: Style
  let markup: Markup

  /// The notes a line each, behind a margin in which boxes that can be ticked have their numbers.
  var lines: [String] {
    var lines: [String] = []
    for block in markup.blocks {
      switch block {
      case .item(let item):
        let number = item.box?.number.map { style.cyan("\($0)".leftPadded(to: 2)) + " " }
        for (index, line) in self.lines(of: item).enumerated() {
          lines.append((index == 0 ? number : nil) ?? margin)
          lines[lines.count - 1] += line
        }
      default: lines += self.lines(of: block).map { $0.isEmpty ? "" : margin + $0 }
      }
    }
    return lines
  }

  /// Where the links lead that do not show it themselves, by number.
  var targets: [String] {
    markup.links.enumerated().compactMap { index, link in
      guard link.label != nil || index < markup.titleLinkCount else { return nil }
      return style.dim("[\(index + 1)] ") + Visible.text(link.target)
    }
  }

  private var margin: String { "   " }

  private func lines(of block: MarkupBlock) -> [String] {
    switch block {
    case .heading(_, let sign, let spans):
      return draw(spans, [.bold]).map { style.isOn ? style.cyan(sign) + " " + $0 : sign + " " + $0 }
    case .text(let indent, let spans): return draw(spans).map { blanks(indent) + $0 }
    case .item(let item): return lines(of: item)
    case .quote(let depth, let spans):
      let bar = String(repeating: "> ", count: depth)
      return draw(spans, [.italic]).map { style.dim(bar) + $0 }
    case .code(let code): return code.map { "  " + style.green(Visible.lines($0)) }
    case .table(let table): return TableDrawing(table, self).lines
    case .rule: return [style.dim("-----")]
    case .aside(let text): return [style.dim(Visible.lines(text))]
    case .blank: return [""]
    }
  }

  private func lines(of item: MarkupItem) -> [String] {
    let bullet = Visible.text(item.bullet)
    var head = blanks(item.indent) + (style.isOn ? style.cyan(bullet) : bullet) + " "
    if let box = item.box { head += self.box(box.mark) + " " }
    let drawn = draw(item.spans, item.box?.mark == .ticked ? [.dim] : [])
    let deeper = blanks(item.indent + bullet.count + 1)
    guard let first = drawn.first else { return [head] }
    return [head + first] + drawn.dropFirst().map { deeper + $0 }
  }

  private func box(_ mark: MarkupItem.Box.Mark) -> String {
    guard style.isOn else { return "[\(mark.rawValue)]" }
    switch mark {
    case .empty: return "☐"
    case .ticked: return style.green("☑")
    case .partial: return style.yellow("◪")
    }
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: min(count, 40)) }

  // MARK: Spans

  /// The lines of a text.
  func draw(_ spans: [MarkupSpan], _ looks: [Style.Look] = []) -> [String] {
    var lines = [""]
    draw(spans, looks, into: &lines)
    return lines
  }

  private func draw(_ spans: [MarkupSpan], _ looks: [Style.Look], into lines: inout [String]) {
    for span in spans {
      switch span {
      case .text(let text): add(text, looks, to: &lines)
      case .code(let text, let sign):
        add(style.isOn ? text : "\(sign)\(text)\(sign)", looks + [.green], to: &lines)
      case .emphasis(let kind, let sign, let inner):
        if !style.isOn { lines[lines.count - 1] += sign }
        draw(inner, looks + [Style.Look(kind)], into: &lines)
        if !style.isOn { lines[lines.count - 1] += sign }
      case .link(let index):
        let link = markup.links[index]
        add(link.label ?? link.target, looks + [.underline, .blue], to: &lines)
        lines[lines.count - 1] += style.dim(" [\(index + 1)]")
      }
    }
  }

  private func add(_ text: TasksCore.Text, _ looks: [Style.Look], to lines: inout [String]) {
    for (index, line) in text.lines.enumerated() {
      if index > 0 { lines.append("") }
      lines[lines.count - 1] += style.draw(Visible.lines(line), looks)
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
