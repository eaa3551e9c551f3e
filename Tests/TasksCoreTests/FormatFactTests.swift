import CoreTestSupport
import TasksCore
import Testing

/// What files.md promises of both formats, and of other programs' keys.
@Suite struct FormatFactTests {
  /// A key as another program spells it, is read, and keeps its spelling when its value changes.
  @Test(arguments: [
    ("labels: [a]", Edit.tags(["a"]), Edit.tags(["a", "b"]), "labels: [a, b]"),
    ("due_date: 2026-11-20", .deadline(plan(20)), .deadline(plan(24)), "due_date: 2026-11-24"),
    (
      "dateCreated: 2026-11-20", .created(moment(20)), .created(moment(24)),
      "dateCreated: 2026-11-24"
    ),
    (
      "created_date: '2026-11-20'", .created(moment(20)), .created(moment(24)),
      "created_date: '2026-11-24'"
    ),
    (
      "created_at: 2026-11-20", .created(moment(20)), .created(moment(24)), "created_at: 2026-11-24"
    ),
    (
      "completedDate: 2026-11-20", .closed(moment(20)), .closed(moment(24)),
      "completedDate: 2026-11-24"
    ),
    (
      "completed_date: '2026-11-20'", .closed(moment(20)), .closed(moment(24)),
      "completed_date: '2026-11-24'"
    ),
    ("closed_at: 2026-11-20", .closed(moment(20)), .closed(moment(24)), "closed_at: 2026-11-24"),
    ("ordinal: 1000", .rank(Rank(1000)), .rank(Rank(2.5)), "ordinal: 2.5"),
    ("timeEstimate: 90", .effort(90), .effort(5), "timeEstimate: 5"),
    ("parent_task_id: a1", .parent(TaskID("a1")), .parent(TaskID("b2")), "parent_task_id: b2"),
    ("parent_id: a1", .parent(TaskID("a1")), .parent(TaskID("b2")), "parent_id: b2"),
    ("project: home", .list("home"), .list("work"), "project: work"),
    ("projects: [home]", .list("home"), .list("work"), "projects: [work]"),
    ("summary: One", .title("One"), .title("Two"), "summary: Two"),
    ("Due: 2026-11-20", .deadline(plan(20)), .deadline(plan(24)), "Due: 2026-11-24"),
  ])
  func keysOfOtherPrograms(_ old: String, _ value: Edit, _ edit: Edit, _ new: String) throws {
    let document = try #require(MarkdownFiles.read("---\nstatus: todo\n\(old)\n---\n"))
    #expect(document.task.applying(value) == document.task, "it is read")
    let edited = try document.applying([edit])
    #expect(
      String(decoding: edited.bytes, as: UTF8.self) == "---\nstatus: todo\n\(new)\n---\n")
  }

  @Test(arguments: [
    ("id: a1", "a1"), ("uid: a1", "a1"), ("uuid: a1", "a1"), ("uuid: b\nid: a1", "a1"),
  ])
  func idOfOtherPrograms(_ keys: String, _ id: String) throws {
    let task = try #require(MarkdownFiles.read("---\nstatus: todo\n\(keys)\n---\n")).task
    #expect(task.hasOwnID && task.id.text.string == id)
  }

  /// Names that Org computes itself.
  @Test(arguments: [
    "ALLTAGS", "BLOCKED", "CLOCKSUM", "CLOCKSUM_T", "CLOSED", "DEADLINE", "FILE", "ITEM",
    "PRIORITY",
    "SCHEDULED", "TAGS", "TIMESTAMP", "TIMESTAMP_IA", "TODO",
  ])
  func reservedNames(_ name: String) throws {
    let document = try OrgLaw.document("* TODO x\n")
    #expect(throws: EditError.badPropertyName(Text(name))) {
      try document.applying([.property(name: Text(name), value: "v")])
    }
  }

  @Test(arguments: [("a.org", "* TODO x\n"), ("a.md", "---\nstatus: todo\n---\n")])
  func largeFilesAreRefused(_ path: String, _ head: String) throws {
    let line = [UInt8](repeating: 0x78, count: TaskReader.longestLine)
    let most = Array(head.utf8) + line
    #expect(try TaskReader.read(most, path: path) != nil)
    #expect(throws: ReadError.lineTooLong) { try TaskReader.read(most + [0x78], path: path) }
    let lines = [UInt8](repeating: 0x0A, count: TaskReader.largestFile)
    #expect(throws: ReadError.tooLarge) {
      try TaskReader.read(Array(head.utf8) + lines, path: path)
    }
  }

  @Test(arguments: ["a.org", "a.md"])
  func onlyLineFeedsEndLines(_ path: String) throws {
    let odd = "one\u{2028}two\u{0B}three\u{0C}four\u{85}five"
    let text =
      (path == "a.org" ? "* TODO x\n" : "---\nstatus: todo\n---\n\n") + odd + "\n- [ ] box\n"
    let document = try #require(try TaskReader.read(Array(text.utf8), path: path))
    #expect(document.task.notes.lines == [Text(odd), "- [ ] box"])
    let edited = try document.applying([.notes(Text.joining([Text(odd), "- [x] box"]))])
    #expect(edited.bytes == Array(text.replacing("[ ]", with: "[x]").utf8))
  }

  private static func moment(_ day: Int) -> Timestamp? {
    CivilDate(year: 2026, month: 11, day: day).map { Timestamp($0) }
  }

  private static func plan(_ day: Int) -> Planning? { moment(day).map { Planning($0) } }
}
