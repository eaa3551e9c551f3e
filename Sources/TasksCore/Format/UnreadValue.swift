/// A line of a task's file whose value is not what its field holds: a date, a number or a title that cannot be read. The
/// task has no such value then, whatever a person believes to have written.
package struct UnreadValue: Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// The line without blanks around it.
  package let text: Text
}

extension TaskDocument {
  /// The unread values of the fields that hold a single value, in the order of the file.
  package var unreadValues: [UnreadValue] {
    let lines = Text(bytes: bytes).lines
    return task.format == .org ? unreadInOrg(lines) : unreadInFrontMatter(lines)
  }

  /// The planning line has dates in angle brackets, and properties are read or kept as they are.
  private func unreadInOrg(_ lines: [Text]) -> [UnreadValue] {
    guard let heading = lines.firstIndex(where: { $0.string.hasPrefix("* ") }) else { return [] }
    var found: [UnreadValue] = []
    let end = lines[heading...].firstIndex { $0.string.hasPrefix(":END:") } ?? heading + 1
    for (number, line) in lines.enumerated() where number > heading && number <= end {
      let text = line.string.withoutBlanks
      let isPlanning = number == heading + 1 && text.isPlanning
      if isPlanning ? !hasEveryDate(of: text) : isUnread(orgProperty: text) {
        found.append(UnreadValue(line: number + 1, text: Text(text)))
      }
    }
    return found
  }

  private func hasEveryDate(of line: String) -> Bool {
    [("SCHEDULED:", task.scheduled), ("DEADLINE:", task.deadline)].allSatisfy { word, date in
      guard let place = line.firstRange(of: word)?.upperBound else { return true }
      // Org takes 40 December for 9 January; nobody means that.
      return date.map { line[place...].contains($0.start.date.iso) } ?? false
    }
  }

  private func isUnread(orgProperty line: String) -> Bool {
    guard line.hasPrefix(":"), let colon = line.dropFirst().firstIndex(of: ":") else {
      return false
    }
    let name = Text(String(line[line.index(after: line.startIndex)..<colon]))
    return PlainField.single.contains { field in
      field.spellings(in: .org).contains { name.isSameName(as: Text($0)) }
    } && task.property(named: name) != nil
  }

  private func unreadInFrontMatter(_ lines: [Text]) -> [UnreadValue] {
    let keys =
      PlainField.single.flatMap { $0.spellings(in: .markdown) }
      + ["due", "due_date", "scheduled", "title"]
    guard lines.first?.string.withoutBlanks == "---" else { return [] }
    var found: [UnreadValue] = []
    for (number, line) in lines.enumerated().dropFirst() {
      if line.string.withoutBlanks == "---" { break }
      guard let colon = line.string.firstIndex(of: ":"), case let key = line.string[..<colon],
        keys.contains(String(key))
      else { continue }
      let value = String(line.string[line.string.index(after: colon)...]).withoutBlanks
      // A plain scalar of YAML has no colon before a blank.
      let isTorn =
        key == "title" && value.contains(": ")
        && !["\"", "'", "|", ">"].contains { value.hasPrefix($0) }
      if isTorn || !value.isEmpty && task.property(named: Text(String(key))) != nil {
        found.append(UnreadValue(line: number + 1, text: Text(line.string.withoutBlanks)))
      }
    }
    return found
  }
}

extension OrgDocument {
  package var shownTask: Task {
    var shown = task
    let mayHaveSome =
      !task.properties.isEmpty || planning.map { !$0.isPlain(in: bytes) } ?? false
    shown.hasUnreadValues = mayHaveSome && !unreadValues.isEmpty
    return shown
  }
}

extension PlainField {
  /// Fields of one date or number, which other programs do not write in ways of their own.
  fileprivate static let single: [PlainField] = [
    .rank, .created, .effort, .firstAlert, .secondAlert, .coordinates, .radius, .lastRepeat,
    .repeatDays, .repeatUntil, .repeatTimes,
  ]
}

extension String {
  fileprivate var withoutBlanks: String {
    let isBlank = { (character: Character) in
      character == " " || character == "\t" || character == "\r"
    }
    let rest = drop(while: isBlank)
    return String(
      rest.prefix(upTo: rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex))
  }

  fileprivate var isPlanning: Bool {
    ["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains { hasPrefix($0) }
  }
}
