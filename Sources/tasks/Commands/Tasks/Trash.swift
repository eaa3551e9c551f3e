import ArgumentParser
import TasksCore
import TasksStore

struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Delete.self, abstract: "Move tasks to the trash; tasks restore brings them back.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  func run() throws {
    try Session(options).perform(DeleteTask(), on: ids, dryRun: write.dryRun)
  }
}

struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Restore.self, abstract: "Take tasks out of the trash.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.deleted) var ids: [String]

  func run() throws {
    try Session(options).perform(RestoreTask(), on: ids, dryRun: write.dryRun)
  }
}

struct Trash: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Trash.self, abstract: "List the tasks in the trash, newest first.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    var listing = Listing(kind: .deleted)
    listing.options.sort = "-deleted"
    try listing.run(in: Session(options))
  }
}

struct Purge: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Purge.self, abstract: "Remove tasks from the trash for good.",
    discussion: """
      Their files are deleted. The git history keeps them, so tasks undo can bring them back.

        tasks purge k7m
        tasks purge --older-than 30d
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "Remove all tasks that have been in the trash for this long: 30d, 2w.", valueName: "age"))
  var olderThan: String?

  @Argument(help: TaskArgument.several, completion: Suggestion.deleted) var ids: [String] = []

  func validate() throws {
    guard ids.isEmpty != (olderThan == nil) else {
      throw ValidationError("Name the tasks, or an age with --older-than 30d.")
    }
  }

  func run() throws {
    let session = try Session(options)
    let limit = try olderThan.map { try Age(session).moment($0) }
    try session.perform(PurgeTask(), dryRun: write.dryRun) { reading in
      guard let limit else { return try reading.documents(ids) }
      return try reading.tasks(where: \.isDeleted)
        .filter { $0.deleted.map { $0 <= limit } ?? false }
        .map { try reading.document(of: $0) }
    }
  }
}
