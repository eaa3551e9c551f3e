import TasksCore

/// Reads the tasks of an Org file: the headings with a keyword. Headings without one around a task name its list, and
/// those below it are its notes.
///
/// A task below another one is part of that, and inherits its list and tags. Where the outer task was written here (it
/// has a rank), its notes may hold headings with a keyword, and only what names its parent is a task of its own.
struct OutlineReader {
  private let bytes: [UInt8]
  private let lines: [ByteLine]
  private let context: ForeignContext
  private let workflow: Workflow
  /// Whether tasks below others are tasks of their own.
  private let splits: Bool
  /// The `#+TODO:` lines, which each task is read with.
  private var settings: [UInt8] = []
  /// The keywords of the file if the store does not have all of them.
  private var keywords: [ForeignKeyword] = []
  private var lacking: Set<Text> = []
  private var fileTags: [Text] = []
  private var fileList: Text?

  private var drafts: [Draft] = []
  private var bad: [ForeignRecord] = []
  private var losses = OutlineLosses()
  /// The headings around the present line.
  private var around: [Heading] = []

  private struct Draft {
    /// As its own lines say it; what else is its notes.
    var record: ForeignTask
    /// The levels that its headings are moved up.
    let depth: Int
    /// The lines of it, and of what of those below it is its notes.
    var text: [UInt8]
    /// The tasks that are part of its notes.
    var below: [String] = []
  }

  private struct Heading {
    let level: Int
    var tags: [Text] = []
    /// That of a task; of another heading, the category alone.
    var list: Text?
    var title: Text?
    /// The place of the draft that its lines belong to.
    var draft: Int?
    /// That of a heading without a keyword that is outside of all tasks, and whether text stands below it.
    var loss: (place: Int, hasText: Bool)?
  }

  init(_ bytes: [UInt8], _ context: ForeignContext) {
    (self.bytes, self.context) = (bytes, context)
    splits = !context.options.contains(.flat)
    lines = Array(ByteLines(bytes[...]))
    var workflow = Workflow()
    var words: [Text] = []
    for line in lines where bytes[line].starts(with: "#+".utf8) {
      let text = String(decoding: bytes[line], as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { continue }
      let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
      switch text[..<colon].dropFirst(2).uppercased() {
      case "TODO", "SEQ_TODO", "TYP_TODO":
        workflow.add(sequence: Text(String(value)))
        words += value.split(whereSeparator: \.isWhitespace).map { Text(String($0)) }
        settings += Array(text.utf8) + [0x0A]
      case "FILETAGS":
        fileTags += value.split { $0 == ":" || $0.isWhitespace }.map { Text(String($0)) }
      case "CATEGORY": fileList = OutlineReader.list(Text(String(value)))
      default: break
      }
    }
    self.workflow = workflow.keywords.isEmpty ? context.workflow : workflow
    lacking = Set(
      workflow.keywords.map(\.state.keyword).filter { context.state($0) == nil })
    keywords = words.compactMap { word in
      let name = ForeignKeyword.name(of: word)
      guard lacking.contains(name), let known = workflow[name] else { return nil }
      return ForeignKeyword(word: word, isDone: known.state.isDone)
    }
  }

  mutating func read() -> [ForeignRecord] {
    var number = end(after: -1)
    losses.addDiary(bytes, lines[..<number])
    let opening = task(below: Array(" Opening\n".utf8) + text(0..<number, movedUp: 0))
    if let text = opening.flatMap({ OutlineLosses.text(in: $0.notes) }) {
      losses.add(.opening, 0, text.bytes[...])
    }
    while number < lines.count {
      let level = OutlineFile.level(bytes[lines[number]])
      around.removeAll { $0.level >= level }
      let words = bytes[lines[number]].dropFirst(level + 1).drop { $0 == 0x20 }
      let first = words.prefix { $0 != 0x20 && $0 != 0x09 }
      let isTask =
        first.endIndex < words.endIndex && words[first.endIndex] == 0x20
        && workflow[Text(bytes: first)] != nil
      var end = end(after: number)
      if isTask, begin(number..<end, level) {
        // It is a task.
      } else if isTask || first.elementsEqual("COMMENT".utf8) {
        end = self.end(after: number, below: level)
        if let draft = around.last?.draft {
          drafts[draft].text += text(number..<end, movedUp: drafts[draft].depth)
          let title = Text(bytes: words[first.endIndex...].trimmingBlanks)
          if isTask { drafts[draft].below.append("'\(ControlCharacters.escaped(title))'") }
        } else {
          losses.add(.comment, number, words)
        }
      } else {
        enter(number..<end, level, words)
      }
      number = end
    }
    if !drafts.isEmpty { losses.addLinks(bytes, lines) }
    let tasks = drafts.map(record)
    return (bad + tasks + losses.records(isAll: tasks.isEmpty)).ordered { $0.line < $1.line }
  }

  // MARK: Headings

  /// The line of the next heading, not below a level.
  private func end(after number: Int, below level: Int = .max) -> Int {
    lines[(number + 1)...].firstIndex { line in
      let other = OutlineFile.level(bytes[line])
      return other > 0 && other <= level
    } ?? lines.count
  }

  /// Notes a heading without a keyword, whose tags and list the tasks below inherit. What groups the parts of a task
  /// groups them in its list.
  private mutating func enter(_ range: Range<Int>, _ level: Int, _ words: ArraySlice<UInt8>) {
    let outer = around.last { $0.list != nil }?.list
    let draft = around.last?.draft
    if let draft {
      drafts[draft].text += text(range, movedUp: drafts[draft].depth)
    } else {
      losses.add(heading: words, bytes, lines[range])
    }
    // Its tags and its category are what is wanted.
    guard let task = task(below: text(range, movedUp: level - 1).dropFirst()) else { return }
    var heading = Heading(level: level, tags: task.tags, draft: draft)
    if draft != nil {
      heading.list = outer.map { Text("\($0)/\(task.title)") } ?? task.title
    } else {
      heading.list = task.list.map(OutlineReader.list)
      heading.title = OutlineReader.list(task.title)
      heading.loss = (losses.all.count - 1, OutlineLosses.text(in: task.notes) != nil)
    }
    around.append(heading)
  }

  // MARK: Tasks

  /// Reads a heading without a keyword as that of a task.
  ///
  /// - Parameter text: The heading after its star, and the lines below it.
  private func task(below text: some Collection<UInt8>) -> Task? {
    task([0x2A, 0x20] + (workflow.first?.keyword.bytes ?? Array("TODO".utf8)) + text)
  }

  private func task(_ text: [UInt8]) -> Task? {
    try? TaskReader.read(settings + text, path: "task.org", workflow: context.workflow)?.task
  }

  /// Begins a task with the lines up to the next heading; false if it is none of its own.
  private mutating func begin(_ range: Range<Int>, _ level: Int) -> Bool {
    let line = range.lowerBound + 1
    let text = text(range, movedUp: level - 1)
    guard var task = task(text), !task.title.isEmpty else {
      bad.append(.bad(line: line, reason: "it has no title, or cannot be read as a task"))
      return true
    }
    let outer = around.last?.draft
    // Emacs hides what is commented; what a store has of that is told as it is.
    if task.isCommented, task.rank == nil { return false }
    if let outer, task.parent == nil, !splits || drafts[outer].record.task.rank != nil {
      return false
    }
    for loss in around.compactMap(\.loss) { losses.setList(at: loss.place, hasText: loss.hasText) }
    var inherited = fileTags
    if outer == nil || task.parent == nil {
      inherited += around.flatMap(\.tags)
      if task.rank == nil { task.list = task.list.map(OutlineReader.list) }
      task.list =
        task.list ?? around.last { $0.list != nil }?.list ?? around.last?.title ?? fileList
    }
    task.tags = (task.tags + inherited).uniqued()
    around.append(Heading(level: level, tags: task.tags, list: task.list, draft: drafts.count))
    var record = ForeignTask(line: line, task: task)
    record.parentLine = outer.map { drafts[$0].record.line }
    drafts.append(Draft(record: record, depth: level - 1, text: text))
    return true
  }

  private func text(_ range: Range<Int>, movedUp depth: Int) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines[range] {
      let content = bytes[line]
      text += OutlineFile.level(content) > 0 ? content.dropFirst(depth) : content
      text.append(0x0A)
    }
    return text
  }

  private func record(_ draft: Draft) -> ForeignRecord {
    var record = draft.record
    guard let notes = task(draft.text)?.notes else {
      return .bad(line: record.line, reason: "it cannot be read as a task")
    }
    record.task.notes = notes
    record.task.path = ""
    if record.task.hasOwnID == false { record.task.id = .none }
    if lacking.contains(record.task.state.keyword) || !draft.below.isEmpty {
      record.keywords = keywords
    }
    record.task.state = context.state(record.task.state.keyword) ?? record.task.state
    if !draft.below.isEmpty {
      record.remarks = [
        "tasks below it are part of its notes: " + draft.below.joined(separator: ", ")
      ]
    }
    return .task(record)
  }

  /// The list that a heading or a category names: that of the inbox in whatever case.
  private static func list(_ name: Text) -> Text { name.isSameName(as: "inbox") ? "inbox" : name }
}
