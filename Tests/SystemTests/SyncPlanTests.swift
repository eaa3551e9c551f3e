import Foundation
import TestSupport
import Testing

/// What a sync says before it does anything, and while it is at it.
@Suite struct SyncPlanTests {
  @Test func dryRunSaysWhatWouldBeDoneAndDoesNothing() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tasks("sync", "--dry-run", on: "a") == "nothing to push to origin\n")
    let one = try fleet.path("one", on: "b")
    try fleet.tasks("modify", one, "+b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("modify", one, "+a", on: "a")
    try fleet.replace("TODO one", "TODO changed", in: one, on: "a")
    let state = ["rev-parse", "HEAD", "@{u}"]
    let before = try fleet.run("git", state, on: "a")
    let plan = try fleet.attempt("tasks", ["sync", "--dry-run"], on: "a")
    #expect(plan.output == "would commit \(one)\nwould push 2 commits to origin\n")
    #expect(plan.errors.contains("origin was not contacted"))
    #expect(try fleet.run("git", state, on: "a") == before)

    try fleet.git("fetch", "-q", on: "a")
    let known = try fleet.tasks("sync", "--dry-run", on: "a")
    #expect(known.contains("would merge 1 commit already fetched from origin\n"))
    let json = try fleet.tasks("sync", "--dry-run", "--json", on: "a")
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let sync = try #require(object?["sync"] as? [String: Any])
    #expect(sync["merged"] as? Bool == true && sync["sent"] as? Int == 2)
    #expect(sync["edited"] as? [String] == [one])
    #expect(try fleet.git("status", "--porcelain", on: "a") == " M \(one)\n")
    let done = try fleet.tasks("sync", on: "a")
    #expect(done.contains("1 received, 2 sent, merged"))
    let both = try fleet.attempt("tasks", ["sync", "--dry-run", "--every", "5"], on: "a")
    #expect(both.status == 2)
  }

  @Test func progressShowsOnATerminalAndGoes() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    let shown = try fleet.run("script", ["-qec", "tasks sync", "/dev/null"], on: "a")
    #expect(shown.contains("\r\u{1B}[Kfetching…"))
    #expect(shown.contains("\r\u{1B}[Kpushing…"))
    #expect(shown.contains("\r\u{1B}[Ksynchronized with origin: 0 received, 1 sent"))
    try fleet.tasks("add", "two", on: "a")
    let piped = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(piped.errors == "")
  }
}
