import Foundation
import TestSupport
import Testing

/// `tasks sync` with a remote that is there, gone, slow, new, or does as it likes.
@Suite struct SyncTests {
  private func states(_ fleet: Fleet, _ device: String) throws -> Set<String> {
    let text = try fleet.tasks("list", "--all", "--json", on: device)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let rows = object?["tasks"] as? [[String: Any]] ?? []
    return Set(rows.compactMap { $0["sync"] as? String })
  }

  private func status(_ fleet: Fleet, _ device: String) throws -> [String: Any] {
    let text = try fleet.tasks("status", "--json", on: device)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?["status"] as? [String: Any] ?? [:]
  }

  @Test func theFirstPushMakesTheBranchAndFollowsIt() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "--bare", "hub.git")
    try fleet.tasks("init", "a")
    try fleet.tasks("add", "one", on: "a")
    let alone = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(alone.status == 1)
    #expect(alone.errors.contains("git remote add origin"))
    try fleet.git("remote", "add", "origin", fleet.world.path("hub.git"), on: "a")
    #expect(try states(fleet, "a") == ["not synchronized"])
    #expect(try fleet.tasks("sync", on: "a").contains("2 sent"))
    #expect(try fleet.git("rev-parse", "--abbrev-ref", "@{u}", on: "a") == "origin/main\n")
    #expect(try states(fleet, "a") == ["synchronized"])
    #expect(try fleet.tasks("sync", on: "a").contains("up to date"))
  }

  @Test func aCloneOfAnEmptyRemoteBecomesAStore() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "--bare", "hub.git")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "a")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "b")
    #expect(try fleet.titles(on: "b") == ["one"])
  }

  @Test func aBranchThatFollowsNoneMeetsTheOneOfItsName() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "from b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.git("branch", "--unset-upstream", on: "a")
    try fleet.tasks("add", "from a", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try Set(fleet.titles(on: "a")) == ["from a", "from b"])
    #expect(try states(fleet, "a") == ["synchronized"])
  }

  @Test func aDetachedHeadIsRefused() throws {
    let fleet = try Fleet("a")
    try fleet.git("checkout", "-q", "--detach", on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("detached"))
  }

  @Test(arguments: [true, false]) func aRemoteThatLostHistoryIsRefused(isRewound: Bool) throws {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.git("update-ref", "refs/heads/main", "main~1", on: "hub.git")
    if !isRewound {
      try fleet.tasks("add", "instead", on: "b")
      try fleet.tasks("sync", on: "b")
    }
    let gone = try fleet.git("rev-parse", "main", on: "hub.git")
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    for _ in 0..<3 {
      let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("no longer has commits"))
      // As the message says; looking is no consent.
      try fleet.git("fetch", "-q", "origin", on: "a")
    }
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    #expect(try fleet.git("rev-parse", "main", on: "hub.git") == gone)
    // Both ways out that the message names.
    try fleet.copy("a", to: "c")
    try fleet.git("push", "-q", "--force", "origin", "HEAD:refs/heads/main", on: "c")
    try fleet.tasks("sync", on: "c")
    #expect(try Set(fleet.titles(on: "c")).isSuperset(of: ["one", "two"]))
    try fleet.git("fetch", "-q", "origin", on: "a")
    try fleet.git("reset", "-q", "--hard", "FETCH_HEAD", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try !fleet.titles(on: "a").contains("two"))
  }

  @Test func aShallowCloneSynchronizes() throws {
    let fleet = try Fleet("a")
    for title in ["one", "two", "three"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.git("clone", "-q", "--depth", "1", "file://" + fleet.world.path("hub.git"), "s")
    let (one, two) = (try fleet.path("one", on: "s"), try fleet.path("two", on: "s"))
    try fleet.tasks("modify", one, "title:from a", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "s")
    #expect(try fleet.tree("s") == fleet.tree("a"))
    try fleet.tasks("modify", one, "+a", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("modify", one, "+s", on: "s")
    try fleet.tasks("modify", two, "title:from s", on: "s")
    #expect(try fleet.tasks("status", "--json", on: "s").contains("\"ahead\":2"))
    try fleet.tasks("sync", on: "s")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.tree("s") == fleet.tree("a"))
    #expect(try Set(fleet.titles(on: "s")) == ["from a", "from s", "three"])
    #expect(
      try fleet.read(one, on: "s").contains(":a:s:") || fleet.read(one, on: "s").contains(":s:a:"))
    try fleet.tasks("devices", on: "s")
    try fleet.tasks("log", on: "s")
  }

  @Test func offlineEverythingIsKeptAndWaits() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("add", "two", on: "a")
    try fleet.tasks("add", "three", on: "a")
    let hub = fleet.world.path("hub.git")
    try FileManager.default.moveItem(atPath: hub, toPath: hub + ".away")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("2 changes wait"))
    let json = try fleet.attempt("tasks", ["sync", "--json"], on: "a")
    #expect(json.errors.contains("\"error\": \"network\"") || json.errors.contains("\"network\""))
    #expect(try states(fleet, "a") == ["synchronized", "synchronization pending"])
    let two = try fleet.path("two", on: "a")
    #expect(try fleet.tasks("show", two, "--json", on: "a").contains("synchronization pending"))
    #expect(try fleet.tasks("list", "--unsynced", on: "a").split(separator: "\n").count == 2)
    // What is changed after that was not taken up yet.
    try fleet.tasks("modify", two, "pri:A", on: "a")
    #expect(try fleet.tasks("show", two, "--json", on: "a").contains("not synchronized"))
    #expect(try status(fleet, "a")["ahead"] as? Int == 3)
    #expect(try status(fleet, "a")["unsynced"] as? Int == 2)
    try fleet.tasks("done", two, on: "a")
    #expect(try fleet.tasks("list", "--unsynced", on: "a").split(separator: "\n").count == 2)
    #expect(try fleet.tasks("list", "--unsynced", "--done", on: "a").contains("two"))
    try FileManager.default.moveItem(atPath: hub + ".away", toPath: hub)
    try fleet.tasks("sync", on: "a")
    #expect(try states(fleet, "a") == ["synchronized"])
    #expect(try status(fleet, "a")["ahead"] as? Int == 0)
    try fleet.git("fetch", "-q", on: "b")
    #expect(try status(fleet, "b")["behind"] as? Int == 5)
  }

  @Test func aHookOnTheRemoteThatRefusesIsReported() throws {
    let fleet = try Fleet("a")
    try fleet.write(
      "#!/bin/sh\necho not today >&2\nexit 1\n", to: "hooks/pre-receive", on: "hub.git")
    let hook = fleet.world.path("hub.git/hooks/pre-receive")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try fleet.tasks("add", "one", on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("not today"))
    #expect(outcome.errors.contains("1 change waits"))
    #expect(try states(fleet, "a") == ["synchronization pending"])
    try FileManager.default.removeItem(atPath: hook)
    try fleet.tasks("sync", on: "a")
    #expect(try states(fleet, "a") == ["synchronized"])
  }

  @Test func aRemoteThatTakesNoOtherRefsIsFine() throws {
    let fleet = try Fleet("a")
    try fleet.write(
      "#!/bin/sh\ncase $1 in refs/heads/*) exit 0;; *) exit 1;; esac\n", to: "hooks/update",
      on: "hub.git")
    let hook = fleet.world.path("hub.git/hooks/update")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try states(fleet, "a") == ["synchronized"])
  }

  @Test func strayEditsGoAlong() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    try fleet.replace("TODO one", "NEXT one", in: one, on: "a")
    try fleet.write("* TODO by hand\n", to: "hand.org", on: "a")
    try fleet.replace("TODO one", "TODO one here", in: one, on: "b")
    try FileManager.default.createDirectory(
      atPath: fleet.world.path("b/notes"), withIntermediateDirectories: true)
    try fleet.write("private\n", to: "notes/mine.txt", on: "b")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.read(one, on: "b").contains("* NEXT one here"))
    #expect(fleet.exists("hand.org", on: "b"))
    #expect(try fleet.git("status", "--porcelain", on: "b") == "?? notes/\n")
  }

  @Test func whatIsStagedElsewhereStaysStagedWhereNoMergeIsNeeded() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.write("staged\n", to: "code.c", on: "a")
    try fleet.git("add", "code.c", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.titles(on: "a") == ["one"])
    #expect(try fleet.git("status", "--porcelain", on: "a") == "A  code.c\n")
    try fleet.tasks("add", "two", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("add", "three", on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("staged"))
    #expect(try fleet.git("status", "--porcelain", on: "a") == "A  code.c\n")
  }

  /// A sync that repeats may run for days: each of its commits has the time at which it was made.
  @Test func eachRoundHasItsOwnTime() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let one = try fleet.path("one", on: "a")
    let sync = try fleet.start("tasks", ["sync", "--every", "1"], on: "a")
    defer {
      sync.signal(SIGINT)
      sync.waitUntilExit()
    }
    for (old, new) in [("TODO", "NEXT"), ("NEXT", "WAIT")] {
      try fleet.replace("\(old) one", "\(new) one", in: one, on: "a")
      try fleet.wait("no round") { try fleet.git("show", "HEAD:\(one)", on: "a").contains(new) }
    }
    let times = try fleet.git("log", "-2", "--format=%ct", on: "a").split(separator: "\n")
    #expect(times.count == 2 && times[0] > times[1], "\(times)")
  }
}
