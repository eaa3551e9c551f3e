import TasksCore

/// One Org file with a heading for each task and all below it.
package struct OutlineFile: ForeignFormat {
  package static let name = "org"
  package static let ending = ".org"
  package static let traits: Set<ForeignTrait> = [.tellsRepeaters, .keepsHeadings]
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? {
    .offered(folder: "org")
  }

  /// An Org task is whole, but for headings of its notes beside its own; a Markdown task is converted.
  package func told(_ tasks: [Task]) -> [Task] {
    let other = tasks.filter { $0.format != .org || $0.notes.bytes.hasTopHeading }
    if other.isEmpty { return tasks }
    var read: [TaskID: Task] = [:]
    for case .task(let record) in self.read(print(other)) { read[record.task.id] = record.task }
    return tasks.map { read[$0.id] ?? $0 }
  }

  // MARK: Printing

  package func print(_ tasks: [Task]) -> [UInt8] {
    let keywords = context.keywords(with: tasks)
    let workflow = Workflow(keywords)
    var out = Array("#+TODO: ".utf8) + keywords.bytes + [0x0A]
    for var task in tasks {
      // Others may name it.
      task.hasOwnID = true
      guard let bytes = try? document(task, keywords, workflow).bytes else { continue }
      out.append(0x0A)
      let heading = bytes.dropFirst(OutlineFile.start(of: bytes))
      out += task.notes.bytes.hasTopHeading ? OutlineFile.belowItsHeading(heading) : Array(heading)
      if out.last != 0x0A { out.append(0x0A) }
    }
    return out
  }

  private func document(
    _ task: Task, _ keywords: Text, _ workflow: Workflow
  ) throws(EditError) -> any TaskDocument {
    guard task.format == .markdown else {
      return try TaskPrinter.print(new: task, keywords, workflow, fields: context.fields)
    }
    return try Conversion(
      of: try TaskPrinter.print(new: task, keywords, workflow), to: .org,
      specification: keywords, workflow: workflow, fields: context.fields
    ).document
  }

  /// Moves the headings after the first one a level down, where one of them is beside it.
  private static func belowItsHeading(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isMoving = false
    for line in ByteLines(text) {
      let isHeading = OutlineFile.level(text[line]) > 0
      if isHeading, !out.isEmpty {
        if text[line].dropFirst().first == 0x20 { isMoving = true }
        if isMoving { out.append(0x2A) }
      }
      out += text[line.range]
    }
    return out
  }

  private static func start(of bytes: [UInt8]) -> Int {
    ByteLines(bytes[...]).first { OutlineFile.level(bytes[$0]) > 0 }?.start ?? bytes.count
  }

  /// How many stars a heading has; 0 for any other line.
  static func level(_ line: ArraySlice<UInt8>) -> Int {
    let stars = line.prefix { $0 == 0x2A }
    return stars.endIndex < line.endIndex && line[stars.endIndex] == 0x20 ? stars.count : 0
  }

  // MARK: Reading

  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    var reader = Outline(bytes, context)
    reader.read()
    return reader.records
  }
}

/// The headings of an Org file while its tasks are read: the outermost ones with a keyword.
private struct Outline {
  private(set) var records: [ForeignRecord] = []
  private let bytes: [UInt8]
  private let lines: [ByteLine]
  private let context: ForeignContext
  private let workflow: Workflow
  /// The `#+TODO:` lines, which each task is read with.
  private var settings: [UInt8] = []
  private var fileTags: [Text] = []
  private var fileList: Text?
  /// The headings without a keyword around the present line.
  private var around: [(level: Int, title: Text, tags: [Text], list: Text?)] = []

  /// The headings, with their lines from 1, that look like tasks with an unknown state.
  private var stateless: [(line: Int, heading: Text)] = []

  init(_ bytes: [UInt8], _ context: ForeignContext) {
    (self.bytes, self.context) = (bytes, context)
    lines = Array(ByteLines(bytes[...]))
    var workflow = Workflow()
    for line in lines where bytes[line].starts(with: "#+".utf8) {
      let text = String(decoding: bytes[line], as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { continue }
      let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
      switch text[..<colon].dropFirst(2).uppercased() {
      case "TODO", "SEQ_TODO", "TYP_TODO":
        workflow.add(sequence: Text(String(value)))
        settings += Array(text.utf8) + [0x0A]
      case "FILETAGS":
        fileTags += value.split { $0 == ":" || $0.isWhitespace }.map { Text(String($0)) }
      case "CATEGORY": fileList = Text(String(value))
      default: break
      }
    }
    self.workflow = workflow.keywords.isEmpty ? context.workflow : workflow
  }

  mutating func read() {
    var number = 0
    while number < lines.count {
      let line = lines[number]
      let level = OutlineFile.level(bytes[line])
      guard level > 0 else {
        number += 1
        continue
      }
      around.removeAll { $0.level >= level }
      let end = endOfTree(at: number, level)
      let words = bytes[line].dropFirst(level + 1).drop { $0 == 0x20 }
      let first = words.prefix { $0 != 0x20 && $0 != 0x09 }
      let isTask =
        first.endIndex < words.endIndex && words[first.endIndex] == 0x20
        && workflow[Text(bytes: first)] != nil
      if isTask {
        addTask(number..<end, level)
        number = end
      } else if first.elementsEqual("COMMENT".utf8) {
        number = end
      } else {
        if first.count > 3, first.endIndex < words.endIndex,
          first.allSatisfy({ (0x41...0x5A).contains($0) || $0 == 0x2D })
        {
          stateless.append((number + 1, Text(bytes: words)))
        }
        enter(number, level, words)
        number += 1
      }
    }
    nameStateless()
  }

  /// Names the headings whose first word looks like a state that neither the file nor the store declares, beside the
  /// task before or after them.
  private mutating func nameStateless() {
    for (line, heading) in stateless {
      let title = ControlCharacters.escaped(heading)
      let word = title.prefix { $0 != " " }
      let reason =
        "line \(line) is no task, since neither the file nor the store has the state '\(word)': '\(title)'; "
        + "declare it in the file: #+TODO: TODO \(word) | DONE"
      let place = records.lastIndex {
        if case .task(let task) = $0 { task.line < line } else { false }
      }
      if let place = place ?? records.indices.first, case .task(var record) = records[place] {
        record.remarks.append(reason)
        records[place] = .task(record)
      } else {
        records.append(.bad(line: line, reason: reason))
      }
    }
  }

  /// The line after the last one of a heading's subtree.
  private func endOfTree(at number: Int, _ level: Int) -> Int {
    lines[(number + 1)...].firstIndex { line in
      let other = OutlineFile.level(bytes[line])
      return other > 0 && other <= level
    } ?? lines.count
  }

  /// Notes a heading without a keyword, whose tags and list the tasks below inherit.
  private mutating func enter(_ number: Int, _ level: Int, _ words: ArraySlice<UInt8>) {
    // Read as that of a task, whose tags and category are what is wanted.
    let next = lines[(number + 1)...].firstIndex { OutlineFile.level(bytes[$0]) > 0 }
    let keyword = workflow.first?.keyword.bytes ?? Array("TODO".utf8)
    var text = settings + [0x2A, 0x20] + keyword + [0x20] + words
    for line in lines[(number + 1)..<(next ?? lines.count)] { text += [0x0A] + bytes[line] }
    guard let task = document(text)?.task else { return }
    around.append((level, task.title, task.tags, task.list))
  }

  private func document(_ text: [UInt8]) -> (any TaskDocument)? {
    (try? TaskReader.read(text, path: "task.org", workflow: context.workflow)) ?? nil
  }

  private mutating func addTask(_ range: Range<Int>, _ level: Int) {
    var text = settings
    for line in lines[range] {
      let content = bytes[line]
      let own = OutlineFile.level(content)
      text += own > 0 ? content.dropFirst(level - 1) : content
      text.append(0x0A)
    }
    guard let document = document(text) else {
      return records.append(.bad(line: range.lowerBound + 1, reason: "it cannot be read as a task"))
    }
    var task = document.task
    task.path = ""
    if task.hasOwnID == false { task.id = .none }
    let inherited = fileTags + around.flatMap(\.tags)
    task.tags = (task.tags + inherited).uniqued()
    if task.list == nil {
      task.list = around.last { $0.list != nil }?.list ?? around.last?.title ?? fileList
    }
    task.state = context.state(task.state.keyword) ?? task.state
    if task.title.isEmpty {
      return records.append(.bad(line: range.lowerBound + 1, reason: "it has no title"))
    }
    let below = range.dropFirst().compactMap { title(ofTaskAt: $0) }
    let remarks =
      below.isEmpty
      ? []
      : [
        "tasks below it are part of its notes: "
          + below.map { "'\(ControlCharacters.escaped($0))'" }.joined(separator: ", ")
      ]
    records.append(
      .task(ForeignTask(line: range.lowerBound + 1, task: task, remarks: remarks)))
  }

  /// The heading of an open task; nil for any other line.
  private func title(ofTaskAt number: Int) -> Text? {
    let line = bytes[lines[number]]
    let level = OutlineFile.level(line)
    guard level > 0 else { return nil }
    let words = line.dropFirst(level + 1).drop { $0 == 0x20 }
    let first = words.prefix { $0 != 0x20 }
    guard let known = workflow[Text(bytes: first)], !known.state.isDone else { return nil }
    return Text(bytes: words[first.endIndex...].trimmingBlanks)
  }
}

extension [UInt8] {
  /// Whether a line is a heading of the first level.
  fileprivate var hasTopHeading: Bool {
    guard contains(0x2A) else { return false }
    return ByteLines(self[...]).contains { self[$0].starts(with: [0x2A, 0x20]) }
  }
}
