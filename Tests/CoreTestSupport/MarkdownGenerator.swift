import TasksCore
import TestSupport

/// Odd Markdown task files, and edits of every kind, out of a seed.
package struct MarkdownGenerator {
  package var numbers: SeededGenerator

  package init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  // MARK: Files

  package mutating func file() -> [UInt8] {
    var lines: [String] = []
    for (key, values) in MarkdownGenerator.fields where key == "status" || numbers.chance(35) {
      lines.append(contentsOf: entry(key, numbers.pick(values)))
    }
    if numbers.chance(25) { lines.shuffleEntries(using: &numbers) }
    for odd in MarkdownGenerator.odd where numbers.chance(12) {
      lines.append(contentsOf: odd)
    }
    var text = ["---" + (numbers.chance(5) ? "  " : "")] + lines + ["---"]
    text += numbers.pick(MarkdownGenerator.bodies)
    if numbers.chance(40) { text += numbers.pick(MarkdownGenerator.logs) }
    return bytes(of: text)
  }

  private mutating func entry(_ key: String, _ value: String) -> [String] {
    let comment = numbers.chance(8) ? " # kept" : ""
    let blank = numbers.pick([" ", " ", " ", "  ", "\t"])
    let behind = numbers.chance(8) ? [numbers.pick(["  # why", "      # why"])] : []
    guard value.hasPrefix("- ") else {
      return ["\(key):\(blank)\(value)\(comment)"] + behind
    }
    let indent = numbers.pick(["  ", "", "    "])
    return ["\(key):\(comment)"] + value.split(separator: "|").map { indent + $0 } + behind
  }

  private mutating func bytes(of lines: [String]) -> [UInt8] {
    let style = numbers.pick([0, 0, 0, 1, 2])
    var out: [UInt8] = numbers.chance(10) ? [0xEF, 0xBB, 0xBF] : []
    let strays = numbers.chance(15)
    for line in lines {
      out += Array(line.utf8)
      if strays, line.hasPrefix("Text"), numbers.chance(50) { out += [0xFF, 0xC3] }
      let hasReturn = style == 1 || style == 2 && numbers.chance(50)
      out += hasReturn ? [0x0D, 0x0A] : [0x0A]
    }
    if numbers.chance(20) {
      out.removeLast()
      if out.last == 0x0D { out.removeLast() }
    }
    return out
  }

  private static let fields: [(String, [String])] = [
    ("id", ["k7mq2xw4tz9nbcde", "\"12e4\"", "task-7"]),
    ("rank", ["1024.5", "7", "1.0e-05"]),
    ("created", ["2026-11-20T09:15", "2026-11-20", "'2026-11-20 09:15'"]),
    ("title", ["Call Bob", "\"Call: Bob\"", "'it''s so'", "Zürich → 会議"]),
    (
      "status",
      ["todo", "waiting", "next", "done", "To Do", "In Progress", "pending", "review", "TODO"]
    ),
    ("priority", ["high", "medium", "P2", "A", "Low"]),
    ("list", ["work", "\"on\"", "'home'"]),
    ("tags", ["[a, b]", "- a|- \"b c\"", "[]", "", "[ a,b ]", "a, b", "- a # why|- '2026'"]),
    ("contexts", ["[\"@office\"]", "- office|- home", "- '@x'"]),
    ("scheduled", ["2026-11-23T10:00", "2026-11-23", "\"2026-11-23 10:00\""]),
    ("due", ["2026-11-27T17:00", "2026-11-27", ""]),
    ("reminder", ["2026-11-23T09:30", "- 2026-11-23T09:30|- 2026-11-24", "[2026-11-25]"]),
    ("important", ["true", "false", "Yes"]),
    ("alert", ["60", "\"15\""]),
    ("location", ["Office, Prague", "\"a # b\""]),
    ("geo", ["\"50.08750,14.42130\""]),
    ("location_radius", ["500"]),
    ("effort", ["90", "\"1:30\""]),
    ("parent", ["b3x9", ""]),
    ("dependencies", ["- c4|- d5", "[c4]", "[]"]),
    ("completed", ["2026-11-20T12:00"]),
    ("points", ["5", "0.5", "true", "'5'", "some words"]),
    ("links", ["[a, b]", "- x|- y"]),
  ]

  private static let odd: [[String]] = [
    ["# a comment"], ["    # further in"], ["map:", "  a: 1", "  b:", "    - 2"],
    ["anchored: &a x"], ["alias: *a"],
    ["bad: a: b"], ["{x: 1}"], ["- stray item"], [""], ["unclosed: \"abc"], ["flow: [a, {b: c}]"],
    ["text: |", "  one", "  two", "", "  three"], ["folded: >-", "  one", "  two"],
    ["long: some words that", "  go on here"], ["tabbed:\t\tx"], ["empty:"], ["nothing: ~"],
    ["records:", "  - a: 1", "    b: 2", "  - a: 3"], ["\"quoted key\": v"], ["Über: ja"],
    ["multi: [a,", "  b]"], ["? complex", ": value"], ["%bad"], ["same: 1", "same: 2"],
  ]

  private static let bodies: [[String]] = [
    [], [""], ["", "Text and more."], ["Text right below."], ["", "", "Text", "", "", "more", ""],
    ["", "- [ ] one", "- [x] two", "  - [ ] three"], ["", "# A heading", "", "Text"],
    ["", "Text", "", "# Later heading"], ["", "```", "## Log", "- not a log", "```"],
    ["", "Text  ", "\tindented", "", "## Log", "", "in the middle", "", "## More", "Text"],
    ["", "~~~ info", "# no heading", "~~~", "Text"], ["", "```", "never closed"], ["   "],
  ]

  private static let logs: [[String]] = [
    [
      "", "## Log", "", "- 2026-11-20 10:30 WAIT from TODO: because",
      "- 2026-11-20 09:20--10:05 clock 0:45",
    ],
    ["", "## Log", ""],
    [
      "", "## Log", "- 2026-11-20 10:30 note: first", "  second", "", "  fourth",
      "- something else", "prose",
    ],
    [
      "", "## Log ##", "", "* Merge dropped title \"a \\\"b\\\"\"",
      "* 2026-11-20 23:50--2026-11-21 00:10 clock 0:20",
    ],
    ["", "## Log", "", "- 2026-11-20 09:20 clock", "", "- 2026-11-19 NEXT from nothing", ""],
  ]

  // MARK: Edits

  package mutating func edit(of task: Task) -> Edit {
    switch Int.random(in: 0..<26, using: &numbers) {
    case 0: .id(TaskID(using: &numbers))
    case 1: .title(numbers.pick(MarkdownGenerator.texts))
    case 2: .state(numbers.pick(Workflow.standard.keywords.map(\.state)))
    case 3:
      .priority(numbers.chance(25) ? nil : Priority(numbers.pick(["A", "B", "C", "D", "7"])))
    case 4: .rank(Rank(numbers.pick([1, 0.5, 1e-5, 1e300, 3.25, 1e-300, 123_456_789])))
    case 5, 6: .tags(tags(task))
    case 7: .list(numbers.chance(20) ? nil : numbers.pick(MarkdownGenerator.texts))
    case 8: .created(moment())
    case 9, 10: .scheduled(plan())
    case 11, 12: .deadline(plan())
    case 13: .closed(moment())
    case 14: .deleted(moment())
    case 15: .reminders((0..<Int.random(in: 0...3, using: &numbers)).compactMap { _ in reminder() })
    case 16: .important(numbers.chance(50))
    case 17: .firstAlert(numbers.chance(20) ? nil : Int.random(in: 0...300, using: &numbers))
    case 18: .placeName(numbers.chance(20) ? nil : numbers.pick(MarkdownGenerator.texts))
    case 19: .coordinates(Location.Coordinates(latitude: 1.5, longitude: -0.00001))
    case 20: .effort(numbers.chance(20) ? nil : Int.random(in: 1...3000, using: &numbers))
    case 21: .parent(numbers.chance(20) ? nil : TaskID(using: &numbers))
    case 22:
      .blockers((0..<Int.random(in: 0...3, using: &numbers)).map { _ in TaskID(using: &numbers) })
    case 23 where numbers.chance(30): own()
    case 23:
      .property(
        name: numbers.pick(["points", "links", "new", "on", "quoted key", "a: b"]),
        value: numbers.chance(20) ? nil : numbers.pick(MarkdownGenerator.texts))
    case 24: .notes(numbers.pick(MarkdownGenerator.notes))
    default: .log(log(task))
    }
  }

  private mutating func tags(_ task: Task) -> [Text] {
    var tags = task.tags.filter { _ in numbers.chance(70) }
    for tag in ["new", "@home", "b c", "2026", "no", "#x", "ä", "@a b", "x:y"] as [Text]
    where numbers.chance(20) && !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  private mutating func time() -> Timestamp? {
    CivilDate(
      year: Int.random(in: 2020...2030, using: &numbers),
      month: Int.random(in: 1...12, using: &numbers),
      day: Int.random(in: 1...28, using: &numbers)
    ).map {
      Timestamp($0, minute: numbers.chance(60) ? Int.random(in: 0..<1440, using: &numbers) : nil)
    }
  }

  private mutating func reminder() -> Reminder? {
    time().map { Reminder($0, repeater: numbers.chance(20) ? Repeater(".+2d/4d") : nil) }
  }

  private mutating func moment() -> Timestamp? { numbers.chance(20) ? nil : time() }

  private mutating func plan() -> Planning? {
    guard let start = moment() else { return nil }
    return Planning(
      start, end: numbers.chance(20) ? time() : nil,
      repeater: numbers.chance(40) ? Repeater(numbers.pick(["++1w", ".+2d/4d", "+1m"])) : nil,
      warning: numbers.chance(30) ? Warning(numbers.pick(["-3d", "--1w"])) : nil)
  }

  /// An edit of a field of the store's own, some of which the files have as properties.
  private mutating func own() -> Edit {
    let name: Text = numbers.pick(["points", "links", "new"])
    if numbers.chance(20) { return .own(OwnField(name), .nothing) }
    return switch Int.random(in: 0...3, using: &numbers) {
    case 0: .own(OwnField(name, .number), .number(Double.random(in: -2...9, using: &numbers)))
    case 1: .own(OwnField(name, .date), time().map { .moment($0) } ?? .nothing)
    case 2:
      .own(OwnField(name, .duration), .number(Double(Int.random(in: 0...900, using: &numbers))))
    default:
      .own(
        OwnField(name, .words([])), .list([.text("a: b"), .text(numbers.pick(["c", "5", "x,y"]))]))
    }
  }

  private mutating func log(_ task: Task) -> [LogItem] {
    if numbers.chance(40) { return clocks(task) }
    var log = task.log.filter { $0.clock != nil || numbers.chance(80) }
    let notes: [Text?] = [nil, "why", "one\ntwo", "one\n\n  deeper", "a: b", " led", "```"]
    for kind in [
      .state(from: "TODO", to: "WAIT"), .note, .state(from: nil, to: "In Review"),
      .dropped(field: "title", value: "a \"b\"\nc"), .dropped(field: "property X", value: nil),
    ] as [LogEntry.Kind] where numbers.chance(25) {
      var at: Timestamp?
      if case .dropped = kind {} else { at = time() }
      log.insert(
        .entry(LogEntry(kind, at: at, note: numbers.pick(notes))),
        at: Int.random(in: 0...log.count, using: &numbers))
    }
    return log
  }

  private mutating func clocks(_ task: Task) -> [LogItem] {
    var log = task.log.filter { $0.clock == nil || numbers.chance(80) }
    for _ in 0..<Int.random(in: 0...2, using: &numbers) {
      guard let start = time() else { continue }
      let end =
        numbers.chance(70) ? start.adding(minutes: Int.random(in: 0...2000, using: &numbers)) : nil
      log.insert(
        .clock(Clock(start: start, end: end)), at: Int.random(in: 0...log.count, using: &numbers))
    }
    return log
  }

  /// What breaks a file.
  package static let pieces = [
    "", "\n", "\r\n", ":", ": ", "'", "\"", "[", "]", "{", "-", "- ", "#", " #", "|", ">-", "\t",
    "  ", "\\",
    "\\u12", "&", "*", "?", "---", "---\n", "```", "## Log\n", "## ", "\u{FEFF}", "é", ",", "\0",
    "\r",
  ]

  package static let texts: [Text] = [
    "plain words", "1:30", "010", "on", "no", "1e3", "@x", "2026-11-20", "null", "~", "a: b",
    "a #b", "# c",
    "it's", "say \"so\"", "both ' and \"", "back\\slash", "- dash", "? what", "[a, b]", "{x}",
    "ends:",
    "*star", "&and", "!bang", "%per", "`tick`", "0x1F", "1_000", ".5", "+1", "-1", "5", "0.5",
    "true", "Yes",
    "=", "<<", "会議", "a\u{2028}b", "x\u{FEFF}y", "…", "y", "N", "12:30:45", "0o7", ".inf", "1.5e3",
    "tab\tin",
    "---", "...", "|", ">", "a, b", "a]b", "http://x.org/#y",
  ]

  private static let notes: [Text] = [
    "", "one", "one\n\ntwo", "- [ ] box\n- [x] other", "# A title", "text\n\n# Title below\n\nmore",
    "```\n## Log\n```", "```\nopen", "## Section\n\ntext", "    code\nX  ", "### Log",
  ]
}

extension [String] {
  /// Moves whole entries: a key and the lines below it.
  fileprivate mutating func shuffleEntries(using numbers: inout SeededGenerator) {
    var entries: [[String]] = []
    for line in self {
      if line.first == " " || line.first == "-", !entries.isEmpty {
        entries[entries.count - 1].append(line)
      } else {
        entries.append([line])
      }
    }
    self = entries.shuffled(using: &numbers).flatMap { $0 }
  }
}
