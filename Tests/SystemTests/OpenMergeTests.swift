import Foundation
import TestSupport
import Testing

/// A merge that git has stopped in: what is merged by us, and what is left to a person.
@Suite struct OpenMergeTests {
  /// Two clones that have changed a README, and one of them a task as well.
  private func stopped() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.write("base\n", to: "README.md", on: "a")
    try fleet.git("add", ".", on: "a")
    try fleet.git("commit", "-qm", "a file", on: "a")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    for device in ["a", "b"] {
      try fleet.write("by \(device)\n", to: "README.md", on: device)
      try fleet.git("commit", "-qam", "by \(device)", on: device)
      try fleet.tasks("modify", fleet.path("one", on: device), "title:\(device)", on: device)
    }
    try fleet.git("push", "-q", on: "b")
    return fleet
  }

  @Test func whatIsNoTaskIsThePersonsOwn() throws {
    let fleet = try stopped()
    #expect(try fleet.attempt("git", ["pull", "-q"], on: "a").status == 1)
    let own = "README.md, which is no task: settle it in an editor, then: tasks git add README.md"
    for words in [["status"], ["list"]] {
      let outcome = try fleet.attempt("tasks", words, on: "a")
      #expect(outcome.status == 0 && outcome.errors.contains(own), "\(outcome.errors)")
      #expect(!outcome.errors.contains("doctor"))
    }
    let sync = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(sync.status == 1 && sync.errors.contains(own), "\(sync.errors)")
    let doctor = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("wrong   merges: README.md has a conflict, and is no task"))
    try fleet.write("by both\n", to: "README.md", on: "a")
    try fleet.tasks("git", "add", "README.md", on: "a")
    let settled = try fleet.attempt("tasks", ["status"], on: "a")
    #expect(!settled.errors.contains("README.md"), "\(settled.errors)")
    try fleet.git("commit", "-q", "--no-edit", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.read("README.md", on: "a") == "by both\n")
  }

  /// Both kinds at once: each is told of by itself, and the tasks are mended first.
  @Test func tasksAreMergedAgainBesideIt() throws {
    let fleet = try stopped()
    #expect(
      try fleet.attempt(
        "git", ["-c", "merge.tasks.driver=false", "pull", "-q", "-s", "ort"], on: "a"
      )
      .status == 1)
    let status = try fleet.attempt("tasks", ["status"], on: "a")
    #expect(status.errors.contains("merge them again with: tasks doctor --fix"))
    #expect(status.errors.contains("README.md, which is no task"))
    let doctor = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(doctor.status == 1 && doctor.output.contains("mended  merges: "))
    #expect(doctor.output.contains("wrong   merges: README.md has a conflict"))
    let after = try fleet.attempt("tasks", ["status"], on: "a")
    #expect(!after.errors.contains("doctor --fix") && after.errors.contains("README.md"))
  }

  /// Markers in a README are no matter of tasks, whoever has committed them.
  @Test func markersInOtherFilesAreLeftAlone() throws {
    let fleet = try stopped()
    #expect(try fleet.attempt("git", ["pull", "-q"], on: "a").status == 1)
    try fleet.git("commit", "-qam", "merged as it is", on: "a")
    #expect(try fleet.read("README.md", on: "a").contains("<<<<<<<"))
    let status = try fleet.attempt("tasks", ["status"], on: "a")
    #expect(!status.errors.contains("README.md"), "\(status.errors)")
    try fleet.tasks("doctor", on: "a")
  }
}
