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
