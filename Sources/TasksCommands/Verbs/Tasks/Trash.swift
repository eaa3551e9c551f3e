import ArgumentParser
import TasksCore
import TasksStore

struct Delete: Verb {
  static let names = "delete rm"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: Delete.self, abstract: "Move tasks to the trash; tasks restore brings them back.",
    usage: "tasks delete <id> ...",
    discussion: """
        tasks delete k7m b3x
        tasks delete list:work +old
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions
  @Argument(help: TaskArgument.several) var words: [String] = []

  static func complete(_ line: inout Completion) { line.offerTasks(.open) }

  func run() throws {
    try Session(options).perform(DeleteTask(), on: filter.choice(words), dryRun: write.dryRun)
  }
}

struct Restore: Verb {
  static let names = "restore"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: Restore.self, abstract: "Take tasks out of the trash.",
    usage: "tasks restore <id> ...",
    discussion: """
        tasks restore k7m
        tasks restore list:work
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions
  @Argument(help: TaskArgument.several) var words: [String] = []

  static func complete(_ line: inout Completion) { line.offerTasks(.deleted) }

  func run() throws {
    try Session(options).perform(RestoreTask(), on: filter.choice(words), dryRun: write.dryRun)
  }
}

struct Trash: Verb {
  static let names = "trash"
  static let configuration = CommandConfiguration(
    of: Trash.self, abstract: "List the tasks in the trash, newest first.",
    discussion: """
        tasks trash
        tasks trash --json
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    var listing = Listing(kind: .deleted)
    listing.options.sort = "-deleted"
    try listing.run(in: Session(options))
  }
}

struct Purge: Verb {
  static let names = "purge"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: Purge.self, abstract: "Remove tasks from the trash for good.",
    discussion: """
      Their files are deleted. The git history keeps them, so tasks undo can bring them back.

        tasks purge k7m
        tasks purge --older-than 30d
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions

  @Option(
    help: ArgumentHelp(
      "Remove all tasks that have been in the trash for this long: 30d, 2w.", valueName: "age"))
  var olderThan: String?

  @Argument(help: TaskArgument.several) var words: [String] = []

  static func complete(_ line: inout Completion) { line.offerTasks(.deleted) }

  func validate() throws {
    guard (words.isEmpty && filter.where.isEmpty) != (olderThan == nil) else {
      throw ValidationError("Name the tasks, or an age with --older-than 30d.")
    }
  }

  func run() throws {
    let session = try Session(options)
    guard let olderThan else {
      return try session.perform(
        PurgeTask(), on: filter.choice(words), dryRun: write.dryRun)
    }
    let limit = try Age(session).moment(olderThan)
    try session.perform(PurgeTask(), dryRun: write.dryRun) { reading in
      try reading.tasks(where: \.isDeleted)
        .filter { $0.deleted.map { $0 <= limit } ?? false }
        .map { try reading.document(of: $0) }
    }
  }
}
