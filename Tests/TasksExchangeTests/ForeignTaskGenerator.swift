import CoreTestSupport
import TasksCore
import TestSupport

/// Tasks with all fields at random, such as a person might have.
struct ForeignTaskGenerator {
  var random: SeededGenerator
  private var number = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func task() -> TasksCore.Task {
    number += 1
    let ids: [Text] = [
      "k7mq2xw4tz9nbc\(String(number))",
      "5b1c7d9e-1a2b-4c3d-8e9f-0000000000\(String(10 + number % 90))",
      "an id \(String(number))",
    ]
    let states = ["TODO", "NEXT", "WAIT", "DONE", "CANCELED", "REVIEW"]
    let state = Text(random.pick(states))
    var task = TasksCore.Task(
      id: TaskID(random.pick(ids)) ?? .none, path: "a.org", format: random.pick([.org, .markdown]),
      title: words(), state: State(state, isDone: state == "DONE" || state == "CANCELED"))
    task.priority = random.pick([nil, "A", "B", "C", "D", "1"] as [String?]).flatMap {
      Priority($0)
    }
    task.rank = chance { Rank(Double($0.below(9000)) / 4 + 0.5) }
    task.tags = ["a", "@ctx", "a,b", "žluť", "with space", "a_b"].filter { _ in random.chance(30) }
    task.list = chance { $0.pick(["work", "work.sub", "a b"]) }
    task.created = chance { Self.moment(&$0) }
    task.scheduled = chance { Self.plan(&$0) }
    task.deadline = chance { Self.plan(&$0) }
    if task.isDone { task.closed = chance { Self.moment(&$0) } }
    task.reminders = (0..<random.below(3)).map { _ in
      Reminder(
        Self.moment(&random), repeater: chance { $0.pick([Repeater(.cumulate, Interval(1, .day))]) }
      )
    }
    task.isImportant = random.chance(20)
    task.firstAlert = chance { $0.below(90) }
    task.location = Location(
      name: chance { $0.pick(["Office, 2nd floor"]) },
      coordinates: Location.Coordinates(latitude: 50.5, longitude: -14.25), radius: nil)
    task.effort = chance { 5 + $0.below(300) }
    task.parent = chance { $0.pick([TaskID("p1"), TaskID("an id")]) } ?? nil
    task.blockers = ["b1", "5b1c7d9e-1a2b-4c3d-8e9f-0123456789ab"].filter { _ in random.chance(30) }
      .compactMap { TaskID($0) }
    if random.chance(40) {
      task.repeats = RepeatRule(
        days: chance {
          RepeatDays($0.pick(["mon wed", "weekdays", "2nd tue", "31", "1 15", "tue"]))
        },
        until: chance { _ in Timestamp(iso: "2027-06-30") }, times: chance { 1 + $0.below(4) })
    }
    task.properties = [
      ("color", "red"), ("My-Key", "a \"b\" \\ [c]"), ("empty", ""), ("two words", "x"),
      ("wait", "20991123T091500Z"), ("until", "soon"), ("start", "20261101T101500Z"),
      ("recur", "weekdays"), ("status", "odd"), ("taskwarrior_rank", "12.5"), ("ž", "1"),
    ].filter { _ in random.chance(25) }.map { TasksCore.Task.Property($0, $1) }
    for _ in 0..<random.below(6) { task.log.append(item()) }
    task.notes = random.pick(["", "one\n\n- [ ] two\n  \"three\" \\n", "* star\n😀 日本"])
    return task
  }

  private mutating func item() -> LogItem {
    let at = random.chance(90) ? Self.moment(&random) : nil
    switch random.below(5) {
    case 0:
      return .clock(Clock(start: at ?? Self.moment(&random), end: chance { Self.moment(&$0) }))
    case 1:
      return .entry(LogEntry(.state(from: "TODO", to: "NEXT"), at: at, note: chance { _ in "why" }))
    case 2: return .entry(LogEntry(.dropped(field: "title", value: "old"), at: at))
    case 3: return .entry(LogEntry(.other("Rescheduled"), at: at))
    default: return .entry(LogEntry(.note, at: at, note: "\(words())\n\(words())"))
    }
  }

  private mutating func words() -> Text {
    let all = [
      "call", "Bob", "\"inv\"", "[1]", "a\\b", "žluť", "😀", "/etc", "#x", "10:30", "&amp;",
    ]
    return Text((0...random.below(4)).map { _ in random.pick(all) }.joined(separator: " "))
  }

  private mutating func chance<Value>(_ make: (inout SeededGenerator) -> Value?) -> Value? {
    random.chance(50) ? make(&random) : nil
  }

  private static func moment(_ random: inout SeededGenerator) -> Timestamp {
    let texts = [
      "2026-11-20T09:15", "2026-11-20", "2026-11-20T00:00", "2026-03-29T02:30", "2026-10-25T02:30",
      "1970-05-05T10:00", "1890-01-01", "2026-12-31T23:59", "2026-07-01T12:00", "2026-11-20T09:15",
    ]
    return Timestamp(iso: random.pick(texts)) ?? Timestamp(CivilDate(dayNumber: 0))
  }

  private static func plan(_ random: inout SeededGenerator) -> Planning {
    var plan = Planning(moment(&random))
    if random.chance(20), plan.start.minute != nil { plan.end = plan.start.adding(minutes: 90) }
    let repeaters = ["+1w", "++1m", ".+2d/4d", "+0d", "+3h", "++2y", ".+1d"]
    if random.chance(50) { plan.repeater = Repeater(random.pick(repeaters)) }
    if random.chance(20) { plan.warning = Warning(random.pick(["-3d", "--1w"])) }
    return plan
  }
}
