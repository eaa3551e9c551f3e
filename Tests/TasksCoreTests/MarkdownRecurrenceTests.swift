import TasksCore
import Testing

/// Rules by which a task of Obsidian's TaskNotes comes again.
@Suite struct MarkdownRecurrenceTests {
  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(MarkdownFiles.read("---\nstatus: open\n\(front)\n---\n"))
  }

  /// 2026-11-23 is a Monday.
  @Test(arguments: [
    ("FREQ=WEEKLY", "++1w"), ("FREQ=WEEKLY;INTERVAL=2", "++2w"), ("INTERVAL=3;FREQ=DAILY", "++3d"),
    ("FREQ=WEEKLY;BYDAY=MO", "++1w"), ("DTSTART:20261201;FREQ=WEEKLY;BYDAY=MO", "++1w"),
    ("DTSTART:20251201T090000Z;FREQ=MONTHLY;BYMONTHDAY=23", "++1m"),
    ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=23", "++1y"), ("FREQ=YEARLY;BYMONTH=11", "++1y"),
    ("FREQ=YEARLY", "++1y"), ("FREQ=HOURLY;INTERVAL=6", "++6h"), ("freq=weekly;byday=mo", "++1w"),
    ("RRULE:FREQ=DAILY;", "++1d"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=MO", "++2w"),
  ])
  func ruleIsRead(rule: String, repeater: String) throws {
    for key in ["recurrence: \(rule)", "recurrence: '\(rule)'", "Recurrence: \"\(rule)\""] {
      let task = try document("\(key)\nscheduled: 2026-11-23T10:00").task
      #expect(task.scheduled?.repeater?.text == repeater)
      #expect(task.properties.isEmpty && task.unreadRepeat == nil && task.isRepeating)
    }
    let both = try document("due: 2026-11-27\nscheduled: 2026-11-23\nrecurrence: \(rule)").task
    #expect(both.deadline?.repeater?.text == repeater && both.scheduled?.repeater?.text == repeater)
    let due = try document("due: 2026-11-23\nrecurrence: \(rule)").task
    #expect(due.deadline?.repeater?.text == repeater)
  }

  /// With days and an end; 2026-11-23 is a Monday.
  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO,WE", "++1d on mon,wed"), ("FREQ=WEEKLY;BYDAY=TU", "++1w on tue"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "++2w on mon,thu"),
    ("FREQ=MONTHLY;BYDAY=1MO", "++1m on 1st mon"), ("FREQ=MONTHLY;BYDAY=MO", "++1m on mon"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "++1m on 31"),
    ("FREQ=MONTHLY;BYMONTHDAY=15,23", "++1m on 15,23"),
    ("FREQ=MONTHLY;BYMONTHDAY=22", "++1m on 22"), ("FREQ=DAILY;BYDAY=TU", "++1w on tue"),
    ("FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO", "++1m on 1st mon"),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "++1y on 4th thu"),
    ("FREQ=WEEKLY;UNTIL=20271231T225959Z", "++1w until 2027-12-31"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "++1m on 30"),
  ])
  func ruleWithDays(rule: String, expected: String) throws {
    let document = try document("scheduled: 2026-11-23\nrecurrence: \(rule)")
    let task = document.task
    let repeater = try #require(task.scheduled?.repeater)
    let end = task.repeats.until.map { " until \($0.iso)" } ?? ""
    #expect(task.repeats.typed(repeater) + end == expected)
    #expect(task.properties.isEmpty && task.unreadRepeat == nil)
    // Stepping leaves the rule as it is.
    let done = try document.applying(
      task.changing(
        to: State("DONE", isDone: true), workflow: .standard,
        now: #require(Timestamp(iso: "2026-11-23T10:00"))))
    #expect(done.task.isRepeating && !done.task.isDone)
    #expect(done.task.scheduled?.start ?? .init(CivilDate(dayNumber: 0)) > task.scheduled!.start)
    let text = String(decoding: done.bytes, as: UTF8.self)
    #expect(text.contains("recurrence: \(rule)\n") && !text.contains("repeat_on"))
  }

  /// What a repeater would make other dates of.
  @Test(arguments: [
    "FREQ=DAILY;COUNT=5", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "FREQ=YEARLY;BYMONTHDAY=23",
    "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYDAY=-2MO",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
    "FREQ=MONTHLY;BYMONTH=11", "FREQ=YEARLY;BYMONTH=11,12", "FREQ=MINUTELY",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;FREQ=WEEKLY", "FREQ=DAILY;X=1", "FREQ=DAILY;BYHOUR=9", "every day", "INTERVAL=2",
    "FREQ=WEEKLY;BYWEEKNO=3", "DTSTART;TZID=Europe/Prague:20261123T090000;FREQ=DAILY",
  ])
  func ruleThatSaysMoreIsAProperty(rule: Text) throws {
    let document = try document("scheduled: 2026-11-23\nrecurrence: \(rule)")
    #expect(document.task.scheduled?.repeater == nil)
    #expect(document.task.properties == [Task.Property("recurrence", rule)])
    #expect(document.task.unreadRepeat == rule)
  }

  @Test(arguments: [
    ("2026-01-31", "FREQ=MONTHLY"), ("2026-01-29", "FREQ=MONTHLY;BYMONTHDAY=29"),
    ("2028-02-29", "FREQ=YEARLY"),
  ])
  func monthsWithoutTheDayArePassedOverByRulesOnly(date: String, rule: Text) throws {
    let task = try document("scheduled: \(date)\nrecurrence: \(rule)").task
    #expect(task.scheduled?.repeater == nil && task.unreadRepeat == rule)
  }

  @Test(arguments: [
    ("FREQ=DAILY;INTERVAL=3", ".+3d"), ("DTSTART:20261110;FREQ=MONTHLY", ".+1m"),
    ("FREQ=WEEKLY", ".+1w"), ("FREQ=WEEKLY;BYDAY=MO", "++1w"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", nil),
  ])
  func anchorSaysWhatTheRuleCountsFrom(rule: String, repeater: String?) throws {
    for front in [
      "recurrence: \(rule)\nrecurrence_anchor: completion\nscheduled: 2026-11-23",
      "recurrence_anchor: 'completion'\nscheduled: 2026-11-23\nrecurrence: \(rule)",
    ] {
      let task = try document(front).task
      #expect(task.scheduled?.repeater?.text == repeater)
      #expect(task.properties.count == (repeater == nil ? 2 : 0))
    }
    let scheduled = try document(
      "scheduled: 2026-11-23\nrecurrence: FREQ=DAILY\nrecurrence_anchor: scheduled"
    ).task
    #expect(scheduled.scheduled?.repeater?.text == "++1d" && scheduled.properties.isEmpty)
  }

  @Test(arguments: ["recurrence:", "recurrence: \"\"", "recurrence: ~", "recurrence: []"])
  func emptyRuleIsNothing(key: String) throws {
    let task = try document("scheduled: 2026-11-23\n\(key)").task
    #expect(task.properties.isEmpty && task.unreadRepeat == nil && !task.isRepeating)
  }

  @Test func ruleWithoutADateIsAProperty() throws {
    let task = try document("recurrence: FREQ=DAILY\nrecurrence_anchor: completion").task
    #expect(task.properties.map(\.name) == ["recurrence", "recurrence_anchor"])
    #expect(task.unreadRepeat == "FREQ=DAILY")
  }

  @Test func ourOwnKeyComesFirst() throws {
    for front in [
      "repeat: \"+1m\"\nrecurrence: FREQ=DAILY", "recurrence: FREQ=DAILY\nrepeat: +1m",
    ] {
      let task = try document("scheduled: 2026-11-23\n\(front)").task
      #expect(task.scheduled?.repeater?.text == "+1m")
    }
    let task = try document("due: 2026-11-23\nrecurrence: FREQ=DAILY\nrepeat: often").task
    #expect(task.deadline?.repeater?.text == "++1d")
    #expect(task.properties == [Task.Property("repeat", "often")])
  }

  /// What could not be read does not take away what another spelling says.
  @Test func spellingThatCannotBeReadTakesNothingAway() throws {
    let task = try document("due_date: 2026-11-27\ndue: soon").task
    #expect(task.deadline?.start.iso == "2026-11-27")
    #expect(task.properties == [Task.Property("due", "soon")])
  }
}
