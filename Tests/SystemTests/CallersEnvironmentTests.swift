import Foundation
import TestSupport
import Testing

/// Variables of whoever calls us that git would understand.
@Suite struct CallersEnvironmentTests {
  private func hook(_ name: String, _ script: String, in world: World) throws {
    try world.shell(
      "mkdir -p .git/hooks && printf '#!/bin/sh\\n%s\\n' '\(script)' > .git/hooks/\(name)"
        + " && chmod +x .git/hooks/\(name)")
  }

  /// Which repository a hook is about, no variable says that came from elsewhere.
  @Test(arguments: ["pre-commit", "commit-msg", "post-commit"])
  func aHookSeesTheVariablesOfItsRepository(name: String) throws {
    let world = try World.withSampleStore()
    try world.shell("git init -q ../other")
    try hook(name, "git rev-parse --absolute-git-dir > .git/dir; env > .git/seen", in: world)
    let other = world.path("other") + "/.git"
    let outcome = try world.tasks(
      "add", "New", in: "store",
      environment: [
        "GIT_DIR": other, "GIT_OBJECT_DIRECTORY": other + "/objects", "GIT_INDEX_FILE": other,
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try world.read("store/.git/dir") == world.path("store") + "/.git\n")
    let seen = try world.read("store/.git/seen")
    #expect(seen.contains("GIT_INDEX_FILE=" + world.path("store") + "/.git/"))
    #expect(!seen.contains(other))
  }

  @Test(arguments: ["pre-commit", "post-commit"])
  func whatAHookSaysIsPassedOn(name: String) throws {
    let world = try World.withSampleStore()
    try hook(name, "echo one; echo two >&2; exit \(name == "pre-commit" ? 0 : 3)", in: world)
    let outcome = try world.tasks("modify", "2cc", "+seen", in: "store")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "one\ntwo\n")
  }
}
