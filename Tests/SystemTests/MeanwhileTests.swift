import Foundation
import TestSupport
import Testing

/// Somebody else is at work in the store while a command of ours is: nobody's work may be lost.
@Suite struct MeanwhileTests {
  private func store() throws -> (world: World, path: String) {
    let world = try World()
    try world.tasks("init", "store")
    try world.tasks("add", "One", in: "store")
    let path = try world.git("ls-files", "2026-11/one*", in: "store").output
    return (world, path.trimmingCharacters(in: .newlines))
  }

  /// A hook that does something the first time it runs.
  private func hook(_ lines: String, in world: World) throws {
    let path = "store/.git/hooks/pre-commit"
    try world.write(
      "#!/bin/sh\n[ -e .git/once ] && exit 0\ntouch .git/once\nunset GIT_INDEX_FILE\n\(lines)\n",
      to: path)
    chmod(world.path(path), 0o755)
  }

  /// The change stands in the file by then, as with `git commit`.
  @Test func aFileSavedWhileAHookRunsStaysAsItWasSaved() throws {
    let (world, path) = try store()
    try hook("echo 'typed by hand' >> \(path)", in: world)
    let outcome = try world.tasks("modify", path, "+new", in: "store")
    #expect(
      outcome.status == 0 && outcome.errors.contains("was saved by another program meanwhile"),
      "\(outcome)")
    let text = try world.read("store/" + path)
    #expect(text.contains("typed by hand") && text.contains(":new:"))
    #expect(try world.tasks("modify", path, "+newer", in: "store").status == 0)
    #expect(try world.git("show", "HEAD~:" + path, in: "store").output == text)
    let subjects = try world.git("log", "--format=%s", in: "store").output
    #expect(
      subjects.hasPrefix("modify: One\nedited by hand: One\nmodify: One\nadd: One\n"),
      "\(subjects)")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  @Test func aFileSavedWhileItIsDeletedStays() throws {
    let (world, path) = try store()
    try hook("echo 'typed by hand' >> \(path)", in: world)
    #expect(try world.tasks("delete", path, in: "store").status == 0)
    #expect(try world.tasks("purge", path, in: "store").status == 0)
    let all = try world.git("log", "-p", "--format=%s", in: "store").output
    #expect(all.contains("+typed by hand"))
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  @Test func aCommitMadeMeanwhileIsBuiltUpon() throws {
    let (world, _) = try store()
    try hook("git commit -q --no-verify --allow-empty -m other", in: world)
    #expect(try world.tasks("add", "Two", in: "store").status == 0)
    let subjects = try world.git("log", "--format=%s", in: "store").output
    #expect(subjects.hasPrefix("add: Two\nother\nadd: One\n"), "\(subjects)")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  /// A killed command of ours does not make the lock of a git at work one to be removed, be it in another work tree of
  /// the repository.
  @Test(arguments: [false, true]) func theLockOfAGitAtWorkStays(isLinked: Bool) throws {
    let (world, _) = try store()
    try world.git("worktree", "add", "-q", "-b", "side", "../side", in: "store")
    try world.write("999999\n", to: "store/.git/tasks/lock")
    let pipe = Pipe()
    let git = try world.start(
      "git", ["cat-file", "--batch"], in: isLinked ? "side" : "store",
      input: pipe.fileHandleForReading.fileDescriptor)
    defer {
      git.signal(SIGKILL)
      git.waitUntilExit()
    }
    while try world.read("/proc/\(git.processIdentifier)/comm") != "git\n" { usleep(500) }
    let lock = "store/.git/" + (isLinked ? "refs/heads/side.lock" : "index.lock")
    try world.write("", to: lock)
    try world.tasks("list", in: "store")
    #expect(FileManager.default.fileExists(atPath: world.path(lock)))
  }
}
