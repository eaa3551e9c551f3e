import TasksCore

/// A task of Backlog.md: a Markdown file such as `tasks/task-12 - Fix-login.md`. Those that are finished may lie in
/// `completed/`, those that were given up in `archive/`, and drafts in `drafts/`.
package struct BacklogTasks: ForeignReader {
  package static let name = "backlog"
  package static let ending = "backlog/"
  /// Documents, decisions and milestones lie beside the tasks.
  package static let isFileOfFolder: (@Sendable (String) -> Bool)? = { path in
    let others = ["docs", "decisions", "milestones", "drafts"]
    return path.hasSuffix(".md")
      && !path.split(separator: "/").dropLast().contains { others.contains(String($0)) }
  }
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? {
    .above(["backlog", ".backlog"], inside: "/tasks")
  }

  /// Reads one file, as if it were of the folder `tasks`.
  package func read(_ bytes: [UInt8]) -> [ForeignRecord] { read(bytes, path: "") }

  package func read(_ bytes: [UInt8], path: String) -> [ForeignRecord] { [record(path, bytes)] }

  private func record(_ path: String, _ bytes: [UInt8]) -> ForeignRecord {
    guard var file = ForeignMarkdown(bytes, context) else {
      return .bad(line: 1, reason: "it is no task of Backlog.md: its front matter has no status")
    }
    // A title with a colon is no YAML without quotes; it is read as it stands.
    if file.keys.isNested("title"), let title = file.keys.line("title") { file.task.title = title }
    guard !ForeignProperty.line(file.task.title).isEmpty else {
      return .bad(line: 1, reason: "it has no title")
    }
    if !file.task.hasOwnID { file.task.id = .none }
    // The program does not mind the case of an id, and spells that of its own file and those in others differently.
    file.task.id = lowercased(file.task.id)
    file.task.parent = file.task.parent.map { lowercased($0) }
    file.task.blockers = file.task.blockers.map { lowercased($0) }.uniqued()
    file.task.created = file.moment("created_date")
    if let due = file.keys.text("due_date") {
      file.task.deadline =
        due.bytes.count > 10
        ? file.moment("due_date").map { Planning($0) } : file.planned("due_date")
    }
    file.task.properties.removeAll { $0.name == "updated_date" }
    // `@sara` is a context.
    file.task.properties.removeAll { $0.name == "assignee" }
    file.task.tags = (file.task.tags + BacklogTasks.assignees(file.keys)).uniqued()
    let status = file.task.state.keyword
    let isKnown = context.state(status) != nil
    file.task.state = state(file.task.state, path: path)
    var record = file.record(of: BacklogTasks.name)
    for key: StaticString in ["dependencies", "assignee"] where file.keys.isNested(key) {
      if key.description != "assignee" || BacklogTasks.assignees(file.keys).isEmpty {
        record.remarks.append("left out its \(key), which are no list of names")
      }
    }
    if !isKnown, let kept = ForeignProperty("status", status, of: BacklogTasks.name) {
      record.task.properties.append(foreign: kept)
    }
    return .task(record)
  }

  /// The names, also those that are written without the quotes that YAML wants before an `@`.
  private static func assignees(_ keys: ForeignFrontMatter) -> [Text] {
    let names = keys.texts("assignee").filter { !$0.isEmpty }
    guard names.isEmpty, let line = keys.line("assignee") else { return names }
    return line.bytes.split { [0x5B, 0x5D, 0x2C].contains($0) }
      .map { Text(bytes: $0.drop { [0x20, 0x22, 0x27].contains($0) }) }
      .map { Text(bytes: $0.bytes.reversed().drop { [0x20, 0x22, 0x27].contains($0) }.reversed()) }
      .filter { !$0.isEmpty }
  }

  package func told(_ tasks: [Task]) -> [Task] {
    tasks.map { task in
      var told = context.reduced(task, canCancel: true)
      told.deadline = task.deadline.map { Planning($0.start) }
      told.parent = task.parent
      told.rank = task.rank
      return told
    }
  }

  /// A word of the program for a state that the store has; else open.
  private func state(_ state: State, path: String) -> State {
    let folders = path.split(separator: "/").dropLast()
    let known = context.state(state.keyword) ?? context.open
    if known.isDone { return known }
    if folders.contains("archive") { return context.canceled }
    return folders.last == "completed" ? context.done : known
  }

  private func lowercased(_ id: TaskID) -> TaskID {
    context.id(foreign: Text(bytes: id.text.foldedBytes)) ?? id
  }
}
