import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct InboxCommand: Verb {
  static let names = "inbox"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: InboxCommand.self, abstract: "List the tasks of the inbox, or decide on each of them.",
    usage: """
      tasks inbox [<filter> ...]
      tasks inbox --walk [<filter> ...]
      """,
    discussion: """
      The inbox is the list inbox. What a phone or an editor writes into inbox.org or inbox.md at the top of the store \
      comes into it with the next command that changes something: each heading, list item or line of text becomes a \
      task, with its dates, its tags and what is below it. Org's ways to write them hold in both files, such as a line \
      DEADLINE: <2026-11-27 Fri> below the entry and :errand: at its end. In inbox.md an entry may also have #errand, \
      due:2026-11-27, sched:2026-11-27, and the signs of Obsidian's Tasks, 📅 2026-11-27 for due and ⏳ 2026-11-27 for \
      scheduled. A CATEGORY property puts it into another list.

      --walk asks what to do with each task: give it a list or a date, finish, delete or edit it, or leave it. \
      tasks undo takes back the whole walk. The filter and the options are those of tasks list.

        tasks inbox
        tasks inbox --sort created --json
        tasks add Call the bank list:inbox
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var form: ListingOptions

  @Flag(help: "Ask what to do with each task.")
  var walk = false

  @Argument(help: "The conditions that a task must match.")
  var filter: [String] = []

  static func complete(_ line: inout Completion) { line.offerConditions() }

  func validate() throws { try form.check(options) }

  func run() throws {
    let listing = Listing(tag: .inbox)
    if walk {
      let session = try Session(options)
      return try InboxWalk(in: session).run(
        Listing(filter: DashedWords.restored(filter), tag: .inbox))
    }
    try form.run(listing, filter, options)
    let inbox = Inbox(of: try Session(options).openStore(noticesMerges: false))
    if inbox.keptCount > 0 {
      Conversation.say(
        "\(inbox.keptCount == 1 ? "1 entry stays" : "\(inbox.keptCount) entries stay") where an undo has put "
          + "it back; tasks redo takes it again, or a change of its text")
    }
    for (path, count) in inbox.waiting {
      Conversation.say(
        "\(count == 1 ? "1 entry waits" : "\(count) entries wait") in \(path) for the next command "
          + "that changes something")
    }
  }
}

/// Asks about each task of the inbox, and makes one change of all that was decided, also if a signal such as that of Ctrl-C
/// ends the walk.
struct InboxWalk {
  private let session: Session
  private let store: TaskStore
  private let input = TypedLines()

  /// What can be answered: a key, or the word, each perhaps with a value after it.
  private enum Answer: String, CaseIterable {
    case list, time, done, x, skip, edit, quit

    /// How the prompt names it.
    var shown: String {
      switch self {
      case .time: "[t]ime (due)"
      case .x: "[x] delete"
      default: "[\(rawValue.prefix(1))]\(rawValue.dropFirst())"
      }
    }

    init?(_ word: String) {
      switch word.lowercased() {
      case "": self = .skip
      case "delete": self = .x
      case "due", "date": self = .time
      case let word:
        guard
          let answer = Answer.allCases.first(where: {
            $0.rawValue == word || $0.rawValue.prefix(1) == word
          })
        else { return nil }
        self = answer
      }
    }
  }

  /// - Throws: `usage` without a terminal.
  init(in session: Session) throws {
    guard isatty(0) == 1, isatty(1) == 1 else {
      throw CommandError(
        "a walk asks about each task, and there is no terminal; list them with: tasks inbox",
        code: .usage)
    }
    self.session = session
    store = try session.openStore()
  }

  func run(_ listing: Listing) throws {
    try Inbox(of: store).absorb()
    let reading = try store.read()
    var query = try listing.query(session, store)
    if let context = try ActiveContext.of(store, now: session.now) {
      query = Query.all(of: [context.query, query])
    }
    let tasks = Array(
      try TaskSelection(query, from: reading, of: store, now: session.now, where: \.isOpen))
    Interruption.watch()
    var decided: [(old: any TaskDocument, new: any TaskDocument)] = []
    for (number, task) in tasks.enumerated() {
      let old = try reading.document(of: task)
      let (new, isLast) = try decide(old, "\(number + 1)/\(tasks.count)", reading)
      if new.bytes != old.bytes { decided.append((old, new)) }
      if isLast { break }
    }
    let signal = Interruption.take()
    let report = try store.write("inbox") { reading in
      decided.compactMap { old, new in
        guard let now = try? reading.document(of: old.task), now.bytes == old.bytes else {
          Conversation.say(
            "'\(ControlCharacters.escaped(old.task.title))' has changed meanwhile, and stays as it is"
          )
          return nil
        }
        return .revise(now, to: new)
      }
    }
    if signal != nil {
      Conversation.say(
        report.changed.isEmpty
          ? "interrupted; nothing was decided" : "interrupted; what was decided is saved")
    }
    defer { if let signal { Interruption.die(of: signal) } }
    try Report(session: session, store: store, past: "sorted").print(
      report, nothing: tasks.isEmpty ? "the inbox is empty" : nil)
  }

  /// Asks until it is decided what becomes of a task.
  ///
  /// - Returns: The task then, and whether the walk ends with it.
  private func decide(
    _ document: any TaskDocument, _ place: String, _ reading: StoreReading
  ) throws -> (any TaskDocument, isLast: Bool) {
    var document = document
    while true {
      show(document.task, place, reading)
      guard let line = ask(Answer.allCases.map(\.shown).joined(separator: " ") + " ? ") else {
        return (document, true)
      }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let answer = Answer(words.first ?? "") else {
        Conversation.say("'\(line)' is none of the keys")
        continue
      }
      do {
        switch answer {
        case .skip: return (document, false)
        case .quit: return (document, true)
        case .done: return (try applying(ChangeState.done, to: document, reading), false)
        case .x: return (try applying(DeleteTask(), to: document, reading), false)
        case .edit:
          let copy = try EditedCopy(of: document, in: store)
          let status = try Editor(store: store).run([copy.path])
          guard status == 0 else {
            throw CommandError("the editor exited with status \(status)", code: .failed)
          }
          document = try copy.finish()
        case .list:
          guard let list = value(words, "which list? ") else { continue }
          return (try applying(RefileTask(to: list), to: document, reading), false)
        case .time:
          guard let date = value(words, "when? ") else { continue }
          let draft = try QuickAdd.read(["due:\(date)"], mode: .modify, now: session.now)
          document = try applying(ModifyTask(draft), to: document, reading)
        }
      } catch {
        if Interruption.signal != nil { return (document, true) }
        // The next answer may be a better one.
        Conversation.say(CommandError(error).message)
      }
    }
  }

  private func applying(
    _ action: some TaskAction, to document: any TaskDocument, _ reading: StoreReading
  ) throws -> any TaskDocument {
    let context = store.actionContext(reading, changing: [document.task.id])
    return try document.applying(action.edits(for: document, in: context))
  }

  private func show(_ task: Task, _ place: String, _ reading: StoreReading) {
    var output = Output(session.terminal)
    output.write(Array("\n\(place)  ".utf8))
    var line = TaskList(session: session, store: store).line
    line.write(task, short: reading.short(task), to: &output)
    let notes = ControlCharacters.escapedLines(task.notes.string).split(separator: "\n").prefix(5)
    for note in notes { output.line("     \(note)") }
    Conversation.write(output.bytes)
  }

  private func value(_ words: [String], _ prompt: String) -> String? {
    let value = words.count > 1 ? words[1] : ask(prompt) ?? ""
    return value.isEmpty ? nil : value
  }

  /// Returns nil at the end of the input and after a signal.
  private func ask(_ prompt: String) -> String? {
    Conversation.write(Array(prompt.utf8))
    let line = input.next()
    // The prompt's line is still open.
    if line == nil { Conversation.write([0x0A]) }
    return line
  }
}
