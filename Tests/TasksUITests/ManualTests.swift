import Foundation
import TasksUI
import Testing

/// tasks-ui(1) has the screens and keys of the key table.
@Suite struct ManualTests {
  private static let page =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/Man/tasks-ui.1"
  private static let opening =
    #".\" Generated from the key table by the test ManualTests of TasksUITests."#

  private static var screens: [String] {
    let about = [
      "today": "what is late and what is for today", "order": "all open tasks in the order by hand",
      "agenda": "the days of a week, with the events of calendars",
      "board": "a column for each state; what was finished in the last seven days too",
      "tree": "children below their parents", "inbox": "what is in no list yet",
      "done": "what is finished, the last first", "trash": "what was deleted",
      "history": "what changed, the last first", "conflicts": "values that merges put aside",
      "all": "all open tasks",
    ]
    return KeyTable.places.flatMap { _, _, name in
      [".It Ic \(name)", sentence(about[name.rawValue] ?? "")]
    }
  }

  private static var keys: [String] {
    KeyTable.rows.filter { !$0.action.rawValue.hasPrefix("view-") }
      .flatMap { keys, action, help -> [String] in
        let names = keys.split(separator: " ").map { name in
          signs[String(name)] ?? (name.first?.isLetter == true ? String(name) : "\\&\(name)")
        }
        return [".It Ic \(names.joined(separator: " ")) Bq Cm \(action.rawValue)", sentence(help)]
      } + [
        ".It Ic 1 \\(en 9 Bq Cm view-1 ...", "The saved views, as the menu of views numbers them.",
      ]
  }

  private static let signs = [
    "↓": "Down", "↑": "Up", "←": "Left", "→": "Right", "M-↓": "M-Down", "M-↑": "M-Up",
  ]

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// With `TASKS_WRITE_MANUAL` set the page is written instead of compared.
  @Test func thePageFollowsTheKeyTable() throws {
    var lines = try String(contentsOfFile: Self.page, encoding: .utf8).components(separatedBy: "\n")
    let old = lines
    for (end, told) in [("screens", Self.screens), ("keys", Self.keys)] {
      let last = try #require(lines.firstIndex(of: #".\" End of the \#(end)."#))
      let first = try #require(lines[..<last].lastIndex(of: Self.opening))
      lines.replaceSubrange(first + 1..<last, with: told)
    }
    if ProcessInfo.processInfo.environment["TASKS_WRITE_MANUAL"] != nil {
      try lines.joined(separator: "\n").write(toFile: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(lines == old, "write it anew with TASKS_WRITE_MANUAL=1")
    }
  }
}
