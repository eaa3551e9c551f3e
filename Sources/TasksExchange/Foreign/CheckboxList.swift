import TasksCore

/// A list of checkboxes in Markdown, with the fields of Obsidian Tasks at the end of each line, below a heading for each
/// list.
///
/// Indented lines are the notes. Markup of the notes is converted where the tasks are Org files.
struct CheckboxList: ForeignFormat {
  static let name = "md"
  private let context: ForeignContext
  private let keywords: Set<Text>

  init(_ context: ForeignContext) {
    self.context = context
    keywords = Set(context.workflow.keywords.map(\.state.keyword))
  }

  // MARK: Printing

  func print(_ tasks: [Task]) -> [UInt8] {
    var out = ""
    let lists = tasks.compactMap(\.list).uniqued()
    for list in [nil] + lists.map(Optional.some) {
      let own = tasks.filter { $0.list == list }
      if own.isEmpty { continue }
      if let list { out += (out.isEmpty ? "" : "\n") + "## \(ControlCharacters.escaped(list))\n\n" }
      for task in own { out += text(task) }
    }
    return Array(out.utf8)
  }

  private func text(_ task: Task) -> String {
    var title = ControlCharacters.escaped(task.title)
    if CheckboxLine(title, context).hasFields { title += "." }
    var words = ["- [\(mark(task))]", title]
    words += task.tags.map { $0.string.hasPrefix("@") ? $0.string : "#" + $0.string }
    words += CheckboxField.words(of: task, context)
    let lines = [words.joined(separator: " ")] + notes(task).map { $0.isEmpty ? "" : "  " + $0 }
    return lines.map { $0 + "\n" }.joined()
  }

  private func mark(_ task: Task) -> Character {
    if task.isDone {
      return task.state == context.canceled && task.state != context.done ? "-" : "x"
    }
    return task.state == context.started && task.state != context.open ? "/" : " "
  }

  private func notes(_ task: Task) -> [String] {
    if task.notes.isEmpty { return [] }
    let notes =
      task.format == .markdown
      ? task.notes : ConvertedNotes(task.notes, to: .markdown, keywords: keywords).text
    return notes.lines.map(\.string)
  }

  // MARK: Reading

  func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    var records: [ForeignRecord] = []
    var list: Text?
    var isCode = false
    var open: ForeignTask?
    var notes: [String] = []
    func close() {
      guard var record = open else { return }
      record.task.notes = self.notes(notes)
      records.append(.task(record))
      (open, notes) = (nil, [])
    }
    let lines = Text(lines: bytes[...]).string.split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if open != nil, line.isEmpty || line.first == " " || line.first == "\t" {
        notes.append(String(line))
        continue
      }
      close()
      if line.hasPrefix("```") || line.hasPrefix("~~~") { isCode.toggle() }
      if isCode { continue }
      if line.hasPrefix("# ") { list = nil }
      if line.hasPrefix("## ") {
        list = Text(line.dropFirst(3).split(separator: " ").joined(separator: " "))
      }
      guard let (state, text) = item(line) else { continue }
      let read = CheckboxLine(text, context)
      var task = read.task(state, context)
      if task.title.isEmpty {
        if read.hasFields { records.append(.bad(line: index + 1, reason: "it has no title")) }
        continue
      }
      task.list = list
      open = ForeignTask(line: index + 1, task: task)
    }
    close()
    return records
  }

  /// The state and the text of an item with a checkbox; nil for any other line.
  private func item(_ line: Substring) -> (state: State, text: String)? {
    var rest = line.drop { $0.isNumber }
    let isNumbered = rest.startIndex > line.startIndex
    guard let sign = rest.first, isNumbered ? ".)".contains(sign) : "-*+".contains(sign) else {
      return nil
    }
    rest = rest.dropFirst()
    guard rest.hasPrefix(" [") else { return nil }
    rest = rest.drop { $0 == " " }.dropFirst()
    guard let mark = rest.first, rest.dropFirst().hasPrefix("] ") else { return nil }
    let state =
      switch mark {
      case "x", "X": context.done
      case "-": context.canceled
      case "/": context.started
      default: context.open
      }
    return (state, String(rest.dropFirst(3)))
  }

  /// Indented lines without the indentation that all share.
  private func notes(_ lines: [String]) -> Text {
    let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    let indent = filled.map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    let text = Text(lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
      .trimmingBlankLines
    if text.isEmpty || context.format == .markdown { return text }
    return ConvertedNotes(text, to: .org, keywords: keywords).text
  }
}
