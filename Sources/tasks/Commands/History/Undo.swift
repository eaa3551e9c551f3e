import ArgumentParser
import TasksCore
import TasksStore

struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Undo.self, abstract: "Undo operations, each with a new commit that reverses it.",
    discussion: """
      Without an argument, the last operation of this device is undone. The history keeps every commit, so a \
      change can also be undone after it was pushed. Fields that have changed again since then stay as they are.

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
      "Undo the operation of this commit, as tasks log shows it.", valueName: "commit"))
  var operation: String?

  @Argument(
    help: "The number of this device's operations to undo, or a task whose last change to undo.")
  var what: String?

  func validate() throws {
    if operation != nil, what != nil {
      throw ValidationError("Name an operation or a task, not both.")
    }
  }

  func run() throws {
    try Session(options).change("undone:", dryRun: write.dryRun, undo)
  }

  /// Reverts operations: a number is a count, any other word is a prefix of an id.
  private func undo(_ store: TaskStore) throws -> WriteReport {
    let reversal = Reversal(in: store, dryRun: write.dryRun)
    if let operation { return try reversal.undo(operation: operation) }
    guard let what else { return try reversal.undo(last: 1) }
    if let count = Int(what), what.utf8.count <= 4 {
      guard count > 0 else {
        throw CommandError("'\(what)' is not a number of operations; write 1 or more", code: .usage)
      }
      return try reversal.undo(last: count)
    }
    return try reversal.undo(task: what)
  }
}

struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Redo.self, abstract: "Redo what the last undo reversed.",
    discussion: """
      Repeat it to reverse several undos. After a newer change on this device, there is nothing to redo; \
      reverse an older undo with tasks undo --op and the commit of that undo.

        tasks redo
        tasks redo --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  func run() throws {
    try Session(options).change("redone:", dryRun: write.dryRun) { store in
      try Reversal(in: store, dryRun: write.dryRun).redo()
    }
  }
}
