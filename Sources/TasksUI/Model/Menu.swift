import TasksCore
import TasksSync

/// A list of choices, by their letters or with a cursor.
package struct Menu {
  package enum Kind: Equatable {
    case go, views, states, priorities, contexts, reminders
    /// What can be done with one reminder.
    case reminder(TaskID)
    /// Where the links of a task lead, in the order of their numbers.
    case links(TaskID, [String])
    /// All keys; what is typed narrows them.
    case help(LineEditor)
  }

  package enum Choice: Equatable {
    case action(Action)
    case place(Place)
    case operation(Operation)
    case menu(Kind)
    case link(TaskID, Int)
    case nothing
  }

  package struct Entry {
    package let keys: String
    package let words: String
    let choice: Choice
  }

  package var kind: Kind
  var cursor = 0

  init(_ kind: Kind) { self.kind = kind }
}

extension ScreenState {
  /// The choices of a menu.
  package func entries(of menu: Menu) -> [Menu.Entry] {
    typealias Entry = Menu.Entry
    func numbered(_ number: Int) -> String { number < 9 ? "\(number + 1)" : "" }
    let ids = targets
    switch menu.kind {
    case .go:
      let places = KeyTable.places.map {
        Entry(keys: String($0.letter), words: $0.name.rawValue, choice: .place($0.place))
      }
      return places + [
        Entry(keys: "v", words: "views", choice: .menu(.views)),
        Entry(keys: "g", words: "the first task", choice: .action(.first)),
      ]
    case .views:
      return reading.views.enumerated().map { number, name in
        Entry(keys: numbered(number), words: name, choice: .place(.list(.view(name))))
      }
    case .states:
      return reading.keywords.map {
        Entry(
          keys: $0.letter, words: $0.keyword, choice: .operation(.state(ids, $0.keyword)))
      }
    case .priorities:
      return ["A", "B", "C"].map {
        Entry(keys: $0.lowercased(), words: $0, choice: .operation(.modify(ids, ["pri:\($0)"])))
      } + [Entry(keys: "n", words: "none", choice: .operation(.modify(ids, ["pri:"])))]
    case .contexts:
      return [Entry(keys: "n", words: "no context", choice: .operation(.enter(nil)))]
        + reading.views.enumerated().map { number, name in
          Entry(keys: numbered(number), words: name, choice: .operation(.enter(name)))
        }
    case .reminders:
      let all = reading.reminded.map(\.id)
      return reading.reminded.enumerated().map { number, reminded in
        Entry(keys: numbered(number), words: reminded.words, choice: .menu(.reminder(reminded.id)))
      } + [
        Entry(keys: "s", words: "all are seen", choice: .operation(.remind(all, later: false))),
        Entry(keys: "l", words: "all later", choice: .operation(.remind(all, later: true))),
      ]
    case .reminder(let id):
      return [
        Entry(keys: "s", words: "seen", choice: .operation(.remind([id], later: false))),
        Entry(keys: "l", words: "later", choice: .operation(.remind([id], later: true))),
        Entry(keys: "d", words: "done", choice: .operation(.finish([id]))),
      ]
    case .links(let id, let targets):
      return targets.enumerated().map { number, target in
        Entry(keys: numbered(number), words: target, choice: .link(id, number + 1))
      }
    case .help(let typed):
      let word = typed.text.lowercased()
      let keys = KeyTable.rows.map { row in
        Entry(
          keys: settings.keys.names(of: row.action), words: row.help, choice: .action(row.action))
      }
      let told = messages.reversed().map {
        Entry(keys: "", words: ($0.isError ? "error: " : "") + $0.text, choice: .nothing)
      }
      let signs = reading.signs.map { Entry(keys: $0.sign, words: $0.words, choice: .nothing) }
      let found = (keys + signs + told).filter {
        word.isEmpty || "\($0.keys) \($0.words)".lowercased().contains(word)
      }
      return found.isEmpty ? [Entry(keys: "", words: "nothing matches", choice: .nothing)] : found
    }
  }
}
