import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Undo.self, abstract: "Undo operations, each with a new commit that reverses it.",
    discussion: """
      Without an argument, the last operation of this device is undone. The history keeps every commit, so a \
      change can also be undone after it was pushed. Fields that have changed again since then stay as they are. On a \
      terminal, what is taken back is shown first, and an operation of another device needs a yes.

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

  @Flag(name: .shortAndLong, help: "Do not ask about operations of other devices.")
  var yes = false

  @Argument(
    help: "The number of this device's operations to undo, or a task whose last change to undo.")
  var what: String?

  func validate() throws {
    if operation != nil, what != nil {
      throw ValidationError("Name an operation or a task, not both.")
    }
  }

  func run() throws {
    let session = try Session(options)
    try session.change("undone:", dryRun: write.dryRun) { store in
      let reversal = Reversal(in: store, dryRun: write.dryRun)
      let operations = try operations(reversal)
      if session.terminal.width != nil, !session.wantsJSON, !write.dryRun {
        try show(operations, of: store, session)
      }
      return try reversal.undo(operations)
    }
  }

  /// Returns the operations that are meant: a number is a count, any other word is a prefix of an id.
  private func operations(_ reversal: Reversal) throws -> UndoableOperations {
    if let operation { return try reversal.operations(named: operation) }
    guard let what else { return try reversal.operations(last: 1) }
    if let count = Int(what), what.utf8.count <= 4 {
      guard count > 0 else {
        throw CommandError("'\(what)' is not a number of operations; write 1 or more", code: .usage)
      }
      return try reversal.operations(last: count)
    }
    return try reversal.operations(lastOn: what)
  }

  /// As many changes as are shown one by one.
  private static let mostShown = 20

  /// Shows what is taken back, and asks if another device has made it.
  ///
  /// - Throws: `failed` for any answer but yes.
  private func show(
    _ operations: UndoableOperations, of store: TaskStore, _ session: Session
  ) throws {
    let entries = try store.history(of: operations, local: WallClock.local).entries
    var output = Output(session.terminal)
    let page = LogPage(now: session.now)
    if entries.count > Undo.mostShown {
      page.writeSums(entries, to: &output)
    } else {
      page.write(entries, to: &output)
    }
    Conversation.write(output.bytes)
    guard !operations.otherDevices.isEmpty, !yes, isatty(0) == 1 else { return }
    let names = operations.otherDevices.map { ControlCharacters.escaped(Text($0)) }
    Conversation.write(
      Array("made on \(names.joined(separator: ", ")); take it back? [y/N] ".utf8))
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw CommandError("nothing was undone", code: .failed)
    }
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
