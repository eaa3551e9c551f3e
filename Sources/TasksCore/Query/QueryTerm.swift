/// One condition of a query.
enum QueryTerm: Hashable, Sendable {
  case tag(Text)
  /// Any tag at all.
  case tagged
  case virtual(VirtualTag)
  case field(PlainField, FieldTest)
  case state(Text)
  /// The priority; nil for tasks without one.
  case priority(Priority?)
  case date(DateField, DateTest)
  case assignee(PropertyTest)
  case own(OwnField, OwnTest)
  /// A text in the title.
  case title(TextSearch, word: String)
  /// A text in the title or the notes, or the start of the id.
  case text(TextSearch, word: String)
  case pattern(Pattern)

  func matches(_ task: Task, in context: QueryContext) throws(Pattern.Failure) -> Bool {
    switch self {
    case .tag(let tag): task.tags.contains { $0.isWithin(tag) }
    case .tagged: !task.tags.isEmpty
    case .virtual(let tag): tag.matches(task, in: context) ?? false
    case .field(let field, let test): test.matches(field.value(in: task))
    case .state(let keyword): task.state.keyword.isSameName(as: keyword)
    case .priority(let priority): task.priority == priority
    case .date(let field, let test):
      test.matches(field.date(of: task, in: context), task, now: context.now)
    case .assignee(.equal(let name)): task.isAssigned(to: name)
    case .assignee(let test): test.matches(task.assignee)
    case .own(let field, let test): test.matches(field, task, now: context.now)
    case .title(let search, _): search.isFound(in: task.title)
    case .text(let search, let word):
      search.isFound(in: task.title)
        // In a message, any few letters are found.
        || search.isFound(in: task.notes)
          && (!task.hasEncryptedNotes || search.isFound(in: task.notes.withoutMessages))
        || (word.utf8.count >= TaskID.shortest && task.id.hasPrefix(word))
    case .pattern(let pattern):
      try pattern.isFound(in: task.title)
        ? true : pattern.isFound(in: task.notes.withoutMessages)
    }
  }
}

extension QueryTerm {
  /// The same for a task's row in a list; nil if only the whole task can tell.
  func matches(_ row: ListRow, in context: QueryContext) -> Bool? {
    switch self {
    case .tag(let tag): row.tags.contains { $0.isWithin(tag) }
    case .tagged: !row.tags.isEmpty
    case .virtual(let tag): tag.matches(row, in: context)
    case .field(let field, let test): test.matches(row.value(of: field))
    case .state(let keyword): row.hasKeyword(keyword)
    case .title(let search, _): search.isFound(in: row.title.text)
    case .priority, .date, .assignee, .own, .text, .pattern: nil
    }
  }

  /// Whether ``matches(_:in:)-(ListRow,_)`` may know.
  var readsRow: Bool {
    switch self {
    case .virtual(.unsynced), .priority, .date, .assignee, .own, .text, .pattern: false
    default: true
    }
  }
}

/// A test of a plain field.
enum FieldTest: Hashable, Sendable {
  case none
  case any
  /// The value, or one of its members; of several, all of them. A whole day is any time of that day; each date of a repeating reminder counts.
  case equal(FieldValue)
  /// A list, or one below it: `work` and `work/clients`.
  case within(Text)
  case over(Double)
  case under(Double)
  /// The beginning of an id.
  case id(String)

  func matches(_ value: FieldValue) -> Bool {
    switch self {
    case .none: value.isNothing
    case .any: !value.isNothing
    case .equal(.moment(let wanted)):
      ([value] + value.members).contains { FieldTest.falls($0, on: wanted) }
    case .equal(.text(let wanted)) where value.nonEmptyText?.isAlike(wanted) == true: true
    case .equal(.list(let wanted)): wanted.allSatisfy(value.members.contains)
    case .equal(let wanted): value == wanted || value.members.contains(wanted)
    case .within(let list):
      value.nonEmptyText.map { FieldTest.isWithin($0, list) } ?? false
    case .over(let bound): value.number.map { $0 > bound } ?? false
    case .under(let bound): value.number.map { $0 < bound } ?? false
    case .id(let prefix):
      ([value] + value.members).contains { member in
        if case .text(let id) = member { TaskID(id)?.hasPrefix(prefix) ?? false } else { false }
      }
    }
  }

  private static func isWithin(_ name: Text, _ list: Text) -> Bool {
    ListName.levels(name).isWithin(ListName.levels(list))
  }

  private static func falls(_ value: FieldValue, on wanted: Timestamp) -> Bool {
    guard let moment = value.moment else { return false }
    func isMeant(_ moment: Timestamp) -> Bool {
      wanted.minute == nil ? moment.date == wanted.date : moment == wanted
    }
    guard let repeater = value.reminder?.repeater else { return isMeant(moment) }
    return repeater.occurrences(from: moment, in: wanted.date...wanted.date).contains(
      where: isMeant)
  }
}

/// A test of a field of the store's own, or of any other property.
enum OwnTest: Hashable, Sendable {
  case property(PropertyTest)
  case value(FieldTest)
  case date(DateTest)

  func matches(_ field: OwnField, _ task: Task, now: Timestamp) -> Bool {
    switch self {
    case .property(let test): test.matches(task.property(named: field.name))
    case .value(let test): test.matches(field.value(in: task))
    case .date(let test): test.matches(field.value(in: task).moment, task, now: now)
    }
  }
}

/// A test of a property, without regard to case.
enum PropertyTest: Hashable, Sendable {
  case none
  case any
  case equal(Text)

  func matches(_ value: Text?) -> Bool {
    switch self {
    case .none: value == nil
    case .any: value != nil
    case .equal(let wanted):
      value.map {
        CaseFolding.folded($0.composed.string) == CaseFolding.folded(wanted.composed.string)
      } ?? false
    }
  }
}

/// The dates that a query can test.
package enum DateField: String, CaseIterable, Hashable, Sendable {
  case deadline = "due"
  case scheduled = "sched"
  case wait
  case created
  case closed
  case until
  /// The last commit that changed its file.
  case modified

  func date(of task: Task, in context: QueryContext) -> Timestamp? {
    switch self {
    case .deadline: task.deadline?.start
    case .scheduled: task.scheduled?.start
    case .wait: task.wait
    case .created: task.created
    case .closed: task.closed
    case .until: task.repeats.until
    case .modified: context.modified(task)
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
  /// Returns true if the moment is still to come: a whole day until it begins.
  package func isAhead(of now: Timestamp) -> Bool {
    now.minute == nil ? date > now.date : self > now
  }

  /// Returns true if the moment has passed: a whole day when the next day begins, a minute when the next minute
  /// begins.
  package func isPast(at now: Timestamp) -> Bool {
    minute == nil || now.minute == nil ? date < now.date : self < now
  }
}

/// What virtual tags are computed from: a whole task, or its row in a list.
protocol TaggedTask {
  /// Neither done nor in the trash.
  var isOpen: Bool { get }
  var scheduled: Planning? { get }
  var deadline: Planning? { get }
  var blockers: [TaskID] { get }
  var parent: TaskID? { get }
  var wait: Timestamp? { get }
  var taskID: TaskID { get }
  var isHabit: Bool { get }
  var hasRunningClock: Bool { get }

  /// Commented out, or archived, and so in no agenda.
  var isHiddenFromAgenda: Bool { get }

  /// Whether the keyword is this one, without regard to case.
  func hasKeyword(_ name: Text) -> Bool
  func isInList(_ name: Text) -> Bool
}

extension TaggedTask {
  /// Whether an open task is hidden until later.
  func hides(_ now: Timestamp) -> Bool { isOpen && wait?.isAhead(of: now) == true }

  var waits: Bool { hasKeyword("WAIT") || hasKeyword("WAITING") }
}

extension Task {
  /// Whether the task is open and hidden until later.
  package func isHidden(_ now: Timestamp) -> Bool { hides(now) }
}

extension Task: TaggedTask {
  var taskID: TaskID { id }
  var hasRunningClock: Bool { !log.runningClocks.isEmpty }

  func hasKeyword(_ name: Text) -> Bool { state.keyword.isSameName(as: name) }
  func isInList(_ name: Text) -> Bool { list == name }
}

extension ListRow: TaggedTask {
  package var taskID: TaskID { TaskID(id.text) ?? .none }
  package var wait: Timestamp? { value(of: .wait).moment }
  package var parent: TaskID? { value(of: .parent).text.flatMap { TaskID($0) } }
  var hasRunningClock: Bool { runningClock != nil }

  func hasKeyword(_ name: Text) -> Bool { keyword.text.isSameName(as: name) }
  func isInList(_ name: Text) -> Bool { list?.isSame(as: name) ?? false }
}
