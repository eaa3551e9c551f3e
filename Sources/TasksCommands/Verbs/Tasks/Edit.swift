import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Edit: Verb {
  static let names = "edit"
  static let configuration = CommandConfiguration(
    of: Edit.self, abstract: "Open the files of tasks in the editor and commit the changes.",
    discussion: """
      All files are opened in one editor, and changes to several tasks are one commit.
      The editor is $VISUAL, $EDITOR, or the one set in git's configuration. If it exits with an error, nothing \
      is committed and the file stays as you left it. An id cannot be changed: if your text has a different id, \
      the file is restored and your text is saved next to it, in a file whose name ends in .refused.
      Encrypted notes are edited in plain text in a private file, and encrypted again for those who could read them.

        tasks edit k7m
        tasks edit k7m b3x
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.several) var ids: [String]

  static func complete(_ line: inout Completion) { line.offers = [.ids(.every)] }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    if write.dryRun {
      let lines = try store.read().documents(ids).map { "would open \(store.root)/\($0.task.path)" }
      return try Output.print(lines.joined(separator: "\n"))
    }
    if ids.count == 1, let path = try EncryptedFiles(of: store).find(ids[0], unlessIn: store.read())
    {
      let report = try Editor(store: store).edit(PrivateCopy(ofFile: path, in: store))
      guard report.isChange else { return Conversation.say("nothing to change") }
      return try Output.print("edited \(path)")
    }
    // Changes made before this command are committed separately first.
    let before = try store.write("edit") { reading in
      _ = try reading.pathsToEdit(ids)
      return []
    }
    let paths = try before.reading.pathsToEdit(ids)
    // A broken file is edited as it is.
    let documents = paths.compactMap { try? before.reading.document($0) }
    if documents.contains(where: \.task.hasEncryptedNotes) {
      guard paths.count == 1 else {
        throw CommandError("a task with encrypted notes is edited alone", code: .usage)
      }
      let report = try Editor(store: store).edit(PrivateCopy(of: documents[0], in: store))
      return try Report(session: session, store: store, past: "edited").print(report)
    }
    let report = try Editor(store: store).edit(paths)
    try Report(session: session, store: store, past: "edited").print(report)
    for path in paths { DuplicateKeys.warn(about: try report.reading.document(path)) }
  }
}
