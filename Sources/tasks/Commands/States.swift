import ArgumentParser
import TasksCore
import TasksStore

/// What every verb takes that changes a state.
struct StateOptions: ParsableArguments {
  @OptionGroup var common: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Option(help: ArgumentHelp("Write this into the task's log.", valueName: "text"))
  var note: String?
}

/// A verb that takes tasks to another state.
protocol StateCommand: ParsableCommand {
  var options: StateOptions { get }
  var ids: [String] { get }
  /// Names the operation in the commit.
  static var verb: String { get }
  /// In the past tense, for the report.
  static var past: String { get }
  /// The state a task goes to.
  func target(_ document: any TaskDocument) throws -> State
}

extension StateCommand {
  static var past: String { verb }

  func run() throws {
    let session = try Session(options.common)
    let store = try session.openStore()
    let note = options.note.map { Text($0) }
    let report = try store.write(Self.verb, dryRun: options.write.dryRun) { reading in
      try reading.documents(ids).map { document in
        let state = try target(document)
        return .edit(
          document,
          document.task.changing(
            to: state, workflow: document.workflow, now: session.now, note: note))
      }
    }
    try Report(session: session, store: store, verb: Self.past)
      .print(report, dryRun: options.write.dryRun)
  }

  /// A keyword of the task's own file.
  func state(_ keyword: Text, of document: any TaskDocument) throws -> State {
    guard let known = document.workflow[keyword] else {
      throw StoreError.cannotEdit(
        title: document.task.title.string,
        .unknownKeyword(keyword, known: document.workflow.keywords.map(\.state.keyword)))
    }
    return known.state
  }
}

struct Done: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Finish tasks; one that repeats moves on to its next date.",
    discussion: """
        tasks done k7m b3x
        tasks done k7m --note "He paid."
      """,
    aliases: ["do", "close"])
  static let verb = "done"

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  func target(_ document: any TaskDocument) throws -> State {
    let task = document.task
    return task.isDone ? task.state : document.workflow.finish(for: task.state) ?? task.state
  }
}

struct Reopen: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Open finished tasks again, in the first state of their kind.")
  static let verb = "reopen"
  static let past = "reopened"

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.finished) var ids: [String]

  func target(_ document: any TaskDocument) throws -> State {
    let task = document.task
    return task.isDone ? document.workflow.start(for: task.state) ?? task.state : task.state
  }
}

struct Start: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Mark tasks as begun: the state NEXT.")
  static let verb = "start"
  static let past = "started"

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  func target(_ document: any TaskDocument) throws -> State { try state("NEXT", of: document) }
}

struct Wait: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Mark tasks as waiting for something: the state WAIT.")
  static let verb = "wait"
  static let past = "waiting"

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  func target(_ document: any TaskDocument) throws -> State { try state("WAIT", of: document) }
}

struct Cancel: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Finish tasks without doing them: the state CANCELED.")
  static let verb = "cancel"
  static let past = "canceled"

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  func target(_ document: any TaskDocument) throws -> State { try state("CANCELED", of: document) }
}

struct SetState: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Put tasks into any state the store knows.",
    usage: "tasks state <id> ... <keyword>",
    discussion: """
      The states of a store are its setting keywords. Small letters will do.

        tasks state k7m b3x wait --note "until Bob calls back"
      """)
  static let verb = "state"
  static let past = "changed"

  @OptionGroup var options: StateOptions
  @Argument(help: "The tasks, then the state.", completion: Suggestion.openAndKeywords)
  var words: [String]

  var ids: [String] { Array(words.dropLast()) }

  func validate() throws {
    guard words.count >= 2 else {
      throw ValidationError("Name the tasks, then the keyword: tasks state ID WAIT")
    }
  }

  /// The keyword as typed, or else in capitals.
  func target(_ document: any TaskDocument) throws -> State {
    let keyword = words[words.count - 1]
    if let known = document.workflow[Text(keyword)] { return known.state }
    return try state(Text(keyword.uppercased()), of: document)
  }
}
