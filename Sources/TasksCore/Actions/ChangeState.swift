/// Changes the state of a task, as Org does it (``Task/changing(to:workflow:now:note:moving:)``).
package struct ChangeState: TaskAction {
  package let verb: String
  package private(set) var past: String
  package let group: TaskGroup
  /// A note for the task's log.
  package var note: Text?
  /// Whether tasks are finished even if others must be done first.
  package var isForced = false
  /// Whether the tasks are assigned to this clone, unless another one has them or `isForced` is set.
  package private(set) var claims = false
  /// Hides the tasks until then; alone, without a note, it leaves their state.
  private var hiddenUntil: Timestamp?
  /// The tasks that are finished even so.
  package var forced: Set<TaskID> = []
  private let target: @Sendable (any TaskDocument) throws(EditError) -> State

  private init(
    _ verb: String, past: String, group: TaskGroup = .open,
    target: @escaping @Sendable (any TaskDocument) throws(EditError) -> State
  ) {
    self.verb = verb
    self.past = past
    self.group = group
    self.target = target
  }

  package static let done = ChangeState("done", past: "done") { document in
    let task = document.task
    return task.isDone ? task.state : document.workflow.finish(for: task.state) ?? task.state
  }

  package static let reopen = ChangeState("reopen", past: "reopened", group: .finished) {
    document in
    let task = document.task
    return task.isDone ? document.workflow.start(for: task.state) ?? task.state : task.state
  }

  package static let start = ChangeState("start", past: "started", keyword: "NEXT")
  /// Starts tasks that nobody else works on, and assigns them to this clone.
  package static var claim: ChangeState {
    var claim = start
    (claim.past, claim.claims) = ("claimed", true)
    return claim
  }
  package static let wait = ChangeState("wait", past: "waiting", keyword: "WAIT")
  package static let cancel = ChangeState("cancel", past: "canceled", keyword: "CANCELED")

  private init(_ verb: String, past: String, keyword: Text) {
    self.init(verb, past: past) { document throws(EditError) in
      try ChangeState.state(keyword, of: document)
    }
  }

  /// Returns the action that changes to a keyword as typed, or in upper case if there is no such keyword.
  package static func state(_ keyword: String) -> ChangeState {
    ChangeState("state", past: "changed") { document throws(EditError) in
      let (word, workflow) = (Text(keyword), document.workflow)
      if let known = workflow[word]?.state ?? workflow.state(named: word) { return known }
      return try state(Text(keyword.uppercased()), of: document)
    }
  }

  /// Returns the state of a keyword in the task's own file.
  private static func state(
    _ keyword: Text, of document: any TaskDocument
  ) throws(EditError) -> State {
    guard let known = document.workflow[keyword] else {
      throw .unknownKeyword(keyword, known: document.workflow.keywords.map(\.state.keyword))
    }
    return known.state
  }

  package mutating func hide(until moment: Timestamp) {
    hiddenUntil = moment
    past = "hidden"
  }

  package func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws -> [Edit] {
    let task = document.task
    let claimers = claims || verb == "reopen" ? context.claimers() : []
    let isOwn = task.assignee.map(claimers.contains) ?? false
    if claims { try checkClaim(of: task, claimers, in: context) }
    // An open task that this clone has claimed is given back.
    let isGivenBack = verb == "reopen" && isOwn
    let state =
      hiddenUntil != nil && note == nil
      ? task.state
      : isGivenBack && task.isOpen
        ? document.workflow.start(for: task.state) ?? task.state : try target(document)
    try check(task, for: state, in: context)
    var edits = document.changing(to: state, now: context.now, note: note)
    if let hiddenUntil, task.wait != hiddenUntil {
      edits.append(.field(.wait, .moment(hiddenUntil)))
    }
    if claims, !isOwn { edits.append(task.assigning(claimers.first)) }
    if isGivenBack { edits.append(task.assigning(nil)) }
    return edits
  }

  private func checkClaim(
    of task: Task, _ claimers: [Text], in context: ActionContext
  ) throws(ActionError) {
    guard task.isOpen else { throw .claimOfClosed(task.title, context.short(task)) }
    guard !isForced, let holder = context.holder(task), !claimers.contains(holder) else { return }
    throw .claimed(task.title, context.short(task), by: holder)
  }

  /// Refuses to finish a task that others block. A task that is given up may be blocked.
  private func check(
    _ task: Task, for state: State, in context: ActionContext
  ) throws(ActionError) {
    guard state.isDone, !task.isDone, !isForced, !forced.contains(task.id),
      !["CANCELED", "CANCELLED"].contains(where: state.keyword.isSameName)
    else { return }
    let blockers = context.openBlockers(task)
    guard !blockers.isEmpty else { return }
    throw .blocked(
      id: task.id, title: task.title,
      by: blockers.map { "\(context.short($0)) \(ControlCharacters.escaped($0.title))" })
  }

  /// Names a repetition that ends, or that cannot be followed, because the task is now finished for good.
  package func notice(from old: Task, to new: Task, short: String) -> String? {
    if verb == "cancel", !old.isDone, !new.isDone, new.lastRepeat != old.lastRepeat {
      return
        "'\(new.shownTitle)' goes on, as its dates repeat; to end it for good: "
        + "tasks modify \(short) every: and then tasks cancel \(short)"
    }
    if !old.isDone, new.isDone, old.isRepeating {
      let why =
        old.repeats.times.map { $0 <= 1 } == true
        ? "this was the last of its times"
        : "its dates end \(old.repeats.until.map { "on \($0.shown)" } ?? "")"
      return "'\(new.shownTitle)' is finished for good, as \(why)"
    }
    guard !old.isDone, new.isDone, let rule = new.unreadRepeat else { return nil }
    return
      "'\(new.shownTitle)' is finished and does not repeat, because tasks cannot follow "
      + "its rule \(ControlCharacters.escaped(rule))"
  }
}
