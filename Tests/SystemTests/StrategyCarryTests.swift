import Foundation
import TestSupport
import Testing

/// What carries single commits over: rebases that do more, cherry-pick, revert, stash, am; and the setting up
/// that all of it needs.
@Suite struct StrategyCarryTests {
  private func fleet() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two", "three"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    return fleet
  }

  /// Three commits on a, and one on b that changes what the first two changed.
  private func parted() throws -> Fleet {
    let fleet = try fleet()
    let (one, two) = (try fleet.path("one", on: "a"), try fleet.path("two", on: "a"))
    try fleet.tasks("modify", one, "title:from a", on: "a")
    try fleet.tasks("add", "dropped on the way", on: "a")
    try fleet.tasks("modify", two, "+a", on: "a")
    try fleet.tasks("modify", one, "title:from b", "+b", on: "b")
    try fleet.tasks("move", two, "top", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.git("fetch", "--quiet", on: "a")
    return fleet
  }

  private func rebase(_ fleet: Fleet, _ script: String) throws -> World.Outcome {
    try fleet.attempt(
      "git", ["rebase", "-i", "origin/main"], on: "a",
      environment: ["GIT_SEQUENCE_EDITOR": "sed -i -e '\(script)'", "GIT_EDITOR": ":"])
  }

  @Test(arguments: ["2d", "2s/^pick/drop/"]) func aDroppedCommitStaysDropped(script: String) throws
  {
    let fleet = try parted()
    #expect(try rebase(fleet, script).status == 0)
    try fleet.expectClean("a")
    #expect(try Set(fleet.titles(on: "a")) == ["from a", "two", "three"])
    #expect(try fleet.git("rev-list", "--count", "origin/main..", on: "a") == "2\n")
  }

  @Test(arguments: ["2s/^pick/squash/", "2s/^pick/fixup/", "2s/^pick/reword/", "1h;1d;$G"])
  func commitsAreSquashedAndReordered(script: String) throws {
    let fleet = try parted()
    #expect(try rebase(fleet, script).status == 0)
    try fleet.expectClean("a")
    let titles = try Set(fleet.titles(on: "a"))
    #expect(titles == ["from a", "two", "three", "dropped on the way"])
    #expect(try fleet.read(fleet.path("from a", on: "a"), on: "a").contains(":b:"))
  }

  @Test func anEditedCommitKeepsTheEdit() throws {
    let fleet = try parted()
    #expect(try rebase(fleet, "2s/^pick/edit/").status == 0)
    let path = try fleet.path("dropped on the way", on: "a")
    try fleet.replace("dropped on the way", "edited on the way", in: path, on: "a")
    try fleet.git("commit", "-qa", "--amend", "--no-edit", on: "a")
    try fleet.git("-c", "core.editor=:", "rebase", "--continue", on: "a")
    try fleet.expectClean("a")
    #expect(try Set(fleet.titles(on: "a")) == ["from a", "two", "three", "edited on the way"])
  }

  @Test func aCommitSkippedAtAConflictStaysOut() throws {
    let fleet = try fleet()
    try fleet.write("a\n", to: "README.txt", on: "a")
    try fleet.tasks("add", "skipped", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-q", "--amend", "--no-edit", on: "a")
    try fleet.tasks("modify", fleet.path("two", on: "a"), "+a", on: "a")
    try fleet.write("b\n", to: "README.txt", on: "b")
    try fleet.git("add", "-A", on: "b")
    try fleet.git("commit", "-qm", "b", on: "b")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.attempt("git", ["pull", "--rebase"], on: "a").status != 0)
    try fleet.git("rebase", "--skip", on: "a")
    try fleet.expectClean("a")
    #expect(try Set(fleet.titles(on: "a")) == ["one", "two", "three"])
    #expect(try fleet.read("README.txt", on: "a") == "b\n")
  }

  @Test func anAbortedRebaseBringsAllBack() throws {
    let fleet = try fleet()
    try fleet.write("a\n", to: "README.txt", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "a", on: "a")
    try fleet.tasks("modify", fleet.path("two", on: "a"), "+a", on: "a")
    try fleet.write("b\n", to: "README.txt", on: "b")
    try fleet.git("add", "-A", on: "b")
    try fleet.git("commit", "-qm", "b", on: "b")
    try fleet.tasks("sync", on: "b")
    let before = try fleet.tree("a")
    #expect(try fleet.attempt("git", ["pull", "--rebase"], on: "a").status != 0)
    let write = try fleet.attempt("tasks", ["add", "no"], on: "a")
    #expect(write.status == 1)
    #expect(write.errors.contains("in the middle of a rebase"))
    let sync = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(sync.status == 1)
    try fleet.git("rebase", "--abort", on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.tree("a") == before)
  }

  @Test func aPickedCommitKeepsBoth() throws {
    let fleet = try parted()
    try fleet.git("cherry-pick", "origin/main~1", on: "a")
    try fleet.expectClean("a")
    let text = try fleet.read(fleet.path("from b", on: "a"), on: "a")
    #expect(text.contains("Merge dropped title \"from a\""))
    #expect(text.contains(":b:"))
  }

  @Test func whatIsPickedWithoutACommitStandsInTheIndex() throws {
    let fleet = try parted()
    try fleet.git("cherry-pick", "-n", "origin/main~1", on: "a")
    let path = try fleet.path("from b", on: "a")
    #expect(try fleet.read(path, on: "a").contains(":b:"))
    #expect(try fleet.git("diff", "--cached", "--name-only", on: "a") == path + "\n")
    #expect(try fleet.git("diff", "--name-only", on: "a").isEmpty)
  }

  /// git leaves out of a rebase what the other side has done alike, and then merges nothing.
  @Test func aChangeMadeOnBothSidesGivesOneTree() throws {
    let fleet = try fleet()
    try fleet.tasks("add", "four", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    for device in ["a", "b"] {
      let two = try fleet.path("two", on: device)
      try fleet.tasks("move", two, "down", on: device)
    }
    try fleet.git("push", "-q", on: "a")
    for name in ["merged", "rebased", "synced"] { try fleet.copy("b", to: name) }
    try fleet.git("pull", "-q", "--no-rebase", "--no-edit", on: "merged")
    try fleet.git("pull", "-q", "--rebase", on: "rebased")
    try fleet.tasks("sync", on: "synced")
    let tree = try fleet.tree("a")
    for name in ["merged", "rebased", "synced"] { #expect(try fleet.tree(name) == tree) }
  }

  @Test func aRevertedCommitLeavesNoMarker() throws {
    let fleet = try fleet()
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:second", "+x", on: "a")
    try fleet.tasks("modify", one, "title:third", on: "a")
    try fleet.git("revert", "--no-edit", "HEAD~1", on: "a")
    try fleet.expectClean("a")
    let text = try fleet.read(one, on: "a")
    #expect(!text.contains(":x:"))
    #expect(text.contains("third"))
  }

  @Test func aStashComesBackWithoutMarkers() throws {
    let fleet = try fleet()
    let one = try fleet.path("one", on: "a")
    try fleet.replace("TODO one", "TODO stashed", in: one, on: "a")
    try fleet.git("stash", on: "a")
    try fleet.tasks("modify", one, "title:committed", on: "a")
    try fleet.git("stash", "pop", on: "a")
    let text = try fleet.read(one, on: "a")
    #expect(text.contains("TODO stashed"))
    #expect(text.contains("Merge dropped title \"committed\""))
    #expect(try fleet.git("ls-files", "-u", on: "a") == "")
  }

  @Test func aMailedPatchLeavesNoMarkers() throws {
    let fleet = try parted()
    let patch = try fleet.git("format-patch", "--stdout", "-1", "origin/main~1", on: "a")
    try fleet.write(patch, to: "../one.patch", on: "a")
    try fleet.git("am", "-3", fleet.world.path("one.patch"), on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.read(fleet.path("from b", on: "a"), on: "a").contains("from a"))
  }

  @Test func aLinkedWorktreeMerges() throws {
    let fleet = try parted()
    try fleet.git("worktree", "add", "-q", "../linked", "-b", "linked", on: "a")
    try fleet.tasks("modify", fleet.path("three", on: "linked"), "+linked", on: "linked")
    let said = try fleet.git("merge", "--no-edit", "origin/main", on: "linked")
    #expect(said.contains("'tasks' strategy"))
    try fleet.expectClean("linked")
    #expect(try fleet.titles(on: "linked").contains("from a"))
    try fleet.git("checkout", "-q", "--detach", on: "linked")
    #expect(try fleet.attempt("tasks", ["sync"], on: "linked").status == 1)
  }

  @Test func aStoreInAFolderMergesWithTheStrategyNamed() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "a")
    try fleet.write("code\n", to: "main.c", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "code", on: "a")
    try fleet.tasks("init", "a/my todo [x]")
    #expect(try fleet.attempt("git", ["config", "pull.twohead"], on: "a").status == 1)
    for title in ["one", "two"] { try fleet.tasks("add", title, on: "a/my todo [x]") }
    try fleet.git("branch", "other", on: "a")
    let one = try fleet.path("one", on: "a/my todo [x]")
    try fleet.tasks("modify", one, "title:here", on: "a/my todo [x]")
    try fleet.git("checkout", "-q", "other", on: "a")
    try fleet.tasks("modify", one, "title:there", "+x", on: "a/my todo [x]")
    try fleet.git("checkout", "-q", "main", on: "a")
    try fleet.git("merge", "-q", "--no-edit", "-s", "tasks", "other", on: "a")
    try fleet.expectClean("a")
    let text = try fleet.read("my todo [x]/\(one)", on: "a")
    #expect(text.contains("TODO here"))
    #expect(text.contains("Merge dropped title \"there\""))
    #expect(text.contains(":x:"))
    // Without the strategy the driver does it.
    try fleet.git("reset", "-q", "--hard", "HEAD~1", on: "a")
    try fleet.git("merge", "-q", "--no-edit", "other", on: "a")
    #expect(try fleet.read("my todo [x]/\(one)", on: "a").contains("Merge dropped title \"there\""))
  }

  @Test func theSettingGoesWhenTheProgramIsNotOnPath() throws {
    let fleet = try parted()
    #expect(try fleet.git("config", "pull.twohead", on: "a") == "tasks ort\n")
    try FileManager.default.removeItem(atPath: fleet.world.path("bin/git-merge-tasks"))
    try fleet.tasks("list", on: "a")
    #expect(try fleet.attempt("git", ["config", "pull.twohead"], on: "a").status == 1)
    try fleet.git("pull", "-q", "--no-edit", on: "a")
    try fleet.expectClean("a")
    let text = try fleet.read(fleet.path("from a", on: "a"), on: "a")
    #expect(text.contains("Merge dropped title \"from b\""))
    // What somebody else has set is theirs.
    try fleet.git("config", "pull.twohead", "ort", on: "a")
    try fleet.tasks("list", on: "a")
    #expect(try fleet.git("config", "pull.twohead", on: "a") == "ort\n")
  }
}
