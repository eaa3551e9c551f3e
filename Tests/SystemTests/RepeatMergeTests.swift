import Foundation
import TestSupport
import Testing

/// An occurrence of a repeating task that two devices finished while they were apart is finished once.
@Suite struct RepeatMergeTests {
  private struct Listing: Decodable {
    struct Task: Decodable {
      struct Entry: Decodable { let at: String?, kind: String }
      let scheduled: String?, deadline: String?, lastRepeat: String?, state: String
      let log: [Entry]
    }
    let tasks: [Task]
  }

  private static func task(_ fleet: Fleet, _ device: String) throws -> Listing.Task {
    let text = try fleet.tasks("list", "--all", "--json", on: device)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try #require(try decoder.decode(Listing.self, from: Data(text.utf8)).tasks.first)
  }

  private static func finish(_ fleet: Fleet, _ device: String, _ path: String, _ now: String) throws
  {
    let outcome = try fleet.attempt(
      "tasks", ["done", path], on: device, environment: ["TASKS_NOW": now])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private static let kinds = ["+1w", "++1w", ".+1w", ".+2d/4d"]

  private static func parted(_ format: String, _ every: String) throws -> (Fleet, String) {
    let fleet = try Fleet("a", "b")
    if format == "md" { try fleet.tasks("config", "format", "md", on: "a") }
    try fleet.tasks("add", "water", "sched:2026-11-09", "due:2026-11-11", "every:\(every)", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    return (fleet, try fleet.path("water", on: "a"))
  }

  private static func bring(_ fleet: Fleet, _ way: String, _ device: String) throws {
    if way == "sync" {
      try fleet.tasks("sync", on: device)
    } else {
      try fleet.git("pull", "--quiet", way == "rebase" ? "--rebase" : "--no-rebase", on: device)
      try fleet.git("push", "--quiet", on: device)
    }
  }

  @Test(arguments: ["org", "md"], TestScope.every(2, of: kinds))
  func itIsFinishedOnce(format: String, every: String) throws {
    let ways = ["sync", "merge", "rebase"]
    for (number, way) in ways.enumerated() {
      let (fleet, path) = try Self.parted(format, every)
      // The one that brings them together has finished it earlier, or later.
      let (first, second) = number == 1 ? ("b", "a") : ("a", "b")
      try Self.finish(fleet, first, path, "2026-11-10T20:00")
      try Self.finish(fleet, second, path, "2026-11-12T08:00")
      let later = try Self.task(fleet, second)
      try Self.bring(fleet, "sync", "b")
      try Self.bring(fleet, way, "a")
      try Self.bring(fleet, "sync", "b")
      #expect(try fleet.tree("a") == fleet.tree("b"))
      let merged = try Self.task(fleet, "a")
      let hint: Comment = "\(way): \(try fleet.read(path, on: "a"))"
      #expect(merged.scheduled == later.scheduled && merged.deadline == later.deadline, hint)
      #expect(merged.lastRepeat == "2026-11-12T08:00" && merged.state == "TODO", hint)
      #expect(merged.log.map(\.at) == ["2026-11-10T20:00"], hint)
      #expect(merged.log.map(\.kind) == ["state"], hint)
      #expect(try fleet.tasks("conflicts", "--json", on: "a").contains(#""conflicts":[]"#))
      try fleet.expectClean("a")
    }
  }

  /// One has finished the next one too.
  @Test(arguments: ["org", "md"], TestScope.every(2, of: kinds)) func whatOnlyOneFinishedStays(
    format: String, every: String
  ) throws {
    let (fleet, path) = try Self.parted(format, every)
    try Self.finish(fleet, "a", path, "2026-11-10T20:00")
    try Self.finish(fleet, "b", path, "2026-11-11T07:00")
    try Self.finish(fleet, "b", path, "2026-11-19T08:00")
    let later = try Self.task(fleet, "b")
    try Self.bring(fleet, "sync", "b")
    try Self.bring(fleet, "sync", "a")
    let merged = try Self.task(fleet, "a")
    #expect(merged.scheduled == later.scheduled && merged.lastRepeat == "2026-11-19T08:00")
    #expect(merged.log.map(\.at) == ["2026-11-19T08:00", "2026-11-10T20:00"])
  }

  /// Three devices, each of which finished the same one.
  @Test(arguments: ["org", "md"]) func threeDevicesFinishItOnce(format: String) throws {
    let (fleet, path) = try Self.parted(format, ".+1w")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "c")
    try Self.finish(fleet, "a", path, "2026-11-12T20:00")
    try Self.finish(fleet, "b", path, "2026-11-10T07:00")
    try Self.finish(fleet, "c", path, "2026-11-11T07:00")
    for device in ["b", "a", "c", "a", "b"] { try Self.bring(fleet, "sync", device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
    let merged = try Self.task(fleet, "c")
    #expect(merged.scheduled == "2026-11-19" && merged.lastRepeat == "2026-11-12T20:00")
    #expect(merged.log.map(\.at) == ["2026-11-10T07:00"])
  }

  /// A date that was set by hand is not taken for one that follows from finishing.
  @Test(arguments: ["org", "md"]) func aDateSetByHandIsNotLost(format: String) throws {
    let (fleet, path) = try Self.parted(format, "+1w")
    try Self.finish(fleet, "a", path, "2026-11-10T20:00")
    try Self.finish(fleet, "b", path, "2026-11-11T07:00")
    try fleet.tasks("modify", path, "sched:2026-11-14", on: "b")
    try Self.bring(fleet, "sync", "b")
    try Self.bring(fleet, "sync", "a")
    #expect(try Self.task(fleet, "a").scheduled == "2026-11-16")
    #expect(try fleet.tasks("conflicts", on: "a").contains("2026-11-14"))
  }

  /// What is finished does not come back, whichever side a date was set on by hand.
  @Test(arguments: ["org", "md"]) func aFinishedOneDoesNotComeBack(format: String) throws {
    let (fleet, path) = try Self.parted(format, "+1w")
    try Self.finish(fleet, "a", path, "2026-11-10T20:00")
    try fleet.tasks("modify", path, "sched:2026-11-23", on: "a")
    try Self.finish(fleet, "a", path, "2026-11-24T20:00")
    try Self.finish(fleet, "b", path, "2026-11-25T07:00")
    try Self.bring(fleet, "sync", "a")
    try Self.bring(fleet, "sync", "b")
    #expect(try Self.task(fleet, "b").scheduled == "2026-11-30")
    #expect(try fleet.tasks("conflicts", on: "b").contains("2026-11-16"))
  }

  /// Of two entries for one, which stay for their notes, one counts.
  @Test func threeDevicesFinishItOnceWithNotes() throws {
    let (fleet, path) = try Self.parted("org", "+1w")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "c")
    for device in ["a", "b", "c"] {
      try fleet.tasks("done", path, "--note", "by \(device)", on: device)
      if device != "c" { try Self.bring(fleet, "sync", device) }
    }
    try Self.bring(fleet, "sync", "a")
    try fleet.tasks("done", path, "--note", "the next one", on: "a")
    let later = try Self.task(fleet, "a")
    try Self.bring(fleet, "sync", "a")
    try Self.bring(fleet, "sync", "c")
    #expect(try Self.task(fleet, "c").scheduled == later.scheduled)
    #expect(try Self.task(fleet, "c").log.count == 4)
    #expect(try fleet.tasks("conflicts", "--json", on: "c").contains(#""conflicts":[]"#))
  }

  /// Nor is it a conflict that two devices took one line of the inbox in at different times.
  @Test func oneLineOfTheInboxIsOneTask() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("sync", on: "a")
    try fleet.run(
      "sh", ["-c", "git pull -q; printf '* TODO From the phone\n' >>inbox.org; git add -A"], on: "b"
    )
    try fleet.git("commit", "-qm", "phone", on: "b")
    try fleet.git("push", "-q", on: "b")
    try fleet.git("pull", "-q", on: "a")
    for (device, now) in [("a", "2026-11-20T17:45"), ("b", "2026-11-20T17:30")] {
      _ = try fleet.attempt(
        "tasks", ["add", "Another"], on: device, environment: ["TASKS_NOW": now])
    }
    for device in ["a", "b", "a"] { try Self.bring(fleet, "sync", device) }
    let text = try fleet.read(fleet.path("From the phone", on: "a"), on: "a")
    #expect(text.contains("CREATED:  [2026-11-20 Fri 17:30]"), "\(text)")
    #expect(try fleet.tasks("conflicts", "--json", on: "a").contains(#""conflicts":[]"#))
  }

  /// A note on one of them is not lost, nor that it was canceled there.
  @Test func whatIsSaidOfItStays() throws {
    let (fleet, path) = try Self.parted("org", "+1w")
    try Self.finish(fleet, "a", path, "2026-11-10T20:00")
    try fleet.tasks("done", path, "--note", "twice", on: "b")
    try Self.bring(fleet, "sync", "b")
    try Self.bring(fleet, "sync", "a")
    let text = try fleet.read(path, on: "a")
    #expect(text.components(separatedBy: "- State \"DONE\"").count == 3 && text.contains("twice"))
    #expect(try fleet.tasks("conflicts", "--json", on: "a").contains(#""conflicts":[]"#))
  }
}
