import TasksCore
import TasksStore
import TasksSync

/// What a key asks for; the raw value is its name in settings.
package enum Action: String, CaseIterable, Sendable {
  case down, up, pageDown = "page-down", pageUp = "page-up", first, last, left, right, now
  case open, pane, back, go, previous, next, context, filter
  case done, state, priority, add, note, title, fields, modify, deadline, scheduled, refile
  case moveDown = "move-down", moveUp = "move-up"
  case stateLeft = "state-left", stateRight = "state-right"
  case clock, delete, mark, range, markAll = "mark-all"
  case undo, redo, edit, link, verb, walk, reminders, sync, zoom, mouse, redraw, suspend, help, quit
  case view1 = "view-1", view2 = "view-2", view3 = "view-3", view4 = "view-4", view5 = "view-5"
  case view6 = "view-6", view7 = "view-7", view8 = "view-8", view9 = "view-9"

  /// The number of the saved view that it opens, from 1.
  var view: Int? { rawValue.hasPrefix("view-") ? Int(rawValue.dropFirst(5)) : nil }
}

/// The keys of normal mode: the only place that says what a key does, and in which words.
package enum KeyTable {
  package typealias Row = (keys: String, action: Action, help: String)

  package static let rows: [Row] =
    [
      ("j ↓ ^N", .down, "the next task; in a task the next box or link, or a line"),
      ("k ↑ ^P", .up, "the task before"),
      ("^D PgDn", .pageDown, "a page down"),
      ("^U PgUp", .pageUp, "a page up"),
      ("Home", .first, "the first task; also g g"),
      ("G End", .last, "the last task"),
      ("h ←", .left, "fold; the column before; earlier days"),
      ("l →", .right, "unfold; the next column; later days"),
      (".", .now, "today, in the agenda"),
      ("Enter", .open, "the task; there: tick the box, open the link"),
      ("Tab", .pane, "into the task, and back to the list"),
      (
        "Space x", .done, "done, or open again; ticks a box; restores; keeps (conflicts)"
      ),
      ("t", .state, "set the state; takes the dropped value (conflicts)"),
      ("p", .priority, "set the priority"),
      ("a n", .add, "add a task; ^E goes on in the editor"),
      ("A", .note, "add a line to the notes"),
      ("e", .title, "change the title"),
      ("f", .fields, "change all fields as words"),
      ("m", .modify, "change fields of one or many: due:fri +tag -tag"),
      ("D", .deadline, "set the deadline (due)"),
      ("S", .scheduled, "set the scheduled date (when it begins)"),
      ("r", .refile, "put into a list"),
      ("J M-↓", .moveDown, "move down in the order by hand"),
      ("K M-↑", .moveUp, "move up in the order by hand"),
      ("H", .stateLeft, "the state of the column before, on the board"),
      ("L", .stateRight, "the state of the next column, on the board"),
      ("c", .clock, "clock in, or out"),
      ("d Delete", .delete, "delete; in the trash: for good"),
      ("v", .mark, "mark, and go down"),
      ("V", .range, "mark from the last mark to here"),
      ("*", .markAll, "mark all that is shown, or none"),
      ("u", .undo, "undo the last change of this session"),
      ("U ^R", .redo, "do again what was undone; in the history: undo this one"),
      ("E", .edit, "the file in the editor"),
      ("o", .link, "open a link"),
      (":", .verb, "any verb of tasks; % is the tasks, %f the filter"),
      ("/", .filter, "filter as you type"),
      ("g", .go, "go to another screen"),
      ("[", .previous, "the saved view before"),
      ("]", .next, "the next saved view"),
      ("@", .context, "enter or leave a context"),
      ("w", .walk, "walk through the inbox, one by one"),
      ("!", .reminders, "what has reminded: seen, or later"),
      ("s", .sync, "sync"),
      ("z", .zoom, "the task in the whole width; in the agenda: day, week, month"),
      ("M", .mouse, "use the mouse, or leave it to the terminal"),
      ("Esc ^C", .back, "take back marks, then the filter, then the screen"),
      ("^L", .redraw, "draw everything again"),
      ("^Z", .suspend, "suspend; fg comes back"),
      ("? F1", .help, "these keys"),
      ("q", .quit, "back to the first screen; there: quit"),
    ] + views

  /// The actions whose keys mean the same in all modes.
  static let everywhere: [Action] = [.suspend, .redraw]

  private static var views: [Row] {
    Action.allCases.compactMap { action in
      action.view.map { ("\($0)", action, "the saved view \($0) of g v") }
    }
  }

  package static func keys(_ names: String) -> [Key] {
    names.split(separator: " ").compactMap { Key(String($0)) }
  }

  /// The screens of `g`, each with its letter.
  package static let places: [(letter: Character, place: Place, name: ScreenName)] = [
    ("t", .list(.today), .today), ("o", .list(.order), .order), ("a", .agenda, .agenda),
    ("b", .board, .board), ("r", .tree, .tree), ("i", .list(.inbox), .inbox),
    ("d", .list(.done), .done), ("x", .list(.deleted), .trash), ("h", .history, .history),
    ("c", .conflicts, .conflicts), ("l", .list(.all), .all),
  ]

  /// The heading of a screen.
  static func title(of place: Place) -> String {
    if let name = places.first(where: { $0.place == place })?.name.rawValue {
      return name.prefix(1).uppercased() + name.dropFirst()
    }
    guard case .list(let screen) = place else { return "" }
    return screen.title
  }
}

/// What each key does: the key table, changed by the settings `ui.key`.
package struct KeyMap: Sendable {
  enum Binding: Hashable, Sendable {
    case action(Action)
    /// A line of `:`.
    case verb(String)
  }

  private var bindings: [Key: Binding] = [:]
  /// The keys of settings, in their order.
  private var own: [Key] = []

  package init() {
    for row in KeyTable.rows {
      for key in KeyTable.keys(row.keys) { bindings[key] = .action(row.action) }
    }
  }

  /// - Parameter settings: Such as `d done`, `F5 :sync`, `u none`.
  /// - Throws: `invalid` for a key that is set twice, a word that is no key, and an action that there is not.
  package init(_ settings: [String]) throws(StoreError) {
    self.init()
    var set: [Key: String] = [:]
    for setting in settings {
      let parts = setting.split(separator: " ", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2, let key = Key(parts[0]) else {
        throw .invalid(
          "ui.key in your settings is '\(setting)'; it can be a key and what it does, such as d done, or ^S sync for Ctrl-S"
        )
      }
      let name = parts[1]
      if let other = set[key], other != name {
        throw .invalid("your settings give the key \(key.name) twice: to \(other) and to \(name)")
      }
      set[key] = name
      if name == "none" {
        bindings[key] = nil
      } else if name.hasPrefix(":") {
        bindings[key] = .verb(name.dropFirst().description.trimmed)
      } else if let action = Action(rawValue: name) {
        bindings[key] = .action(action)
      } else {
        let near = NearestWord.to(name, among: Action.allCases.map(\.rawValue))
        throw .invalid(
          "your settings give the key \(key.name) to \(name), which is no action"
            + (near.map { "; did you mean \($0)?" } ?? ""))
      }
      own.append(key)
    }
  }

  func binding(of key: Key) -> Binding? { bindings[key] }

  /// The keys of an action, as help shows them.
  package func names(of action: Action) -> String {
    let usual = KeyTable.rows.filter { $0.action == action }.flatMap { KeyTable.keys($0.keys) }
    let keys = usual + own.filter { !usual.contains($0) }
    return keys.filter { bindings[$0] == .action(action) }.map(\.name).joined(separator: " ")
  }
}
