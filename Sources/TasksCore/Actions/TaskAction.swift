/// What a verb does to a task. Pure, so that the command line, hooks and any other front end share its rules.
package protocol TaskAction: Sendable {
  /// The operation, as commits name it.
  var verb: String { get }
  /// The past tense, for the report: `deleted`.
  var past: String { get }
  /// True if a task that the action accepts is removed with its file.
  var removesTask: Bool { get }
  /// The tasks among which a filter selects.
  var group: TaskGroup { get }
  /// Whether tasks are claimed, which no other work tree may do at the same time.
  var claims: Bool { get }

  /// Returns the edits that apply the action to a task; none if it already is as wanted.
  ///
  /// - Throws: ``ActionError`` or ``EditError`` if the action does not apply to the task.
  func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit]

  /// Returns what the user has to be told about a changed task.
  func notice(from old: Task, to new: Task, short: String) -> String?

  /// Returns the command that takes the action back, where another one than the opposite verb does; it names the task
  /// by the short form of its id.
  func reversal(of short: String) -> String?
}

extension TaskAction {
  package var removesTask: Bool { false }

  package var group: TaskGroup { .open }

  package var claims: Bool { false }

  package func notice(from old: Task, to new: Task, short: String) -> String? { nil }

  package func reversal(of short: String) -> String? { nil }
}

/// The tasks that are listed together.
package enum TaskGroup: Sendable {
  case open, finished, deleted
  /// Open and finished.
  case all
}

/// What an action may know besides the task itself.
package struct ActionContext {
  package let now: Timestamp
  /// Returns the task that a prefix of an id or a path names.
  let find: (InputWord) throws -> TaskID
  let short: (Task) -> String
  /// Whether changes of titles and dates are logged.
  let logsEdits: Bool
  /// Returns the open tasks that must be done before a task, except those that the command changes too.
  let openBlockers: (Task) -> [Task]
  /// The names under which this clone claims tasks: the one that it writes, then those that it may have written.
  let claimers: () -> [Text]
  /// Returns who has claimed a task, also where this clone does not see it yet.
  let holder: (Task) -> Text?
  let encryption: NotesEncryption

  package init(
    now: Timestamp, find: @escaping (InputWord) throws -> TaskID,
    short: @escaping (Task) -> String, openBlockers: @escaping (Task) -> [Task] = { _ in [] },
    claimers: @escaping () -> [Text] = { [] }, holder: @escaping (Task) -> Text? = \.assignee,
    logsEdits: Bool = false, encryption: NotesEncryption = .none
  ) {
    self.encryption = encryption
    self.claimers = claimers
    self.holder = holder
    self.now = now
    self.logsEdits = logsEdits
    self.find = find
    self.short = short
    self.openBlockers = openBlockers
  }
}

/// Why an action does not apply to a task.
package enum ActionError: ReportedError, Hashable, Sendable {
  case emptyNote
  /// A line of a note that Org would read as a heading.
  case headingInNote
  case controlCharacterInNote
  case encryptedNotes
  case noCheckboxes(title: Text)
  case noSuchCheckbox(Int, count: Int)
  /// A checkbox whose state follows from others, by their numbers.
  case dependentCheckbox(Int, others: [Int], isChecked: Bool)
  /// A task that is to be purged but was not deleted.
  case notInTrash(title: Text, short: String)
  /// The other task in a move, which is not listed with the moved one.
  case notInSameList(title: Text)
  /// No clock runs.
  case noClock
  /// The clocks of more than one task run, given by the short forms of their ids, and one is to be named.
  case severalClocks([String])
  /// The clock of a task that is to be ended does not run.
  case clockStopped(Text, String)
  /// A clock cannot be started of a task that is finished, or in the trash.
  case clockOfFinished(Text, String)
  case clockOfDeleted(Text, String)
  case doesNotRepeat(Text, String)
  /// A task that is to be claimed, and that somebody else has claimed.
  case claimed(Text, String, by: Text)
  /// A task that is to be claimed, and is finished or in the trash.
  case claimOfClosed(Text, String)
  /// A task that is to be finished, but depends on open tasks, by their short ids and titles.
  case blocked(id: TaskID, title: Text, by: [String])

  /// `usage` if other input could be used, `failed` if the state of the store forbids the action.
  package var kind: ErrorKind {
    switch self {
    case .emptyNote, .headingInNote, .controlCharacterInNote, .encryptedNotes, .noCheckboxes,
      .noSuchCheckbox, .notInSameList, .severalClocks, .doesNotRepeat:
      .usage
    case .claimed: .limit
    case .dependentCheckbox, .notInTrash, .noClock, .clockStopped, .clockOfFinished,
      .clockOfDeleted, .blocked, .claimOfClosed:
      .failed
    }
  }

  package var name: String {
    if case .claimed = self { "claimed" } else { kind.rawValue }
  }

  package var message: String {
    switch self {
    case .emptyNote: "the note is empty; write the text to add"
    case .headingInNote:
      "a note cannot hold a line that starts with a star and a space: Org would read a heading; "
        + "use - for lists"
    case .controlCharacterInNote: "the note contains a control character; remove it"
    case .encryptedNotes:
      "the notes are encrypted, and the new text would not be; add it in a shell, with: tasks edit"
    case .noCheckboxes(let title): "'\(ControlCharacters.escaped(title))' has no checkboxes"
    case .noSuchCheckbox(let number, let count):
      "there is no checkbox \(number); the numbers are 1 to \(count)"
    case .dependentCheckbox(let number, let others, let isChecked):
      "the state of checkbox \(number) follows from those below it; "
        + "\(isChecked ? "tick" : "clear") those: \(others.map(String.init).joined(separator: " "))"
    case .notInTrash(let title, let short):
      "'\(ControlCharacters.escaped(title))' is not in the trash; move it there first with: tasks delete \(short)"
    case .notInSameList(let title):
      "'\(ControlCharacters.escaped(title))' is not in the same list: one is finished or deleted, "
        + "the other is not"
    case .noClock: "no clock runs; start one with: tasks clock in ID"
    case .severalClocks(let tasks):
      "the clocks of \(tasks.count) tasks run; name one: \(tasks.joined(separator: ", "))"
    case .clockStopped(let title, let short):
      "the clock of '\(ControlCharacters.escaped(title))' does not run; start it with: tasks clock in \(short)"
    case .clockOfFinished(let title, let short):
      "'\(ControlCharacters.escaped(title))' is finished; reopen it with: tasks reopen \(short), or note what was "
        + "done with: tasks clock add \(short) 9:00 10:15"
    case .doesNotRepeat(let title, let short):
      "'\(ControlCharacters.escaped(title))' does not repeat; make it repeat with: tasks modify \(short) every:1w"
    case .clockOfDeleted(let title, let short):
      "'\(ControlCharacters.escaped(title))' is in the trash; take it out with: tasks restore \(short)"
    case .claimed(let title, let short, let holder):
      "'\(ControlCharacters.escaped(title))' is claimed by \(ControlCharacters.escaped(holder)); claim another one "
        + "with: tasks ready --claim, or take it over with: tasks start \(short) --claim --force"
    case .claimOfClosed(let title, let short):
      "'\(ControlCharacters.escaped(title))' is not open, so there is nothing to claim; tasks show \(short) tells why"
    case .blocked(_, let title, let blockers):
      "'\(ControlCharacters.escaped(title))' depends on \(blockers.joined(separator: ", ")); "
        + "finish \(blockers.count == 1 ? "it" : "them") first, or add --force"
    }
  }
}
