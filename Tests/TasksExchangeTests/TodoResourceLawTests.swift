import CoreTestSupport
import TasksCore
import TasksExchange
import TestSupport
import Testing

/// What the door prints of a task says nothing new, however it is spelt.
struct TodoResourceLawTests {
  private let door = TodoResourceWorld()

  private static func tasks(_ seeds: Range<Int>) throws -> [TasksCore.Task] {
    var tasks: [TasksCore.Task] = []
    for seed in seeds {
      var markdown = MarkdownGenerator(seed: UInt64(seed))
      for (bytes, path) in [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")] {
        if let task = try TaskReader.read(bytes, path: path)?.task { tasks.append(task) }
      }
      var cases = ForeignCase(seed: seed)
      tasks += try cases.tasks(2, [.org, .markdown])
      var foreign = ForeignTaskGenerator(seed: UInt64(seed))
      tasks.append(foreign.task())
    }
    return tasks
  }

  private static let lines = [
    "X-OC-HIDESUBTASKS:1", "COMMENT:a\\, b", "COMMENT;LANGUAGE=de:zwei", "COLOR:turquoise",
    "ATTENDEE;CN=\"Ann; Bob\";RSVP=TRUE:mailto:a@example.org", "SEQUENCE:3", "PERCENT-COMPLETE:40",
    "X-A-2:x", "X-A:\"q\"", "X-A:;y", "X-EMPTY:", "NAME:n", "CLASS:PRIVATE", "PRIORITY:3",
    "RELATED-TO;RELTYPE=SIBLING:other", "X-BLANK: a ", "ATTACH:https://example.org/a.pdf",
    "BEGIN:VALARM\nACTION:EMAIL\nTRIGGER:-P1D\nSUMMARY:s\nATTENDEE:mailto:b@example.org\nEND:VALARM",
    "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261201T080000Z\nUID:a1\nACKNOWLEDGED:20261120T070000Z\nEND:VALARM",
    "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=END:-PT10M\nX-MOZ-LASTACK:20261120T070000Z\nEND:VALARM",
    "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT1H\nDESCRIPTION:after\nEND:VALARM",
    "RRULE:FREQ=YEARLY;BYMONTH=1,3;BYDAY=MO;BYSETPOS=-1",
  ]

  /// Tasks of the generators to which a client added lines at random.
  private func cases(_ seeds: Range<Int>) throws -> [TasksCore.Task] {
    var random = SeededGenerator(seed: 11)
    return try TodoResourceLawTests.tasks(seeds).map { task in
      let lines = TodoResourceLawTests.lines.filter { _ in random.chance(25) }
      return try door.edited(task, lines.map { ("", $0) })
    }
  }

  @Test func whatIsPrintedSaysNothingNew() throws {
    for task in try cases(0..<50) {
      let same = try door.applied(door.bytes(task, parent: "p1"), to: task, parent: "p1")
      expectSame(same, task)
    }
  }

  private func expectSame(_ new: TasksCore.Task, _ old: TasksCore.Task) {
    if new == old { return }
    Issue.record("\(ForeignTrial.differences(new, old)) in\n\(door.text(old))")
  }

  @Test(arguments: 0..<3) func aSpellingSaysNothingNew(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for task in try cases(60..<80) {
      let spelt = ClientBody.spelling(door.text(task), &random)
      let same = try door.applied(Array(spelt.utf8), to: task)
      if same != task { Issue.record("seed \(seed): \(spelt)") }
      expectSame(same, task)
    }
  }

  @Test func whatIcalendarWritesSaysNothingNew() throws {
    // It reads a backslash before an n as a line feed, and a comma in a category as two categories.
    let tasks = try cases(90..<110).filter { task in
      !task.notes.string.contains("\\n") && !task.tags.contains { $0.string.contains(",") }
    }
    try #require(tasks.count > 50)
    let texts = tasks.map { door.bytes($0) }
    let printed = try PythonJudge.run(
      """
      import icalendar, sys
      data = open(sys.argv[1], "rb").read()
      for part in data.split(b"\\0"):
          text = icalendar.Calendar.from_ical(part).to_ical(sorted=True)
          sys.stdout.write(text.decode() + "\\0")
      """, input: Array(texts.joined(separator: [0])), package: "python3-icalendar")
    let spelt = printed.split(separator: "\0")
    try #require(spelt.count == tasks.count)
    for (task, text) in zip(tasks, spelt) {
      let same = try door.applied(Array(text.utf8), to: task)
      if same != task { Issue.record("\(text)") }
      expectSame(same, task)
    }
  }

  @Test(arguments: [Format.org, .markdown]) func linesAndUIDsComeBack(format: Format) throws {
    let all = [
      "UID:a/b\\;c d@x", "UID:\(String(repeating: "u", count: 200))", "UID:{AB-12}", "UID:plain",
    ]
    for uid in all {
      let lines = TodoResourceLawTests.lines.joined(separator: "\n")
      let todo = "BEGIN:VTODO\n\(uid)\nSUMMARY:s\nDUE:20261127T170000\n\(lines)\nEND:VTODO"
      let task = try door.made(todo, format: format)
      let text = door.text(task).split(separator: "\n")
      for line in "\(uid)\n\(lines)".split(separator: "\n") where line != "SUMMARY:s" {
        #expect(text.contains(line), "\(line) in \(text.joined(separator: "\n"))")
      }
      let same = try door.applied(door.bytes(task), to: task)
      expectSame(same, task)
    }
  }
}
