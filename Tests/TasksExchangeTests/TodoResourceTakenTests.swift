import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Whatever can be taken is taken: a refused PUT stops the sync of a client (caldav.md, section 4).
struct TodoResourceTakenTests {
  private let door = TodoResourceWorld()

  private static let parts = [
    "#+TODO: A | B", "#+FILETAGS: x", "#+CATEGORY: y", " #+seq_todo: A B", "#+TYP_TODO:", "#+TODO",
    "#+TITLE: t", "* headline", " * item", "  * item", "** sub", "*** TODO deep :tag:", "* TODO x",
    "*", "* ", "COMMENT", ":PROPERTIES:", ":ID: x", ":END:", ":LOGBOOK:", " :logbook: ", "- [x] y",
    "CLOCK: [2026-11-20 Fri 09:00]--[2026-11-20 Fri 10:00] =>  1:00", "- [ ] box", "[1/3]",
    "- State \"DONE\"       from \"TODO\"       [2026-11-20 Fri 09:00]", "# comment", "# Title",
    "- Note taken on [2026-11-20 Fri 09:00] \\\\", "  a note", "DEADLINE: <2026-11-20 Fri>",
    "SCHEDULED: <2026-11-20 Fri +1w>", "CLOSED: [2026-11-20 Fri]", "<2026-11-20 Fri +1w>",
    "#+BEGIN_SRC", "#+END_SRC", "#+BEGIN_EXAMPLE", "#+END_EXAMPLE", "---", "...", "```", "~~~~",
    "## Log", "## log ##", "### Sub", "Log\n---", "Title\n===", "status: done", "id: x", "> quote",
    "<!-- comment", "-->", ",* comma", ",#+TODO: A", ", * x", "\\## Log", "\\", "\t", " indented",
    "-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----", "a\u{0}b", "a\rb", "\u{7F}",
    "\u{85}", "\u{2028}", "\u{FEFF}", "e\u{301}", "😀", "[[id:x][y]]", "<<<<<<< ours", "=======",
    ">>>>>>> theirs", "| a | b |", "<details>", "$$", "%%", "1. one", "    code", "text", "",
  ]

  /// The text without the control characters that a line of TEXT cannot hold, and without blank lines around it.
  private func plain(_ text: String) -> String {
    var lines = CalendarText.cleaned(text).split(separator: "\n", omittingEmptySubsequences: false)
    let isBlank: (Substring) -> Bool = { $0.allSatisfy { $0 == " " || $0 == "\t" } }
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    return lines.drop(while: isBlank).joined(separator: "\n")
  }

  private func file(_ format: Format, _ fill: (inout TasksCore.Task) -> Void) throws -> DoorFile {
    try DoorFile(
      door.task {
        ($0.format, $0.path) = (format, "2026-11/a.\(format.rawValue)")
        fill(&$0)
      })
  }

  @Test(arguments: [Format.org, .markdown], 0..<2) func notes(format: Format, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let old = try file(format) {
        $0.deadline = Planning(fieldText: "2026-11-27 ++1w")
        if random.chance(50) {
          $0.log = [.entry(LogEntry(.note, at: Timestamp(iso: "2026-11-20T09:00"), note: "n"))]
        }
        if random.chance(50) { $0.notes = "first\n\nsecond\nthird" }
      }
      let text = (0...random.below(6)).map { _ in random.pick(TodoResourceTakenTests.parts) }
        .joined(separator: "\n")
      let body = [("DESCRIPTION", nil), ("", "DESCRIPTION:" + DoorFile.escaped(text))]
      do {
        let new = try old.put(body)
        #expect(
          new.text(of: "DESCRIPTION") == plain(text), "seed \(seed): \(text.debugDescription)")
        #expect(try new.put(body).document.bytes == new.document.bytes)
        // An occurrence is logged below them.
        let done = [("STATUS", "STATUS:COMPLETED"), ("", "COMPLETED:20261120T163000Z")]
        let finished = try new.put(done)
        #expect(TodoResource.finishes(new.task, finished.task, .standard))
        #expect(finished.text(of: "DESCRIPTION") == plain(text))
      } catch {
        Issue.record("seed \(seed): \(text.debugDescription): \(error)")
      }
    }
  }

  @Test(arguments: [Format.org, .markdown]) func longNotes(format: Format) throws {
    let text =
      String(repeating: "x", count: 100_000) + "\n* " + String(repeating: "ž\n", count: 30_000)
    let new = try file(format) { _ in }.put([("", "DESCRIPTION:" + DoorFile.escaped(text))])
    #expect(new.text(of: "DESCRIPTION") == plain(text))
  }

  /// What a client does not change in the notes stays as it is, also what it cannot be told.
  @Test func linesThatStay() throws {
    let notes: Text = "** Plan\n#+FILETAGS: x\na\u{1}b\nend"
    let file = "* TODO Call\n:PROPERTIES:\n:ID: k7m\n:END:\n\n\(notes.string)\n"
    let document = try #require(try TaskReader.read(Array(file.utf8), path: "2026-11/a.org"))
    let old = DoorFile(document: document)
    #expect(old.text(of: "DESCRIPTION") == "** Plan\n#+FILETAGS: x\nab\nend")
    let text = "** Plan\n#+FILETAGS: x\nab\nthe end\n* more"
    let new = try old.put([("DESCRIPTION", "DESCRIPTION:" + DoorFile.escaped(text))])
    #expect(new.task.notes == "** Plan\n#+FILETAGS: x\na\u{1}b\nthe end\n * more")
    #expect(new.text(of: "DESCRIPTION") == text)
  }

  /// Without its block a line may not become a log or a setting.
  @Test func linesOfABlockThatGoes() throws {
    for (path, file, block) in [
      ("2026-11/a.md", "---\nid: k7m\ntitle: Call\nstatus: todo\n---\n\n", "```\n## Log\n- x\n```"),
      ("2026-11/a.org", "* TODO Call\n\n", "#+BEGIN_SRC\n#+TODO: A | B\n#+END_SRC"),
    ] {
      let bytes = Array("\(file)\(block)\n".utf8)
      let old = DoorFile(document: try #require(try TaskReader.read(bytes, path: path)))
      #expect(old.text(of: "DESCRIPTION") == block)
      let text = block.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
      let new = try old.put([("DESCRIPTION", "DESCRIPTION:" + DoorFile.escaped(text))])
      #expect(new.text(of: "DESCRIPTION") == text)
    }
  }

  @Test(arguments: [Format.org, .markdown]) func oddValues(format: Format) throws {
    let old = try file(format) {
      $0.deadline = Planning(fieldText: "2026-11-27T17:00")
      $0.priority = Priority("A")
      $0.location.coordinates = Location.Coordinates("50.5,14.25")
      $0.notes = "Notes"
    }
    // They change nothing, and the log says what they were.
    for (name, value) in [
      ("DUE", "soon"), ("DUE", "100000101T000000"), ("DUE", "00000101"), ("DTSTART", "x"),
      ("PRIORITY", "abc"), ("GEO", "nonsense"), ("GEO", "95;200"), ("STATUS", "MAYBE"),
      ("DURATION", "long"),
    ] {
      let new = try old.put([(name, "\(name):\(value)")])
      var same = new.task
      same.log = []
      #expect(same == old.task, "\(name):\(value)")
      let said = "A calendar program wrote what is no such value and changes nothing: "
      #expect(new.task.entries.map(\.note) == [Text("\(said)\(name):\(value)")])
      #expect(try new.put([(name, "\(name):\(value)")]).task == new.task)
    }
    for line in [
      "X-TASKS-LOG:nonsense", "X-TASKS-RANK:-1", "X-TASKS-PROPERTIES:{", "CREATED:", "CREATED:x",
      "COMPLETED:x", "LAST-MODIFIED:x", "DTSTAMP:", "DTSTART:", "X-APPLE-SORT-ORDER:1e9",
      "X-APPLE-SORT-ORDER:99999999999999999999", "CATEGORIES:", "CATEGORIES:,@, ", "DURATION:",
      "RELATED-TO:k7m", "RRULE:", "LOCATION:", "LOCATION:\\n", "STATUS:",
    ] {
      let name = String(line.prefix { $0 != ":" })
      #expect(try old.put([(name, line)]).task == old.task, "\(line)")
    }
    #expect(try old.put([("DUE", "DUE:")]).task.deadline == nil)
    #expect(try old.put([("PRIORITY", "PRIORITY:")]).task.priority == nil)
    let place = """
      BEGIN:VALARM
      ACTION:DISPLAY
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=-1;X-TITLE=Home:geo:50,14
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      END:VALARM
      """
    let near = try old.put([("GEO", nil), ("", place)])
    #expect(near.task.location.name == "Home" && near.task.location.radius == nil)
    let lines = try old.put([("", "LOCATION:Street 1\\n \tPrague\\, CZ\\n")])
    #expect(lines.task.location.name == "Street 1, Prague, CZ")
    let tags = try old.put([("", "CATEGORIES:a\\nb,\\,,c\td,@,x:y")]).task.tags
    #expect(
      tags == (format == .org ? ["a_b", "_", "c_d", "x_y"] : ["a b", ",", "c d", "x:y"]))
    for (summary, title) in [
      ("SUMMARY:  ", "(no title)"), ("SUMMARY:\u{1}", "(no title)"), ("SUMMARY:a\tb", "a b"),
      ("SUMMARY:" + String(repeating: "ž", count: 10_000), String(repeating: "ž", count: 10_000)),
    ] {
      #expect(try old.put([("SUMMARY", summary)]).task.title == Text(title))
    }
    // The other lines come before the notes, once.
    let long = try old.put([("SUMMARY", "SUMMARY:One\\ntwo\\n* three")])
    #expect(long.task.title == "One" && long.text(of: "DESCRIPTION") == "two\n* three\n\nNotes")
    #expect(try long.put([("SUMMARY", "SUMMARY:One\\ntwo\\n* three")]).task == long.task)
    let length = try old.put([("DUE", "DTSTART:20261127T160000\nDURATION:PT1H")])
    #expect(length.task.scheduled == Planning(fieldText: "2026-11-27T16:00"))
    #expect(length.task.deadline == old.task.deadline)
    let none = try old.put([("DUE", "DTSTART:20261127T170000\nDURATION:PT0S")])
    #expect(none.task == old.task)
    for line in ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20261120T070000Z"] {
      let done = try old.put([("STATUS", line)])
      #expect(done.task.isDone && done.task.closed == Timestamp(iso: "2026-11-20T08:00"))
      #expect(TodoResource.finishes(old.task, done.task, .standard))
      #expect(!TodoResource.finishes(done.task, old.task, .standard))
    }
  }

  @Test func aParentOfItsOwnIsLeftOut() throws {
    let task = door.task { $0.parent = TaskID("p1") }
    let above = [TaskID("c1"): TaskID("c2"), TaskID("c2"): task.id]
    for (uid, parent) in [("c1", "p1"), ("c2", "p1"), ("k7m", "p1"), ("p2", "p2")] {
      let text = door.text(task, [("", "RELATED-TO:\(uid)")])
      let new = try TodoResource(reading: Array(text.utf8), door.context).applied(
        to: task, printedAs: door.bytes(task, parent: "p1"), id: task.id, door.context,
        parent: { above[$0] ?? nil })
      #expect(new.parent == TaskID(Text(parent)), "\(uid)")
    }
  }

  @Test func anOrderBeforeAll() throws {
    let task = door.task { $0.rank = Rank(9) }
    func rank(_ order: String, least: Rank?) throws -> Rank? {
      let text = door.text(task, [("X-APPLE-SORT-ORDER", "X-APPLE-SORT-ORDER:\(order)")])
      return try TodoResource(reading: Array(text.utf8), door.context).applied(
        to: task, printedAs: door.bytes(task), id: task.id, door.context, least: least
      ).rank
    }
    #expect(try rank("-3", least: Rank(0.125)) == Rank(0.0625))
    #expect(try rank("0", least: Rank(4)) == Rank(2))
    #expect(try rank("0", least: Rank(9)) == Rank(9))
    #expect(try rank("512", least: nil) == Rank(0.5))
    // The least rank of the store is looked for only where it is needed.
    var count = 0
    func counted() -> Rank? {
      count += 1
      return Rank(4)
    }
    _ = try rank("2048", least: nil)
    let resource = try TodoResource(reading: door.bytes(task), door.context)
    _ = try resource.applied(
      to: task, printedAs: nil, id: task.id, door.context, least: counted())
    #expect(count == 0)
  }

  /// A text that was printed before the zone of the store changed moves no dates.
  @Test func anotherZone() throws {
    let task = door.task {
      $0.scheduled = Planning(fieldText: "2026-11-20T17:00 ++1d")
      $0.deadline = Planning(fieldText: "2026-11-27T17:00 ++1d")
      $0.repeats.until = Timestamp(iso: "2027-06-30T12:00")
      $0.firstAlert = 30
      $0.reminders = ["2026-11-20T09:00", "2026-07-20T09:00"].compactMap(Timestamp.init(iso:))
        .map { Reminder($0) }
    }
    let done = door.task {
      ($0.state, $0.closed) = (State("DONE", isDone: true), Timestamp(iso: "2026-07-20T09:00"))
    }
    let reminder =
      "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261201T080000Z\nEND:VALARM"
    for hours in [-11, -5, 0, 9] as [Int64] {
      let context = ForeignContext(
        workflow: .standard, keywords: ForeignCase.keywords, format: .org, now: door.context.now,
        local: { ForeignContext.civil($0 + hours * 3600) },
        seconds: { Int64($0.absoluteMinute) * 60 - hours * 3600 })
      for task in [task, done] {
        for isRewriter in [false, true] {
          let text = door.text(task, [("SUMMARY", "SUMMARY:New")], isRewriter: isRewriter)
          let new = try TodoResource(reading: Array(text.utf8), context).applied(
            to: task, printedAs: nil, id: task.id, context)
          var expected = task
          expected.title = "New"
          #expect(new == expected, "\(hours): \(ForeignTrial.differences(new, expected))")
        }
      }
      let text = door.text(task, [("", reminder)])
      let new = try TodoResource(reading: Array(text.utf8), context).applied(
        to: task, printedAs: nil, id: task.id, context)
      #expect(new.reminders.dropLast() == task.reminders[...])
      let moment = try #require(Timestamp(iso: "2026-12-01T08:00"))
      #expect(new.reminders.last?.at == moment.adding(minutes: Int(hours) * 60))
    }
  }
}
