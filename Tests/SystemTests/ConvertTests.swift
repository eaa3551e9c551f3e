import Foundation
import TestSupport
import Testing

/// `tasks convert`: another format, the same task.
@Suite struct ConvertTests {
  private let world: World
  private let id: String

  init() throws {
    world = try World()
    try world.tasks("init", "todo")
    try world.tasks(
      "add", "Call Bob", "+phone", "due:fri", "/", "- [ ] find [[https://example.org][it]]",
      in: "todo")
    id = try world.tasks("list", "--format", "{id}", in: "todo").output
      .trimmingCharacters(in: .newlines)
  }

  private func tasks(_ arguments: String...) throws -> World.Outcome {
    try world.run(World.tasks, arguments, in: "todo")
  }

  private func files() throws -> [String] {
    try world.git("ls-files", "2026-11", in: "todo").output.split(separator: "\n").map(String.init)
  }

  private func commitCount() throws -> Int {
    let count = try world.git("rev-list", "--count", "HEAD", in: "todo").output
    return Int(count.trimmingCharacters(in: .newlines)) ?? 0
  }

  @Test func pathChangesOnlyItsEndingInOneCommit() throws {
    let before = try commitCount()
    let dry = try tasks("convert", id, "--to", "md", "--dry-run")
    #expect(dry.status == 0 && dry.output.hasPrefix("would be converted"))
    #expect(try commitCount() == before)
    let outcome = try tasks("convert", id, "--to", "md")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("converted "))
    #expect(outcome.errors == "")
    #expect(try commitCount() == before + 1)
    #expect(try files() == ["2026-11/call-bob-\(id).md"])
    #expect(try world.git("status", "--porcelain", in: "todo").output == "")
    #expect(
      try world.git("log", "-1", "--format=%s", in: "todo").output == "convert: Call Bob\n")
    let raw = try tasks("show", id, "--raw").output
    #expect(raw.contains("id: \(id)") && raw.contains("due: 2026-11-27"))
    #expect(try tasks("check", id, "1").status == 0)
  }

  @Test func whatCannotComeAlongIsToldInJSONToo() throws {
    _ = try tasks("note", id, "see _this_ and [[*Heading]]")
    let outcome = try tasks("convert", id, "--to", "md", "--json")
    #expect(outcome.status == 0)
    let said = "'Call Bob': read differently in the new format: links in the notes"
    #expect(outcome.errors.contains("tasks: \(said)\n"), "\(outcome.errors)")
    #expect(outcome.output.contains("],\"losses\":[{\"id\":\"\(id)\",\"loss\":\"\(said)\"}"))
    let again = try tasks("convert", id, "--to", "md", "--json")
    #expect(again.output.contains(",\"losses\":[]}"), "\(again.output)")
  }

  @Test func formatItHasAlreadyChangesNothing() throws {
    let before = try commitCount()
    let outcome = try tasks("convert", id, "--to", "org")
    #expect(outcome.status == 0 && outcome.output == "")
    #expect(outcome.errors.contains("nothing to change"))
    #expect(try commitCount() == before)
    #expect(try tasks("convert", id, "--to", "txt").status == 2)
    #expect(try tasks("convert", "zzz", "--to", "md").status == 3)
  }

  @Test func logTellsItAsOneChangeAndGoesOnBeforeIt() throws {
    _ = try tasks("convert", id, "--to", "md")
    let verbs = try tasks("log", id).output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(verbs.count == 2)
    #expect(verbs.first?.contains("  convert  ") == true)
    #expect(verbs.last?.contains("  add  ") == true)
  }

  @Test func undoTakesItBackWhole() throws {
    let before = try files()
    let text = try tasks("show", id, "--raw").output
    _ = try tasks("convert", id, "--to", "md")
    let undone = try tasks("undo")
    #expect(undone.status == 0)
    #expect(undone.output.split(separator: "\n").count == 1, "\(undone.output)")
    #expect(undone.output.hasPrefix("undone: ") && undone.output.contains("Call Bob"))
    #expect(try world.git("log", "-1", "--format=%s", in: "todo").output == "undo: Call Bob\n")
    #expect(try files() == before)
    #expect(try tasks("show", id, "--raw").output == text)
    let redone = try tasks("redo", "--json").output
    #expect(redone.components(separatedBy: "\"id\":").count == 2)
    #expect(redone.contains("\"format\":\"md\""))
    _ = try tasks("modify", id, "pri:A")
    let refused = try tasks("undo", "--op", "HEAD~1")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("tasks convert 2026-11/call-bob-\(id).md --to org"))
    #expect(try files() == ["2026-11/call-bob-\(id).md"])
  }

  @Test func fileInTheWayIsRefused() throws {
    try world.write("Not a task.\n", to: "todo/2026-11/call-bob-\(id).md")
    let outcome = try tasks("convert", id, "--to", "md")
    #expect(outcome.status == 2)
    #expect(try world.read("todo/2026-11/call-bob-\(id).md") == "Not a task.\n")
    #expect(try tasks("show", id).status == 0)
  }

  @Test func handMadeTaskKeepsTheIDOfItsPath() throws {
    try world.write("* TODO Old notes\n", to: "todo/old.org")
    let json = try tasks("show", "old.org", "--json").output
    let marker = try #require(json.range(of: "\"id\":\""))
    let own = String(json[marker.upperBound...].prefix { $0 != "\"" })
    #expect(try tasks("convert", "old.org", "--to", "md").status == 0)
    #expect(try tasks("show", "old.md", "--raw").output.contains("id: \(own)"))
    try world.write("---\nstatus: todo\ntitle: In\n---\n", to: "todo/inbox.md")
    #expect(try tasks("convert", "inbox.md", "--to", "org").status == 2)
  }

  @Test func taskWithoutATitleIsNamedByItsPath() throws {
    for (path, text, remedy) in [
      ("none.org", "* TODO  \n", "modify ID title:\"…\""),
      ("only.org", "* NEXT [#1] COMMENT\n", "edit ID"),
    ] {
      try world.write(text, to: "todo/\(path)")
      let json = try tasks("show", path, "--json").output
      let marker = try #require(json.range(of: "\"id\":\""))
      let id = String(json[marker.upperBound...].prefix { $0 != "\"" })
      let outcome = try tasks("convert", path, "--to", "md")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "tasks: \(path) has no title, and a Markdown file needs one; give it one with: tasks "
          + remedy.replacing("ID", with: id) + "\n")
    }
    #expect(try tasks("modify", "none.org", "title:Call Ann").status == 0)
    #expect(try tasks("convert", "none.org", "--to", "md").status == 0)
  }

  @Test func severalAreOneCommitAllOrNothing() throws {
    _ = try tasks("add", "Buy milk")
    let before = try commitCount()
    #expect(try tasks("convert", id, "zzz", "--to", "md").status == 3)
    #expect(try commitCount() == before)
    let milk = try tasks("list", "milk", "--format", "{id}").output
      .trimmingCharacters(in: .newlines)
    #expect(try tasks("convert", id, milk, "--to", "md").status == 0)
    #expect(try commitCount() == before + 1)
    #expect(try files().allSatisfy { $0.hasSuffix(".md") })
  }

  /// The task is followed by its id: the change made to the old file is in the new one.
  @Test func changeOfTheOldFileElsewhereIsInTheNewOne() throws {
    try world.git("clone", "-q", "todo", "other")
    let bin = world.path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bin + "/git-merge-tasks", withDestinationPath: World.tasks)
    world.environment["PATH"] = bin + ":" + (world.environment["PATH"] ?? "")
    try world.tasks("modify", id, "pri:A", in: "other")
    _ = try tasks("convert", id, "--to", "md")
    let pull = try world.run(
      "git", ["pull", "-q", "--no-rebase", "--no-edit", world.path("other"), "main"], in: "todo")
    #expect(pull.status == 0, "\(pull.errors)")
    #expect(try files() == ["2026-11/call-bob-\(id).md"])
    #expect(try tasks("show", id).output.contains("priority    A"))
  }

  /// A conversion that meets none of the task's changes elsewhere merges like any other change.
  @Test func conversionTravelsByPlainPull() throws {
    try world.git("clone", "-q", "todo", "other")
    _ = try tasks("convert", id, "--to", "md")
    try world.tasks("add", "New", in: "other")
    let pull = try world.git("pull", "-q", "--no-rebase", "--no-edit", in: "other")
    #expect(pull.status == 0, "\(pull.errors)")
    let list = try world.tasks("list", "--format", "{format} {title}", in: "other").output
    #expect(Set(list.split(separator: "\n")) == ["md Call Bob", "org New"])
  }
}
