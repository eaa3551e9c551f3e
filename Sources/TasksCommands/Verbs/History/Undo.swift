import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct Undo: Verb {
  static let names = "undo"
  static let configuration = CommandConfiguration(
    of: Undo.self, abstract: "Undo operations, each with a new commit that reverses it.",
    discussion: """
      Without an argument, the last operation of this device is undone. The history keeps every commit, so a \
      change can also be undone after it was pushed. Fields that have changed again since then stay as they are. \
      More than \(maxOperations) operations or \(maxTasks) tasks at once need a yes, as do the operations of \
      another device on a terminal: they are listed first.

        tasks undo
        tasks undo --last 3
        tasks undo k7m
        tasks undo --op 18b0a35f
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "Undo the operation of this commit, as tasks log shows it.", valueName: "commit"))
  var op: String?

  @Option(help: ArgumentHelp("Undo this device's last operations.", valueName: "number"))
  var last: Int?

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @Argument(
    help: "The number of this device's operations to undo, or a task whose last change to undo.")
  var what: String?

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.every)] }
  }

  func validate() throws {
    if [op, last.map(String.init), what].compactMap({ $0 }).count > 1 {
      throw ValidationError("Name an operation, a number or a task, one of them.")
    }
  }

  func run() throws {
    let session = try Session(options)
    try session.change("undone:", dryRun: write.dryRun) { store in
      let reversal = Reversal(in: store, dryRun: write.dryRun)
      let operations = try operations(reversal, of: store)
      if !write.dryRun, !yes { try ask(about: operations, of: store, session) }
      return try reversal.undo(operations)
    }
  }

  /// Returns the operations that are meant: a short number is a count, any other word is the beginning of an id.
  private func operations(
    _ reversal: Reversal, of store: TaskStore
  ) throws -> UndoableOperations {
    if let op { return try reversal.operations(named: op) }
    if let last { return try reversal.operations(last: checked(last, "\(last)")) }
    guard let what else { return try reversal.operations(last: 1) }
    guard let count = Int(what), what.utf8.count <= 4 else {
      return try reversal.operations(lastOn: what)
    }
    try checkIsNoID(what, count, in: store)
    return try reversal.operations(last: checked(count, what))
  }

  private func checked(_ count: Int, _ word: String) throws -> Int {
    if count > 0 { return count }
    throw CommandError("'\(word)' is not a number of operations; write 1 or more", code: .usage)
  }

  /// Refuses a number that is the beginning of an id too.
  private func checkIsNoID(_ word: String, _ count: Int, in store: TaskStore) throws {
    let id: String
    do {
      id = try store.read().document(word).task.id.text.string
    } catch StoreError.noSuchTask {
      return
    } catch StoreError.ambiguousID {
      id = word + "…"
    }
    throw CommandError(
      "'\(word)' is a number and the beginning of an id; write tasks undo --last \(count), or tasks undo \(id)",
      code: .usage)
  }

  /// More than so many operations or tasks are not undone without a question.
  private static let maxOperations = 3
  private static let maxTasks = 10
  /// As many changes as are shown one by one.
  private static let maxShown = 20

  /// Lists many operations, or those of another device, and asks whether to take them back.
  ///
  /// - Throws: `failed` for any answer but yes, and where nobody can answer.
  private func ask(
    about operations: UndoableOperations, of store: TaskStore, _ session: Session
  ) throws {
    let isAnswered = isatty(0) == 1 && !session.wantsJSON
    let isOfOthers = !operations.otherDevices.isEmpty && isAnswered
    let tasks = try Reversal(in: store).taskCount(of: operations)
    let count = operations.commits.count
    guard isOfOthers || count > Undo.maxOperations || tasks > Undo.maxTasks else { return }
    let entries = try store.history(of: operations, local: LocalTime.timestamp(at:)).entries
    var output = Output(session.terminal)
    let page = LogPage(now: session.now)
    if entries.count > Undo.maxShown {
      page.writeSums(entries, to: &output)
    } else {
      page.write(entries, to: &output)
    }
    let sum =
      "\(count.counted("operation")) on \(tasks.counted("task"))"
    guard isAnswered else {
      Conversation.write(output.bytes)
      throw CommandError("to undo \(sum), add --yes", code: .failed)
    }
    let names = operations.otherDevices.map { ControlCharacters.escaped(Text($0)) }
    let place = names.isEmpty ? "" : ", made on \(names.joined(separator: ", "))"
    Conversation.write(output.bytes)
    guard Conversation.agrees("take back \(sum)\(place)? [y/N] ") else {
      throw CommandError("nothing was undone", code: .failed)
    }
  }
}

struct Redo: Verb {
  static let names = "redo"
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
