import TasksCore
import TasksExchange
import TasksPlanning
import TasksReminders
import TasksStore

extension WebCommand {
  func run(_ session: StoreAccess.Session) throws -> WebOutcome {
    switch self {
    case .add(let id, let line, let made): try add(id, line, made ?? session.now, session)
    case .modify(let ids, let line, let made):
      try perform(
        ModifyTask(
          try QuickAdd.read(
            QuickAdd.split(line), mode: .modify, now: made ?? session.now,
            fields: session.store.fields)),
        on: ids, "Changed", session)
    case .title(let id, let text, let base): try retitle(id, text, base, session)
    case .notes(let id, let text, let base): try rewrite(id, text, base, session)
    case .box(let id, let number, let text, let isChecked):
      try check(id, number, text, isChecked, session)
    case .state(let ids, let word, let shown): try change(ids, to: word, shown, session)
    case .move(let id, let place): try move(id, to: place, session)
    case .delete(let ids): try perform(DeleteTask(), on: ids, "Deleted", session)
    case .restore(let id): try perform(RestoreTask(), on: [id], "Restored", session)
    case .purge(let id): try perform(PurgeTask(), on: [id], "Removed for good", session)
    case .settle(let id, let field, let takes): try settle(id, field, takes: takes, session)
    case .finishSteps(let id): try finishSteps(of: id, session)
    case .clock(let id): try clock(id, session)
    case .undo(let commit, let id): try undo(commit, of: id, session)
    case .redo: WebOutcome(try Reversal(in: session.store).redo(), past: "Done again", session)
    case .sync: WebOutcome(message: "Syncing")
    case .snooze(let alert, let minutes):
      try react(to: alert, "Later", session) { reminders in
        _ = try reminders.snooze(
          [alert.task], until: session.now.elapsing(minutes: minutes), now: session.now)
      }
    case .dismiss(let alert):
      try react(to: alert, "Seen", session) { reminders in
        _ = try reminders.dismiss([alert.task], now: session.now)
      }
    case .subscribe(let subscription): try subscribe(subscription, session)
    case .unsubscribe(let endpoint): try unsubscribe(endpoint, session)
    }
  }

  /// - Parameter check: Throws if the task is no longer as the page showed it.
  private func perform(
    _ action: some TaskAction, on ids: [String], _ past: String, _ session: StoreAccess.Session,
    check: (Task) throws -> Void = { _ in }
  ) throws -> WebOutcome {
    let report = try session.store.perform(action) { reading in
      let documents = try reading.documents(ids)
      for document in documents { try check(document.task) }
      return documents
    }
    let notices = report.changed.compactMap { change -> String? in
      guard let old = change.old, let new = change.new else { return nil }
      return action.notice(from: old, to: new, short: report.reading.short(new))
    }
    return WebOutcome(report, past: past, session, notices: notices)
  }

  private func add(
    _ id: TaskID, _ line: String, _ made: Timestamp, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    let draft = try QuickAdd.read(line: line, now: made, fields: session.store.fields)
    let context = try ActiveContext.of(session.store, now: session.now)
    let completed = context?.query.completing(draft) ?? draft
    var isThere = false
    let report = try session.store.write("add") { reading in
      isThere = reading.task(withID: id) != nil
      if isThere { return [] }
      var new = NewTasks(in: session.store, after: reading)
      return [.add(try new.task(completed, id: id))]
    }
    return isThere ? .repeated(id) : WebOutcome(report, past: "Added", session)
  }

  private func retitle(
    _ id: String, _ text: Text, _ base: Text?, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    // As one word, so that nothing in it is read as a key or a tag.
    let draft = try QuickAdd.read(["title:\(text)"], mode: .modify, now: session.now)
    return try perform(ModifyTask(draft), on: [id], "Renamed", session) { task in
      guard let base, task.title != base, task.title != text else { return }
      throw WebAnswer.refusal(
        .conflict, "failed",
        "the title was changed meanwhile to: \(ControlCharacters.escaped(task.title))")
    }
  }

  private func rewrite(
    _ id: String, _ text: Text, _ base: Text, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    let action = RewriteNotes(text, editedFrom: base)
    let task = try session.store.readUnchecked().document(id).task
    var outcome = try perform(action, on: [id], "Saved", session)
    if action.merges(with: task) {
      outcome.warning = "the notes were changed elsewhere meanwhile; both are kept"
    }
    return outcome
  }

  /// Ticks a checkbox. One that has moved since it was shown is found by its text.
  private func check(
    _ id: String, _ number: Int, _ text: Text, _ isChecked: Bool, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    func place(in task: Task) throws -> Int {
      let meant = MarkupJSON(Markup(task)).checkboxes.filter { $0.text == text.string }
      guard let box = meant.first(where: { $0.number == number }) ?? meant.first else {
        throw WebAnswer.refusal(.conflict, "failed", "the checkbox '\(text)' is no longer there")
      }
      return box.number
    }
    let found = try place(in: session.store.readUnchecked().document(id).task)
    return try perform(
      SetCheckboxes([found], to: isChecked), on: [id], isChecked ? "Ticked" : "Cleared", session
    ) { task in
      guard try place(in: task) == found else {
        throw WebAnswer.refusal(.conflict, "failed", "the checkbox '\(text)' has just moved")
      }
    }
  }

  private func change(
    _ ids: [String], to word: String, _ shown: [ShownState?], _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    let (action, past) =
      switch word {
      case "done": (ChangeState.done, "Done")
      case "reopen": (ChangeState.reopen, "Reopened")
      case "start": (ChangeState.start, "Started")
      case "wait": (ChangeState.wait, "Waiting")
      case "cancel": (ChangeState.cancel, "Canceled")
      default: (ChangeState.state(word), "Changed")
      }
    let reading = try session.store.readUnchecked()
    var first: TaskID?
    let wanted = try ids.enumerated().filter { place, id in
      let task = try reading.document(id).task
      first = first ?? task.id
      // A repeating task that was finished stands at its next date, and would be finished once more.
      let repeats = task.scheduled?.isRepeating == true || task.deadline?.isRepeating == true
      guard repeats, place < shown.count, let shown = shown[place] else { return true }
      return shown.isShown(of: task)
    }
    if wanted.isEmpty, let first { return .repeated(first) }
    return try perform(action, on: wanted.map(\.element), past, session)
  }

  private func move(_ id: String, to place: Place, _ session: StoreAccess.Session) throws
    -> WebOutcome
  {
    let report = try session.store.write("move") { reading in
      let task = try reading.document(id).task
      let destination: MoveTask.Destination =
        switch place {
        case .first: .top
        case .last: .bottom
        case .before(let other): .before(try reading.document(other).task)
        case .after(let other): .after(try reading.document(other).task)
        }
      return try Change.moving(task, to: destination, in: reading)
    }
    return WebOutcome(report, past: "Moved", session)
  }

  /// Of several values of one field, the first is settled.
  private func settle(
    _ id: String, _ field: Text, takes: Bool, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    let task = try session.store.readUnchecked().document(id).task
    let report = try session.store.write(takes ? "conflicts take" : "conflicts keep") { reading in
      let values = DroppedValues(try reading.document(id))
      if !values.has(field) { return [] }
      return takes
        ? [try values.taking(values.value(of: field), now: session.now, settles: true)]
        : [try values.forgetting(field)]
    }
    return WebOutcome(report, past: takes ? "Taken" : "Kept", session, of: task)
  }

  private func finishSteps(of id: String, _ session: StoreAccess.Session) throws -> WebOutcome {
    let task = try session.store.readUnchecked().document(id).task
    let report = try session.store.perform(ChangeState.done) { reading in
      try TaskRelations(reading).openSteps(below: task.id).map { try reading.document(of: $0) }
    }
    return WebOutcome(report, past: "Steps done", session, of: task)
  }

  private func clock(_ id: String?, _ session: StoreAccess.Session) throws -> WebOutcome {
    let (store, reading) = (session.store, try session.store.read())
    let running = reading.clocking.map { $0.id.text.string }
    guard let word = id ?? running.first else { return .repeated(nil, "No clock runs") }
    let report =
      id == nil
      ? try store.clock(.end(at: nil), of: running, dryRun: false)
      : try store.startClock(of: word, at: nil, dryRun: false)
    return WebOutcome(
      report, past: id == nil ? "Clock stopped" : "Clock started", session,
      of: try reading.document(word).task)
  }

  private func undo(
    _ commit: String?, of id: TaskID?, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    let reversal = Reversal(in: session.store)
    let report =
      try commit.map { try reversal.undo(operation: $0, of: id) } ?? reversal.undo(last: 1)
    return WebOutcome(report, past: "Undone", session)
  }

  private func subscribe(
    _ subscription: PushSubscription, _ session: StoreAccess.Session
  ) throws -> WebOutcome {
    let book = PushBook(session.store)
    guard (try? PushCrypto.agree(book.secret(), subscription.point)) != nil else {
      throw WebCommand.refusal("this is not a key of a browser")
    }
    try AlertFeed(session.store).begin(now: session.now)
    try book.add(subscription, now: session.now)
    return WebOutcome(message: "Reminders come to this browser")
  }

  private func unsubscribe(_ endpoint: String, _ session: StoreAccess.Session) throws -> WebOutcome
  {
    try PushBook(session.store).remove(endpoint)
    return WebOutcome(message: "Reminders come to this browser only while the page is open")
  }

  private func react(
    to alert: AlertID, _ past: String, _ session: StoreAccess.Session,
    _ body: (Reminders) throws -> Void
  ) throws -> WebOutcome {
    try body(Reminders(of: session.store))
    var outcome = WebOutcome(message: past)
    outcome.id = alert.task
    return outcome
  }
}
