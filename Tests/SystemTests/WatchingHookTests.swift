import TestSupport
import Testing

/// The hooks of a user who wants to see each move of a branch and each new index (githooks(5)).
@Suite struct WatchingHookTests {
  private func store(_ hook: String, _ script: String) throws -> World {
    let world = try World.withSampleStore()
    try world.write("#!/bin/sh\n\(script)\n", to: "store/.git/hooks/\(hook)")
    try world.shell("chmod +x .git/hooks/\(hook)")
    return world
  }

  private func expectClean(_ world: World) throws {
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.git("fsck", "--strict", "--no-dangling", in: "store").output == "")
  }

  @Test func aHookSeesTheBranchMove() throws {
    let world = try store("reference-transaction", "sed \"s/^/$1 /\" >> .git/seen; echo saw $1 >&2")
    let old = try world.git("rev-parse", "HEAD", in: "store").output.prefix(40)
    let outcome = try world.tasks("-v", "add", "New", in: "store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("because there is a hook reference-transaction"))
    #expect(outcome.errors.contains("saw committed"))
    let new = try world.git("rev-parse", "HEAD", in: "store").output.prefix(40)
    let branch = try world.git("symbolic-ref", "HEAD", in: "store").output
    let seen = try world.read("store/.git/seen")
    #expect(seen.contains("committed \(old) \(new) \(branch)"))
    try expectClean(world)
    #expect(try world.tasks("undo", in: "store").status == 0)
    try expectClean(world)
  }

  @Test func aBranchThatAHookHoldsTakesTheChangeBack() throws {
    let world = try store("reference-transaction", "[ \"$1\" != prepared ]")
    let old = try world.git("rev-parse", "HEAD", in: "store").output
    let outcome = try world.tasks("add", "New", in: "store")
    #expect(outcome.status == 1)
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == old)
    try world.shell("rm .git/hooks/reference-transaction")
    #expect(try !world.tasks("list", in: "store").output.contains("New"))
    try expectClean(world)
  }

  @Test func aHookSeesTheIndexChange() throws {
    let world = try store("post-index-change", "git ls-files > .git/seen; echo saw it")
    let outcome = try world.tasks("-v", "add", "Seen", "by", "it", in: "store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("watched by a hook post-index-change"))
    #expect(outcome.errors.contains("saw it"))
    #expect(try world.read("store/.git/seen").contains("/seen-by-it-"))
    try expectClean(world)
  }

  /// Two that wait for each other would do so for ten seconds.
  @Test func aHookThatCallsUsIsNotWaitedFor() throws {
    let world = try store(
      "post-index-change", "unset $(git rev-parse --local-env-vars)\n\(World.tasks) add Inner; true"
    )
    let clock = ContinuousClock()
    var outcome: World.Outcome?
    let time = try clock.measure { outcome = try world.tasks("add", "Outer", in: "store") }
    #expect(outcome?.status == 0)
    #expect(outcome?.errors.contains("another tasks command is writing") == true)
    #expect(time < .seconds(9))
    try expectClean(world)
  }
}
