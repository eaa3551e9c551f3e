import ArgumentParser

struct Log: ParsableCommand {
  static let names = ["log", "history"]

  static let configuration = CommandConfiguration(
    commandName: names[0], abstract: "Show what changed, field by field, newest first.",
    discussion: """
      Each change with its commit, its time, what was done, and the device it was made on. A task that was moved \
      to another file or converted is followed to where it was. A purged task is named by its whole id. What a partial clone has left out is fetched; where it cannot be, the changes that \
      can be told are shown, and the exit status is 6.

        tasks log -n 10
        tasks log k7m
      """,
    aliases: Array(names.dropFirst()))

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Show at most so many changes.", valueName: "count"))
  var number: Int?

  @Argument(
    help: ArgumentHelp("The tasks; the whole store when they are left out.", valueName: "id"),
    completion: Suggestion.every)
  var ids: [String] = []

  func validate() throws {
    if let number, number < 1 { throw ValidationError("The number of changes must be 1 or more.") }
  }

  func run() throws {
    try LogListing(ids: ids, limit: number ?? .max).run(in: Session(options))
  }
}
