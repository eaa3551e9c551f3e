import TasksCore

/// Renders notes as HTML that cannot do anything: every character of the notes is text, links lead to http, https and
/// mailto only, and there are no pictures, scripts or raw HTML.
struct MarkupHTML {
  private let markup: Markup
  private var out = ""
  private var lists: [(indent: Int, tag: String)] = []

  init(_ markup: Markup) { self.markup = markup }

  /// Replaces `& < > " '` (HTML, "Escaping a string").
  static func escaped(_ text: Text) -> String { escaped(text.string) }

  static func escaped(_ text: String) -> String {
    // What HTML does not allow.
    let isRefused = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 && !["\t", "\n", "\u{C}", "\r"].contains(scalar) || scalar == "\u{7F}"
    }
    let scalars = text.unicodeScalars.map { isRefused($0) ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars)).escapedAsMarkup
      .replacing("'", with: "&#39;")
  }

  var title: String { html(markup.title) }

  func body() -> String {
    var writer = self
    var quote = 0
    for block in markup.blocks {
      if case .item = block {} else if block != .blank { writer.closeLists(to: -1) }
      if case .quote = block {} else { writer.closeQuotes(&quote, to: 0) }
      writer.write(block, &quote)
    }
    writer.closeLists(to: -1)
    writer.closeQuotes(&quote, to: 0)
    return writer.out
  }

  private mutating func write(_ block: MarkupBlock, _ quote: inout Int) {
    switch block {
    case .heading(let level, _, let spans):
      // The task's own title is the first level, and the notes' the second.
      let level = min(level + 2, 6)
      out += "<h\(level)>\(html(spans))</h\(level)>\n"
    case .text(_, let spans): out += "<p>\(html(spans))</p>\n"
    case .item(let item): write(item)
    case .quote(_, let depth, let spans):
      closeQuotes(&quote, to: depth)
      while quote < depth {
        out += "<blockquote>\n"
        quote += 1
      }
      out += "<p>\(html(spans))</p>\n"
    case .code(let lines):
      let text = lines.map { MarkupHTML.escaped($0) }.joined(separator: "\n")
      out += "<pre><code>\(text)</code></pre>\n"
    case .table(let table): write(table)
    case .rule: out += "<hr>\n"
    case .aside(let text): out += "<p>\(MarkupHTML.escaped(text))</p>\n"
    case .blank: break
    }
  }

  private mutating func closeQuotes(_ quote: inout Int, to depth: Int) {
    while quote > depth {
      out += "</blockquote>\n"
      quote -= 1
    }
  }

  private mutating func write(_ item: MarkupItem) {
    let tag = item.bullet.first?.isNumber == true ? "ol" : "ul"
    closeLists(to: item.indent)
    if lists.last?.indent == item.indent {
      out += "</li>\n"
      if let last = lists.last, last.tag != tag {
        out += "</\(last.tag)>\n<\(tag)>\n"
        lists[lists.count - 1].tag = tag
      }
    } else {
      out += "<\(tag)>\n"
      lists.append((item.indent, tag))
    }
    let box: String
    switch item.checkbox?.mark {
    case .ticked: box = "<input type=\"checkbox\" disabled checked> "
    case .empty: box = "<input type=\"checkbox\" disabled> "
    case .partial: box = "[-] "
    case nil: box = ""
    }
    out += "<li>\(box)\(html(item.spans))"
  }

  private mutating func closeLists(to indent: Int) {
    while let last = lists.last, last.indent > indent {
      out += "</li>\n</\(last.tag)>\n"
      lists.removeLast()
    }
  }

  private mutating func write(_ table: MarkupTable) {
    let headEnd = table.rows.firstIndex(of: .rule)
    out += "<table>\n"
    for (number, row) in table.rows.enumerated() {
      guard case .cells(let cells) = row else { continue }
      let tag = headEnd.map { number < $0 } == true ? "th" : "td"
      out += "<tr>" + cells.map { "<\(tag)>\(html($0))</\(tag)>" }.joined() + "</tr>\n"
    }
    out += "</table>\n"
  }

  private func html(_ spans: [MarkupSpan]) -> String {
    spans.map { span in
      switch span {
      case .text(let text): return MarkupHTML.escaped(text)
      case .code(let text, _): return "<code>\(MarkupHTML.escaped(text))</code>"
      case .emphasis(let emphasis, _, let inner):
        let tag =
          switch emphasis {
          case .bold: "strong"
          case .italic: "em"
          case .underline: "u"
          case .strike: "s"
          }
        return "<\(tag)>\(html(inner))</\(tag)>"
      case .link(let number): return html(markup.links[number])
      }
    }.joined()
  }

  private func html(_ link: MarkupLink) -> String {
    let label = MarkupHTML.escaped(link.shownLabel(in: markup.format) ?? link.target)
    guard !link.isNote, SharedTask.isPublic(link.target) else {
      let isSaid = link.label == nil || link.isNote
      return isSaid ? label : "\(label) (\(MarkupHTML.escaped(link.target)))"
    }
    return "<a href=\"\(MarkupHTML.escaped(link.target))\" rel=\"noreferrer\">\(label)</a>"
  }
}
