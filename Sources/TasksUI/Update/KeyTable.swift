import TasksSync

/// What a key asks for; the raw value is its name in settings.
package enum Action: String, CaseIterable, Sendable {
  case down, up, pageDown = "page-down", pageUp = "page-up", first, last
  case back, go, filter
  case done, add, title, delete
  case mark, range, markAll = "mark-all"
  case undo, redo, redraw, suspend, help, quit
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
      ("j ↓ ^N", .down, "the next task"),
      ("k ↑ ^P", .up, "the task before"),
      ("^D PgDn", .pageDown, "a page down"),
      ("^U PgUp", .pageUp, "a page up"),
      ("Home", .first, "the first task; also g g"),
      ("G End", .last, "the last task"),
      ("Space x", .done, "done, or open again; in the trash: restore"),
      ("a", .add, "add a task"),
      ("e", .title, "change the title"),
      ("d Delete", .delete, "delete; in the trash: for good"),
      ("u", .undo, "undo the last change of this session"),
      ("U ^R", .redo, "do again what was undone last"),
      ("v", .mark, "mark, and go down"),
      ("V", .range, "mark from the last mark to here"),
      ("*", .markAll, "mark all that is shown, or none"),
      ("/", .filter, "filter as you type"),
      ("g", .go, "go to another screen"),
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

  private static let actions: [Key: Action] = Dictionary(
    rows.flatMap { row in keys(row.keys).map { ($0, row.action) } },
    uniquingKeysWith: { first, _ in first })

  package static func keys(_ names: String) -> [Key] {
    names.split(separator: " ").compactMap { Key(String($0)) }
  }

  package static func action(of key: Key) -> Action? { actions[key] }

  /// The screens of `g`, each with its letter and its name as an argument of `tasks ui`.
  package static let screens: [(letter: Character, screen: ListScreen, name: String)] = [
    ("t", .today, "today"), ("o", .order, "order"), ("i", .inbox, "inbox"), ("d", .done, "done"),
    ("a", .all, "all"), ("x", .deleted, "trash"),
  ]

  /// The heading of a screen.
  static func title(of screen: ListScreen) -> String {
    screens.first { $0.screen == screen }?.name.capitalizedFirst ?? screen.title
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
