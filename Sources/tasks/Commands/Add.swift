import ArgumentParser
import TasksCore
import TasksStore

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a task.",
    usage: "tasks add <words> ...",
    discussion: """
      Words are the title, but for +tag, @context, (A), list: due: sched: remind: every: effort: parent: \
      depends: at: pri: rank:, and a lone / that begins the note. After -- all is text. Dates: today, \
      tomorrow, fri, 3d, 2w, 1mo, 2026-11-27, fri@17:00, "in 3 days". With - as its only word, tasks are \
      read from standard input, one a line, and added in one commit.
      """,
    aliases: ["a", "new"])

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Open the new task in the editor.")
  var edit = false

  @Argument(help: "The title and what else there is to say.")
  var words: [String] = []

  func run() throws {
    let session = try Session(options)
    let words = DashedWords.restored(words)
    let drafts =
      try words == ["-"]
      ? StandardInput.lines().map { try QuickAdd.read(line: $0, now: session.now) }
      : [QuickAdd.read(words, mode: .add, now: session.now)]
    let store = try session.openOrCreateStore()
    let report = try store.write("add", dryRun: write.dryRun) { reading in
      try store.newTasks(drafts, reading).map { .add($0) }
    }
    try Report(session: session, store: store, verb: "added")
      .print(edited(report, session, store), dryRun: write.dryRun)
  }

  /// The report after the editor: what was changed there is a commit of its own.
  private func edited(
    _ report: WriteReport, _ session: Session, _ store: TaskStore
  ) throws -> WriteReport {
    guard edit, !write.dryRun, let task = report.changed.first?.new else { return report }
    try Editing(session: session, store: store).edit(task.path)
    let edited = try store.commitEdited(task.path)
    return edited.changed.isEmpty ? report : edited
  }
}
