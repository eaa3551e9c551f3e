import TasksCore

extension OrgSeed {
  /// Any edit of a task, such as the writer accepts.
  package mutating func edit(of document: OrgDocument) -> Edit {
    let task = document.task
    let isOff = once(in: 3)
    switch number(0...26) {
    case 0: return .id(id())
    case 1:
      return .title(
        Text(
          pick([
            "New title", "b", "Čaj", "漢字 title", "a  b", "with: colon", "x [2/3] y", "🙂", "100%",
          ])))
    case 2: return .state(pick(document.workflow.keywords).state)
    case 3: return .priority(isOff ? nil : Priority(pick(["A", "B", "C", "9"])))
    case 4: return .rank(isOff ? nil : Rank(Double(number(1...9999)) / 8))
    case 5:
      return .tags(some(of: ["phone", "@office", "home", "práce", "late", "x#1", "50%"], most: 4))
    case 6: return .list(isOff ? nil : Text(pick(["work", "home", "Čas práce", "a/b"])))
    case 7: return .created(isOff ? nil : moment())
    case 8, 9: return .scheduled(isOff ? nil : planning())
    case 10, 11: return .deadline(isOff ? nil : planning())
    case 12: return .closed(isOff ? nil : moment())
    case 13: return .deleted(isOff ? nil : moment())
    case 14: return .lastRepeat(isOff ? nil : moment())
    case 15: return .reminders((0..<number(0...3)).map { _ in reminder() })
    case 16: return .important(!task.isImportant)
    case 17: return once(in: 2) ? .firstAlert(isOff ? nil : 15) : .secondAlert(isOff ? nil : 5)
    case 18: return .placeName(isOff ? nil : Text(pick(["Home", "Brno, Česká 1", "a: b"])))
    case 19:
      return .coordinates(
        isOff ? nil : Location.Coordinates(latitude: Double(number(-90...90)), longitude: 14.25))
    case 20:
      return once(in: 2) ? .radius(isOff ? nil : 250) : .effort(isOff ? nil : number(1...900))
    case 21: return .parent(isOff ? nil : id())
    case 22: return .blockers((0..<number(0...3)).map { _ in id() })
    case 23:
      let name = Text(pick(["CUSTOM", "custom", "NEW", "EMPTY", "KEPT", "TAIL", "Číslo"]))
      return .property(name: name, value: isOff ? nil : Text(pick(["v", "a b", "č", "", "x:y:"])))
    case 24: return .notes(isOff ? .empty : notes(of: task))
    case 25: return .log(log(of: task))
    default: return .log(clocks(of: task))
    }
  }

  private mutating func reminder() -> Reminder {
    Reminder(moment(), repeater: once(in: 4) ? Repeater(pick(["+1d", "++1w", ".+2d/4d"])) : nil)
  }

  private mutating func notes(of task: Task) -> Text {
    var lines = task.notes.lines
    if once(in: 2) { lines.insert(Text(pick(["a line", "- [ ] box", "", "č"])), at: 0) }
    if once(in: 2) { lines.remove(at: number(0...lines.count - 1)) }
    if once(in: 2) { lines.insert("new", at: number(0...lines.count)) }
    if once(in: 3) { lines.append("the end") }
    return Text.joining(lines).trimmingBlankLines
  }

  private mutating func log(of task: Task) -> [LogItem] {
    var log = task.log
    if !log.isEmpty, once(in: 3) { log.remove(at: number(0...log.count - 1)) }
    guard once(in: 4) == false else { return log }
    let notes: [Text?] = [nil, nil, "why", "two\nlines", "one\n\n  deep", "č"]
    let kinds: [LogEntry.Kind] = [
      .state(from: "TODO", to: "DONE"), .state(from: nil, to: "CANCELED"), .note,
      .dropped(field: "title", value: "old \"x\"\n"), .dropped(field: "rank", value: nil),
    ]
    let kind = pick(kinds)
    var entry = LogEntry(kind, at: moment(), note: pick(notes))
    if case .dropped = kind { entry.at = nil }
    log.insert(.entry(entry), at: once(in: 3) ? number(0...log.count) : 0)
    return log
  }

  private mutating func clocks(of task: Task) -> [LogItem] {
    var log = task.log
    let clocks = log.indices.filter { log[$0].clock != nil }
    if !clocks.isEmpty, once(in: 2) { log.remove(at: pick(clocks)) }
    if once(in: 4) { return log }
    let start = Timestamp(date(), minute: number(0...1200))
    let clock = Clock(
      start: start, end: once(in: 3) ? nil : start.adding(minutes: number(0...3000)))
    return [.clock(clock)] + log
  }
}
