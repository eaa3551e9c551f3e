import ArgumentParser
import TasksExchange
import TasksStore
import TasksTerminal

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Import.self, abstract: "Import tasks of other programs.",
    usage: "tasks import [<format> [<file> ...]]",
    discussion: """
      Formats: \(ForeignFormats.described(ForeignFormats.importedNames)). A file - is standard input. Without a file, \
      Taskwarrior itself is asked, and todotxt, dstask, backlog and beads are looked for where these programs keep \
      their tasks. Without a format, all of these are looked for, and named.

      A file can be imported again and again, in any clone: only what has changed in it since changes here. Of what \
      was changed on both sides the value here stays, and tasks conflicts shows the other one; what the file no \
      longer has is named, and stays. A task in the trash stays there, and one that was purged stays away. All is one \
      commit, which one undo reverses; if a line cannot be read, or tasks wait for each other in a circle, nothing is \
      written. --dry-run also shows what was changed here and is kept.

        tasks import
        tasks import taskwarrior
        tasks import todotxt ~/todo.txt ~/done.txt
        tasks import ics tasks.ics --dry-run
        task export | tasks import taskwarrior -
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Leave out what cannot be read, instead of importing nothing.")
  var skipBad = false

  @Flag(help: "Take tasks out of the trash that the file has, and make purged ones again.")
  var restore = false

  /// What the first project of a line is.
  enum Project: String, CaseIterable, ExpressibleByArgument { case tag, list }

  @Option(help: "Read the first +project of a line of todo.txt as a tag or as the list.")
  var projectAs: Project = .tag

  @Flag(help: "Keep the dots of Taskwarrior's projects: a list home.garden, not home/garden.")
  var flat = false

  @Argument(help: "The format; without one, what other programs keep here is looked for.")
  var format: String?

  @Argument(help: ArgumentHelp("The files to read; - is standard input.", valueName: "file"))
  var files: [String] = []

  func run() throws {
    guard let format else { return try offer(Session(options)) }
    guard let reader = ForeignFormats.reader(named: format) else {
      throw ForeignFiles.unknown(format, among: ForeignFormats.importedNames)
    }
    guard projectAs == .tag || reader == TodoTxt.self else {
      throw CommandError("--project-as is for todotxt", code: .usage)
    }
    guard !flat || reader == TaskwarriorTasks.self else {
      throw CommandError("--flat is for taskwarrior", code: .usage)
    }
    let session = try Session(options)
    let request = ImportRequest(
      reader: reader, files: files, isDryRun: write.dryRun, skipsBad: skipBad, restores: restore,
      projectIsList: projectAs == .list, isFlat: flat)
    try request.run(in: session)
  }

  /// Says what could be imported.
  private func offer(_ session: Session) throws {
    let store = try session.openOrCreateStore(dryRun: true)
    let offers = ForeignFiles.offers(store.foreignContext, session)
    if offers.isEmpty {
      throw CommandError(
        "no tasks of another program were found here; name the format and the file\nformats: "
          + ForeignFormats.described(ForeignFormats.importedNames), code: .usage)
    }
    var output = Output(session.terminal)
    for (count, words) in offers {
      output.line("\(count) \(count == 1 ? "task" : "tasks"): tasks import \(words) --dry-run")
    }
    try output.flush()
    Conversation.say("--dry-run shows what would come; leave it out to import")
  }
}
