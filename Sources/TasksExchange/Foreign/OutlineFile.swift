import TasksCore

/// One Org file with a heading for each task, those that are part of a task below it.
package struct OutlineFile: ForeignFormat {
  package static let name = "org"
  package static let ending = ".org"
  package static let traits: Set<ForeignTrait> = [.tellsRepeaters, .keepsHeadings]
  package static let options: Set<ForeignOption> = [.flat]
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
    for (task, depth) in tree(tasks) {
      var task = task
      // Others may name it.
      task.hasOwnID = true
      guard let bytes = try? document(task, keywords, workflow).bytes else { continue }
      out.append(0x0A)
      let heading = bytes.dropFirst(OutlineFile.start(of: bytes))
      out +=
        depth == 0 && !task.notes.bytes.hasTopHeading
        ? Array(heading) : OutlineFile.moved(heading, down: depth)
      if out.last != 0x0A { out.append(0x0A) }
    }
    return out
  }

  /// The tasks, each followed by those that are part of it, with how many tasks are around each.
  private func tree(_ tasks: [Task]) -> [(task: Task, depth: Int)] {
    let ids = Set(tasks.map(\.id))
    let parts = Dictionary(grouping: tasks.filter { $0.parent != nil }) { $0.parent ?? .none }
    var result: [(task: Task, depth: Int)] = []
    var placed: Set<TaskID> = []
    func place(_ task: Task, _ depth: Int) {
      guard placed.insert(task.id).inserted else { return }
      result.append((task, depth))
      for part in parts[task.id] ?? [] { place(part, depth + 1) }
    }
    if context.options.contains(.flat) { return tasks.map { ($0, 0) } }
    for task in tasks where task.parent.map({ !ids.contains($0) }) ?? true { place(task, 0) }
    // Those of a circle are left.
    for task in tasks { place(task, 0) }
    return result
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

  /// Moves the headings down, and those after the first one below it.
  private static func moved(_ text: ArraySlice<UInt8>, down depth: Int) -> [UInt8] {
    var out: [UInt8] = []
    var hasOthers = false
    for line in ByteLines(text) {
      let level = level(text[line])
      hasOthers = hasOthers || level == 1 && !out.isEmpty
      if level > 0 { out += Array(repeating: 0x2A, count: hasOthers ? depth + 1 : depth) }
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
    var reader = OutlineReader(bytes, context)
    return reader.read()
  }
}

extension [UInt8] {
  /// Whether a line is a heading of the first level.
  fileprivate var hasTopHeading: Bool {
    guard contains(0x2A) else { return false }
    return ByteLines(self[...]).contains { self[$0].starts(with: [0x2A, 0x20]) }
  }
}
