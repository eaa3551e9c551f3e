import Foundation
import TasksCore
import TasksExchange
import Testing

struct ICalendarTasksTests {
  private let format = ICalendarTasks(CalendarWorld.context())

  private func records(_ lines: String) -> [ForeignRecord] {
    format.read(CalendarWorld.todo(lines))
  }

  private func record(_ lines: String) throws -> ForeignTask {
    guard case .task(let task) = try #require(records(lines).first) else {
      Issue.record("\(records(lines))")
      throw CancellationError()
    }
    return task
  }

  private func printed(_ task: TasksCore.Task) -> String {
    String(decoding: format.print([task]), as: UTF8.self)
  }

  // MARK: The sample

  @Test func theSample() throws {
    let records = format.read(CalendarWorld.bytes(ICalendarSamples.todos))
    let tasks = records.compactMap { record in
      if case .task(let task) = record { task } else { nil }
    }
    #expect(tasks.map(\.task.id.text) == ["k7mq2xw4tz9nbcde", "done1", "canc", "mixed", "alld"])
    let call = tasks[0].task
    #expect(call.title == #"Call Bob; "invoice", a\b žluť 日本 😀"#)
    #expect(call.notes == "Notes\nsecond line, with comma\n\n- [ ] box")
    #expect(call.state == State("WAIT", isDone: false))
    #expect(call.priority == Priority("A"))
    #expect(call.tags == ["phone", "@office", "with_comma"])
    #expect(call.scheduled?.fieldText == "2026-11-23T10:00 ++1w")
    #expect(call.deadline?.fieldText == "2026-11-27T17:00 ++1w")
    #expect(call.location.name == "Office, Prague")
    #expect(call.location.coordinates?.text == "50.0875,14.4213")
    #expect(call.parent == TaskID("b3x9aaaaaaaaaaaa"))
    #expect(call.rank == Rank(1024.5))
    #expect(call.created?.iso == "2026-11-20T09:15")
    #expect(call.firstAlert == 60 && call.secondAlert == nil)
    #expect(call.reminders.map(\.fieldText) == ["2026-11-23T09:30"])
    #expect(tasks[0].remarks == ["left out X-APPLE-SORT-ORDER"])
    #expect(tasks[0].line == 4)
    #expect(tasks[1].task.closed?.iso == "2026-11-19T10:00")
    #expect(tasks[1].task.deadline?.start.iso == "2026-11-18")
    #expect(tasks[2].task.state.keyword == "CANCELED")
    #expect(tasks[3].task.scheduled?.start.iso == "2026-11-20")
    #expect(tasks[4].task.scheduled?.repeater == nil)
    #expect(tasks[4].task.properties == [.init("RRULE", "FREQ=MONTHLY;BYMONTHDAY=31")])
    #expect(tasks[4].remarks.count == 1)
  }

  @Test func aTaskInFull() throws {
    var task = CalendarWorld.context().task(
      TaskID("k7m"), title: "Call; Bob", state: State("WAIT", isDone: false))
    task.created = Timestamp(iso: "2026-11-20T09:15")
    task.scheduled = Planning(fieldText: "2026-11-23T10:00 ++1w")
    task.deadline = Planning(fieldText: "2026-11-27T17:00 3d")
    task.tags = ["phone", "@office"]
    task.list = "work"
    task.effort = 90
    task.firstAlert = 60
    task.blockers = [TaskID("a"), TaskID("b")].compactMap { $0 }
    task.reminders = [Reminder(fieldText: "2026-11-23T08:30 +1d")].compactMap { $0 }
    #expect(
      printed(task).replacingOccurrences(of: "\r\n", with: "\n") == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//tasks//EN
        BEGIN:VTODO
        UID:k7m
        DTSTAMP:20261120T081500Z
        CREATED:20261120T081500Z
        SUMMARY:Call\\; Bob
        X-TASKS-FORMAT:org
        STATUS:NEEDS-ACTION
        X-TASKS-STATE:WAIT
        CATEGORIES:phone,@office
        DTSTART:20261123T100000
        DUE:20261127T170000
        X-TASKS-DUE:2026-11-27T17:00 3d
        RRULE:FREQ=WEEKLY
        X-TASKS-REPEAT:++1w -
        X-TASKS-LIST:work
        X-TASKS-EFFORT:90
        X-TASKS-BLOCKER:a
        X-TASKS-BLOCKER:b
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Call\\; Bob
        TRIGGER;RELATED=END:-PT60M
        END:VALARM
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Call\\; Bob
        TRIGGER;VALUE=DATE-TIME:20261123T073000Z
        X-TASKS-REMIND:2026-11-23T08:30 +1d
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """)
  }

  // MARK: What other programs write

  @Test func otherSpellingsAreRead() throws {
    let lines = """
      uid:x
      summary;LANGUAGE="a;b:c":two
      \t words
      due:20261127

      Status:In-Process
      categories:a\\,b, c
      CATEGORIES:a
      """
    let text = String(decoding: CalendarWorld.todo(lines), as: UTF8.self)
    for bytes in [Array(text.utf8), Array(text.replacingOccurrences(of: "\r", with: "").utf8)] {
      guard case .task(let read) = format.read(bytes)[0] else { return #expect(Bool(false)) }
      #expect(read.task.title == "two words")
      #expect(read.task.deadline?.start.iso == "2026-11-27")
      #expect(read.task.state.keyword == "NEXT")
      #expect(read.task.tags == ["a_b", "c", "a"])
    }
  }

  @Test func aFoldInsideACharacterIsJoined() throws {
    var bytes = CalendarWorld.todo("UID:x\nSUMMARY:ž")
    let place = try #require(bytes.firstIndex(of: 0xC5))
    bytes.insert(contentsOf: [0x0D, 0x0A, 0x20], at: place + 1)
    guard case .task(let read) = format.read(bytes)[0] else { return #expect(Bool(false)) }
    #expect(read.task.title == "ž")
  }

  @Test(arguments: [
    ("DUE:20261127T160000Z", "2026-11-27T17:00"),
    ("DUE;VALUE=DATE-TIME:20260727T160000Z", "2026-07-27T18:00"),
    ("DUE;TZID=America/New_York:20261127T110000", "2026-11-27T17:00"),
    ("DUE;TZID=Eastern Standard Time:20261127T110000", "2026-11-27T17:00"),
    ("DUE;TZID=Nowhere:20261127T110000", "2026-11-27T11:00"),
    ("DTSTART:20261127T110000\nDURATION:PT1H30M", "2026-11-27T12:30"),
    ("DTSTART;VALUE=DATE:20261127\nDURATION:P1D", "2026-11-28"),
  ])
  func datesBecomeLocal(lines: String, date: String) throws {
    #expect(try record("UID:x\nSUMMARY:a\n\(lines)").task.deadline?.start.iso == date)
  }

  @Test(arguments: [
    ("FREQ=WEEKLY", "2026-11-27", "++1w"), ("FREQ=WEEKLY;BYDAY=FR", "2026-11-27", "++1w"),
    ("FREQ=WEEKLY;BYDAY=MO", "2026-11-27", "++1w"), ("FREQ=DAILY;INTERVAL=2", "2026-11-27", "++2d"),
    ("FREQ=DAILY;COUNT=2", "2026-11-27", "++1d"),
    ("FREQ=DAILY;UNTIL=20270101", "2026-11-27", "++1d"),
    ("FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1", "2026-11-27", nil),
    ("FREQ=MONTHLY;BYMONTHDAY=27;WKST=SU", "2026-11-27", "++1m"),
    ("FREQ=MONTHLY;BYDAY=4FR", "2026-11-27", "++1m"), ("FREQ=MONTHLY", "2026-10-31", nil),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-10-31", "++1m"),
    ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=27", "2026-11-27", "++1y"),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "2024-02-29", "++1y"),
    ("FREQ=HOURLY;INTERVAL=6", "2026-11-27", "++6h"), ("FREQ=SOMETIMES", "2026-11-27", nil),
    ("FREQ=WEEKLY;BYWEEKNO=3", "2026-11-27", nil),
  ])
  func rules(rule: String, date: String, repeater: String?) throws {
    let day = date.replacingOccurrences(of: "-", with: "")
    let read = try record("UID:x\nSUMMARY:a\nDUE;VALUE=DATE:\(day)\nRRULE:\(rule)")
    #expect(read.task.deadline?.repeater?.text == repeater)
    #expect(read.task.properties.map(\.value) == (repeater == nil ? [Text(rule)] : []))
    #expect(read.remarks.isEmpty == (repeater != nil))
    #expect(printed(read.task).contains("RRULE:\(repeater == nil ? rule : "FREQ=")"))
  }

  @Test func aRepeaterFromCompletionHoldsWhileTheRuleDoes() throws {
    var task = CalendarWorld.context().task(TaskID("k7m"), title: "a")
    task.scheduled = Planning(fieldText: "2026-11-23 .+2d/4d")
    let text = printed(task)
    func reread(_ from: String, _ to: String) throws -> Repeater? {
      let bytes = Array(text.replacingOccurrences(of: from, with: to).utf8)
      guard case .task(let read) = format.read(bytes)[0] else { return nil }
      return read.task.scheduled?.repeater
    }
    #expect(try reread("", "")?.text == ".+2d/4d")
    #expect(try reread("INTERVAL=2", "INTERVAL=3")?.text == "++3d")
    #expect(try reread("RRULE:FREQ=DAILY;INTERVAL=2\r\n", "") == nil)
    #expect(try reread("DTSTART;VALUE=DATE:20261123", "DTSTART:20261201T080000")?.text == ".+2d/4d")
  }

  @Test func anExactValueHoldsWhileTheStandardOneDoes() throws {
    var task = CalendarWorld.context().task(
      TaskID("k7m"), title: "a", state: State("WAIT", isDone: false))
    task.priority = Priority("D")
    task.deadline = Planning(fieldText: "2026-11-23 3d")
    let text = printed(task)
    func reread(_ from: String, _ to: String) throws -> TasksCore.Task {
      let bytes = Array(text.replacingOccurrences(of: from, with: to).utf8)
      guard case .task(let read) = format.read(bytes)[0] else { throw CancellationError() }
      return read.task
    }
    #expect(try reread("PRIORITY:9", "PRIORITY:1").priority == Priority("A"))
    #expect(try reread("SUMMARY:a", "SUMMARY:b").priority == Priority("D"))
    #expect(try reread("NEEDS-ACTION", "COMPLETED").state.keyword == "DONE")
    #expect(try reread("SUMMARY:a", "SUMMARY:b").state.keyword == "WAIT")
    #expect(try reread("DATE:20261123", "DATE:20261124").deadline?.fieldText == "2026-11-24")
    #expect(try reread("SUMMARY:a", "SUMMARY:b").deadline?.fieldText == "2026-11-23 3d")
  }

  @Test func datesThatMayNotStandTogether() throws {
    for (scheduled, deadline) in [
      ("2026-11-20", "2026-11-21T10:00"), ("2026-11-21", "2026-11-21"),
      ("2026-11-22", "2026-11-21"),
    ] {
      var task = CalendarWorld.context().task(TaskID("k7m"), title: "a")
      task.scheduled = Planning(fieldText: scheduled + " ++1w")
      task.deadline = Planning(fieldText: deadline)
      #expect(!printed(task).contains("DTSTART"))
      guard case .task(let read) = format.read(format.print([task]))[0] else { continue }
      #expect(read.task.scheduled == task.scheduled && read.task.deadline == task.deadline)
    }
  }

  @Test(arguments: ["TODO-", "DL-", "SC-", "TS1-", ""])
  func idsOfEmacs(prefix: String) throws {
    #expect(try record("UID:\(prefix)k7m\nSUMMARY:a").task.id == TaskID("k7m"))
  }

  /// What ox-icalendar of Emacs 28 wrote in Prague.
  @Test func aFileOfEmacs() throws {
    let file = """
      BEGIN:VCALENDAR
      VERSION:2.0
      X-WR-CALNAME:work
      PRODID:-//root//Emacs with Org mode//EN
      BEGIN:VTODO
      UID:TODO-u1
      DTSTAMP:20261125T175245Z
      DTSTART:20261125T185200
      SUMMARY:undated
      CATEGORIES:home,work
      SEQUENCE:1
      PRIORITY:5
      STATUS:NEEDS-ACTION
      END:VTODO
      BEGIN:VTODO
      UID:TODO-d1
      DTSTAMP:20261125T175245Z
      DTSTART;VALUE=DATE:20261120
      DUE:20261127T170000
      SUMMARY:dated
      CATEGORIES:work
      SEQUENCE:1
      PRIORITY:1
      STATUS:COMPLETED
      END:VTODO
      END:VCALENDAR

      """
    let tasks = format.read(Array(file.utf8)).compactMap { record in
      if case .task(let read) = record { read.task } else { nil }
    }
    #expect(tasks.map(\.id.text) == ["u1", "d1"])
    #expect(tasks.map(\.scheduled?.start.iso) == [nil, "2026-11-20"])
    #expect(tasks.map(\.deadline?.start.iso) == [nil, "2026-11-27T17:00"])
    #expect(tasks.map(\.priority) == [nil, Priority("A")])
    #expect(tasks.map(\.tags) == [["home"], []])
    #expect(tasks.map(\.list) == ["work", "work"])
  }

  @Test func aFinishedOccurrenceIsNoTask() throws {
    let bytes = CalendarWorld.todo(
      """
      UID:x
      SUMMARY:a
      DUE;VALUE=DATE:20261127
      RRULE:FREQ=WEEKLY
      END:VTODO
      BEGIN:VTODO
      UID:x
      RECURRENCE-ID;VALUE=DATE:20261120
      SUMMARY:a
      STATUS:COMPLETED
      COMPLETED:20261120T090000Z
      """)
    let records = format.read(bytes)
    guard records.count == 1, case .task(let read) = records[0] else {
      return #expect(Bool(false))
    }
    #expect(read.finished.map(\.iso) == ["2026-11-20T10:00"])
  }

  // MARK: What cannot be read

  @Test func aBadTodoHidesNoOther() throws {
    let good = "BEGIN:VTODO\nUID:%\nSUMMARY:%\nEND:VTODO\n"
    func todo(_ id: String) -> String { good.replacingOccurrences(of: "%", with: id) }
    let bad = [
      ("BEGIN:VTODO\nUID:b\nDUE:soon\nEND:VTODO\n", 8, "DUE is no date: soon"),
      ("BEGIN:VTODO\nUID:b\nno line\nEND:VTODO\n", 8, "it is no line of iCalendar"),
      ("BEGIN:VTODO\nUID:b\n", 6, "END:VTODO is missing"),
      ("BEGIN:VTODO\nUID:b\nX-TASKS-LOG:[\nEND:VTODO\n", 8, "X-TASKS-LOG is no JSON"),
      (
        "BEGIN:VTODO\nBEGIN:VALARM\nUID:b\nEND:VTODO\n", 7, "END:VALARM is missing"
      ),
    ]
    for (text, line, reason) in bad {
      let file = "BEGIN:VCALENDAR\n" + todo("a") + text + todo("c") + "END:VCALENDAR\n"
      let read = format.read(Array(file.utf8)).map { record in
        switch record {
        case .task(let task): "\(task.task.id)"
        case .bad(let line, let reason), .remark(let line, let reason): "\(line): \(reason)"
        }
      }
      #expect(read == ["a", "\(line): \(reason)", "c"])
    }
  }

  @Test func bytesThatAreNotUTF8AreNamed() {
    var bytes = CalendarWorld.todo("UID:x\nSUMMARY:a")
    bytes[bytes.firstIndex(of: 0x61) ?? 0] = 0xFF
    guard case .bad(let line, let reason) = format.read(bytes)[0] else {
      return #expect(Bool(false))
    }
    #expect(line == 5 && reason == "it is not UTF-8")
  }

  @Test func whatIsNoCalendar() {
    for text in ["", "hello\n", "{}"] {
      guard case .bad(1, _) = format.read(Array(text.utf8))[0] else {
        return #expect(Bool(false))
      }
    }
    #expect(format.read(CalendarWorld.bytes("BEGIN:VCALENDAR\nEND:VCALENDAR\n")).isEmpty)
  }

  @Test func deepAndLongFilesAreRead() {
    let deep = String(repeating: "BEGIN:X\n", count: 100_000)
    #expect(format.read(Array(deep.utf8)).count == 1)
    let long = "BEGIN:VTODO\nSUMMARY:" + String(repeating: "a\n ", count: 100_000) + "\nEND:VTODO\n"
    #expect(format.read(Array(long.utf8)).count == 1)
  }
}
