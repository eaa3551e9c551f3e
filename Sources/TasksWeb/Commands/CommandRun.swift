import TasksCore
import TasksExchange
import TasksPlanning
import TasksReminders
import TasksStore

extension WebCommand {
  /// Carries the command out.
  func run(_ visit: StoreRoom.Visit) throws -> WebOutcome {
    switch self {
    case .add(let id, let line, let made): try add(id, line, made ?? visit.now, visit)
    case .modify(let id, let line, let made):
      try perform(
        ModifyTask(
          try QuickAdd.read(
            WebCommand.words(of: line), mode: .modify, now: made ?? visit.now,
            fields: visit.store.fields)),
        on: id, "Changed", visit)
    case .title(let id, let text, let base): try retitle(id, text, base, visit)
    case .notes(let id, let text, let base): try rewrite(id, text, base, visit)
    case .box(let id, let number, let text, let isChecked):
      try check(id, number, text, isChecked, visit)
    case .state(let id, let word, let shown): try change(id, to: word, shown, visit)
    case .move(let id, let place): try move(id, to: place, visit)
    case .delete(let id): try perform(DeleteTask(), on: id, "Deleted", visit)
    case .restore(let id): try perform(RestoreTask(), on: id, "Restored", visit)
    case .purge(let id): try perform(PurgeTask(), on: id, "Removed for good", visit)
    case .undo(let commit): try undo(commit, visit)
    case .redo: WebOutcome(try Reversal(in: visit.store).redo(), past: "Done again")
    case .sync: WebOutcome(message: "Syncing")
    case .snooze(let alert, let minutes):
      try react(to: alert, "Later", visit) { reminders in
        _ = try reminders.snooze(
          [alert.task], until: visit.now.elapsing(minutes: minutes), now: visit.now)
      }
    case .dismiss(let alert):
      try react(to: alert, "Seen", visit) { reminders in
        _ = try reminders.dismiss([alert.task], now: visit.now)
      }
    case .subscribe(let subscription): try subscribe(subscription, visit)
    case .unsubscribe(let endpoint): try unsubscribe(endpoint, visit)
    }
  }

  /// Splits a line of changes at its blanks, as a shell does.
  static func words(of line: String) -> [String] {
    line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }).map(String.init)
  }

  /// - Parameter check: Throws if the task is no longer as the page showed it.
  private func perform(
    _ action: some TaskAction, on id: String, _ past: String, _ visit: StoreRoom.Visit,
    check: (Task) throws -> Void = { _ in }
  ) throws -> WebOutcome {
    var notices: [String] = []
    let report = try visit.store.perform(action) { reading in
      let documents = try reading.documents([id])
      for document in documents { try check(document.task) }
      return documents
    }
    for case (let old?, let new?) in report.changed.map({ ($0.old, $0.new) }) {
      if let notice = action.notice(from: old, to: new, short: report.reading.short(new)) {
        notices.append(notice)
      }
    }
    return WebOutcome(report, past: past, said: visit.said.lines + notices)
  }

  private func add(
    _ id: TaskID, _ line: String, _ made: Timestamp, _ visit: StoreRoom.Visit
  ) throws -> WebOutcome {
    let draft = try QuickAdd.read(line: line, now: made, fields: visit.store.fields)
    let context = try ActiveContext.of(visit.store, now: visit.now)
    let completed = context?.query.completing(draft) ?? draft
    var isThere = false
    let report = try visit.store.write("add") { reading in
      isThere = reading.task(withID: id) != nil
      if isThere { return [] }
      var new = NewTasks(in: visit.store, after: reading)
      return [.add(try new.task(completed, id: id))]
    }
    return isThere ? .repeated(id) : WebOutcome(report, past: "Added", said: visit.said.lines)
  }

  private func retitle(
    _ id: String, _ text: Text, _ base: Text?, _ visit: StoreRoom.Visit
  ) throws -> WebOutcome {
    // As one word, so that nothing in it is read as a key or a tag.
    let draft = try QuickAdd.read(["title:\(text)"], mode: .modify, now: visit.now)
    return try perform(ModifyTask(draft), on: id, "Renamed", visit) { task in
      guard let base, task.title != base, task.title != text else { return }
      throw WebAnswer.refusal(
        .conflict, "failed",
        "the title was changed meanwhile to: \(ControlCharacters.escaped(task.title))")
    }
  }

  private func rewrite(
    _ id: String, _ text: Text, _ base: Text, _ visit: StoreRoom.Visit
  ) throws -> WebOutcome {
    let action = RewriteNotes(text, editedFrom: base)
    let task = try visit.store.readUnchecked().document(id).task
    var outcome = try perform(action, on: id, "Saved", visit)
    if action.merges(with: task) {
      outcome.warning = "the notes were changed elsewhere meanwhile; both are kept"
    }
    return outcome
  }

  /// Ticks a checkbox. One that has moved since it was shown is found by its text.
  private func check(
    _ id: String, _ number: Int, _ text: Text, _ isChecked: Bool, _ visit: StoreRoom.Visit
  ) throws -> WebOutcome {
    func place(in task: Task) throws -> Int {
      let meant = MarkupJSON(Markup(task)).checkboxes.filter { $0.text == text.string }
      guard let box = meant.first(where: { $0.number == number }) ?? meant.first else {
        throw WebAnswer.refusal(.conflict, "failed", "the checkbox '\(text)' is no longer there")
      }
      return box.number
    }
    let found = try place(in: visit.store.readUnchecked().document(id).task)
    return try perform(
      SetCheckboxes([found], to: isChecked), on: id, isChecked ? "Ticked" : "Cleared", visit
    ) { task in
      guard try place(in: task) == found else {
        throw WebAnswer.refusal(.conflict, "failed", "the checkbox '\(text)' has just moved")
      }
    }
  }

  private func change(
    _ id: String, to word: String, _ shown: ShownState?, _ visit: StoreRoom.Visit
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
    let task = try visit.store.readUnchecked().document(id).task
    // A repeating task that was finished stands at its next date, and would be finished once more.
    let repeats = task.scheduled?.isRepeating == true || task.deadline?.isRepeating == true
    if let shown, repeats, !shown.isShown(of: task) {
      return .repeated(task.id)
    }
    return try perform(action, on: id, past, visit)
  }

  private func move(_ id: String, to place: Place, _ visit: StoreRoom.Visit) throws -> WebOutcome {
    let report = try visit.store.write("move") { reading in
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
    return WebOutcome(report, past: "Moved", said: visit.said.lines)
  }

  private func undo(_ commit: String?, _ visit: StoreRoom.Visit) throws -> WebOutcome {
    let reversal = Reversal(in: visit.store)
    let report = try commit.map { try reversal.undo(operation: $0) } ?? reversal.undo(last: 1)
    return WebOutcome(report, past: "Undone", said: visit.said.lines)
  }

  private func subscribe(
    _ subscription: PushSubscription, _ visit: StoreRoom.Visit
  ) throws -> WebOutcome {
    let book = PushBook(visit.store)
    guard (try? PushCrypto.agree(book.secret(), subscription.point)) != nil else {
      throw WebCommand.refusal("this is not a key of a browser")
    }
    try AlertFeed(visit.store).begin(now: visit.now)
    try book.add(subscription, now: visit.now)
    return WebOutcome(message: "Reminders come to this browser")
  }

  private func unsubscribe(_ endpoint: String, _ visit: StoreRoom.Visit) throws -> WebOutcome {
    try PushBook(visit.store).remove(endpoint)
    return WebOutcome(message: "Reminders come to this browser only while the page is open")
  }

  private func react(
    to alert: AlertID, _ past: String, _ visit: StoreRoom.Visit, _ body: (Reminders) throws -> Void
  ) throws -> WebOutcome {
    try body(Reminders(of: visit.store))
    var outcome = WebOutcome(message: past)
    outcome.id = alert.task
    return outcome
  }
}
