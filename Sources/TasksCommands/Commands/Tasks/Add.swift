import ArgumentParser
import TasksCore
import TasksStore

package struct Add: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: Add.self, abstract: "Add a task at the end of the list.",
    usage: "tasks add <words> ...",
    discussion: """
      All words together are the title, except these:

        +tag @context     tags
        \(Add.keys)
          prop.vendor:Miele any other property, or a field of your own by its name:
                            tasks help fields
        /                 on its own: the rest is the note
        --                on its own: the rest is title

      Dates: today, tomorrow, fri, next-fri, next week, 3d, 2w, 1mo, 5bd (working days), in 20min, eow, eom, eoy, 23rd, \
      10-25, 25.10., 2026-11-27. A time follows the date: fri@17:00, fri 5pm. tasks help dates has them all. Quote a \
      whole argument if its value has spaces in it and is no date: list:"Big house".

      Text that begins with two dashes must follow --, since before it only options begin with them.

      With - as the only word, tasks are read from standard input, one per line, and added in one commit. A line \
      that begins with { is a task in JSON, as list --jsonl prints it; only its title is required. With --edit the \
      editor opens the new task, which is added if it has a title then. With --template it begins as a template has \
      it, as with tasks capture.

        tasks add Call Bob about invoice 42 +phone @office due:fri@17:00
        tasks add Water the plants due:today every:.+3d
        tasks add Buy stamps / For the letters to Prague
        tasks add -- +1 means yes
        tasks add - < ideas.txt
        tasks add --done Call Ann
        tasks add --edit
        tasks add --template note Ask Ann about the key
      """)

  /// A line of help for each key.
  private static var keys: String {
    QuickAddKey.all.map { key in
      let word = "\(key.name):\(key.help.example)"
      return word + String(repeating: " ", count: max(2, 18 - word.count)) + key.help.meaning
    }.joined(separator: "\n  ")
  }

  @OptionGroup package var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Open the new task in the editor before it is added.")
  var edit = false

  @Flag(help: "Finish the new task at once, as tasks done does.")
  var done = false

  @Option(help: ArgumentHelp("Begin with this capture template.", valueName: "name"))
  var template: String?

  @OptionGroup var capture: CaptureOptions

  @Argument(
    help: "The title, with tags, dates and other fields in it.")
  package var words: [String] = []

  package init() {}

  package func validate() throws {
    if edit, words == ["-"] {
      throw ValidationError("The editor opens one task; leave out --edit, or name the task.")
    }
  }

  package func run() throws {
    let words = DashedWords.restored(words)
    guard template != nil || capture.isEmpty else {
      throw CommandError(
        "--set, --link and --here are for a template; name it with --template", code: .usage)
    }
    if let template {
      let request = CaptureRequest(
        template: template, words: words, options: capture, opensEditor: edit, isDone: done,
        isDryRun: write.dryRun)
      return try request.run(in: Session(options))
    }
    try AddRequest(words: words, opensEditor: edit, isDone: done, isDryRun: write.dryRun).run(
      in: Session(options))
  }
}

package struct Duplicate: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: Duplicate.self, abstract: "Add a copy of a task, which is to be done from the beginning.",
    discussion: """
      The copy comes right after the task, with all its fields and notes. It is open, without a log, and its \
      checkboxes are cleared.

        tasks duplicate k7m
        tasks duplicate k7m --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one) var id: String

  package init() {}

  package func run() throws {
    try Session(options).change("duplicated", dryRun: write.dryRun) { store in
      try store.write("duplicate", dryRun: write.dryRun) { reading in
        try Change.duplicating(try reading.document(id), in: store, after: reading)
      }
    }
  }
}
