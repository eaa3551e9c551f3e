import TasksCore
import Testing

@Suite("Markdown reading")
struct MarkdownReadingTests {
  @Test("the example of the file format")
  func example() throws {
    let task = try #require(MarkdownFiles.read(MarkdownFiles.example)).task
    #expect(task.id.description == "k7mq2xw4tz9nbcde")
    #expect(task.hasOwnID)
    #expect(task.rank == Rank(1024.5))
    #expect(task.created?.iso == "2026-11-20T09:15")
    #expect(task.title == "Call Bob about the invoice")
    #expect(task.state == State("WAIT", isDone: false))
    #expect(task.priority == Priority("A"))
    #expect(task.list == "work")
    #expect(task.tags == ["phone", "@office"])
    #expect(task.scheduled?.start.iso == "2026-11-23T10:00")
    #expect(task.scheduled?.end?.iso == "2026-11-23T11:30")
    #expect(task.scheduled?.repeater == Repeater("++1w"))
    #expect(task.deadline?.start.iso == "2026-11-27T17:00")
    #expect(task.deadline?.repeater == Repeater("++1w"))
    #expect(task.deadline?.warning == Warning("-3d"))
    #expect(task.reminders.map(\.at.iso) == ["2026-11-23T09:30"])
    #expect(task.isImportant && task.firstAlert == 60 && task.secondAlert == 10)
    #expect(task.location.name == "Office, Prague")
    #expect(
      task.location.coordinates == Location.Coordinates(latitude: 50.0875, longitude: 14.4213))
    #expect(task.location.radius == 500 && task.effort == 90)
    #expect(task.parent?.description == "b3x9" && task.blockers.map(\.description) == ["c4"])
    #expect(task.properties.isEmpty)
    #expect(
      task.notes == "Notes in Markdown.\n\n- [ ] find the number\n- [x] read the contract")
    #expect(task.entries.count == 1 && task.entries[0].kind == .state(from: "TODO", to: "WAIT"))
    #expect(task.entries[0].note == "waiting for Bob to call back")
    #expect(task.clocks.count == 1 && task.clocks[0].minutes == 45)
  }

  @Test("a file of Obsidian TaskNotes")
  func taskNotes() throws {
    let document = try #require(MarkdownFiles.read(MarkdownFiles.taskNotes))
    let task = document.task
    #expect(task.title == "Write the report" && task.state.keyword == "TODO")
    #expect(task.priority == Priority("B") && task.effort == 90 && task.list == "Quarter")
    #expect(task.tags == ["task", "@office"])
    #expect(task.created == LocalTime.timestamp(at: 1795162500))
    #expect(task.clocks.map(\.minutes) == [45])
    #expect(task.reminders.map(\.at.iso) == ["2026-11-23T09:30"])
    #expect(task.properties.map(\.name) == ["dateModified"])
    #expect(task.scheduled?.repeater?.text == "++1w" && task.deadline?.repeater?.text == "++1w")
    #expect(task.notes == "See [[Quarter]].")
    #expect(document.preamble.lines.first == "timeEntries:")
  }

  @Test("reminders of TaskNotes are read, and stay as they are")
  func remindersOfTaskNotes() throws {
    let absolute = "  - id: rem_1\n    type: absolute\n    absoluteTime: 2026-11-23T09:30:00\n"
    let relative =
      "  - id: rem_2\n    type: relative\n    relatedTo: due\n    offset: -PT15M\n"
      + "    absoluteTime: \"\"\n"
    let later = "  - id: rem_3\n    absoluteTime: 2026-11-24T10:00:00\n"
    func text(_ records: String...) -> String {
      "---\ntitle: x\nstatus: open\nreminders:\n\(records.joined())due: 2026-11-27\n---\n"
    }
    for records in [relative + absolute + later, absolute + relative + later] {
      let document = try #require(MarkdownFiles.read(text(records)))
      #expect(document.task.reminders.map(\.at.iso) == ["2026-11-23T09:30", "2026-11-24T10:00"])
      #expect(document.preamble.string == "reminders:\n" + records)
      let edited = try document.applying([.title("y"), .deadline(nil)])
      #expect(edited.preamble == document.preamble)
      #expect(throws: EditError.self) { try document.applying([.reminders([])]) }
    }
    #expect(MarkdownFiles.read(text(relative))?.task.reminders == [])
    #expect(MarkdownFiles.read(text(absolute, "  - id: rem_2\n"))?.task.reminders == [])
  }

  @Test("a file of Backlog.md")
  func backlog() throws {
    let task = try #require(MarkdownFiles.read(MarkdownFiles.backlog)).task
    #expect(task.id.description == "task-12" && task.title == "Add login: with a form")
    #expect(task.state.keyword == "TODO" && task.priority == Priority("B"))
    #expect(task.created?.iso == "2026-11-20T09:15" && task.rank == Rank(1000))
    #expect(task.blockers.map(\.description) == ["task-3", "task-4"])
    #expect(task.parent?.description == "task-1" && task.tags.isEmpty)
    #expect(task.properties.map(\.name) == ["assignee", "updated_date"])
    #expect(task.property(named: "assignee") == "[\"@sara\"]")
  }

  @Test("a file in the words of dstask")
  func dstask() throws {
    let task = try #require(MarkdownFiles.read(MarkdownFiles.dstask)).task
    #expect(task.id.description == "9c8b7a60-1111-4222-8333-444455556666")
    #expect(task.title == "fix the roof" && task.state.keyword == "TODO")
    #expect(task.tags == ["house", "urgent"] && task.list == "home")
    #expect(task.priority == Priority("A"))
  }

  @Test("three dots end front matter, too, and stay")
  func threeDots() throws {
    let document = try #require(
      MarkdownFiles.read("---\ntitle: x\nstatus: todo\n... \nnotes\n\n---\nmore\n"))
    #expect(document.task.title == "x" && document.task.notes == "notes\n\n---\nmore")
    let edited = try document.applying([.list("home"), .notes("new")])
    #expect(
      String(decoding: edited.bytes, as: UTF8.self)
        == "---\ntitle: x\nstatus: todo\nlist: home\n... \nnew\n")
    #expect(MarkdownFiles.read("...\ntitle: x\nstatus: todo\n---\n") == nil)
  }

  @Test(
    "where the title is",
    arguments: [
      ("summary: two", "# three", "two"), ("title: one\nsummary: two", "", "one"),
      ("a: b", "# three", "three"), ("a: b", "text\n\n# four\n", "four"),
      ("a: b", "text", "call-bob"),
      ("title:", "```\n# code\n```\n# five", "five"),
      ("title: >-\n  a long\n  one", "", "a long one"),
      ("title: a plain\n  one", "", "a plain one"),
      ("title: \"a \\\n  quoted one\"", "", "a quoted one"),
      ("title: |\n  block", "", "block"), ("\"title\": x", "", "x"), ("Title: x", "", "x"),
      ("title: bad: yaml", "# six", "six"),
      ("title: \"a \\u00e4 \\x41\\ud83d\\ude00\"", "", "a ä A😀"),
    ])
  func titles(_ keys: String, _ body: String, _ title: String) throws {
    let document = try #require(MarkdownFiles.read("---\n\(keys)\nstatus: todo\n---\n\(body)\n"))
    #expect(document.task.title == Text(title))
  }

  @Test(
    "what is no task",
    arguments: [
      "", "text", "---\nstatus: todo\n", "---\ntitle: x\n---\n", "---\nstatus:\n---\n",
      "\n---\nstatus: todo\n---\n",
      "---\nstatus: {a: b}\n---\n", "--- \nfoo\n", "---\nstatus: ~\n---\n",
      "----\nstatus: todo\n----\n",
    ])
  func noTask(_ text: String) {
    #expect(MarkdownFiles.read(text) == nil)
  }

  @Test("front matter that is never closed is reported, and only where it holds a status")
  func unclosed() throws {
    #expect(throws: ReadError.self) {
      try TaskReader.read(Array("---\ntitle: x\nstatus: todo\n\nText\n".utf8), path: "a.md")
    }
    for text in [
      "---\n\nstatus: todo\n", "---\ntitle: x\n", "---\nSome text.\nstatus: todo\n", "---",
    ] {
      #expect(try TaskReader.read(Array(text.utf8), path: "a.md") == nil)
    }
    let task = try TaskReader.read(Array("---\nstatus: todo\n---".utf8), path: "b/a.md")?.task
    #expect(task?.title == "a")
  }

  /// On the command line a keyword may be typed in small letters, whatever its script.
  @Test(
    "a status is a keyword in any capitals",
    arguments: [
      ("dokončeno", "DOKONČENO", true), ("Čeká", "ČEKÁ", false), ("úkol", "ÚKOL", false),
      ("'dokončeno'", "DOKONČENO", true), ("čekám", "čekám", false), ("ceka", "ceka", false),
      ("straße", "STRASSE", false),
      ("готово", "ГОТОВО", true), ("verylongkeyword", "VERYLONGKEYWORD", true),
      ("verylongkeywore", "verylongkeywore", false), ("verylongkeywor", "verylongkeywor", false),
      ("done", "DONE", true),
    ])
  func statusInAnyCapitals(word: String, keyword: Text, isDone: Bool) throws {
    let workflow = Workflow("ÚKOL ČEKÁ STRASSE | DOKONČENO ГОТОВО VERYLONGKEYWORD")
    let bytes = Array("---\nstatus: \(word)\n---\n".utf8)
    let document = try #require(try TaskReader.read(bytes, path: "a.md", workflow: workflow))
    #expect(document.task.state == State(keyword, isDone: isDone))
  }

  /// The word is written as those around it were.
  @Test func stateKeepsTheCapitalsOfItsWord() throws {
    let workflow = Workflow("ÚKOL ČEKÁ | DOKONČENO")
    for (old, new) in [("úkol", "dokončeno"), ("Úkol", "Dokončeno"), ("ÚKOL", "DOKONČENO")] {
      let bytes = Array("---\nstatus: \(old)\n---\n".utf8)
      let document = try #require(try TaskReader.read(bytes, path: "a.md", workflow: workflow))
      let edited = try document.applying([.state(State("DOKONČENO", isDone: true))])
      #expect(Text(bytes: edited.bytes) == Text("---\nstatus: \(new)\n---\n"))
    }
  }

  @Test(
    "a status that is no plain word is reported",
    arguments: [
      "status:\n  - todo", "status: [todo]", "status: *s", "status: {a: b}",
    ])
  func unreadStatus(status: String) throws {
    #expect(throws: ReadError.malformed(line: 3, "the status is not a plain word")) {
      try TaskReader.read(Array("---\ntitle: x\n\(status)\n---\n".utf8), path: "a.md")
    }
    #expect(try TaskReader.read(Array("---\nstatus:\n---\n".utf8), path: "a.md") == nil)
  }

  @Test("states")
  func states() {
    let words: [(Text, Text, Bool)] = [
      ("todo", "TODO", false), ("open", "TODO", false), ("To Do", "TODO", false),
      ("TODO", "TODO", false), ("next", "NEXT", false), ("in-progress", "NEXT", false),
      ("In Progress", "NEXT", false), ("in_progress", "NEXT", false), ("waiting", "WAIT", false),
      ("done", "DONE", true), ("Done", "DONE", true), ("completed", "DONE", true),
      ("canceled", "CANCELED", true), ("cancelled", "CANCELED", true), ("resolved", "DONE", true),
      ("review", "review", false), ("Someday", "Someday", false),
    ]
    for (word, keyword, isDone) in words {
      #expect(
        StatusWord.state(of: word, workflow: .standard) == State(keyword, isDone: isDone), "\(word)"
      )
    }
    let own = Workflow("OPEN STARTED | CLOSED")
    #expect(StatusWord.state(of: "open", workflow: own) == State("OPEN", isDone: false))
    #expect(StatusWord.state(of: "closed", workflow: own) == State("CLOSED", isDone: true))
  }

  @Test("priorities")
  func priorities() {
    let words: [(Text, String)] = [
      ("high", "A"), ("medium", "B"), ("normal", "B"), ("Low", "C"), ("P0", "A"), ("P1", "A"),
      ("P2", "B"), ("P3", "C"), ("A", "A"), ("D", "D"),
    ]
    for (word, letter) in words { #expect(PriorityWord.read(word) == .some(Priority(letter))) }
    #expect(PriorityWord.read("none") == .some(nil))
    #expect(PriorityWord.read("urgent") == nil)
  }

  @Test("a key that stands twice is reported, the first counts, and it is not edited")
  func duplicates() throws {
    let document = try #require(
      MarkdownFiles.read("---\nstatus: todo\ndue: 2026-11-20\nDue: 2026-11-21\nx: 1\nx: 2\n---\n"))
    #expect(document.duplicateKeys == ["Due", "x"])
    #expect(document.task.deadline?.start.iso == "2026-11-20")
    #expect(throws: EditError.self) { try document.applying([.deadline(nil)]) }
    #expect(throws: EditError.self) { try document.applying([.property(name: "x", value: "3")]) }
    #expect(try document.applying([.title("t"), .state(State("DONE", isDone: true))]).task.isDone)
  }

  @Test("values that are none of their key's kind stay as properties")
  func unreadable() throws {
    let task = try #require(
      MarkdownFiles.read(
        "---\nstatus: todo\ndue: tomorrow\neffort: long\nrepeat: weekly\npriority: urgent\ntag: x\n---\n"
      )
    ).task
    #expect(task.deadline == nil && task.effort == nil && task.priority == nil)
    #expect(task.properties.map(\.name) == ["due", "effort", "repeat", "priority", "tag"])
  }

  @Test("nothing is nothing, whatever comment stands below it", arguments: ["~", "null", ""])
  func nothing(_ word: String) throws {
    let keys = ["labels", "list", "location", "rank", "x"].map { "\($0): \(word)\n  # why\n" }
    let task = try #require(
      MarkdownFiles.read("---\nstatus: todo\n\(keys.joined())---\n")
    ).task
    #expect(task.tags.isEmpty && task.list == nil && task.location.name == nil)
    #expect(task.rank == nil && task.properties.isEmpty)
  }

  @Test(
    "efforts, of which Org alone would take the minutes for months",
    arguments: [
      ("90", 90), ("1:30", 90), ("1h 30m", 90), ("30m", 30), ("1.5h", 90), ("1h 30min", 90),
      ("1:30:00", 90), ("1y", 525_600),
    ])
  func efforts(_ effort: String, _ minutes: Int) throws {
    let text = "---\nstatus: todo\neffort: \(effort)\n---\n"
    #expect(MarkdownFiles.read(text)?.task.effort == minutes)
  }

  @Test("two spellings: ours counts, and both go together")
  func spellings() throws {
    let document = try #require(
      MarkdownFiles.read(
        "---\nuuid: u\nid: i\ndue_date: 2026-01-01\nstatus: todo\ndue: 2026-02-02\ntags: a\nlabels: [b]\n---\n"
      ))
    #expect(document.task.id.description == "i" && document.task.property(named: "uuid") == "u")
    #expect(document.task.deadline?.start.iso == "2026-02-02")
    #expect(document.task.tags == ["a", "b"])
    #expect(try document.applying([.deadline(nil)]).task.deadline == nil)
  }

  @Test("repeat holds for both dates unless the other has its own")
  func repeats() throws {
    func repeats(_ keys: String) throws -> [String?] {
      let task = try #require(MarkdownFiles.read("---\nstatus: todo\n\(keys)\n---\n")).task
      return [task.scheduled?.repeater?.text, task.deadline?.repeater?.text]
    }
    let dates = "scheduled: 2026-11-20\ndue: 2026-11-21\n"
    #expect(try repeats(dates + "repeat: +1w") == ["+1w", "+1w"])
    #expect(try repeats(dates + "repeat: +1w\nscheduled_repeat: +2w") == ["+2w", "+1w"])
    #expect(try repeats(dates + "repeat: +1w\nscheduled_repeat: none") == [nil, "+1w"])
    #expect(try repeats(dates + "scheduled_repeat: +2w") == ["+2w", nil])
    #expect(try repeats("scheduled: 2026-11-20\nrepeat: .+2d/4d") == [".+2d/4d", nil])
  }

  @Test("reading takes time in step with the size of the file")
  func linear() {
    func time(_ count: Int, _ line: (Int) -> String) -> Double {
      let body = (0..<count).map(line).joined()
      let text = "---\nstatus: todo\n" + body + "---\n" + body
      let times = (0..<3).map { _ in
        let start = ThreadTime.seconds()
        _ = MarkdownFiles.read(text)
        return ThreadTime.seconds() - start
      }
      return times.min() ?? 0
    }
    let lines: [(Int) -> String] = [
      { _ in "k: \"x\n" }, { _ in "a: [\n#\n\n" }, { _ in "- x\n" }, { "k\($0 / 2): x\n" },
      { "\($0 == 0 ? "tags:\n" : "")- t\($0)\n" }, { _ in "```\n" }, { "## Log\n- \($0)\n" },
    ]
    for line in lines {
      // Eight times the lines: a square would take 64 times as long.
      #expect(time(4_000, line) < time(500, line) * 30 + 0.05, "\(line(1))")
    }
  }
}
