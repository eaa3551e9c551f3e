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
  /// Returns the shortest prefix that names a task.
  let short: (Task) -> String
  /// Whether changes of titles and dates are logged.
  let logsEdits: Bool
  /// Returns the open tasks that must be done before a task, except those that the command changes too.
  let openBlockers: (Task) -> [Task]
  /// The names under which this clone claims tasks: the one that it writes, then those that it may have written.
  let claimers: () -> [Text]
  /// Returns who has claimed a task, also where this clone does not see it yet.
  let holder: (Task) -> Text?
  /// How notes are encrypted and read.
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
