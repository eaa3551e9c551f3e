import TasksCore
import TasksSync
import TasksTerminal

/// What can be on the screen.
package enum Place: Hashable, Sendable {
  case list(ListScreen)
  case tree, agenda, board, history, conflicts

  /// Whether the order by hand is the order here.
  var canMove: Bool {
    switch self {
    case .list(let screen): screen.canMove
    case .board: true
    default: false
    }
  }

  /// The saved view that it shows.
  var view: String? { if case .list(.view(let name)) = self { name } else { nil } }

  /// Which tasks are counted here.
  var group: TaskGroup {
    switch self {
    case .list(let screen): screen.group
    case .tree, .agenda: .open
    case .board, .history, .conflicts: .all
    }
  }
}

/// The days of the agenda.
package struct AgendaSpan: Hashable, Sendable {
  /// A word of `tasks agenda`; nil for the span of the settings.
  package var word: String?
  /// How many spans later than the one that has today.
  package var offset = 0

  package init() {}

  /// Day, week, month, and again.
  mutating func turn() {
    let words = ["day", "week", "month"]
    let now = words.firstIndex(of: word ?? "week") ?? 0
    (word, offset) = (words[(now + 1) % words.count], 0)
  }
}

/// A task as the pane beside a list shows it.
package struct TaskDetail: Sendable {
  /// What is asked for: a task, in a width.
  package struct Key: Hashable, Sendable {
    package let id: TaskID
    package let width: Int
  }

  /// Where the cursor stops in a task.
  package struct Stop: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case box(Box)
      /// The number of a link, as `tasks open` has it.
      case link(Int)
    }

    package let line: Int
    /// The columns of the line that show it.
    package let columns: Range<Int>
    package let kind: Kind

    package init(line: Int, columns: Range<Int>, kind: Kind) {
      (self.line, self.columns, self.kind) = (line, columns, kind)
    }
  }

  /// A box of the notes, found by its number and its text.
  package struct Box: Hashable, Sendable {
    package let number: Int
    package let text: String
    package let isTicked: Bool

    package init(number: Int, text: String, isTicked: Bool) {
      (self.number, self.text, self.isTicked) = (number, text, isTicked)
    }
  }

  package let key: Key
  package let lines: [StyledLine]
  package let stops: [Stop]

  package init(_ key: Key, _ lines: [StyledLine], _ stops: [Stop]) {
    (self.key, self.lines, self.stops) = (key, lines, stops)
  }
}
