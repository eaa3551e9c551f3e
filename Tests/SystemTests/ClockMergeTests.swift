import TestSupport
import Testing

/// Clocks that were started on two devices while they were apart.
@Suite struct ClockMergeTests {
  @Test func bothStayAndAreNamed() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("add", "two", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("clock", "in", try fleet.path("one", on: "a"), on: "a")
    try fleet.tasks("clock", "in", try fleet.path("two", on: "b"), on: "b")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let status = try fleet.attempt("tasks", ["clock"], on: "b")
    #expect(status.output.contains(" one\n") && status.output.contains(" two\n"))
    #expect(status.errors.hasPrefix("tasks: 2 clocks run; end one with: tasks clock out "))
    #expect(try fleet.attempt("tasks", ["clock", "out"], on: "b").status == 2)
    #expect(try fleet.attempt("tasks", ["clock", "in"], on: "b").status == 2)
    try fleet.tasks("clock", "out", try fleet.path("one", on: "b"), on: "b")
    let left = try fleet.attempt("tasks", ["clock"], on: "b")
    #expect(left.output.contains(" two\n") && left.errors.isEmpty)
  }

  /// Two of one task count each minute once.
  @Test func twoOfOneTaskEndOneAfterTheOther() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    for (device, now) in [("a", "2026-11-12T09:00"), ("b", "2026-11-12T09:20")] {
      _ = try fleet.attempt(
        "tasks", ["clock", "in", one], on: device, environment: ["TASKS_NOW": now])
    }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let out = try fleet.attempt(
      "tasks", ["clock", "out"], on: "b", environment: ["TASKS_NOW": "2026-11-12T10:00"])
    #expect(out.status == 0 && out.output.hasSuffix("after 1:00\n"), "\(out)")
  }
}
