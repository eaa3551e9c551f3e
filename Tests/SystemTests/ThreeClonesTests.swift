import Foundation
import TestSupport
import Testing

/// Three devices that meet in a bare repository with plain git: no conflict, no marker, nothing lost.
@Suite struct ThreeClonesTests {
  static let bob = "2026-11/call-bob-1bbbbbbbbbbbbbbb.org"

  /// Three clones that all have the sample's tasks.
  private func hubWithSample() throws -> Hub {
    let hub = try Hub(clones: ["a", "b", "c"])
    for (path, text) in World.sample { try hub.world.write(text, to: "a/" + path) }
    try hub.tasks("a", "add", "Tidy up")
    try hub.git("a", "push", "-q")
    for clone in ["b", "c"] { try hub.pull(clone) }
    return hub
  }

  @Test(
    arguments: TestScope.cases(
      [[true, false]], all: [[false, false], [true, true], [false, true], [true, false]]))
  func everyFieldOfOneTask(_ rebase: [Bool]) throws {
    let hub = try hubWithSample()
    let bob = Self.bob
    try hub.tasks("a", "modify", bob, "title:Call Bob today", "+alpha", "-phone", "pri:B")
    try hub.tasks("a", "note", bob, "note of a")
    try hub.tasks("a", "check", bob, "1")
    try hub.tasks("b", "modify", bob, "title:Call Bob tomorrow", "+beta", "due:2026-12-01")
    try hub.tasks("b", "note", bob, "note of b")
    try hub.tasks("b", "wait", bob, "--note", "b waits")
    try hub.tasks("c", "modify", bob, "+gamma", "effort:30")
    let text = try hub.world.read("c/" + bob)
    try hub.world.write(
      text.replacingOccurrences(of: "He has the number.", with: "She has the number."),
      to: "c/" + bob)
    try hub.tasks("c", "check", bob, "3")
    #expect(try hub.git("c", "log", "-2", "--format=%s").contains("edited by hand: Call Bob"))

    try hub.git("a", "push", "-q")
    try hub.pull("b", rebase: rebase[0])
    try hub.git("b", "push", "-q")
    try hub.pull("c", rebase: rebase[1])
    try hub.git("c", "push", "-q")
    try hub.settle()

    let merged = try hub.world.read("a/" + bob)
    #expect(merged.contains("* WAIT [#B] Call Bob tomorrow [3/3] "))
    #expect(merged.contains("- Merge dropped title \"Call Bob today\"\n"))
    #expect(merged.components(separatedBy: "Merge dropped").count == 2)
    for tag in ["alpha", "beta", "gamma", "@office"] { #expect(merged.contains(":\(tag):")) }
    #expect(!merged.contains(":phone:"))
    #expect(merged.contains("DEADLINE: <2026-12-01 Tue -3d>"))
    #expect(merged.contains(":Effort:   0:30\n"))
    for line in ["She has the number.", "note of a", "note of b"] {
      #expect(merged.contains(line + "\n"))
    }
    #expect(!merged.contains("He has"))
    #expect(
      merged.contains("- State \"WAIT\"       from \"TODO\"") && merged.contains("  b waits\n"))
  }

  @Test(arguments: [false, true])
  func tasksOfTheirOwn(_ rebase: Bool) throws {
    let hub = try hubWithSample()
    for clone in hub.clones {
      try hub.tasks(clone, "add", "First of \(clone)", "+\(clone)")
      try hub.tasks(clone, "add", "Second of \(clone)")
    }
    try hub.world.write("* TODO By hand\n", to: "b/hand.org")
    try hub.tasks("b", "done", "hand.org")
    for clone in hub.clones {
      try hub.pull(clone, rebase: rebase)
      try hub.git(clone, "push", "-q")
    }
    try hub.settle(rebase: rebase)
    let list = try hub.tasks("c", "list", "--format", "{title}")
    for clone in hub.clones {
      #expect(list.contains("First of \(clone)\n") && list.contains("Second of \(clone)\n"))
    }
    #expect(try hub.tasks("a", "list", "--done", "--format", "{title}") == "Pay rent\nBy hand\n")
  }

  /// One by one: deleted against edited, finished against renamed, moved against moved.
  @Test(arguments: [false, true])
  func oneSideAgainstTheOther(_ rebase: Bool) throws {
    let hub = try hubWithSample()
    let (bob, milk, plants) = (Self.bob, World.sample[1].path, World.sample[2].path)
    try hub.tasks("a", "delete", bob)
    try hub.tasks("b", "note", bob, "still needed")
    try hub.tasks("a", "done", milk)
    try hub.tasks("b", "modify", milk, "title:Buy oat milk")
    try hub.tasks("c", "modify", milk, "-errand", "+food")
    try hub.tasks("a", "done", plants)
    try hub.tasks("c", "move", plants, "top")
    try hub.tasks("b", "restore", World.sample[4].path)
    try hub.tasks("c", "note", World.sample[4].path, "thought again")
    for clone in hub.clones {
      try hub.pull(clone, rebase: rebase)
      try hub.git(clone, "push", "-q")
    }
    try hub.settle(rebase: rebase)
    let trash = try hub.tasks("a", "trash", "--json")
    #expect(trash.contains("1bbbbbbbbbbbbbbb") && trash.contains("still needed"))
    #expect(
      try hub.tasks("a", "list", "--done", "--format", "{title} {tags}")
        == "Buy oat milk food\nPay rent errand\n")
    #expect(try hub.world.read("a/" + plants).contains("SCHEDULED: <2026-11-28 Sat ++1w>"))
    #expect(try hub.tasks("a", "list", "--format", "{rank} {title}").hasPrefix("0.5 Water"))
    #expect(try hub.world.read("a/" + World.sample[4].path).contains("thought again"))
    #expect(try hub.tasks("a", "list", "--format", "{title}").contains("Old idea\n"))
  }

  /// Commits of other people in the same repository go along.
  @Test func somethingElseBesideTheTasks() throws {
    let hub = try hubWithSample()
    try hub.world.write("# Notes\n", to: "a/README.md")
    try hub.git("a", "add", "README.md")
    try hub.git("a", "commit", "-qm", "a readme")
    try hub.git("a", "push", "-q")
    try hub.tasks("b", "add", "Something")
    try hub.pull("b")
    try hub.git("b", "push", "-q")
    try hub.settle()
    #expect(try hub.world.read("c/README.md") == "# Notes\n")
  }
}
