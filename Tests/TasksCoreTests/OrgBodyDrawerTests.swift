import CoreTestSupport
import TasksCore
import Testing

/// LOGBOOK drawers that do not stand right under the properties.
@Suite struct OrgBodyDrawerTests {
  private static let head = "* TODO x\n"
  private static let drawer = """
    :LOGBOOK:
    - Note taken on [2026-11-18 Wed 10:30]
    CLOCK: [2026-11-17 Tue 09:20]--[2026-11-17 Tue 10:05] =>  0:45
    :END:

    """

  private func document(_ body: String) throws -> OrgDocument {
    try OrgLaw.document(Self.head + body)
  }

  private func text(_ document: OrgDocument) -> String { Text(bytes: document.bytes).string }

  @Test func logIsFoundWhereverItStands() throws {
    let task = try document("text\n" + Self.drawer + "more\n** sub\n" + Self.drawer).task
    #expect(task.entries.map(\.kind) == [.note])
    #expect(task.clocks.map(\.minutes) == [45])
    #expect(task.notes.string == "text\nmore\n** sub\n" + Self.drawer.dropLast())
  }

  /// The lines of the notes are those of the file, blank ones too; around the whole there are none.
  @Test(arguments: [
    (
      ":CLOCKING:\nCLOCK: [2026-11-16 Mon 09:20]\n:END:\n%\ntext\n",
      ":CLOCKING:|CLOCK: [2026-11-16 Mon 09:20]|:END:||text"
    ),
    ("a\n\n%\nb\n", "a|||b"), ("a\n%b", "a|b"), ("\na\n%\n\n", "a"), ("a\n%%b\n%\n", "a|b"),
    ("- [ ] a\n  %- [ ] b\n", "- [ ] a|- [ ] b"), ("a\r\n%b\r\n", "a|b"),
  ])
  func notesAreTheRest(_ body: String, _ notes: String) throws {
    let drawer = ":LOGBOOK:\n- Note taken on [2026-11-18 Wed 10:30]\n:END:\n"
    let text = body.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: drawer)
    let task = try document(text).task
    #expect(task.notes.lines.map(\.string).joined(separator: "|") == notes)
    #expect(Set(task.entries.map(\.kind)) == [.note])
  }

  @Test func newEntriesGoIntoTheFirst() throws {
    let old = try document("text\n:LOGBOOK:\n:END:\nmore\n" + Self.drawer)
    let entry = LogItem.entry(
      LogEntry(
        .state(from: "TODO", to: "DONE"), at: Timestamp(iso: "2026-11-20T10:30"), note: "why"))
    let new = try old.applying([.log([entry] + old.task.log)])
    #expect(
      text(new) == Self.head + """
        text
        :LOGBOOK:
        - State "DONE"       from "TODO"       [2026-11-20 Fri 10:30] \\\\
          why
        :END:
        more

        """ + Self.drawer)
    #expect(new.task.notes == "text\nmore")
    #expect(
      try text(new.applying([.log(old.task.log)])) == Self.head + "text\nmore\n" + Self.drawer)
    let without = try new.applying([.log([])])
    #expect(text(without) == Self.head + "text\nmore\n")
  }

  @Test func emptyOnesGoWithTheLastEntry() throws {
    let empty = ":LOGBOOK:\n:END:\n"
    let old = try document("a\n\(empty)b\n\(empty)\(empty)c\n" + Self.drawer)
    let entry = LogItem.entry(LogEntry(.note, at: Timestamp(iso: "2026-11-20T10:30")))
    let new = try OrgLaw.check(.log([entry] + old.task.log), on: old, "add")
    let back = try OrgLaw.check(.log(old.task.log), on: new, "remove")
    #expect(text(back) == Self.head + "a\nb\nc\n" + Self.drawer)
    let again = try back.applying([.log([entry] + old.task.log)]).applying([.log(old.task.log)])
    #expect(again.bytes == back.bytes)
  }

  /// Notes change line by line, and the drawer stays as it is.
  @Test(arguments: [
    ("a\n%b\n", "a\nb\nc", "a\n%b\nc\n"), ("a\n%b\n", "c\na\nb", "c\na\n%b\n"),
    ("a\n%b\n", "a\nc\nb", "a\nc\n%b\n"), ("a\n%b\n", "b", "%b\n"), ("a\n%b\n", "a", "a\n%"),
    ("a\n%b\n", "c", "%c\n"), ("a\n%b\n", "", "%"),
    ("a\n%b", "c", "%c"), ("a\n%b", "a\nb\nc", "a\n%b\nc"),
    ("a\n%b\n%c\n", "d", "%%d\n"), ("a\n%", "a\nb", "a\nb\n%"), ("a\n%", "b", "b\n%"),
    ("a\n%", "", "%"), ("\na\n\n%\nb\n", "a\nb", "\na\n%b\n"),
    ("- [ ] a\n%- [ ] b\n", "- [ ] a\n- [X] b", "- [ ] a\n%- [X] b\n"),
  ])
  func notesAreChangedAroundIt(_ old: String, _ notes: String, _ new: String) throws {
    func file(_ text: String) -> String {
      Self.head
        + text.split(separator: "%", omittingEmptySubsequences: false).joined(
          separator: Self.drawer)
    }
    let start = try OrgLaw.document(file(old))
    let edited = try start.applying([.notes(Text(notes))])
    #expect(text(edited) == file(new))
    #expect(edited.task.notes == Text(notes))
    #expect(edited.task.log == start.task.log)
  }

  /// What would swallow the drawer where it is put stands behind it.
  @Test(arguments: [
    "a\n#+begin_src\nb\n#+end_src", "a\n:NOTES:\nb\n:END:", "a\n:NOTES:\nb", ":END:\nb",
    "#+BEGIN_EXAMPLE\na\nb\n#+END_EXAMPLE\n", "#+begin_quote\nb\n#+end_quote",
  ])
  func notesNeverSwallowIt(_ notes: String) throws {
    for body in ["a\n%b\n", "a\n%b", "a\n%", "a\n\n%%\nb\n", "a\n\n%\nc\n%\nb\n** s\n:END:\n"] {
      let joined = body.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: Self.drawer)
      let old = try document(joined)
      let new = try OrgLaw.check(.notes(Text(notes)), on: old, body)
      #expect(new.task.log == old.task.log)
      #expect(new.task.notes == Text(notes).trimmingBlankLines)
    }
  }

  @Test func notesThatAreALogAreRefused() throws {
    for body in ["", "a\n", "a\n" + Self.drawer + "b\n"] {
      let old = try document(body)
      #expect(throws: EditError.badNotes(line: ":LOGBOOK:")) {
        try old.applying([.notes("a\n:LOGBOOK:\n- x\n:END:\nb")])
      }
      #expect(try old.applying([.notes("a\n:LOGBOOK:\n- x")]).task.log == old.task.log)
    }
  }

  @Test func itBecomesALogOfMarkdown() throws {
    let conversion = try Conversion(
      of: document("text\n\n" + Self.drawer + "more\n"), to: .markdown,
      specification: "TODO | DONE", workflow: .standard)
    let text = Text(bytes: conversion.document.bytes).string
    #expect(
      text.hasSuffix(
        """
        text

        more

        ## Log

        - 2026-11-18 10:30 note
        - 2026-11-17 09:20--10:05 clock 0:45

        """), "\(text)")
    #expect(conversion.losses == [])
  }

  @Test func mergedLogsStayInIt() {
    func file(_ a: String, _ log: String, _ b: String) -> String {
      MergeTaskTests.file(
        "TODO x", [MergeTaskTests.id], "\(a)\n:LOGBOOK:\n\(log)- x\n:END:\n\(b)\n")
    }
    let ours = "- Note taken on [2026-11-18 Wed 10:30]\n"
    let theirs = "- Note taken on [2026-11-19 Thu 10:30]\n"
    #expect(
      MergeTaskTests.merge(file("a", "", "b"), file("A", ours, "b"), file("a", theirs, "B\nc"))
        == file("A", theirs + ours, "B\nc"))
  }

  @Test func planningStandsAsFarInAsTheHeadsDrawers() throws {
    let old = try document("- a\n  :LOGBOOK:\n  - x\n  :END:\n")
    let new = try old.applying([.rank(Rank(1)), .important(true)])
    #expect(text(new).hasPrefix(Self.head + ":PROPERTIES:\n:RANK:     1\n"))
  }

  @Test func randomNotesAroundRandomDrawers() throws {
    let lines = [
      "a", "b", "", "", ":END:", ":LOGBOOK:", ":NOTES:", "#+begin_src", "#+end_src", "- [ ] x",
      "  - y", "#+begin_quote", "#+end_quote", "- State \"DONE\" from \"TODO\" [2026-11-20 Fri]",
      "CLOCK: [2026-11-20 Fri 09:20]", "** s", "  deep",
    ]
    var refused = 0
    for seed in 0..<3_000 {
      var random = OrgSeed(seed)
      var body = ""
      for _ in 0..<random.number(1...9) {
        body += random.once(in: 4) ? Self.drawer : random.pick(lines) + "\n"
      }
      if random.once(in: 4), !body.isEmpty { body.removeLast() }
      let old = try document(body)
      #expect(old.bytes == Array((Self.head + body).utf8))
      var notes = old.task.notes.lines
      for _ in 0..<random.number(1...3) {
        if random.once(in: 2) {
          notes.insert(Text(random.pick(lines)), at: random.number(0...notes.count))
        } else {
          notes.remove(at: random.number(0...notes.count - 1))
          if notes.isEmpty { notes = [.empty] }
        }
      }
      let edit = Edit.notes(Text.joining(notes).trimmingBlankLines)
      do {
        _ = try old.applying([edit])
        try OrgLaw.check(edit, on: old, "seed \(seed)")
      } catch is EditError {
        refused += 1
      }
    }
    #expect(refused < 600, "\(refused)")
  }

  @Test func manyAreReadAndWritten() throws {
    let count = 2_000
    let old = try document((0..<count).map { "line \($0)\n:LOGBOOK:\n- x\n:END:\n" }.joined())
    #expect(old.task.log.count == count)
    let kept = old.task.notes.lines.enumerated().filter { $0.offset % 10 != 3 }.map(\.element)
    let new = try old.applying([.notes(Text.joining(kept)), .log([])])
    #expect(new.bytes == Array(Self.head.utf8) + Text.joining(kept).bytes + [0x0A])
  }
}
