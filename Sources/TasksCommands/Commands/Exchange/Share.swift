import ArgumentParser

struct Share: ParsableCommand {
  /// What a task is written as.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case text
    case markdown = "md"
    case html, ics
  }

  static let configuration = CommandConfiguration(
    of: Share.self, abstract: "Print whole tasks for others: text, Markdown, a page or a calendar.",
    usage: "tasks share <id|view|filter> ... [--as <form>]",
    discussion: """
      The tasks are printed with all fields, notes and log, but never what is encrypted, unless you ask for that. In a page and in Markdown \
      nothing of a task is markup of its own or runs: only links to http, https and mailto are links.

        tasks share k7m
        tasks share k7m b3x --as md
        tasks share list:work due.before:eow --as html --output work.html
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: "text, md (Markdown), html (a page) or ics (iCalendar).")
  var `as`: Form = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, not to standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Print encrypted notes in plain text.")
  var decrypt = false

  @Argument(help: "The tasks, by id, by the name of a view or by a filter.")
  var words: [String]

  func run() throws {
    guard !options.json else {
      throw CommandError("--as says what is printed; for JSON: tasks show ID --json", code: .usage)
    }
    let session = try Session(options)
    let request = ShareRequest(
      words: DashedWords.restored(words), form: `as`, path: output,
      decrypts: decrypt)
    try request.run(in: session)
  }
}
