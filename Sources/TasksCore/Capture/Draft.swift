/// A user's changes to a task, before the task is known: each field is kept, cleared or set.
package struct Draft: Hashable, Sendable {
  package enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
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
  package var title: Text?
  package var priority = Change<Priority>.keep
  package var scheduled = Change<Timestamp>.keep
  package var deadline = Change<Timestamp>.keep
  /// Applies to each date that the task has after the draft's own dates are set.
  package var repeater = Change<Repeater>.keep
  package var assignee = Change<Text>.keep
  /// One for each plain field, in their order.
  private var values = PlainField.allCases.map { _ in Change<FieldValue>.keep }
  /// The same for fields that name other tasks.
  private var references = PlainField.allCases.map { _ in References() }
  /// The changes of other properties, in the order in which they were typed.
  private(set) var own: [Own] = []
  package private(set) var addedTags: [Text] = []
  package private(set) var removedTags: [Text] = []
  /// A text to append to the notes.
  package var note: Text?

  /// The reminders that were given as a time of day alone, which has passed today.
  package var remindersOfTomorrow: [Timestamp] = []

  /// The word that gave the repeater, for the error if there is no date to repeat.
  var repeaterWord = InputWord("every:")

  /// A change of a property.
  struct Own: Hashable, Sendable {
    let field: OwnField
    var change: Change<FieldValue>
  }

  /// Other tasks, as typed.
  package struct References: Hashable, Sendable {
    /// True if the field is cleared before ``words`` are added.
    package var clears = false
    package var words: [InputWord] = []
  }

  package init() {}

  /// The change of a plain field that does not name other tasks.
  package subscript(field: PlainField) -> Change<FieldValue> {
    get { values[Int(field.rawValue)] }
    set { values[Int(field.rawValue)] = newValue }
  }

  /// The change of a plain field that names other tasks.
  package subscript(references field: PlainField) -> References {
    get { references[Int(field.rawValue)] }
    set { references[Int(field.rawValue)] = newValue }
  }

  /// The change of a field of the store's own, or of any other property.
  package subscript(own field: OwnField) -> Change<FieldValue> {
    get { own.first { $0.field == field }?.change ?? .keep }
    set {
      own.removeAll { $0.field == field }
      own.append(Own(field: field, change: newValue))
    }
  }

  /// True if the draft changes nothing.
  package var isEmpty: Bool { self == Draft() }

  package func pastReminders(at now: Timestamp) -> [Timestamp] {
    guard case .set(let value) = self[.reminders] else { return [] }
    return value.members.compactMap(\.moment).filter { $0.isPast(at: now) }
  }

  /// Adds a tag. Of adding and removing the same tag, the later call counts.
  package mutating func add(tag: Text) {
    removedTags.removeAll { $0 == tag }
    if !addedTags.contains(where: { $0.isAlike(tag) }) { addedTags.append(tag) }
  }

  mutating func remove(tag: Text) {
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
  package func edits(
    for task: Task, resolve: (InputWord) throws -> TaskID
  ) throws -> [Edit] {
    var edits = task.clearing(clearedFields(of: task))
    func note<Value: Equatable>(_ new: Value, _ old: Value, _ edit: (Value) -> Edit) {
      if new != old { edits.append(edit(new)) }
    }
    note(title ?? task.title, task.title, Edit.title)
    note(priority.applied(to: task.priority), task.priority, Edit.priority)
    let tags = tags(after: task.tags)
    if tags != task.tags || task.format == .markdown && !removedTags.isEmpty {
      // Needed even if no tag changes: the file may have tags that cannot be read, and then refuses the edit.
      edits.append(.tags(tags))
    }
    let plans = try plans(for: task)
    note(plans.scheduled, task.scheduled, Edit.scheduled)
    note(plans.deadline, task.deadline, Edit.deadline)
    for field in PlainField.allCases {
      let old = field.value(in: task)
      // Another repeater is on no days, and none has no end.
      let isEnded = repeater == .clear && [.repeatUntil, .repeatTimes].contains(field)
      if self[field] == .keep, isEnded || repeater != .keep && field == .repeatDays {
        note(.nothing, old) { .field(field, $0) }
        continue
      }
      note(try value(of: field, after: old, in: task, resolve), old) { .field(field, $0) }
    }
    note(assignee.applied(to: task.assignee), task.assignee) { task.assigning($0) }
    for own in own {
      let old = task.property(named: own.field.name)
      // A value that is not of the kind is cleared, too.
      if own.change == .clear, old != nil {
        edits.append(.own(own.field, .nothing))
      } else if case .set(let value) = own.change, value != own.field.value(in: task) || old == nil
      {
        edits.append(.own(own.field, value))
      }
    }
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
    add(.scheduled, scheduled, task.scheduled?.start)
    add(.deadline, deadline, task.deadline?.start)
    add(.repeater, repeater, task.scheduled?.repeater ?? task.deadline?.repeater)
    let cleared = PlainField.allCases.filter { field in
      let names = self[references: field]
      return (self[field] == .clear || names.clears && names.words.isEmpty)
        && field.value(in: task).isNothing
    }
    return fields + cleared.map { .field($0) }
  }

  private func tags(after old: [Text]) -> [Text] {
    let kept = old.filter { tag in !removedTags.contains { $0.isAlike(tag) } }
    return kept + addedTags.filter { tag in !kept.contains { $0.isAlike(tag) } }
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
    if case .set = repeater, plans.0 == nil, plans.1 == nil, reminders(of: task).isEmpty {
      throw .noDateToRepeat(repeaterWord)
    }
    plans.0?.repeater = repeater.applied(to: nil)
    plans.1?.repeater = repeater.applied(to: nil)
    return plans
  }

  /// The reminders after the change. What repeats the dates of a task repeats these too: they remind on each of their
  /// dates, whether or not the task is done meanwhile.
  private func reminders(of task: Task) -> [Reminder] {
    var reminders = task.reminders
    switch self[.reminders] {
    case .keep: break
    case .clear: return []
    case .set(let new):
      reminders = Reminder.moved(reminders, to: new.members.compactMap(\.moment))
    }
    if repeater == .keep { return reminders }
    let interval = repeater.applied(to: nil)?.interval
    for place in reminders.indices {
      reminders[place].repeater = interval.map { Repeater(.cumulate, $0) }
    }
    return reminders
  }

  private func value(
    of field: PlainField, after old: FieldValue, in task: Task,
    _ resolve: (InputWord) throws -> TaskID
  ) throws -> FieldValue {
    let names = self[references: field]
    guard names != References() else {
      if field.kind == .reminders {
        return FieldValue(list: reminders(of: task).map { .reminder($0) })
      }
      return self[field].applied(to: old) ?? .nothing
    }
    let ids = try names.words.map { FieldValue.text(try other($0, than: task, resolve).text) }
    guard field.kind == .ids else { return ids.last ?? .nothing }
    let kept = names.clears ? [] : old.members
    return FieldValue(list: (kept + ids).uniqued())
  }

  private func other(
    _ word: InputWord, than task: Task, _ resolve: (InputWord) throws -> TaskID
  ) throws -> TaskID {
    let id = try resolve(word)
    guard id != task.id else { throw InputError.ownRelative(word) }
    return id
  }
}

/// A part of a draft in words, which shows how a line was understood.
package struct DraftPart: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case title, priority, deadline, scheduled, `repeat`, tag, list, field, note
  }

  package let kind: Kind
  package let text: String
}

extension Draft {
  /// The parts, the title first.
  package func parts(now: Timestamp) -> [DraftPart] {
    var parts: [DraftPart] = []
    func add(_ kind: DraftPart.Kind, _ text: String) {
      parts.append(DraftPart(kind: kind, text: text))
    }
    if let title { add(.title, title.string) }
    if let text = Draft.words(of: priority, { "priority \($0.text)" }, "no priority") {
      add(.priority, text)
    }
    let day = RelativeDate(now: now).dated
    if let text = Draft.words(of: deadline, day, "no deadline") { add(.deadline, text) }
    if let text = Draft.words(of: scheduled, { "begin \(day($0))" }, "not scheduled") {
      add(.scheduled, text)
    }
    let days = self[.repeatDays].applied(to: nil)?.text.flatMap { RepeatDays($0.string) }
    if let text = Draft.words(of: repeater, { $0.interval.inWords(on: days) }, "no repetition") {
      add(.repeat, text)
    }
    for tag in addedTags { add(.tag, tag.bytes.first == 0x40 ? "\(tag)" : "+\(tag)") }
    for tag in removedTags { add(.tag, "without \(tag)") }
    for field in PlainField.allCases where field != .repeatDays {
      let name = field == .list ? "" : "\(field.name) "
      let kind: DraftPart.Kind = field == .list ? .list : .field
      let others = self[references: field]
      if !others.words.isEmpty {
        add(kind, name + others.words.map(\.text).joined(separator: ", "))
      } else if others.clears {
        add(kind, "no \(field.name)")
      } else if let text = Draft.words(
        of: self[field], { name + Draft.text(of: $0, field) }, "no \(field.name)")
      {
        add(kind, text)
      }
    }
    if let text = Draft.words(of: assignee, { "assignee \($0)" }, "no assignee") {
      add(.field, text)
    }
    for own in own {
      let name = own.field.name
      if let text = Draft.words(
        of: own.change, { "\(name) \(own.field.kind.shown($0))" }, "no \(name)")
      {
        add(.field, text)
      }
    }
    if let note { add(.note, "note: \(note)") }
    return parts
  }

  private static func words<Value>(
    of change: Change<Value>, _ set: (Value) -> String, _ cleared: String
  ) -> String? {
    switch change {
    case .keep: nil
    case .clear: cleared
    case .set(let value): set(value)
    }
  }

  private static func text(of value: FieldValue, _ field: PlainField) -> String {
    switch field.kind {
    case .flag: return "yes"
    case .duration, .lead: return value.integer.map(Effort.brief) ?? ""
    default: break
    }
    let members = value.members.isEmpty ? [value] : value.members
    return members.map { member in
      member.reminder?.shown ?? member.moment?.shown ?? member.text?.string ?? ""
    }.joined(separator: ", ")
  }
}
