import TasksCore

/// A line format of the user's own: `{short} {title}`, each name replaced by the field's value.
struct FormatString {
  private enum Part {
    case text(String)
    case short
    case column(Column)
  }

  private var parts: [Part] = []

  /// Parses the format.
  ///
  /// - Throws: ``CommandError`` for an unknown name and for a brace that is not closed.
  init(_ text: String, _ fields: OwnFields) throws {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw CommandError("a { in the format has no closing }", code: .usage)
      }
      let name = String(rest[rest.index(after: open)..<close])
      if name == "short" {
        parts.append(.short)
      } else if let column = Column.named(name, fields) {
        parts.append(.column(column))
      } else {
        throw CommandError(
          "'{\(name)}' is not a field; the fields are {short} "
            + Column.all.map(\.name).sorted().map { "{\($0)}" }.joined(separator: " "),
          code: .usage)
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
  }

  /// - Parameter shortLength: The length of the short id, in bytes.
  func text(_ row: ListRow, shortLength: Int, _ context: Column.Context) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .short: row.short(shortLength)
      case .column(let column): column.text(row, context)
      }
    }.joined()
  }
}
