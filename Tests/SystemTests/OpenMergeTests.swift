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
    let own =
      "README.md, which is not a task: resolve it in an editor, then: tasks git add README.md"
    for words in [["status"], ["list"]] {
      let outcome = try fleet.attempt("tasks", words, on: "a")
      #expect(outcome.status == 0 && outcome.errors.contains(own), "\(outcome.errors)")
      #expect(!outcome.errors.contains("doctor"))
    }
    let sync = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(sync.status == 1 && sync.errors.contains(own), "\(sync.errors)")
    let doctor = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("wrong   merges: README.md has a conflict and is not a task"))
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
    #expect(status.errors.contains("README.md, which is not a task"))
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

  // MARK: As the strategy

  /// Two devices that changed, moved, purged and added tasks; b has pushed.
  private func changed() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    let titles = ["one", "two", "three", "four", "five", "six"]
    for title in titles { try fleet.tasks("add", title, on: "a") }
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let paths = try titles.map { try fleet.path($0, on: "a") }
    // Both changed these; the third so that git merges its lines by itself.
    try fleet.tasks("modify", paths[0], "title:one of a", "+a", on: "a")
    try fleet.tasks("modify", paths[0], "title:one of b", "+b", on: "b")
    try fleet.tasks("modify", paths[2], "title:three of b", on: "b")
    try fleet.tasks("note", paths[2], "words", on: "a")
    try fleet.tasks("move", paths[4], "top", on: "b")
    try fleet.tasks("move", paths[3], "bottom", on: "b")
    try fleet.tasks("move", paths[5], "after", paths[1], on: "a")
    try fleet.git("rm", "-q", paths[3], on: "a")
    try fleet.git("commit", "-qm", "purge", on: "a")
    try fleet.tasks("add", "of b", on: "b")
    try fleet.tasks("add", "of a", on: "a")
    try fleet.git("push", "-q", on: "b")
    return fleet
  }

  /// Has a git that knows nothing of tasks stop in the merge, on `c`.
  private func stop(_ fleet: Fleet) throws {
    try fleet.copy("a", to: "c")
    let text = "*.org merge=text\n"
    try fleet.write(text, to: ".git/info/attributes", on: "c")
    let pull = ["-c", "pull.twohead=ort", "-c", "merge.tasks.driver=", "pull", "-q", "--no-edit"]
    #expect(try fleet.attempt("git", pull, on: "c").status == 1)
  }

  @Test(arguments: ["dirty", "latest"], ["doctor", "sync"])
  func itIsMergedAgainAsTheStrategyDoes(prefer: String, verb: String) throws {
    let fleet = try changed()
    try fleet.git("config", "merge.tasks.prefer", prefer, on: "a")
    try stop(fleet)
    try fleet.git("pull", "-q", "--no-edit", on: "a")
    try fleet.run("tasks", verb == "doctor" ? ["doctor", "--fix"] : ["sync"], on: "c")
    try fleet.expectClean("c")
    #expect(try fleet.tree("c") == fleet.tree("a"))
    #expect(try fleet.titles(on: "c").contains(prefer == "dirty" ? "one of a" : "one of b"))
    #expect(try fleet.git("log", "-1", "--format=%P", on: "c").contains(" "))
  }

  /// Somebody has committed the markers.
  @Test(arguments: ["dirty", "latest"]) func markersGoByTheSameRule(prefer: String) throws {
    let fleet = try changed()
    try stop(fleet)
    try fleet.git("add", "-A", on: "c")
    try fleet.git("commit", "-qm", "never mind", on: "c")
    try fleet.git("config", "merge.tasks.prefer", prefer, on: "c")
    try fleet.tasks("doctor", "--fix", on: "c")
    try fleet.expectClean("c")
    #expect(try fleet.titles(on: "c").contains(prefer == "dirty" ? "one of a" : "one of b"))
  }

  /// What a person has resolved is not resolved again.
  @Test func whatIsResolvedStays() throws {
    let fleet = try changed()
    try stop(fleet)
    let one = try #require(
      try fleet.git("diff", "--name-only", "--diff-filter=U", on: "c").split(separator: "\n")
        .map(String.init).first { try fleet.read($0, on: "c").contains("one of a") })
    try fleet.git("checkout", "--ours", one, on: "c")
    try fleet.replace("one of a", "by hand", in: one, on: "c")
    try fleet.git("add", one, on: "c")
    try fleet.tasks("doctor", "--fix", on: "c")
    try fleet.expectClean("c")
    #expect(try fleet.read(one, on: "c").contains("TODO by hand"))
    #expect(
      try Set(fleet.titles(on: "c"))
        == ["by hand", "two", "three of b", "four", "five", "six", "of a", "of b"])
  }
}
