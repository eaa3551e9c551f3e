import TasksCore

/// What it means that a record lacks a value that its format tells of the task.
enum AbsentValues {
  /// It was removed there (``ForeignTrait/tellsAll``).
  case removed
  /// Nothing: the format may have no place for it, or the program dropped it.
  case unsaid
  /// It was removed by a client of the CalDAV door that gives back the lines that it does not understand. The record is
  /// an edit of what is told, and nothing older.
  case removedByClient
  /// A client made the record anew from what it understands: no date, rule, text, priority or alarm means that there is
  /// none; anything else stays.
  case rewrittenByClient

  var isOfClient: Bool { self == .removedByClient || self == .rewrittenByClient }

  var removesAll: Bool { self == .removed || self == .removedByClient }

  var removesNotes: Bool { self != .unsaid }

  func removes(_ field: PlainField) -> Bool {
    let isOfRule = [.repeatDays, .repeatUntil, .repeatTimes].contains(field)
    return removesAll || self == .rewrittenByClient && (isOfRule || field == .reminders)
  }

  func removes(property name: Text) -> Bool {
    removesAll || self == .rewrittenByClient && name != "URL"
  }
}

/// What a record of another program changes in a task of the store.
///
/// Only what the record says otherwise than the format would say of the task now is changed: a field that the format
/// lacks, or can hold in part only, stays. Dates are compared part by part, sets member by member.
///
/// Law: a record that is what the format says of the task changes nothing.
struct ForeignUpdate {
  let task: Task
  let told: Task
  let record: ForeignTask
  let absent: AbsentValues
  let workflow: Workflow
  let now: Timestamp

  private var new: Task { record.task }
  private var tellsAll: Bool { absent == .removed }

  var result: Task {
    var result = task
    copyTexts(to: &result)
    copyFields(to: &result)
    copyLog(to: &result)
    if finishesOccurrence {
      if !isKnown(finish: new.closed ?? now) {
        if absent.isOfClient { copyDates(to: &result) }
        let edits = result.changing(to: new.state, workflow: workflow, now: new.closed ?? now)
        result = result.applying(edits)
      }
    } else if !isOfPast {
      copyDates(to: &result)
      copyState(to: &result)
    }
    for moment in record.finished where !isKnown(finish: moment) {
      result.log.insert(finished: moment, from: task.state, as: doneState)
      if result.lastRepeat.map({ $0 < moment }) ?? true { result.lastRepeat = moment }
    }
    return result
  }

  private func copyDates(to result: inout Task) {
    result.scheduled = planning(task.scheduled, told.scheduled, new.scheduled)
    result.deadline = planning(task.deadline, told.deadline, new.deadline)
  }

  /// True for a record that is done, of a task that repeats: only the present occurrence is, unless a client took the
  /// rule away with it.
  private var finishesOccurrence: Bool {
    let isLast = absent.isOfClient && told.isRepeating && !new.isRepeating
    return new.isDone && !told.isDone && task.isRepeating && !task.isDeleted && !isLast
  }

  /// True for a record of an occurrence that was finished here since: the other program does not know of it.
  private var isOfPast: Bool {
    guard absent == .unsaid, task.isRepeating, task.lastRepeat != nil, !new.isDone,
      let old = told.deadline ?? told.scheduled, let date = new.deadline ?? new.scheduled,
      let interval = (task.deadline ?? task.scheduled)?.repeater?.interval
    else { return false }
    return date.start.date < old.start.date
      && interval.leads(from: date.start, to: old.start, on: task.repeats.days)
  }

  private var doneState: State {
    new.isDone ? new.state : workflow.finish(for: task.state) ?? State("DONE", isDone: true)
  }

  /// Whether an occurrence is in the log, or older than the last one that was finished. A moment without a time stands
  /// for its day. A client knows what is told of the task, so that only the same moment is the same finish.
  private func isKnown(finish moment: Timestamp) -> Bool {
    func isSame(_ other: Timestamp) -> Bool {
      if absent.isOfClient { return other == moment }
      return moment.minute == nil || other.minute == nil
        ? other.date >= moment.date : other >= moment
    }
    if let last = task.lastRepeat, isSame(last) { return true }
    return task.entries.contains { entry in
      guard case .state(_, let to) = entry.kind, workflow[to]?.state.isDone == true else {
        return false
      }
      return entry.at.map(isSame) ?? false
    }
  }

  // MARK: Fields

  private func copyTexts(to result: inout Task) {
    if new.title != told.title { result.title = new.title }
    // Encrypted notes are changed here alone; an export may have their text.
    if new.notes != told.notes, absent.removesNotes || !new.notes.isEmpty, !task.hasEncryptedNotes {
      result.notes = new.notes
    }
    // todo.sh takes the priority away from what is finished.
    if new.priority != told.priority, new.priority != nil || !finishesOccurrence {
      result.priority = new.priority
    }
    if !new.tags.isEmpty || absent != .rewrittenByClient {
      result.tags = members(task.tags, told.tags, new.tags)
    }
    for name in (told.properties + new.properties).map(\.name).uniqued() {
      let value = new.property(named: name)
      if value != told.property(named: name), value != nil || absent.removes(property: name) {
        result = result.applying(.property(name: name, value: value))
      }
    }
    if new.deleted != told.deleted { result.deleted = new.deleted }
  }

  private func copyFields(to result: inout Task) {
    for field in PlainField.allCases {
      let (before, after) = (field.value(in: told), field.value(in: new))
      // A task always has its place and its time of creation.
      if before == after || after.isNothing && [.rank, .created].contains(field) { continue }
      // A rule that is told is told as a whole.
      let isOfRule =
        [.repeatDays, .repeatUntil, .repeatTimes].contains(field) && new.isRepeating
      if after.isNothing, !absent.removes(field), field != .list, !isOfRule { continue }
      // Others write it in UTC, and may read it in another zone.
      if field == .created, !tellsAll, !before.isNothing { continue }
      switch field.kind {
      case .ids, .reminders:
        let kept = members(field.value(in: task).members, before.members, after.members)
        field.set(FieldValue(list: kept), in: &result)
      default: field.set(after, in: &result)
      }
    }
  }

  private func members<Member: Hashable>(
    _ own: [Member], _ before: [Member], _ after: [Member]
  ) -> [Member] {
    if Set(before) == Set(after) { return own }
    let gone = Set(before).subtracting(after)
    let kept = own.filter { !gone.contains($0) }
    return kept + after.filter { !before.contains($0) && !kept.contains($0) }
  }

  private func planning(_ own: Planning?, _ before: Planning?, _ after: Planning?) -> Planning? {
    if before == after { return own }
    guard let after else { return nil }
    guard let own, let before else { return after }
    var result = own
    if before.start != after.start {
      // A format that has days only moves the day.
      let isDay = before.start.minute == nil && after.start.minute == nil
      let minute = isDay ? own.start.minute : after.start.minute
      result = result.moved(to: Timestamp(after.start.date, minute: minute))
    }
    if before.end != after.end { result.end = after.end }
    if before.repeater != after.repeater { result.repeater = after.repeater }
    if before.warning != after.warning { result.warning = after.warning }
    return result
  }

  private func copyState(to result: inout Task) {
    guard new.state != told.state else {
      if new.closed != told.closed,
        tellsAll || told.closed == nil || absent.isOfClient && new.closed != nil
      {
        result.closed = new.closed
      }
      return
    }
    // Few formats can say that a task waits.
    if absent == .unsaid, !new.isDone, !told.isDone, new.state == workflow.first,
      task.state != workflow.start(for: new.state)
    {
      return
    }
    if tellsAll, Set(new.log) != Set(told.log) {
      // The log tells of the change already.
      result.state = new.state
      result.closed = new.closed ?? (new.isDone ? now : nil)
      return
    }
    let edits = result.changing(to: new.state, workflow: workflow, now: new.closed ?? now)
    result = result.applying(edits)
    if let closed = new.closed { result.closed = closed }
  }

  private func copyLog(to result: inout Task) {
    let (before, after) = (Set(told.log), Set(new.log))
    // The order follows from the dates.
    if before == after { return }
    if tellsAll { result.log.removeAll { before.contains($0) && !after.contains($0) } }
    for item in new.log.reversed() where !before.contains(item) && !task.log.contains(item) {
      result.log.insert(newestFirst: item)
    }
  }
}

extension [LogItem] {
  mutating func insert(newestFirst item: LogItem) {
    let moment = item.moment
    let place = firstIndex { other in
      guard let moment, let at = other.moment else { return true }
      return at <= moment
    }
    insert(item, at: place ?? endIndex)
  }

  mutating func insert(finished moment: Timestamp, from old: State, as state: State) {
    insert(
      newestFirst: .entry(LogEntry(.state(from: old.keyword, to: state.keyword), at: moment)))
  }
}

extension Task {
  /// Returns a new task with the occurrences that were finished in its log.
  func logging(finished moments: [Timestamp], as state: State) -> Task {
    var task = self
    for moment in moments { task.log.insert(finished: moment, from: self.state, as: state) }
    if let last = moments.max(), task.lastRepeat.map({ $0 < last }) ?? true {
      task.lastRepeat = last
    }
    return task
  }
}
