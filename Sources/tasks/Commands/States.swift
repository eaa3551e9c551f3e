import ArgumentParser

/// The options of every verb that changes a state.
struct StateOptions: ParsableArguments {
  @OptionGroup var common: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Option(help: ArgumentHelp("Add this note to the task's log.", valueName: "text"))
  var note: String?
}

/// A verb that changes the state of tasks.
protocol StateCommand: ParsableCommand {
  var options: StateOptions { get }
  var ids: [String] { get }
  var verb: StateVerb { get }
}

extension StateCommand {
  func run() throws {
    let change = StateChange(
      verb: verb, ids: ids, note: options.note, isDryRun: options.write.dryRun)
    try change.run(in: Session(options.common))
  }
}

struct Done: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.done.name,
    abstract: "Finish tasks; a repeating task moves to its next date.",
    discussion: """
        tasks done k7m b3x
        tasks done k7m --note "He paid."
      """,
    aliases: Array(StateVerb.done.names.dropFirst()))

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .done }
}

struct Reopen: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.reopen.name,
    abstract: "Reopen finished tasks, in the first state of their keyword sequence.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.finished) var ids: [String]

  var verb: StateVerb { .reopen }
}

struct Start: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.start.name, abstract: "Start tasks: set the state NEXT.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .start }
}

struct Wait: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.wait.name,
    abstract: "Mark tasks as waiting: set the state WAIT.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .wait }
}

struct Cancel: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.cancel.name,
    abstract: "Finish tasks without doing them: set the state CANCELED.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .cancel }
}

struct SetState: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Set the state of tasks to any keyword of the store.",
    usage: "tasks state <id> ... <keyword>",
    discussion: """
      The setting keywords lists the states of a store. Lower case works too.

        tasks state k7m b3x wait --note "until Bob calls back"
      """)

  @OptionGroup var options: StateOptions
  @Argument(help: "The tasks, then the keyword.", completion: Suggestion.openAndKeywords)
  var words: [String]

  var ids: [String] { Array(words.dropLast()) }

  func validate() throws {
    guard words.count >= 2 else {
      throw ValidationError("Name the tasks, then the keyword: tasks state ID WAIT")
    }
  }

  var verb: StateVerb { .state(words[words.count - 1]) }
}
