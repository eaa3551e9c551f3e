import FuzzLaws
import TasksCore
import TestSupport
import Testing

/// Files that the fuzzer found, each with the law it broke.
@Suite struct FuzzFindingTests {
  /// The files with which the fuzzer begins keep the laws that it tries.
  @Test(arguments: ["org", "md"]) func theSeedsKeepTheLaws(_ ending: String) throws {
    let seeds = try FuzzSeeds.all(ending)
    #expect(!seeds.isEmpty)
    for bytes in seeds {
      bytes.withUnsafeBufferPointer { ReaderLaws.check($0, path: "2026-11/a.\(ending)") }
    }
  }

  @Test func whatIsTypedKeepsTheLaws() throws {
    for bytes in try FuzzSeeds.all("word") {
      WordLaws.check(bytes)
      for count in stride(from: 0, to: bytes.count, by: 7) {
        WordLaws.check(Array(bytes.prefix(count)))
      }
    }
  }

  /// Longer than any number can say.
  @Test(arguments: [
    "* TODO x\n:PROPERTIES:\n:Effort: ¿\n:END:\n", "---\nstatus: todo\neffort: ¿\n---\n",
  ])
  func endlessEffort(_ text: String) throws {
    let years = String(repeating: "999999999y", count: 20_000)
    let bytes = Array(text.replacing("¿", with: years).utf8)
    let task = try #require(
      try TaskReader.read(bytes, path: text.hasPrefix("*") ? "a.org" : "a.md")
    ).task
    #expect(task.effort == nil)
  }

  /// A time of deletion that cannot be read goes when it is taken away.
  @Test func deletionThatCannotBeRead() throws {
    let text = "* TODO x\n:PROPERTIES:\n:DELETED: :ID: aaaa111122223333\n:END:\n"
    let document = try #require(OrgDocument(Array(text.utf8), path: "a.org", workflow: .standard))
    #expect(document.task.properties.map(\.name) == ["DELETED"])
    let edited = try document.applying([.property(name: "DELETED", value: nil)])
    #expect(edited.task.properties == [])
    #expect(String(decoding: edited.bytes, as: UTF8.self) == "* TODO x\n")
  }

  /// A clock outside of the drawers stays before what is added to a drawer.
  @Test func logSetTwiceBesideAClockOutsideOfTheDrawers() throws {
    let clock = "CLOCK: [2027-11-20 Sat 09:20]--[2027-11-20 Sat 10:05] =>  0:45\n"
    let text =
      "* TODO x\n\(clock)\nText.\n:LOGBOOK:\n- Note taken on [2026-11-20 Fri 10:30]\n\(clock):END:\n"
    let document = try #require(OrgDocument(Array(text.utf8), path: "a.org", workflow: .standard))
    let start = try #require(Timestamp(iso: "2027-11-21T09:00"))
    let log = [.clock(Clock(start: start, end: start.adding(minutes: 60)))] + document.task.log
    let edited = try document.applying([.log(log)])
    #expect(Set(edited.task.log) == Set(log))
    #expect(try edited.applying([.log(log)]).bytes == edited.bytes)
  }

  /// A note that ends where the file does, lines ending in more than one carriage return.
  @Test(arguments: [
    "* TODO Call [1/2] :a:b:\r\n/2] :a:b:\r\r\n* Othe,\r\u{1B}",
    "* TODO Call\r\nx\r\r\n* O",
    "* TODO Call\r\nx\r\r\ny",
    "* TODO Call\r\nx\r\ny",
  ])
  func noteAddedAndTakenAwayKeepsTheBytes(text: String) throws {
    let document = try #require(
      OrgDocument(Array(text.utf8), path: "a.org", workflow: .standard))
    let notes = document.task.notes
    let edited = try document.applying([.notes(Text(bytes: notes.bytes + Array("\nmore".utf8)))])
    let back = try edited.applying([.notes(notes)])
    #expect(back.bytes == document.bytes)
  }

  /// A line that ends in a carriage return of its own keeps it when a line follows, whichever ends the file has.
  @Test(arguments: ["---\n", "---\r\n"])
  func returnsBeforeAnAddedLine(top: String) throws {
    let text = "\(top)status: todo\n---\none\nso\r\r\n"
    let document = try #require(
      MarkdownDocument(Array(text.utf8), path: "a.md", workflow: .standard))
    let notes = document.task.notes
    #expect(notes.bytes == Array("one\nso\r".utf8))
    let longer = Text(bytes: notes.bytes + Array("\nmore".utf8))
    let edited = try document.applying([.notes(longer)])
    #expect(edited.task.notes == longer)
    #expect(try edited.applying([.notes(notes)]).bytes == document.bytes)
  }

  /// So does the last line of notes that are put where there are none.
  @Test func returnAtTheEndOfNewNotes() throws {
    for (path, head) in [("a.md", "---\nstatus: todo\n---\n"), ("a.org", "* TODO x\n")] {
      let document = try #require(
        try TaskReader.read(Array((head + "- one\r\r\n").utf8), path: path))
      #expect(document.task.notes == "- one\r")
      let back = try document.applying([.notes(.empty)]).applying([.notes("- one\r")])
      #expect(back.task.notes == "- one\r", "\(path)")
    }
  }

  /// A key that would be read as the notes once those in the body are gone keeps them from going.
  @Test func clearingNotesAboveAKeyOfTheirName() throws {
    let text = "---\nstatus: todo\nnotes: x1\n---\n\nbody\n"
    let document = try #require(
      MarkdownDocument(Array(text.utf8), path: "a.md", workflow: .standard))
    #expect(document.task.notes == "body")
    #expect(document.task.properties == [Task.Property("notes", "x1")])
    #expect(throws: EditError.self) { try document.applying([.notes(.empty)]) }
    #expect(throws: EditError.self) { try document.applying([.notes(" \n")]) }
    let changed = try document.applying([.notes("other")])
    #expect(Text(bytes: changed.bytes).string == text.replacing("body", with: "other"))
  }

  /// A blank line between an entry and its note is no part of the note.
  @Test(arguments: ["\n", "\r\n", " \r\n\n"])
  func noteBelowABlankLine(gap: String) throws {
    let text =
      "* TODO t\n:LOGBOOK:\n- Note taken on [2026-11-20 Fri 09:16] \\\\\n\(gap)  two\n:END:\n"
    let document = try #require(
      OrgDocument(Array(text.utf8), path: "a.org", workflow: .standard))
    #expect(document.task.entries.map(\.note) == ["two"])
  }

  /// A word for a priority in odd capitals cannot come back to the byte; the usual ones do.
  @Test(arguments: [
    ("high", "high"), ("High", "High"), ("LOW", "LOW"), ("p1", "p1"), ("P3", "P3"), ("A", "A"),
    ("c", "c"), ("hIGH", "High"), ("P0", "P1"), ("lOW", "Low"),
  ])
  func priorityComesBack(word: String, spelled: String) throws {
    let text = "---\nstatus: todo\npriority: \(word)\n---\n"
    let document = try #require(
      MarkdownDocument(Array(text.utf8), path: "a.md", workflow: .standard))
    let edits: [Edit] = [.priority(Priority("B")), .priority(document.task.priority)]
    let once = try document.applying(edits)
    #expect(once.task == document.task)
    #expect(Text(bytes: once.bytes).string == text.replacing(word, with: spelled))
    #expect(try once.applying(edits).bytes == once.bytes)
  }
}
