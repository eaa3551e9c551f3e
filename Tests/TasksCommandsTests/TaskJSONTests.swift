import CoreTestSupport
import Foundation
import TasksCommands
import TasksCore
import Testing

struct TaskJSONTests {
  private func task() throws -> TasksCore.Task {
    var task = TasksCore.Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")),
      path: "2026-11/call-bob-k7mq2xw4tz9nbcde.org", format: .org, title: "Call Bob",
      state: State("WAIT", isDone: false))
    task.priority = Priority("A")
    task.rank = Rank(1024.5)
    task.tags = ["phone", "@office"]
    task.list = "work"
    task.created = try moment("2026-11-20T09:15")
    task.scheduled = Planning(
      try moment("2026-11-23T10:00"), end: try moment("2026-11-23T11:30"),
      repeater: Repeater("++1w"), warning: Warning("--2d"))
    task.deadline = Planning(
      try moment("2026-11-27T17:00"), repeater: Repeater("++1w"), warning: Warning("-3d"))
    task.reminders = [Reminder(try moment("2026-11-23T09:30"), repeater: Repeater("+1d"))]
    task.isImportant = true
    task.firstAlert = 60
    task.secondAlert = 10
    task.location = Location(
      name: "Office, Prague", coordinates: Location.Coordinates("50.08750,14.42130"), radius: 500)
    task.effort = 90
    task.blockers = [try #require(TaskID("c4"))]
    task.discoveredFrom = TaskID("d5")
    task.properties = [TasksCore.Task.Property("UNKNOWN", "kept")]
    task.log = [
      .entry(
        LogEntry(
          .state(from: "TODO", to: "WAIT"), at: try moment("2026-11-20T10:30"),
          note: "a \"b\"\nc")),
      .clock(Clock(start: try moment("2026-11-20T09:20"))),
      .entry(LogEntry(.note, at: try moment("2026-11-20T10:31"))),
      .entry(LogEntry(.dropped(field: "title", value: "Call"))),
      .entry(LogEntry(.other("Rescheduled"))),
    ]
    task.notes = "- [ ] find the number\n  - [X] read"
    return task
  }

  @Test func wholeTask() throws {
    let row = (task: try task(), short: "k7m", sync: "synchronized")
    // Broken after a comma only, for the reader.
    let expected = #"""
      {"schema":1,"kind":"tasks","tasks":[{"id":"k7mq2xw4tz9nbcde","short":"k7m",
      "path":"2026-11/call-bob-k7mq2xw4tz9nbcde.org","format":"org","title":"Call Bob",
      "state":"WAIT","done":false,"priority":"A","rank":1024.5,"tags":["phone","@office"],
      "list":"work","created":"2026-11-20T09:15","scheduled":"2026-11-23T10:00",
      "scheduled_end":"2026-11-23T11:30","deadline":"2026-11-27T17:00","deadline_end":null,
      "repeat":{"scheduled":"++1w","deadline":"++1w"},
      "warning":{"scheduled":"--2d","deadline":"3d"},"last_repeat":null,"closed":null,"deleted":null,
      "reminders":[{"at":"2026-11-23T09:30","repeat":"+1d","important":true}],
      "important":true,"alerts":[60,10],
      "location":{"name":"Office, Prague","lat":50.0875,"lon":14.4213,"radius":500},
      "effort":90,"habit":false,"parent":null,"blockers":["c4"],"discovered_from":"d5","muted":false,"wait":null,
      "repeat_on":null,"repeat_until":null,"repeat_times":null,
      "properties":{"UNKNOWN":"kept"},
      "checklist":[{"text":"find the number","checked":false,"depth":0},
      {"text":"read","checked":true,"depth":1}],
      "log":[{"at":"2026-11-20T10:30","kind":"state","from":"TODO","to":"WAIT",
      "note":"a \"b\"\nc"},
      {"at":"2026-11-20T10:31","kind":"note","from":null,"to":null,"note":null},
      {"at":null,"kind":"dropped","from":null,"to":null,"note":null,"field":"title",
      "value":"Call"},
      {"at":null,"kind":"other","from":null,"to":null,"note":null,"text":"Rescheduled"}],
      "clocks":[{"start":"2026-11-20T09:20","end":null}],
      "notes":"- [ ] find the number\n  - [X] read","sync":"synchronized"}]}
      """#.split(separator: "\n").joined() + "\n"
    let printed = TasksAnswer([row]).json
    #expect(String(decoding: printed, as: UTF8.self) == expected)
    _ = try JSONSerialization.jsonObject(with: Data(printed))
  }

  @Test func emptyTask() throws {
    let task = TasksCore.Task(
      id: try #require(TaskID("abc")), path: "a.md", format: .markdown, title: "x",
      state: State("DONE", isDone: true))
    let line = TaskJSON.lines([(task: task, short: "abc", sync: "not synchronized")])
    #expect(
      String(decoding: line, as: UTF8.self) == #"""
        {"id":"abc","short":"abc","path":"a.md","format":"md","title":"x","state":"DONE","done":true,
        """#
        + #""priority":null,"rank":null,"tags":[],"list":null,"created":null,"scheduled":null,"#
        + #""scheduled_end":null,"deadline":null,"deadline_end":null,"repeat":{},"warning":{},"#
        + #""last_repeat":null,"closed":null,"#
        + #""deleted":null,"reminders":[],"important":false,"alerts":[],"location":null,"effort":null,"habit":false,"#
        + #""parent":null,"blockers":[],"discovered_from":null,"muted":false,"wait":null,"#
        + #""repeat_on":null,"repeat_until":null,"repeat_times":null,"properties":{},"checklist":[],"log":[],"clocks":[],"#
        + #""notes":null,"sync":"not synchronized"}"# + "\n")
  }

  @Test(arguments: [
    "", "a", "\"", "\\", "a\"b\\c\"", "\n\r\t", "\u{8}\u{C}", "\u{0}\u{1F}\u{7F}",
    "\u{2028}\u{2029}",
    "é", "日本", "😀", "a\u{301}", "/", "\u{100000}", "\u{10FF7F}x",
    "seven77\"", "eight888\n", "\u{1F}345678\u{1F}", "1234567\\9", "éééé\"éééé", "12345678\u{7F}!",
  ])
  func string(_ text: String) throws {
    var writer = JSONWriter()
    writer.array([text]) { $0.string($1) }
    let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String]
    #expect(read.map { $0.map { Array($0.utf8) } } == [Array(text.utf8)])
  }

  @Test func strayBytes() throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(Text(bytes: [0x61, 0xFF]))
      writer.string(Text(bytes: [0xC3, 0x62, 0x22, 0xF0, 0x9F, 0x98, 0x80]))
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a\u{FFFD}\":\"\u{FFFD}b\\\"😀\"}")
  }

  @Test(arguments: [
    (1024.5, "1024.5"), (1024.0, "1024"), (0.1, "0.1"), (-0.5, "-0.5"), (0.0, "0"), (1e-5, "1e-05"),
    (1e300, "1e+300"), (.infinity, "null"), (.nan, "null"),
    (9007199254740993.0, "9007199254740992"),
    (50.0875, "50.0875"), (Double.leastNonzeroMagnitude, "5e-324"), (-3.0, "-3"),
  ])
  func number(_ value: Double, _ expected: String) throws {
    var writer = JSONWriter()
    writer.array([value]) { $0.number($1) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\(expected)]")
    let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [Double]
    if value.isFinite { #expect(read == [value]) }
  }

  @Test func nesting() throws {
    let bytes = JSONWriter.document(kind: "clock-report") { writer in
      writer.array { writer in
        writer.array { _ in }
        writer.object { _ in }
        writer.array { $0.null() }
        writer.bool(true)
        writer.number(-12)
      }
    } rest: { writer in
      writer.key("total")
      writer.number(5)
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"schema":1,"kind":"clock-report","clock-report":[[],{},[null],true,-12],"total":5}"#
        + "\n")
  }
}
