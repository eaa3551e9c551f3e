import TasksCore
import Testing

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

  /// Another date keeps the rule, whatever it says of that date.
  @Test(arguments: [
    ("FREQ=DAILY", "2026-11-25", "++1d"), ("FREQ=WEEKLY;BYDAY=MO", "2026-11-30", "++1w"),
    ("FREQ=WEEKLY;BYDAY=MO", "2026-11-25", "++1w"),
    ("FREQ=MONTHLY;BYMONTHDAY=23", "2026-11-15", "++1m"), ("FREQ=MONTHLY", "2026-10-31", nil),
    ("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5", "2026-11-25", nil),
  ])
  func anotherDateKeepsTheRule(rule: String, date: String, repeater: String?) throws {
    let document = try document("scheduled: 2026-11-23\nrecurrence: \(rule)\nx: y")
    let edited = try document.applying([
      .scheduled(try plan(date, document.task.scheduled?.repeater?.text))
    ])
    #expect(front(edited) == "scheduled: \(date)\nrecurrence: \(rule)\nx: y")
    #expect(edited.task.scheduled == (try plan(date, repeater)))
    let back = try edited.applying([
      .scheduled(try plan("2026-11-23", edited.task.scheduled?.repeater?.text))
    ])
    #expect(back.bytes == document.bytes)
  }

  @Test(arguments: ["++2w", ".+1w", nil])
  func anotherRepeaterIsRefused(repeater: String?) throws {
    let document = try document("scheduled: 2026-11-23\nrecurrence: FREQ=WEEKLY;BYDAY=MO")
    let plan = try plan("2026-11-23", repeater)
    #expect(
      throws: EditError.notEditable(
        "TaskNotes keeps the rule under `recurrence`; change it there")
    ) {
      try document.applying([.scheduled(plan)])
    }
    #expect(front(try document.applying([.scheduled(nil)])) == "recurrence: FREQ=WEEKLY;BYDAY=MO")
  }

  /// A rule that waited for such a date holds for it then, and stays as it is.
  @Test(arguments: ["", "scheduled: 2026-10-31\n"])
  func dateThatARuleWaitsForRepeats(old: String) throws {
    let rule = "recurrence: DTSTART:20251201;FREQ=MONTHLY\nrecurrence_anchor: scheduled"
    let document = try document("\(old)\(rule)")
    #expect(document.task.properties.count == 2)
    let edited = try document.applying([.scheduled(try plan("2026-11-23"))])
    #expect(edited.task.scheduled == (try plan("2026-11-23", "++1m")))
    #expect(edited.task.properties.isEmpty && front(edited).contains(rule))
    let other = try document.applying([.scheduled(try plan("2026-11-30"))])
    #expect(other.task.properties == document.task.properties && front(other).contains(rule))
  }

  @Test func dateThatDoesNotRepeatTakesTheRuleAwayFromNone() throws {
    let document = try document("due: 2026-11-23\nrecurrence: FREQ=WEEKLY;BYDAY=MO")
    let edited = try document.applying([.scheduled(try plan("2026-11-20"))])
    #expect(edited.task.deadline == document.task.deadline)
    #expect(edited.task.scheduled == (try plan("2026-11-20")))
    #expect(front(edited).contains("scheduled_repeat: none"))
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
