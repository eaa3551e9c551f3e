import TasksCore
import Testing

/// Logs and clocks.
@Suite struct MergeLogTests {
  private static func note(_ minute: Int, _ text: Text = "n") -> LogItem {
    .entry(LogEntry(.note, at: Timestamp(CivilDate(dayNumber: 20_000), minute: minute), note: text))
  }
  private static func clock(_ start: Int, _ end: Int?) -> LogItem {
    let day = CivilDate(dayNumber: 20_000)
    return .clock(
      Clock(start: Timestamp(day, minute: start), end: end.map { Timestamp(day, minute: $0) }))
  }

  @Test func addedEntriesStayNewestFirst() {
    let old = Self.note(10)
    let dropped = LogItem.entry(LogEntry(.dropped(field: "title", value: "x")))
    let merged = LogMerge(
      ThreeWay(
        base: [old], ours: [Self.note(40), Self.note(20), old],
        theirs: [dropped, Self.note(50), Self.note(40), Self.note(30), old]))
    #expect(
      merged.log == [dropped, Self.note(50), Self.note(40), Self.note(30), Self.note(20), old])
  }

  @Test func removedEntriesGo() {
    let (one, two, three) = (Self.note(30), Self.note(20), Self.note(10))
    let merged = LogMerge(
      ThreeWay(base: [one, two, three], ours: [one, two], theirs: [two, three])
    ).log
    #expect(merged == [two])
  }

  @Test func entriesWithoutATimeKeepTheirNeighbour() {
    let (one, two) = (Self.note(30), Self.note(20))
    let other = LogItem.entry(LogEntry(.other("something else")))
    let merged = LogMerge(
      ThreeWay(base: [one, two], ours: [Self.note(40), one, two], theirs: [one, other, two]))
    #expect(merged.log == [Self.note(40), one, other, two])
  }

  @Test(arguments: [
    // base, ours, theirs, result: ends of one clock, 0 for one that runs, -1 for none.
    (0, 0, 30, 30), (0, 30, 0, 30), (0, 30, 40, 40), (0, 40, 30, 40), (-1, 0, 30, 30),
    (-1, 30, 0, 30), (0, -1, 0, -1), (0, -1, 30, 30), (30, 40, -1, 40), (30, -1, -1, -1),
    (30, 0, 30, 0), (30, 0, 40, 40),
  ])
  func oneClock(base: Int, ours: Int, theirs: Int, result: Int) {
    func clocks(_ end: Int) -> [LogItem] {
      end < 0 ? [] : [Self.clock(10, end == 0 ? nil : end)]
    }
    let merge = LogMerge(
      ThreeWay(base: clocks(base), ours: clocks(ours), theirs: clocks(theirs)))
    #expect(merge.log == clocks(result))
    let isDropped = ours > 0 && theirs > 0 && ours != theirs
    #expect(merge.dropped.map { .clock($0) } == (isDropped ? clocks(min(ours, theirs)) : []))
  }

  /// What one side alone holds twice stays, and a clock that the other side stopped stays where it ran.
  @Test func onlyTheSameClockOfBothSidesIsOne() {
    let old = Self.note(1)
    let twice = LogMerge(
      ThreeWay(
        base: [old], ours: [Self.note(40), old],
        theirs: [Self.clock(10, 30), Self.clock(10, 20), old]))
    #expect(twice.log == [Self.note(40), Self.clock(10, 30), Self.clock(10, 20), old])
    #expect(twice.dropped.isEmpty)
    let stopped = LogMerge(
      ThreeWay(
        base: [Self.clock(10, nil), Self.note(50)],
        ours: [Self.clock(10, nil), Self.note(60), Self.note(50)],
        theirs: [Self.clock(10, 20), Self.note(50)]))
    #expect(stopped.log == [Self.clock(10, 20), Self.note(60), Self.note(50)])
  }

  private static func file(_ title: String, _ lines: [String]) -> String {
    "* TODO \(title)\n:PROPERTIES:\n:ID: k7mq\n:END:\n:LOGBOOK:\n"
      + lines.map { $0 + "\n" }.joined() + ":END:\n"
  }

  private static let newest = "- Note taken on [2026-11-20 Fri 10:50] \\\\\n  newest"
  private static let clock = "CLOCK: [2026-11-20 Fri 10:30]--[2026-11-20 Fri 10:40] =>  0:10"
  private static let middle = "- Note taken on [2026-11-20 Fri 10:35] \\\\\n  middle"
  private static let late = "- Note taken on [2026-11-20 Fri 10:20] \\\\\n  late"
  private static let early = "CLOCK: [2026-11-20 Fri 10:10]--[2026-11-20 Fri 10:15] =>  0:05"
  private static let oldest = "- Note taken on [2026-11-20 Fri 10:00] \\\\\n  oldest"

  /// Ours, theirs, and the result; base has what both have.
  @Test(arguments: [
    // Between two that stay, at the top, at the end.
    ([newest, clock, oldest], [newest, middle, oldest], [newest, middle, clock, oldest]),
    ([newest, clock, oldest], [newest, late, oldest], [newest, clock, late, oldest]),
    ([newest, clock], [newest, late], [newest, clock, late]),
    ([newest, clock], [newest, middle], [newest, middle, clock]),
    ([clock, late], [middle, late], [middle, clock, late]),
    ([late, early], [clock, late, early], [clock, late, early]),
    ([clock, late], [clock, late, early], [clock, late, early]),
    ([clock, oldest], [clock, early, oldest], [clock, early, oldest]),
    ([clock, oldest, early], [clock, late, oldest, early], [clock, late, oldest, early]),
  ])
  func aNewLineGoesToItsPlace(_ ours: [String], _ theirs: [String], _ result: [String]) {
    let base = ours.filter { theirs.contains($0) }
    #expect(
      MergeTaskTests.merge(
        Self.file("a", base), Self.file("b", ours), Self.file("a", theirs))
        == Self.file("b", result))
  }

  @Test func aLineOfTheOtherSideIsCarried() {
    let odd = "CLOCK: [2026-11-20 Fr. 10:10:59]--[2026-11-20 Fri 10:15] =>  0:45"
    let note = "- Note taken on [2026-11-20 fre 10:20] \\\\\n  late"
    #expect(
      MergeTaskTests.merge(
        Self.file("a", [Self.oldest]), Self.file("b", [Self.clock, Self.oldest]),
        Self.file("a", [note, odd, Self.oldest]))
        == Self.file("b", [Self.clock, note, odd, Self.oldest]))
    // A clock that the other side has stopped stays where it ran.
    let open = "CLOCK: [2026-11-20 Fri 10:20]"
    let closed = open + "--[2026-11-20 Fri 10:50] =>  0:31"
    #expect(
      MergeTaskTests.merge(
        Self.file("a", [Self.late, open, Self.oldest]),
        Self.file("b", [Self.late, open, Self.oldest]),
        Self.file("a", [Self.late, closed, Self.oldest]))
        == Self.file("b", [Self.late, closed, Self.oldest]))
  }

  @Test func clocksOfBothSidesStay() {
    let merge = LogMerge(
      ThreeWay(
        base: [Self.clock(10, 20)], ours: [Self.clock(50, nil), Self.clock(10, 20)],
        theirs: [Self.clock(60, 70), Self.clock(30, 40), Self.clock(10, 20)]))
    #expect(
      merge.log == [
        Self.clock(60, 70), Self.clock(50, nil), Self.clock(30, 40), Self.clock(10, 20),
      ])
  }
}
