import TasksCore
import Testing

/// What front matter holds and no field can show: it is never overwritten unseen.
@Suite struct MarkdownUnreadTests {
  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(
      MarkdownDocument(
        Array("---\nstatus: todo\n\(front)\n---\n".utf8), path: "a.md", workflow: .standard))
  }

  private func front(_ document: MarkdownDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: todo\n", with: "").replacing("---\n", with: "")
  }

  /// As the command line makes them of what is typed.
  private func edits(_ words: [String], for task: Task) throws -> [Edit] {
    let now = try #require(Timestamp(iso: "2026-11-20T10:00"))
    return try QuickAdd.read(words, mode: .modify, now: now).edits(for: task) { _ in
      TaskID(ofPath: "x")
    }
  }

  private func refusal(_ words: [String], in document: MarkdownDocument) throws -> EditError? {
    let edits = try edits(words, for: document.task)
    do throws(EditError) {
      _ = try document.applying(edits)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Control characters in tags keep all of them",
    arguments: [
      "tags: [\"x\\ey\", ok, also]", "tags: [ok, \"\\u0085x\"]", "tags: \"ok, x\\u0007y\"",
      "tags:\n  - \"a\\nb\"\n  - ok", "tags: [&t ok, bar]", "tags: [ok, *x]", "tags: {ok: 1}",
    ])
  func unreadTagsAreRefused(front: String) throws {
    let document = try document(front)
    #expect(document.task.tags.isEmpty)
    for word in ["+z", "-ok"] {
      #expect(
        try refusal([word], in: document) == .notEditable("`tags` holds more than a list of words"))
    }
    let contexts = try self.document(front.replacing("tags", with: "contexts"))
    for word in ["+@z", "-@ok"] {
      #expect(
        try refusal([word], in: contexts)
          == .notEditable("`contexts` holds more than a list of words"))
    }
  }

  @Test(
    "Values of a field that cannot be read keep their bytes",
    arguments: [
      ("list: \"l\\em\"", "list:", "list:z", "a plain value"),
      ("parent: \"a\\nb\"", "parent:", "parent:z", "a plain value"),
      ("location: \"a\\eb\"", "at:", "at:z", "a plain value"),
      ("dependencies: [\"q\\nb\", r]", "depends:", "depends:z", "a list of words"),
      ("due: !!timestamp 2026-11-27", "due:", "due:2026-11-28", "a plain value"),
      ("due: *x", "due:", "due:2026-11-28", "a plain value"),
      ("due: [[2026-11-27]]", "due:", "due:2026-11-28", "a plain value"),
      ("due: @x", "due:", "due:2026-11-28", "a plain value"),
      ("scheduled: {a: b}", "sched:", "sched:2026-11-28", "a plain value"),
    ])
  func unreadValuesAreRefused(
    front: String, clearing: String, setting: String, kind: String
  ) throws {
    let document = try document(front)
    let key = front.prefix { $0 != ":" }
    for word in [clearing, setting] {
      #expect(
        try refusal([word], in: document) == .notEditable("`\(key)` holds more than \(kind)"),
        "\(word)")
    }
    // Where nothing stands there, nothing is refused.
    #expect(try refusal([clearing, "-gone"], in: try self.document("x: y")) == nil)
  }

  @Test(
    "A date takes the place of a list",
    arguments: [
      "due: [2026-11-27]", "due:\n  - 2026-11-27", "due: [a, b]", "due: []",
      "due: [2026-11-27,\n  b]",
    ])
  func dateTakesThePlaceOfAList(front: String) throws {
    let document = try document(front)
    let edited = try document.applying(edits(["due:2026-11-28"], for: document.task))
    #expect(self.front(edited) == "due: 2026-11-28\n")
    let cleared = try document.applying(edits(["due:"], for: document.task))
    #expect(
      self.front(cleared) == (front == "due: []" ? "due: []\n" : "\n")
        || cleared.task.properties.isEmpty)
  }

  @Test(
    "What is added and taken away again leaves no empty list",
    arguments: [
      "tags: [a]", "tags:\n  - a", "tags: [a] # why", "x: y", "tags: []", "contexts:",
      "labels: [a]\nassignee: []",
    ])
  func addedListsGoAgain(front: String) throws {
    let document = try document(front)
    for (add, remove) in [("+@c", "-@c"), ("+z", "-z"), ("depends:z", "depends:")] {
      let added = try document.applying(edits([add], for: document.task))
      #expect(added.bytes != document.bytes)
      let removed = try added.applying(edits([remove], for: added.task))
      if front.hasSuffix(": []") || front == "contexts:" {
        #expect(removed.task == document.task)
      } else {
        #expect(removed.bytes == document.bytes, "\(add)")
      }
    }
  }

  @Test(
    "A title is shown with what no title may hold",
    arguments: [
      ("\"a\\eb\"", "a\u{1B}b"), ("\"a\\nb\"", "a b"), ("|\n  a\n  b", "a b"), ("|\n  a b", "a b"),
      ("\"a\\r\\nb\\n\"", "a b"), ("\"a\\u0085b\"", "a\u{85}b"),
    ])
  func titlesWithControlCharacters(title: String, shown: String) throws {
    let document = try document("title: \(title)\nx: y")
    #expect(document.task.title == Text(shown))
    #expect(document.task.title != "a" && document.preamble.isEmpty)
    let edited = try document.applying([.title("c")])
    #expect(edited.task.title == "c")
    let converted = try Conversion(
      of: document, to: .org, specification: "TODO | DONE", workflow: .standard)
    #expect(converted.document.task.title == Text(ControlCharacters.escaped(shown)))
  }

  @Test(
    "An end behind the start is no zone",
    arguments: [
      ("2026-11-27 10:00-11:00", 660), ("2026-11-27 9:00-17:30", 1050),
      ("2026-11-27 10:00-09:00", nil),
      ("2026-11-27T10:00-11:00", nil), ("2026-11-27 10:00:00-11:00", nil),
      ("2026-11-27 10:00+11:00", nil),
    ])
  func rangesOfTimes(text: String, end: Int?) throws {
    for (key, other) in [("scheduled", "due"), ("due", "scheduled")] {
      let document = try document("\(key): \(text)")
      let isDue = key == "due"
      let plan = try #require(isDue ? document.task.deadline : document.task.scheduled)
      #expect(plan.end?.minute == end)
      #expect(plan.start.date == plan.end?.date ?? plan.start.date)
      // The other date does not touch it, and a day later it ends there.
      let day = try #require(Timestamp(iso: "2026-12-01T14:00"))
      let both = try document.applying([
        isDue ? .scheduled(Planning(day)) : .deadline(Planning(day))
      ])
      #expect(front(both).contains("\(key): \(text)\n") && front(both).contains("\(other): "))
      guard end != nil else { continue }
      let moved = plan.moved(to: day)
      let edited = try document.applying([isDue ? .deadline(moved) : .scheduled(moved)])
      #expect((isDue ? edited.task.deadline : edited.task.scheduled) == moved)
      #expect(front(edited).split(separator: "\n").count == 1)
      let none = try document.applying([isDue ? .deadline(nil) : .scheduled(nil)])
      #expect(front(none).isEmpty)
    }
    let own = try self.document("scheduled: 2026-11-27 10:00-11:00\nscheduled_end: 2026-11-28")
    #expect(own.task.scheduled?.end == Timestamp(iso: "2026-11-28"))
  }

  /// Under a key of another program; a field has no such value.
  @Test func textsOfSeveralLinesAreProperties() throws {
    let rest = "more: >-\n  a\n  b\n\n  c\nx: \"l\\nm\"\ndue: |\n  a\n  b"
    let document = try document("about: | # why\n    one\n\n    # two\n\(rest)")
    let properties: [Task.Property] = [
      .init("about", "one\n\n# two\n"), .init("more", "a b\nc"), .init("x", "l\nm"),
    ]
    #expect(document.task.properties == properties)
    for (value, line) in [
      ("new\n  deep\n\nend\n", "about: | # why\n    new\n      deep\n\n    end\n"),
      ("new\nend", "about: |- # why\n    new\n    end\n"), ("a\n", "about: | # why\n    a\n"),
      ("one", "about: one\n"),
      ("a\n\n", "about: \"a\\n\\n\"\n"), ("a\n \nb", "about: |- # why\n    a\n     \n    b\n"),
      (nil, ""),
    ] as [(Text?, String)] {
      let edited = try document.applying([.property(name: "about", value: value)])
      #expect(edited.task.property(named: "about") == value)
      #expect(front(edited) == line + rest + "\n")
    }
    let moved = try document.applying([.property(name: "more", value: "a\nb")])
    #expect(front(moved).contains("more: |-\n  a\n  b\nx:"))
    let added = try document.applying([.property(name: "new", value: "a\nb")])
    #expect(added.task.properties == properties + [.init("new", "a\nb")])
  }

  /// Blanks further in than a block of text are a part of it, at its end, too.
  @Test func blankLinesFurtherInEndATextAsTheyStand() throws {
    let document = try document("a: |2\n  x\n    \nb: >-\n  y\n   \n\n# why\nc: |\n  z\n  \nd: e")
    let properties: [Task.Property] = [
      .init("a", "x\n  \n"), .init("b", "y\n "), .init("c", "z\n"), .init("d", "e"),
    ]
    #expect(document.task.properties == properties)
    #expect(document.preamble == "# why\n")
  }

  /// Nothing in a list of another program is an element of it.
  @Test func nothingInAListIsShown() throws {
    let document = try document("a: [b, null, ~, '', c]\nd:\n  - e\n  -\n  - ~\ntags: [f, null]")
    #expect(document.task.property(named: "a") == "[b, null, null, \"\", c]")
    #expect(document.task.property(named: "d") == "[e, null, null]")
    #expect(document.task.tags == ["f"])
    let edits: [Edit] = [
      .property(name: "a", value: "[b, null, \"\", c, \"null\"]"),
      .property(name: "d", value: "[null, e, g]"), .property(name: "new", value: "[null, h]"),
      .tags(["f", "i"]),
    ]
    let edited = try document.applying(edits)
    #expect(edited.task == document.task.applying(edits))
    let front = front(edited)
    #expect(front.contains(", '', c, 'null']\n") && front.contains("tags: [f, i, null]\n"))
    #expect(front.contains("new: [null, h]\n") && !front.contains("- null\n  - null"))
  }

  /// `+` keeps the blank lines behind a text (YAML 1.2, 8.1.1.2).
  @Test func textsThatKeepTheirEnd() throws {
    let front =
      "about: |+\n  one\n\nmore: >+ # why\n  a\n  b\n \n\nnone: |+\n\n\n# c\n\nlast: |2+\n   x\n\n"
    let document = try document(front)
    let properties: [Task.Property] = [
      .init("about", "one\n\n"), .init("more", "a b\n\n\n"), .init("none", "\n\n"),
      .init("last", " x\n\n\n"),
    ]
    #expect(document.task.properties == properties)
    #expect(document.preamble == "# c\n")
    let blanks = try self.document("a: |+\n  x\n     \n\nb: y")
    #expect(blanks.task.property(named: "a") == "x\n   \n\n")
    // What comes and goes beside them is no part of them.
    for edits in [
      [.property(name: "new", value: "y")], [.priority(Priority("A"))],
      [.property(name: "more", value: nil)], [.property(name: "more", value: "a\n\n")],
      [.property(name: "about", value: "a\nb\n")], [.property(name: "last", value: "x\n")],
    ] as [[Edit]] {
      let edited = try document.applying(edits)
      #expect(edited.task == document.task.applying(edits))
      let back = try edited.applying(document.task.edits(from: edited.task))
      #expect(Set(back.task.properties) == Set(properties))
    }
    let between = try self.document("about: |+\n  one\nx: y\n\n\nz: z")
    let edited = try between.applying([.property(name: "x", value: nil)])
    #expect(self.front(edited) == "about: |+\n  one\nz: z\n")
  }

  @Test func blanksAndCommentsInTexts() throws {
    let document = try document("a: |\n  x\n     \n  y\n \n  z\nb: one\n  two\n  # why\nc: d")
    #expect(
      document.task.properties == [
        .init("a", "x\n   \ny\n\nz\n"), .init("b", "one two"), .init("c", "d"),
      ])
    let edited = try document.applying([.property(name: "b", value: "x")])
    #expect(front(edited).hasSuffix("b: x\n  # why\nc: d\n"))
    #expect(try self.document("b: one\n  # why\n  two").task.properties.isEmpty)
  }

  /// They are shown, and stay lines for all else.
  @Test func listsOfMapsAreShown() throws {
    let front =
      "x: y\nlinks:\n  - to: a # why\n    at: 2026-11-20T10:00\n    n: 3\n  - to: \"b, c\"\n    at:\n    n: \"3\"\n"
      + "deep:\n  - a:\n      b: c\nmap:\n  a: b\ntimeEntries:\n  - startTime: 2026-11-20T10:00"
    let document = try document(front)
    #expect(document.task.properties == [Task.Property("x", "y")])
    let shown = Text("[{to: a, at: 2026-11-20T10:00, n: 3}, {to: \"b, c\", at: , n: \"3\"}]")
    #expect(
      document.shownTask.properties == [Task.Property("x", "y"), Task.Property("links", shown)])
    #expect(throws: EditError.self) {
      try document.applying([.property(name: "links", value: shown)])
    }
    #expect(document.preamble.string.contains("  - to: a # why\n"))
  }

  @Test func repeatersThatCannotBeReadAreCleared() throws {
    for (front, left) in [
      ("repeat: !!x", ""), ("repeat: !!x # why\nx: y", "x: y\n"), ("repeat: *r", ""),
      ("due: 2026-11-27\nscheduled_repeat: !!x", "due: 2026-11-27\n"), ("x: !!x", "x: !!x\n"),
      ("repeat: weekdays", ""),
    ] {
      let document = try document(front)
      #expect(self.front(try document.applying(edits(["every:"], for: document.task))) == left)
    }
    let more = try document("repeat:\n  every: day")
    #expect(
      try refusal(["every:"], in: more) == .notEditable("`repeat` holds more than a plain value"))
  }

  @Test func commentsAreNoAliases() throws {
    let date = try #require(Timestamp(iso: "2026-11-28"))
    for other in [
      "# *d", "  # see *d", "x: a*d", "x: \"*d\"", "x: 'see *d'", "x: see *d , it", "x: |\n  *d",
      "x: [\"*d\", 'a, *d']", "x: {a: \"*d\", b: 'it''s, *d'}", "x:\n  b: '*d'\n  c: see *d",
      "x:\n  - a: \"b\n      *d\"",
    ] {
      let edited = try document("due: &d 2026-11-27\n\(other)").applying([
        .deadline(Planning(date))
      ])
      #expect(front(edited) == "due: &d 2026-11-28\n\(other)\n")
    }
    for other in [
      "x: *d", "x: [*d]", "x: [a,*d]", "x:\n  - *d # c", "x:\n  *d", "x: {a: 'b', c: *d}",
      "x:\n  b: it's\n  c: *d",
    ] {
      #expect(throws: EditError.self) {
        try document("due: &d 2026-11-27\n\(other)").applying([.deadline(Planning(date))])
      }
    }
  }
}
