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

  /// Whether git signs and who commits may be said in variables, and in a file for one remote.
  @Test func settingsAreThoseThatGitSees() throws {
    let world = try World.withSampleStore()
    func add(_ variables: [String: String?]) throws -> (outcome: World.Outcome, author: String) {
      let outcome = try world.tasks("add", "New", in: "store", environment: variables)
      let author = try world.git("log", "-1", "--format=%an <%ae>", in: "store").output
      return (outcome, author.trimmingCharacters(in: .newlines))
    }
    let counted = [
      "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "Counted",
      "GIT_CONFIG_KEY_1": "User.Email", "GIT_CONFIG_VALUE_1": "c@x",
    ]
    #expect(try add(counted).author == "Counted <c@x>")
    #expect(
      try add(["GIT_CONFIG_PARAMETERS": "'user.name'='P' 'user.email'='p@x'"]).author
        == "P <p@x>")
    try world.write("[user]\n name = Sys\n email = s@x\n", to: "system")
    let system: [String: String?] = [
      "GIT_CONFIG_SYSTEM": world.path("system"), "GIT_CONFIG_NOSYSTEM": nil,
      "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
    #expect(try add(system).author == "Sys <s@x>")

    try world.git("remote", "add", "origin", "https://example.org/x.git", in: "store")
    try world.shell(
      "git config 'includeIf.hasconfig:remote.*.url:https://example.org/**.path' ../../system")
    #expect(try add([:]).author == "Sys <s@x>")
    try world.shell("echo '[commit]' >> ../system; echo ' gpgSign = true' >> ../system")
    #expect(try add(["GNUPGHOME": "/nowhere"]).outcome.status == 1)
  }

  @Test func nobodyIsGuessedWhereTheUserForbidsIt() throws {
    let world = try World.withSampleStore()
    let anonymous = ["GIT_CONFIG_GLOBAL": "/dev/null", "EMAIL": "mail@example.org"]
    try world.git("config", "user.name", "Ann", in: "store")
    #expect(try world.tasks("add", "One", in: "store", environment: anonymous).status == 0)
    #expect(
      try world.git("log", "-1", "--format=%an <%ae>", in: "store").output
        == "Ann <mail@example.org>\n")
    try world.git("config", "user.useConfigOnly", "true", in: "store")
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    let outcome = try world.tasks("add", "Two", in: "store", environment: anonymous)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("user.email is not set, and user.useConfigOnly forbids"))
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  /// Only root can give a folder to somebody else.
  @Test(.enabled(if: geteuid() == 0)) func whatGitTrustsIsTrusted() throws {
    let world = try World.withSampleStore()
    for path in ["store", "store/.git"] { #expect(chown(world.path(path), 4321, 4321) == 0) }
    #expect(try world.tasks("list", in: "store").status == 7)
    let trusting = [
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
    ]
    #expect(try world.tasks("add", "New", in: "store", environment: trusting).status == 0)
    // Its own word for itself does not count.
    try world.write("[safe]\n directory = *\n", to: "own")
    try world.shell("cat ../own >> .git/config")
    #expect(try world.tasks("list", in: "store").status == 7)
    #expect(
      try world.tasks("list", in: "store", environment: ["GIT_CONFIG_GLOBAL": world.path("own")])
        .status == 0)
  }
}
