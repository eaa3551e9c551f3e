import Foundation
import TestSupport
import Testing

/// Commits that git without `tasks` carries over, stopped at conflicts in tasks.
@Suite struct RepairCarryTests {
  /// Two devices that both changed `one`; git on a knows nothing of tasks.
  private func fleet() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:from b", "+b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.git("rm", "-q", ".gitattributes", on: "a")
    try fleet.git("commit", "-qm", "no attributes", on: "a")
    try fleet.tasks("modify", one, "title:from a", "+a", on: "a")
    try fleet.git("fetch", "-q", on: "a")
    try fleet.write("", to: ".git/info/attributes", on: "a")
    try fleet.git("config", "pull.twohead", "ort", on: "a")
    return fleet
  }

  @Test(arguments: [
    ["rebase", "@{u}"], ["rebase", "--apply", "@{u}"], ["cherry-pick", "@{u}"],
    ["revert", "HEAD~2"],
  ]) func whatStoppedIsMergedAndGoesOn(command: [String]) throws {
    let fleet = try fleet()
    if command[0] == "revert" {
      // What is taken back was changed since.
      let one = try fleet.path("from a", on: "a")
      try fleet.tasks("modify", one, "title:between", on: "a")
      try fleet.tasks("modify", one, "title:from b", "+b", on: "a")
      try fleet.write("", to: ".git/info/attributes", on: "a")
    }
    #expect(try fleet.attempt("git", command, on: "a").status == 1)
    let list = try fleet.attempt("tasks", ["list"], on: "a")
    #expect(list.errors.contains("tasks doctor --fix"))
    let doctor = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("mended  merges"))
    #expect(doctor.output.contains("continue with: tasks git \(command[0]) --continue"))
    let sync = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(sync.status == 1)
    #expect(sync.errors.contains("in the middle of a \(command[0])"))
    try fleet.run(
      "tasks", ["git", "-c", "core.editor=true", command[0], "--continue"], on: "a")
    try fleet.expectClean("a")
    let carried = command[0] == "cherry-pick" ? "from b" : command[0] == "revert" ? "one" : "from a"
    let other = carried == "from a" ? "from b" : command[0] == "revert" ? "from b" : "from a"
    let text = try fleet.read(fleet.path(carried, on: "a"), on: "a")
    #expect(text.contains("- Merge dropped title \"\(other)\""))
    #expect(text.contains(":b:"))
    #expect(try fleet.attempt("tasks", ["doctor"], on: "a").output.contains("fine    merges"))
    try fleet.tasks("sync", on: "a")
  }
}
