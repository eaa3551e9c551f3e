import Foundation
import TestSupport
import Testing

/// A file that is written where it lies: the folder says nothing of it, and a command that has begun by what the cache
/// says begins anew.
@Suite struct EditedInPlaceTests {
  private let world: World
  /// The files of the tasks, by their titles.
  private var paths: [String: String] = [:]

  init() throws {
    world = try World()
    try world.tasks("init", "store")
    let lines = (0..<40).map { "Task number \($0)\n" }.joined()
    try #require(world.tasks("add", "-", in: "store", input: lines).status == 0)
    let files = try world.git("ls-files", "*.org", in: "store").output
    for path in files.split(separator: "\n") {
      let text = try world.read("store/" + path)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("* TODO ") })
      paths[String(line.dropFirst(7))] = String(path)
    }
    // The cache takes what is no younger than that.
    usleep(60_000)
    try world.tasks("list", in: "store")
  }

  /// Writes into a file as it lies there.
  private func replace(_ old: String, with new: String, in title: String) throws {
    let path = "store/" + (try #require(paths[title]))
    let text = try world.read(path)
    try #require(text.contains(old))
    try world.write(text.replacingOccurrences(of: old, with: new), to: path)
    usleep(60_000)
  }

  private func subjects() throws -> [String] {
    try world.git("log", "--format=%s", in: "store").output.split(separator: "\n").map(String.init)
  }

  private func expectNothingIsLeft() throws {
    #expect(try world.git("status", "--porcelain", "--ignored", in: "store").output == "")
    #expect(try world.git("fsck", "--no-dangling", in: "store").output == "")
    #expect(!FileManager.default.fileExists(atPath: world.path("store/.git/tasks/intent")))
  }

  @Test func aListingShowsIt() throws {
    try replace("number 7\n", with: "number seven\n", in: "Task number 7")
    #expect(try world.tasks("list", in: "store").output.contains("Task number seven"))
    #expect(try world.tasks("list", "seven", in: "store").output.contains("Task number seven"))
  }

  @Test func theNextChangeCommitsIt() throws {
    try replace("number 7\n", with: "number seven\n", in: "Task number 7")
    let first = try world.tasks("-v", "add", "New", in: "store")
    #expect(first.status == 0 && first.errors.contains("starting again"), "\(first)")
    #expect(try subjects().prefix(2) == ["add: New", "edited by hand: Task number seven"])
    // From then on the cache knows.
    let second = try world.tasks("-v", "add", "Newer", in: "store")
    #expect(second.status == 0 && !second.errors.contains("starting again"), "\(second)")
    try expectNothingIsLeft()
  }

  @Test func aLimitCountsWhatWasReopened() throws {
    try world.tasks("done", #require(paths["Task number 7"]), in: "store")
    try world.git("config", "-f", ".tasks/config", "tasks.max-open", "39", in: "store")
    usleep(60_000)
    try world.tasks("list", "--all", in: "store")
    try replace("* DONE ", with: "* TODO ", in: "Task number 7")
    let outcome = try world.tasks("add", "One too many", in: "store")
    #expect(outcome.status != 0 && outcome.errors.contains("39"), "\(outcome)")
    try world.tasks("done", #require(paths["Task number 8"]), in: "store")
    try expectNothingIsLeft()
  }

  @Test func anIDIsLookedForAsItIsNow() throws {
    let text = try world.read("store/" + #require(paths["Task number 7"]))
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(":ID:") })
    let old = String(line.dropFirst(4).trimmingCharacters(in: .whitespaces))
    try replace(old, with: "zzzzzzzz-by-hand", in: "Task number 7")
    let outcome = try world.tasks("modify", "zzzzzzzz", "+new", in: "store")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try subjects().first == "modify: Task number 7")
    #expect(try world.tasks("modify", old, "+newer", in: "store").status != 0)
    try expectNothingIsLeft()
  }

  @Test func whatChangesNothingIsJudgedByIt() throws {
    let path = try #require(paths["Task number 7"])
    try world.tasks("modify", path, "+tag", in: "store")
    usleep(60_000)
    try world.tasks("list", in: "store")
    try replace(":tag:", with: ":tug:", in: "Task number 7")
    try world.tasks("modify", path, "+tag", in: "store")
    let text = try world.read("store/" + path)
    #expect(text.contains(":tug:tag:") || text.contains(":tag:tug:"), "\(text)")
    try expectNothingIsLeft()
  }

  /// Hooks are shown what happens, and nothing else.
  @Test func hooksSeeNoMistake() throws {
    try world.write(
      "#!/bin/sh\ngit diff --cached --name-only | wc -l >> .git/seen\n",
      to: "store/.git/hooks/pre-commit")
    chmod(world.path("store/.git/hooks/pre-commit"), 0o755)
    try replace("number 7\n", with: "number seven\n", in: "Task number 7")
    try world.tasks("add", "New", in: "store")
    #expect(try subjects().prefix(2) == ["add: New", "edited by hand: Task number seven"])
    #expect(try world.read("store/.git/seen") == "1\n1\n")
    try expectNothingIsLeft()
  }

  @Test func whatIsSaidIsSaidOnce() throws {
    try world.write("* TODO Foreign\n", to: "store/foreign.org")
    try world.tasks("add", "Beside it", in: "store")
    usleep(60_000)
    try world.run("sh", ["-c", "rm .git/tasks/cache-*"], in: "store")
    try world.tasks("list", in: "store")
    try world.write("* Foreign\n", to: "store/foreign.org")
    usleep(60_000)
    let outcome = try world.tasks("-v", "add", "New", in: "store")
    let said = outcome.errors.split(separator: "\n").filter { $0.contains("no longer a task") }
    #expect(outcome.errors.contains("starting again") && said.count == 1, "\(outcome)")
  }
}
