import TasksCore

/// What happened to tasks, newest first, from the commits and from the logs in the files. What both tell is there once.
package struct Timeline: Sendable {
  package struct Event: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case added, done, reopened, state, changed, moved, deleted, restored, purged, note, clock
    }

    package let at: Timestamp
    package let kind: Kind
    package let id: TaskID
    package let title: Text
    /// The keyword of a change of state, the names of the changed fields, the text of a note.
    package var detail = ""
    /// The length of a clock in minutes; nil while it runs.
    package var minutes: Int?
    /// The id of the device; nil for what the log of the file tells.
    package var device: String?
  }

  package private(set) var events: [Event] = []
  /// The changes of state that the history tells, so that the log does not tell them again.
  private var known: Set<Known> = []

  private struct Known: Hashable {
    let id: TaskID
    let minute: Int
  }

  package init() {}

  /// The events of each day, the newest day first, and the newest of a day first.
  package var days: [(date: CivilDate, events: [Event])] {
    let ordered = events.enumerated().ordered {
      $0.element.at == $1.element.at ? $0.offset < $1.offset : $0.element.at > $1.element.at
    }.map(\.element)
    var days: [(date: CivilDate, events: [Event])] = []
    for event in ordered {
      if days.last?.date != event.at.date { days.append((event.at.date, [])) }
      days[days.count - 1].events.append(event)
    }
    return days
  }

  /// Adds a change that the history tells. Add these before the logs. The ranks that a merge gives to keep tasks of two
  /// sides in order are nothing that anyone did, and are left out.
  package mutating func add(_ entry: HistoryEntry) {
    guard let task = entry.task else { return }
    let (kind, detail) = Timeline.summary(of: entry)
    if entry.isMerge, kind == .moved { return }
    var event = Event(at: entry.time, kind: kind, id: task.id, title: task.title)
    event.detail = detail
    event.device = entry.device
    events.append(event)
    if [.done, .state, .reopened].contains(kind) {
      known.insert(Known(id: task.id, minute: entry.time.absoluteMinute))
    }
  }

  private static func summary(of entry: HistoryEntry) -> (Event.Kind, String) {
    guard let new = entry.change.new else { return (.purged, "") }
    guard let old = entry.change.old else { return (.added, "") }
    if (old.deleted == nil) != (new.deleted == nil) {
      return (new.deleted == nil ? .restored : .deleted, "")
    }
    if new.lastRepeat != old.lastRepeat, new.lastRepeat != nil { return (.done, "") }
    if new.state != old.state {
      let keyword = ControlCharacters.escaped(new.state.keyword)
      if new.isDone != old.isDone { return (new.isDone ? .done : .reopened, keyword) }
      return (.state, keyword)
    }
    let names = entry.fields.map { ControlCharacters.escaped(Text($0.field.typedField)) }
    return names == ["rank"] ? (.moved, "") : (.changed, names.joined(separator: ", "))
  }

  /// Leaves out what happened after a day.
  package mutating func end(on last: CivilDate) { events.removeAll { $0.at.date > last } }

  /// Adds what the log of a task tells from a moment on: clocks, notes, and changes of state that the history does not
  /// tell.
  package mutating func add(logOf task: Task, since: Timestamp) {
    func event(_ kind: Event.Kind, _ at: Timestamp, _ detail: String = "") -> Event {
      var event = Event(at: at, kind: kind, id: task.id, title: task.title)
      event.detail = detail
      return event
    }
    for item in task.log {
      switch item {
      case .clock(let clock) where clock.start >= since:
        var clocked = event(.clock, clock.start)
        clocked.minutes = clock.minutes
        events.append(clocked)
      case .entry(let entry):
        guard let at = entry.at, at >= since else { continue }
        switch entry.kind {
        case .note:
          events.append(
            event(.note, at, entry.note.map { ControlCharacters.escaped($0.onOneLine) } ?? ""))
        case .state(_, let keyword) where !isKnown(task.id, at):
          let isEnd = at == task.closed || task.isDone && keyword == task.state.keyword
          events.append(event(isEnd ? .done : .state, at, ControlCharacters.escaped(keyword)))
          known.insert(Known(id: task.id, minute: at.absoluteMinute))
        default: continue
        }
      default: continue
      }
    }
    if let closed = task.closed, task.isDone, closed >= since, !isKnown(task.id, closed) {
      events.append(event(.done, closed, ControlCharacters.escaped(task.state.keyword)))
    }
  }

  /// A commit may be made in the minute after the one that the log names.
  private func isKnown(_ id: TaskID, _ at: Timestamp) -> Bool {
    (0...1).contains { known.contains(Known(id: id, minute: at.absoluteMinute + $0)) }
  }
}
