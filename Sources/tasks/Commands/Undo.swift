import ArgumentParser
import TasksCore
import TasksStore

struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back changes, each by a new one that makes up for it.",
    discussion: """
      Without an argument, the last operation of this device is taken back. Nothing leaves the history, so \
      that a change can be taken back after it was pushed, too. Fields that were changed again since stay as \
      they are.

        tasks undo
        tasks undo 3
        tasks undo k7m
        tasks undo --op 18b0a35f
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    name: .customLong("op"),
    help: ArgumentHelp(
      "Take back the operation of this commit, as tasks log shows it.", valueName: "commit"))
  var operation: String?

  @Argument(
    help: "How many operations of this device, or a task to take back the last change of.",
    completion: Suggestion.every)
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

  /// Reverts operations: a number is a count, any other word is a prefix of an id.
  private func undo(_ store: TaskStore) throws -> WriteReport {
    if let operation { return try store.undo(operation: operation, dryRun: write.dryRun) }
    guard let what else { return try store.undo(last: 1, dryRun: write.dryRun) }
    if let count = Int(what), what.utf8.count <= 4 {
      guard count > 0 else {
        throw CommandError("\(what) is no number of operations; write 1 or more", code: .usage)
      }
      return try store.undo(last: count, dryRun: write.dryRun)
    }
    return try store.undo(task: what, dryRun: write.dryRun)
  }
}

struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Do again what the last undo took back.",
    discussion: """
      Several in a row do again what several undos took back. A newer change on this device ends that; what was \
      undone before it comes back by undoing the undo: tasks undo --op, with the commit of the undo.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let report = try store.redo(dryRun: write.dryRun)
    try Report(session: session, store: store, verb: "redone:").print(report, dryRun: write.dryRun)
  }
}
