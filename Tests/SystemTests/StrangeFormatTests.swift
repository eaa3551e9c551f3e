import TestSupport
import Testing

/// Repositories with an extension that git passes over and libgit2 does not know: nothing tells that references are
/// files there, and git reads and moves them, as it does in a reftable.
@Suite struct StrangeFormatTests {
  private func makeStrange(_ fleet: Fleet, _ device: String) throws {
    try fleet.git("config", "core.repositoryFormatVersion", "1", on: device)
    try fleet.git("config", "extensions.noop-v1", "true", on: device)
  }

  private func expectOrder(_ fleet: Fleet, _ device: String) throws {
    try fleet.expectClean(device)
    try fleet.git("fsck", "--strict", "--no-dangling", on: device)
    #expect(
      try fleet.git("write-tree", on: device) == fleet.git("rev-parse", "HEAD^{tree}", on: device))
  }

  @Test(arguments: [
    ["tasks", "sync"], ["git", "pull", "--no-edit", "--no-rebase"], ["git", "pull", "--rebase"],
  ])
  func bothSidesChanged(_ command: [String]) throws {
    let fleet = try Fleet("a", "b")
    for device in ["a", "b"] { try makeStrange(fleet, device) }
    let told = try fleet.attempt("tasks", ["-v", "add", "one"], on: "a")
    #expect(
      told.errors.contains(
        "committing through git, because the repository uses extensions.noop-v1\n"))
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let path = try fleet.path("one", on: "a")
    try fleet.tasks("modify", path, "+phone", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("modify", path, "pri:B", on: "b")
    try fleet.run(command[0], Array(command.dropFirst()), on: "b")
    let text = try fleet.read(path, on: "b")
    #expect(text.contains("[#B]") && text.contains(":phone:"), "\(text)")
    for device in ["b", "a"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
    for device in ["a", "b"] {
      try expectOrder(fleet, device)
      let doctor = try fleet.attempt("tasks", ["doctor"], on: device)
      #expect(doctor.status == 0, "\(doctor.output)")
    }
    #expect(try fleet.git("reflog", "-1", "--format=%gs", on: "a") != "")
    try fleet.tasks("undo", on: "b")
    #expect(try !fleet.read(path, on: "b").contains("[#B]"))
    try expectOrder(fleet, "b")
  }

  /// On no branch, on one without a commit, and in a linked worktree.
  @Test func whereHeadMayBe() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "a")
    try makeStrange(fleet, "a")
    try fleet.tasks("init", on: "a")
    try fleet.tasks("add", "one", on: "a")
    try fleet.git("checkout", "-q", "--detach", on: "a")
    try fleet.tasks("add", "two", on: "a")
    #expect(try fleet.git("rev-list", "--count", "main..HEAD", on: "a") == "1\n")
    try fleet.git("worktree", "add", "-q", "-b", "side", "../side", "main", on: "a")
    try fleet.tasks("add", "three", on: "side")
    #expect(try fleet.titles(on: "side") == ["one", "three"])
    #expect(try fleet.titles(on: "a") == ["one", "two"])
    #expect(try fleet.git("rev-list", "--count", "main..side", on: "a") == "1\n")
    for device in ["a", "side"] { try expectOrder(fleet, device) }
  }

  /// Which commit is carried over is asked of git.
  @Test(arguments: ["merge", "cherry-pick", "rebase"])
  func anOpenMergeIsMended(_ command: String) throws {
    let fleet = try Fleet("a")
    try makeStrange(fleet, "a")
    try fleet.tasks("add", "one", on: "a")
    let path = try fleet.path("one", on: "a")
    try fleet.git("checkout", "-q", "-b", "side", on: "a")
    try fleet.tasks("modify", path, "+phone", on: "a")
    try fleet.git("checkout", "-q", "main", on: "a")
    try fleet.tasks("modify", path, "pri:B", "title:One", on: "a")
    try fleet.world.write("", to: "a/.git/info/attributes")
    let stopped = try fleet.attempt(
      "git",
      ["-c", "merge.tasks.driver=false", command, "--strategy=ort", "side"], on: "a")
    #expect(stopped.status == 1, "\(stopped.errors)\(stopped.output)")
    let doctor = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    let text = try fleet.read(path, on: "a")
    #expect(text.contains("[#B]") && text.contains(":phone:"), "\(text)\(doctor.output)")
    #expect(try fleet.git("ls-files", "-u", on: "a") == "")
  }
}
