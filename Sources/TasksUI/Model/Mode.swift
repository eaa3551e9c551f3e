import TasksCore
import TasksSync

/// What keys mean. It depends on nothing else.
package enum Mode {
  case normal
  /// The filter is typed; the one before comes back if it is given up, and the task that the cursor was on.
  case filter(LineEditor, before: String, at: TaskID?)
  case prompt(Prompt)
  case menu(Menu)
  /// A question that `y` or `n` answers.
  case confirm(String, Operation)
}

/// A line that is asked for.
package struct Prompt {
  package enum Kind: Equatable {
    case add
    /// A new title in place of the one that was shown.
    case title(TaskID, was: Text)
  }

  package let kind: Kind
  package var line: LineEditor
  /// What was wrong with the line.
  var error: String?
  /// Which line of those that were typed before it shows, counted from the last one; nil for a new one.
  var earlier: Int?

  init(_ kind: Kind, _ text: String = "") { (self.kind, line) = (kind, LineEditor(text)) }

  var label: String {
    switch kind {
    case .add: "add> "
    case .title: "title> "
    }
  }
}

/// A list of choices, by their letters or with a cursor.
package struct Menu {
  package enum Kind: Equatable {
    case go, views
    /// All keys; what is typed narrows them.
    case help(LineEditor)
  }

  package enum Choice: Equatable {
    case action(Action)
    case screen(ListScreen)
    case views
  }

  package struct Entry {
    package let keys: String
    package let words: String
    let choice: Choice
  }

  package var kind: Kind
  var cursor = 0

  /// - Parameter views: The names of the saved views.
  package func entries(_ views: [String]) -> [Entry] {
    switch kind {
    case .go:
      let screens = KeyTable.screens.map {
        Entry(keys: String($0.letter), words: $0.name, choice: .screen($0.screen))
      }
      return screens + [
        Entry(keys: "v", words: "views", choice: .views),
        Entry(keys: "g", words: "the first task", choice: .action(.first)),
      ]
    case .views:
      return views.enumerated().map { place, name in
        Entry(keys: place < 9 ? "\(place + 1)" : "", words: name, choice: .screen(.view(name)))
      }
    case .help(let typed):
      let word = typed.text.lowercased()
      return KeyTable.rows.filter { row in
        word.isEmpty || "\(row.keys) \(row.action.rawValue) \(row.help)".lowercased().contains(word)
      }.map { Entry(keys: $0.keys, words: $0.help, choice: .action($0.action)) }
    }
  }
}

/// A change of the store that keys ask for: one commit.
package enum Operation: Equatable, Sendable {
  /// - Parameter forced: The tasks that are finished even if others must be done first.
  case finish([TaskID], forced: Set<TaskID> = [])
  case reopen([TaskID])
  case delete([TaskID])
  case restore([TaskID])
  case purge([TaskID])
  case retitle(TaskID, to: String, was: Text)
  /// - Parameter lines: A task each.
  case add(_ lines: [String])
  /// - Parameter commit: The change that is taken back.
  case undo(commit: String)
  case redo
}
