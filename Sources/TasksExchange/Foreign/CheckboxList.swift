import TasksCore

/// A list of checkboxes in Markdown, with the fields of Obsidian Tasks at the end of each line, below a heading for each
/// list.
///
/// Indented lines are the notes. Markup of the notes is converted where the tasks are Org files.
struct CheckboxList: ForeignFormat {
  static let name = "md"
  static let ending = ".md"
  static let options: Set<ForeignOption> = [.linked, .notes]
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

  func remarks(on new: [Task]) -> [String] {
    let isLinked = context.options.contains(.linked)
    let lines =
      isLinked
      ? "the lines stay where they are, and are ticked when the tasks are done"
      : "the lines stay where they are, and are not ticked when the tasks are done; with --linked they are"
    return remarks(onRepeating: new) + (new.isEmpty ? [] : [lines])
  }

  func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    var records: [ForeignRecord] = []
    var list: Text?
    var blocks = SkippedBlocks()
    var open: (task: ForeignTask, place: Place)?
    var notes: [String] = []
    /// The tasks around the present line, below a bullet or in a quote.
    var around: [(line: Int, place: Place)] = []
    /// The outermost bullet of the present list.
    var bullet: Place?
    func close() {
      guard var record = open?.task else { return }
      record.task.notes = self.notes(notes)
      records.append(.task(record))
      (open, notes) = (nil, [])
    }
    let lines = Text(lines: bytes[...]).string.split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let place = Place(line)
      let content = line[place.start...]
      if let open, content.isEmpty || open.place.holds(place), open.place.quotes == 0,
        open.place.indent == 0
      {
        // All below a task at the margin is its notes, checkboxes too.
        notes.append(String(line))
        continue
      }
      let isBelow = open.map { content.isEmpty || $0.place.holds(place) } ?? false
      let item = content.isEmpty ? nil : self.item(content)
      if isBelow, item == nil {
        notes.append(String(content))
        continue
      }
      close()
      if blocks.skips(content) || content.isEmpty { continue }
      if line.hasPrefix("# ") { list = nil }
      if line.hasPrefix("## ") {
        list = Text(line.dropFirst(3).split(separator: " ").joined(separator: " "))
      }
      around.removeAll { !$0.place.holds(place) }
      if bullet.map({ !$0.holds(place) }) ?? true {
        bullet = CheckboxList.isBullet(content) && place.indent < 4 ? place : nil
      }
      // Four blanks begin a block of code, but in a list.
      guard let (state, text, mark) = item, place.indent < 4 || bullet != nil else { continue }
      var read = CheckboxLine(text, context)
      var task = read.task(state, context)
      if task.title.isEmpty {
        if read.hasFields { records.append(.bad(line: index + 1, reason: "it has no title")) }
        continue
      }
      task.list = list
      if context.options.contains(.linked) {
        task.properties.append(Task.Property(LinkedLine.property, Text(text)))
      }
      var record = ForeignTask(line: index + 1, task: task, remarks: read.remarks)
      if !" xX-/".contains(mark) {
        record.remarks.append(
          "the box '[\(mark)]' is none of [ ] [/] [x] [-], and the task is open")
      }
      record.parentLine = around.last?.line
      around.append((index + 1, place))
      open = (record, place)
    }
    close()
    return records
  }

  /// Where the text of a line begins: after the signs of quotes and callouts, and blanks.
  private struct Place {
    var quotes = 0
    /// In columns after the signs; a tab goes to the next multiple of four.
    var indent = 0
    private(set) var start: Substring.Index

    init(_ line: Substring) {
      start = line.startIndex
      while start < line.endIndex {
        switch line[start] {
        case " ": indent += 1
        case "\t": indent += 4 - indent % 4
        case ">" where indent < 4:
          quotes += 1
          indent = 0
          let next = line.index(after: start)
          // A blank after the sign belongs to it.
          if next < line.endIndex, line[next] == " " { start = next }
        default: return
        }
        start = line.index(after: start)
      }
    }

    /// Whether a line is below an item at this place.
    func holds(_ other: Place) -> Bool { other.quotes == quotes && other.indent > indent }
  }

  /// Code, and comments of HTML and of Obsidian, in which nothing is a task.
  private struct SkippedBlocks {
    private var end: String?

    /// Takes a line; returns true if it is in such a block, or begins or ends one.
    mutating func skips(_ line: Substring) -> Bool {
      if let end {
        if end.first == "`" || end.first == "~" ? line.hasPrefix(end) : line.contains(end) {
          self.end = nil
        }
        return true
      }
      for (sign, end) in [("```", "```"), ("~~~", "~~~"), ("<!--", "-->"), ("%%", "%%")]
      where line.hasPrefix(sign) {
        if !line.dropFirst(sign.count).contains(end) { self.end = end }
        return true
      }
      return false
    }
  }

  private static func isBullet(_ line: Substring) -> Bool {
    let rest = line.drop { $0.isNumber }
    let signs = rest.startIndex > line.startIndex ? ".)" : "-*+"
    return rest.first.map(signs.contains) == true && rest.dropFirst().first?.isWhitespace == true
  }

  /// The state, the text and the mark of an item with a checkbox; nil for any other line.
  private func item(_ line: Substring) -> (state: State, text: String, mark: Character)? {
    guard CheckboxList.isBullet(line) else { return nil }
    let rest = line.drop { $0.isNumber }.dropFirst().drop { $0 == " " || $0 == "\t" }
    guard rest.first == "[", case let inside = rest.dropFirst(), let mark = inside.first,
      inside.dropFirst().hasPrefix("] ")
    else { return nil }
    let state =
      switch mark {
      case "x", "X": context.done
      case "-": context.canceled
      case "/": context.started
      default: context.open
      }
    return (state, String(inside.dropFirst(3)), mark)
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
