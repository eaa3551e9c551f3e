/// The key of a condition, the part before its colon: what is tested, and how.
struct QueryKey {
  enum Subject: Hashable {
    case title, state, priority, tags, assignee
    case date(DateField)
    case field(PlainField)
    /// A field of the store's own, or any other property.
    case own(OwnField)

    init?(_ name: String) {
      switch name {
      case "title": self = .title
      case "state": self = .state
      case "pri": self = .priority
      case "tags": self = .tags
      case "assignee": self = .assignee
      default:
        let field = PlainField.typed(name) ?? PlainField.untyped(name)
        if let date = DateField(rawValue: field?.typed.first?.description ?? name) {
          self = .date(date)
        } else if let field {
          self = .field(field)
        } else {
          return nil
        }
      }
    }

    var isDate: Bool {
      switch self {
      case .date: true
      case .field(let field): field.kind.isDate
      case .own(let field): field.kind.isDate
      default: false
      }
    }

    var comparisons: [Comparison] {
      switch self {
      case .title, .state: []
      case .priority, .tags, .assignee: [.any, .none]
      case .date: Subject.comparisons(.date)
      case .field(let field): Subject.comparisons(field.kind)
      case .own(let field): Subject.comparisons(field.kind)
      }
    }

    private static func comparisons(_ kind: FieldKind) -> [Comparison] {
      switch kind {
      case .duration, .count, .number, .rank: [.over, .under, .any, .none]
      case .date: [.is, .before, .after, .any, .none]
      default: [.any, .none]
      }
    }
  }

  /// A word after the dot of a key.
  enum Comparison: String {
    case `is`, before, after, over, under, any, none
  }

  let subject: Subject
  /// The word after the dot, as typed; nil for a key without one.
  let comparison: InputWord?

  /// Parses the part of a word before its colon. Nil if it is no key; a word after the dot that is no comparison is
  /// not checked.
  init?(_ key: InputWord, _ fields: OwnFields) {
    let bytes = key.bytes
    guard let dot = bytes.firstIndex(of: 0x2E) else {
      guard let subject = QueryKey.subject(key, fields) else { return nil }
      (self.subject, comparison) = (subject, nil)
      return
    }
    let rest = key.part(bytes[(dot + 1)...])
    if key.part(bytes[..<dot]).text == "prop" {
      guard !rest.isEmpty else { return nil }
      (subject, comparison) = QueryKey.property(rest, fields)
    } else {
      guard let subject = QueryKey.subject(key.part(bytes[..<dot]), fields) else { return nil }
      (self.subject, comparison) = (subject, rest)
    }
  }

  private static func subject(_ name: InputWord, _ fields: OwnFields) -> Subject? {
    Subject(name.text) ?? fields[name.text].map { .own($0) }
      ?? KeyAlias.key(name.text).flatMap { Subject($0) }
  }

  static func isKnown(_ name: String) -> Bool { Subject(name) != nil }

  /// Parses `VENDOR` and `VENDOR.any`; the name of a property may have dots. A property that is a field of ours means
  /// the field.
  private static func property(
    _ rest: InputWord, _ fields: OwnFields
  ) -> (Subject, InputWord?) {
    var (name, comparison): (InputWord, InputWord?) = (rest, nil)
    if let dot = rest.bytes.lastIndex(of: 0x2E), dot > rest.bytes.startIndex {
      let last = rest.part(rest.bytes[(dot + 1)...])
      if Comparison(rawValue: last.text) != nil {
        (name, comparison) = (rest.part(rest.bytes[..<dot]), last)
      }
    }
    let text = Text(name.text)
    let field = PlainField.named(org: { Text($0.description).isSameName(as: text) })
    return (field.map { .field($0) } ?? .own(fields.field(ofProperty: text)), comparison)
  }

  /// Returns the key that a word begins with, and the value after its colon.
  static func split(
    _ word: InputWord, _ fields: OwnFields
  ) -> (key: QueryKey, value: InputWord)? {
    let bytes = word.bytes
    guard let colon = bytes.firstIndex(of: 0x3A) else {
      // `due.none` is `due.none:`.
      guard let key = QueryKey(word, fields),
        ["none", "any"].contains(key.comparison?.lowercased)
      else { return nil }
      return (key, word.part(bytes[bytes.endIndex...]))
    }
    guard let key = QueryKey(word.part(bytes[..<colon]), fields) else { return nil }
    return (key, word.part(bytes[(colon + 1)...]))
  }

  /// Returns the comparison of the key; nil if it has none.
  func readComparison() throws(InputError) -> Comparison? {
    guard let comparison else { return nil }
    guard let read = Comparison(rawValue: comparison.lowercased), subject.comparisons.contains(read)
    else {
      throw .unknownComparison(comparison, known: subject.comparisons.map { "." + $0.rawValue })
    }
    return read
  }

  /// The names before the dot, in the order of help.
  static let names =
    (["title", "state", "pri", "tags", "assignee"] + DateField.allCases.map(\.rawValue)
    + PlainField.allCases.compactMap { $0.typed.first?.description }).uniqued()

  /// All keys with their colons, except those of properties, whose names are the user's.
  static var all: [String] { names.flatMap { keys($0, Subject($0)?.comparisons ?? []) } }

  /// The keys of a field of a store's own, with their colons.
  static func keys(of field: OwnField) -> [String] {
    keys(field.name.string, Subject.own(field).comparisons)
  }

  private static func keys(_ name: String, _ comparisons: [Comparison]) -> [String] {
    ([""] + comparisons.map { "." + $0.rawValue }).map { name + $0 + ":" }
  }
}

/// The keys of Taskwarrior, todo.txt and others, in quick-add and in filters.
enum KeyAlias {
  /// Those that mean one of ours, and are read as it.
  private static let keys = [
    "priority": "pri", "prio": "pri", "status": "state", "scheduled": "sched", "deadline": "due",
    "recur": "every", "rec": "every", "repeat": "every", "proj": "list", "estimate": "effort",
    "blockers": "depends", "description": "title", "entry": "created", "end": "closed",
  ]

  /// Returns our key; nil for a name that is none of those.
  static func key(_ name: String) -> String? { keys[name] }

  /// Those that may be text or mean something near to one of ours, which is offered; `+` for a tag.
  static let offered = [
    "t": "sched", "tag": "+", "tags": "+", "duedate": "due", "start": "sched",
    "owner": "assignee", "alarm": "remind", "completed": "closed",
    "context": "+", "prj": "project", "est": "effort", "eff": "effort",
    "p": "project", "pro": "project", "d": "due",
  ]
}

/// Tags that are computed from a task's state and are not in any file. They are written in capitals; any other
/// spelling is an ordinary tag.
package enum VirtualTag: String, CaseIterable, Hashable, Sendable {
  /// Open, and the deadline has passed.
  case overdue = "OVERDUE"
  /// Scheduled or due today.
  case today = "TODAY"
  /// Open, not waiting, not blocked, not hidden, and not scheduled for later.
  case ready = "READY"
  /// Open, and blocked by another open task.
  case blocked = "BLOCKED"
  /// Open, with the keyword WAIT or WAITING.
  case waiting = "WAITING"
  case habit = "HABIT"
  case unsynced = "UNSYNCED"
  /// Scheduled or due in this week, from Monday to Sunday.
  case week = "WEEK"
  /// Named as the parent by an open task.
  case parent = "PARENT"
  /// With a parent.
  case child = "CHILD"
  /// With a clock that runs.
  case clocked = "CLOCKED"
  /// Scheduled or due again and again.
  case repeating = "REPEATING"
  /// In the list `inbox`.
  case inbox = "INBOX"
  /// Open, and hidden until later.
  case hidden = "HIDDEN"
  /// Open, and in the state NEXT or with a clock that runs.
  case active = "ACTIVE"
  /// Open.
  case pending = "PENDING"
  /// Open, and a blocker of another open task.
  case blocking = "BLOCKING"
  /// The open task that was made last.
  case latest = "LATEST"

  package var meaning: String {
    switch self {
    case .overdue: "open, and the deadline has passed"
    case .today: "scheduled or due today"
    case .ready: "open, not waiting, not blocked, not hidden and not scheduled for later"
    case .blocked: "open, and waits for another open task"
    case .waiting: "open, in the state WAIT or WAITING"
    case .habit: "a habit, as in Org"
    case .unsynced: "differs from the upstream branch"
    case .week: "scheduled or due in this week, Monday to Sunday"
    case .parent: "the parent of an open task"
    case .child: "has a parent"
    case .clocked: "its clock is running"
    case .repeating: "its dates repeat"
    case .inbox: "in the list inbox"
    case .hidden: "open, and hidden until later by wait:"
    case .active: "open, and in the state NEXT or with a running clock"
    case .pending: "open"
    case .blocking: "open, and another open task waits for it"
    case .latest: "the open task that was made last"
    }
  }

  /// Whether a task has the tag; nil if only the whole task can tell.
  func matches(_ task: some TaggedTask, in context: QueryContext) -> Bool? {
    switch self {
    case .overdue: task.isOpen && task.deadline?.start.isPast(at: context.now) == true
    case .today: isPlanned(task, in: context.now.date...context.now.date)
    case .week:
      isPlanned(
        task, in: context.now.date.firstOfWeek...context.now.date.firstOfWeek.adding(days: 6))
    case .ready:
      task.isOpen && !task.waits && !task.hides(context.now) && !task.isHiddenFromAgenda
        && task.scheduled?.start.isAhead(of: context.now) != true && !isBlocked(task, context)
    case .blocked: task.isOpen && isBlocked(task, context)
    case .waiting: task.isOpen && task.waits
    case .habit: task.isHabit
    case .unsynced: (task as? Task).map(context.isUnsynced)
    case .parent: context.isParent(task.taskID)
    case .child: task.parent != nil
    case .clocked: task.hasRunningClock
    case .inbox: task.isInList("inbox")
    case .hidden: task.hides(context.now)
    case .active: task.isOpen && (task.hasKeyword("NEXT") || task.hasRunningClock)
    case .pending: task.isOpen
    case .blocking: task.isOpen && context.isBlocking(task.taskID)
    case .latest: context.isLatest(task.taskID)
    case .repeating: task.scheduled?.isRepeating == true || task.deadline?.isRepeating == true
    }
  }

  private func isPlanned(_ task: some TaggedTask, in days: ClosedRange<CivilDate>) -> Bool {
    [task.deadline, task.scheduled].contains { $0.map { days.contains($0.start.date) } ?? false }
  }

  private func isBlocked(_ task: some TaggedTask, _ context: QueryContext) -> Bool {
    task.blockers.contains(where: context.isOpen)
  }
}

extension CivilDate {
  fileprivate var firstOfWeek: CivilDate { adding(days: 1 - weekday) }
}
