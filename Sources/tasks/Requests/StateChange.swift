import TasksCore
import TasksStore

/// A parsed command that changes the state of tasks.
struct StateChange: Request {
  let verb: StateVerb
  /// The words that name the tasks.
  let ids: [String]
  /// A note for the log of each task.
  var note: String?
  var isDryRun = false

  func run(in session: Session) throws {
    let store = try session.openStore()
    let note = note.map { Text($0) }
    let report = try store.write(verb.name, dryRun: isDryRun) { reading in
      try reading.documents(ids).map { document in
        let state = try verb.target(document)
        return .edit(
          document,
          document.changing(to: state, now: session.now, note: note))
      }
    }
    try Report(session: session, store: store, verb: verb.past).print(report, dryRun: isDryRun)
    for change in report.changed where change.old?.isDone == false {
      guard let new = change.new, new.isDone, let rule = new.unreadRepeat else { continue }
      Conversation.say(
        "“\(Visible.text(new.title))” is finished and does not repeat, because tasks cannot follow its rule "
          + Visible.text(rule))
    }
  }
}

/// A verb that changes the state of tasks.
struct StateVerb: Sendable {
  /// The name and its aliases. The name is also the operation in the commit message.
  let names: [String]
  /// The past tense, for the report.
  let past: String
  /// The state to change a task to.
  let target: @Sendable (any TaskDocument) throws -> State

  var name: String { names[0] }

  static let all = [done, reopen, start, wait, cancel]

  static let done = StateVerb(names: ["done", "do", "close"], past: "done") { document in
    let task = document.task
    return task.isDone ? task.state : document.workflow.finish(for: task.state) ?? task.state
  }

  static let reopen = StateVerb(names: ["reopen"], past: "reopened") { document in
    let task = document.task
    return task.isDone ? document.workflow.start(for: task.state) ?? task.state : task.state
  }

  static let start = StateVerb(names: ["start"], past: "started") { try state("NEXT", of: $0) }

  static let wait = StateVerb(names: ["wait"], past: "waiting") { try state("WAIT", of: $0) }

  static let cancel = StateVerb(names: ["cancel"], past: "canceled") {
    try state("CANCELED", of: $0)
  }

  /// Returns a verb that changes to a keyword as typed, or in any case if there is no such keyword.
  static func state(_ keyword: String) -> StateVerb {
    StateVerb(names: ["state"], past: "changed") { document in
      let (word, workflow) = (Text(keyword), document.workflow)
      if let known = workflow[word]?.state ?? workflow.state(named: word) { return known }
      return try state(Text(keyword.uppercased()), of: document)
    }
  }

  /// Returns the state of a keyword in the task's own file.
  private static func state(_ keyword: Text, of document: any TaskDocument) throws -> State {
    guard let known = document.workflow[keyword] else {
      throw StoreError.cannotEdit(
        title: document.task.title.string,
        .unknownKeyword(keyword, known: document.workflow.keywords.map(\.state.keyword)))
    }
    return known.state
  }
}
