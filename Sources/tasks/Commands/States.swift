import ArgumentParser

/// The options of every verb that changes a state.
struct StateOptions: ParsableArguments {
  @OptionGroup var common: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Option(help: ArgumentHelp("Write this into the task's log.", valueName: "text"))
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
    abstract: "Finish tasks; one that repeats moves on to its next date.",
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
    abstract: "Open finished tasks again, in the first state of their kind.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.finished) var ids: [String]

  var verb: StateVerb { .reopen }
}

struct Start: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.start.name, abstract: "Mark tasks as begun: the state NEXT.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .start }
}

struct Wait: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.wait.name,
    abstract: "Mark tasks as waiting for something: the state WAIT.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .wait }
}

struct Cancel: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: StateVerb.cancel.name,
    abstract: "Finish tasks without doing them: the state CANCELED.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var verb: StateVerb { .cancel }
}

struct SetState: StateCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Put tasks into any state the store knows.",
    usage: "tasks state <id> ... <keyword>",
    discussion: """
      The states of a store are its setting keywords. Small letters will do.

        tasks state k7m b3x wait --note "until Bob calls back"
      """)

  @OptionGroup var options: StateOptions
  @Argument(help: "The tasks, then the state.", completion: Suggestion.openAndKeywords)
  var words: [String]

  var ids: [String] { Array(words.dropLast()) }

  func validate() throws {
    guard words.count >= 2 else {
      throw ValidationError("Name the tasks, then the keyword: tasks state ID WAIT")
    }
  }

  var verb: StateVerb { .state(words[words.count - 1]) }
}
