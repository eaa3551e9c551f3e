extension OrgDocument {
  /// The keywords of a file without a `#+TODO:` line (Org manual, `org-todo-keywords`).
  private static let builtIn: Set<Text> = ["TODO", "DONE"]

  /// Adds a `#+TODO:` line to a file without one if the task's state is not built into Org: Emacs would take
  /// the keyword for part of the title, and no agenda would list the task.
  ///
  /// - Parameter specification: The text after `#+TODO:`.
  package func namingKeywords(_ specification: Text) -> OrgDocument {
    guard settings.workflow == nil, !OrgDocument.builtIn.contains(task.state.keyword) else {
      return self
    }
    var lines = preamble.lines
    // Insert after the other settings; a drawer of the whole file stays at the top.
    let last = lines.lastIndex { line in
      line.bytes.starts(with: Array("#+".utf8))
        || line.bytes[...].trimmingBlanks.isSame(as: ":END:")
    }
    let place = last.map { $0 + 1 } ?? (OrgDocument.isForEmacs(lines.first) ? 1 : 0)
    lines.insert(OrgSettings.keywordLine(specification), at: place)
    // Separate the line from a heading at the top of the file by a blank line.
    if preamble.isEmpty { lines.append(.empty) }
    let named = replacingPreamble(with: Text.joining(lines))
    let isSound =
      named.settings.workflow?[task.state.keyword]?.state == task.state
      && named.task.hasSameFields(as: task)
    return isSound ? named : self
  }

  /// Replaces the one `#+TODO:` line of the file.
  ///
  /// - Returns: Nil if there is none or several, or if the task would have another state then.
  package func renewingKeywords(_ specification: Text) -> OrgDocument? {
    var lines = preamble.lines
    let own = lines.indices.filter { place in
      guard let name = OrgSyntax.keyword(lines[place].bytes[...])?.name else { return false }
      return ["TODO", "SEQ_TODO"].contains { name.isSame(as: $0) }
    }
    guard own.count == 1 else { return nil }
    lines[own[0]] = OrgSettings.keywordLine(specification)
    let renewed = replacingPreamble(with: Text.joining(lines))
    return renewed.settings.workflow?[task.state.keyword]?.state == task.state
      && renewed.task.hasSameFields(as: task) ? renewed : nil
  }

  /// True for `# -*- mode: org -*-`, which Emacs reads only in the first line.
  private static func isForEmacs(_ line: Text?) -> Bool {
    guard let bytes = line?.bytes, OrgSyntax.isComment(bytes[...]) else { return false }
    return bytes.indices.contains { bytes[$0...].hasPrefix("-*-") }
  }
}
