import ArgumentParser
import TasksCore
import TasksStore

struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take back the last change, by a new one that makes up for it.",
    discussion: """
      Without an argument the last operation of this device; with a number the last so many; with a task \
      the last change of that task; with --op the operation of that commit. Fields that were changed again \
      since stay as they are.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    name: .customLong("op"),
    help: ArgumentHelp("The operation, by its commit.", valueName: "commit"))
  var operation: String?

  @Argument(help: "How many operations, or a task.")
  var what: String?

  func validate() throws {
    if operation != nil, what != nil {
      throw ValidationError("Name an operation or a task, not both.")
    }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let report = try undo(store)
    try Report(session: session, store: store, verb: "undone:").print(report, dryRun: write.dryRun)
  }

  /// A small number is a count, anything else the beginning of an id.
  private func undo(_ store: TaskStore) throws -> WriteReport {
    if let operation { return try store.undo(operation: operation, dryRun: write.dryRun) }
    guard let what else { return try store.undo(last: 1, dryRun: write.dryRun) }
    if what.utf8.count < 3, let count = Int(what), count > 0 {
      return try store.undo(last: count, dryRun: write.dryRun)
    }
    return try store.undo(task: what, dryRun: write.dryRun)
  }
}

struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Do again what the last undo took back.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let report = try store.redo(dryRun: write.dryRun)
    try Report(session: session, store: store, verb: "redone:").print(report, dryRun: write.dryRun)
  }
}
