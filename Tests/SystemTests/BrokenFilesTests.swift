import Foundation
import TestSupport
import Testing

/// Files of tasks that were broken by hand: no marker comes into them, no task is lost, and no clone is held up.
@Suite struct BrokenFilesTests {
  private static let path = "2026-11/one-abcdefghjkmnpqrs.md"

  private static let task =
    "---\nid: abcdefghjkmnpqrs\ntitle: one\nstatus: todo\n---\n\nbody\n"
  /// Its front matter has no end.
  private static let broken = task.replacingOccurrences(of: "todo\n---", with: "todo\n--")

  /// Which versions cannot be read.
  enum Story: String, CaseIterable {
    case all, sides, addedByBoth, onlyOurs, orgOfOurName
  }

  private func tell(_ story: Story, _ fleet: Fleet) throws -> String {
    let path = story == .orgOfOurName ? "2026-11/one-abcdefghjkmnpqrs.org" : BrokenFilesTests.path
    let (task, broken) =
      story == .orgOfOurName
      ? ("* one\nbody\n", "* one\nbody\n") : (BrokenFilesTests.task, BrokenFilesTests.broken)
    func commit(_ text: String, _ device: String) throws {
      try fleet.write(text, to: path, on: device)
      try fleet.git("add", "-A", on: device)
      try fleet.git("commit", "-qm", "by hand", on: device)
    }
    if story != .addedByBoth { try commit(story == .all ? broken : task, "a") }
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    for device in ["a", "b"] {
      let text = story == .onlyOurs && device == "b" ? task : broken
      try commit(text.replacingOccurrences(of: "one\n", with: "one \(device)\n"), device)
      try commit(
        text.replacingOccurrences(of: "one\n", with: "one \(device)\n")
          .replacingOccurrences(of: "body", with: "body \(device)"), device)
    }
    try fleet.tasks("add", "other", on: "b")
    try fleet.tasks("sync", on: "b")
    return path
  }

  @Test(arguments: Story.allCases) func everyWayKeepsTheLinesOfBoth(story: Story) throws {
    let fleet = try Fleet("a", "b")
    let path = try tell(story, fleet)
    try Way.expectOneTree(fleet, "\(story)")
    let text = try fleet.read(path, on: "merge")
    for line in ["one a", "one b", "body a", "body b"] {
      #expect(text.contains(line + "\n"), "\(story): \(text)")
    }
  }

  /// The driver says the same, where git does not run the strategy.
  @Test(arguments: ["merge", "rebase"]) func theDriverKeepsTheLinesOfBoth(command: String) throws {
    let fleet = try Fleet("a", "b")
    let path = try tell(.all, fleet)
    try fleet.git("fetch", "-q", on: "a")
    try fleet.git("-c", "pull.twohead=ort", command, "-q", "origin/main", on: "a")
    try fleet.expectClean("a")
    let text = try fleet.read(path, on: "a")
    #expect(text.contains("body a\n") && text.contains("body b\n"))
  }

  @Test func aCloneWithABrokenFileGoesOnSyncing() throws {
    let fleet = try Fleet("a", "b")
    let path = BrokenFilesTests.path
    try fleet.write(BrokenFilesTests.task, to: path, on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let broken = BrokenFilesTests.broken.replacingOccurrences(of: "body", with: "of a")
    try fleet.write(broken, to: path, on: "a")
    // As long as nobody else changes it, it waits for whoever made it so.
    try fleet.tasks("add", "mine", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.git("status", "--porcelain", on: "a") == " M \(path)\n")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("modify", path, "title:from b", on: "b")
    try fleet.tasks("add", "theirs", on: "b")
    try fleet.tasks("sync", on: "b")
    let said = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(said.status == 0, "\(said.errors)")
    #expect(said.errors.contains("the lines of both are kept"))
    try fleet.expectClean("a")
    let text = try fleet.read(path, on: "a")
    #expect(text.contains("of a\n") && text.contains("from b\n"), "\(text)")
    #expect(try Set(fleet.titles(on: "a")).isSuperset(of: ["mine", "theirs"]))
  }

  /// A merge that did not come about has said nothing of itself.
  @Test func aRefusedMergeSaysNothingOfItsTasks() throws {
    let fleet = try Fleet("a", "b")
    for device in ["a", "b"] {
      try fleet.write(
        "* TODO \(device)\n:PROPERTIES:\n:ID: id-of-\(device)\n:END:\n", to: "new.org", on: device)
      try fleet.write("\(device)\n", to: "notes.txt", on: device)
      if device == "b" {
        try fleet.git("add", "-A", on: device)
        try fleet.git("commit", "-qm", "by hand", on: device)
        try fleet.tasks("sync", on: device)
      }
    }
    let said = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(said.status == 1)
    #expect(said.errors.contains("notes.txt") && !said.errors.contains("two different tasks"))
  }

  /// The id of a drawer that broke is the one that the file is named by.
  @Test(arguments: Way.allCases) func aBrokenDrawerMakesNoSecondTask(way: Way) throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let one = try fleet.path("one", on: "a")
    let id = String(one.dropLast(4).suffix(16))
    try fleet.replace(":END:", "broken line\n:END:", in: one, on: "a")
    try fleet.tasks("modify", id, "title:from a", on: "a")
    try fleet.tasks("modify", id, "pri:A", on: "b")
    try fleet.tasks("sync", on: "b")
    try way.run(fleet, on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.titles(on: "a") == ["from a"])
    #expect(try fleet.tasks("list", "--format", "{id} {priority}", on: "a") == "\(id) A\n")
    #expect(try fleet.read(one, on: "a").contains("broken line"))
  }
}
