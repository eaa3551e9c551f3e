import ArgumentParser
import TasksCore
import TasksStore

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Show.self, abstract: "Show tasks with all their fields, notes and log.",
    discussion: """
        tasks show k7m
        tasks show k7m --at yesterday
        tasks show k7m --raw
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "Show the tasks as of that time: yesterday, -3d, 2026-11-20@17:00.", valueName: "when"))
  var at: String?

  @Flag(help: "Print only the path of the file.")
  var path = false

  @Flag(help: "Print only the file, unchanged.")
  var raw = false

  @Argument(help: TaskArgument.several)
  var id: [String]

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try at.map { try store.read(at: TimeArgument(session).read($0)) } ?? store.read()
    TaskList.warn(about: reading, askedFor: id)
    let documents = try reading.documents(id)
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
    let tasks = documents.map(\.shownTask)
    try session.print(list.answer(tasks, reading)) { output in
      try list.writeDetails(of: tasks, reading, to: &output)
      documents.forEach(DuplicateKeys.warn)
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
