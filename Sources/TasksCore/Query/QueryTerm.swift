/// One condition of a query.
enum QueryTerm: Hashable, Sendable {
  case tag(Text)
  case virtual(VirtualTag)
  case field(PlainField, FieldTest)
  case state(Text)
  /// The priority; nil for tasks without one.
  case priority(Priority?)
  case date(DateField, DateTest)
  /// A text in the title or the notes, or the start of the id.
  case text(TextSearch, word: String)
  case pattern(Pattern)

  func matches(_ task: Task, in context: QueryContext) throws(Pattern.Failure) -> Bool {
    switch self {
    case .tag(let tag): task.tags.contains(tag)
    case .virtual(let tag): tag.matches(task, in: context)
    case .field(let field, let test): test.matches(field.value(in: task))
    case .state(let keyword): task.state.keyword.isSameName(as: keyword)
    case .priority(let priority): task.priority == priority
    case .date(let field, let test): test.matches(field.date(of: task), task, now: context.now)
    case .text(let search, let word):
      search.isFound(in: task.title) || search.isFound(in: task.notes)
        || (word.utf8.count >= TaskID.shortest && task.id.hasPrefix(word))
    case .pattern(let pattern):
      try pattern.isFound(in: task.title) ? true : pattern.isFound(in: task.notes)
    }
  }
}

/// A test of a plain field.
enum FieldTest: Hashable, Sendable {
  case none
  case any
  /// The value, or one of its members. A whole day is any time of that day.
  case equal(FieldValue)
  /// The beginning of an id.
  case id(String)

  func matches(_ value: FieldValue) -> Bool {
    switch self {
    case .none: value.isNothing
    case .any: !value.isNothing
    case .equal(.moment(let wanted)):
      ([value] + value.members).contains { member in
        wanted.minute == nil ? member.moment?.date == wanted.date : member.moment == wanted
      }
    case .equal(let wanted): value == wanted || value.members.contains(wanted)
    case .id(let prefix):
      ([value] + value.members).contains { member in
        if case .text(let id) = member { TaskID(id)?.hasPrefix(prefix) ?? false } else { false }
      }
    }
  }
}

/// The dates that a query can test.
enum DateField: String, CaseIterable, Hashable, Sendable {
  case deadline = "due"
  case scheduled = "sched"
  case created
  case closed

  func date(of task: Task) -> Timestamp? {
    switch self {
    case .deadline: task.deadline?.start
    case .scheduled: task.scheduled?.start
    case .created: task.created
    case .closed: task.closed
    }
  }
}

/// A test of a date. If the date to compare with is a whole day, only days are compared. If it has a time, a whole
/// day comes before the minutes of that day.
enum DateTest: Hashable, Sendable {
  case none
  case any
  /// The date has passed and the task is open.
  case overdue
  case equal(Timestamp)
  case before(Timestamp)
  case after(Timestamp)

  func matches(_ date: Timestamp?, _ task: Task, now: Timestamp) -> Bool {
    guard let date else { return self == .none }
    switch self {
    case .none: return false
    case .any: return true
    case .overdue: return task.isOpen && date.isPast(at: now)
    case .equal(let other): return other.minute == nil ? date.date == other.date : date == other
    case .before(let other): return other.minute == nil ? date.date < other.date : date < other
    case .after(let other): return other.minute == nil ? date.date > other.date : date > other
    }
  }
}

extension Timestamp {
  /// Returns true if the moment has passed: a whole day when the next day begins, a minute when the next minute
  /// begins.
  public func isPast(at now: Timestamp) -> Bool {
    minute == nil || now.minute == nil ? date < now.date : self < now
  }
}

/// Tags that are computed from a task's state and are not in any file. They are written in capitals; any other
/// spelling is an ordinary tag.
enum VirtualTag: String, CaseIterable, Hashable, Sendable {
  /// Open, and the deadline has passed.
  case overdue = "OVERDUE"
  /// Scheduled or due today.
  case today = "TODAY"
  /// Open, not waiting, not blocked, and not scheduled for later.
  case ready = "READY"
  /// Open, and blocked by another open task.
  case blocked = "BLOCKED"
  /// Open, with the keyword WAIT or WAITING.
  case waiting = "WAITING"
  case habit = "HABIT"
  case unsynced = "UNSYNCED"

  func matches(_ task: Task, in context: QueryContext) -> Bool {
    switch self {
    case .overdue: task.isOpen && task.deadline?.start.isPast(at: context.now) == true
    case .today:
      task.deadline?.start.date == context.now.date
        || task.scheduled?.start.date == context.now.date
    case .ready:
      task.isOpen && !isWaiting(task) && !isBlocked(task, context) && !isLater(task, context.now)
    case .blocked: task.isOpen && isBlocked(task, context)
    case .waiting: task.isOpen && isWaiting(task)
    case .habit: task.isHabit
    case .unsynced: context.isUnsynced(task)
    }
  }

  private func isWaiting(_ task: Task) -> Bool {
    task.state.keyword.isSameName(as: "WAIT") || task.state.keyword.isSameName(as: "WAITING")
  }

  private func isBlocked(_ task: Task, _ context: QueryContext) -> Bool {
    task.blockers.contains(where: context.isOpen)
  }

  private func isLater(_ task: Task, _ now: Timestamp) -> Bool {
    guard let start = task.scheduled?.start else { return false }
    return now.minute == nil ? start.date > now.date : start > now
  }
}
