import TasksCore

/// Reads the commands of `org-agenda-custom-commands`.
enum AgendaCommandReader {
  typealias Attempt = AgendaImport.Command.Attempt

  /// Returns the command; nil for a key that only begins others.
  static func command(_ form: LispForm) -> AgendaImport.Command? {
    guard case .list(let parts, nil) = form.value, let key = parts.first?.string?.string else {
      if case .list(_, _?) = form.value { return nil }
      let refusal = Attempt.refused("it is no command", line: form.line)
      return AgendaImport.Command(title: "?", key: "", line: form.line, parts: [refusal])
    }
    let hasTitle = parts.count > 1 && parts[1].string != nil
    var title = hasTitle ? parts[1].string?.string ?? "" : ""
    let rest = parts.dropFirst(hasTitle ? 2 : 1)
    if rest.isEmpty { return nil }
    let first = rest[rest.startIndex]
    let match = rest.dropFirst().first?.string?.string
    if title.isEmpty { title = match.flatMap { $0.isEmpty ? nil : $0 } ?? "agenda \(key)" }
    var command = AgendaImport.Command(title: title, key: key, line: form.line)
    if let blocks = first.elements, first.symbol == nil, blocks.first?.symbol != "lambda" {
      let settings = rest.dropFirst().first?.elements ?? []
      for block in blocks {
        guard let block = block.elements else {
          command.parts.append(.refused("a block of it is no list", line: first.line))
          continue
        }
        command.parts.append(
          part(block[...], line: block.first?.line ?? first.line, settings))
      }
      if blocks.isEmpty { command.parts.append(.refused("it has no blocks", line: first.line)) }
    } else {
      command.parts = [part(rest, line: first.line, [])]
    }
    return command
  }

  /// Reads a block: its type, its match, its settings.
  private static func part(
    _ block: ArraySlice<LispForm>, line: Int, _ common: [LispForm]
  ) -> Attempt {
    guard let type = block.first?.symbol else {
      return .refused("its type has to be evaluated", line: line)
    }
    let parts = Array(block)
    let own = parts.count > 2 ? parts[2].elements ?? [] : []
    do throws(MatchFilter.Refusal) {
      let settings = try EmacsAgendaSettings(common + own)
      let match = parts.count > 1 ? parts[1] : nil
      if let match, match.string == nil, match.symbol != "nil" {
        throw MatchFilter.Refusal(reason: "its match has to be evaluated")
      }
      return .block(
        try self.block(type, match?.string?.string ?? "", settings), without: settings.dropped)
    } catch {
      return .refused(error.reason, line: line)
    }
  }

  static func block(
    _ type: String, _ match: String, _ settings: EmacsAgendaSettings
  ) throws(MatchFilter.Refusal) -> String {
    func list(_ filter: String) -> String {
      "list:" + ([filter] + settings.conditions).filter { !$0.isEmpty }.joined(separator: " ")
    }
    switch type {
    case "agenda":
      return (["agenda:\(settings.span)"] + settings.conditions).joined(separator: " ")
    case "alltodo": return list("")
    case "tags", "tags-todo", "todo", "search":
      guard !match.isEmpty else {
        if type == "todo" || type == "tags-todo" { return list("") }
        throw MatchFilter.Refusal(reason: "it asks each time what to look for")
      }
      if type == "todo" { return list(try MatchFilter.read(states: match)) }
      return list(type == "search" ? try searched(match) : try MatchFilter.read(match))
    case "stuck":
      throw MatchFilter.Refusal(reason: "no filter finds the projects without a next step")
    case "tags-tree", "todo-tree", "occur-tree":
      throw MatchFilter.Refusal(reason: "it shows parts of a file, and no list")
    default: throw MatchFilter.Refusal(reason: "'\(type)' is a function of Lisp")
    }
  }

  /// Returns the filter for a search: a text, or words and `{expressions}` after signs (Org, `org-search-view`).
  private static func searched(_ text: String) throws(MatchFilter.Refusal) -> String {
    guard let first = text.first, "+-{".contains(first) else {
      return "\"\(text)\""
    }
    var filter: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let isNegated = word.hasPrefix("-")
      let bare = "+-".contains(word.first ?? " ") ? word.dropFirst() : word
      guard !bare.isEmpty, !bare.contains(where: { "{}\"\\".contains($0) }) else {
        throw MatchFilter.Refusal(reason: "it searches with an expression of Emacs")
      }
      filter.append((isNegated ? "not " : "") + "\"\(bare)\"")
    }
    return filter.joined(separator: " ")
  }
}
