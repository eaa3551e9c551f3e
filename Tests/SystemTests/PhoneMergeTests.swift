import Foundation
import TestSupport
import Testing

/// Phones and desktops write to the branch in any order, each with what git alone can do.
@Suite struct PhoneMergeTests {
  /// What a phone has added is one task, whatever happens at the same time; no pull of a phone stops at a conflict.
  @Test(arguments: 0..<6) func nothingIsLostOrDoubledInAnyOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed + 77))
    let fleet = try PhoneFleet(
      phones: ["p", "q"], tasks: (0..<4).map { "Task \($0) due:2026-11-2\($0 + 1)" })
    var titles = (0..<4).map { "Task \($0)" }
    var done: Set<String> = []
    for step in 0..<22 {
      let phone = ["p", "q"].randomElement(using: &random) ?? "p"
      let desktop = ["a", "b"].randomElement(using: &random) ?? "a"
      let isRebased = Bool.random(using: &random)
      let name = "Idea \(step)"
      let inbox = try fleet.read(phone, "inbox.org")
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        try fleet.write(inbox + "* \(name)\nbody\n", on: phone, "inbox.org")
        titles.append(name)
      case 3:
        let head = "#+TITLE: Inbox\n"
        try #require(inbox.hasPrefix(head))
        try fleet.write(
          head + "* TODO \(name) :tag:\n" + inbox.dropFirst(head.count), on: phone, "inbox.org")
        titles.append(name)
      case 4:
        try fleet.write("Some text.\n", on: phone, "inbox/\(name).md")
        titles.append(name)
      case 5:
        let agenda = try fleet.read(phone, "agenda.org")
        guard let heading = agenda.firstRange(of: "** TODO Task ") else { continue }
        let title = agenda[heading.lowerBound...].prefix { $0 != "\n" }
        done.insert(String(title.dropFirst(8)))
        try fleet.write(
          agenda.replacingCharacters(in: heading, with: "** DONE Task "), on: phone, "agenda.org")
      case 6:
        titles.append("Desk \(step)")
        try fleet.hub.tasks(desktop, "add", "Desk \(step) due:2026-11-2\(step % 5)")
        continue
      default:
        try fleet.sync(desktop)
        continue
      }
      try fleet.commit(phone)
      if Bool.random(using: &random) {
        try fleet.push(phone, commits: false, rebase: isRebased)
      }
    }
    for phone in ["p", "q"] { try fleet.push(phone, commits: false) }
    for desktop in ["a", "b", "a", "b"] { try fleet.sync(desktop) }
    for desktop in ["a", "b"] {
      #expect(try fleet.titles(desktop) == titles.sorted())
      #expect(try Set(fleet.titles(desktop, "--done")) == done)
      #expect(try !fleet.hub.text(desktop).contains("Merge dropped"))
    }
    // With nothing new there is no commit, and a phone's clone goes forward.
    let tip = try fleet.tip()
    for desktop in ["a", "b"] { try fleet.sync(desktop) }
    #expect(try fleet.tip() == tip)
    for phone in ["p", "q"] { try fleet.hub.must(fleet.git(phone, "pull", "-q", "--ff-only")) }
    try fleet.hub.must(fleet.world.git("fsck", "--strict", in: "hub.git"))
    // The store's branch has none of the commits of phones.
    let log = try fleet.world.git("log", "--format=%s", "main", in: "hub.git").output
    #expect(!log.contains("from the phone") && !log.contains("phone: 2026"))
  }

  /// The rows of the table in web.md, "Phones over git".
  @Test(arguments: ["append", "prepend"]) func theFirstAndTheLastHeadingStay(_ how: String) throws {
    let fleet = try PhoneFleet(desktops: ["a"])
    try fleet.change("p", "inbox.org") { $0 + "* One\n* Two\n* Three\n* Four\n" }
    let head = "#+TITLE: Inbox\n"
    try fleet.write(
      how == "append"
        ? fleet.read("p", "inbox.org") + "* Five\n"
        : head + "* Five\n" + fleet.read("p", "inbox.org").dropFirst(head.count), on: "p",
      "inbox.org")
    try fleet.sync("a")
    #expect(try fleet.there("inbox.org") == head + "* One\n* Four\n")
    #expect(try fleet.titles("a") == ["Four", "One", "Three", "Two"])
    try fleet.push("p")
    try fleet.sync("a")
    #expect(
      try fleet.there("inbox.org")
        == head + (how == "append" ? "* One\n* Five\n" : "* Five\n* Four\n"))
    #expect(try fleet.titles("a") == ["Five", "Four", "One", "Three", "Two"])
    // What stands there is not made again, even when its task is gone.
    let id = try fleet.hub.tasks("a", "list", "Five", "--format", "{id}")
      .trimmingCharacters(in: .newlines)
    try fleet.hub.tasks("a", "delete", id)
    try fleet.hub.tasks("a", "purge", id)
    try fleet.sync("a")
    try fleet.change("p", "inbox.org") { $0 + "* Six\n" }
    try fleet.sync("a")
    #expect(try fleet.titles("a") == ["Four", "One", "Six", "Three", "Two"])
  }

  /// The same words at another time are another task.
  @Test func theSameWordsAgainAreAnotherTask() throws {
    let fleet = try PhoneFleet(desktops: ["a"])
    try fleet.change("p", "inbox.org") { $0 + "* Buy milk\n* Buy bread\n" }
    try fleet.sync("a")
    let id = try fleet.hub.tasks("a", "list", "milk", "--format", "{id}")
      .trimmingCharacters(in: .newlines)
    try fleet.hub.tasks("a", "done", id)
    try fleet.sync("a")
    try fleet.change("p", "inbox.org") { $0 + "* Buy milk\n" }
    try fleet.sync("a")
    #expect(try fleet.titles("a") == ["Buy bread", "Buy milk", "Buy milk"])
  }

  /// Two desktops that take the same before either knows of the other make the same tasks of it.
  @Test func twoDesktopsTakeTheSameAtOnce() throws {
    let fleet = try PhoneFleet(tasks: ["Water the plants sched:2026-11-20 every:++1w"])
    try fleet.change("p", "inbox.org") { $0 + "* One :x:\n* Two\nbody\n" }
    try fleet.write("Text.\n", on: "p", "inbox/Three.md")
    try fleet.change("p", "agenda.org") {
      $0.replacingOccurrences(of: "** TODO Water", with: "** DONE Water")
    }
    // The other one goes through its whole sync just before this one pushes.
    let hook = "a/.git/hooks/pre-push"
    try fleet.world.write(
      """
      #!/bin/sh
      rm "$0"
      env -u GIT_DIR '\(World.tasks)' --store '\(fleet.world.path("b"))' sync

      """, to: hook)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fleet.world.path(hook))
    try fleet.sync("a")
    try fleet.sync("b")
    for desktop in ["a", "b"] {
      #expect(try fleet.titles(desktop) == ["One", "Three", "Two", "Water the plants"])
      #expect(try !fleet.hub.text(desktop).contains("Merge dropped"))
      #expect(try fleet.hub.text(desktop).contains("SCHEDULED: <2026-11-27 Fri ++1w>"))
    }
  }

  /// Killed between the push of the store and that of the branch, a sync takes the same again.
  @Test func takingTwiceChangesNothing() throws {
    let fleet = try PhoneFleet(tasks: ["Water the plants sched:2026-11-20 every:++1w"])
    try fleet.change("p", "inbox.org") { $0 + "* One\n* Two\n* Three\n" }
    try fleet.change("p", "agenda.org") {
      $0.replacingOccurrences(of: "** TODO Water", with: "** DONE Water")
    }
    try fleet.refuse("refs/heads/phone")
    let outcome = try fleet.sync("a")
    #expect(outcome.errors.contains("origin does not take the branch phone"))
    for desktop in ["b", "a", "b"] { try fleet.sync(desktop) }
    #expect(try fleet.there("inbox.org") == "#+TITLE: Inbox\n* One\n* Two\n* Three\n")
    try? FileManager.default.removeItem(atPath: fleet.world.path("a/.git/tasks"))
    try fleet.refuse(nil)
    for desktop in ["a", "b"] { try fleet.sync(desktop) }
    #expect(try fleet.there("inbox.org") == "#+TITLE: Inbox\n* One\n* Three\n")
    #expect(try fleet.titles("b") == ["One", "Three", "Two", "Water the plants"])
    #expect(try fleet.hub.text("b").contains("SCHEDULED: <2026-11-27 Fri ++1w>"))
  }

  /// Orgzly leaves its side of a conflict on a branch of its own.
  @Test func whatOrgzlyLeavesAfterAConflictIsTaken() throws {
    let fleet = try PhoneFleet(desktops: ["a"], tasks: ["Call Bob due:2026-11-21"])
    try fleet.write(fleet.read("p", "inbox.org") + "* Left\n", on: "p", "inbox.org")
    try fleet.write(
      fleet.read("p", "agenda.org").replacingOccurrences(of: "** TODO Call", with: "** DONE Call"),
      on: "p", "agenda.org")
    try fleet.commit("p")
    let branch = "merge-inbox.org-1a2b3c4d-2026-11-20_091500"
    try fleet.hub.must(fleet.git("p", "push", "-q", "origin", "HEAD:refs/heads/\(branch)"))
    try fleet.hub.must(fleet.git("p", "reset", "-q", "--hard", "HEAD~"))
    // A branch of somebody else is not ours to remove.
    try fleet.hub.git("a", "push", "-q", "origin", "HEAD:refs/heads/merge-of-mine")
    let left = try fleet.world.git("rev-parse", branch, in: "hub.git").output
    try fleet.sync("a")
    #expect(try fleet.titles("a", "--done") == ["Call Bob"])
    #expect(try fleet.titles("a") == ["Call Bob", "Left"])
    let branches = try fleet.world.git("branch", "--format=%(refname:short)", in: "hub.git").output
    #expect(branches == "main\nmerge-of-mine\nphone\n")
    let parents = try fleet.world.git("rev-parse", "phone^2", in: "hub.git").output
    #expect(parents == left)
    let tip = try fleet.tip()
    try fleet.sync("a")
    #expect(try fleet.tip() == tip)
  }

  /// Git moves lines that two tasks of the agenda have in common; the title says which task a heading is.
  @Test func aHeadingAboveTheDrawerOfAnotherTaskIsItsOwn() throws {
    let fleet = try PhoneFleet(
      desktops: ["a"], tasks: ["Call due:2026-11-21", "Walk due:2026-11-21", "Read due:2026-11-22"])
    try fleet.change("p", "agenda.org") { text in
      let start = text.firstRange(of: "** TODO Call")?.lowerBound ?? text.startIndex
      let end = text[start...].firstRange(of: ":END:\n")?.upperBound ?? start
      let block = text[start..<end]
      let mixed =
        "** TODO Call\n** DONE Walk\n" + block.drop { $0 != "\n" }.dropFirst()
      return text.replacingOccurrences(of: block, with: mixed)
        .replacingOccurrences(of: "** TODO Read", with: "** DONE Read a book")
    }
    try fleet.sync("a")
    #expect(try fleet.titles("a", "--done") == ["Read", "Walk"])
    #expect(try fleet.titles("a") == ["Call", "Read", "Walk"])
  }

  /// Desktops on both sides of midnight do not write the files in turn.
  @Test func theLaterOfTwoDaysCounts() throws {
    let fleet = try PhoneFleet(tasks: ["Call due:2026-11-21"])
    func sync(_ desktop: String, _ now: String) throws {
      try fleet.hub.must(
        fleet.world.run(World.tasks, ["sync"], in: desktop, environment: ["TASKS_NOW": now]))
    }
    try sync("b", "2026-11-21T00:10")
    let tip = try fleet.tip()
    #expect(
      try fleet.there("agenda.org")?.contains("\n* 2026-11-21 Saturday\n\n** TODO Call") == true)
    try sync("a", "2026-11-20T23:50")
    #expect(try fleet.tip() == tip)
    try sync("a", "2026-11-22T00:10")
    #expect(try fleet.tip() != tip)
  }

  /// A sync that is killed at any moment loses nothing, and doubles nothing.
  @Test(arguments: [40, 90, 140, 190, 240]) func aKilledSyncIsMadeUpFor(milliseconds: Int) throws {
    let fleet = try PhoneFleet(tasks: ["Water the plants sched:2026-11-20 every:++1w"])
    try fleet.write("Text.\n", on: "p", "inbox/Three.md")
    try fleet.write(
      fleet.read("p", "agenda.org").replacingOccurrences(of: "** TODO W", with: "** DONE W"),
      on: "p", "agenda.org")
    try fleet.change("p", "inbox.org") { $0 + "* One\n* Two\n* Four\n" }
    let seconds = Double(milliseconds) / 1000
    _ = try fleet.world.run("timeout", ["-s", "KILL", "\(seconds)", World.tasks, "sync"], in: "a")
    // git may have been killed with it, and have left a lock.
    _ = try fleet.world.run(World.tasks, ["doctor", "--fix"], in: "a")
    for desktop in ["b", "a", "b"] { try fleet.sync(desktop) }
    for desktop in ["a", "b"] {
      #expect(
        try fleet.titles(desktop) == ["Four", "One", "Three", "Two", "Water the plants"])
      #expect(try fleet.hub.text(desktop).contains("SCHEDULED: <2026-11-27 Fri ++1w>"))
    }
    #expect(try fleet.there("inbox.org") == "#+TITLE: Inbox\n* One\n* Four\n")
  }

  /// Two stores in one repository cannot share the branch.
  @Test func theBranchOfAnotherStoreIsLeftAlone() throws {
    let world = try World()
    try world.shell(
      """
      git init -q --bare hub.git; git init -q code; cd code; git remote add origin ../hub.git
      tasks init one; tasks init two; tasks --store one add First due:2026-11-21
      """, in: "")
    let first = try world.tasks("--store", "one", "phone", "enable", in: "code")
    #expect(first.status == 0, "\(first.errors)")
    let second = try world.tasks("--store", "two", "phone", "enable", in: "code")
    #expect(second.status == 2 && second.errors.contains("not for the phones of this store"))
    let agenda = try world.git("show", "phone:agenda.org", in: "hub.git").output
    #expect(agenda.contains("TODO First"))
  }

  /// A store without the branch asks the remote for nothing more than before.
  @Test func aStoreWithoutTheBranchDoesNotFetchIt() throws {
    let hub = try Hub(clones: ["a"])
    try hub.tasks("a", "add", "One")
    let trace = hub.world.path("trace")
    try hub.must(hub.world.run(World.tasks, ["sync"], in: "a", environment: ["GIT_TRACE": trace]))
    let calls = try hub.world.read("trace").split(separator: "\n")
    #expect(calls.count { $0.contains("built-in: git fetch") } == 1)
    #expect(!calls.contains { $0.contains("refs/heads/phone") })
  }
}
