import Testing

@testable import TasksCore

/// Rules of TaskNotes changed where they stand.
@Suite struct MarkdownRuleEditingTests {
  private static let now = Timestamp(iso: "2026-11-25T10:00")

  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(MarkdownFiles.read("---\nstatus: open\n\(front)\n---\n"))
  }

  private func front(_ document: any TaskDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: open\n", with: "").replacing("\n---\n", with: "")
  }

  private func plan(_ date: String, _ repeater: String? = nil) throws -> Planning {
    Planning(
      try #require(Timestamp(iso: date)),
      repeater: try repeater.map { try #require(Repeater($0)) })
  }

  /// What a rule makes of a repeater.
  private func said(_ repeater: String?) -> String? {
    repeater.map { $0.hasPrefix("+") && !$0.hasPrefix("++") ? "+" + $0 : $0 }
  }

  private static let series = """
    # mine
    due: 2026-11-27
    scheduled: 2026-11-23T10:00
    recurrence: DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO # weekly
    recurrence_anchor: scheduled
    complete_instances:
      - 2026-11-16 # late
    skipped_instances: []
    googleCalendarEventId: x1
    """

  /// The one that holds for no date goes when there is one; another of its name would hold for it then.
  @Test func secondRepeatIsNotTakenForTheDates() throws {
    let one = try document("repeat: \"++1w\"")
    let due = try one.applying([.deadline(try plan("2026-11-27"))])
    #expect(front(due) == "due: 2026-11-27")
    let two = try document("repeat: \"++1w\"\nrepeat: \"++1w\"")
    #expect(throws: EditError.self) { try two.applying([.deadline(try plan("2026-11-27"))]) }
  }

  @Test func doneMovesTheDatesAndNothingElse() throws {
    let document = try document(Self.series)
    let now = try #require(Self.now)
    let done = try document.applying(
      document.task.changing(to: State("DONE", isDone: true), workflow: .standard, now: now))
    let text = Self.series.replacing("2026-11-27", with: "2026-12-04")
      .replacing("2026-11-23", with: "2026-11-30")
      .replacing("anchor: scheduled\n", with: "anchor: scheduled\nlast_repeat: 2026-11-25T10:00\n")
    #expect(front(done).hasPrefix(text + "\n## Log"))
    #expect(!done.task.isDone)
    #expect(done.task.scheduled?.start.iso == "2026-11-30T10:00")
    #expect(done.task.isRepeating)
  }

  /// The rule that is there, and what a plan makes of it.
  @Test(arguments: [
    // Another date.
    ("FREQ=WEEKLY;BYDAY=MO", "2026-11-25", "++1w", "recurrence: FREQ=WEEKLY;BYDAY=WE"),
    (
      "DTSTART:20251201;BYDAY=MO;FREQ=WEEKLY;INTERVAL=2", "2026-11-25", "++2w",
      "recurrence: DTSTART:20251201;BYDAY=WE;FREQ=WEEKLY;INTERVAL=2"
    ),
    ("FREQ=MONTHLY;BYMONTHDAY=23", "2026-11-15", "++1m", "recurrence: FREQ=MONTHLY;BYMONTHDAY=15"),
    (
      "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=23", "2026-12-05", "++1y",
      "recurrence: FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=5"
    ),
    ("FREQ=DAILY", "2026-11-25", "++1d", "recurrence: FREQ=DAILY"),
    // Another repeater.
    (
      "DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO", "2026-11-23", "++2w",
      "recurrence: DTSTART:20251201;FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
    ),
    ("FREQ=DAILY;INTERVAL=3", "2026-11-23", "++1d", "recurrence: FREQ=DAILY;INTERVAL=1"),
    ("FREQ=WEEKLY;BYDAY=MO", "2026-11-23", "++3d", "recurrence: FREQ=DAILY;INTERVAL=3"),
    ("RRULE:FREQ=DAILY", "2026-11-23", "++1m", "recurrence: RRULE:FREQ=MONTHLY"),
    ("FREQ=MONTHLY;BYMONTHDAY=23", "2026-11-23", "++1y", "recurrence: FREQ=YEARLY"),
    (
      "FREQ=DAILY", "2026-11-23", ".+2d",
      "recurrence: FREQ=DAILY;INTERVAL=2\nrecurrence_anchor: completion"
    ),
    (
      "FREQ=WEEKLY;BYDAY=MO", "2026-11-23", ".+1w",
      "recurrence: FREQ=WEEKLY\nrecurrence_anchor: completion"
    ),
    // A rule knows no step that ends in the past.
    ("DTSTART:20251201;FREQ=DAILY", "2026-11-23", "+1d", "recurrence: DTSTART:20251201;FREQ=DAILY"),
    // One that no rule can say.
    ("FREQ=DAILY", "2026-11-23", ".+2d/4d", "repeat: \".+2d/4d\""),
    ("FREQ=MONTHLY;BYMONTHDAY=23", "2026-10-31", "++1m", "repeat: \"++1m\""),
    // In the place of one that says more.
    (
      "DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5", "2026-11-23", "++1w",
      "recurrence: DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO"
    ),
    // None.
    ("FREQ=DAILY", "2026-11-23", nil, ""),
  ])
  func ruleIsWrittenBack(old: String, date: String, repeater: String?, new: String) throws {
    let document = try document("scheduled: 2026-11-23\nrecurrence: \(old)\nx: y")
    let plan = try plan(date, repeater)
    let edited = try document.applying([.scheduled(plan)])
    #expect(front(edited) == "scheduled: \(date)\n\(new)\(new.isEmpty ? "" : "\n")x: y")
    #expect(edited.task.scheduled == (try self.plan(date, said(repeater))))
    if repeater != nil, new.hasPrefix("recurrence"), document.task.isRepeating {
      let back = try edited.applying([.scheduled(document.task.scheduled)])
      #expect(back.task.scheduled == document.task.scheduled)
    }
  }

  @Test(arguments: [
    ("++2d", "recurrence: FREQ=DAILY;INTERVAL=2\nrecurrence_anchor: scheduled"),
    (".+2d", "recurrence: FREQ=DAILY;INTERVAL=2\nrecurrence_anchor: completion"),
    ("+1d", "recurrence: FREQ=DAILY\nrecurrence_anchor: scheduled"), (nil, ""),
  ])
  func anchorGoesWithTheRule(repeater: String?, new: String) throws {
    let document = try document(
      "due: 2026-11-23\nrecurrence: FREQ=DAILY\nrecurrence_anchor: completion\nx: y")
    #expect(document.task.deadline?.repeater?.text == ".+1d")
    let plan = try plan("2026-11-23", repeater)
    let edited = try document.applying([.deadline(plan)])
    #expect(front(edited) == "due: 2026-11-23\n\(new)\(new.isEmpty ? "" : "\n")x: y")
    let meant = try self.plan("2026-11-23", said(repeater))
    #expect(edited.task.deadline == meant && edited.task.properties.map(\.name) == ["x"])
  }

  @Test func movedAndMovedBackGiveTheSameBytes() throws {
    let document = try document(Self.series)
    for date in ["2026-11-24", "2027-02-28T10:00"] {
      var plan = try #require(document.task.scheduled)
      plan.start = try #require(Timestamp(iso: date))
      let there = try document.applying([.scheduled(plan)])
      #expect(there.task.scheduled == plan && there.bytes != document.bytes)
      let back = try there.applying([.scheduled(document.task.scheduled)])
      #expect(back.bytes == document.bytes)
    }
  }

  /// A rule that waited for such a date holds for it then, and stays as it is.
  @Test(arguments: ["", "scheduled: 2026-11-25\n"])
  func dateThatARuleWaitsForRepeats(old: String) throws {
    let rule = "recurrence: DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO\nrecurrence_anchor: scheduled"
    let document = try document("\(old)\(rule)")
    #expect(document.task.properties.count == 2)
    let edited = try document.applying([.scheduled(try plan("2026-11-23"))])
    #expect(edited.task.scheduled == (try plan("2026-11-23", "++1w")))
    #expect(edited.task.properties.isEmpty && front(edited).contains(rule))
    let other = try document.applying([.scheduled(try plan("2026-11-24"))])
    #expect(other.task.properties == document.task.properties && front(other).contains(rule))
  }

  @Test func dateThatDoesNotRepeatTakesTheRuleAwayFromNone() throws {
    let document = try document("due: 2026-11-23\nrecurrence: FREQ=WEEKLY;BYDAY=MO")
    let edited = try document.applying([.scheduled(try plan("2026-11-20"))])
    #expect(edited.task.deadline == document.task.deadline)
    #expect(edited.task.scheduled == (try plan("2026-11-20")))
    #expect(front(edited).contains("scheduled_repeat: none"))
  }

  @Test(arguments: [
    ("++2w", "recurrence: FREQ=WEEKLY;INTERVAL=2"),
    (".+3d", "recurrence: FREQ=DAILY;INTERVAL=3\nrecurrence_anchor: completion"),
    ("+1m", "recurrence: FREQ=MONTHLY"), (".+2d/4d", "repeat: \".+2d/4d\""),
  ])
  func fileOfTaskNotesGetsItsFirstRule(repeater: String, keys: String) throws {
    let document = try document("scheduled: 2026-11-23\ndateModified: 2026-11-20")
    let plan = try plan("2026-11-23", repeater)
    let edited = try document.applying([.scheduled(plan)])
    #expect(front(edited) == "scheduled: 2026-11-23\n\(keys)\ndateModified: 2026-11-20")
    #expect(edited.task.scheduled == (try self.plan("2026-11-23", said(repeater))))
  }

  @Test(arguments: ["repeat: +2d", "repeat: often"])
  func ruleBesideOurOwnKeyStays(own: String) throws {
    let plan = try plan("2026-11-23", ".+3d")
    for front in ["\(own)\nrecurrence: FREQ=DAILY", "recurrence: FREQ=DAILY\n\(own)"] {
      let edited = try document(front).applying([.deadline(plan)])
      #expect(edited.task.deadline == plan)
      #expect(self.front(edited).contains("repeat: \".+3d\""))
      #expect(self.front(edited).contains("recurrence: FREQ=DAILY"))
    }
  }

  @Test func ruleGoesToOrgAndBackAsARepeater() throws {
    let document = try document("title: x\nscheduled: 2026-11-23\nrecurrence: FREQ=WEEKLY;BYDAY=MO")
    let org = try Conversion(
      of: document, to: .org, specification: "TODO | DONE", workflow: .standard)
    #expect(String(decoding: org.document.bytes, as: UTF8.self).contains("<2026-11-23 Mon ++1w>"))
  }
}
