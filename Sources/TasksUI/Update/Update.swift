import TasksCore
import TasksSync

/// Returns the state after an event, and what is to be done outside of it.
package func update(_ state: ScreenState, _ event: Event) -> (ScreenState, [Effect]) {
  var state = state
  let effects = state.take(event)
  state.settle()
  return (state, effects)
}

extension ScreenState {
  fileprivate mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .input(.key(let key)): return take(key)
    case .input(.paste(let text)): return paste(text)
    case .input(.mouse): return []
    case .input(.focus(let isThere)): return isThere ? [.read] : []
    case .resized(let columns, let rows): size = (columns, rows)
    case .minute(let now):
      self.now = now
      return [.read]
    case .read(let reading): show(reading)
    case .unread(let text):
      if case .filter = mode { filterError = text } else { say(error: text) }
    case .changed(let outcome): return end(outcome)
    case .refused(let text, let operation):
      if case .undo = operation { _ = undoable.popLast() }
      guard case .prompt(var prompt) = mode else {
        say(error: text)
        break
      }
      prompt.error = text
      mode = .prompt(prompt)
    case .told(let text):
      let lines = text.split(whereSeparator: \.isNewline).map { " · " + $0 }
      let shown = message ?? Message(text: "")
      message = Message(text: shown.text + lines.joined(), isError: shown.isError)
    case .asked(let question, let operation): mode = .confirm(question, operation)
    }
    return []
  }

  private mutating func take(_ key: Key) -> [Effect] {
    if let action = KeyTable.action(of: key), KeyTable.everywhere.contains(action) {
      return run(action)
    }
    switch mode {
    case .normal:
      guard let action = KeyTable.action(of: key) else {
        say("\(key.name) has no meaning here; ? lists the keys")
        return []
      }
      return run(action)
    case .filter(let line, let before, let id): return take(key, filtering: line, before, id)
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

  mutating func say(_ text: String) { message = Message(text: text) }
  mutating func say(error text: String) { message = Message(text: text, isError: true) }

  // MARK: Places

  /// Keeps the cursor on the list and in sight.
  fileprivate mutating func settle() {
    cursor = max(0, min(cursor, rows.rows.count - 1))
    top = Geometry(of: self).top(of: self)
  }

  mutating func go(to screen: ListScreen) -> [Effect] {
    (self.screen, landing, cursor, top) = (screen, .first, 0, 0)
    (kept, marks, lastMark) = ([], [], nil)
    return [.read]
  }

  /// Shows what was read. The cursor stays on its task and on its line of the screen; if the task has gone, it goes to the
  /// next one below.
  private mutating func show(_ new: Reading) {
    let old = rows
    let line = old.lineOfRow.indices.contains(cursor) ? old.lineOfRow[cursor] - top : 0
    reading = new
    filterError = nil
    marks = marks.filter { new.rows.row(of: $0) != nil }
    switch landing {
    case .first: (cursor, top) = (0, 0)
    case .same: cursor = place(of: nil, old)
    case .back(let id): cursor = place(of: id, old)
    case .added(let id):
      cursor = place(of: id, old)
      if new.rows.row(of: id) == nil {
        message = message.map { Message(text: $0.text + " · not on this screen: g a shows all") }
      }
    }
    if landing != .first, rows.lineOfRow.indices.contains(cursor) {
      top = max(0, rows.lineOfRow[cursor] - line)
    }
    landing = .same
  }

  /// - Parameter id: The task that is wanted; without it, or another one, the one under the cursor.
  private func place(of id: TaskID?, _ old: RowSource) -> Int {
    if let row = id.flatMap({ rows.row(of: $0) }) { return row }
    guard old.rows.indices.contains(cursor) else { return 0 }
    for row in old.rows[cursor...] {
      if let place = rows.row(of: row.id, near: cursor) { return place }
    }
    return old.rows[..<cursor].last.flatMap { rows.row(of: $0.id, near: cursor - 1) } ?? 0
  }

  // MARK: Changes

  /// Makes a change, or asks first where `u` would have to bring much back.
  mutating func perform(_ operation: Operation) -> [Effect] {
    let question: String? =
      switch operation {
      case .delete(let ids) where ids.count > 1: "delete \(ids.count) tasks?"
      case .purge(let ids): "remove \(ids.count.counted("task")) for good?"
      case .finish(let ids, _) where ids.count > 10: "finish \(ids.count) tasks?"
      case .reopen(let ids) where ids.count > 10: "open \(ids.count) tasks again?"
      case .restore(let ids) where ids.count > 10: "restore \(ids.count) tasks?"
      case .add(let lines) where lines.count > 1: "add \(lines.count) tasks?"
      default: nil
      }
    guard let question else { return [.perform(operation)] }
    mode = .confirm(question, operation)
    return []
  }

  private mutating func end(_ outcome: Outcome) -> [Effect] {
    if case .prompt(let prompt) = mode {
      typed.append(prompt.line.text)
      mode = .normal
    }
    var text = outcome.message
    switch outcome.operation {
    case .undo:
      _ = undoable.popLast()
      redoable += 1
      text += " · U does it again"
    default:
      if case .redo = outcome.operation {
        redoable -= 1
      } else if outcome.commit != nil {
        redoable = 0
      }
      if let commit = outcome.commit {
        undoable.append(commit)
        text += " · u undoes"
      }
    }
    if case .finish(let ids, _) = outcome.operation { kept.formUnion(ids) }
    if let task = outcome.task { landing = .added(task) }
    marks = []
    say(text)
    return [.read]
  }
}
