import ArgumentParser
import TasksCore

/// The options of every verb that changes a state.
struct StateOptions: ParsableArguments {
  @OptionGroup var common: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Option(
    help: ArgumentHelp("Add this note to the task's log.", valueName: "text"))
  var note: String?
}

/// A verb that changes the state of tasks.
protocol StateCommand: ParsableCommand {
  var options: StateOptions { get }
  var ids: [String] { get }
  var action: ChangeState { get }
}

extension StateCommand {
  func run() throws {
    var action = action
    action.note = options.note.map { Text($0) }
    try Session(options.common).perform(action, on: ids, dryRun: options.write.dryRun)
  }
}

struct Done: StateCommand {
  static let configuration = CommandConfiguration(
    of: Done.self,
    abstract: "Finish tasks; a repeating task moves to its next date.",
    discussion: """
        tasks done k7m b3x
        tasks done k7m --note "He paid."
      """)

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var action: ChangeState { .done }
}

struct Reopen: StateCommand {
  static let configuration = CommandConfiguration(
    of: Reopen.self,
    abstract: "Reopen finished tasks, in the first state of their keyword sequence.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.finished) var ids: [String]

  var action: ChangeState { .reopen }
}

struct Start: StateCommand {
  static let configuration = CommandConfiguration(
    of: Start.self, abstract: "Start tasks: set the state NEXT.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var action: ChangeState { .start }
}

struct Wait: StateCommand {
  static let configuration = CommandConfiguration(
    of: Wait.self,
    abstract: "Mark tasks as waiting: set the state WAIT.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var action: ChangeState { .wait }
}

struct Cancel: StateCommand {
  static let configuration = CommandConfiguration(
    of: Cancel.self,
    abstract: "Finish tasks without doing them: set the state CANCELED.")

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.several, completion: Suggestion.open) var ids: [String]

  var action: ChangeState { .cancel }
}

struct SetState: StateCommand {
  static let configuration = CommandConfiguration(
    of: SetState.self, abstract: "Set the state of tasks to any keyword of the store.",
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

  var action: ChangeState { .state(words[words.count - 1]) }
}
