import TasksCore

/// What an import of an Org file leaves out, and what of it leads nowhere from a file of the store.
struct OutlineLosses {
  /// A heading that names the list of tasks is a list, or a text if there is text below it that is of no task.
  enum Kind {
    case opening, heading, event, list, text, comment, diary, state
    case attachments, fileLink, shortLink
  }

  /// Each with its line from 1.
  private(set) var all: [(kind: Kind, line: Int, title: Text)] = []

  mutating func add(_ kind: Kind, _ number: Int, _ title: ArraySlice<UInt8>) {
    all.append((kind, number + 1, Text(bytes: title.trimmingBlanks)))
  }

  /// Notes that a heading names the list of tasks.
  mutating func setList(at place: Int, hasText: Bool) {
    if all[place].kind != .state { all[place].kind = hasText ? .text : .list }
  }

  /// Adds a heading without a keyword, which may look like a task with a state that is not declared.
  mutating func add(
    heading words: ArraySlice<UInt8>, _ bytes: [UInt8], _ lines: ArraySlice<ByteLine>
  ) {
    let first = words.prefix { $0 != 0x20 && $0 != 0x09 }
    let isCapital = first.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
    let isState = first.count > 3 && first.endIndex < words.endIndex && isCapital
    let isEvent = lines.contains { OutlineLosses.hasDate(bytes[$0]) }
    addDiary(bytes, lines)
    add(isState ? .state : isEvent ? .event : .heading, lines.startIndex, words)
  }

  /// Adds the lines with an expression of the Emacs diary.
  mutating func addDiary(_ bytes: [UInt8], _ lines: ArraySlice<ByteLine>) {
    for number in lines.indices where bytes[lines[number]].firstRange(of: Array("%%(".utf8)) != nil
    {
      add(.diary, number, bytes[lines[number]])
    }
  }

  /// Adds folders of attachments, and links that depend on where the file lies or on its `#+LINK` lines.
  mutating func addLinks(_ bytes: [UInt8], _ lines: [ByteLine]) {
    let texts = lines.map { String(decoding: bytes[$0], as: UTF8.self) }
    let abbreviations = texts.compactMap { line -> String? in
      guard line.lowercased().hasPrefix("#+link:") else { return nil }
      return line.dropFirst(7).split(separator: " ").first.map { "\($0):" }
    }
    for (number, line) in texts.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2, [":DIR:", ":ATTACH_DIR:"].contains(words[0].uppercased()) {
        add(.attachments, number, Array(words[1].utf8)[...])
      }
      for part in line.split(separator: "[[", omittingEmptySubsequences: false).dropFirst() {
        let target = String(part.prefix { $0 != "]" })
        let path = target.hasPrefix("file:") ? target.dropFirst(5) : target[...]
        let isPath = path.hasPrefix("./") || path.hasPrefix("../") || target.hasPrefix("file:")
        if target.hasPrefix("attachment:") || isPath && !path.hasPrefix("/") && !path.hasPrefix("~")
        {
          add(.fileLink, number, Array(target.utf8)[...])
        } else if abbreviations.contains(where: { target.hasPrefix($0) }) {
          add(.shortLink, number, Array(target.utf8)[...])
        }
      }
    }
  }

  /// Returns the first line of notes that is no setting and no comment, and is not named otherwise.
  static func text(in notes: Text) -> Text? {
    notes.lines.first {
      !$0.string.allSatisfy(\.isWhitespace) && !$0.string.hasPrefix("#")
        && !$0.string.contains("%%(")
    }
  }

  /// Whether a line has an active timestamp.
  private static func hasDate(_ line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { place in
      let date = line[place...].prefix(6)
      return date.first == 0x3C && date.count == 6 && date.last == 0x2D
        && date.dropFirst().dropLast().allSatisfy(\.isDigit)
    }
  }

  /// - Parameter isAll: Whether nothing of the file is a task, so that its states are a fault.
  func records(isAll: Bool) -> [ForeignRecord] {
    all.filter { $0.kind == .state }.map { loss in
      let title = ControlCharacters.escaped(loss.title)
      let word = title.prefix { $0 != " " }
      let reason =
        "it is no task, since neither the file nor the store has the state '\(word)': '\(title)'; "
        + "declare it in the file: #+TODO: TODO \(word) | DONE"
      return isAll
        ? .bad(line: loss.line, reason: reason) : .remark(line: loss.line, text: reason)
    }
      + [
        summary([.opening], "the text before the first heading is left out", ""),
        summary([.heading, .event], "1 heading is no task", "headings are no tasks"),
        summary(
          [.text], "the text below 1 heading, which names a list, is left out",
          "headings name lists, and the text below them is left out"),
        summary([.comment], "1 commented heading is left out", "commented headings are left out"),
        summary([.diary], "1 line of the diary is left out", "lines of the diary are left out"),
        summary(
          [.attachments], "1 folder of attachments stays where it is",
          "folders of attachments stay where they are"),
        summary(
          [.fileLink], "1 link leads to a file by its place, which a task here does not have",
          "links lead to files by their place, which tasks here do not have"),
        summary(
          [.shortLink], "1 link needs its #+LINK line, which a task here does not have",
          "links need their #+LINK lines, which tasks here do not have"),
      ].compactMap { $0 }
  }

  /// Names the first three.
  private func summary(_ kinds: [Kind], _ one: String, _ many: String) -> ForeignRecord? {
    let found = all.filter { kinds.contains($0.kind) }
    guard let first = found.first else { return nil }
    let shown = found.prefix(3).map {
      "'\(ControlCharacters.escaped($0.title))'" + ($0.kind == .event ? " (event)" : "")
    }
    let rest = found.count > 3 ? " and \(found.count - 3) more" : ""
    return .remark(
      line: first.line,
      text: "\(found.count == 1 ? one : "\(found.count) \(many)"): "
        + shown.joined(separator: ", ") + rest)
  }
}
