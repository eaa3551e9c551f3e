import TasksCore
import TasksSync

/// What keys mean. It depends on nothing else.
package enum Mode {
  case normal
  /// The filter is typed; the one before comes back if it is given up, and the row that the cursor was on.
  case filter(LineEditor, before: String, at: RowSource.Row?)
  case prompt(Prompt)
  case menu(Menu)
  /// A question that `y` or `n` answers.
  case confirm(String, Operation)
}

/// A line that is asked for.
package struct Prompt {
  package enum Kind: Hashable, Sendable {
    /// A task that belongs to the screen if that is the inbox or a view.
    case add(Place)
    /// A new title in place of the one that was shown.
    case title(TaskID, was: Text)
    /// A line for the notes.
    case note([TaskID])
    /// All fields as words; what they were is known once the line has been filled in.
    case fields(TaskID, was: String)
    /// Words that change fields.
    case modify([TaskID])
    /// A value of one field, by its key in quick-add: `due`, `sched`, `list`.
    case field(String, [TaskID])
    /// A verb of `tasks` with its arguments.
    case verb
  }

  package let kind: Kind
  package var line: LineEditor
  /// What was wrong with the line.
  var error: String?
  /// Which line of those that were typed before it shows, counted from the last one; nil for a new one.
  var earlier: Int?

  package init(_ kind: Kind, _ text: String = "") {
    (self.kind, line) = (kind, LineEditor(text))
    // What is typed takes the place of a value.
    if case .field = kind { line.isFresh = !text.isEmpty }
  }

  var label: String {
    switch kind {
    case .add: "add> "
    case .title: "title> "
    case .note: "note> "
    case .fields: "fields> "
    case .modify(let ids): ids.count == 1 ? "modify> " : "modify \(ids.count)> "
    case .field("due", _): "deadline> "
    case .field("sched", _): "scheduled> "
    case .field(let key, _): "\(key)> "
    case .verb: ": "
    }
  }

  var isAdd: Bool { if case .add = kind { true } else { false } }

  /// Whether an empty line means something.
  var takesNothing: Bool { if case .field = kind { true } else { false } }

  /// What the line asks for; nil for a verb, which is no change of ours.
  var operation: Operation? {
    let text = line.text
    return switch kind {
    case .add(let place): .add([text], on: place)
    case .title(let id, let was): .retitle(id, to: text, was: was)
    case .note(let ids): .note(ids, text)
    case .fields(let id, let was): .modify([id], QuickAdd.changes(from: was, to: text))
    case .modify(let ids): .modify(ids, QuickAdd.split(text))
    // As one word, so that blanks belong to the value.
    case .field(let key, let ids): .modify(ids, ["\(key):\(text.trimmed)"])
    case .verb: nil
    }
  }

  /// The words of a command line that would be completed as this line is, and how much of the last one is not typed here.
  var completed: (words: [String], prefix: String) {
    var words = line.head.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    if line.head.last.map({ $0 == " " }) ?? true { words.append("") }
    switch kind {
    case .add: return (["add"] + words, "")
    case .title, .note: return ([], "")
    case .fields(let id, _): return (["modify", id.text.string] + words, "")
    case .modify(let ids): return (["modify"] + ids.prefix(1).map(\.text.string) + words, "")
    case .field(let key, _): return (["add", "x", "\(key):\(words.last ?? "")"], "\(key):")
    case .verb: return (words, "")
    }
  }
}

extension String {
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A change of the store, or of this clone, that keys ask for: at most one commit.
package enum Operation: Equatable, Sendable {
  /// - Parameter forced: The tasks that are finished even if others must be done first.
  case finish([TaskID], forced: Set<TaskID> = [])
  case reopen([TaskID])
  case state([TaskID], String)
  case delete([TaskID])
  case restore([TaskID])
  case purge([TaskID])
  case retitle(TaskID, to: String, was: Text)
  /// - Parameter words: As `tasks modify` has them.
  case modify([TaskID], _ words: [String])
  case note([TaskID], String)
  case tick(TaskID, TaskDetail.Box)
  /// Starts the clock of a task, or ends it if it runs.
  case clock(TaskID)
  case move(TaskID, isAfter: Bool, TaskID)
  /// Takes the value that a merge dropped, or keeps what is there.
  case settle(TaskID, field: String, takes: Bool)
  /// - Parameter lines: A task each.
  case add(_ lines: [String], on: Place)
  /// - Parameter commit: The change that is taken back.
  case undo(commit: String)
  case redo
  /// Enters the context of a view; leaves it without a name.
  case enter(String?)
  /// Counts reminders as seen, or lets them come again.
  case remind([TaskID], later: Bool)

  /// The tasks that it changes, where it may be many.
  var several: (count: Int, what: String)? {
    switch self {
    case .finish(let ids, _): (ids.count, "finish")
    case .reopen(let ids): (ids.count, "open again")
    case .state(let ids, let keyword): (ids.count, "set to \(keyword)")
    case .restore(let ids): (ids.count, "restore")
    case .modify(let ids, _), .note(let ids, _): (ids.count, "change")
    default: nil
    }
  }
}
