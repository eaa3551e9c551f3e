import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

package struct Show: Verb {
  package static let names = "show info"
  package static let configuration = CommandConfiguration(
    of: Show.self, abstract: "Show tasks with all their fields, notes and log.",
    discussion: """
        tasks show k7m
        tasks show k7m --at yesterday
        tasks show k7m --history
        tasks show k7m --raw
        tasks show k7m --decrypt
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: PointArgument.help("Show the tasks as they were"))
  var at: String?

  @Flag(help: "Show also what changed, as tasks log does.")
  var history = false

  @Flag(help: "Print only the path of the file.")
  var path = false

  @Flag(help: "Print only the file, unchanged.")
  var raw = false

  @Flag(help: "Show encrypted notes in plain text.")
  var decrypt = false

  @Argument(help: TaskArgument.several)
  var id: [String]

  package init() {}

  package static let tool = MCPTool(
    command: Show.self, hint: "", isReadOnly: true,
    parameters: [
      .ids, MCPTool.Parameter(name: "history", kind: .flag, help: "Also what changed."),
      MCPTool.Parameter(name: "at", kind: .text, help: "As they were: a date, or a commit."),
    ],
    words: { arguments throws(MCPArguments.Fault) in
      MCPTool.Call(words: ["--"] + (try arguments.names("ids")))
    })

  package static func complete(_ line: inout Completion) { line.offers = [.ids(.every)] }

  package func run() throws {
    let view = try Viewpoint(Session(options), at: at)
    let (session, store) = (view.session, view.store)
    var reading = try view.whole()
    if decrypt { reading = try EncryptedFiles(of: store).added(to: reading, namedBy: id) }
    TaskList.warn(about: reading, askedFor: id)
    var documents = try documents(reading, store)
    if decrypt, raw { documents = try documents.map(store.decrypting) }
    if path || raw {
      var output = Output(session.terminal)
      for document in documents {
        if path {
          output.line(store.root + "/" + document.task.path)
        } else {
          output.write(document.bytes)
        }
      }
      return try output.flush()
    }
    let list = TaskList(session: session, store: store)
    let shown = documents.map(\.shownTask)
    let tasks = decrypt ? try shown.map(store.decrypting) : shown
    let changes =
      history ? try store.history(of: tasks.map(\.path), local: LocalTime.timestamp(at:)) : nil
    var answer = try list.answer(tasks, reading)
    answer.history = changes.map { LogAnswer($0.entries) }
    try session.print(answer) { output in
      try list.writeDetails(of: tasks.map(\.withoutMessages), reading, to: &output)
      if tasks.contains(where: \.hasEncryptedNotes) {
        Conversation.say(
          "to read encrypted notes: tasks show \(id.joined(separator: " ")) --decrypt")
      }
      documents.forEach(DuplicateKeys.warn)
      if let changes {
        output.line("")
        LogPage(now: session.now).write(changes.entries, to: &output)
      }
    }
    if let failure = changes?.failure { throw failure }
  }

  /// Returns the tasks that are asked for, and says of one in an encrypted file how to read it.
  private func documents(_ reading: StoreReading, _ store: TaskStore) throws -> [any TaskDocument] {
    let files = EncryptedFiles(of: store)
    do {
      return try reading.documents(
        decrypt
          ? id.map { try files.find($0, unlessIn: reading).flatMap(EncryptedFile.taskPath) ?? $0 }
          : id)
    } catch {
      guard !decrypt, case StoreError.noSuchTask(let word, _) = error,
        let path = try files.find(word)
      else { throw error }
      throw StoreError.invalid("\(path) is encrypted; read it with: tasks show \(word) --decrypt")
    }
  }
}

/// Keys that occur more than once in a task's front matter.
enum DuplicateKeys {
  /// Reports them on stderr, because no command changes them.
  static func warn(about document: any TaskDocument) {
    guard !document.duplicateKeys.isEmpty else { return }
    let keys = document.duplicateKeys.map { "`\(ControlCharacters.escaped($0))`" }.joined(
      separator: ", ")
    Conversation.say(
      "\(ControlCharacters.escaped(document.task.path)) has duplicate keys: \(keys); tasks reads the first and changes none of them"
    )
  }
}

/// Prints all of a task for `show`: its fields on a line each, then notes and log.
struct TaskDetails {
  let columns: Column.Context
  /// The store's own fields.
  let own: OwnFields
  /// The names of the task's children.
  let children: [String]

  func write(_ task: Task, sync: SyncState?, to output: inout Output) {
    var targets: [StyledLine] = []
    var links = 0
    var isFirst = true
    var isFirstLine = true
    Markup.read(task) { piece in
      let drawing = MarkupRenderer(terminal: output.terminal, markup: piece)
      if isFirst {
        fill(drawing.title, to: &output)
        writeFields(task, sync: sync, to: &output)
      }
      isFirst = false
      drawing.forEachLine { line in
        if isFirstLine { output.line("") }
        isFirstLine = false
        output.line(line)
      }
      targets += drawing.targets(from: links)
      links = piece.links.count
    }
    if !targets.isEmpty { output.line("") }
    for target in targets { output.line(target) }
    guard !task.log.isEmpty else { return }
    output.line("")
    for line in task.entries {
      fill(StyledLine(TaskDetails.entry(line), [.dim]), indent: 2, to: &output)
    }
    for clock in task.clocks {
      fill(StyledLine(TaskDetails.clock(clock), [.dim]), indent: 2, to: &output)
    }
  }

  private func writeFields(_ task: Task, sync: SyncState?, to output: inout Output) {
    for (name, value) in fields(task, sync: sync) {
      let gap = String(repeating: " ", count: max(2, 12 - CellWidth.of(name)))
      fill(
        StyledLine(value), behind: StyledLine(name + gap, [.dim]), indent: 12, to: &output)
    }
  }

  private func fill(
    _ line: StyledLine, behind head: StyledLine = StyledLine(), indent: Int = 0,
    to output: inout Output
  ) {
    let rest = StyledLine(String(repeating: " ", count: indent))
    for line in line.filling(output.terminal.width, behind: head, rest: rest) {
      output.line(line)
    }
  }

  private func fields(_ task: Task, sync: SyncState?) -> [(String, String)] {
    var fields: [(String, String)] = []
    for line in Column.lines(of: task, columns) {
      if line.name == "created" {
        fields += task.properties.map { (ControlCharacters.escaped($0.name), own.shown($0)) }
        for (number, child) in children.enumerated() {
          fields.append((number == 0 ? "children" : "", child))
        }
      } else if line.name == "path", let sync {
        fields.append(("sync", sync.rawValue))
      }
      fields.append((line.label, line.shown))
    }
    return fields.filter { !$0.1.isEmpty }
  }

  static func entry(_ entry: LogEntry) -> String {
    let at = entry.at.map { $0.shown + "  " } ?? ""
    let note =
      entry.note.map {
        "  "
          + ControlCharacters.escaped(
            Text($0.string.split(separator: "\n").joined(separator: " / ")))
      } ?? ""
    switch entry.kind {
    case .state(let from, let to):
      return at + (from.map { ControlCharacters.escaped($0) + " → " } ?? "")
        + ControlCharacters.escaped(to) + note
    case .note: return at + "note" + note
    case .dropped(let field, let value):
      return at + "merge dropped \(ControlCharacters.escaped(field)) "
        + (value.map { "'\(ControlCharacters.escaped($0))'" } ?? "nothing") + note
    case .other(let text): return ControlCharacters.escaped(text) + note
    }
  }

  static func clock(_ clock: Clock) -> String {
    guard let end = clock.end, let minutes = clock.minutes else {
      return "\(clock.start.shown)  clock running"
    }
    return
      "\(clock.start.shown)–\(end.minute.map(Timestamp.clock) ?? end.iso)  clock \(Effort.text(minutes))"
  }
}
