import TasksCore
import Testing
import Yams

/// Lists of front matter that go on in lines below, and items that belong to no list.
@Suite struct MarkdownListTests {
  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(
      MarkdownDocument(
        Array("---\nstatus: todo\n\(front)---\n".utf8), path: "a.md", workflow: .standard))
  }

  private func front(_ document: MarkdownDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: todo\n", with: "").replacing("---\n", with: "")
  }

  @Test(arguments: [
    "[a,\n  b]", "[\n  a,\n  b\n  ]", "[a, b,\n  c\n  ]", "[ a\n  , 'b' ]", "[a,\r\n  \"b c\"]",
    "[a,\n\n  b]", "[a,\n  b,]",
  ])
  func listsOfSeveralLinesAreRead(list: String) throws {
    let document = try document("tags: \(list)\n")
    let map = try Yams.load(yaml: "tags: \(list)\n") as? [String: [String]]
    #expect(document.task.tags.map(\.string) == map?["tags"])
    #expect(document.preamble.isEmpty)
  }

  @Test(arguments: [
    (["a", "b"], "[a, b\n  ]"), (["a", "c"], "[a, c\n  ]"), (["b", "c"], "[b,\n  c\n  ]"),
    (["a", "b", "c", "d"], "[a, b,\n  c, d\n  ]"),
  ])
  func editsChangeTheSmallestPiece(tags: [Text], list: String) throws {
    let edited = try document("tags: [a, b,\n  c\n  ]\n").applying([.tags(tags)])
    #expect(front(edited) == "tags: \(list)\n")
    #expect(edited.task.tags == tags)
  }

  /// What is no list of scalars stays as it is.
  @Test(arguments: ["[a,\n# c\n  b]", "[a\n  b]", "[a,\n  {b: c}]", "['a\n  b']", "[a,\n"])
  func otherListsAreKept(list: String) throws {
    let document = try document("tags: \(list)\nlist: x\n")
    #expect(document.task.tags.isEmpty)
    #expect(try document.applying([.list("z")]).bytes.count == document.bytes.count)
    #expect(document.preamble.string.hasPrefix("tags: ["))
  }

  /// Found by the laws: without the key between them the item would be one of the tags.
  @Test(arguments: [
    "parent: abc\n", "parent: >\n  abc\n", "parent: abc # c\n",
  ])
  func strayItemJoinsNoOtherKey(parent: String) throws {
    for gap in ["", "# comment\n", "\n"] {
      let document = try document("tags:\n\(parent)\(gap)- stray item\n")
      let edited = try document.applying([.parent(nil)])
      #expect(edited.task.parent == nil)
      #expect(edited.task.tags.isEmpty)
      #expect(edited.preamble == document.preamble)
      #expect(front(edited).hasSuffix("parent: ~\n\(gap)- stray item\n"))
    }
  }

  @Test func bytesOfListsAreKept() throws {
    let list = Array("x: ['".utf8) + [0xC2] + Array("a', \"b, c\", 'it''s', \"\\u00e9\"]\n".utf8)
    let bytes = Array("---\nstatus: todo\n".utf8) + list + Array("---\n".utf8)
    let task = try #require(MarkdownDocument(bytes, path: "a.md", workflow: .standard)).task
    let value = [0x5B, 0x22, 0xC2] + Array("a\", \"b, c\", it's, é]".utf8)
    #expect(task.property(named: "x") == Text(bytes: value))
    #expect(try document("x: [\"a\\x07\"]\n").task.property(named: "x") == nil)
    let tags = try document("tags: [a, 'a', \"a\", \"\\x61\", b]\n").task.tags
    #expect(tags == ["a", "b"])
    #expect(try document("tags: ['b', b, \"c\"]\n").task.tags == ["b", "c"])
  }
}
