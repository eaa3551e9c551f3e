import ArgumentParser

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Log.self, abstract: "Show changes field by field, newest first.",
    discussion: """
      Each entry shows the commit, the time, the operation, the device and the changed fields. The log follows a \
      task that was moved to another file or converted. Name a purged task by its whole id. In a partial clone, \
      missing objects are fetched; if that fails, the log shows the changes it can read and the exit status is 6.

        tasks log -n 10
        tasks log k7m
        tasks log --patches > patches.jsonl
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Show at most this many changes.", valueName: "count"))
  var number: Int?

  @Flag(help: "Print the history as patches for tasks rebuild, one JSON object a line.")
  var patches = false

  @Flag(help: "With --patches, print lines even with --json.")
  var jsonl = false

  @Argument(
    help: ArgumentHelp("The tasks; by default the whole store.", valueName: "id"))
  var ids: [String] = []

  func validate() throws {
    if jsonl, !patches { throw ValidationError("--jsonl needs --patches.") }
    if patches, number != nil {
      throw ValidationError("--patches prints every change: leave out --number.")
    }
    if let number, number < 1 { throw ValidationError("The number of changes must be 1 or more.") }
  }

  func run() throws {
    if patches { return try PatchListing(ids: ids, isLines: jsonl).run(in: Session(options)) }
    try LogListing(ids: ids, limit: number ?? .max).run(in: Session(options))
  }
}
