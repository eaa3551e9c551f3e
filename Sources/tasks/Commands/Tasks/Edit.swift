import ArgumentParser
import TasksCore
import TasksStore

struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Edit.self, abstract: "Open a task's file in the editor and commit the changes.",
    discussion: """
      The editor is $VISUAL, $EDITOR, or the one set in git's configuration. If it exits with an error, nothing \
      is committed and the file stays as you left it. An id cannot be changed: if your text has a different id, \
      the file is restored and your text is saved next to it, in a file whose name ends in .refused.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one, completion: Suggestion.every) var id: String

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    if write.dryRun {
      let path = try store.read().document(id).task.path
      return try Output.print("would open \(store.root)/\(path)")
    }
    // Changes made before this command are committed separately first.
    let before = try store.write("edit") { reading in
      _ = try reading.document(id)
      return []
    }
    let path = try before.reading.document(id).task.path
    try Editor(session: session, store: store).edit(path)
    let report = try EditedFile(path, in: store).commit()
    try Report(session: session, store: store, past: "edited").print(report)
    DuplicateKeys.warn(about: try report.reading.document(path))
  }
}
