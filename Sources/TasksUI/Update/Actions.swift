import TasksCore
import TasksSync

extension ScreenState {
  /// Does what an action of the key table says.
  mutating func run(_ action: Action) -> [Effect] {
    if let number = action.view { return openView(number - 1) }
    if let effects = isInTask ? moveInTask(action) : moveInList(action) { return effects }
    switch action {
    case .redraw: return [.redraw, .read]
    case .suspend: return [.suspend]
    default:
      message = nil
      return runOnce(action)
    }
  }

  private mutating func runOnce(_ action: Action) -> [Effect] {
    switch action {
    case .go: mode = .menu(Menu(.go))
    case .help: mode = .menu(Menu(.help(LineEditor())))
    case .filter: mode = .filter(LineEditor(filter), before: filter, at: current)
    case .back: return back()
    case .quit: return isInTask || place != firstPlace ? leave() : [.quit]
    case .open: return open()
    case .pane: turnPane()
    case .zoom: return zoom()
    case .mark: mark()
    case .range: markRange()
    case .markAll:
      let all = rows.rows.filter { $0.id != nil }
      let isAll = all.allSatisfy { $0.id.map { marks[$0] != nil } ?? true }
      marks = [:]
      if !isAll { for row in all { if let id = row.id { marks[id] = row } } }
    case .previous, .next: return turnView(action == .next ? 1 : -1)
    case .context: mode = .menu(Menu(.contexts))
    case .walk: return walk()
    case .reminders:
      if reading.reminded.isEmpty {
        say("no task has reminded")
      } else {
        mode = .menu(Menu(.reminders))
      }
    case .sync: return [.sync]
    case .mouse:
      hasMouse.toggle()
      say(
        hasMouse
          ? "the mouse selects tasks; M leaves it to the terminal" : "the mouse is the terminal's")
      return [.mouse(hasMouse)]
    case .undo:
      if let made = undoable.last { return perform(.undo(commit: made.commit)) }
      say("there is nothing of this session to undo; g h shows what was before, U undoes it there")
    case .redo: return redo()
    case .add: mode = .prompt(Prompt(.add(place)))
    case .verb: mode = .prompt(Prompt(.verb))
    default: return change(action)
    }
    return []
  }

  /// Does what takes tasks.
  private mutating func change(_ action: Action) -> [Effect] {
    let ids = targets
    guard let row = current, let id = row.id, !ids.isEmpty else {
      say("there is no task here")
      return []
    }
    if place == .history, !isInTask {
      say("\(settings.keys.names(of: .redo)) undoes this change; Enter shows the task as it is")
      return []
    }
    let takesOne: [Action] = [.title, .fields, .clock, .moveDown, .moveUp]
    if takesOne.contains(action), !isInTask, !marks.isEmpty, ids != [id] {
      say("this takes one task; Esc takes back the marks")
      return []
    }
    switch action {
    case .done: return finish()
    case .state:
      if place == .conflicts { return perform(.settle(id, field: row.part, takes: true)) }
      mode = .menu(Menu(.states))
    case .priority: mode = .menu(Menu(.priorities))
    case .title: mode = .prompt(Prompt(.title(id, was: row.title), row.title.string))
    case .note: mode = .prompt(Prompt(.note(ids)))
    case .modify: mode = .prompt(Prompt(.modify(ids)))
    case .fields: return [.prompt(.fields(id, was: ""))]
    case .deadline: return [.prompt(.field("due", ids))]
    case .scheduled: return [.prompt(.field("sched", ids))]
    case .refile: return [.prompt(.field("list", ids))]
    case .clock: return perform(.clock(id))
    case .delete:
      let (trash, rest) = (chosen.filter(\.isDeleted), chosen.filter { !$0.isDeleted })
      return perform(rest.isEmpty ? .purge(trash.compactMap(\.id)) : .delete(rest.compactMap(\.id)))
    case .moveDown, .moveUp: return move(id, by: action == .moveDown ? 1 : -1)
    case .stateLeft, .stateRight: return moveState(ids, by: action == .stateRight ? 1 : -1)
    case .edit: return [.run(["edit"] + ids.map(\.text.string), waits: false)]
    case .link: return openLink()
    default: break
    }
    return []
  }

  private mutating func finish() -> [Effect] {
    if place == .conflicts, let row = current, let id = row.id {
      return perform(.settle(id, field: row.part, takes: false))
    }
    if isInTask, let id = current?.id, case .box(let box) = currentStop?.kind {
      return perform(.tick(id, box))
    }
    let tasks = chosen
    let deleted = tasks.filter(\.isDeleted)
    if !deleted.isEmpty { return perform(.restore(deleted.compactMap(\.id))) }
    let open = tasks.filter { !$0.isDone }
    return perform(
      open.isEmpty ? .reopen(tasks.compactMap(\.id)) : .finish(open.compactMap(\.id)))
  }

  private mutating func redo() -> [Effect] {
    if place == .history, let row = current {
      if undoable.contains(where: { $0.commit == row.part }) {
        return perform(.undo(commit: row.part))
      }
      let count = rows.rows.count { $0.part == row.part }
      let what = count > 1 ? "all \(count) changes of this one" : "'\(row.verb) \(row.short)'"
      mode = .confirm("undo \(what), \(row.about)?", .undo(commit: row.part))
      return []
    }
    if redoable > 0 { return perform(.redo) }
    say("there is no undo to do again")
    return []
  }

  /// Moves a task beside its neighbour in the order by hand.
  private mutating func move(_ id: TaskID, by step: Int) -> [Effect] {
    guard place.canMove, filter.isEmpty || place == .board else {
      say("the order by hand is changed on the order screen: g o")
      return []
    }
    let group = rows.groups.first { $0.rows.contains(cursor) }?.rows ?? rows.rows.indices
    guard group.contains(cursor + step), let other = rows.rows[cursor + step].id else {
      say(step > 0 ? "it is the last one here" : "it is the first one here")
      return []
    }
    return perform(.move(id, isAfter: step > 0, other))
  }

  private mutating func moveState(_ ids: [TaskID], by step: Int) -> [Effect] {
    let groups = rows.groups
    guard place == .board, let group = groups.firstIndex(where: { $0.rows.contains(cursor) }) else {
      say("states are moved on the board: g b")
      return []
    }
    guard groups.indices.contains(group + step) else { return [] }
    let keyword = groups[group + step].heading.prefix { $0 != " " }
    return perform(.state(ids, String(keyword)))
  }

  // MARK: Other programs

  private mutating func openLink() -> [Effect] {
    guard let id = current?.id else { return [] }
    if isInTask, case .link(let number) = currentStop?.kind {
      return [.run(["open", id.text.string, "\(number)"], waits: false)]
    }
    return [.openLink(id)]
  }

  /// Runs a line of `:`, in which `%` is the tasks and `%f` the filter.
  mutating func runVerb(_ line: String) -> [Effect] {
    var words: [String] = []
    for word in line.shellWords {
      switch word {
      case "%":
        words += targets.map(\.text.string)
        marks = [:]
      case "%f": words += filter.shellWords
      default: words.append(word)
      }
    }
    if words.first == "tasks" { words.removeFirst() }
    guard !words.isEmpty else { return [] }
    if words.count == 1, ["q", "quit", "exit", "wq", "x"].contains(words[0]) { return [.quit] }
    return [.run(words, waits: true)]
  }
}

extension String {
  /// The words of a line; what is in quotes is of one word, as in a shell.
  fileprivate var shellWords: [String] {
    var words: [String] = []
    var quote: Character?
    var isOpen = false
    for character in self {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        if !isOpen { words.append("") }
        isOpen = true
      } else if quote == nil, character == " " {
        isOpen = false
      } else {
        if !isOpen { words.append("") }
        isOpen = true
        words[words.count - 1].append(character)
      }
    }
    return words
  }
}
