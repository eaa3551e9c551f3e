extension OrgDocument {
  /// What Org knows in a file that names no keywords of its own (Org manual, `org-todo-keywords`).
  private static let builtIn: Set<Text> = ["TODO", "DONE"]

  /// The file with a line that names the keywords, where it has none and its task is in a state that Org would not
  /// know: Emacs takes a heading with such a word for plain text, and the task would be in no agenda.
  ///
  /// - Parameter specification: As behind `#+TODO:`.
  public func namingKeywords(_ specification: Text) -> OrgDocument {
    guard settings.workflow == nil, !OrgDocument.builtIn.contains(task.state.keyword) else {
      return self
    }
    var lines = preamble.lines
    // Beside the other settings; a drawer of the whole file stays at its top.
    let last = lines.lastIndex { line in
      line.bytes.starts(with: Array("#+".utf8))
        || line.bytes[...].trimmingBlanks.isSame(as: ":END:")
    }
    let place = last.map { $0 + 1 } ?? (OrgDocument.isForEmacs(lines.first) ? 1 : 0)
    lines.insert(OrgSettings.keywordLine(specification), at: place)
    // A blank line before a heading that stood at the top.
    if preamble.isEmpty { lines.append(.empty) }
    let named = replacingPreamble(with: Text.joining(lines))
    let isSound =
      named.settings.workflow?[task.state.keyword]?.state == task.state
      && named.task.hasSameFields(as: task)
    return isSound ? named : self
  }

  /// `# -*- mode: org -*-`, which Emacs reads in the first line only.
  private static func isForEmacs(_ line: Text?) -> Bool {
    guard let bytes = line?.bytes, OrgSyntax.isComment(bytes[...]) else { return false }
    return bytes.indices.contains { bytes[$0...].hasPrefix("-*-") }
  }
}
