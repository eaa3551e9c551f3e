import CoreTestSupport
import Foundation
import TasksCore
import TasksExchange
import TestSupport
import Testing

/// What we print is read by other programs, and what they write is read here.
@Suite("iCalendar, judged by icalendar and todoman")
struct ICalendarJudgeTests {
  private let format = ICalendarTasks(CalendarWorld.context())

  @Test func icalendarReadsTheSame() throws {
    var tasks: [TasksCore.Task] = []
    for seed in 0..<120 {
      var markdown = MarkdownGenerator(seed: UInt64(seed))
      let files = [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")]
      for (bytes, path) in files {
        guard var task = try TaskReader.read(bytes, path: path)?.task else { continue }
        task.id = TaskID(Text("t\(tasks.count)")) ?? task.id
        tasks.append(task)
      }
    }
    let lines = try PythonJudge.run(
      ICalendarJudgeTests.reader, input: format.print(tasks), package: "python3-icalendar"
    ).split(separator: "\n")
    try #require(lines.count == tasks.count)
    let clean = { (text: Text?) in CalendarText.cleaned(text?.string ?? "") }
    for (task, line) in zip(tasks, lines) {
      let json = try JSONValue(Array(line.utf8))
      #expect(json["uid"].text == task.id.text)
      #expect(json["summary"].text?.string == clean(task.title))
      #expect(json["description"].text?.string == clean(task.notes))
      #expect(json["location"].text?.string == clean(task.location.name))
      #expect(json["due"].text?.string == task.deadline?.start.iso ?? "")
      let start = task.scheduled?.start.iso
      #expect(json["start"].text.map { $0.isEmpty || $0.string == start } == true)
      #expect(json["tags"].elements.map(\.text?.string) == task.tags.map { clean($0) })
      #expect(json["alarms"].number.map { Int($0) } ?? 0 >= task.reminders.count)
    }
  }

  @Test func todomanListsTasksAndFinishesThem() throws {
    var call = CalendarWorld.context().task(TaskID("k7m"), title: "Call, Bob; \\ žluť")
    call.deadline = Planning(fieldText: "2030-11-27T17:00")
    call.tags = ["phone"]
    call.list = "work"
    var water = CalendarWorld.context().task(TaskID("w2p"), title: "Water the plants")
    water.deadline = Planning(fieldText: "2030-11-28 .+1w")
    let world = try World()
    for task in [call, water] {
      try world.write(
        String(decoding: format.print([task]), as: UTF8.self), to: "lists/todo/\(task.id).ics")
    }
    try world.write(
      """
      path = "\(world.folder)/lists/*"
      cache_path = "\(world.folder)/cache"
      date_format = "%Y-%m-%d"
      time_format = "%H:%M"

      """, to: "config.py")
    func todo(_ words: String...) throws -> String {
      try Judge.run(
        "/usr/bin/todoman", ["--config", world.path("config.py")] + words, in: world,
        package: "todoman")
    }
    let listed = try todo("--porcelain", "list", "--sort", "due")
    _ = try todo("done", "1", "2")
    let files = try FileManager.default.contentsOfDirectory(atPath: world.path("lists/todo"))
    let read = try files.sorted().flatMap { name in
      format.read(Array(try world.read("lists/todo/" + name).utf8))
    }.compactMap { record -> TasksCore.Task? in
      guard case .task(let read) = record else {
        Issue.record("\(record)")
        return nil
      }
      return read.task
    }
    for title in [#"Call, Bob; \\ \u017elu\u0165"#, "Water the plants"] {
      #expect(listed.contains("\"summary\": \"\(title)\""), "\(listed)")
    }
    #expect(read.count == 3)
    let called = try #require(read.first { $0.id == call.id })
    #expect(called.isDone && called.closed != nil)
    #expect((called.title, called.list) == (call.title, call.list))
    #expect(called.deadline == call.deadline)
    // The old UID is done and repeats no more; a new one has the next date.
    let watered = try #require(read.first { $0.id == water.id })
    #expect(watered.isDone && watered.deadline?.isRepeating == false)
    let next = try #require(read.first { $0.id != water.id && $0.id != call.id })
    #expect(!next.isDone && next.title == water.title)
    #expect(next.deadline?.start.date.iso == "2030-12-05")
  }

  private static let reader = #"""
    import icalendar, json, sys

    def date(todo, name):
        if name not in todo: return ""
        return todo.decoded(name).isoformat()[:16]

    for todo in icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read()).walk("VTODO"):
        tags = todo.get("CATEGORIES")
        print(json.dumps({
            "uid": str(todo["UID"]), "summary": str(todo.get("SUMMARY", "")),
            "description": str(todo.get("DESCRIPTION", "")),
            "location": str(todo.get("LOCATION", "")),
            "due": date(todo, "DUE"), "start": date(todo, "DTSTART"),
            "tags": [str(tag) for tag in tags.cats] if tags else [],
            "alarms": len(todo.walk("VALARM")),
        }))
    """#
}
