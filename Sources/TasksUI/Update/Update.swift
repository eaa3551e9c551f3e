import TasksCore
import TasksSync

/// Returns the state after an event, and what is to be done outside of it.
package func update(_ state: ScreenState, _ event: Event) -> (ScreenState, [Effect]) {
  var state = state
  var effects = state.take(event)
  state.settle()
  if let wanted = state.wantedDetail, state.detail?.key != wanted, !effects.contains(.read) {
    effects.append(.show(wanted))
  }
  return (state, effects)
}

extension ScreenState {
  fileprivate mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .input(.key(let key)): return take(key)
    case .input(.paste(let text)): return paste(text)
    case .input(.mouse(let button, let row, let column)): return click(button, row, column)
    case .input(.focus(let isThere)): return isThere ? [.read] : []
    case .resized(let columns, let rows): size = (columns, rows)
    case .minute(let now):
      self.now = now
      return [.read]
    case .read(let reading): show(reading)
    case .unread(let text):
      if case .filter = mode { filterError = text } else { say(error: text) }
    case .detail(let detail): show(detail)
    case .changed(let outcome): return end(outcome)
    case .refused(let text, let operation): refuse(text, operation)
    case .saving: message = Message(text: "saving…")
    case .told(let text):
      let lines = text.split(whereSeparator: \.isNewline).map { " · " + $0 }
      let shown = message ?? Message(text: "")
      message = Message(text: shown.text + lines.joined(), isError: shown.isError)
    case .asked(let question, let operation): mode = .confirm(question, operation)
    case .prompting(let prompt): mode = .prompt(prompt)
    case .offered(let words): take(offers: words)
    case .returned(let commits):
      for commit in commits { noteChange(commit, "") }
      if !commits.isEmpty { say("\(commits.count.counted("change")) made · u undoes") }
      return [.redraw, .read]
    case .linked(let id, let links):
      if links.isEmpty { say("the task has no links") }
      if links.count == 1 { return [.run(["open", id.text.string, "1"], waits: false)] }
      if links.count > 1 { mode = .menu(Menu(.links(id, links.map(\.target)))) }
    case .syncing: sync = "syncing…"
    case .synced(let error, let told):
      if error == nil, !told.isEmpty { say(told) }
      sync = error == nil ? "synced \(now.shownTime)" : "sync failed"
      if let error {
        let reason = error.hasPrefix("tasks: ") ? String(error.dropFirst(7)) : error
        let asks = ["assword", "ermission", "uthenti", "could not read", "rompt"]
          .contains { reason.contains($0) }
        say(error: "the sync failed: \(reason)" + (asks ? " · on the terminal: :sync" : ""))
      }
      return [.read]
    }
    return []
  }

  private mutating func take(_ key: Key) -> [Effect] {
    // Nothing is changed that is not seen.
    if size.columns < Geometry.smallest.columns || size.rows < Geometry.smallest.rows {
      return key == Key("q") || key.name == "^C" ? [.quit] : key.name == "^Z" ? [.suspend] : []
    }
    if case .action(let action) = settings.keys.binding(of: key),
      KeyTable.everywhere.contains(action)
    {
      return run(action)
    }
    switch mode {
    case .normal:
      switch settings.keys.binding(of: key) {
      case .action(let action): return run(action)
      case .verb(let line): return runVerb(line)
      case nil: say("\(key.name) has no meaning here; ? lists the keys")
      }
      return []
    case .filter(let line, let before, let row): return take(key, filtering: line, before, row)
    case .prompt(let prompt): return take(key, at: prompt)
    case .menu(let menu): return take(key, in: menu)
    case .confirm(_, let operation):
      switch key.name.lowercased() {
      case "y":
        mode = .normal
        return [.perform(operation)]
      case "n", "esc", "^c": mode = .normal
      default: break
      }
      return []
    }
  }

  mutating func say(_ text: String) { tell(Message(text: text)) }
  mutating func say(error text: String) { tell(Message(text: text, isError: true)) }

  private mutating func tell(_ new: Message) {
    message = new
    messages = messages.suffix(49) + [new]
  }

  // MARK: Places

  /// Keeps the cursor on the list and in sight.
  fileprivate mutating func settle() {
    cursor = max(0, min(cursor, rows.rows.count - 1))
    if rows.rows.isEmpty { isInTask = false }
    let geometry = Geometry(of: self)
    top = geometry.top(of: self)
    if let lines = detail?.lines.count {
      detailTop = max(0, min(detailTop, lines - geometry.taskHeight))
    }
  }

  mutating func go(to place: Place) -> [Effect] {
    (self.place, landing, cursor, top) = (place, .first, 0, 0)
    (kept, marks, lastMark) = ([], [:], nil)
    (isInTask, isZoomed, isWalking) = (false, false, false)
    span = AgendaSpan()
    return [.read]
  }

  /// Shows what was read. The cursor stays on its row and on its line of the screen; if the row has gone, it goes to the
  /// next one below.
  private mutating func show(_ new: Reading) {
    let old = rows
    let line = old.lineOfRow.indices.contains(cursor) ? old.lineOfRow[cursor] - top : 0
    let before = current
    reading = new
    filterError = nil
    for row in new.rows.rows {
      if let id = row.id, marks[id] != nil { marks[id] = row }
    }
    switch landing {
    case .first: (cursor, top) = (0, 0)
    case .day(let day):
      cursor = new.rows.rows.firstIndex { $0.part >= day } ?? new.rows.rows.count - 1
    case .same, .moved:
      cursor = returning.flatMap { new.rows.row(of: $0) } ?? place(in: old)
      returning = nil
    case .after(let id):
      cursor = place(in: old)
      if current?.id == id { cursor += 1 }
      if cursor >= rows.rows.count { endWalk() }
    case .task(let id): cursor = new.rows.row(of: id) ?? place(in: old)
    case .added(let id):
      cursor = new.rows.row(of: id) ?? place(in: old)
      if new.rows.row(of: id) == nil {
        message?.text += " · not on this screen: g l shows all"
      }
    }
    if landing != .first, landing != .moved, rows.lineOfRow.indices.contains(cursor) {
      top = max(0, rows.lineOfRow[cursor] - line)
    }
    landing = .same
    // The task that is shown may be another text now, and another one if it has gone.
    if current?.id != before?.id, !isWalking { (isInTask, isZoomed) = (false, false) }
    if current?.id != detail?.key.id { (stop, detailTop) = (nil, 0) }
    detail = nil
    if isWalking, rows.rows.isEmpty { endWalk() }
  }

  private mutating func endWalk() {
    guard isWalking else { return }
    (isWalking, isInTask, isZoomed) = (false, false, false)
    if rows.rows.isEmpty, message == nil { return say("the inbox is empty") }
    message = Message(text: (message.map { $0.text + " · " } ?? "") + "that was the whole inbox")
  }

  /// The row that the cursor was on, or the next one below that is still there.
  private func place(in old: RowSource) -> Int {
    guard old.rows.indices.contains(cursor) else { return 0 }
    for (offset, row) in old.rows[cursor...].enumerated() {
      if let place = rows.row(of: row, near: cursor + offset) { return place }
    }
    for (offset, row) in old.rows[..<cursor].reversed().enumerated() {
      if let place = rows.row(of: row, near: cursor - 1 - offset) { return place }
    }
    return 0
  }

  private mutating func show(_ new: TaskDetail) {
    detail = new
    if let stop, !new.stops.indices.contains(stop) { self.stop = new.stops.isEmpty ? nil : 0 }
    if isInTask, stop == nil { enterTask() }
  }

  /// The cursor begins on the first box or link that is seen.
  mutating func enterTask() {
    guard let detail else { return }
    let height = Geometry(of: self).taskHeight
    stop = detail.stops.firstIndex { (detailTop..<detailTop + height).contains($0.line) }
  }

  // MARK: Changes

  /// Makes a change, or asks first where `u` would have to bring much back.
  mutating func perform(_ operation: Operation) -> [Effect] {
    let question: String? =
      switch operation {
      case .delete(let ids) where ids.count > 1: "delete \(ids.count) tasks?"
      case .purge(let ids): "remove \(ids.count.counted("task")) for good?"
      case .add(let lines, _) where lines.count > 1: "add \(lines.count) tasks?"
      default:
        operation.several.flatMap { $0.count > 10 ? "\($0.what): \($0.count) tasks?" : nil }
      }
    guard let question else { return [.perform(operation)] }
    mode = .confirm(question, operation)
    return []
  }

  private mutating func refuse(_ text: String, _ operation: Operation) {
    if case .undo(let commit) = operation, undoable.last?.commit == commit {
      _ = undoable.popLast()
    }
    guard case .prompt(var prompt) = mode else { return say(error: text) }
    prompt.error = text
    mode = .prompt(prompt)
  }

  /// Notes a change that `u` takes back.
  private mutating func noteChange(_ commit: String, _ words: String) {
    redoable = 0
    undoable.append((commit, words))
  }

  private mutating func end(_ outcome: Outcome) -> [Effect] {
    if case .prompt(let prompt) = mode {
      typed.append(prompt.line.text)
      mode = .normal
    }
    var text = outcome.message
    var movesOn = isWalking
    switch outcome.operation {
    case .undo(let commit):
      if let made = undoable.first(where: { $0.commit == commit }), !made.words.isEmpty {
        text = "undone: " + made.words
      }
      undoable.removeAll { $0.commit == commit }
      redoable += 1
      // In the history that key undoes what is under the cursor.
      if place != .history { text += " · U does it again" }
      movesOn = false
    case .redo:
      redoable -= 1
      if let commit = outcome.commit { undoable.append((commit, outcome.message)) }
      movesOn = false
    default:
      if let commit = outcome.commit {
        noteChange(commit, outcome.message)
        text += settings.keys.names(of: .undo).first.map { " · \($0) undoes" } ?? ""
      }
    }
    switch outcome.operation {
    case .finish(let ids, _), .state(let ids, _): kept.formUnion(ids)
    default: break
    }
    if case .move = outcome.operation { landing = .moved }
    if case .tick = outcome.operation { movesOn = false }
    if let task = outcome.task {
      if case .add = outcome.operation {
        landing = .added(task)
      } else if place != .history {
        landing = .task(task)
      }
    } else if movesOn, let id = current?.id {
      landing = .after(id)
    }
    marks = [:]
    say(text)
    return [.read]
  }
}

extension Timestamp {
  /// The time of day: `9:02`.
  var shownTime: String { minute.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" } ?? "" }
}
