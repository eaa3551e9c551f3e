import TasksCore

/// The agendas in an `agendas.org`, as `org-mobile-push` stages them for a phone: a heading a block, which says what it
/// shows, `* ToDo: NEXT<after>KEYS=n#2 TITLE: Next steps</after>`. The blocks of a command have its key before the `#`.
package enum StagedAgendas {
  package static func commands(_ bytes: [UInt8]) -> [AgendaImport.Command] {
    var commands: [AgendaImport.Command] = []
    for (index, line) in Text(bytes: bytes).lines.enumerated() {
      let line = line.string
      guard line.hasPrefix("* "), let after = line.firstRange(of: "<after>KEYS="),
        let end = line.firstRange(of: "</after>"), after.upperBound <= end.lowerBound
      else { continue }
      let heading = String(line[..<after.lowerBound].dropFirst(2)).trimmedBlanks
      let rest = line[after.upperBound..<end.lowerBound]
      let keys = rest.prefix { !$0.isWhitespace }
      let key = String(keys.prefix { $0 != "#" })
      let title = rest.firstRange(of: "TITLE: ").map { String(rest[$0.upperBound...]) }
      if keys.contains("#"), let last = commands.last, last.key == key {
        commands[commands.count - 1].parts.append(part(heading, line: index + 1))
      } else {
        var command = AgendaImport.Command(title: title ?? heading, key: key, line: index + 1)
        command.parts = [part(heading, line: index + 1)]
        commands.append(command)
      }
    }
    return commands
  }

  /// Reads what a heading says.
  private static func part(_ heading: String, line: Int) -> AgendaImport.Command.Attempt {
    let kinds: [(prefix: String, type: String)] = [
      ("ToDo:", "todo"), ("Global list of TODO items of type:", "todo"),
      ("Headlines with TAGS match:", "tags"), ("Search words:", "search"),
      ("List of stuck projects:", "stuck"),
    ]
    do throws(MatchFilter.Refusal) {
      if let kind = kinds.first(where: { heading.hasPrefix($0.prefix) }) {
        let match = String(heading.dropFirst(kind.prefix.count)).trimmedBlanks
        return .block(
          try AgendaCommandReader.block(
            kind.type, kind.type == "todo" && match == "ALL" ? "" : match, AgendaSettings()))
      }
      if let agenda = heading.firstRange(of: "-agenda") {
        let span = heading[..<agenda.lowerBound].lowercased()
        if ["day", "week", "month", "year"].contains(span) { return .block("agenda:\(span)") }
      }
      return .refused("'\(heading)' does not say what it shows", line: line)
    } catch {
      return .refused(error.reason, line: line)
    }
  }
}
