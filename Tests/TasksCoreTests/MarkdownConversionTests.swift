import CoreTestSupport
import TasksCore
import Testing

@Suite("Markdown conversion")
struct MarkdownConversionTests {
  private static let specification: Text = "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"

  private static func converted(
    _ document: any TaskDocument, to format: Format
  ) throws -> Conversion {
    try Conversion(of: document, to: format, specification: specification, workflow: .standard)
  }

  @Test("the example goes to Org and back, and stays the same task")
  func roundTrip() throws {
    let document = try #require(MarkdownFiles.read(MarkdownFiles.example))
    let org = try Self.converted(document, to: .org)
    #expect(org.losses.isEmpty)
    #expect(org.document.task.path == "2026-11/call-bob.org")
    let back = try Self.converted(org.document, to: .markdown)
    #expect(back.losses.isEmpty)
    #expect(back.document.task == document.task)
    let text = String(decoding: back.document.bytes, as: UTF8.self)
    #expect(text == MarkdownFiles.example.replacing50(with: "geo: \"50.0875,14.4213\""))
  }

  @Test(
    "what heading, planning and settings say beside the fields is said",
    arguments: [
      ("* TODO t\nSCHEDULED: <%%(diary-float t 4 2)>\n", ["SCHEDULED: <%%(diary-float t 4 2)>"]),
      (
        "* TODO t\nSCHEDULED: <2026-11-20 Fri> text DEADLINE: <2026-11-21 Sat> end\n",
        ["text", "end"]
      ),
      ("* TODO [#A] COMMENT t :x:\n", ["COMMENT"]),
      ("#+TODO: TODO | DONE\n* TODO t\n", ["#+TODO: TODO | DONE"]),
      ("#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)\n* TODO COMMENTED\n", []),
    ])
  func unreadParts(_ text: String, _ lines: [String]) throws {
    let document = try #require(
      OrgDocument(Array(text.utf8), path: "2026-11/x.org", workflow: .standard))
    let losses = try Self.converted(document, to: .markdown).losses
    #expect(losses == lines.map { .lines(Text($0)) })
  }

  @Test("blanks round a quoted title, which Org does not keep, are said")
  func titleInBlanks() throws {
    let document = try #require(
      MarkdownFiles.read("---\ntitle: \"  a b \"\nstatus: todo\n---\n"))
    let org = try Self.converted(document, to: .org)
    #expect(org.document.task.title == "a b")
    #expect(org.losses == [.title("  a b ", became: "a b")])
  }

  @Test(
    "what a log says in words of its own goes to the other format and back",
    arguments: [
      (
        "- Rescheduled from \"[2026-11-10 Tue]\" on [2026-11-12 Thu 10:00]",
        "- 2026-11-12 10:00 Rescheduled from \"[2026-11-10 Tue]\" on"
      ),
      ("- Refiled on [2026-11-12 Thu]", "- 2026-11-12 Refiled on"),
      ("- something odd [2026-11-17 Tue 12:00]", "- 2026-11-17 12:00 something odd"),
      // Where no blank follows the moment is part of a word.
      ("- 2026-11-12: called [2026-11-12 Thu]", "- 2026-11-12: called"),
      ("- 2026-11-12 10:00--x [2026-11-12 Thu 10:00]", "- 2026-11-12 10:00--x"),
      ("- free text", "- free text"),
      // Not in the way the stamp would be written.
      ("- Refiled on [2026-11-12]", "- Refiled on [2026-11-12]"),
    ])
  func otherEntries(_ org: String, _ markdown: String) throws {
    // Org says so where a note follows.
    let line = org + (org.hasSuffix("]") ? " \\\\" : "")
    let text = "* TODO t\n:PROPERTIES:\n:ID: x1\n:END:\n:LOGBOOK:\n\(line)\n  a note\n:END:\n"
    let document = try #require(
      OrgDocument(Array(text.utf8), path: "2026-11/x.org", workflow: .standard))
    let there = try Self.converted(document, to: .markdown)
    #expect(there.losses.isEmpty)
    #expect(
      String(decoding: there.document.bytes, as: UTF8.self).contains("\n\(markdown)\n  a note\n"))
    let isWritten = markdown != org || document.task.entries[0].at == nil
    #expect(!isWritten || there.document.task.entries[0].at == document.task.entries[0].at)
    let back = try Self.converted(there.document, to: .org)
    #expect(back.losses.isEmpty && back.document.task.log == document.task.log)
    #expect(String(decoding: back.document.bytes, as: UTF8.self).contains("\n\(line)\n  a note\n"))
  }

  @Test("entries and clocks stay in their order")
  func logInOrder() throws {
    let log = """
      :LOGBOOK:
      - State "DONE"       from "TODO"       [2026-11-20 Fri 10:30]
      CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
      CLOCK: [2026-11-19 Thu 09:20]--[2026-11-19 Thu 10:05] =>  0:45
      - Note taken on [2026-11-18 Wed 10:30] \\\\
        a note
      CLOCK: [2026-11-18 Wed 09:20]--[2026-11-18 Wed 10:05] =>  0:45
      - State "TODO"       from "WAIT"       [2026-11-17 Tue 10:30]
      :END:

      """
    let text = "* DONE t\n:PROPERTIES:\n:ID:       x1\n:END:\n" + log
    let document = try #require(
      OrgDocument(Array(text.utf8), path: "2026-11/x.org", workflow: .standard))
    let there = try Self.converted(document, to: .markdown).document
    let clocks = String(decoding: there.bytes, as: UTF8.self).split(separator: "\n")
      .suffix(6).map { $0.contains(" clock ") }
    #expect(clocks == [false, true, true, false, true, false])
    let back = try Self.converted(there, to: .org).document
    #expect(String(decoding: back.bytes, as: UTF8.self).hasSuffix("\n" + text))
  }

  @Test("what Org cannot take is said")
  func toOrg() throws {
    let document = try #require(
      MarkdownFiles.read(
        """
        ---
        title: "[#A] x"
        status: review
        tags: [good first issue, a-b]
        "odd name": v
        file: f
        map: {a: b}
        ---
        * bullet
        [a](b)
        """))
    let conversion = try Self.converted(document, to: .org)
    #expect(
      conversion.losses == [
        .lines("map: {a: b}"),
        .tag("good first issue", became: "good_first_issue"),
        .tag("a-b", became: "a_b"), .title("[#A] x", became: "Task [#A] x"),
        .property("odd name"), .property("file"),
      ])
    #expect(conversion.document.task.notes == "- bullet\n  [[file:b][a]]\n\nodd name: v\n\nfile: f")
    #expect(conversion.document.task.id == document.task.id)
    for loss in conversion.losses { #expect(!loss.description.isEmpty) }
  }

  @Test("what Markdown cannot take is said")
  func toMarkdown() throws {
    let org = """
      #+TITLE: mine
      #+TODO: TODO HOLD | DONE
      * HOLD Call :a:
      SCHEDULED: <2026-11-20 Fri +1w --2d> DEADLINE: <2026-11-21 Sat>
      :PROPERTIES:
      :due: x
      :END:
      [[https://example.org][link]] <2026-11-22 Sun +1w>
      ** sub
      """
    let document = try #require(
      OrgDocument(Array(org.utf8), path: "a/b.org", workflow: .standard))
    let conversion = try Self.converted(document, to: .markdown)
    #expect(
      conversion.losses == [
        .lines("#+TITLE: mine"), .lines("#+TODO: TODO HOLD | DONE"),
        .repeatingDate(in: "the notes"), .property("due"), .markup("dates"),
      ])
    #expect(
      conversion.document.task.notes
        == "[link](https://example.org) <2026-11-22 Sun +1w>\n## sub\n\ndue: x")
    #expect(conversion.document.task.scheduled == document.task.scheduled)
    #expect(conversion.document.task.deadline == document.task.deadline)
  }

  @Test("dates that come again in Org alone are named")
  func repeatingDates() throws {
    let org = """
      * TODO Pay <2026-11-20 Fri +1w>
      SCHEDULED: <2026-11-20 Fri +1w>
      :PROPERTIES:
      :REMIND:   <2026-11-20 Fri 09:00 +1w>
      :LOCATION: at <2026-11-20 Fri .+1d>
      :LAST_REPEAT: <2026-11-20 Fri +1w>
      :NEXT:     see <2026-11-20 Fri +1w>
      :due:      <2026-11-20 Fri +1m>
      :NONE:     [2026-11-20 Fri +1w] <2026-11-20 Fri>
      :END:
      :LOGBOOK:
      - Note taken on [2026-11-17 Tue 10:00] \\
        see <2026-11-16 Mon +1w>
      :END:

      some text
      """
    let document = try #require(
      OrgDocument(Array(org.utf8), path: "a/b.org", workflow: .standard))
    let conversion = try Self.converted(document, to: .markdown)
    let places = conversion.losses.compactMap {
      if case .repeatingDate(let place) = $0 { place.string } else { nil }
    }
    #expect(
      Set(places) == [
        "the title", "the property LOCATION", "the property NEXT",
        "the property due", "the log",
      ])
    #expect(places.count == 5)
    #expect(document.task.reminders.map(\.fieldText) == ["2026-11-20T09:00 +1w"])
    #expect(conversion.document.task.reminders == document.task.reminders)
    #expect(conversion.document.task.scheduled == document.task.scheduled)
  }

  @Test("generated tasks convert, and what is not named as lost is kept")
  func generated() throws {
    for seed in UInt64(1)..<200 {
      var generator = MarkdownGenerator(seed: seed)
      guard
        let document = MarkdownDocument(generator.file(), path: "a/b.md", workflow: .standard)
      else { continue }
      let conversion = try Self.converted(document, to: .org)
      let (old, new) = (document.task, conversion.document.task)
      #expect(
        old.id == new.id && old.rank == new.rank && old.created == new.created, "seed \(seed)")
      #expect(old.scheduled == new.scheduled && old.deadline == new.deadline, "seed \(seed)")
      #expect(old.reminders == new.reminders && old.location == new.location, "seed \(seed)")
      #expect(old.clocks == new.clocks && old.blockers == new.blockers, "seed \(seed)")
      #expect(old.tags.count == new.tags.count && old.list == new.list, "seed \(seed)")
    }
  }
}

extension String {
  /// Coordinates are written as the numbers they are.
  fileprivate func replacing50(with line: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("geo: ") ? line : String($0) }.joined(separator: "\n")
  }
}
