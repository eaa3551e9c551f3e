import CoreTestSupport
import TasksCore
import Testing

/// What a property says beside its field, and what a log of merges names.
@Suite struct OrgKeepingTests {
  private func drawer(_ line: String) -> String {
    "* TODO x\n:PROPERTIES:\n\(line)\n:END:\n"
  }

  private func edited(_ line: String, _ edit: Edit) throws -> String {
    let document = try OrgLaw.document(drawer(line)).applying([edit])
    #expect(document.task.applying(edit) == document.task)
    return Text(bytes: document.bytes).string
  }

  @Test func reminderKeepsItsRepeater() throws {
    let one = ":REMIND:   [2026-11-23 Mon 09:30 +1w]"
    let moved = try #require(Reminder(fieldText: "2026-11-24T10:00 +1w"))
    let old = try #require(Reminder(fieldText: "2026-11-23T09:30 +1w"))
    let once = Reminder(moved.at)
    #expect(try OrgLaw.document(drawer(one)).task.reminders == [old])
    #expect(
      try edited(one, .reminders([moved])) == drawer(":REMIND:   [2026-11-24 Tue 10:00 +1w]"))
    #expect(try edited(one, .reminders([once])) == drawer(":REMIND:   [2026-11-24 Tue 10:00]"))
    #expect(
      try edited(one, .reminders([old, once]))
        == drawer(":REMIND:   [2026-11-23 Mon 09:30 +1w] [2026-11-24 Tue 10:00]"))
    #expect(
      try edited(":REMIND: [2026-11-22 So], [2026-11-23 Mon 9:30 +1w]", .reminders([old]))
        == drawer(":REMIND: [2026-11-23 Mon 9:30 +1w]"))
    #expect(
      try edited(
        ":REMIND: <2026-11-22 So .+1d/3d -1d> [2026-11-23 Mon 09:30]",
        .reminders([
          Reminder(try #require(Timestamp(iso: "2026-11-22")), repeater: Repeater(".+1d/3d")),
          moved,
        ])) == drawer(":REMIND: <2026-11-22 So .+1d/3d -1d> [2026-11-24 Tue 10:00 +1w]"))
    let there = try OrgLaw.document(drawer(one)).applying([.reminders([moved])])
    #expect(try there.applying([.reminders([old])]).bytes == Array(drawer(one).utf8))
  }

  @Test func parentKeepsTheOtherIDs() throws {
    let line = ":PARENT:   id:aaaa id:bbbb"
    let other = try #require(TaskID("cccc"))
    #expect(try edited(line, .parent(other)) == drawer(":PARENT:   id:cccc id:bbbb"))
    #expect(
      try edited(":PARENT: [[id:aaaa]] bbbb", .parent(other)) == drawer(":PARENT: id:cccc bbbb"))
    #expect(try OrgLaw.document(drawer(line)).applying([.parent(nil)]).task.parent == nil)
  }

  @Test(arguments: ["property a\"b", "property \"", "checkbox \"a\" \"b\"", "a\\\""])
  func droppedFieldMayHoldQuotes(field: String) throws {
    for value in ["x", "a \"b\" c\\", "\"", ""] {
      let kind = LogEntry.Kind.dropped(field: Text(field), value: Text(value))
      let entry = LogItem.entry(LogEntry(kind))
      let org = try OrgLaw.document("* TODO x\n").applying([.log([entry])])
      #expect(org.task.log == [entry])
      let text = Array("---\nstatus: todo\n---\n".utf8)
      let markdown = try #require(
        MarkdownDocument(text, path: "a.md", workflow: .standard)
      ).applying([.log([entry])])
      #expect(markdown.task.log == [entry])
    }
  }

  /// Anywhere but right behind the keyword it is text, as to org-element (Org 9.5).
  @Test func priorityStandsBehindTheKeyword() throws {
    let headings: [(text: String, priority: String?)] = [
      ("[#B] x", "B"), ("  [#B]  x", "B"), ("[#B]x", "B"), ("x [#B] y", nil), ("x [#B]", nil),
      ("[1/2] [#B] x", nil), ("COMMENT [#B] x", nil), ("x[#B]y", nil),
    ]
    let files = headings.map { "* TODO \($0.text)\n" }
    for (file, expected) in zip(files, headings) {
      #expect(try OrgLaw.document(file).task.priority?.text == expected.priority, "\(file)")
    }
    let read = try OrgEmacs.read(files.map { Array($0.utf8) })
    #expect(read.map { $0?.priority } == headings.map(\.priority))
  }
}
