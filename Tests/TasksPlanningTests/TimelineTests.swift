import CoreTestSupport
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// What happened, from the history and from the logs.
@Suite struct TimelineTests {
  private static func task(_ org: String) throws -> Task {
    try #require(try TaskReader.read(Array(org.utf8), path: "x.org", workflow: .standard)).task
  }

  private static func moment(_ text: String) throws -> Timestamp {
    try #require(Timestamp(iso: text))
  }

  private static func entry(
    _ at: String, _ old: Task?, _ new: Task?, isMerge: Bool = false
  ) throws -> HistoryEntry {
    let change = ChangedTask(old: old, new: new)
    return HistoryEntry(
      commit: "c", operation: "x", time: try moment(at), device: "d", author: "a",
      isMerge: isMerge, change: change, fields: change.fields)
  }

  private static func lines(_ timeline: Timeline) -> [String] {
    timeline.days.flatMap { day in
      day.events.map { event in
        let clock = event.at.minute.map { " " + Timestamp.clock($0) } ?? ""
        return "\(day.date.iso)\(clock) \(event.kind.rawValue) \(event.detail)"
      }
    }
  }

  private static let open = "* TODO x\n"
  private static let done = """
    * DONE x
    CLOSED: [2026-11-20 Fri 09:15]
    :LOGBOOK:
    - State "DONE"       from "WAIT"       [2026-11-20 Fri 09:15]
    - Note taken on [2026-11-19 Thu 18:00] \\\\
      Bob is away.
    - State "WAIT"       from "TODO"       [2026-11-18 Wed 10:00]
    CLOCK: [2026-11-17 Tue 08:00]--[2026-11-17 Tue 08:45] =>  0:45
    - State "TODO"       from "DONE"       [2026-10-01 Thu 10:00]
    :END:

    """

  /// A rank that a merge gave is left out, one that a person gave is not; nor is what else a merge made.
  @Test func theRanksOfAMergeAreLeftOut() throws {
    func task(_ rank: Int, _ title: String = "x") throws -> Task {
      try Self.task("* TODO \(title)\n:PROPERTIES:\n:RANK: \(rank)\n:END:\n")
    }
    var timeline = Timeline()
    timeline.add(try Self.entry("2026-11-20T09:00", try task(1), try task(2)))
    timeline.add(try Self.entry("2026-11-20T09:01", try task(2), try task(3), isMerge: true))
    timeline.add(try Self.entry("2026-11-20T09:02", try task(3), try task(4, "y"), isMerge: true))
    #expect(
      Self.lines(timeline) == ["2026-11-20 09:02 changed title, rank", "2026-11-20 09:00 moved "])
  }

  /// A change of state that a commit and the log tell is there once, though the commit came a minute later.
  @Test func whatBothTellIsThereOnce() throws {
    let (open, done) = (try Self.task(Self.open), try Self.task(Self.done))
    var timeline = Timeline()
    timeline.add(try Self.entry("2026-11-20T09:16", open, done))
    timeline.add(logOf: done, since: try Self.moment("2026-11-17"))
    #expect(
      Self.lines(timeline) == [
        "2026-11-20 09:16 done DONE", "2026-11-19 18:00 note Bob is away.",
        "2026-11-18 10:00 state WAIT", "2026-11-17 08:00 clock ",
      ])
    #expect(timeline.days.last?.events.last?.minutes == 45)
  }

  /// A file that came from elsewhere brings its log along.
  @Test func theLogAloneTellsTheEnd() throws {
    var timeline = Timeline()
    timeline.add(logOf: try Self.task(Self.done), since: try Self.moment("2026-11-19"))
    #expect(
      Self.lines(timeline) == [
        "2026-11-20 09:15 done DONE", "2026-11-19 18:00 note Bob is away.",
      ])
  }

  @Test func kindsOfChanges() throws {
    let open = try Self.task(Self.open)
    var moved = open
    moved.rank = Rank(3)
    var trashed = moved
    trashed.deleted = try Self.moment("2026-11-20T09:00")
    var renamed = open
    renamed.title = "y"
    var waiting = renamed
    waiting.state = State("WAIT", isDone: false)
    var repeated = open
    repeated.lastRepeat = try Self.moment("2026-11-20T09:00")
    let changes: [(Task?, Task?)] = [
      (nil, open), (open, moved), (moved, trashed), (trashed, moved), (open, renamed),
      (renamed, waiting), (open, repeated), (try Self.task(Self.done), open), (open, nil),
    ]
    var timeline = Timeline()
    for (minute, (old, new)) in changes.enumerated() {
      timeline.add(try Self.entry("2026-11-20T09:0\(minute)", old, new))
    }
    #expect(
      timeline.events.map { "\($0.kind.rawValue) \($0.detail)" } == [
        "added ", "moved ", "deleted ", "restored ", "changed title", "state WAIT", "done ",
        "reopened TODO", "purged ",
      ])
  }
}
