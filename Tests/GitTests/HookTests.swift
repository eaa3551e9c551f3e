import Foundation
import Git
import Platform
import Testing

@Suite struct HookTests {
  @Test(arguments: ["pre-commit", "prepare-commit-msg", "commit-msg"])
  func aHookThatRefusesTakesAllBack(name: String) throws {
    let world = try TestRepository()
    try world.saveByRoute([("a.org", "1")])
    try world.write("staged.c", "1")
    try world.git("add", "staged.c")
    let head = try world.git("rev-parse", "HEAD")
    try world.hook(name, "echo said; echo loudly >&2; exit 1")
    #expect(throws: GitError.hookFailed(name: name, output: "said\nloudly\n")) {
      try world.saveByRoute([("a.org", "2")])
    }
    #expect(try world.git("rev-parse", "HEAD") == head)
    #expect(try world.git("status", "--porcelain") == "A  staged.c")
    let left = try FileManager.default.contentsOfDirectory(atPath: world.path + "/.git")
    #expect(left.filter { $0.hasPrefix("tasks") } == [])
  }

  @Test func hooksSeeWhatIsCommittedAndMayChangeTheMessage() throws {
    let world = try TestRepository()
    try world.saveByRoute([("a.org", "1")])
    try world.write("staged.c", "1")
    try world.git("add", "staged.c")
    try world.hook("pre-commit", "git diff --cached --name-only > .git/seen")
    try world.hook("prepare-commit-msg", "echo \"more $2\" >> \"$1\"")
    try world.hook("commit-msg", "sed -i.bak s/by/BY/ \"$1\"; rm \"$1.bak\"")
    try world.hook("post-commit", "git rev-parse HEAD > .git/post; exit 1")
    let saved = try world.saveByRoute([("a.org", "2"), ("new/b.org", "3")])
    let commit = try #require(saved.commit)
    #expect(try world.git("log", "-1", "--format=%B") == "BY us\nmore message")
    #expect(try world.read(".git/seen") == "a.org\nnew/b.org\n")
    #expect(try world.read(".git/post") == commit.new.hex + "\n")
    #expect(try world.git("status", "--porcelain") == "A  staged.c")
    try world.expectSound()
  }

  @Test func aHookIsNotWaitedForLongerThanItRuns() throws {
    let world = try TestRepository()
    try world.hook("pre-commit", "sleep 600 & echo $! > .git/left")
    let start = ContinuousClock.now
    try world.saveByRoute([("a.org", "1")])
    #expect(ContinuousClock.now - start < .seconds(300))
    let left = try #require(pid_t(try world.read(".git/left").filter(\.isNumber)))
    #expect(kill(left, SIGTERM) == 0)
  }

  @Test func aHookThatNamesNoProgramIsReadByTheShell() throws {
    let world = try TestRepository()
    try world.hook("commit-msg", "")
    let write = ChildProcess(
      "sh", ["-c", "echo 'echo more >> \"$1\"' > .git/hooks/commit-msg"], folder: world.path)
    #expect(try write.run().succeeded)
    try world.saveByRoute([("a.org", "1")])
    #expect(try world.git("log", "-1", "--format=%B") == "by us\nmore")
  }

  @Test(arguments: ["prepare-commit-msg", "commit-msg"])
  func aHookThatLeavesNoMessageRefuses(name: String) throws {
    let world = try TestRepository()
    try world.hook(name, "echo > \"$1\"")
    #expect(throws: GitError.hookFailed(name: name, output: "it left no message")) {
      try world.saveByRoute([("a.org", "1")])
    }
    #expect(try world.git("status", "--porcelain") == "")
  }

  @Test func namesAndMessagesAreInUTF8WhateverIsSet() throws {
    let world = try TestRepository()
    try world.git("config", "i18n.commitEncoding", "ISO-8859-1")
    try world.hook("pre-commit", "true")
    try world.saveByRoute([("a.org", "1")], message: "Žluť\n")
    #expect(try !world.git("cat-file", "commit", "HEAD").contains("encoding"))
    try world.git("config", "--unset", "i18n.commitEncoding")
    #expect(try world.git("log", "-1", "--format=%s") == "Žluť")
  }

  @Test func aHookMayChangeTheContent() throws {
    let world = try TestRepository()
    try world.hook(
      "pre-commit",
      "printf changed > t; git update-index --add --cacheinfo 100644,$(git hash-object -w t),a.org; rm t"
    )
    try world.saveByRoute([("a.org", "1")])
    #expect(try world.git("cat-file", "blob", "HEAD:a.org") == "changed")
    #expect(try world.git("status", "--porcelain") == " M a.org")
  }
}
