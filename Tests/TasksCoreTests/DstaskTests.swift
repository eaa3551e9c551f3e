import TasksCore
import Testing

/// Files as dstask writes them, with the notes and the day of completion under keys.
@Suite struct DstaskTests {
  private static let head = "uuid: a1\nstatus: pending\nsummary: fix the roof\n"

  private static func document(_ keys: String, body: String = "") throws -> MarkdownDocument {
    try #require(MarkdownFiles.read("---\n\(head)\(keys)---\n\(body)"))
  }

  private static func text(_ document: MarkdownDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("notes: |\n  one\n\n  - [ ] two\n", "one\n\n- [ ] two"), ("notes: one\n", "one"),
    ("notes: |-\n    one\n      deeper\n", "one\n  deeper"), ("notes: \"a\\nb\"\n", "a\nb"),
    ("notes: \"\"\n", ""),
  ])
  func notesAreThoseOfTheKey(_ keys: String, _ notes: String) throws {
    let document = try Self.document(keys)
    #expect(document.task.notes == Text(notes) && document.task.properties.isEmpty)
  }

  @Test func notesOfTheBodyCountMore() throws {
    let document = try Self.document("notes: key\n", body: "body\n")
    #expect(document.task.notes == "body")
    #expect(document.task.property(named: "notes") == "key")
    let edited = try document.applying([.notes("new")])
    #expect(Self.text(edited) == "---\n\(Self.head)notes: key\n---\nnew\n")
  }

  @Test(arguments: [
    (
      "notes: |\n  - [ ] one\n  - [ ] two\n", "- [x] one\n- [ ] two",
      "notes: |\n  - [x] one\n  - [ ] two\n"
    ),
    (
      "notes: |- # mine\n    one\n    two\n", "one\n\n two",
      "notes: |- # mine\n    one\n\n     two\n"
    ),
    ("notes: \"\"\ndue: 2026-11-20\n", "one\ntwo", "notes: |-\n  one\n  two\ndue: 2026-11-20\n"),
    ("notes: one\n", "one\ntwo", "notes: |-\n  one\n  two\n"),
    ("notes: |\n  one\n", " one\ntwo", "notes: |2\n   one\n  two\n"),
    ("notes: |\n  one\n  two\n", "three", "notes: three\n"),
    ("notes: |\n  one\n  two\n", "", ""),
    ("notes: one # why\n", "one\ntwo", "notes: \"one\\ntwo\" # why\n"),
    ("notes: >\n  one\n  two\n", "a\nb: c", "notes: |-\n  a\n  b: c\n"),
  ])
  func notesAreChangedWhereTheyStand(_ keys: String, _ notes: Text, _ new: String) throws {
    let edited = try Self.document(keys).applying([.notes(notes)])
    #expect(Self.text(edited) == "---\n\(Self.head)\(new)---\n")
    #expect(edited.task.notes == notes)
  }

  @Test func resolvedIsWhenItWasDone() throws {
    let open = try Self.document("resolved: 0001-01-01T00:00:00Z\n")
    #expect(open.task.closed == nil && open.task.properties.isEmpty)
    let closed = try open.applying([.closed(Timestamp(iso: "2026-11-20T10:30"))])
    #expect(Self.text(closed) == "---\n\(Self.head)resolved: 2026-11-20T10:30:00\n---\n")
    #expect(closed.task.closed?.iso == "2026-11-20T10:30")
    let read = try Self.document("resolved: 2026-11-19T08:00:12.5Z\n")
    #expect(read.task.closed?.iso == "2026-11-19T08:00")
  }
}
