import CoreTestSupport
import TasksCommands
import TasksCore
import Testing

/// The next dates of a repeating task are those that finishing it gives.
@Suite struct NextDatesTests {
  private static func dates(
    _ planning: String, _ count: Int, now: String
  ) throws -> [[String?]] {
    let task = try OrgLaw.document("* TODO a\n\(planning)\n").task
    return try NextDatesAnswer(task, short: "k7m", count, now: try #require(Timestamp(iso: now)))
      .rows.map { [$0.scheduled?.iso, $0.deadline?.iso] }
  }

  @Test func eachDateIsOneStepOn() throws {
    let now = "2026-11-20T10:00"
    #expect(
      try Self.dates("SCHEDULED: <2026-11-21 Sat ++1w>", 3, now: now) == [
        ["2026-11-21", nil], ["2026-11-28", nil], ["2026-12-05", nil],
      ])
    #expect(
      try Self.dates(
        "DEADLINE: <2026-11-30 Mon 17:00 +1m> SCHEDULED: <2026-11-21 Sat>", 2, now: now)
        == [[nil, "2026-11-30T17:00"], [nil, "2026-12-30T17:00"]])
    #expect(
      try Self.dates(
        "SCHEDULED: <2026-11-21 Sat .+2d/4d> DEADLINE: <2026-11-24 Tue +1w>", 2, now: now)
        == [["2026-11-21", "2026-11-24"], ["2026-11-23", "2026-12-01"]])
  }

  /// A date that has passed can only be met now.
  @Test func aDateThatHasPassedIsDoneNow() throws {
    let now = "2026-11-20T10:00"
    #expect(
      try Self.dates("SCHEDULED: <2026-11-02 Mon ++1w>", 3, now: now).map { $0[0] } == [
        "2026-11-02", "2026-11-23", "2026-11-30",
      ])
    #expect(
      try Self.dates("SCHEDULED: <2026-11-02 Mon .+1w>", 3, now: now).map { $0[0] } == [
        "2026-11-02", "2026-11-27", "2026-12-04",
      ])
    #expect(
      try Self.dates("SCHEDULED: <2026-11-02 Mon +1w>", 3, now: now).map { $0[0] } == [
        "2026-11-02", "2026-11-09", "2026-11-16",
      ])
  }

  /// The same dates as from the repeater, if none has passed.
  @Test(arguments: ["+1d", "++1w", ".+3d", "++1m", "+2y", "+36h"]) func areOccurrences(
    _ repeater: String
  ) throws {
    let planning = "SCHEDULED: <2026-12-31 Thu 09:00 \(repeater)>"
    let dates = try Self.dates(planning, 40, now: "2026-11-20T10:00").map { $0[0] }
    let base = try #require(Timestamp(iso: "2026-12-31T09:00"))
    let occurrences = try #require(Repeater(repeater))
      .occurrences(from: base, in: base.date...base.date.adding(days: 40_000)).prefix(40)
    #expect(dates == occurrences.map { $0.iso })
  }

  @Test func aTaskThatDoesNotRepeatIsRefused() throws {
    #expect(throws: ActionError.doesNotRepeat("a", "k7m")) {
      try Self.dates("SCHEDULED: <2026-11-21 Sat>", 5, now: "2026-11-20T10:00")
    }
    #expect(throws: ActionError.self) {
      try Self.dates("SCHEDULED: <2026-11-21 Sat +0d>", 5, now: "2026-11-20T10:00")
    }
    #expect(
      try Self.dates("SCHEDULED: <2026-11-21 Sat +999y>", 5, now: "2026-11-20T10:00").count < 10)
  }
}
