import Foundation
import TestSupport
import Testing

/// Whatever phones write, nothing is lost, nothing stops a sync, and the branch is right again after it.
@Suite struct PhoneBadInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let path: String
    let bytes: [UInt8]
    /// The titles of the tasks that are made of it, sorted.
    let titles: [String]
    /// What the sync says.
    var says = "from the phone"
    var testDescription: String { name }

    init(
      _ name: String, _ path: String, _ text: String, _ titles: [String],
      says: String = "from the phone"
    ) {
      (self.name, self.path, self.bytes) = (name, path, Array(text.utf8))
      (self.titles, self.says) = (titles, says)
    }

    init(_ name: String, _ path: String, bytes: [UInt8], _ titles: [String], says: String) {
      (self.name, self.path, self.bytes, self.titles, self.says) = (name, path, bytes, titles, says)
    }
  }

  static let cases = [
    Case(
      "odd headings", "inbox.org",
      "#+TITLE: Inbox\n*** Deep\n* \n**No blank\n* [#A] A :tag:\n* COMMENT no\n* TODO\n",
      ["A", "Deep", "TODO", "Untitled", "no"]),
    Case(
      "conflict markers", "inbox.org",
      "#+TITLE: Inbox\n<<<<<<< HEAD\n* Ours\n||||||| 1a2b3c4\n* Old\n=======\n* Theirs\n>>>>>>> 5d6e7f8 (x)\n* More\n",
      ["More", "Ours", "Theirs"]),
    Case("CRLF", "inbox.org", "#+TITLE: Inbox\r\n* One\r\nbody\r\n* Two\r\n", ["One", "Two"]),
    Case("no last line feed", "inbox.org", "* One", ["One"]),
    Case("lines without headings", "inbox.org", "milk\n- bread\n", ["bread", "milk"]),
    Case(
      "Latin-1", "inbox.org", bytes: Array("* Caf".utf8) + [0xE9, 0x0A], ["Caf\u{FFFD}"],
      says: "took 1 task"),
    Case("binary", "inbox.org", bytes: [0x2A, 0x20, 0x00, 0xFF, 0x0A], [], says: "up to date"),
    Case("empty", "inbox.org", "", [], says: "up to date"),
    Case("a control character", "inbox.org", "* A\u{7}B\n", ["A<U+0007>B"]),
    Case(
      "a note with front matter", "inbox/2026-11-20-09-15-00.md",
      "---\ncreated: 2026-11-19T08:00:00+01:00\ntags: [home]\n---\n\n# Fix the tap\n\nIt drips.\n",
      ["Fix the tap"]),
    Case("a note with CRLF", "inbox/Buy stamps.md", "Two.\r\nThree.\r\n", ["Buy stamps"]),
    Case("a note without a name", "inbox/Untitled 2.md", "- [ ] Call home\n", ["Call home"]),
    Case("front matter without an end", "inbox/Open.md", "---\ntitle: x\n", ["Open"]),
    Case("a task as a note", "inbox/t.md", "---\ntitle: T\nstatus: done\n---\n", ["T"]),
    Case("an Org note", "inbox/trip.org", "#+title: Trip\nPack.\n* Monday\n* Tuesday\n", ["Trip"]),
    Case("one Org heading", "inbox/x.org", "* Book a room :trip:\nTwo nights.\n", ["Book a room"]),
    Case("a note in a folder", "inbox/a/b.md", "c\n", ["b"]),
    Case(
      "a binary note", "inbox/photo.md", bytes: [0x89, 0x50, 0x00], [],
      says:
        "inbox/photo.md on the phone's branch has nothing in it yet that can be read as a task, and stays there"
    ),
    Case(
      "a file of its own", "inbox/photo.png", bytes: [0x89, 0x50, 0x00], [], says: "up to date"),
    Case(
      "headings in the agenda", "agenda.org",
      "#+TITLE: Agenda\n* Buy milk\n* 2026-11-20 Friday\n** TODO Call\n*** Deeper\n",
      ["Buy milk", "Call"]),
    Case("no agenda", "agenda.org", "", [], says: "up to date"),
    Case("a binary agenda", "agenda.org", bytes: [0, 1, 2], [], says: "up to date"),
  ]

  @Test(arguments: cases) func whateverPhonesWriteIsTaken(_ item: Case) throws {
    let fleet = try PhoneFleet(tasks: ["Here due:2026-11-21"])
    let agenda = try fleet.there("agenda.org")
    let url = URL(fileURLWithPath: fleet.world.path("p/" + item.path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(item.bytes).write(to: url)
    try fleet.push("p")
    let outcome = try fleet.sync("a")
    #expect((outcome.errors + outcome.output).contains(item.says), "\(outcome)")
    #expect(try fleet.titles("a") == (item.titles + ["Here"]).sorted())
    let now = try #require(try fleet.there("agenda.org"))
    #expect(now.contains("** TODO Here\n") && now.hasPrefix(agenda?.prefix(30) ?? "-"))
    #expect(try fleet.there("inbox.org") != nil)
    // Every task can be read again, and the next sync of any device has nothing to do.
    #expect(try fleet.hub.must(fleet.world.tasks("list", "--all", in: "a")).errors == "")
    let tip = try fleet.tip()
    for desktop in ["b", "a"] { try fleet.sync(desktop) }
    #expect(try fleet.tip() == tip)
    #expect(try fleet.titles("b") == (item.titles + ["Here"]).sorted())
    // The phone goes on.
    try fleet.pull("p")
    try fleet.write("\n* Later\n", on: "p", "inbox.org")
    try fleet.push("p")
    try fleet.sync("a")
    #expect(try fleet.titles("a").contains("Later"))
  }

  @Test func aDeletedInboxIsMadeAnew() throws {
    let fleet = try PhoneFleet(desktops: ["a"])
    try fleet.change("p", "inbox.org") { $0 + "* One\n" }
    try fleet.sync("a")
    try fleet.pull("p")
    try fleet.hub.must(fleet.git("p", "rm", "-q", "-r", "inbox.org", "inbox", "agenda.ics"))
    try fleet.push("p")
    try fleet.sync("a")
    #expect(try fleet.there("inbox.org") == "#+TITLE: Inbox\n")
    #expect(try fleet.there("inbox/.gitkeep") == "" && fleet.there("agenda.ics") != nil)
    #expect(try fleet.titles("a") == ["One"])
  }

  @Test func aDeletedBranchIsMadeAnewWithItsHistory() throws {
    let fleet = try PhoneFleet(tasks: ["One due:2026-11-21"])
    try fleet.hub.git("a", "push", "-q", "origin", ":phone")
    for desktop in ["a", "b"] { try fleet.sync(desktop) }
    #expect(try fleet.there("agenda.org")?.contains("TODO One") == true)
    try fleet.hub.must(fleet.git("p", "pull", "-q", "--ff-only"))
    // A device that has never seen it makes a new one.
    try fleet.hub.git("a", "push", "-q", "origin", ":phone")
    try fleet.hub.must(fleet.world.tasks("clone", "hub.git", "c"))
    try fleet.sync("c")
    #expect(try fleet.there("agenda.org")?.contains("TODO One") == true)
  }

  /// A phone pushes its own history over ours: what it had brought before is not made again, even when it is gone.
  @Test func aForcedPushBringsOnlyWhatIsNew() throws {
    let fleet = try PhoneFleet(desktops: ["a"])
    try fleet.change("p", "inbox.org") { $0 + "* One\n* Two\n* Three\n" }
    try fleet.sync("a")
    let id = try fleet.hub.tasks("a", "list", "Two", "--format", "{id}")
      .trimmingCharacters(in: .newlines)
    try fleet.hub.tasks("a", "delete", id)
    try fleet.hub.tasks("a", "purge", id)
    try fleet.sync("a")
    try fleet.write(fleet.read("p", "inbox.org") + "* Four\n", on: "p", "inbox.org")
    try fleet.commit("p")
    try fleet.hub.must(fleet.git("p", "push", "-q", "--force"))
    try fleet.sync("a")
    #expect(try fleet.titles("a") == ["Four", "One", "Three"])
    #expect(try fleet.there("inbox.org") == "#+TITLE: Inbox\n* One\n* Four\n")
    // A history that has nothing of ours is taken as it is.
    try fleet.hub.must(fleet.git("p", "checkout", "-q", "--orphan", "new"))
    try fleet.write("* Five\n", on: "p", "inbox.org")
    try fleet.commit("p")
    try fleet.hub.must(fleet.git("p", "push", "-q", "--force", "origin", "new:phone"))
    try fleet.sync("a")
    #expect(try fleet.titles("a").contains("Five"))
    #expect(try fleet.there("agenda.org") != nil)
  }

  /// A commit of ours that an app has amended is the phone's.
  @Test func anAmendedCommitIsRead() throws {
    let fleet = try PhoneFleet(desktops: ["a"], tasks: ["Call due:2026-11-21"])
    try fleet.write(fleet.read("p", "inbox.org") + "* One\n", on: "p", "inbox.org")
    try fleet.hub.must(fleet.git("p", "commit", "-q", "-a", "--amend", "--no-edit"))
    try fleet.hub.must(fleet.git("p", "push", "-q", "--force"))
    try fleet.sync("a")
    #expect(try fleet.titles("a") == ["Call", "One"])
  }

  /// Lets a hook of the user refuse all that it is asked about.
  private func refuse(_ fleet: PhoneFleet, _ hook: String) throws {
    let path = "config/tasks/hooks/" + hook
    try fleet.world.write("#!/bin/sh\nexit 1\n", to: path)
    chmod(fleet.world.path(path), 0o755)
  }

  /// What a hook refuses waits on the branch, and is taken when it may be; no limit of open tasks holds it up.
  @Test func whatAHookRefusesWaits() throws {
    let fleet = try PhoneFleet(desktops: ["a"], tasks: ["One", "Two"])
    try fleet.hub.tasks("a", "config", "max-open", "2")
    try refuse(fleet, "on-add")
    try fleet.change("p", "inbox.org") { $0 + "* Three\n* Four\n* Five\n" }
    let tip = try fleet.tip()
    let outcome = try fleet.sync("a")
    #expect(outcome.errors.contains("what phones have written waits on their branch"))
    #expect(try fleet.tip() == tip)
    let status = try fleet.hub.tasks("a", "phone", "status")
    #expect(status.contains("waits there: Three\nwaits there: Four\nwaits there: Five\n"))
    try FileManager.default.removeItem(atPath: fleet.world.path("config/tasks/hooks"))
    let taken = try fleet.sync("a")
    #expect(taken.errors.contains("more open tasks than its limit of 2"))
    #expect(try fleet.titles("a") == ["Five", "Four", "One", "Three", "Two"])
    #expect(try fleet.there("inbox.org") == "#+TITLE: Inbox\n* Three\n* Five\n")
  }

  /// Only states are taken from the agenda, and what is not taken is named.
  @Test func whatIsNotTakenFromTheAgendaIsNamed() throws {
    let fleet = try PhoneFleet(
      desktops: ["a"], tasks: ["Pay due:2026-11-21", "Walk due:2026-11-22", "Call due:2026-11-23"])
    try fleet.change("p", "agenda.org") { text in
      text.replacingOccurrences(of: "DEADLINE: <2026-11-21", with: "DEADLINE: <2026-11-28")
        .replacingOccurrences(of: "** TODO Walk", with: "** DONE Walk far") + "Ring twice.\n"
    }
    let errors = try fleet.sync("a").errors
    for line in [
      "'Pay' was changed in agenda.org on the phone; not taken from there: dates",
      "'Walk' was changed in agenda.org on the phone; not taken from there: title",
      "'Call' was changed in agenda.org on the phone; not taken from there: notes",
    ] { #expect(errors.contains(line), "\(errors)") }
    #expect(try fleet.sync("a").errors == "")
  }

  /// Two neighbours that were finished on two phones: git's union puts one between the other and its drawer.
  @Test func aHeadingOfAnotherInBetweenIsLookedPast() throws {
    let fleet = try PhoneFleet(
      desktops: ["a"], tasks: ["One due:2026-11-21", "Two due:2026-11-21"])
    try fleet.change("p", "agenda.org") { text in
      text.replacingOccurrences(
        of: "** TODO One", with: "** DONE One\n\n** DONE Two\n\n** TODO One")
    }
    try fleet.sync("a")
    #expect(try fleet.titles("a", "--done").contains("One"))
  }

  /// A branch that could not be ended is not forgotten.
  @Test func aBranchThatCouldNotBeEndedIsShown() throws {
    let fleet = try PhoneFleet(desktops: ["a"], tasks: ["One", "Two"])
    try refuse(fleet, "on-add")
    try fleet.change("p", "inbox.org") { $0 + "* Three\n" }
    let outcome = try fleet.world.tasks("phone", "disable", in: "a")
    #expect(outcome.status == 2)
    let status = try fleet.hub.tasks("a", "phone")
    #expect(status.contains("still there; end it with: tasks phone disable"))
    #expect(status.contains("waits there: Three"))
  }

  /// Apps print files anew.
  @Test func aStateIsReadFromAFilePrintedAnew() throws {
    let fleet = try PhoneFleet(
      desktops: ["a"],
      tasks: [
        "Call Bob +phone due:2026-11-21T17:00", "Buy milk due:2026-11-21", "Walk due:2026-11-22",
      ])
    try fleet.change("p", "agenda.org") { text in
      text.replacingOccurrences(of: "\n", with: "\r\n")
        .replacingOccurrences(
          of: "** TODO Call Bob :phone:", with: "** DONE Call Bob                :phone:"
        )
        .replacingOccurrences(of: ":TASK:     ", with: "  :task: ")
        .replacingOccurrences(
          of: "** TODO Buy milk\r\nDEADLINE: <2026-11-21 Sat>",
          with: "\r\n\r\n***  NEXT Buy milk\r\n  DEADLINE: <2026-11-21>"
        )
        .replacingOccurrences(of: "** TODO Walk", with: "** Walk")
    }
    try fleet.sync("a")
    #expect(try fleet.titles("a", "--done") == ["Call Bob"])
    #expect(try fleet.hub.tasks("a", "list").contains("NEXT Buy milk"))
    #expect(try fleet.titles("a") == ["Buy milk", "Call Bob", "Walk"])
  }

  /// A state that both have set is that of the desktop; the log has the phone's.
  @Test func aStateThatBothSetIsMergedByField() throws {
    let fleet = try PhoneFleet(
      desktops: ["a"], tasks: ["Call due:2026-11-21", "Walk due:2026-11-21"])
    try fleet.change("p", "agenda.org") {
      $0.replacingOccurrences(of: "** TODO", with: "** DONE")
    }
    let id = try fleet.hub.tasks("a", "list", "Call", "--format", "{id}")
      .trimmingCharacters(in: .newlines)
    try fleet.hub.tasks("a", "wait", id)
    let outcome = try fleet.sync("a")
    #expect(outcome.errors.contains("'Call' has changed since: its state stays as it is"))
    #expect(try fleet.titles("a", "--done") == ["Walk"])
    #expect(try fleet.hub.tasks("a", "conflicts").contains("DONE"))
  }
}
