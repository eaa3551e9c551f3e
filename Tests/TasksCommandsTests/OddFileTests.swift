import Foundation
import TestSupport
import Testing

/// What is said of files that ask for something that cannot be done.
@Suite struct OddFileTests {
  private func world(_ path: String, _ text: String) throws -> World {
    let world = try World()
    try world.tasks("init", "todo")
    try world.write(text, to: "todo/\(path)")
    return world
  }

  private static let nested = "- [ ] all\n  - [ ] one\n  - [ ] two\n- [ ] other\n"

  /// As C-c C-c in Emacs: “Cannot update this checkbox”.
  @Test func boxThatFollowsOthersIsNotSetAlone() throws {
    let world = try world("a.org", "* TODO Task [/]\n\n\(Self.nested)")
    let before = try world.read("todo/a.org")
    let outcome = try world.run(World.tasks, ["check", "a.org", "1"], in: "todo")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors
        == "tasks: the state of checkbox 1 follows from those below it; tick those: 2 3\n")
    #expect(try world.read("todo/a.org") == before)
    let one = try world.tasks("check", "a.org", "2", in: "todo")
    #expect(one.status == 0)
    let partly = try world.run(World.tasks, ["uncheck", "a.org", "1"], in: "todo")
    #expect(partly.status == 1 && partly.errors.contains("clear those: 2 3"))
    #expect(try world.tasks("check", "a.org", "1", "2", "3", in: "todo").status == 0)
    let after = try world.read("todo/a.org")
    #expect(after.hasPrefix("* TODO Task [1/2]\n"))
    #expect(after.hasSuffix("\n- [X] all\n  - [X] one\n  - [X] two\n- [ ] other\n"))
    #expect(
      try world.tasks("check", "a.org", "1", in: "todo").errors == "tasks: nothing to change\n")
  }

  /// Wherever the text of a message is from, nothing in it drives a terminal.
  @Test(arguments: [
    ["show", "x\u{1B}]0;pwned\u{7}"], ["list", "--no\u{1B}[31mway"],
    ["list", "--store", "/\u{1B}[2J"], ["modify", "x\u{9B}31m", "+a"],
    ["list", "due:\u{1B}[31m"], ["show", "--json", "x\u{9B}31m\u{1B}"],
    ["config", "no\u{1B}[31m", "x"],
  ]) func noMessageDrivesTheTerminal(_ words: [String]) throws {
    let outcome = try world("a.org", "* TODO Task\n").run(World.tasks, words, in: "todo")
    #expect(outcome.status != 0)
    let shown = outcome.errors.unicodeScalars
    #expect(
      !shown.contains { $0 != "\n" && $0.value < 0x20 || (0x7F...0x9F).contains($0.value) },
      "\(outcome.errors)")
    #expect(outcome.errors.contains("<U+00"), "\(outcome.errors)")
  }

  @Test func settingsOfManyBytesAreRefused() throws {
    let world = try world("a.org", "* TODO Task\n")
    let config = try world.read("todo/.tasks/config")
    func padded(to count: Int) -> String {
      config + String(repeating: "#", count: count - config.utf8.count - 1) + "\n"
    }
    try world.write(padded(to: 1 << 20), to: "todo/.tasks/config")
    #expect(try world.tasks("list", in: "todo").status == 0)
    try world.write(padded(to: 1 << 20 + 1), to: "todo/.tasks/config")
    let outcome = try world.run(World.tasks, ["list"], in: "todo")
    #expect(outcome.status == 7)
    let path = world.path("todo/.tasks/config")
    #expect(outcome.errors.contains("\(path) is larger than 1 MiB"), "\(outcome.errors)")
  }

  /// git packs nothing for as long as it is there.
  @Test func aLockOfMaintenanceIsRemoved() throws {
    let world = try world("a.org", "* TODO Task\n")
    let lock = world.path("todo/.git/objects/maintenance.lock")
    try world.write("", to: "todo/.git/objects/maintenance.lock")
    let young = try world.run(World.tasks, ["doctor", "--fix"], in: "todo")
    #expect(young.status == 1 && young.output.contains("wrong   locks: \(lock) was created"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -90)], ofItemAtPath: lock)
    let old = try world.run(World.tasks, ["doctor"], in: "todo")
    #expect(old.status == 1 && old.output.contains("wrong   locks: \(lock) exists"))
    let mended = try world.run(World.tasks, ["doctor", "--fix"], in: "todo")
    #expect(mended.output.contains("mended  locks: \(lock)"))
    #expect(!FileManager.default.fileExists(atPath: lock))
  }

  @Test func boxOfMarkdownIsSetAlone() throws {
    let world = try world("a.md", "---\nstatus: todo\ntitle: Task\n---\n\n\(Self.nested)")
    #expect(try world.tasks("check", "a.md", "1", in: "todo").status == 0)
    #expect(try world.read("todo/a.md").contains("- [x] all\n  - [ ] one\n"))
  }

  @Test func keysThatStandTwiceAreNamed() throws {
    let world = try world(
      "a.md", "---\nstatus: todo\ntitle: Task\ndue: 2026-11-20\ndue: 2026-11-21\n---\n")
    let said =
      "tasks: a.md has duplicate keys: `due`; tasks reads the first and changes none of them\n"
    let shown = try world.tasks("show", "a.md", in: "todo")
    #expect(shown.errors == said && shown.output.contains("due         Fri 2026-11-20"))
    #expect(try world.tasks("list", in: "todo").errors == "")
    let doctor = try world.run(World.tasks, ["doctor"], in: "todo")
    #expect(doctor.status == 1)
    #expect(
      doctor.output.contains("wrong   keys: a.md has duplicate keys: `due`; tasks reads the first"))
    let edited = try world.tasks(
      "edit", "a.md", in: "todo", environment: ["EDITOR": "sed -i s/Task/Other/"])
    #expect(edited.status == 0 && edited.errors == said)
    try world.tasks("edit", "a.md", in: "todo", environment: ["EDITOR": "sed -i /2026-11-21/d"])
    #expect(try world.tasks("show", "a.md", in: "todo").errors == "")
    #expect(try world.run(World.tasks, ["doctor"], in: "todo").output.contains("keys") == false)
  }

  @Test func stateThatOrgDoesNotKnowIsNamed() throws {
    let world = try world("a.org", "#+TITLE: Orgzly\n\n* TODO [#A] Task :tag:\n")
    #expect(try world.tasks("start", "a.org", in: "todo").status == 0)
    let text = try world.read("todo/a.org")
    #expect(
      text.hasPrefix(
        "#+TITLE: Orgzly\n#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)\n\n"
          + "* NEXT [#A] Task :tag:\n"), "\(text)")
    #expect(try world.tasks("done", "a.org", in: "todo").status == 0)
  }

  /// A path may begin with a dash: `--` says so, and so does `./`.
  @Test(arguments: [["--", "-dash x.org"], ["./-dash x.org"]])
  func aPathThatBeginsWithADashCanBeNamed(words: [String]) throws {
    let world = try world("-dash x.org", "* TODO Task\n")
    func tasks(_ verb: String, _ rest: String...) throws -> World.Outcome {
      try world.run(World.tasks, [verb] + words + rest, in: "todo")
    }
    #expect(try tasks("mod", "+new", "title:Other").errors == "")
    #expect(try world.read("todo/-dash x.org").hasPrefix("* TODO Other"))
    #expect(try tasks("note", "a note").status == 0)
    #expect(try world.read("todo/-dash x.org").hasSuffix("a note\n"))
    #expect(try tasks("done").output.hasPrefix("done "))
    #expect(try tasks("show").output.contains("-dash x.org"))
    #expect(try world.run(World.tasks, ["mod", "--", "none.org", "+a"], in: "todo").status == 3)
  }
}
