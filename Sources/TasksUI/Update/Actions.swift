import TasksCore
import TasksSync

extension ScreenState {
  /// Does what an action of the key table says.
  mutating func run(_ action: Action) -> [Effect] {
    if let number = action.view { return openView(number) }
    switch action {
    case .down: cursor += 1
    case .up: cursor -= 1
    case .pageDown: turn(1)
    case .pageUp: turn(-1)
    case .first: cursor = 0
    case .last: cursor = rows.rows.count - 1
    case .redraw: return [.redraw, .read]
    case .suspend: return [.suspend]
    default:
      message = nil
      return runOnce(action)
    }
    return []
  }

  private mutating func runOnce(_ action: Action) -> [Effect] {
    switch action {
    case .go: mode = .menu(Menu(kind: .go))
    case .help: mode = .menu(Menu(kind: .help(LineEditor())))
    case .filter: mode = .filter(LineEditor(filter), before: filter, at: current?.id)
    case .back: return back()
    case .quit: return screen == firstScreen ? [.quit] : go(to: firstScreen)
    case .mark: mark()
    case .range: markRange()
    case .markAll:
      let all = Set(rows.rows.map(\.id))
      marks = marks == all ? [] : all
    case .add: mode = .prompt(Prompt(.add))
    case .title:
      if let row = current {
        mode = .prompt(Prompt(.title(row.id, was: row.title), row.title.string))
      }
    case .done: return finish()
    case .delete:
      let (trash, rest) = (chosen.filter(\.isDeleted), chosen.filter { !$0.isDeleted })
      if !rest.isEmpty { return perform(.delete(rest.map(\.id))) }
      if !trash.isEmpty { return perform(.purge(trash.map(\.id))) }
    case .undo:
      if let commit = undoable.last { return perform(.undo(commit: commit)) }
      say("there is nothing of this session to undo; tasks undo takes back what was before")
    case .redo:
      if redoable > 0 { return perform(.redo) }
      say("there is no undo to do again")
    default: break
    }
    return []
  }

  private mutating func turn(_ pages: Int) {
    let rows = Geometry(of: self).page * pages
    cursor = max(0, min(self.rows.rows.count - 1, cursor + rows))
    top = max(0, top + rows)
  }

  private mutating func openView(_ number: Int) -> [Effect] {
    guard number <= reading.views.count else {
      say("there is no view \(number); tasks view save makes views")
      return []
    }
    return go(to: .view(reading.views[number - 1]))
  }

  /// Takes back marks, then the filter, then the screen.
  private mutating func back() -> [Effect] {
    if !marks.isEmpty {
      marks = []
    } else if !filter.isEmpty {
      filter = ""
      return [.read]
    } else if screen != firstScreen {
      return go(to: firstScreen)
    }
    return []
  }

  private mutating func mark() {
    guard let id = current?.id else { return }
    if marks.remove(id) == nil { marks.insert(id) }
    lastMark = id
    cursor += 1
  }

  private mutating func markRange() {
    guard let last = lastMark.flatMap({ rows.row(of: $0) }), current != nil else { return mark() }
    for row in rows.rows[min(last, cursor)...max(last, cursor)] { marks.insert(row.id) }
    lastMark = current?.id
  }

  private mutating func finish() -> [Effect] {
    let tasks = chosen
    if tasks.isEmpty { return [] }
    let deleted = tasks.filter(\.isDeleted)
    if !deleted.isEmpty { return perform(.restore(deleted.map(\.id))) }
    let open = tasks.filter { !$0.isDone }
    return perform(open.isEmpty ? .reopen(tasks.map(\.id)) : .finish(open.map(\.id)))
  }
}
