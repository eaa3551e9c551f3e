import CoreTestSupport
import TasksCore
import TestSupport

/// Small task files made at random, such as we write and such as only a person would.
struct MergeCases {
  static let path = path(.org)
  var random: SeededGenerator
  let format: Format

  init(seed: UInt64, _ format: Format = .org) {
    random = SeededGenerator(seed: seed)
    self.format = format
  }

  static func path(_ format: Format) -> String {
    "2026-11/call-bob-k7mq2xw4tz9nbcde.\(format.rawValue)"
  }

  static func version(_ bytes: [UInt8], _ format: Format = .org) -> TaskMerge.Version {
    TaskMerge.Version(bytes, path: path(format))
  }

  static func document(_ bytes: [UInt8], _ format: Format = .org) -> (any TaskDocument)? {
    version(bytes, format).document
  }

  // MARK: A file

  mutating func file() -> [UInt8] {
    let lines = format == .org ? orgLines() : markdownLines()
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func orgLines() -> [String] {
    var lines: [String] = []
    if random.chance(60) {
      lines += ["#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"]
      if random.chance(15) { lines.append("#+FILETAGS: :shared:\(word()):") }
      if random.chance(10) { lines.append("#+CATEGORY: errands") }
      if random.chance(90) { lines.append("") }
    }
    let cookie = random.chance(20) ? " [0/0]" : ""
    let tags = random.chance(40) ? " :\(word()):@office:" : ""
    lines.append("* \(random.pick(["TODO", "NEXT", "DONE"])) \(words())\(cookie)\(tags)")
    if random.chance(30) { lines.append("DEADLINE: <2026-11-27 Fri 17:00 ++1w -3d>") }
    lines.append(":PROPERTIES:")
    if random.chance(90) { lines.append(":ID:       k7mq2xw4tz9nbcde") }
    lines.append(":RANK:     \(random.below(100) + 1)")
    let properties = [
      ":CREATED:  [2026-11-20 Fri 09:15]", ":CATEGORY: work", ":Effort:   1:30",
      ":BLOCKER:  ids(aaa bbb)", ":COLOUR:   \(word())", ":GEO:      50.1,14.5",
      ":REMIND:   [2026-11-23 Mon 09:30]", ":PARENT:   id:b3x9", ":LOCATION: Office, Prague",
    ]
    for property in properties where random.chance(20) { lines.append(property) }
    lines.append(":END:")
    if random.chance(30) {
      lines.append(":LOGBOOK:")
      for day in (1...(1 + random.below(2))).reversed() {
        lines.append("- State \"NEXT\"       from \"TODO\"       [2026-11-0\(day) Sun 10:30]")
        if random.chance(30) { lines.append("CLOCK: [2026-11-0\(day) Sun 11:00]") }
        if random.chance(30) {
          lines.append("- Note taken on [2026-11-0\(day) Sun 10:00] \\\\")
          lines.append("  \(words())")
        }
      }
      lines.append(":END:")
    }
    if random.chance(60) { lines += [""] + body() }
    return lines
  }

  private mutating func markdownLines() -> [String] {
    var lines = ["---"]
    if random.chance(90) { lines.append("id: k7mq2xw4tz9nbcde") }
    lines.append("rank: \(random.below(100) + 1)")
    let isTitled = random.chance(85)
    if isTitled { lines.append("title: \(words())") }
    lines.append("status: \(random.pick(["todo", "next", "done", "In Progress"]))")
    let entries: [[String]] = [
      ["created: 2026-11-20T09:15"], ["priority: high"], ["list: work"], ["tags: [\(word()), b]"],
      ["labels:", "  - \(word())", "  - b"], ["contexts:", "  - \"@office\""],
      ["scheduled: 2026-11-23T10:00", "scheduled_end: 2026-11-23T11:30"],
      ["due: 2026-11-27T17:00", "due_warning: 3d", "repeat: \"++1w\""],
      ["reminder:", "  - 2026-11-23T09:30"], ["effort: 90"], ["parent: b3x9"],
      ["dependencies:", "  - aaa", "  - bbb"], ["colour: \(word()) # kept"],
      ["location: Office, Prague"], ["geo: \"50.10000,14.50000\""], ["records:", "  - a: 1"],
    ]
    for entry in entries where random.chance(15) { lines += entry }
    lines.append("---")
    if !isTitled { lines += ["", "# \(words())"] }
    if random.chance(60) { lines += [""] + body() }
    if random.chance(30) {
      lines += ["", "## Log", ""]
      for day in (1...(1 + random.below(2))).reversed() {
        lines.append("- 2026-11-0\(day) 10:30 NEXT from TODO: \(words())")
        if random.chance(30) { lines.append("- 2026-11-0\(day) 11:00 clock") }
        if random.chance(30) { lines.append("- 2026-11-0\(day) 10:00 note: \(words())") }
      }
    }
    return lines
  }

  private mutating func body() -> [String] {
    (0...random.below(6)).map { _ in
      switch random.below(6) {
      case 0: ""
      case 1: "- [ ] \(word())"
      case 2: "- [\(format == .org ? "X" : "x")] \(word())"
      case 3: "  - [ ] \(word())"
      default: words()
      }
    }
  }

  private mutating func word() -> String {
    random.pick(["find", "read", "call", "pay", "ask", "číslo", "milk", "x"])
  }

  private mutating func words() -> String {
    (0...random.below(3)).map { _ in word() }.joined(separator: " ")
  }

  // MARK: What is done to it

  /// - Parameter rawPercent: How many of the changes are such as no command would make.
  mutating func change(of version: TaskMerge.Version, rawPercent: Int) -> MergeChange {
    guard !random.chance(rawPercent), let task = version.document?.task else { return rawChange() }
    return .edits(edits(of: task))
  }

  private mutating func edits(of task: Task) -> [Edit] {
    let at = moment()
    let isOff = random.chance(30)
    switch random.below(24) {
    case 0, 1: return [.title(Text(words()))]
    case 2:
      let state = random.pick([
        State("WAIT", isDone: false), State("TODO", isDone: false), State("DONE", isDone: true),
      ])
      return task.changing(to: state, workflow: .standard, now: at, note: nil)
    case 3: return [.priority(isOff ? nil : Priority(random.pick(["A", "B", "C"])))]
    case 4: return [.rank(Rank(Double(random.below(1000) + 1) / 4))]
    case 5:
      return [.tags(task.tags.filter { _ in random.chance(60) } + [Text("t\(random.below(9))")])]
    case 6: return [.list(isOff ? nil : Text(word()))]
    case 7: return [.scheduled(isOff ? nil : plan(at))]
    case 8, 9: return [.deadline(isOff ? nil : plan(at))]
    case 10: return [.deleted(isOff ? nil : at)]
    case 11: return [.effort(isOff ? nil : random.below(100) + 1)]
    case 12:
      return [
        .blockers(
          task.blockers.dropLast(random.below(2)) + [TaskID(Text(word()))].compactMap { $0 })
      ]
    case 13:
      return [
        .property(name: random.pick(["COLOUR", "Size"]), value: isOff ? nil : Text(words()))
      ]
    case 14: return [.log([.entry(LogEntry(.note, at: at, note: Text(words())))] + task.log)]
    case 15: return [.log(clocked(task.log, at))]
    case 16:
      let list = Checklist(task.notes, format: format)
      guard !list.items.isEmpty else { return [task.appending(note: "- [ ] new")] }
      let index = random.below(list.items.count)
      return [.notes(list.setting(index, to: !list.items[index].isChecked))]
    case 17: return [task.appending(note: Text(words()))]
    case 18:
      return random.chance(50)
        ? [.reminders(at: isOff ? [] : [at])] : [.important(!task.isImportant)]
    case 19:
      return random.chance(50)
        ? [.firstAlert(isOff ? nil : random.below(60))]
        : [.secondAlert(isOff ? nil : random.below(60))]
    case 20:
      let place = Location.Coordinates(latitude: Double(random.below(90)), longitude: 14.25)
      return random.chance(50)
        ? [.placeName(isOff ? nil : Text(words()))] : [.coordinates(isOff ? nil : place)]
    case 21: return [.parent(isOff ? nil : TaskID(Text(word())))]
    default:
      var lines = task.notes.lines
      lines[random.below(lines.count)] = Text(words())
      return [.notes(Text.joining(lines).trimmingBlankLines)]
    }
  }

  private mutating func plan(_ at: Timestamp) -> Planning {
    Planning(
      at, repeater: random.chance(50) ? Repeater(random.pick(["+1w", "++2d", ".+1m"])) : nil,
      warning: random.chance(30) ? Warning(random.pick(["-3d", "--1w"])) : nil)
  }

  /// The log with its newest clock stopped, or with a new one.
  private mutating func clocked(_ log: [LogItem], _ at: Timestamp) -> [LogItem] {
    guard let index = log.firstIndex(where: { $0.clock != nil }), let clock = log[index].clock,
      random.chance(70)
    else { return [.clock(Clock(start: at))] + log }
    var log = log
    log[index] = .clock(Clock(start: clock.start, end: at))
    return log
  }

  private mutating func moment() -> Timestamp {
    let date = CivilDate(dayNumber: 20_770 + random.below(20))
    return Timestamp(date, minute: random.below(1440))
  }

  private mutating func rawChange() -> MergeChange {
    let (one, other) = (random.below(64), random.below(64))
    switch random.below(10) {
    case 0: return .swap(one, other)
    case 1: return .remove(one)
    case 2: return .copy(one, to: other)
    case 3, 4: return .insert(junk(), at: one)
    case 5: return .lowercase(one)
    case 6: return random.chance(30) ? .returns : .byte(UInt8(random.below(256)), at: other * one)
    case 7: return .append(Array(" \(word())".utf8), to: one)
    case 8: return .byte(random.pick(Array(":-#*[]\"' \t\n".utf8)), at: other * one)
    default: return .cut(one, by: random.below(4) + 1)
    }
  }

  private mutating func junk() -> [UInt8] {
    random.pick(
      format == .org
        ? [
          [0xFF, 0xFE, 0x20, 0x80], Array(":END:".utf8), Array(":LOGBOOK:".utf8),
          Array(":PROPERTIES:".utf8), Array("* TODO another".utf8), Array("** below".utf8),
          Array("CLOCK: [2026-11-20 Fri 09:20]".utf8), Array(":COLOUR+: more".utf8),
          Array("#+TODO: TODO IDEA | DONE".utf8), Array("- [ ] junk".utf8), Array("   ".utf8),
          Array("#+begin_src".utf8), Array(":RANK: seven".utf8), Array("=======".utf8),
          Array("- Merge dropped title \"Old\"".utf8),
          Array("- State \"DONE\" from \"TODO\" [2026-11-20 Fri 10:00]".utf8),
        ]
        : [
          [0xFF, 0xFE, 0x20, 0x80], Array("---".utf8), Array("## Log".utf8), Array("# Head".utf8),
          Array("```".utf8), Array("## More".utf8), Array("tags: [a, {b: c}]".utf8),
          Array("title: \"unclosed".utf8), Array("rank: seven".utf8), Array("- [ ] junk".utf8),
          Array("  - item".utf8), Array("- item".utf8), Array("=======".utf8), Array("   ".utf8),
          Array("due: someday".utf8), Array("text: |".utf8), Array("colour: red".utf8),
          Array("- Merge dropped title \"Old\"".utf8), Array("- 2026-11-20 09:20 clock".utf8),
        ])
  }
}
