import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

package struct Add: Verb {
  package static let names = "add a new"
  package static let wordKind = VerbWords.text
  package static let configuration = CommandConfiguration(
    of: Add.self, abstract: "Add a task at the end of the list.",
    usage: "tasks add <words> ...",
    discussion: """
      All words together are the title, except these:

        +tag @context     tags
        \(Add.keys)
          prop.vendor:Miele any other property, or a field of your own by its name:
                            tasks help fields
        /                 on its own: the rest is the note
        --                on its own: the rest is title

      Dates: today, tomorrow, fri, next-fri, next week, 3d, 2w, 1mo, 5bd (working days), in 20min, eow, eom, eoy, 23rd, \
      10-25, 25.10., 2026-11-27. A time follows the date: fri@17:00, fri 5pm. tasks help dates has them all. Quote a \
      whole argument if its value has spaces in it and is no date: list:"Big house".

      Text that begins with two dashes must follow --, since before it only options begin with them.

      With - as the only word, tasks are read from standard input, one per line, and added in one commit. A line \
      that begins with { is a task in JSON, as list --jsonl prints it; only its title is required. With --edit the \
      editor opens the new task, which is added if it has a title then. With --template it begins as a template has \
      it, as with tasks capture.

        tasks add Call Bob about invoice 42 +phone @office due:fri@17:00
        tasks add Water the plants due:today every:.+3d
        tasks add Buy stamps / For the letters to Prague
        tasks add -- +1 means yes
        tasks add - < ideas.txt
        tasks add --done Call Ann
        tasks add --edit
        tasks add --template note Ask Ann about the key
      """)

  /// A line of help for each key.
  private static var keys: String {
    QuickAddKey.all.map { key in
      let word = "\(key.name):\(key.help.example)"
      return word + String(repeating: " ", count: max(2, 18 - word.count)) + key.help.meaning
    }.joined(separator: "\n  ")
  }

  @OptionGroup package var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Open the new task in the editor before it is added.")
  var edit = false

  @Flag(help: "Finish the new task at once, as tasks done does.")
  var done = false

  @Option(help: ArgumentHelp("Begin with this capture template.", valueName: "name"))
  var template: String?

  @OptionGroup var capture: CaptureOptions

  @Argument(
    help: "The title, with tags, dates and other fields in it.")
  package var words: [String] = []

  package init() {}

  package static let tool = MCPTool(
    command: Add.self,
    hint: """
      Each task is a line of quick-add, such as "Call Bob +phone @office list:work due:fri pri:A depends:ID / a note", \
      or an object such as {"title": "Call Bob", "tags": ["phone"], "deadline": "2026-11-27", "notes": "…"} with the \
      keys that show prints. All of them are one commit.
      """,
    parameters: [
      MCPTool.Parameter(name: "tasks", kind: .tasks, help: "The tasks.", isRequired: true), .dryRun,
    ],
    words: { arguments throws(MCPArguments.Fault) in
      MCPTool.Call(words: ["-"], input: try arguments.lines("tasks"))
    })

  package static func complete(_ line: inout Completion) { line.offerChanges() }

  package static func quick(_ words: [String]) -> (any Request)? {
    words.isEmpty ? nil : AddRequest(words: words)
  }

  package func validate() throws {
    if edit, words == ["-"] {
      throw ValidationError("The editor opens one task; leave out --edit, or name the task.")
    }
  }

  package func run() throws {
    let words = DashedWords.restored(words)
    guard template != nil || capture.isEmpty else {
      throw CommandError(
        "--set, --link and --here are for a template; name it with --template", code: .usage)
    }
    if let template {
      let request = CaptureRequest(
        template: template, words: words, options: capture, opensEditor: edit, isDone: done,
        isDryRun: write.dryRun)
      return try request.run(in: Session(options))
    }
    try AddRequest(words: words, opensEditor: edit, isDone: done, isDryRun: write.dryRun).run(
      in: Session(options))
  }
}

package struct Duplicate: Verb {
  package static let names = "duplicate dup"
  package static let configuration = CommandConfiguration(
    of: Duplicate.self, abstract: "Add a copy of a task, which is to be done from the beginning.",
    discussion: """
      The copy comes right after the task, with all its fields and notes. It is open, without a log, and its \
      checkboxes are cleared.

        tasks duplicate k7m
        tasks duplicate k7m --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one) var id: String

  package init() {}

  package static func complete(_ line: inout Completion) { line.offers = [.ids(.every)] }

  package func run() throws {
    try Session(options).change("duplicated", dryRun: write.dryRun) { store in
      try store.write("duplicate", dryRun: write.dryRun) { reading in
        try Change.duplicating(try reading.document(id), in: store, after: reading)
      }
    }
  }
}

/// A parsed `add` command.
package struct AddRequest: Request {
  /// The words of one task, or `-` alone for the lines of standard input.
  package let words: [String]
  package var opensEditor = false
  var isDone = false
  package var isDryRun = false

  package func run(in session: Session) throws {
    let there = try session.openStoreIfThere()
    let fields = there?.fields ?? OwnFields()
    // What cannot be read makes no store.
    var lines: [TaskLine] = []
    if words == ["-"] {
      lines = try TaskLine.standardInput(session, fields)
    } else {
      let draft = try draft(session.now, fields)
      try session.checkReminders(of: draft)
      if opensEditor, !isDryRun {
        return try edit(draft, there ?? session.openOrCreateStore(), session)
      }
      lines = [TaskLine(content: .draft(draft))]
    }
    let store = try there ?? (isDryRun ? session.openStore() : session.openOrCreateStore())
    try add(lines, to: store, session)
  }

  private func add(_ lines: [TaskLine], to store: TaskStore, _ session: Session) throws {
    let context = try ActiveContext.of(store, now: session.now)
    let lines = lines.map { line in context.map { line.completed(by: $0.query) } ?? line }
    let report = try store.write("add", dryRun: isDryRun) { reading in
      var new = NewTasks(in: store, after: reading)
      return try lines.map { line in
        let task = try line.task(of: &new)
        return .add(isDone ? new.finished(task) : task)
      }
    }
    try print(report, store, session)
  }

  /// Adds the task that the editor leaves. Without a title there is none, as git makes no commit without a message.
  private func edit(_ draft: Draft, _ store: TaskStore, _ session: Session) throws {
    let context = try ActiveContext.of(store, now: session.now)
    let draft = context?.query.completing(draft) ?? draft
    let file = try DraftFile(draft, isDone: isDone, in: store)
    try print(try Editor(store: store).add(file), store, session)
  }

  private func print(_ report: WriteReport, _ store: TaskStore, _ session: Session) throws {
    try Report(session: session, store: store, past: "added").print(report, dryRun: isDryRun)
  }

  /// Reads the words. In the editor a title can follow.
  private func draft(_ now: Timestamp, _ fields: OwnFields) throws -> Draft {
    opensEditor && !isDryRun
      ? try QuickAdd.readUntitled(
        words, now: now, fields: fields, mention: Conversation.mention)
      : try QuickAdd.read(
        words, mode: .add, now: now, fields: fields, mention: Conversation.mention)
  }
}

/// A task that `add` is given: the words of the command, or a line of standard input.
struct TaskLine {
  enum Content {
    case draft(Draft)
    /// A task as `list --jsonl` prints it.
    case json(JSONValue)
  }

  let content: Content
  /// The number of the line, from 1; nil for the words of the command.
  var number: Int?

  /// Reads the lines of standard input that are not blank. A line that begins with a brace is JSON, any other one is
  /// read like the words of `add`.
  ///
  /// - Throws: `usage`, naming the line.
  static func standardInput(_ session: Session, _ fields: OwnFields) throws -> [TaskLine] {
    try StandardInput.lines().map { line in
      try naming(line.number) {
        let isJSON = line.text.utf8.first { $0 != 0x20 && $0 != 0x09 } == 0x7B
        guard isJSON else {
          let draft = try QuickAdd.read(
            line: line.text, now: session.now, fields: fields, mention: Conversation.mention)
          try session.checkReminders(of: draft, asks: false)
          return TaskLine(content: .draft(draft), number: line.number)
        }
        let json = try JSONValue(Array(line.text.utf8))
        if json["notes"].text?.headingLine != nil { throw ActionError.headingInNote }
        for key in TaskJSONReader.unknownKeys(in: json) {
          Conversation.say(
            "line \(line.number): '\(ControlCharacters.escaped(key))' is not a key of a task, and is left out; "
              + "tasks list --jsonl shows the keys")
        }
        return TaskLine(content: .json(json), number: line.number)
      }
    }
  }

  /// The line with what a context asks of its tasks; JSON stays as it is.
  func completed(by query: Query) -> TaskLine {
    guard case .draft(let draft) = content else { return self }
    return TaskLine(content: .draft(query.completing(draft)), number: number)
  }

  /// Makes the task.
  ///
  /// - Throws: `usage`, naming the line.
  func task(of new: inout NewTasks) throws -> Task {
    try TaskLine.naming(number) {
      switch content {
      case .draft(let draft): try new.task(draft)
      case .json(let json): try new.task(json)
      }
    }
  }

  /// Names the line in what `body` throws.
  private static func naming<Result>(_ number: Int?, _ body: () throws -> Result) throws -> Result {
    guard let number else { return try body() }
    do {
      return try body()
    } catch let error as JSONSyntaxError {
      throw CommandError(
        "line \(number): it is no JSON from its byte \(error.offset + 1) on", code: .usage)
    } catch {
      throw CommandError("line \(number): \(CommandError(error).message)", code: .usage)
    }
  }
}
