import TasksCore

/// Writes parsed markup as JSON, for a page that builds its own elements: blocks with a kind in `b`, and spans that are a
/// text or an object. No HTML is in it, and addresses lead to http, https and mailto only.
package struct MarkupJSON {
  private let markup: Markup
  private let task: (MarkupLink) -> TaskID?

  package init(_ markup: Markup, task: @escaping (MarkupLink) -> TaskID? = { _ in nil }) {
    (self.markup, self.task) = (markup, task)
  }

  /// Makes it of notes that are being written.
  package init(notes: Text, format: Format, task: @escaping (MarkupLink) -> TaskID? = { _ in nil })
  {
    self.init(Markup(notes, format: format), task: task)
  }

  package func write(to json: inout JSONWriter) {
    json.array(markup.blocks) { json, block in json.object { write(block, to: &$0) } }
  }

  /// Returns the number of each checkbox that can be ticked, with its text as ``write(to:)`` shows it.
  package var checkboxes: [(number: Int, text: String, isTicked: Bool)] {
    markup.blocks.compactMap { block in
      guard case .item(let item) = block, let number = item.checkbox?.number else { return nil }
      return (number, plain(item.spans), item.checkbox?.mark == .ticked)
    }
  }

  private func plain(_ spans: [MarkupSpan]) -> String {
    spans.map { span in
      switch span {
      case .text(let text), .code(let text, _): text.string
      case .emphasis(_, _, let inner): plain(inner)
      case .link(let number): label(of: markup.links[number]).string
      }
    }.joined()
  }

  private func label(of link: MarkupLink) -> Text {
    link.shownLabel(in: markup.format) ?? link.target
  }

  private func write(_ block: MarkupBlock, to json: inout JSONWriter) {
    switch block {
    case .heading(let level, _, let spans):
      json.member("b", "heading")
      json.member("level", level)
      write(spans, to: &json)
    case .text(_, let spans):
      json.member("b", "text")
      write(spans, to: &json)
    case .item(let item):
      json.member("b", "item")
      json.member("indent", item.indent)
      json.member("ordered", item.bullet.first?.isNumber == true)
      json.member("bullet", item.bullet)
      if let box = item.checkbox {
        json.member("box", box.mark.rawValue.lowercased())
        if let number = box.number { json.member("number", number) }
      }
      write(item.spans, to: &json)
    case .quote(_, let depth, let spans):
      json.member("b", "quote")
      json.member("depth", depth)
      write(spans, to: &json)
    case .code(let lines):
      json.member("b", "code")
      json.key("lines")
      json.array(lines) { $0.string($1) }
    case .table(let table): write(table, to: &json)
    case .rule: json.member("b", "rule")
    case .aside(let text):
      json.member("b", "aside")
      json.member("text", text)
    case .blank: json.member("b", "blank")
    }
  }

  private func write(_ table: MarkupTable, to json: inout JSONWriter) {
    let end = table.rows.firstIndex(of: .rule) ?? 0
    let head = table.rows[..<end].count { $0 != .rule }
    json.member("b", "table")
    json.member("head", head)
    json.key("rows")
    json.array { json in
      for case .cells(let cells) in table.rows {
        json.array(cells) { json, spans in json.array(spans) { write($1, to: &$0) } }
      }
    }
  }

  private func write(_ spans: [MarkupSpan], to json: inout JSONWriter) {
    json.key("in")
    json.array(spans) { write($1, to: &$0) }
  }

  private func write(_ span: MarkupSpan, to json: inout JSONWriter) {
    switch span {
    case .text(let text): json.string(text)
    case .code(let text, _): json.object { $0.member("code", text) }
    case .emphasis(let emphasis, _, let inner):
      json.object { json in
        json.member("s", "\(emphasis)")
        write(inner, to: &json)
      }
    case .link(let number):
      let link = markup.links[number]
      json.object { json in
        if let id = task(link) {
          json.member("task", id.text)
        } else if !link.isNote, SharedTask.isPublic(link.target) {
          json.member("href", link.target)
        }
        json.member("text", label(of: link))
      }
    }
  }
}
