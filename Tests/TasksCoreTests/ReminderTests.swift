import CoreTestSupport
import TasksCore
import TestSupport
import Testing

@Suite struct ReminderTests {
  private func reminder(_ text: String) throws -> Reminder {
    try #require(Reminder(fieldText: text))
  }

  @Test(arguments: [
    ("2026-11-24T09:00", true), ("2026-11-24 +1d", true), ("2026-11-24T09:00 .+2d/4d", true),
    ("2026-11-24T09:00 3d", false), ("2026-11-24--2026-11-25", false), ("+1d", false), ("", false),
    ("2026-11-24 +1d +2d", false),
  ])
  func texts(_ text: String, _ isOne: Bool) {
    #expect(Reminder(fieldText: text)?.fieldText == (isOne ? text : nil))
  }

  @Test func aListOfThemIsOneText() throws {
    let texts = ["2026-11-24T09:00 +1d", "2026-11-25", "2026-11-26 .+2d/4d"]
    let value = FieldValue(list: try texts.map { .reminder(try reminder($0)) })
    let text = try #require(value.text)
    #expect(text.string == texts.joined(separator: " "))
    #expect(FieldKind.reminders.value(fromText: text) == value)
    for wrong in ["+1d", "2026-11-24 +1d +2d", "2026-11-24 x"] {
      #expect(FieldKind.reminders.value(fromText: Text(wrong)) == nil)
    }
  }

  @Test func movingKeepsTheRepeater() throws {
    let old = try ["2026-11-24T09:00 +1d", "2026-11-25", "2026-11-26 +1w"].map(reminder)
    func moved(_ texts: String...) throws -> [String] {
      Reminder.moved(old, to: try texts.map { try #require(Timestamp(iso: $0)) }).map(\.fieldText)
    }
    #expect(
      try moved("2026-11-24T09:00", "2026-11-26") == ["2026-11-24T09:00 +1d", "2026-11-26 +1w"])
    #expect(
      try moved("2026-11-24T10:00", "2026-11-25", "2026-11-26") == [
        "2026-11-24T10:00 +1d", "2026-11-25", "2026-11-26 +1w",
      ])
    #expect(
      try moved("2026-11-25", "2026-11-26", "2026-12-01") == [
        "2026-11-25", "2026-11-26 +1w", "2026-12-01",
      ])
    #expect(try moved() == [])
  }

  @Test func typedDatesKeepTheRepeaterInAFile() throws {
    let org =
      "* TODO x\n:PROPERTIES:\n:REMIND: <2026-11-24 Tue 09:00 +1d> [2026-11-25 Wed]\n:END:\n"
    let document = try OrgLaw.document(org)
    let draft = try QuickAdd.read(
      ["remind:2026-11-24@10:00,2026-11-25"], mode: .modify,
      now: try #require(Timestamp(iso: "2026-11-20T10:00")))
    let edits = try draft.edits(for: document.task) { _ in throw Missing() }
    #expect(
      Text(bytes: try document.applying(edits).bytes).string
        == org.replacing("09:00", with: "10:00"))
  }

  private struct Missing: Error {}

  /// In the form of the other dates, and quoted only where it must be.
  @Test func frontMatterHasThem() throws {
    func text(_ value: String) -> String { "---\ntitle: x\nstatus: todo\n\(value)---\n" }
    let document = try #require(
      MarkdownFiles.read(text("reminder: \"2026-11-24 09:00 +1d\"  # daily\n")))
    #expect(document.task.reminders.map(\.fieldText) == ["2026-11-24T09:00 +1d"])
    func written(_ reminders: String...) throws -> String {
      Text(bytes: try document.applying([.reminders(try reminders.map(reminder))]).bytes).string
    }
    #expect(
      try written("2026-11-25T10:00 +1w")
        == text("reminder: \"2026-11-25 10:00 +1w\"  # daily\n"))
    #expect(
      try written("2026-11-24T09:00 +1d", "2026-11-25T10:00").contains("- 2026-11-24 09:00 +1d\n"))
    let new = try #require(MarkdownFiles.read(text(""))).applying([
      .reminders([try reminder("2026-11-24T09:00 .+2d/4d")])
    ])
    #expect(Text(bytes: new.bytes).string == text("reminder: 2026-11-24T09:00 .+2d/4d\n"))
  }

  /// Two sides that changed different things of one reminder changed the same value.
  @Test func aMergeComparesTheRepeaters() throws {
    func file(_ stamp: String) -> String {
      "* TODO x\n:PROPERTIES:\n:ID: aaaa\n:REMIND: \(stamp)\n:END:\n"
    }
    func version(_ text: String) -> TaskMerge.Version {
      TaskMerge.Version(Array(text.utf8), path: "a/b.org")
    }
    let (old, new) = ("[2026-11-24 Tue 09:00 +1d]", "[2026-11-24 Tue 09:00 +1w]")
    let outcome = TaskMerge.merge(
      base: version(file(old)), ours: version(file(new)),
      theirs: version(file(old).replacing("TODO x", with: "TODO y")), local: .ours)
    guard case .merged(let bytes, let dropped) = outcome else {
      Issue.record("not merged")
      return
    }
    #expect(dropped.isEmpty)
    #expect(Text(bytes: bytes).string == file(new).replacing("TODO x", with: "TODO y"))
  }
}
