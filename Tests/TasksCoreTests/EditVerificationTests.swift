import TasksCore
import Testing

/// An edit changes its own field, whatever odd things stand around it, or is refused.
@Suite struct EditVerificationTests {
  private static func read(_ text: String) throws -> any TaskDocument {
    let path = text.hasPrefix("---") ? "a.md" : "a.org"
    return try #require(try TaskReader.read(Array(text.utf8), path: path))
  }

  private static func text(_ document: any TaskDocument) -> String {
    Text(bytes: document.bytes).string
  }

  /// What stands behind a date that goes still begins with a keyword: else the properties below would be text.
  @Test func wordsBehindTheOnlyDateKeepThePropertiesBelow() throws {
    let document = try Self.read(
      "* TODO x\nDEADLINE: <2026-11-27 Fri> call first\n:PROPERTIES:\n:ID: abc\n:END:\n")
    let edited = try document.applying([.deadline(nil)])
    #expect(edited.task == document.task.applying(.deadline(nil)))
    #expect(Self.text(edited) == "* TODO x\nDEADLINE:  call first\n:PROPERTIES:\n:ID: abc\n:END:\n")
    let back = try edited.applying([.deadline(document.task.deadline)])
    #expect(back.task == document.task)
    // A second stamp behind the first would be the date then.
    let two = try Self.read("* TODO x\nDEADLINE: <2026-11-27 Fri> <2026-11-28 Sat>\nnotes\n")
    #expect(throws: EditError.self) { try two.applying([.deadline(nil)]) }
  }

  /// A keyword that stands twice goes twice, with the blanks between.
  @Test(arguments: [
    (
      "DEADLINE: <2026-11-27> SCHEDULED: <2026-11-23> SCHEDULED: <2026-11-24>",
      "DEADLINE: <2026-11-27>"
    ),
    (
      "SCHEDULED: <2026-11-23> DEADLINE: <2026-11-27>  SCHEDULED: <2026-11-24>  ",
      "DEADLINE: <2026-11-27>  "
    ),
    (
      "DEADLINE: <2026-11-27> SCHEDULED: <2026-11-23> SCHEDULED: <2026-11-24> x",
      "DEADLINE: <2026-11-27> x"
    ),
  ])
  func dateThatStandsTwiceGoesTwice(line: String, left: String) throws {
    let document = try Self.read("* TODO x\n\(line)\nnotes\n")
    let edited = try document.applying([.scheduled(nil)])
    #expect(Self.text(edited) == "* TODO x\n\(left)\nnotes\n")
  }

  @Test(arguments: [
    // The line of the file's tags is all that keeps those around it from being properties.
    ("* TODO x\n:PROPERTIES:\n:ID: abc\n#+FILETAGS: a\n:END:\n", Edit.tags([])),
    // What could not be read as a priority is a property; the new value could.
    ("---\nstatus: todo\npriority: soon\n---\n", .property(name: "priority", value: "A")),
  ])
  func editThatWouldChangeMoreIsRefused(text: String, edit: Edit) throws {
    let document = try Self.read(text)
    #expect(throws: EditError.self) { try document.applying([edit]) }
  }

  /// The heading that goes said it: `title` does then, whatever stands in it.
  @Test func titleOutlivesItsHeading() throws {
    let document = try Self.read("---\nstatus: todo\n---\nbody\n# T\u{3}\n")
    let edited = try document.applying([.notes("more")])
    #expect(edited.task.title == "T\u{3}")
    #expect(Self.text(edited).contains("title: \"T\\x03\"\n"))
  }

  @Test func settingsInNotesAreNotTakenAwayWithThem() throws {
    let document = try Self.read("* FINE x\n#+TODO: OPEN | FINE\n")
    #expect(document.task.isDone)
    #expect(throws: EditError.self) { try document.applying([.notes(.empty)]) }
  }

  /// An empty `#+CATEGORY:` says nothing, and what says nothing already is not written again.
  @Test func listTakenAwayWhereNoneIsKeepsTheBytes() throws {
    let document = try Self.read("#+CATEGORY:\n* TODO x\n")
    #expect(try document.applying([.list(nil)]).bytes == document.bytes)
  }

  /// A line of settings that ends in several carriage returns keeps them.
  @Test func linesBeforeTheTaskStayAsTheyAre() throws {
    let document = try Self.read("#+TODO: TODO | DONE\n\r\r\r\n* TODO x\n")
    #expect(document.replacingPreamble(with: document.preamble).bytes == document.bytes)
  }

  /// A small letter is read as the capital it means; what is written is what every Org reads.
  @Test(arguments: [("[#a]", "[#A]"), ("[#A]", "[#A]"), ("[#1]", "[#1]")])
  func priorityOfOrgComesBack(cookie: String, spelled: String) throws {
    let document = try Self.read("* TODO \(cookie) x\n")
    let edits: [Edit] = [.priority(Priority("B")), .priority(document.task.priority)]
    let once = try document.applying(edits)
    #expect(once.task == document.task)
    #expect(Self.text(once) == "* TODO \(spelled) x\n")
    #expect(try once.applying(edits).bytes == once.bytes)
  }

  /// `none` is a word of TaskNotes too: the next one is of its family.
  @Test func priorityThatWasNoneKeepsItsFamily() throws {
    let document = try Self.read("---\nstatus: open\npriority: normal\n---\n")
    let none = try document.applying([.priority(nil)])
    #expect(Self.text(none) == "---\nstatus: open\npriority: none\n---\n")
    #expect(try none.applying([.priority(Priority("B"))]).bytes == document.bytes)
  }

  /// Notes are taken without the blank lines around them, in both formats.
  @Test(arguments: ["* TODO x\n", "---\nstatus: todo\n---\n"])
  func notesWithBlankLinesAroundThemSettle(text: String) throws {
    let once = try Self.read(text).applying([.notes("\n\nmore\n")])
    #expect(once.task.notes == "more")
    #expect(try once.applying([.notes("\n\nmore\n")]).bytes == once.bytes)
  }

  /// A key that holds for the other date is none of this one's.
  @Test func warningWithoutADateStays() throws {
    let document = try Self.read("---\nstatus: todo\ndue_warning: 3d\n---\n")
    let day = Timestamp(try #require(CivilDate(year: 2027, month: 3, day: 1)))
    let edited = try document.applying([.scheduled(Planning(day))])
    #expect(edited.task.property(named: "due_warning") == "3d")
    #expect(try edited.applying([.scheduled(nil)]).bytes == document.bytes)
  }

  /// Only `- ` begins an item: a key above anything else may go.
  @Test func keyAboveTheClosingLineGoes() throws {
    let document = try Self.read("---\nstatus: todo\n---;\nx: y\n---\n")
    let day = Timestamp(try #require(CivilDate(year: 2027, month: 3, day: 1)))
    let edited = try document.applying([.closed(day)])
    #expect(try edited.applying([.closed(nil)]).bytes == document.bytes)
  }
}
