import Testing

@testable import TasksCore

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
    #expect(converted.document.task.title == Text(Visible.text(shown)))
  }

  @Test func commentsAreNoAliases() throws {
    let date = try #require(Timestamp(iso: "2026-11-28"))
    for other in ["# *d", "  # see *d", "x: a*d"] {
      let edited = try document("due: &d 2026-11-27\n\(other)").applying([
        .deadline(Planning(date))
      ])
      #expect(front(edited) == "due: &d 2026-11-28\n\(other)\n")
    }
    for other in ["x: *d", "x: [*d]", "x: [a,*d]", "x:\n  - *d # c", "x:\n  *d"] {
      #expect(throws: EditError.self) {
        try document("due: &d 2026-11-27\n\(other)").applying([.deadline(Planning(date))])
      }
    }
  }
}
