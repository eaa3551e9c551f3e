import TasksCore

/// Tasks as Markdown in which every character of theirs that could be markup, or HTML, is escaped.
package enum SharedMarkdown {
  package static func page(_ tasks: [SharedTask]) -> [UInt8] {
    Array(tasks.map(section).joined(separator: "\n").utf8)
  }

  private static func section(_ shared: SharedTask) -> String {
    let markup = Markup(shared.task)
    let printer = MarkupMarkdown(markup)
    var out = "# \(printer.title)\n\n"
    for field in shared.fields {
      out += "- \(escaped(field.name)): \(escaped(field.value.onOneLine.string))\n"
    }
    let body = printer.body()
    if !body.isEmpty { out += "\n" + body }
    let log = shared.log
    if !log.isEmpty {
      out += "\n## Log\n\n"
      for entry in log { out += "- \(escaped(entry.moment)) \(escaped(entry.words.string))\n" }
    }
    return out
  }

  /// Puts a backslash before what is markup within a line (CommonMark, "Backslash escapes").
  static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      if "\\`*_[]()<>|~".contains(character) { out.append("\\") }
      if character == "&" { out += "&amp;" } else { out.append(character) }
    }
    return out
  }
}

/// Prints notes of either format as Markdown without anything that is read otherwise.
private struct MarkupMarkdown {
  let markup: Markup

  init(_ markup: Markup) { self.markup = markup }

  var title: String { text(markup.title) }

  func body() -> String {
    markup.blocks.map { block in
      switch block {
      case .heading(let level, _, let spans):
        return String(repeating: "#", count: min(level + 1, 6)) + " \(text(spans))\n"
      case .text(_, let spans): return lines(spans).map { $0 + "\n" }.joined()
      case .item(let item): return self.item(item)
      case .quote(_, let depth, let spans):
        let sign = String(repeating: ">", count: depth)
        return lines(spans).map { "\(sign) \($0)\n" }.joined()
      case .code(let lines):
        let longest = lines.map { $0.string.prefix { $0 == "`" }.count }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return ([fence] + lines.map(\.string) + [fence]).map { $0 + "\n" }.joined()
      case .table(let table): return self.table(table)
      case .rule: return "\n---\n"
      case .aside(let text): return lines([.text(text)]).map { $0 + "\n" }.joined()
      case .blank: return "\n"
      }
    }.joined()
  }

  private func item(_ item: MarkupItem) -> String {
    let isNumbered = item.bullet.first?.isNumber == true
    let bullet = isNumbered ? item.bullet.filter(\.isNumber) + "." : "-"
    let box = item.checkbox.map { "[\($0.mark == .ticked ? "x" : " ")] " } ?? ""
    let indent = String(repeating: " ", count: item.indent)
    let below = indent + String(repeating: " ", count: bullet.count + 1)
    return lines(item.spans).enumerated().map { number, line in
      (number == 0 ? "\(indent)\(bullet) \(box)" : below) + line + "\n"
    }.joined()
  }

  private func table(_ table: MarkupTable) -> String {
    var rows = table.rows.compactMap { row -> [String]? in
      if case .cells(let cells) = row { cells.map { text($0) } } else { nil }
    }
    guard let head = rows.first else { return "" }
    rows.insert(head.map { _ in "---" }, at: 1)
    return rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// The lines of spans, none of which begins with markup.
  private func lines(_ spans: [MarkupSpan]) -> [String] {
    text(spans).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first else { return "" }
      let isMark = "#-+=".contains(first)
      return (isMark ? "\\" : "") + numbered(rest)
    }
  }

  private func numbered(_ line: Substring) -> String {
    let digits = line.prefix { $0.isNumber }
    guard !digits.isEmpty, let sign = line.dropFirst(digits.count).first, ".)".contains(sign) else {
      return String(line)
    }
    return digits + "\\" + line.dropFirst(digits.count)
  }

  private func text(_ spans: [MarkupSpan]) -> String {
    spans.map { span in
      switch span {
      case .text(let text): return SharedMarkdown.escaped(text.string)
      case .code(let text, _):
        let string = text.string
        let sign = string.contains("`") ? "``" : "`"
        return sign.count > 1 ? "\(sign) \(string) \(sign)" : sign + string + sign
      case .emphasis(let emphasis, _, let inner):
        let sign =
          switch emphasis {
          case .bold: "**"
          case .italic, .underline: "*"
          case .strike: "~~"
          }
        return sign + text(inner) + sign
      case .link(let number): return link(markup.links[number])
      }
    }.joined()
  }

  private func link(_ link: MarkupLink) -> String {
    let label = SharedMarkdown.escaped((link.shownLabel(in: markup.format) ?? link.target).string)
    let target = link.target.string
    guard !link.isNote, SharedTask.isPublic(link.target) else {
      let isSaid = link.label == nil || link.isNote
      return isSaid ? label : "\(label) (\(SharedMarkdown.escaped(target)))"
    }
    let address = target.replacing("<", with: "%3C").replacing(">", with: "%3E")
    return "[\(label)](<\(address)>)"
  }
}
