import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// The tasks that a verb is for: those that words name, or those that a filter selects.
///
/// The words are ids and paths, unless one of them can only be a condition (``Query/isCondition(_:fields:)``): then all of
/// them are a filter, as in `tasks list`. A filter may select other tasks than was thought of, so the tasks are listed
/// and the user is asked before any of them changes.
struct TaskChoice {
  /// After `--`, all words are ids and paths.
  var words: [String]
  /// Each a whole filter in one argument; tasks must match all of them.
  var filters: [String] = []
  /// True if the user is not to be asked.
  var isSure = false

  /// Returns true if a filter selects the tasks.
  func isFilter(_ fields: OwnFields) -> Bool {
    !filters.isEmpty
      || !words.contains("--") && words.contains { Query.isCondition($0, fields: fields) }
  }

  /// Returns how to find the tasks in a reading, after the user has agreed to change those of a filter.
  ///
  /// - Throws: `usage` if there is no word, or if the user would have to be asked without a terminal.
  func search(for action: any TaskAction, in store: TaskStore, _ session: Session, dryRun: Bool)
    throws -> (StoreReading) throws -> [any TaskDocument]
  {
    guard isFilter(store.fields) else {
      let names = words.filter { $0 != "--" }
      guard !names.isEmpty else {
        throw CommandError(
          "name the tasks, or select them with a filter: tasks \(action.verb) ID, "
            + "or tasks \(action.verb) --where +tag", code: .usage)
      }
      return { try $0.documents(names) }
    }
    let query = try query(in: store, session.now)
    let group = action.group
    func selected(_ reading: StoreReading) throws -> [Task] {
      Array(
        try TaskSelection(
          query, from: reading, of: store, now: session.now, where: { $0.isIn(group) }))
    }
    if isSure || dryRun {
      return { reading in try selected(reading).map { try reading.document(of: $0) } }
    }
    guard isatty(0) == 1, isatty(1) == 1 else {
      throw CommandError(
        "a filter selects the tasks, and nobody can be asked whether these are meant; add --yes to change them, "
          + "or --dry-run to see them", code: .usage)
    }
    let reading = try store.read()
    let tasks = try selected(reading)
    if !tasks.isEmpty {
      try ask(action.verb, tasks, reading, TaskList(session: session, store: store))
    }
    return { reading in try tasks.map { try reading.document(of: $0) } }
  }

  /// The filter, in the context of this clone as in a list.
  private func query(in store: TaskStore, _ now: Timestamp) throws -> Query {
    let context = try ActiveContext.of(store, now: now)?.query ?? .all
    let fields = store.fields
    let filters = try filters.map { try Query.read([$0], now: now, fields: fields) }
    return Query.all(of: [context, try Query.read(words, now: now, fields: fields)] + filters)
  }

  /// Says why a filter has found nothing, as far as that is known.
  func nothingFound(in store: TaskStore, _ session: Session) throws -> String {
    if !session.wantsJSON {
      TaskList(session: session, store: store).explainNothing(
        try query(in: store, session.now), try store.read())
    }
    let context = try ActiveContext.of(store, now: session.now)?.name
    return "no task matches the filter" + (context.map { " in the context \($0)" } ?? "")
  }

  /// As many tasks as are listed before the question, which would be off the screen after more.
  private static let maxListed = 20

  /// Lists the tasks and asks whether to change them.
  ///
  /// - Throws: `failed` for any answer but yes.
  private func ask(
    _ verb: String, _ tasks: [Task], _ reading: StoreReading, _ list: TaskList
  ) throws {
    var output = Output(list.session.terminal)
    list.write(Array(tasks.prefix(TaskChoice.maxListed)), reading, to: &output)
    if tasks.count > TaskChoice.maxListed {
      output.line("… and \(tasks.count - TaskChoice.maxListed) more")
    }
    let count = tasks.count == 1 ? "this task" : "these \(tasks.count) tasks"
    Conversation.write(output.bytes)
    guard Conversation.agrees("\(verb) \(count)? [y/N] ") else {
      throw CommandError("nothing was changed", code: .failed)
    }
  }
}

/// The help texts of arguments that name tasks.
package enum TaskArgument {
  static let one: ArgumentHelp = "The task: the first letters of its id, or its path in the store."
  static let several = ArgumentHelp(
    "The tasks, each by the first letters of its id or by its path in the store.", valueName: "id")
  /// Of a verb that takes a note.
  static let noted = ArgumentHelp(
    "The tasks, each by the first letters of its id or by its path in the store; after a / on its own, a note "
      + "for their logs.", valueName: "id")
}
