import ArgumentParser
import TasksCore
import TasksStore

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show tasks with all their fields, notes and log.",
    discussion: """
        tasks show k7m
        tasks show k7m --at yesterday
        tasks show k7m --raw
      """,
    aliases: ["info"])

  @OptionGroup var options: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "Show the tasks as of that time: yesterday, 2026-11-20@17:00.", valueName: "when"))
  var at: String?

  @Flag(help: "Print only the path of the file.")
  var path = false

  @Flag(help: "Print only the file, unchanged.")
  var raw = false

  @Argument(help: TaskArgument.several, completion: Suggestion.every)
  var id: [String]

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try at.map { try store.read(at: TimeArgument(session).read($0)) } ?? store.read()
    TaskList.warn(about: reading, askedFor: id)
    let documents = try reading.documents(id)
    var output = Output()
    if path {
      for document in documents { output.line(store.root + "/" + document.task.path) }
    } else if raw {
      for document in documents { output.write(document.bytes) }
    } else if options.json {
      output.write(
        try TaskList(session: session, store: store).json(documents.map(\.shownTask), reading))
    } else {
      let states = try store.syncStates(of: documents.map(\.task))
      let sheet = TaskDetails(style: .standard, reading: reading, width: TerminalSize.columns)
      for (index, document) in documents.enumerated() {
        if index > 0 { output.line("") }
        sheet.write(document.shownTask, sync: states[index], to: &output)
        DuplicateKeys.warn(about: document)
      }
    }
    try output.flush()
  }
}

/// Keys that occur more than once in a task's front matter.
enum DuplicateKeys {
  /// Reports them on stderr, because no command changes them.
  static func warn(about document: any TaskDocument) {
    guard let document = document as? MarkdownDocument, !document.duplicateKeys.isEmpty else {
      return
    }
    let keys = document.duplicateKeys.map { "`\(Visible.text($0))`" }.joined(separator: ", ")
    Conversation.say(
      "\(Visible.text(document.task.path)) has duplicate keys: \(keys); tasks reads the first and changes none of them"
    )
  }
}
