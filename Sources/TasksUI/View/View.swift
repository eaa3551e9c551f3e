import TasksCore
import TasksSync
import TasksTerminal

/// Returns what the terminal shows of a state.
package func view(_ state: ScreenState, _ glyphs: Glyphs) -> Screen {
  var frame = Frame(state)
  if state.size.columns < Geometry.smallest.columns || state.size.rows < Geometry.smallest.rows {
    frame.screen.put("tasks needs 40×10", row: 0, column: 0)
    frame.screen.put("q leaves", row: 1, column: 0)
  } else {
    if frame.geometry.listWidth > 0 {
      frame.drawTitle()
      frame.drawList()
    }
    if frame.geometry.taskWidth > 0 { frame.drawTask() }
    frame.drawMenu()
    frame.drawFoot()
  }
  if !glyphs.isWhole { frame.screen.makePlain() }
  return frame.screen
}

/// A screen that is being drawn.
struct Frame {
  let state: ScreenState
  let geometry: Geometry
  var screen: Screen

  init(_ state: ScreenState) {
    (self.state, geometry) = (state, Geometry(of: state))
    screen = Screen(columns: state.size.columns, rows: state.size.rows)
    screen.showsCursor = state.settings.showsCursor
  }

  var columns: Int { screen.columns }
  /// The row of the rule below the list.
  var rule: Int { geometry.listStart + geometry.listHeight }

  // MARK: Title

  mutating func drawTitle() {
    let (shown, count) = (state.rows.rows.count, state.reading.count)
    let total = state.filter.isEmpty ? nil : state.reading.total
    var counts =
      switch state.place {
      case .history:
        shown < ScreenState.longestHistory ? shown.counted("change") : "the last \(shown) changes"
      case .conflicts: shown.counted("value")
      case .agenda: shown == 1 ? "1 entry" : "\(shown) entries"
      default: ListSummary(group: state.place.group).text(count, of: total)
      }
    let overdue = state.rows.overdue
    if overdue > 0 { counts += " · \(overdue) overdue" }
    let span = state.place == .agenda ? "  \(state.reading.span)" : ""
    let context = state.reading.context.map { " · context \($0)" } ?? ""
    let filter = state.filter.isEmpty ? "" : " · \(state.filter)"
    let width = geometry.listWidth
    let room = width - CellWidth.of(counts) - 3
    let title = KeyTable.title(of: state.place) + span + context + filter
    screen.put(CellTable.cut(title, to: max(8, room)), Looks(.bold), row: 0, column: 1)
    screen.put(counts, Looks(.dim), row: 0, endingAt: width - 1)
  }

  // MARK: Menus

  /// Draws the choices of a menu over the end of the list.
  mutating func drawMenu() {
    guard case .menu(let menu) = state.mode else { return }
    let entries = state.entries(of: menu)
    let room = rule - 2
    let shown = min(entries.count, room)
    let start = max(0, min(menu.cursor - room / 2, entries.count - shown))
    let first = rule - shown
    let width = entries.reduce(0) { max($0, CellWidth.of($1.keys)) }
    for row in first - 1..<rule { screen.clear(row: row) }
    drawRule(first - 1)
    for (offset, entry) in entries[start..<start + shown].enumerated() {
      let row = first + offset
      screen.put(entry.keys, Looks(.id), row: row, column: Geometry.margin)
      screen.put(
        ControlCharacters.escaped(entry.words), row: row, column: Geometry.margin + width + 2)
      guard start + offset == menu.cursor else { continue }
      screen.put(">", row: row, column: 0)
      screen.add(Looks(.selected), row: row)
      screen.cursor = (row, Geometry.margin)
    }
  }

  mutating func drawRule(_ row: Int) {
    let sign =
      switch state.settings.border {
      case .unicode: "─"
      case .ascii: "-"
      case .none: " "
      }
    screen.put(String(repeating: sign, count: columns), Looks(.border), row: row, column: 0)
  }

  // MARK: Foot

  mutating func drawFoot() {
    drawRule(rule)
    if geometry.listWidth > 0, geometry.taskWidth > 0, state.settings.border == .unicode {
      screen.put("┴", Looks(.border), row: rule, column: geometry.taskStart - 2)
    }
    let last = screen.rows - 1
    switch state.mode {
    case .normal, .menu:
      for (offset, line) in geometry.message.enumerated() {
        screen.put(line, row: rule + 1 + offset, column: 0)
      }
      if case .menu(let menu) = state.mode, case .help(let line) = menu.kind {
        draw("? ", line)
      }
    case .filter(let line, _, _): draw("/ ", line)
    case .prompt(let prompt): draw(prompt.label, prompt.line, wrong: reading(of: prompt).wrong)
    case .confirm:
      for (offset, line) in geometry.message.enumerated() {
        let end = screen.put(line, Looks(.bold), row: rule + 1 + offset, column: 0)
        screen.cursor = (rule + 1 + offset, min(end + 1, columns - 1))
      }
    }
    let (hints, isError) = hints
    let status = [state.reading.status, state.sync].filter { !$0.isEmpty }.joined(separator: "  ")
    // Errors need all of the line, hints give way to what the status tells.
    let room = isError || CellWidth.of(status) > columns / 2 ? 0 : CellWidth.of(status) + 3
    let shown = CellTable.cut(hints, to: columns - 2 - room)
    let end = screen.put(shown, Looks(isError ? .error : .dim), row: last, column: 1)
    if end + 2 + CellWidth.of(status) <= columns {
      screen.put(status, Looks(.dim), row: last, endingAt: columns - 1)
    }
  }

  /// Draws a line that is typed, so that the place where it goes on is seen.
  ///
  /// - Parameter wrong: A word of it that cannot be read.
  private mutating func draw(_ label: String, _ line: LineEditor, wrong: String? = nil) {
    let row = rule + 1
    for below in row..<screen.rows - 1 { screen.clear(row: below) }
    let start = screen.put(label, Looks(.bold), row: row, column: 1)
    let room = columns - start - 1
    var text = line.text[...]
    var head = CellWidth.of(line.head)
    while head >= room, let first = text.first {
      head -= CellWidth.of(first)
      text = text.dropFirst()
    }
    screen.put(String(text), row: row, column: start)
    if line.isFresh {
      screen.add(Looks(.selected), row: row, columns: start..<start + CellWidth.of(String(text)))
    }
    if let wrong, let before = text.text(before: wrong) {
      let first = start + CellWidth.of(String(before))
      screen.add(
        Looks([.error, .underline]), row: row, columns: first..<first + CellWidth.of(wrong))
    }
    screen.cursor = (row, min(start + head, columns - 1))
    screen.showsCursor = true
  }

  /// What the last line says, and whether that is an error.
  private var hints: (text: String, isError: Bool) {
    if !state.offers.isEmpty { return (state.offers.joined(separator: "  "), false) }
    switch state.mode {
    case .normal: return (normalHints, false)
    case .filter:
      return state.filterError.map { ($0, true) } ?? (
        "Enter keeps  Tab completes  Esc gives up", false
      )
    case .prompt(let prompt):
      if let error = prompt.error { return (error.onOneLine, true) }
      let (text, isError, _) = reading(of: prompt)
      return (text, isError)
    case .menu(let menu):
      if case .help = menu.kind {
        return ("Enter does it  Esc leaves  what is typed narrows", false)
      }
      return ("a letter, or j k Enter  Esc leaves", false)
    case .confirm: return ("y does it  n does not", false)
    }
  }

  private var normalHints: String {
    let marks = state.marks.isEmpty ? "" : "\(state.marks.count) marked · "
    var own: [([Action], String)]
    if state.isWalking {
      own = [
        ([.open], "skips"), ([.undo], "undoes"), ([.quit], "leaves; any other action goes on"),
      ]
    } else if state.isInTask {
      let isLink =
        state.currentStop.map { if case .link = $0.kind { true } else { false } } ?? false
      own = [
        ([.down], "box or line"), isLink ? ([.link], "opens") : ([.done], "ticks"),
        ([.note], "note"),
      ]
      own += [([.edit], "edit"), ([.pane], "back")]
    } else {
      own =
        switch state.place {
        case .agenda:
          [([.left], "earlier"), ([.right], "later"), ([.now], "today"), ([.zoom], "day, month")]
        case .board: [([.left, .right], "column"), ([.stateLeft, .stateRight], "state")]
        case .tree: [([.left], "fold"), ([.right], "unfold"), ([.done], "done"), ([.add], "add")]
        case .history: [([.redo], "undoes this one"), ([.open], "the task")]
        case .conflicts: [([.state], "takes the dropped value"), ([.done], "keeps what is")]
        case .list(.deleted): [([.done], "restores"), ([.delete], "removes for good")]
        default: [([.done], "done"), ([.add], "add"), ([.title], "title"), ([.filter], "filter")]
        }
      own += [([.undo], "undo"), ([.go], "go")]
    }
    // What does not fit is left out, but for the last one.
    var parts = (own + [([.help], "keys")]).compactMap { actions, words -> String? in
      let keys = actions.compactMap {
        state.settings.keys.names(of: $0).split(separator: " ").first.map(String.init)
      }
      return keys.isEmpty ? nil : (keys + [words]).joined(separator: " ")
    }
    while parts.count > 1, CellWidth.of(marks + parts.joined(separator: "  ")) > columns - 2 {
      parts.remove(at: parts.count - 2)
    }
    return marks + parts.joined(separator: "  ")
  }

  /// How the line of a prompt is read: what the last line says, and the word that cannot be read.
  private func reading(of prompt: Prompt) -> (text: String, isError: Bool, wrong: String?) {
    let usual =
      switch prompt.kind {
      case .verb: "Enter runs it  Tab completes  Esc gives up"
      case .field: "Enter sets it, empty clears it  Tab completes  Esc gives up"
      case .title, .note: "Enter does it  Esc gives up"
      case .add: "Enter adds  Tab completes  ^E opens the editor  Esc gives up"
      default: "Enter does it  Tab completes  Esc gives up"
      }
    guard let operation = prompt.operation, !prompt.line.text.trimmed.isEmpty else {
      return (usual, false, nil)
    }
    do throws(InputError) {
      let (fields, now) = (state.reading.fields, state.now)
      let draft: Draft
      switch operation {
      case .add(let lines, _):
        draft = try QuickAdd.read(line: lines.first ?? "", now: now, fields: fields)
      case .modify(_, let words):
        draft = try QuickAdd.read(words, mode: .modify, now: now, fields: fields)
      default: return (usual, false, nil)
      }
      let parts = draft.parts(now: now).map { part in
        part.kind == .title ? "title \(part.text)" : part.text
      }
      return ((parts + [usual]).joined(separator: " · ").onOneLine, false, nil)
    } catch {
      return (error.description.onOneLine, true, error.word?.text)
    }
  }
}

extension Substring {
  /// The text before the last occurrence of a word; nil if there is none.
  fileprivate func text(before word: String) -> Substring? {
    if word.isEmpty { return nil }
    return indices.last { self[$0...].hasPrefix(word) }.map { self[..<$0] }
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " · ")
  }
}
