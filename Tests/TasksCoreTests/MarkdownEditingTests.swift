import TasksCore
import Testing

@Suite("Markdown editing")
struct MarkdownEditingTests {
  private static func edited(_ text: String, _ edits: Edit...) throws -> String {
    let document = try #require(MarkdownFiles.read(text))
    return String(decoding: try document.applying(edits).bytes, as: UTF8.self)
  }

  /// Front matter with a status before and after the keys.
  private static func keys(_ keys: String) -> String { "---\nstatus: todo\n\(keys)---\n" }

  @Test(
    "the words of a file's own family",
    arguments: [
      ("todo", "next,done,waiting"), ("open", "in-progress,done,waiting"),
      ("To Do", "In Progress,Done,Waiting"), ("TODO", "NEXT,DONE,WAIT"),
      ("pending", "active,resolved,paused"), ("Open", "In-progress,Done,Waiting"),
      ("review", "next,done,waiting"),
    ])
  func states(_ word: String, _ expected: String) throws {
    var words: [String] = []
    for keyword in ["NEXT", "DONE", "WAIT"] as [Text] {
      let state = try #require(Workflow.standard[keyword]).state
      let text = try Self.edited("---\nstatus: \(word)\n---\n", .state(state))
      words.append(String(text.dropFirst(12).dropLast(5)))
    }
    #expect(words.joined(separator: ",") == expected)
  }

  @Test("a state that no word would be read as is refused")
  func unknownState() throws {
    let document = try #require(MarkdownFiles.read(Self.keys("")))
    #expect(throws: EditError.self) { try document.applying([.state(State("SHUT", isDone: true))]) }
    #expect(
      try document.applying([.state(State("review", isDone: false))]).task.state.keyword == "review"
    )
  }

  @Test("TaskNotes: open again after done, and its own words and keys")
  func taskNotes() throws {
    let document = try #require(MarkdownFiles.read(MarkdownFiles.taskNotes))
    let done = try document.applying([
      .state(State("DONE", isDone: true)), .closed(Timestamp(iso: "2026-11-24")),
    ])
    #expect(done.preamble == document.preamble)
    let added = String(decoding: done.bytes, as: UTF8.self)
    #expect(added.contains("\ncompletedDate: 2026-11-24\n") && !added.contains("\ncompleted:"))
    let back = try done.applying([.state(State("TODO", isDone: false)), .closed(nil)])
    #expect(back.bytes == document.bytes)
    let text = String(
      decoding: try document.applying([
        .tags(["task", "@office", "@home", "new"]), .list("Other"), .effort(30),
        .priority(Priority("A")),
        .log(
          document.task.log + [
            .clock(Clock(start: try #require(Timestamp(iso: "2026-11-24T08:00"))))
          ]),
      ]).bytes, as: UTF8.self)
    #expect(text.contains("tags:\n  - task\n  - new\ncontexts:\n  - office\n  - home\n"))
    #expect(text.contains("projects:\n  - \"[[Other]]\"\ntimeEstimate: 30\n"))
    #expect(text.contains("priority: high\n"))
    #expect(text.hasSuffix("See [[Quarter]].\n\n## Log\n\n- 2026-11-24 08:00-- clock"))
    #expect(throws: EditError.self) { try document.applying([.log([])]) }
  }

  @Test("a key of TaskNotes that says nothing to us keeps its value")
  func unreadKeyOfTaskNotes() throws {
    let keys = "dateModified: 2026-11-20\ncompletedDate: soon\n"
    let text = try Self.edited(Self.keys(keys), .closed(Timestamp(iso: "2026-11-24")))
    #expect(text.contains("\ncompletedDate: soon\n") && text.contains("\ncompleted: 2026-11-24\n"))
    #expect(try Self.edited(Self.keys("dateModified: x\n"), .effort(5)).contains("timeEstimate: 5"))
  }

  @Test("Backlog.md: quotes, blanks in dates and empty lists as they are")
  func backlog() throws {
    let document = try #require(MarkdownFiles.read(MarkdownFiles.backlog))
    let text = String(
      decoding: try document.applying([
        .created(Timestamp(iso: "2026-12-01T10:00")), .tags(["bug", "good first issue"]),
        .blockers(document.task.blockers + [try #require(TaskID("task-9"))]), .title("It's done"),
        .deadline(Timestamp(iso: "2026-12-24").map { Planning($0) }),
      ]).bytes, as: UTF8.self)
    #expect(text.contains("created_date: '2026-12-01 10:00'\n"))
    #expect(text.contains("labels: [bug, good first issue]\n"))
    #expect(text.contains("dependencies:\n  - task-3\n  - task-4\n  - task-9\n"))
    #expect(text.contains("title: 'It''s done'\n"))
    #expect(text.contains("due: 2026-12-24\n"))
    let empty = try document.applying([.tags(["bug"])]).applying([.tags([])])
    #expect(empty.bytes == document.bytes)
  }

  @Test(
    "one key, one line",
    arguments: [
      ("effort: 5 # c\n", Edit.effort(7), "effort: 7 # c\n"),
      ("effort:\n", .effort(7), "effort: 7\n"),
      ("effort:   # c\n", .effort(7), "effort: 7   # c\n"),
      ("effort: ~\n", .effort(7), "effort: 7\n"),
      ("effort: \"5\"\n", .effort(7), "effort: \"7\"\n"),
      ("effort:\t5\n", .effort(7), "effort:\t7\n"),
      ("timeEstimate: 5\n", .effort(7), "timeEstimate: 7\n"),
      ("effort: 5\nx: y\n", .effort(nil), "x: y\n"),
      ("list: a\n", .list("on"), "list: \"on\"\n"), ("list: 'a'\n", .list("b"), "list: 'b'\n"),
      ("list: [a]\n", .list("b"), "list: [b]\n"),
      ("x: 'q'\n", .list("no"), "list: 'no'\nx: 'q'\n"),
      ("list: >-\n  a\n  b\n", .list("c"), "list: c\n"),
      ("tags: [a, b]\n", .tags(["b"]), "tags: [b]\n"),
      ("tags: [ a,b ]\n", .tags(["a", "c"]), "tags: [ a,c ]\n"),
      ("tags:\n- a # c\n- b\n", .tags(["a", "c"]), "tags:\n- a # c\n- c\n"),
      ("tags:\n    - a\n", .tags(["a", "no"]), "tags:\n    - a\n    - \"no\"\n"),
      ("tags: a, b\n", .tags(["b", "c"]), "tags: b, c\n"),
      ("tags: a\n", .tags(["a", "b c"]), "tags:\n  - a\n  - b c\n"),
      ("tags:\n  - a\nx: y\n", .tags([]), "x: y\n"), ("tags:\n", .tags(["a"]), "tags:\n  - a\n"),
      ("important: true\n", .important(false), "important: false\n"),
      ("important: Yes\n", .important(false), "important: No\n"),
      ("points: 5\n", .property(name: "points", value: "8"), "points: 8\n"),
      ("points: x\n", .property(name: "points", value: "8"), "points: \"8\"\n"),
      ("links: [a, b]\n", .property(name: "links", value: "[a, c]"), "links: [a, c]\n"),
      ("rank: 7\n", .rank(Rank(1e-5)), "rank: 1.0e-05\n"),
      ("", .property(name: "on", value: "010"), "\"on\": \"010\"\n"),
    ])
  func oneKey(_ old: String, _ edit: Edit, _ new: String) throws {
    #expect(try Self.edited(Self.keys(old), edit) == Self.keys(new))
  }

  @Test("new keys stand in the order of a new file, and values that hold more are refused")
  func places() throws {
    #expect(
      try Self.edited("---\nstatus: todo\nx: y\n---\n", .due("2026-11-20"), .list("l"), .title("t"))
        == "---\ntitle: t\nstatus: todo\nlist: l\ndue: 2026-11-20\nx: y\n---\n")
    for keys in ["list: {a: b}\n", "list: *a\n", "list:\n  a: b\n", "list: a: b\n"] {
      let document = try #require(MarkdownFiles.read(Self.keys(keys)))
      #expect(throws: EditError.self, "\(keys)") { try document.applying([.list("x")]) }
      #expect(document.preamble == Text(keys))
    }
  }

  @Test("repeaters go where the dates need them")
  func repeats() throws {
    let both = Self.keys("scheduled: 2026-11-20\ndue: 2026-11-21\nrepeat: +1w\n")
    let start = try #require(Timestamp(iso: "2026-11-20"))
    #expect(
      try Self.edited(both, .scheduled(Planning(start)))
        == Self.keys(
          "scheduled: 2026-11-20\ndue: 2026-11-21\nrepeat: +1w\nscheduled_repeat: none\n"))
    #expect(
      try Self.edited(both, .deadline(nil)) == Self.keys("scheduled: 2026-11-20\nrepeat: +1w\n"))
    #expect(
      try Self.edited(Self.keys("scheduled: 2026-11-20\nrepeat: +1w\n"), .deadline(Planning(start)))
        == Self.keys("scheduled: 2026-11-20\ndue: 2026-11-20\nscheduled_repeat: \"+1w\"\n"))
  }

  @Test("titles out of a heading and out of the file's name")
  func titles() throws {
    #expect(
      try Self.edited("---\nstatus: todo\n---\n# Old\n\ntext", .title("New"))
        == "---\nstatus: todo\n---\n# New\n\ntext")
    // Signs that close the heading are none of it (CommonMark, "ATX headings").
    for (old, new, line) in [
      ("# Old #", "New", "# New #"), ("# Old ##  ", "New #", "# New # ##  "),
      ("# Old", "New #", "# New # #"), ("# Old", "C#", "# C#"), ("# C# #", "C", "# C #"),
      ("#\tOld #", "New", "#\tNew #"), ("# Old", "#", "# # #"),
    ] {
      let edited = try Self.edited("---\nstatus: todo\n---\n\(old)\n", .title(Text(new)))
      #expect(edited == "---\nstatus: todo\n---\n\(line)\n")
      #expect(MarkdownFiles.read(edited)?.task.title == Text(new))
    }
    #expect(
      try Self.edited("---\nstatus: todo\n---\ntext\n# Old\n", .title("New: it"))
        == "---\ntitle: \"New: it\"\nstatus: todo\n---\ntext\n# Old\n")
    #expect(
      try Self.edited("---\nstatus: todo\n---\n", .notes("# A"))
        == "---\ntitle: call-bob\nstatus: todo\n---\n\n# A\n")
  }

  @Test(
    "a note goes behind code that nothing ends, and not into code",
    arguments: [
      ("```\ncode", "```\ncode\n```\n\nnew"), ("- ~~~ sh\n  ls\n", "- ~~~ sh\n  ls\n  ~~~\n\nnew"),
      ("a\n\n## Plan\n```", "a\n\nnew\n\n## Plan\n```"),
      ("```\n## no heading\n```", "```\n## no heading\n```\n\nnew"),
      ("```\n## b\n```\n\n## Plan\n", "```\n## b\n```\n\nnew\n\n## Plan"),
    ])
  func addedNote(old: String, new: String) throws {
    let document = try #require(MarkdownFiles.read("---\nstatus: todo\n---\n\n\(old)\n"))
    let edited = try document.applying([document.task.appending(note: "new")])
    #expect(edited.task.notes == Text(new))
  }

  @Test("notes and log stay apart")
  func body() throws {
    let empty = "---\nstatus: todo\n---\n"
    let entry = LogItem.entry(
      LogEntry(.note, at: Timestamp(iso: "2026-11-20T10:00"), note: "why"))
    let line = "- 2026-11-20 10:00 note: why\n"
    #expect(try Self.edited(empty, .notes("a")) == empty + "\na\n")
    #expect(try Self.edited(empty, .log([entry])) == empty + "\n## Log\n\n" + line)
    #expect(
      try Self.edited(empty, .log([entry]), .notes("a")) == empty + "\na\n\n## Log\n\n" + line)
    #expect(try Self.edited(empty, .notes("a"), .log([entry]), .log([])) == empty + "\na\n")
    #expect(
      try Self.edited(empty + "\na\n\n## Log\n\n" + line, .notes("")) == empty + "\n## Log\n\n"
        + line)
    #expect(
      try Self.edited("---\r\nstatus: todo\r\n---\r\n\r\na\r\n", .notes("a\nb"), .effort(5))
        == "---\r\nstatus: todo\r\neffort: 5\r\n---\r\n\r\na\r\nb\r\n")
    let document = try #require(MarkdownFiles.read(empty))
    #expect(throws: EditError.badNotes(line: "## Log")) {
      try document.applying([.notes("a\n\n## Log\n- x")])
    }
  }

  @Test("what may not stand in a file is refused")
  func refusals() throws {
    let document = try #require(MarkdownFiles.read(Self.keys("")))
    let edits: [Edit] = [
      .title(""), .title("a\nb"), .title("a\u{7}"), .tags([""]), .tags(["@"]), .tags(["a\nb"]),
      .property(name: "x", value: "a\r\nb"), .property(name: "x", value: "a\u{7}\nb"),
      .property(name: "due", value: "x"),
      .property(name: "", value: "x"),
      .list("a\0b"),
    ]
    for edit in edits {
      #expect(throws: EditError.self, "\(edit)") { try document.applying([edit]) }
    }
  }

  @Test("the tag that hides a task of the trash in Org is none of a Markdown file's trash")
  func trash() throws {
    let text = Array(Self.keys("tags: [ARCHIVE, a]\n").utf8)
    let document = try #require(MarkdownFiles.read(String(decoding: text, as: UTF8.self)))
    let deleted = try document.applying([.deleted(Timestamp(iso: "2026-11-20"))])
    #expect(deleted.task.tags == ["a"])
    #expect(try deleted.applying([.deleted(nil)]).bytes == text)
  }

  @Test("lines that are no fields are merged as lines")
  func preamble() throws {
    let document = try #require(MarkdownFiles.read(Self.keys("# c\nm:\n  a: 1\nlist: x\n# d\n")))
    #expect(document.preamble == "# c\nm:\n  a: 1\n# d\n")
    let changed = document.replacingPreamble(with: "# c\nm:\n  a: 2\n  b: 3\n")
    #expect(changed.bytes == Array(Self.keys("# c\nm:\n  a: 2\n  b: 3\nlist: x\n").utf8))
    #expect(changed.task == document.task)
  }
}

extension Edit {
  fileprivate static func due(_ day: String) -> Edit {
    .deadline(Timestamp(iso: day).map { Planning($0) })
  }
}
