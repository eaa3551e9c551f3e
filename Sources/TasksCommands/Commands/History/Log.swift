import ArgumentParser

package struct Log: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: Log.self, abstract: "Show changes field by field, newest first.",
    usage: "tasks log [<span>] [<id> ...] [<options>]",
    discussion: """
      Each entry shows the commit, the time, the operation, the device and the changed fields; of a merge, only what \
      it decided itself. The log follows a task that was moved to another file or converted. Name a purged task by its \
      whole id. A span (day, last week, month, 2w, 2026-W48, mon..wed) before the tasks is in place of --since and \
      --until. A change whose objects git has lost, or a partial clone cannot fetch, is left out, and the exit status \
      is not 0.

        tasks log -n 10
        tasks log k7m
        tasks log last week
        tasks log --since "last friday" --device laptop
        tasks log --field due --list work
        tasks log --stat --since -1w
        tasks log --patches > patches.jsonl
      """)

  @OptionGroup package var options: GlobalOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Show at most this many changes.", valueName: "count"))
  package var number: Int?

  @Option(
    help: ArgumentHelp(
      "Show changes from that day or time on, or since that commit.", valueName: "when"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Show changes up to that day or time, or up to that commit.", valueName: "when"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "Show changes made on this device, or by this author.", valueName: "name"))
  var device: String?

  @Option(help: ArgumentHelp("Show only changes of this field: due, state, notes, prop.NAME."))
  var field: String?

  @Option(help: ArgumentHelp("Show only changes of tasks that were or are in this list."))
  var list: String?

  @Option(help: ArgumentHelp("Show only changes of tasks that had or have this tag."))
  var tag: String?

  @Flag(help: "Show of each operation only how many tasks and fields it changed.")
  var stat = false

  @Flag(help: "Print the history as patches for tasks rebuild, one JSON object a line.")
  var patches = false

  @Flag(help: "With --patches, print lines even with --json.")
  var jsonl = false

  @Argument(
    help: ArgumentHelp("The tasks; by default the whole store.", valueName: "id"))
  package var ids: [String] = []

  package init() {}

  package func validate() throws {
    if jsonl, !patches { throw ValidationError("--jsonl needs --patches.") }
    let narrow = [since, until, device, field, list, tag].contains { $0 != nil }
    if patches, number != nil || narrow || stat {
      throw ValidationError("--patches prints every change: name tasks only.")
    }
    if let number, number < 1 { throw ValidationError("The number of changes must be 1 or more.") }
    if stat, options.json { throw ValidationError("--stat and --json exclude each other.") }
  }

  package func run() throws {
    if patches { return try PatchListing(ids: ids, isLines: jsonl).run(in: Session(options)) }
    var listing = LogListing(words: ids, limit: number ?? .max)
    (listing.since, listing.until, listing.device) = (since, until, device)
    (listing.field, listing.list, listing.tag, listing.isSummed) = (field, list, tag, stat)
    try listing.run(in: Session(options))
  }
}
