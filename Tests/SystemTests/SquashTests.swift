import Foundation
import TestSupport
import Testing

/// Commits that nobody else has can be joined; all others stay.
@Suite struct SquashTests {
  private func subjects(_ fleet: Fleet) throws -> [String] {
    try fleet.git("log", "--format=%s", on: "a").split(separator: "\n").map(String.init)
  }

  private func squash(_ fleet: Fleet, _ options: String...) throws -> [[String]] {
    let text = try fleet.run("tasks", ["squash", "--json"] + options, on: "a")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let runs = try #require(json?["squash"] as? [[String: Any]])
    return runs.map { run in
      (run["commits"] as? [[String: Any]] ?? []).compactMap { $0["subject"] as? String }
    }
  }

  private func add(_ titles: String..., to fleet: Fleet) throws {
    for title in titles { try fleet.tasks("add", title, on: "a") }
  }

  @Test func whatWasNotPushedIsJoined() throws {
    let fleet = try Fleet("a", "b")
    try add("One", to: fleet)
    try fleet.tasks("sync", on: "a")
    try add("Two", "Three", to: fleet)
    try fleet.tasks("modify", try fleet.path("Two", on: "a"), "+tag", on: "a")
    let pushed = try fleet.git("rev-parse", "@{u}", on: "a")
    let (head, tree) = (try fleet.git("rev-parse", "HEAD", on: "a"), try fleet.tree("a"))
    // What is in the work tree and in the index is nobody's business.
    try fleet.write("text", to: "staged.txt", on: "a")
    try fleet.git("add", "staged.txt", on: "a")
    try fleet.write("text", to: "loose.txt", on: "a")
    let status = try fleet.git("status", "--porcelain", on: "a")

    let wanted = [["add: Two", "add: Three", "modify: Two"]]
    #expect(try squash(fleet, "--dry-run") == wanted)
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    #expect(try squash(fleet) == wanted)
    #expect(try fleet.tree("a") == tree)
    #expect(try fleet.git("rev-parse", "HEAD^", on: "a") == pushed)
    #expect(try fleet.git("rev-parse", "HEAD@{1}", on: "a") == head)
    #expect(try fleet.git("status", "--porcelain", on: "a") == status)
    let message = try fleet.git("log", "-1", "--format=%B", on: "a")
    #expect(
      message.hasPrefix(
        "squash: 3 operations\n\n- add: Two\n- add: Three\n- modify: Two\n\nTasks-Device: "))
    #expect(message.contains("\nTasks-Operation: squash\n"))
    // There is nothing left to do.
    let again = try fleet.attempt("tasks", ["squash"], on: "a")
    #expect(again.status == 0 && again.errors.contains("no two commits"))
    // One undo reverses all of it; the other device gets what there is.
    try fleet.git("rm", "-q", "--cached", "staged.txt", on: "a")
    try fleet.tasks("undo", on: "a")
    #expect(try fleet.titles(on: "a") == ["One"])
    try fleet.tasks("redo", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.titles(on: "b") == ["One", "Two", "Three"])
    try fleet.git("fsck", "--strict", "--no-dangling", on: "a")
  }

  @Test func aTagABranchAWorkTreeAndAMergeEndARun() throws {
    let fleet = try Fleet("a", "b")
    try add("One", "Two", "Three", to: fleet)
    try fleet.git("tag", "here", "HEAD^", on: "a")
    #expect(try squash(fleet) == [])
    try add("Four", to: fleet)
    #expect(try squash(fleet) == [["add: Three", "add: Four"]])
    try fleet.git("branch", "other", on: "a")
    try add("Five", "Six", to: fleet)
    try fleet.git("worktree", "add", "-q", "--detach", "../tree", "HEAD", on: "a")
    try add("Seven", to: fleet)
    #expect(try squash(fleet) == [])
    try fleet.git("worktree", "remove", "../tree", on: "a")
    #expect(try squash(fleet) == [["add: Five", "add: Six", "add: Seven"]])
    // A merge of what another device has pushed.
    try fleet.tasks("add", "Else", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.git("fetch", "-q", on: "a")
    try fleet.git("merge", "-q", "--no-edit", "origin/main", on: "a")
    try add("Eight", "Nine", to: fleet)
    #expect(try squash(fleet) == [["add: Eight", "add: Nine"]])
    #expect(try fleet.git("rev-list", "--count", "--merges", "HEAD", on: "a") == "1\n")
    #expect(try fleet.titles(on: "a").count == 10)
  }

  @Test func commitsOfOthersStandBetweenRuns() throws {
    let fleet = try Fleet("a")
    try add("One", "Two", to: fleet)
    try fleet.write("text", to: "file.txt", on: "a")
    try fleet.git("add", "file.txt", on: "a")
    try fleet.git("commit", "-qm", "by hand", on: "a")
    let hand = try fleet.git("log", "-1", "--format=%T %an %at %cn %ct %B", on: "a")
    try add("Three", "Four", to: fleet)
    let tree = try fleet.tree("a")
    #expect(try squash(fleet) == [["add: One", "add: Two"], ["add: Three", "add: Four"]])
    #expect(try fleet.tree("a") == tree)
    #expect(
      try Array(subjects(fleet).prefix(3)) == [
        "squash: 2 operations", "by hand", "squash: 2 operations",
      ])
    #expect(try fleet.git("log", "-1", "--format=%T %an %at %cn %ct %B", "HEAD^", on: "a") == hand)
  }

  @Test func anUndoIsJoinedWithItsCommitOnly() throws {
    let fleet = try Fleet("a")
    try add("One", to: fleet)
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("undo", on: "a")
    try add("Two", "Three", to: fleet)
    // The undo names a commit that was pushed.
    #expect(try squash(fleet) == [["add: Two", "add: Three"]])
    try fleet.tasks("undo", on: "a")
    #expect(try fleet.titles(on: "a") == [])

    let other = try Fleet("a")
    try add("One", "Two", to: other)
    try other.tasks("undo", on: "a")
    #expect(try squash(other) == [["add: One", "add: Two", "undo: Two"]])
    #expect(try !other.git("log", "-1", "--format=%B", on: "a").contains("Tasks-Undoes"))
    // An undo and its commit in two runs stay by themselves, and the one still names the other.
    let third = try Fleet("a")
    try add("One", "Two", "Three", to: third)
    try third.git("commit", "--allow-empty", "-qm", "by hand", on: "a")
    try third.tasks("undo", on: "a")
    try add("Four", "Five", to: third)
    #expect(try squash(third) == [["add: One", "add: Two"], ["add: Four", "add: Five"]])
    let named = try third.git(
      "log", "-1", "--format=%(trailers:key=Tasks-Undoes,valueonly)", "HEAD^", on: "a")
    #expect(
      try named.trimmingCharacters(in: .newlines) + "\n"
        == third.git("rev-parse", "HEAD~3", on: "a"))
    try third.tasks("undo", on: "a")
    #expect(try third.titles(on: "a") == ["One", "Two"])
  }

  @Test func withoutARemoteItNeedsAYes() throws {
    let fleet = try Fleet("a")
    try add("One", "Two", to: fleet)
    try fleet.git("remote", "remove", "origin", on: "a")
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    let outcome = try fleet.attempt("tasks", ["squash"], on: "a")
    #expect(outcome.status == 2 && outcome.errors.contains("--yes"), "\(outcome.errors)")
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    #expect(try fleet.attempt("tasks", ["squash", "--dry-run"], on: "a").status == 0)
    #expect(try fleet.attempt("tasks", ["squash", "--yes"], on: "a").status == 0)
    #expect(try fleet.titles(on: "a") == ["One", "Two"])
  }

  @Test func whenNothingMayBeRewritten() throws {
    let fleet = try Fleet("a", "b")
    try add("One", "Two", to: fleet)
    try fleet.world.write("", to: "a/.git/MERGE_HEAD")
    #expect(try fleet.attempt("tasks", ["squash"], on: "a").status == 1)
    try FileManager.default.removeItem(atPath: fleet.world.path("a/.git/MERGE_HEAD"))
    // It is not known what was pushed.
    try fleet.git("update-ref", "-d", "refs/remotes/origin/main", on: "a")
    let outcome = try fleet.attempt("tasks", ["squash"], on: "a")
    #expect(outcome.status == 2 && outcome.errors.contains("tasks sync"), "\(outcome.errors)")
    #expect(try subjects(fleet).prefix(2) == ["add: Two", "add: One"])
    // A detached HEAD that no branch leads to.
    try fleet.git("fetch", "-q", on: "a")
    try fleet.git("checkout", "-q", "--detach", "origin/main", on: "a")
    try add("Three", "Four", to: fleet)
    #expect(try squash(fleet) == [["add: Three", "add: Four"]])
  }
}
