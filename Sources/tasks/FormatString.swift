import TasksCore

/// A line format of the user's own: `{short} {title}`, each name replaced by the field's value.
struct FormatString {
  private enum Part {
    case text(String)
    case field(String)
  }

  private var parts: [Part] = []

  private static let fields: [String: @Sendable (Task) -> String] = [
    "id": { $0.id.text.string }, "path": { $0.path }, "title": { Visible.text($0.title) },
    "state": { Visible.text($0.state.keyword) }, "priority": { $0.priority?.text ?? "" },
    "rank": { $0.rank?.text ?? "" },
    "tags": { $0.tags.map { Visible.text($0) }.joined(separator: " ") },
    "list": { $0.list.map { Visible.text($0) } ?? "" }, "created": { $0.created?.iso ?? "" },
    "scheduled": { $0.scheduled?.start.iso ?? "" }, "deadline": { $0.deadline?.start.iso ?? "" },
    "due": { $0.deadline?.start.iso ?? "" }, "closed": { $0.closed?.iso ?? "" },
    "deleted": { $0.deleted?.iso ?? "" }, "effort": { $0.effort.map { Effort.text($0) } ?? "" },
    "format": { $0.format.rawValue },
  ]

  /// Parses the format.
  ///
  /// - Throws: ``CommandError`` for an unknown name and for a brace that is not closed.
  init(_ text: String) throws {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw CommandError("a { in the format has no closing }", code: .usage)
      }
      let name = String(rest[rest.index(after: open)..<close])
      guard name == "short" || FormatString.fields[name] != nil else {
        throw CommandError(
          "“{\(name)}” is not a field; the fields are {short} "
            + FormatString.fields.keys.sorted().map { "{\($0)}" }.joined(separator: " "),
          code: .usage)
      }
      parts.append(.field(name))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
  }

  func text(_ task: Task, short: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field("short"): short
      case .field(let name): FormatString.fields[name]?(task) ?? ""
      }
    }.joined()
  }
}
