import TasksCore

/// The edits that are tried on each file.
extension Task {
  /// Those that say what the task says already.
  var edits: [Edit] {
    var edits: [Edit] = [
      .title(title), .state(state), .priority(priority), .rank(rank), .tags(tags), .list(list),
      .created(created), .scheduled(scheduled), .deadline(deadline), .closed(closed),
      .deleted(deleted), .lastRepeat(lastRepeat), .reminders(reminders), .important(isImportant),
      .firstAlert(firstAlert), .secondAlert(secondAlert), .placeName(location.name),
      .coordinates(location.coordinates), .radius(location.radius), .effort(effort),
      .parent(parent),
      .blockers(blockers), .notes(notes), .log(log),
    ]
    for property in properties.prefix(3) {
      edits.append(.property(name: property.name, value: property.value))
    }
    return edits
  }

  /// Those that change each field to something else, and each that is there to nothing.
  func probes(_ workflow: Workflow) -> [Edit] {
    guard let date = CivilDate(year: 2027, month: 3, day: 1), let id = TaskID("n3w1d") else {
      return []
    }
    let day = Timestamp(date)
    let time = Timestamp(date, minute: 615)
    let plan = Planning(time, repeater: Repeater("+1m"), warning: Warning("-2d"))
    var probes: [Edit] = [
      .title("Fuzz it"), .priority(Priority("B")), .priority(nil), .rank(Rank(7)), .rank(nil),
      .tags(tags + ["fuzz"]), .tags(Array(tags.dropFirst())), .tags([]), .list("fuzz"), .list(nil),
      .created(time), .created(nil), .scheduled(plan), .scheduled(Planning(day)), .scheduled(nil),
      .deadline(plan), .deadline(Planning(day)), .deadline(nil), .closed(time), .closed(nil),
      .deleted(time), .deleted(nil), .lastRepeat(time), .lastRepeat(nil),
      .reminders(at: [time, day]),
      .reminders([Reminder(time, repeater: Repeater("+1d")), Reminder(day)]),
      .reminders([]), .important(!isImportant), .firstAlert(5), .firstAlert(nil), .secondAlert(1),
      .secondAlert(nil), .placeName("fuzz"), .placeName(nil),
      .coordinates(Location.Coordinates(latitude: -1.5, longitude: 2)), .coordinates(nil),
      .radius(10), .radius(nil), .effort(61), .effort(nil), .parent(id), .parent(nil),
      .blockers(blockers + [id]), .blockers([]), .property(name: "FUZZ", value: "x"),
      .notes(notes + "\nmore"), .notes(.empty), .notes("more"),
      .log(
        [.entry(LogEntry(.state(from: "WAIT", to: "TODO"), at: time, note: "he called"))] + log),
      .log(log.dropLast()), .log([]),
      .log([.clock(Clock(start: time, end: time.adding(minutes: 90)))] + log),
    ]
    probes += workflow.keywords.prefix(5).map { .state($0.state) }
    for property in properties.prefix(2) {
      probes.append(.property(name: property.name, value: "x"))
      probes.append(.property(name: property.name, value: nil))
    }
    for index in checklist.indices.prefix(3) { probes.append(.notes(setting(index))) }
    return probes
  }

  /// The notes with one box the other way round.
  private func setting(_ index: Int) -> Text {
    Checklist(notes, format: format).setting(index, to: !checklist[index].isChecked)
  }
}

extension Edit {
  /// The edit that gives the field of this one the value it has in `task`.
  package func inverse(in task: Task) -> Edit {
    switch self {
    case .id: .id(task.id)
    case .title: .title(task.title)
    case .state: .state(task.state)
    case .priority: .priority(task.priority)
    case .tags: .tags(task.tags)
    case .scheduled: .scheduled(task.scheduled)
    case .deadline: .deadline(task.deadline)
    case .closed: .closed(task.closed)
    case .deleted: .deleted(task.deleted)
    case .field(let field, _): .field(field, field.value(in: task))
    case .own(let field, _): .property(name: field.name, value: task.property(named: field.name))
    case .property(let name, _): .property(name: name, value: task.property(named: name))
    case .notes: .notes(task.notes)
    case .log: .log(task.log)
    }
  }
}

extension Text {
  fileprivate static func + (a: Text, b: Text) -> Text { Text(bytes: a.bytes + b.bytes) }
}
