import TasksCore
import Testing
import Yams

/// Comments on lines of their own behind the values of front matter: they stay when the value goes.
@Suite struct FrontMatterCommentTests {
  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(
      MarkdownDocument(
        Array("---\nstatus: todo\n\(front)---\n".utf8), path: "a.md", workflow: .standard))
  }

  private func front(_ document: any TaskDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: todo\n", with: "").replacing("---\n", with: "")
  }

  @Test(arguments: [
    ("due: 2026-11-27\n  # why\nx: y\n", "  # why\nx: y\n"),
    ("due: 2026-11-27 # gone\n\n    # why\n      # and\n", "\n    # why\n      # and\n"),
    ("due: \"2026-11-27\"\n  # why\n# not its\n", "  # why\n# not its\n"),
    ("due:\n  2026-11-27\n  # why\n", "  # why\n"),
    ("due: >\n    2026-11-27\n  # why\n", "  # why\n"),
    ("due: 2026-11-27\r\n  # why\r\nx: y\r\n", "  # why\r\nx: y\r\n"),
    // Further in it would be a line of the text above.
    ("x: |\n  text\ndue: 2026-11-27\n  # why\n\n   # and\n", "x: |\n  text\n# why\n\n# and\n"),
    ("x: >+\n  text\n\ndue: 2026-11-27\n\n   # why\n", "x: >+\n  text\n\n# why\n"),
    ("x:\n  y: |\n   text\ndue: 2026-11-27\n   # why\n", "x:\n  y: |\n   text\n# why\n"),
  ])
  func commentStays(_ old: String, _ new: String) throws {
    let document = try document(old)
    let edited = try document.applying([.deadline(nil)])
    #expect(edited.task.deadline == nil)
    #expect(front(edited) == new)
    #expect(edited.preamble == document.preamble)
    #expect(edited.task.properties == document.task.properties)
    _ = try Yams.load(yaml: front(edited))
  }

  @Test func commentBehindTheLastElementStays() throws {
    let list = try document("tags:\n  # from the phone list\n  - a\n  # keep me: ask Eva\nx: y\n")
    #expect(front(try list.applying([.tags([])])) == "  # keep me: ask Eva\nx: y\n")
    let added = try list.applying([.tags(["a", "b"])])
    #expect(
      front(added)
        == "tags:\n  # from the phone list\n  - a\n  - b\n  # keep me: ask Eva\nx: y\n")
    let flow = try document("tags: [a,\n  b]\n  # keep me\n")
    #expect(front(try flow.applying([.tags([])])) == "  # keep me\n")
  }

  /// A comment alone is no value: the field above it can be set.
  @Test func fieldAboveACommentIsEmpty() throws {
    let empty = try document("due:\nlist: [[Quarter]]\n  # mine\n")
    #expect(empty.task.list == "Quarter")
    let edited = try empty.applying([.list(nil)])
    #expect(front(edited) == "due:\n  # mine\n")
    let moment = try #require(Timestamp(iso: "2026-11-27"))
    let dated = try edited.applying([.deadline(Planning(moment))])
    #expect(front(dated) == "due: 2026-11-27\n  # mine\n")
  }

  @Test func newKeyComesBehindTheCommentOfTheOneAbove() throws {
    let document = try document("due: 2026-11-27\n  # why\n# about x\nx: y\n")
    #expect(
      front(try document.applying([.effort(90)]))
        == "due: 2026-11-27\n  # why\neffort: 90\n# about x\nx: y\n")
  }

  @Test func strayItemBelowACommentJoinsNoOtherKey() throws {
    let document = try document("tags:\nparent: abc\n  # why\n- stray item\n")
    let edited = try document.applying([.parent(nil)])
    #expect(edited.task.tags.isEmpty)
    #expect(front(edited) == "tags:\nparent: ~\n  # why\n- stray item\n")
  }

  /// A block as deep as the comment would have it as its last line.
  @Test func notesTakeInNoComment() throws {
    let document = try document("notes: \"a\n  b\"\n    # why\n")
    let edited = try document.applying([.notes("a\nb\nc")])
    #expect(edited.task.notes == "a\nb\nc")
    #expect(front(edited).hasSuffix("\n    # why\n"))
    #expect(edited.preamble == document.preamble)
  }
}
