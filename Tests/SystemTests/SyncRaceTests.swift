import Foundation
import TestSupport
import Testing

/// Syncs that meet each other, are interrupted or killed.
@Suite struct SyncRaceTests {
  @Test func manySyncsAtOnceAllGetThrough() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    let fleet = try Fleet("a", "b", "c", "d", "e", "f")
    var wanted: Set<String> = []
    for round in 1...2 {
      for name in names {
        try fleet.tasks("add", "\(name) \(round)", on: name)
        wanted.insert("\(name) \(round)")
      }
      let syncs = try names.map { try fleet.start("tasks", ["sync"], on: $0) }
      for sync in syncs {
        #expect(sync.waitUntilExit() == .exited(0))
      }
    }
    for name in names {
      try fleet.tasks("sync", on: name)
      #expect(try Set(fleet.titles(on: name)) == wanted)
      try fleet.expectClean(name)
    }
    #expect(try Set(names.map { try fleet.tree($0) }).count == 1)
  }

  /// Two syncs of one clone, and a fetch of somebody else's: each finds branches moved or locked by the others.
  @Test func syncsOfOneCloneDoNotTripOverEachOther() throws {
    let fleet = try Fleet("a", "b")
    for round in 1...4 {
      try fleet.tasks("add", "from b \(round)", on: "b")
      try fleet.tasks("sync", on: "b")
      let others = [
        try fleet.start("tasks", ["sync"], on: "a"), try fleet.start("tasks", ["sync"], on: "a"),
      ]
      let fetch = try fleet.start("git", ["fetch", "-q", "origin"], on: "a")
      for sync in others {
        #expect(sync.waitUntilExit() == .exited(0), "round \(round)")
      }
      // It may well fail: it does not try again.
      fetch.waitUntilExit()
    }
    #expect(try fleet.titles(on: "a") == (1...4).map { "from b \($0)" })
  }

  /// SIGHUP comes when a terminal is closed.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func repeatingStopsCleanly(number: Int32) throws {
    let fleet = try Fleet("a", "b")
    let loop = try fleet.start("tasks", ["sync", "--every", "1"], on: "a")
    try fleet.tasks("add", "from b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.wait("it does not come") { try fleet.titles(on: "a") == ["from b"] }
    loop.signal(number)
    #expect(loop.waitUntilExit() == .exited(0))
    try fleet.expectClean("a")
  }

  @Test func repeatingUnderNohupOutlivesTheTerminal() throws {
    let fleet = try Fleet("a", "b")
    let loop = try fleet.start("nohup", ["tasks", "sync", "--every", "1"], on: "a")
    func arrives(_ title: String) throws {
      try fleet.tasks("add", title, on: "b")
      try fleet.tasks("sync", on: "b")
      try fleet.wait("it has ended") { try fleet.titles(on: "a").contains(title) }
    }
    try arrives("before")
    loop.signal(SIGHUP)
    try arrives("after")
    loop.signal(SIGTERM)
    #expect(loop.waitUntilExit() == .exited(0))
  }

  /// A signal that comes while git fetches is not lost.
  @Test(arguments: [SIGINT, SIGTERM]) func repeatingStopsAfterASlowFetch(number: Int32) throws {
    let fleet = try Fleet("a")
    try fleet.world.write(
      "#!/bin/sh\ntouch \(fleet.world.path("fetching"))\nsleep 1\nexec git-upload-pack \"$@\"\n",
      to: "slow")
    try fleet.world.shell("chmod +x ../slow; git config remote.origin.uploadpack ../slow", in: "a")
    let loop = try fleet.start("tasks", ["sync", "--every", "1"], on: "a")
    try fleet.wait("it does not fetch") {
      FileManager.default.fileExists(atPath: fleet.world.path("fetching"))
    }
    loop.signal(number)
    try fleet.wait("it goes on") { !loop.isRunning }
    loop.signal(SIGKILL)
    #expect(loop.waitUntilExit() == .exited(0))
  }

  @Test func repeatingOutlivesAnAbsentRemote() throws {
    let fleet = try Fleet("a", "b")
    let hub = fleet.world.path("hub.git")
    try FileManager.default.moveItem(atPath: hub, toPath: hub + ".away")
    let loop = try fleet.start("tasks", ["sync", "--every", "1"], on: "a")
    usleep(1_500_000)
    #expect(loop.isRunning)
    try FileManager.default.moveItem(atPath: hub + ".away", toPath: hub)
    try fleet.tasks("add", "from b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.wait("it does not come") { try fleet.titles(on: "a") == ["from b"] }
    loop.signal(SIGTERM)
    loop.waitUntilExit()
  }

  /// Killed at the n-th call of a kind that changes something; the next command heals what is left.
  @Test(arguments: ["rename", "openat", "unlink", "write"])
  func aKilledSyncIsHealed(call: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else { return }
    let fleet = try Fleet("a", "b")
    for title in ["one", "two", "three"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let paths = try ["one", "two", "three"].map { try fleet.path($0, on: "a") }
    for path in paths { try fleet.tasks("modify", path, "+b", on: "b") }
    try fleet.tasks("sync", on: "b")
    for path in paths { try fleet.tasks("modify", path, "+a", on: "a") }
    let expected = try { () throws -> String in
      try fleet.copy("a", to: "whole")
      try fleet.tasks("sync", on: "whole")
      return try fleet.tree("whole")
    }()
    var count = 1
    while count < 1000 {
      let name = "k\(count)"
      try fleet.copy("a", to: name)
      let outcome = try fleet.attempt(
        "strace",
        [
          "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(count)",
          World.tasks, "sync",
        ], on: name)
      if outcome.status == 0 { return }
      try fleet.tasks("list", on: name)
      try fleet.expectClean(name, "killed at \(call) \(count)")
      try fleet.tasks("sync", on: name)
      #expect(try fleet.tree(name) == expected, "killed at \(call) \(count)")
      try FileManager.default.removeItem(atPath: fleet.world.path(name))
      try FileManager.default.removeItem(atPath: fleet.world.path(name + ".git"))
      count += call == "openat" ? 61 : call == "write" ? 9 : 4
    }
  }
}
