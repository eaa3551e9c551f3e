import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// The options of every verb that changes a state.
package struct StateOptions: ParsableArguments {
  @OptionGroup package var common: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions
  @Option(
    help: ArgumentHelp("Add this note to the task's log.", valueName: "text"))
  package var note: String?

  package init() {}
}

/// The option of verbs that finish tasks.
struct ForceOption: ParsableArguments {
  @Flag(help: "Finish tasks even if they depend on open ones.")
  var force = false
}

/// A verb that changes the state of tasks.
package protocol StateCommand: Verb {
  var options: StateOptions { get }
  /// The tasks, or a filter; after a lone `/`, a note.
  var words: [String] { get }
  var action: ChangeState { get }
  /// Whether tasks are finished even if others must be done first.
  var isForced: Bool { get }
}

extension StateCommand {
  package static var wordKind: VerbWords { .filter }
  package static func complete(_ line: inout Completion) { line.offerTasks(.open) }

  var isForced: Bool { false }

  func run() throws {
    var action = action
    action.note = options.note.map { Text($0) }
    action.isForced = isForced
    try ActionRequest(
      action: action, words: DashedWords.restored(words), filters: options.filter.where,
      isSure: options.filter.yes, isDryRun: options.write.dryRun
    ).run(in: Session(options.common))
  }
}

struct Done: StateCommand {
  static let names = "done do close"
  static let configuration = CommandConfiguration(
    of: Done.self,
    abstract: "Finish tasks; a repeating task moves to its next date.",
    usage: "tasks done <id> ... [/ <note>]",
    discussion: """
      A task that depends on open ones is finished only after a question, or with --force.

        tasks done k7m b3x
        tasks done k7m / He paid.
        tasks done +phone due:overdue
      """)

  @OptionGroup var options: StateOptions
  @OptionGroup var force: ForceOption
  @Argument(help: TaskArgument.noted) var words: [String] = []

  static let tool = MCPTool(
    command: Done.self,
    hint:
      "With state: start, wait, cancel or reopen them instead; start with claim also assigns them to you.",
    parameters: [
      .ids, .note,
      MCPTool.Parameter(
        name: "state", kind: .choice(["done", "start", "wait", "cancel", "reopen"]),
        help: "What becomes of them; done by default."),
      MCPTool.Parameter(
        name: "claim", kind: .flag, help: "With start: refuse what another has claimed."),
      MCPTool.Parameter(
        name: "force", kind: .flag,
        help: "With done: finish what depends on open tasks. With claim: take over."),
      .dryRun,
    ],
    words: { arguments throws(MCPArguments.Fault) in
      MCPTool.Call(words: ["--"] + (try arguments.names("ids")))
    }, verb: { $0.text("state") })

  static func quick(_ words: [String]) -> (any Request)? { ActionRequest(quick: .done, words) }

  var action: ChangeState { .done }
  var isForced: Bool { force.force }
}

struct Reopen: StateCommand {
  static let names = "reopen"
  static let configuration = CommandConfiguration(
    of: Reopen.self,
    abstract: "Reopen finished tasks, in the first state of their keyword sequence.",
    usage: "tasks reopen <id> ... [/ <note>]",
    discussion: """
      A task that tasks start --claim has assigned to you is given back, also if it is open.

        tasks reopen k7m
        tasks reopen b3x / The cheque bounced.
      """)

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.noted) var words: [String] = []

  static func complete(_ line: inout Completion) { line.offerTasks(.finished) }

  static func quick(_ words: [String]) -> (any Request)? { ActionRequest(quick: .reopen, words) }

  var action: ChangeState { .reopen }
}

struct Start: StateCommand {
  static let names = "start"
  static let configuration = CommandConfiguration(
    of: Start.self, abstract: "Start tasks: set the state NEXT.",
    usage: "tasks start <id> ... [/ <note>]",
    discussion: """
      With --claim the tasks are also assigned to you, so that nobody else begins them: the property assignee has \
      your name in git, followed by the device, and the work tree of a repository that has several, unless you are \
      known to work in one place only. A task that is claimed elsewhere, in any work tree on this machine, is refused \
      with exit code 5. tasks reopen gives a claimed task back.

        tasks start k7m
        tasks start b3x / on the train
        tasks start s4v --claim
      """)

  @OptionGroup var options: StateOptions

  @Flag(help: "Claim the tasks: assign them to you.")
  var claim = false

  @Flag(help: "Claim tasks even if somebody else has claimed them.")
  var force = false

  @Argument(help: TaskArgument.noted) var words: [String] = []

  static func quick(_ words: [String]) -> (any Request)? { ActionRequest(quick: .start, words) }

  func validate() throws {
    if force, !claim { throw ValidationError("--force is for --claim.") }
  }

  var action: ChangeState { claim ? .claim : .start }
  var isForced: Bool { force }
}

struct Wait: StateCommand {
  static let names = "wait"
  static let configuration = CommandConfiguration(
    of: Wait.self,
    abstract: "Mark tasks as waiting, or hide them until later.",
    usage: "tasks wait <id> ... [until <date>] [/ <note>]",
    discussion: """
      A task in the state WAIT waits for somebody, and stays in lists. With until it is hidden from lists, agenda and \
      dashboard until that date, as by wait: of tasks modify, and keeps its state; with a note besides it waits and is \
      hidden. tasks list --hidden shows what is hidden.

        tasks wait k7m
        tasks wait b3x / for an answer
        tasks wait k7m until mon
        tasks wait b3x until fri 17:00 / for an answer
      """)

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.noted) var words: [String] = []

  static func quick(_ words: [String]) -> (any Request)? { ActionRequest(quick: .wait, words) }

  var action: ChangeState { .wait }
}

struct Cancel: StateCommand {
  static let names = "cancel"
  static let configuration = CommandConfiguration(
    of: Cancel.self,
    abstract: "Finish tasks without doing them: set the state CANCELED.",
    usage: "tasks cancel <id> ... [/ <note>]",
    discussion: """
        tasks cancel k7m
        tasks cancel b3x / He has sold it.
      """)

  @OptionGroup var options: StateOptions
  @Argument(help: TaskArgument.noted) var words: [String] = []

  static func quick(_ words: [String]) -> (any Request)? { ActionRequest(quick: .cancel, words) }

  var action: ChangeState { .cancel }
}

struct SetState: StateCommand {
  static let names = "state"
  static let configuration = CommandConfiguration(
    of: SetState.self, abstract: "Set the state of tasks to any keyword of the store.",
    usage: "tasks state <id> ... <keyword> [/ <note>]",
    discussion: """
      The setting keywords lists the states of a store. Lower case works too.

        tasks state k7m NEXT
        tasks state k7m b3x wait / until Bob calls back
      """)

  @OptionGroup var options: StateOptions
  @OptionGroup var force: ForceOption
  @Argument(
    help: "The tasks, then the keyword; after a / on its own, a note.")
  var given: [String]

  /// The tasks and the keyword.
  private var named: ArraySlice<String> { given.prefix { $0 != "/" } }

  var words: [String] { named.dropLast() + given[named.count...] }

  static func complete(_ line: inout Completion) {
    line.offerTasks(.open)
    if line.place > 0 { line.offers.append(.keywords) }
  }

  func validate() throws {
    guard named.count >= (options.filter.where.isEmpty ? 2 : 1) else {
      throw ValidationError("Name the tasks, then the keyword: tasks state ID WAIT")
    }
  }

  var isForced: Bool { force.force }
  var action: ChangeState { .state(named[named.count - 1]) }
}

/// A parsed command that changes the state of tasks.
package struct ActionRequest: Request {
  package let action: ChangeState
  /// The tasks, or a filter that selects them; after a lone `/`, a note for their logs.
  package let words: [String]
  /// Filters in one argument each.
  var filters: [String] = []
  var isSure = false
  var isDryRun = false

  package init(
    action: ChangeState, words: [String], filters: [String] = [], isSure: Bool = false,
    isDryRun: Bool = false
  ) {
    (self.action, self.words, self.filters) = (action, words, filters)
    (self.isSure, self.isDryRun) = (isSure, isDryRun)
  }

  /// Nil without tasks.
  init?(quick action: ChangeState, _ words: [String]) {
    if words.isEmpty { return nil }
    self.init(action: action, words: words)
  }

  package func run(in session: Session) throws {
    var named = Array(words.prefix { $0 != "/" })
    var action = action
    let count = named.count
    if action.verb == "wait", let until = named.firstIndex(of: "until") {
      let date = named[(until + 1)...].joined(separator: " ")
      action.hide(until: try DateReader(now: session.now).read(date))
      named.removeSubrange(until...)
    }
    if count < words.count {
      guard action.note == nil else {
        throw CommandError("write the note after the / or with --note, not both", code: .usage)
      }
      action.note = try QuickAdd.read(
        Array(words[count...]), mode: .modify, now: session.now
      ).note
    }
    var choice = TaskChoice(words: named, filters: filters, isSure: isSure)
    while true {
      do {
        return try session.perform(action, on: choice, dryRun: isDryRun)
      } catch let error as ActionError {
        guard case .blocked(let id, _, _) = error, isatty(0) == 1, isatty(1) == 1 else {
          throw error
        }
        guard Conversation.agrees("\(error.message)\nfinish it now? [y/N] ") else {
          throw CommandError("nothing was changed", code: .failed)
        }
        action.forced.insert(id)
        // The tasks of a filter have been agreed on.
        choice.isSure = true
      }
    }
  }
}

/// A parsed `ready --claim` command: claims the first of the listed tasks that nobody has claimed.
struct ClaimRequest: Request {
  var listing: Listing
  var isDryRun = false

  func run(in session: Session) throws {
    let store = try session.openStore()
    let query = try listing.query(session, store)
    try listing.options.check(now: session.now, fields: store.fields)
    var listed = ListQuery(
      listing: listing, query: query, view: listing.options, session: session, store: store)
    try listed.useContext()
    let holder = store.holders()
    let list = TaskList(session: session, store: store)
    try session.perform(
      ChangeState.claim, dryRun: isDryRun, nothing: "no such task is ready and unclaimed"
    ) { reading in
      let tasks = try TaskSelection(
        listed.query, from: reading, of: store, now: session.now, where: { $0.isIn(.open) })
      let sorted = try listed.sorted(tasks, list, reading)
      let free = sorted.lazy.first { holder($0) == nil }
      return try free.map { [try reading.document(of: $0)] } ?? []
    }
  }
}
