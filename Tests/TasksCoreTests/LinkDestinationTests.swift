import TasksCore
import Testing

/// Where links lead, and which line of a file they name.
@Suite struct LinkDestinationTests {
  @Test(arguments: [
    ("https://a.b/c", LinkDestination.address("https://a.b/c")), ("TEL:1", .address("TEL:1")),
    ("file:a.org", .file("a.org", nil)), ("file:a.org::*H x", .file("a.org", .heading("H x"))),
    ("file:a.org::#c", .file("a.org", .customID("c"))), ("file:a::12", .file("a", .line(12))),
    ("./a b", .file("./a b", nil)), ("file:///etc/x", .file("/etc/x", nil)),
    ("file://localhost/etc/x", .file("/etc/x", nil)), ("file+sys:x", .file("x", nil)),
    ("file:::*H", .here(.heading("H"))), ("*H", .here(.heading("H"))),
    ("words", .here(.text("words"))),
    ("#c", .here(.customID("c"))), ("id:x-1", .id("x-1")), ("id:x::*H", .id("x")),
    ("shell:ls", .command(scheme: "shell")), ("ELISP:x", .command(scheme: "elisp")),
    ("-x", .here(.text("-x"))), ("a\u{0}b", .unreadable), ("file:", .unreadable),
  ])
  func destinationsOfOrg(target: String, expected: LinkDestination) {
    #expect(LinkDestination(Text(target), format: .org) == expected)
  }

  @Test(arguments: [
    ("a.md", LinkDestination.file("a.md", nil)), ("a.md#b-c", .file("a.md", .slug("b-c"))),
    ("#b", .here(.slug("b"))), ("-x", .file("-x", nil)), ("mailto:a@b", .address("mailto:a@b")),
    ("c:/x", .file("c:/x", nil)), ("id:x", .id("x")),
  ])
  func destinationsOfMarkdown(target: String, expected: LinkDestination) {
    #expect(LinkDestination(Text(target), format: .markdown) == expected)
  }

  @Test(arguments: [
    ("Note", LinkDestination.note("Note", nil)), ("a/N b.md", .note("a/N b.md", nil)),
    ("N#H x", .note("N", .slug("H x"))), ("N#A#B", .note("N", .slug("B"))),
    ("N#^b1", .note("N", .text("^b1"))), ("#H", .here(.slug("H"))), ("N#", .note("N", nil)),
    ("#", .unreadable), ("shell:x", .note("shell:x", nil)),
  ])
  func destinationsOfNotes(target: String, expected: LinkDestination) {
    let link = MarkupLink(target: Text(target), isNote: true)
    #expect(LinkDestination(link, format: .markdown) == expected)
  }

  @Test(arguments: [
    (LinePlace.line(3), 3 as Int?), (.line(0), nil), (.heading("Call Bob"), 2),
    (.heading("call bob"), 2), (.heading("Part"), 6), (.heading("Gone"), nil),
    (.customID("cust"), 6), (.id("p1"), 6), (.id("p2"), nil), (.text("Target"), 12),
    (.text("part"), 6), (.text("some words"), 11), (.text("nowhere"), nil),
    (.heading("two  blanks"), 13), (.text("Two blanks"), 13), (.text("fuzzy one"), 15),
    (.text("only named"), nil),
  ])
  func placesInOrg(place: LinePlace, line: Int?) {
    let text = """
      #+TODO: TODO WAIT | DONE
      * WAIT [#A] Call Bob [1/2] :tag:
      :PROPERTIES:
      :ID: top
      :END:
      ** Part
      :PROPERTIES:
      :ID: p1
      :CUSTOM_ID: cust
      :END:
      Some words, the target word
      <<target>>
      ** DONE [#B] Two   blanks [0/1] :a:b:
      See [[fuzzy one]] and [[only named][that]].
      It is the [[fuzzy one]], a fuzzy  one.
      """
    #expect(place.line(in: Array(text.utf8)) == line)
  }

  @Test func placesInMarkdown() {
    let text = Array("# One\n\n## First steps, at last!\n".utf8)
    #expect(LinePlace.slug("first-steps-at-last").line(in: text) == 3)
    #expect(LinePlace.slug("two").line(in: text) == nil)
  }

  @Test func percentSignsAreRead() {
    #expect(LinkDestination.decoded("a%20b%C4%8D") == "a bč")
    #expect(LinkDestination.decoded("a%2") == "a%2")
    #expect(LinkDestination.decoded("a") == nil)
    #expect(LinkDestination.decoded("%FF") == nil)
    #expect(LinkDestination.decoded("%00x") == "%00x")
  }
}
