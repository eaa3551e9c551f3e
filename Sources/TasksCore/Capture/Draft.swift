/// A user's changes to a task, before the task is known: each field is kept, cleared or set.
public struct Draft: Hashable, Sendable {
  public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    case keep
    case clear
    case set(Value)

    func applied(to old: Value?) -> Value? {
      switch self {
      case .keep: old
      case .clear: nil
      case .set(let value): value
      }
    }
  }

  /// Cannot be cleared, because a task must have a title.
  public var title: Text?
  public var priority = Change<Priority>.keep
  public var rank = Change<Rank>.keep
  public var list = Change<Text>.keep
  public var scheduled = Change<Timestamp>.keep
  public var deadline = Change<Timestamp>.keep
  /// Applies to each date that the task has after the draft's own dates are set.
  public var repeater = Change<Repeater>.keep
  /// Replaces the task's reminders.
  public var reminders = Change<[Timestamp]>.keep
  /// In minutes.
  public var effort = Change<Int>.keep
  public var placeName = Change<Text>.keep
  /// A prefix of an id, as typed.
  public var parent = Change<InputWord>.keep
  /// True if the task's blockers are removed before the draft's are added.
  public var clearsBlockers = false
  public var addedBlockers: [InputWord] = []
  public private(set) var addedTags: [Text] = []
  public private(set) var removedTags: [Text] = []
  /// A text to append to the notes.
  public var note: Text?

  /// The word that gave the repeater, for the error if there is no date to repeat.
  var repeaterWord = InputWord("every:")

  public init() {}

  /// True if the draft changes nothing.
  public var isEmpty: Bool { self == Draft() }

  /// Adds a tag. Of adding and removing the same tag, the later call counts.
  public mutating func add(tag: Text) {
    removedTags.removeAll { $0 == tag }
    if !addedTags.contains(tag) { addedTags.append(tag) }
  }

  public mutating func remove(tag: Text) {
    addedTags.removeAll { $0 == tag }
    if !removedTags.contains(tag) { removedTags.append(tag) }
  }

  /// Returns the edits that apply the draft to a task. There are none for fields that already have the wanted
  /// value.
  ///
  /// A date that is moved keeps its repeater, its warning and the length of its range.
  ///
  /// - Parameter resolve: Returns the task that a prefix of an id means. Its errors are rethrown.
  /// - Throws: `InputError` for a repeater without a date, and for a task as its own parent or blocker.
  public func edits(
    for task: Task, resolve: (InputWord) throws -> TaskID
  ) throws -> [Edit] {
    var edits = task.clearing(clearedFields(of: task))
    func note<Value: Equatable>(_ new: Value, _ old: Value, _ edit: (Value) -> Edit) {
      if new != old { edits.append(edit(new)) }
    }
    note(title ?? task.title, task.title, Edit.title)
    note(priority.applied(to: task.priority), task.priority, Edit.priority)
    note(rank.applied(to: task.rank), task.rank, Edit.rank)
    let tags = tags(after: task.tags)
    if tags != task.tags || task.format == .markdown && !removedTags.isEmpty {
      // Needed even if no tag changes: the file may have tags that cannot be read, and then refuses the edit.
      edits.append(.tags(tags))
    }
    note(list.applied(to: task.list), task.list, Edit.list)
    let plans = try plans(for: task)
    note(plans.scheduled, task.scheduled, Edit.scheduled)
    note(plans.deadline, task.deadline, Edit.deadline)
    note(reminders.applied(to: task.reminders) ?? [], task.reminders, Edit.reminders)
    note(placeName.applied(to: task.place.name), task.place.name, Edit.placeName)
    note(effort.applied(to: task.effort), task.effort, Edit.effort)
    note(try newParent(of: task, resolve), task.parent, Edit.parent)
    note(try newBlockers(of: task, resolve), task.blockers, Edit.blockers)
    if let text = self.note, !text.isEmpty { edits.append(task.appending(note: text)) }
    return edits
  }

  /// Returns the fields to clear that have no value, because the text in the file could not be parsed.
  private func clearedFields(of task: Task) -> [UnreadField] {
    var fields: [UnreadField] = []
    func add<Value>(_ field: UnreadField, _ change: Change<Value>, _ old: Value?) {
      if change == .clear, old == nil { fields.append(field) }
    }
    add(.priority, priority, task.priority)
    add(.rank, rank, task.rank)
    add(.list, list, task.list)
    add(.scheduled, scheduled, task.scheduled?.start)
    add(.deadline, deadline, task.deadline?.start)
    add(.repeater, repeater, task.scheduled?.repeater ?? task.deadline?.repeater)
    add(.reminders, reminders, task.reminders.isEmpty ? nil : task.reminders)
    add(.placeName, placeName, task.place.name)
    add(.effort, effort, task.effort)
    add(.parent, parent, task.parent.map { InputWord($0.text.string) })
    if clearsBlockers, task.blockers.isEmpty { fields.append(.blockers) }
    return fields
  }

  private func tags(after old: [Text]) -> [Text] {
    let kept = old.filter { !removedTags.contains($0) }
    return kept + addedTags.filter { !kept.contains($0) }
  }

  private func plans(
    for task: Task
  ) throws(InputError) -> (scheduled: Planning?, deadline: Planning?) {
    func moved(_ plan: Planning?, _ change: Change<Timestamp>) -> Planning? {
      switch change {
      case .keep: plan
      case .clear: nil
      case .set(let date) where date == plan?.start: plan
      case .set(let date): plan?.moved(to: date) ?? Planning(date)
      }
    }
    var plans = (moved(task.scheduled, scheduled), moved(task.deadline, deadline))
    guard repeater != .keep else { return plans }
    if case .set = repeater, plans.0 == nil, plans.1 == nil {
      throw .noDateToRepeat(repeaterWord)
    }
    plans.0?.repeater = repeater.applied(to: nil)
    plans.1?.repeater = repeater.applied(to: nil)
    return plans
  }

  private func newParent(
    of task: Task, _ resolve: (InputWord) throws -> TaskID
  ) throws -> TaskID? {
    guard case .set(let word) = parent else { return parent == .keep ? task.parent : nil }
    return try other(word, than: task, resolve)
  }

  private func newBlockers(
    of task: Task, _ resolve: (InputWord) throws -> TaskID
  ) throws -> [TaskID] {
    var blockers = clearsBlockers ? [] : task.blockers
    for word in addedBlockers {
      let blocker = try other(word, than: task, resolve)
      if !blockers.contains(blocker) { blockers.append(blocker) }
    }
    return blockers
  }

  private func other(
    _ word: InputWord, than task: Task, _ resolve: (InputWord) throws -> TaskID
  ) throws -> TaskID {
    let id = try resolve(word)
    guard id != task.id else { throw InputError.ownRelative(word) }
    return id
  }
}
