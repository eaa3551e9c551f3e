import CoreTestSupport
import Foundation
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// Clocks, with Emacs as the judge of their lines and sums.
@Suite struct ClockTests {
  private static let now = Timestamp(iso: "2026-11-25T09:30")

  private static func stamp(_ text: String) throws -> Timestamp {
    try #require(Timestamp(iso: text))
  }

  @Test(arguments: [
    ("9:00", "9:15", "2026-11-25T09:00--2026-11-25T09:15"),
    ("9:00", "9:00", "2026-11-25T09:00--2026-11-25T09:00"),
    // Over midnight: last night.
    ("23:30", "0:45", "2026-11-24T23:30--2026-11-25T00:45"),
    ("yesterday@9:00", "10:15", "2026-11-24T09:00--2026-11-24T10:15"),
    ("2026-11-20T22:00", "1:00", "2026-11-20T22:00--2026-11-21T01:00"),
    ("2026-11-20 22:00", "2026-11-22 1:00", "2026-11-20T22:00--2026-11-22T01:00"),
    ("mon@9:00", "10:15", "2026-11-23T09:00--2026-11-23T10:15"),
    ("wed@9:00", "wed@9:15", "2026-11-25T09:00--2026-11-25T09:15"),
    ("Fri 2026-11-27 9:00", "10:00", "Fri 2026-11-27 09:00 has not come yet"),
    ("-2h", "now", "2026-11-25T07:30--2026-11-25T09:30"),
    ("9:00", "8:00", "'8:00' is before the start, Wed 2026-11-25 09:00"),
    ("9:00", "yesterday@9:15", "'yesterday@9:15' is before the start, Wed 2026-11-25 09:00"),
    ("9:00", "9:31", "Wed 2026-11-25 09:31 has not come yet"),
    ("9:31", "9:40", "Wed 2026-11-25 09:31 has not come yet"),
    ("tomorrow@9:00", "10:00", "Thu 2026-11-26 09:00 has not come yet"),
    ("9:00", "fri", "'fri' is a whole day"), ("mon", "10:00", "'mon' is a whole day"),
    ("9:00", "later", "'later' is not a date"), ("9:00", "9:75", "'9:75' is not a time of day"),
  ]) func timesAreRead(_ from: String, _ to: String, _ expected: String) throws {
    let reader = ClockTime(now: try #require(Self.now))
    do {
      #expect(try reader.clock(from, to).fieldText == expected)
    } catch {
      #expect(error.message == expected)
    }
  }

  @Test(arguments: [
    ("17:00", "2026-11-23T17:00"), ("0:15", "2026-11-24T00:15"), ("today@8:00", "2026-11-25T08:00"),
    ("-10min", "2026-11-25T09:20"), ("15:00", "'15:00' is before the start, Mon 2026-11-23 16:00"),
  ]) func anEndIsOnTheDayOfItsStart(_ word: String, _ expected: String) throws {
    let reader = ClockTime(now: try #require(Self.now))
    do {
      #expect(try reader.end(word, after: Self.stamp("2026-11-23T16:00")).iso == expected)
    } catch let error as InputError {
      #expect(error.message == expected)
    }
  }

  @Test(arguments: [
    ("today", "2026-11-25..2026-11-25"), ("yesterday", "2026-11-24..2026-11-24"),
    ("week", "2026-11-23..2026-11-29"), ("Month", "2026-11-01..2026-11-30"),
    ("year", "2026-01-01..2026-12-31"), ("2026-02-28", "2026-02-28..2026-02-28"),
    ("-1w..today", "2026-11-18..2026-11-25"), ("2026-11-01..", "2026-11-01..2026-11-25"),
    // On a Wednesday.
    ("mon", "2026-11-23..2026-11-23"), ("wed", "2026-11-25..2026-11-25"),
    ("thursday", "2026-11-19..2026-11-19"), ("mon..today", "2026-11-23..2026-11-25"),
    ("mon..fri", "2026-11-23..2026-11-27"), ("fri..", "2026-11-20..2026-11-25"),
    ("2w", "2026-11-12..2026-11-25"), ("-3d", "2026-11-23..2026-11-25"),
    ("day", "2026-11-25..2026-11-25"), ("w47", "2026-11-16..2026-11-22"),
    ("W50", "2025-12-08..2025-12-14"), ("last week", "2026-11-16..2026-11-22"),
    ("last-month", "2026-10-01..2026-10-31"), ("10-25", "2026-10-25..2026-10-25"),
    ("1.11...5.11.", "2026-11-01..2026-11-05"),
    ("in a week", "2026-12-02..2026-12-02"), ("2 weeks", "2026-11-12..2026-11-25"),
    ("2 weeks ago", "2026-11-11..2026-11-11"),
    ("2026-W48", "2026-11-23..2026-11-29"), ("phone", nil), ("list:work", nil),
  ]) func spansAreRead(_ word: String, _ expected: String?) throws {
    let days = try DaySpan.read(word, now: try #require(Self.now), .past)
    #expect(days.map { "\($0.lowerBound.iso)..\($0.upperBound.iso)" } == expected)
  }

  @Test func aSpanThatEndsBeforeItBeginsIsRefused() throws {
    let now = try #require(Self.now)
    #expect(throws: InputError.self) { try DaySpan.read("today..yesterday", now: now, .past) }
    #expect(throws: InputError.self) { try DaySpan.read("..today", now: now, .past) }
  }

  /// Two clocks of one task, as a merge leaves them, do not count the same time twice.
  @Test func endingTakesOneAfterTheOther() throws {
    let log: [LogItem] = [
      .clock(Clock(start: try Self.stamp("2026-11-25T09:20"))),
      .clock(Clock(start: try Self.stamp("2026-11-25T09:00"))),
      .clock(Clock(start: try Self.stamp("2026-11-24T09:00"), end: Self.now)),
    ]
    let ended = log.endingClocks(at: try #require(Self.now)).compactMap(\.clock).map(\.fieldText)
    #expect(
      ended == [
        "2026-11-25T09:20--2026-11-25T09:30", "2026-11-25T09:00--2026-11-25T09:20",
        "2026-11-24T09:00--2026-11-25T09:30",
      ])
    let early = log.endingClocks(at: try Self.stamp("2026-11-25T09:10"))
    #expect(early.runningClocks.isEmpty && early.compactMap(\.clock)[0].minutes == 0)
  }

  private static let states = ["done", "cancel", "delete"]

  @Test(arguments: Format.allCases, states)
  func finishingAndDeletingEndTheClock(_ format: Format, _ verb: String) throws {
    let context = ActionContext(
      now: try #require(Self.now), find: { _ in .none }, short: { _ in "k7m" })
    for every in ["", " ++1w"] {
      let document = try Self.document(
        format, planning: "SCHEDULED: <2026-11-25 Wed\(every)>",
        clocks: [Clock(start: try Self.stamp("2026-11-25T09:00"))])
      let action: any TaskAction =
        ["done": ChangeState.done, "cancel": ChangeState.cancel, "delete": DeleteTask()][verb]
        ?? ChangeState.done
      let task = try document.applying(try action.edits(for: document, in: context)).task
      #expect(task.clocks.map(\.minutes) == [30], "\(verb)\(every)")
      let other = try document.applying(try ChangeState.wait.edits(for: document, in: context))
      #expect(other.task.clocks.map(\.minutes) == [nil])
    }
  }

  /// A clock that runs in another program is no obstacle.
  @Test func clocksOfOtherProgramsRunOn() throws {
    let text = """
      ---
      status: open
      title: Note
      timeEntries:
        - startTime: 2026-11-25T08:00:00
      ---

      """
    let context = ActionContext(
      now: try #require(Self.now), find: { _ in .none }, short: { _ in "k7m" })
    let document = try #require(try TaskReader.read(Array(text.utf8), path: "2026-11/a.md"))
    for action in [ChangeState.done, DeleteTask(), ClockTask(.makeRoom(context.now))]
      as [any TaskAction]
    {
      let task = try document.applying(try action.edits(for: document, in: context)).task
      #expect(task.log.runningClocks.count == 1, "\(action.verb)")
    }
    #expect(throws: EditError.self) {
      try document.applying(try ClockTask(.end(at: nil)).edits(for: document, in: context))
    }
  }

  private static func document(
    _ format: Format, planning: String = "", clocks: [Clock]
  ) throws -> any TaskDocument {
    let text = """
      * TODO Call Bob :phone:
      \(planning)
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :CATEGORY: work
      :END:

      Body

      """
    let org = try #require(
      try TaskReader.read(
        Array(text.replacingOccurrences(of: "\n\n:P", with: "\n:P").utf8), path: "2026-11/a.org"))
    let document =
      format == .org
      ? org
      : try Conversion(
        of: org, to: .markdown, specification: "TODO NEXT WAIT | DONE CANCELED",
        workflow: .standard
      ).document
    return try document.applying([.log(clocks.map { .clock($0) })])
  }

  // MARK: Emacs

  @Test func emacsWritesTheSameLines() throws {
    let before = """
      * TODO Call Bob
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :END:
      :LOGBOOK:
      - State "WAIT"       from "TODO"       [2026-11-19 Thu 09:00]
      :END:

      Body

      """
    let files = [
      before, "* TODO Call Bob\nBody\n", "* TODO Call Bob\nSCHEDULED: <2026-11-20 Fri>\n",
    ]
    let calls = [
      "(require 'org-clock) (org-clock-in nil (org-time-string-to-time \"2026-11-20 23:50\"))",
      " (org-clock-out nil nil (org-time-string-to-time \"2026-11-21 10:05\"))",
    ]
    let read = try OrgEmacs.read(
      (files + files).map { Array($0.utf8) },
      calls: files.map { _ in calls[0] + calls[1] } + files.map { _ in calls[0] })
    let steps: [(ClockTask.Step, String)] = [
      (.start(at: nil), "2026-11-20T23:50"), (.end(at: nil), "2026-11-21T10:05"),
    ]
    for (index, file) in files.enumerated() {
      var document = try OrgLaw.document(Array(file.utf8))
      for (number, (step, now)) in steps.enumerated() {
        let context = ActionContext(
          now: try Self.stamp(now), find: { _ in .none }, short: { _ in "k7m" })
        document = try document.applying(try ClockTask(step).edits(for: document, in: context))
        let emacs = read[index + (number == 0 ? files.count : 0)]
        #expect(emacs?.text == OrgLaw.shown(document.bytes))
      }
    }
  }

  @Test func emacsAddsUpTheSameWithinSpans() throws {
    let seed = UInt64.random(in: 0...9999)
    var random = SeededGenerator(seed: seed)
    let first = try Self.stamp("2026-11-20T00:00")
    var files: [[UInt8]] = []
    var spans: [ClosedRange<CivilDate>] = []
    var sums: [Int] = []
    for _ in 0..<60 {
      let clocks = (0..<random.below(8)).map { _ in
        let start = first.adding(minutes: random.below(6 * 1440))
        let length = random.below(random.chance(20) ? 4000 : 300)
        return Clock(start: start, end: start.adding(minutes: random.chance(5) ? -9 : length))
      }
      let document = try Self.document(.org, clocks: clocks.uniqued())
      files.append(document.bytes)
      let day = first.date.adding(days: random.below(6))
      spans.append(day...day.adding(days: random.below(4)))
      ListRow.of(document.task) { row in
        var totals = ClockReport.Part.allCases.map { part in
          var report = ClockReport(
            spans[spans.count - 1], by: part, now: first.adding(minutes: 90_000))
          report.add(row, short: "k7m")
          #expect(report.total == report.rows.reduce(0) { $0 + $1.minutes }, "seed \(seed)")
          return report.total
        }
        let total = totals.removeLast()
        #expect(totals.allSatisfy { $0 == total }, "seed \(seed)")
        sums.append(total)
      }
    }
    let read = try OrgEmacs.read(
      files,
      calls: spans.map { days in
        """
        (org-clock-sum "\(days.lowerBound.iso) 00:00" "\(days.upperBound.adding(days: 1).iso) 00:00")
        (goto-char (point-max)) (insert (format "sum %d" org-clock-file-total-minutes))
        """
      })
    #expect(sums.contains { $0 > 0 })
    for (index, heading) in read.enumerated() {
      let text = try #require(heading?.text)
      #expect(
        text.hasSuffix("sum \(sums[index])"),
        "seed \(seed), \(spans[index]), ours \(sums[index]):\n\(text)")
    }
  }
}
