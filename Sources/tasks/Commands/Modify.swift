import ArgumentParser
import TasksCore
import TasksStore

struct Modify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modify", abstract: "Change fields of tasks.",
    usage: "tasks modify <id> ... <words> ...",
    discussion: """
      Ids first, then the changes, in the words of tasks add; -tag takes a tag away, title: sets the title, \
      and a key with nothing behind it clears its field.

        tasks modify k7m due:mon@10:00 +urgent -phone pri:A
        tasks modify k7m "title:Call Bob again" list:home
        tasks modify k7m b3x due: every:
      """,
    aliases: ["mod", "m"])

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "The tasks, then the changes.", completion: Suggestion.changes)
  var words: [String]

  func run() throws {
    let session = try Session(options)
    let words = DashedWords.restored(words)
    let ids = words.prefix { QuickAdd.isPlain($0) }
    guard !ids.isEmpty else {
      throw CommandError(
        "name the task before the changes: tasks modify ID +tag due:fri", code: .usage)
    }
    let draft = try QuickAdd.read(
      Array(words.dropFirst(ids.count)), mode: .modify, now: session.now)
    let store = try session.openStore()
    let report = try store.write("modify", dryRun: write.dryRun) { reading in
      try reading.documents(Array(ids)).map { document in
        .edit(
          document, try draft.edits(for: document.task) { try reading.document($0.text).task.id })
      }
    }
    try Report(session: session, store: store, verb: "modified").print(report, dryRun: write.dryRun)
  }
}
