import Platform
import TasksCore
import TasksExchange
import TasksReminders
import TasksStore
import TasksTerminal

/// The changes that keys ask for, each made as its verb makes it.
extension StoreClient {
  package func perform(_ operation: Operation) -> Event {
    do {
      return .changed(try outcome(of: operation))
    } catch let error as ActionError {
      _ = said.take()
      guard case .blocked(let id, let title, let others) = error,
        case .finish(let ids, let forced) = operation
      else { return .refused(error.message, operation) }
      let names = others.map { ControlCharacters.escaped(Text($0)) }.joined(separator: ", ")
      return .asked(
        "'\(ControlCharacters.escaped(title))' depends on \(names); finish it now?",
        .finish(ids, forced: forced.union([id])))
    } catch {
      _ = said.take()
      return .refused(StoreClient.message(of: error), operation)
    }
  }

  /// Whether a change may take long, since hooks run or git's index is locked.
  package var takesLong: Bool { store.runsHooks || store.isIndexLocked }

  /// Whether a change reads or writes encrypted notes: gpg may ask for a passphrase on the terminal.
  package func asksForPassphrase(_ operation: Operation) -> Bool {
    let ids: [TaskID] =
      switch operation {
      case .tick(let id, _): [id]
      case .note(let ids, _): ids
      default: []
      }
    return ids.contains { reading?.task(withID: $0)?.hasEncryptedNotes == true }
  }

  private func outcome(of operation: Operation) throws -> Outcome {
    switch operation {
    case .finish(let ids, let forced):
      var action = ChangeState.done
      action.forced = forced
      return try perform(action, on: ids, operation)
    case .reopen(let ids): return try perform(ChangeState.reopen, on: ids, operation)
    case .state(let ids, let keyword):
      return try perform(ChangeState.state(keyword), on: ids, operation)
    case .delete(let ids): return try perform(DeleteTask(), on: ids, operation)
    case .restore(let ids): return try perform(RestoreTask(), on: ids, operation)
    case .purge(let ids): return try perform(PurgeTask(), on: ids, operation)
    case .note(let ids, let text): return try perform(AppendNote(Text(text)), on: ids, operation)
    case .modify(let ids, let words):
      let draft = try QuickAdd.read(words, mode: .modify, now: now, fields: store.fields)
      return try perform(ModifyTask(draft), on: ids, operation)
    case .retitle(let id, let text, let was):
      // As one word, so that nothing in it is read as a key or a tag.
      let draft = try QuickAdd.read(
        ["title:\(text)"], mode: .modify, now: now, fields: store.fields)
      return try perform(ModifyTask(draft), on: [id], operation) { task in
        guard task.title != was, task.title != draft.title else { return }
        throw StoreError.invalid(
          "the title was changed meanwhile to: \(ControlCharacters.escaped(task.title))")
      }
    case .tick(let id, let box):
      return try perform(SetCheckboxes([box.number], to: !box.isTicked), on: [id], operation) {
        let boxes = MarkupJSON(Markup($0)).checkboxes
        guard !boxes.contains(where: { $0.number == box.number && $0.text == box.text }) else {
          return
        }
        throw StoreError.invalid("the box '\(box.text)' is no longer there; nothing was changed")
      }
    case .clock(let id): return try clock(id, operation)
    case .move(let id, let isAfter, let other):
      let report = try store.write("move") { reading in
        let (task, other) = (
          try reading.document(id.text.string).task, try reading.document(other.text.string).task
        )
        return try Change.moving(task, to: isAfter ? .after(other) : .before(other), in: reading)
      }
      return outcome(operation, "moved", report)
    case .settle(let id, let field, let takes):
      let report = try store.write(takes ? "conflicts take" : "conflicts keep") { reading in
        let values = DroppedValues(try reading.document(id.text.string))
        return takes
          ? [try values.taking(values.value(of: Text(field)), now: now, settles: true)]
          : [try values.forgetting(Text(field))]
      }
      return outcome(operation, takes ? "taken:" : "kept:", report)
    case .add(let lines, let place): return try add(lines, on: place, operation)
    case .undo(let commit):
      return broughtBack(operation, "undone", try Reversal(in: store).undo(operation: commit))
    case .redo: return broughtBack(operation, "done again", try Reversal(in: store).redo())
    case .enter(let name):
      try ActiveContext.enter(name, in: store)
      return Outcome(operation, name.map { "context \($0)" } ?? "no context", commit: nil)
    case .remind(let ids, let later): return try remind(ids, later: later, operation)
    }
  }

  /// - Parameter check: Throws if a task is no longer as it was shown.
  private func perform(
    _ action: some TaskAction, on ids: [TaskID], _ operation: Operation,
    check: (Task) throws -> Void = { _ in }
  ) throws -> Outcome {
    let report = try store.perform(action) { reading in
      let documents = try reading.documents(ids.map(\.text.string))
      for document in documents {
        if document.task.isDeleted, !(action is RestoreTask || action is PurgeTask) {
          throw StoreError.invalid(
            "\(reading.short(document.task)) \(document.task.shownTitle) is in the trash")
        }
        try check(document.task)
      }
      return documents
    }
    for change in report.changed {
      guard let old = change.old, let new = change.new else { continue }
      if case .finish = operation, new.isOpen,
        let next = [new.deadline, new.scheduled].compactMap({ $0?.start }).min(by: {
          $0.date < $1.date
        })
      {
        said.add("again \(RelativeDate(now: now).text(next))")
      }
      if let notice = action.notice(from: old, to: new, short: report.reading.short(new)) {
        said.add(notice)
      }
    }
    if case .state(_, let keyword) = operation {
      return outcome(operation, "\(keyword):", report)
    }
    return outcome(operation, action.past, report)
  }

  private func clock(_ id: TaskID, _ operation: Operation) throws -> Outcome {
    let name = id.text.string
    let runs = (try store.read().clocking).contains { $0.id == id }
    let report =
      runs
      ? try store.clock(.end(at: nil), of: [name], dryRun: false)
      : try store.startClock(of: name, at: nil, dryRun: false)
    let made = outcome(operation, runs ? "clocked out" : "clocked in", report)
    // Another clock that ran has ended.
    guard report.changed.count > 1, let task = report.reading.task(withID: id) else { return made }
    return Outcome(
      operation,
      "clocked in \(report.reading.short(task)) \(task.shownTitle), and out of the other",
      commit: made.commit)
  }

  /// A new task has what the context and the screen ask of all of theirs.
  private func add(_ lines: [String], on place: Place, _ operation: Operation) throws -> Outcome {
    let context = try ActiveContext.of(store, now: now)
    let own: String? =
      switch place {
      case .list(.inbox): "list:inbox"
      case .list(.view(let name)): try Views(of: store).known(name).filter
      default: nil
      }
    let asked = try own.map { try Query.read(line: $0, now: now, fields: store.fields) }
    let drafts = try lines.map { line in
      let draft = try QuickAdd.read(line: line, now: now, fields: store.fields)
      return [context?.query, asked].compactMap(\.self).reduce(draft) { $1.completing($0) }
    }
    let report = try store.write("add") { reading in
      var new = NewTasks(in: store, after: reading)
      return try drafts.map { .add(try new.task($0)) }
    }
    var outcome = outcome(operation, "added", report)
    outcome.task = report.changed.last?.new?.id
    return outcome
  }

  private func remind(_ ids: [TaskID], later: Bool, _ operation: Operation) throws -> Outcome {
    let reminders = Reminders(of: store)
    if later {
      let minutes = try UserSettings(variable: context.variable).snoozeMinutes()
      _ = try reminders.snooze(ids, until: now.elapsing(minutes: minutes), now: now)
    } else {
      _ = try reminders.dismiss(ids, now: now)
    }
    return Outcome(
      operation, later ? "the reminder comes again" : "the reminder is seen", commit: nil)
  }

  /// The cursor goes to the one task that an undo changes.
  private func broughtBack(_ operation: Operation, _ past: String, _ report: WriteReport) -> Outcome
  {
    var outcome = outcome(operation, past, report)
    if report.changed.count == 1 { outcome.task = report.changed[0].new?.id }
    return outcome
  }

  private func outcome(_ operation: Operation, _ past: String, _ report: WriteReport) -> Outcome {
    reading = report.reading
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    let what: String =
      switch tasks.count {
      case 0: report.isChange ? "\(past) the store's settings" : "nothing to change"
      case 1: "\(past) \(report.reading.short(tasks[0])) \(tasks[0].shownTitle)"
      default: "\(past) \(tasks.count) tasks"
      }
    return Outcome(operation, what + said.take(), commit: report.commit)
  }
}
