import TasksCore
import Testing

/// What the markup of notes is read as.
@Suite struct MarkupTests {
  private func spans(_ text: String, _ format: Format) -> String {
    let markup = Markup(Text(text), format: format)
    return markup.blocks.map { block in
      switch block {
      case .text(_, let spans): shown(spans, markup)
      case .item(let item): shown(item.spans, markup)
      default: "?"
      }
    }.joined(separator: "|")
  }

  private func shown(_ spans: [MarkupSpan], _ markup: Markup) -> String {
    spans.map { span in
      switch span {
      case .text(let text): text.string
      case .code(let text, _): "code(\(text))"
      case .emphasis(let kind, _, let inner): "\(kind)(\(shown(inner, markup)))"
      case .link(let index): "link(\(markup.links[index].target))"
      }
    }.joined()
  }

  @Test(arguments: [
    (
      "*bold* /it/ _under_ +gone+ =v= ~c~",
      "bold(bold) italic(it) underline(under) strike(gone) code(v) code(c)"
    ),
    ("*a /b/ c*", "bold(a italic(b) c)"), ("(*a*), \"/b/\"", "(bold(a)), \"italic(b)\""),
    ("a*b*c 2*3 * x * /usr/bin /a", "a*b*c 2*3 * x * /usr/bin /a"), ("=*x*=", "code(*x*)"),
    ("*a\nb*", "bold(a\nb)"), ("[[https://a.b/c][d e]]", "link(https://a.b/c)"),
    ("see [[file:x.org::*H]].", "see link(file:x.org::*H)."), ("[[a\\]b]]", "link(a]b)"),
    ("https://a.b/c_(d), x", "link(https://a.b/c_(d)), x"),
    ("(https://a.b)", "(link(https://a.b))"),
    ("<mailto:a@b.c>", "link(mailto:a@b.c)"), ("[[open [x", "[[open [x"), ("", ""),
    ("<2026-11-20 Fri 10:00>", "<2026-11-20 Fri 10:00>"), ("xhttps://a.b", "xhttps://a.b"),
  ])
  func spansOfOrg(text: String, expected: String) { #expect(spans(text, .org) == expected) }

  @Test(arguments: [
    ("**b** *i* __b__ _i_ ~~s~~ `c`", "bold(b) italic(i) bold(b) italic(i) strike(s) code(c)"),
    ("**a *b* c**", "bold(a italic(b) c)"), ("***x***", "bold(italic(x))"),
    ("snake_case_word 2 * 3 * 4", "snake_case_word 2 * 3 * 4"), ("\\*x\\*", "*x*"),
    ("``a ` b``", "code(a ` b)"), ("`open", "`open"), ("[a](b \"t\")", "link(b)"),
    ("![p](q.png)", "link(q.png)"), ("[a](<b c>)", "link(b c)"), ("[a](b(c))", "link(b(c))"),
    ("[a] b", "[a] b"), ("[a][]\n\n[A]: x", "link(x)|?|?"),
    ("[a]\n\n[a]: x \"t\"", "link(x)|?|?"), ("[a]: words of it", "[a]: words of it"),
    ("<https://a.b>", "link(https://a.b)"),
    ("https://a.b.", "link(https://a.b)."), ("[a\nb](c)", "link(c)"), ("a <b> c", "a <b> c"),
    ("[a]( http://b )", "link(http://b)"), ("[a](\n <b c>\n\"t\" )", "link(b c)"),
    ("[a]( )", "[a]( )"), ("a\\\nb", "a\nb"), ("*a\\\nb*", "italic(a\nb)"), ("a\\", "a\\"),
    ("a\\\\\nb", "a\\\nb"),
  ])
  func spansOfMarkdown(text: String, expected: String) {
    #expect(spans(text, .markdown) == expected)
  }

  /// Seen in Emacs: beside these there is emphasis, and none where one of them stands inside of a sign.
  @Test func blanksBeyondASCII() {
    let spaces: [Character] = [
      "\u{C}", "\u{A0}", "\u{2000}", "\u{2007}", "\u{200A}", "\u{200B}", "\u{202F}", "\u{205F}",
      "\u{3000}",
    ]
    for space in spaces {
      #expect(spans("v\(space)*b*\(space)s", .org) == "v\(space)bold(b)\(space)s")
      #expect(spans("v *\(space)b* s", .org) == "v *\(space)b* s")
      #expect(spans("v *b\(space)* s", .org) == "v *b\(space)* s")
    }
    for other in [
      "\u{B}", "\u{85}", "\u{1680}", "\u{200C}", "\u{2028}", "\u{2060}", "\u{FEFF}", "\u{3001}",
    ] {
      #expect(spans("v\(other)*b*\(other)s", .org) == "v\(other)*b*\(other)s")
      #expect(spans("v *\(other)b\(other)* s", .org) == "v bold(\(other)b\(other)) s")
    }
    for space in spaces.dropFirst() where space != "\u{200B}" {
      #expect(spans("v\(space)_b_\(space)s", .markdown) == "v\(space)italic(b)\(space)s")
      #expect(spans("v **\(space)b** s", .markdown) == "v **\(space)b** s")
    }
    #expect(spans("é_b_\u{200B}", .markdown) == "é_b_\u{200B}")
  }

  /// A comment is shown and not read (CommonMark, 6.6).
  @Test(arguments: [
    ("a <!-- [b](c) *d* https://e --> [f](g)", "a <!-- [b](c) *d* https://e --> link(g)"),
    ("- <!-- [b](c)\n  [d](e) -->\n", "<!-- [b](c)|?"),
    ("a <!-- [b](c)\n  d --> `e`", "a <!-- [b](c)\nd --> code(e)"),
    ("a <!--> *b*", "a <!--> italic(b)"),
    ("a <!---> *b* -->", "a <!---> italic(b) -->"), ("a <!-- *b*", "a <!-- italic(b)"),
    ("a \\<!-- *b* -->", "a <!-- italic(b) -->"),
  ])
  func commentsOfMarkdownAreNotRead(text: String, expected: String) {
    #expect(spans(text, .markdown) == expected)
  }

  @Test func notesAreLinkedByName() {
    let notes: Text = "[[N]] [[N|l]] ![[p.png|300]] ![[p.png|30x40]] ![[p.png|alt]] [N](N)"
    let links = Markup(notes, format: .markdown).links
    #expect(links.map(\.label) == [nil, "l", nil, nil, "alt", "N"])
    #expect(links.map(\.isNote) == [true, true, true, true, true, false])
    let row: Text = "| a |\n|---|\n| [[N\\|l]] |"
    #expect(
      Markup(row, format: .markdown).links == [MarkupLink(target: "N", label: "l", isNote: true)])
  }

  @Test(arguments: [
    ("<a@b.cz>", "a@b.cz"), ("<a.b+c@d-e.example.org>", "a.b+c@d-e.example.org"),
    ("<a@b>", "a@b"), ("<a@.b>", nil), ("<a b@c>", nil), ("<@b>", nil), ("<a@b", nil),
    ("<a@-b>", nil), ("`<a@b.cz>`", nil),
  ])
  func mailAddressesAreLinksOfMarkdown(_ notes: String, _ address: String?) {
    let links = Markup(Text(notes), format: .markdown).links
    #expect(
      links == (address.map { [MarkupLink(target: Text("mailto:" + $0), label: Text($0))] } ?? []))
    #expect(Markup(Text(notes), format: .org).links.isEmpty)
  }

  /// Blocks that are handed on in pieces are those of the whole, and no piece is large.
  @Test(arguments: [
    (Format.org, "text [[a][b]]\n\n: code\n: more\n- item\n  goes on\n#+begin_src\nx\n#+end_src\n"),
    (.markdown, "title\n---\n\n    code\n\n- item\n\n[a](b) [c]\n\n> quote\n\n[c]: d\n\n"),
    (.markdown, "<div>\nx\n\n~~~\nx\n~~~\n"),
    (.org, ": code\n"), (.markdown, "text\n"), (.org, "- [ ] box\n"), (.markdown, "title\n===\n"),
    (.org, ""),
  ]) func piecesAreTheWhole(_ format: Format, _ unit: String) {
    var task = Task(
      id: TaskID(ofPath: ""), path: "a.\(format.rawValue)", format: format, title: "[[a][b]]",
      state: State("TODO", isDone: false))
    for count in [1, 100, 513] {
      task.notes = Text(String(repeating: unit, count: count))
      let whole = Markup(task)
      var (blocks, links, pieces): ([MarkupBlock], [MarkupLink], Int) = ([], [], 0)
      Markup.read(task) { piece in
        #expect(piece.title == whole.title && piece.blocks.count <= 260)
        blocks += piece.blocks
        links = piece.links
        pieces += 1
      }
      #expect(blocks == whole.blocks && links == whole.links && pieces > 0)
    }
  }

  @Test func linksOfTheTitleComeFirst() {
    var task = Task(
      id: TaskID(ofPath: ""), path: "a.org", format: .org, title: "Read https://a.b",
      state: State("TODO", isDone: false))
    task.notes = "[[https://c.d][e]] =https://no.link=\n#+begin_src\nhttps://none.here\n#+end_src"
    let markup = Markup(task)
    #expect(markup.title == [.text("Read "), .link(0)])
    #expect(markup.links.map(\.target) == ["https://a.b", "https://c.d"])
    #expect(markup.links.map(\.label) == [nil, "e"])
  }

  @Test(arguments: [Format.org, .markdown])
  func boxesAreNumberedAsTheyAreTicked(format: Format) {
    let sign = format == .org ? "**" : "##"
    let notes = Text("- [ ] a\n  1. [x] b\n- c\n- [-] d\n\(sign) Below\n- [ ] e\n")
    let items: [MarkupItem] = Markup(notes, format: format).blocks.compactMap {
      if case .item(let item) = $0 { item } else { nil }
    }
    #expect(items.map(\.checkbox?.number) == [1, 2, nil, 3, format == .org ? nil : 4])
    #expect(items.map(\.checkbox?.mark) == [.empty, .ticked, nil, .partial, .empty])
    #expect(items.map(\.indent) == [0, 2, 0, 0, 0])
  }

  @Test func blocksOfOrg() {
    let notes: Text = """
      #+begin_src sh
      ,* a *b*
      #+end_src
      : fixed
      -----
      #+begin_quote
      q
      #+end_quote
      | a |
      |---|
      # note
      """
    let quote = MarkupBlock.quote(indent: 0, depth: 1, [.text("q")])
    let table = MarkupTable(indent: 0, rows: [.cells([[.text("a")]]), .rule], sides: [.left])
    #expect(
      Markup(notes, format: .org).blocks == [
        .aside("#+begin_src sh"), .code(["* a *b*"]), .aside("#+end_src"), .code(["fixed"]), .rule,
        quote, .table(table), .aside("# note"),
      ])
  }

  @Test func linesForProgramsStandWhereTheyStood() {
    let org: Text = """
      - item
        #+begin_src sh
        ls
        #+end_src
      #+begin_quote
      - no box
      - [ ] box
      #+end_quote
      """
    #expect(
      Markup(org, format: .org).blocks == [
        .item(MarkupItem(indent: 0, bullet: "-", checkbox: nil, spans: [.text("item")])),
        .aside("  #+begin_src sh"), .code(["  ls"]), .aside("  #+end_src"),
        .quote(indent: 0, depth: 1, [.text("- no box")]),
        .item(
          MarkupItem(
            indent: 0, bullet: "-", checkbox: .init(mark: .empty, number: 1), spans: [.text("box")])
        ),
      ])
    let markdown: Text = "text\n\n[n]: https://a.b\n- item\n  ```\n  ls\n  ```\n"
    #expect(
      Markup(markdown, format: .markdown).blocks == [
        .text(indent: 0, [.text("text")]), .blank, .aside("[n]: https://a.b"),
        .item(MarkupItem(indent: 0, bullet: "-", checkbox: nil, spans: [.text("item")])),
        .aside("  ```"), .code(["  ls"]), .aside("  ```"),
      ])
  }

  @Test func blocksOfMarkdown() {
    let notes: Text = """
      Title
      ===
      > q
      > > r

      ```sh
      # a
      ```

          b
      | a | b |
      |--:|:-:|
      | 1 | x\\|y |
      ***
      """
    let one = MarkupTable.Row.cells([[.text("a")], [.text("b")]])
    let two = MarkupTable.Row.cells([[.text("1")], [.text("x|y")]])
    #expect(
      Markup(notes, format: .markdown).blocks == [
        .heading(level: 1, sign: "#", [.text("Title")]), .quote(indent: 0, depth: 1, [.text("q")]),
        .quote(indent: 0, depth: 2, [.text("r")]), .blank, .aside("```sh"), .code(["# a"]),
        .aside("```"), .blank, .code(["b"]),
        .table(MarkupTable(indent: 0, rows: [one, .rule, two], sides: [.right, .center])), .rule,
      ])
  }

  @Test func quotesStandWhereTheirItemsDo() {
    let quotes: (Text, Format) -> [Int] = { notes, format in
      Markup(notes, format: format).blocks.compactMap {
        if case .quote(let indent, _, _) = $0 { indent } else { nil }
      }
    }
    #expect(quotes("- a\n  - b\n\n    > q\n    > r\n\n  > s\n\n> t", .markdown) == [4, 2, 0])
    let org: Text = "- a\n  - b\n    #+begin_quote\n    q\n    r\n    #+end_quote"
    #expect(quotes(org, .org) == [4])
  }

  /// To Org a line's end in a link is a blank.
  @Test func linksOverTwoLines() {
    let org = Markup(
      "see [[https://x.y/a\n  b][one \n  two]] and\n[[file:c.org::*Head\n ing]].", format: .org)
    #expect(org.links.map(\.target) == ["https://x.y/a b", "file:c.org::*Head ing"])
    #expect(org.links.map { $0.shownLabel(in: .org) } == ["one two", nil])
    #expect(
      LinkDestination(org.links[1], format: .org) == .file("c.org", .heading("Head ing")))
    let markdown = Markup("see [one\n  two](https://x.y)", format: .markdown)
    #expect(markdown.links.map { $0.shownLabel(in: .markdown) } == ["one two"])
  }

  @Test func pictureInALinkShowsItsWords() {
    let links = Markup("[![pic](a.png)](https://e.org) [a](b) ![](c.png)", format: .markdown).links
    #expect(links.map { $0.words(in: .markdown) } == ["pic", "a", "c.png"].map { [.text($0)] })
    #expect(links[0].target == "https://e.org")
  }

  @Test func theWordsOfALinkAreMarkup() {
    let links = Markup(
      #"[x\]y `a\]b` **c\*d**](u) [[N|a\b]] [*a* [b](v)](u)"#, format: .markdown
    ).links
    #expect(
      links.map { $0.shownLabel(in: .markdown) } == [
        #"x]y `a\]b` **c*d**"#, #"a\b"#, "*a* [b](v)",
      ])
    #expect(
      links[0].words(in: .markdown).last
        == .emphasis(.bold, sign: "**", [.text("c"), .text("*"), .text("d")]))
    let org = Markup(#"[[https://e.org][a\_b *bold*]]"#, format: .org).links
    #expect(org.map { $0.shownLabel(in: .org) } == [#"a\_b *bold*"#])
  }

  /// A definition does not break into a paragraph, and there is none in code (CommonMark, "Link reference
  /// definitions").
  @Test(arguments: [
    ("words\n[r]: https://e.org\n\n[r]", 1, "https://e.org"),
    ("- item\n  [r]: https://e.org\n\n[r]", 1, "https://e.org"),
    ("> quote\n[r]: https://e.org\n\n[r]", 1, "https://e.org"),
    ("```\n[r]: u\n```\n\n[r]", 0, ""), ("    [r]: u\n\n[r]", 0, ""),
    ("words\n\n[r]: u\n\n[r]", 1, "u"), ("# Head\n[r]: u\n[s]: v\nwords [s]", 1, "v"),
    ("[r]\n\n[r]: u\n[r]: v", 1, "u"),
  ])
  func definitionsBetweenParagraphs(notes: String, count: Int, target: String) {
    let markup = Markup(Text(notes), format: .markdown)
    #expect(markup.links.map(\.target) == (count == 0 ? [] : [Text(target)]), "\(markup.blocks)")
  }

  @Test func linkInAnglesIsOneAsAWhole() {
    let links = { Markup("see <https://x y> <https://z>", format: $0).links.map(\.target) }
    #expect(links(.markdown) == ["https://z"])
    #expect(links(.org) == ["https://x y", "https://z"])
  }

  /// Looking for the end of each would take thousands of times as long.
  @Test(arguments: ["[a](", "[a](<", "[a](b \"", "[a](b '"])
  func openLinksTakeNotMuchLongerThanWords(piece: String) {
    func time(_ piece: String) -> Double {
      let text = Text(String(repeating: piece, count: 4_000))
      let start = ThreadTime.seconds()
      _ = Markup(text, format: .markdown)
      return ThreadTime.seconds() - start
    }
    #expect(time(piece) < time("[a] *") * 20 + 0.1)
  }

  /// Texts made to be slow to read.
  @Test(
    arguments: [
      "*a ", "[[", "[a](", "[", "`", "**a ", "_a", "](", "[[a][", "<a:", "\\", "| ", "> ", "*",
      "- ",
      "a\n===\n", "``a`", "[a][b", "#+begin_src\n", "https://", "**", "~~a", "<https:",
    ])
  func oddTextTakesLinearTime(piece: String) {
    func time(_ count: Int, _ format: Format) -> Double {
      let text = Text(String(repeating: piece, count: count))
      let start = ThreadTime.seconds()
      _ = Markup(text, format: format)
      return ThreadTime.seconds() - start
    }
    for format in Format.allCases {
      // Eight times the text: a square would take 64 times as long.
      #expect(time(16_000, format) < time(2_000, format) * 30 + 0.1)
    }
  }
}
