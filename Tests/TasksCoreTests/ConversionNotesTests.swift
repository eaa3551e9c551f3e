import TasksCore
import Testing

/// What a conversion keeps, and what it says of the rest.
@Suite struct ConversionNotesTests {
  @Test(arguments: [
    ("# a comment\n#\ntext", "<!-- a comment -->\n<!-- -->\ntext"),
    ("- item\n  # in it", "- item\n  <!-- in it -->"),
    ("#+begin_src sh\n# code\n,* star\n#+end_src", "```sh\n# code\n* star\n```"),
    ("#+begin_example\n- [ ] no box\n#+end_example", "```\n- [ ] no box\n```"),
    ("- [ ] box\n  #+begin_src a\n  ```\n  #+end_src", "- [ ] box\n  ````a\n  ```\n  ````"),
    (
      "see [[https://example.org/inv/42][invoice 42]]",
      "see [invoice 42](https://example.org/inv/42)"
    ),
    ("<https://example.org>, https://a.example", "<https://example.org>, https://a.example"),
    ("[[file:a b.org][plan]] [[./x.pdf]]", "[plan](<a b.org>) [./x.pdf](./x.pdf)"),
    ("[[id:k7mq2xw4tz9nbcde][that]] [[file:a.png]]", "[that](id:k7mq2xw4tz9nbcde) ![](a.png)"),
    ("a *bold* /it/ +gone+ ~x`y~, *b /i/*", "a **bold** *it* ~~gone~~ ``x`y``, **b _i_**"),
    ("/*both*/ [[https://x.org][2*3 4*5]]", "_**both**_ [2\\*3 4\\*5](https://x.org)"),
    ("a *long\none* goes on", "a **long\none** goes on"),
    ("snake_case 2 * 3 * 4 `tick` *b*", "snake_case 2 * 3 * 4 \\`tick\\` **b**"),
    ("** Plan /now/\ntext\n*** Below", "## Plan *now*\ntext\n### Below"),
    (
      "before\n\n#+begin_quote\none *b*\n\ntwo\n#+end_quote\n\nafter",
      "before\n\n> one **b**\n>\n> two\n\nafter"
    ),
    (
      "| a | /b/                  |\n|---+----------------------|\n| 1 | [[https://x.org][l]] |",
      "| a | *b*                |\n|---|--------------------|\n| 1 | [l](https://x.org) |"
    ),
    (
      "| a\\vert{}b | *c\\vert{}d* |\n|-----------+-------------|",
      "| a\\|b | **c\\|d** |\n|------|----------|"
    ),
    ("a\n\n-----\n\nb", "a\n\n---\n\nb"),
    ("a\\\\\nb *c*", "a\\\nb **c**"),
    ("#+begin_quote\n- a\n  - b\n\n*n* x\n#+end_quote", "> - a\n>   - b\n>\n> **n** x"),
    ("[[http://e.x][*b* ~c~]]", "[**b** `c`](http://e.x)"),
    // Beside blanks of all kinds.
    ("v\u{A0}*b*\u{A0}s a\u{200B}/i/\u{200B}c", "v\u{A0}**b**\u{A0}s a\u{200B}*i*\u{200B}c"),
    ("- a\n-\n- b", "- a\n- \n- b"),
    // Two blank lines end a list in Org, and none in Markdown.
    ("1. a\n\n\n1. b\n\n\n\n- c", "1. a\n\n<!-- -->\n1. b\n\n<!-- -->\n\n- c"),
    ("10. a\n    - b\n      - c\n\n\n10. d", "10. a\n    - b\n      - c\n\n<!-- -->\n10. d"),
    ("*\tno item\n\n---\n\n[no]: link", "\\*\tno item\n\n\\---\n\n\\[no]: link"),
  ])
  func markupGoesThereAndBack(_ org: String, _ markdown: String) throws {
    let there = try ConversionTrial.converted("* TODO x\n\n\(org)\n", "a.org")
    #expect(there.document.task.notes == Text(markdown))
    #expect(there.losses == [])
    let back = try ConversionTrial.back(there)
    #expect(back.document.task.notes == Text(org))
    #expect(back.losses == [])
  }

  @Test(arguments: [
    (
      "[l][n] [n]\n\n[n]: https://x.org",
      "[[https://x.org][l]] [[https://x.org][n]]\n\n[n]: https://x.org"
    ),
    ("Title *i*\n=======\n\nsub\n---\ntext", "** Title /i/\n\n*** sub\ntext"),
    ("~~~ swift\n#+x\n* y\n~~~", "#+begin_src swift\n,#+x\n,* y\n#+end_src"),
    ("```\nno end", "#+begin_example\nno end\n#+end_example"),
    ("text\n\n    code\n    # more", "text\n\n#+begin_example\ncode\n# more\n#+end_example"),
    ("a | b\n--|--\n1 | 2", "| a | b |\n|---+---|\n| 1 | 2 |"),
    ("<bob@example.org> `a` __b__ _i_", "[[mailto:bob@example.org][bob@example.org]] ~a~ *b* /i/"),
    ("\\[no\\] 1\\. [a\\[](b.md)", "[no] 1. [[file:b.md][a[]]"),
    ("* * *", "-----"), ("see [[Page|a *b*]] ![[c.png|30]]", "see [[Page][a /b/]] ![[c.png|30]]"),
    ("| a |\n|---|\n| [[Page\\|b]] |", "| a           |\n|-------------|\n| [[Page][b]] |"),
    (
      "[a](a%20b.txt) [b](./c%20d.txt) [c](100%.txt)",
      "[[file:a b.txt][a]] [[./c d.txt][b]] [[file:100%.txt][c]]"
    ),
    (
      "<!--\n## Template\n- [ ] no box\n\n-->\n- [ ] box",
      "# ## Template\n# - [ ] no box\n#\n- [ ] box"
    ),
    ("<!-- a -- b --> \n- x\n  <!--\n  y\n  --> z", "# a -- b\n- x\n  # y\n  z"),
    ("## TODO\n## Steps", "## TODO\n** Steps"),
    ("1. ```sh\n   ls\n   ```\n2. [ ] b", "1.\n   #+begin_src sh\n   ls\n   #+end_src\n2. [ ] b"),
    (
      "> **Note** x\n> *y*", "#+begin_quote\n*Note* x\n/y/\n#+end_quote"
    ),
    ("a  \nb", "a\\\\\nb"),
    ("[x](https://e.org \"Title\") *b*", "[[https://e.org][x]] /b/"),
    ("<https://x y> *b*", "<https://x y> /b/"),
    ("| a | b |\n|---|---|\n| - | - |", "| a | b |\n|---+---|\n| - | - |"),
  ])
  func markdownIsWrittenInTheSignsOfOrg(_ markdown: String, _ org: String) throws {
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n\(markdown)\n", "a.md")
    #expect(there.document.task.notes == Text(org))
  }

  @Test(arguments: [
    ("- a\n  : fixed\n- [ ] b", "- a\n  ```\n  fixed\n  ```\n- [ ] b"),
    (
      "- a\n  #+begin_quote\n  q *b*\n  #+end_quote\n  - [ ] c",
      "- a\n  > q **b**\n  - [ ] c"
    ),
    ("## Steps\n> said", "## Steps\n> said"),
    ("| a\\| b\\vert |\n|--+--|", "| a\\ | b\\| |\n|----|-----|"),
    ("| a\\vert{}b | c |", "| a\\vert{}b | c |"),
    ("| $\\vert{}$ |\n|--|", "| $\\vert{}$ |\n|-----------|"),
    ("| =a\\vert{}= | \\vertical |", "| =a\\vert{}= | \\vertical |"),
    (
      "see [[*Head][head]] and /it/, [[https://x.org][l]]",
      "see \\[\\[\\*Head\\]\\[head\\]\\] and *it*, [l](https://x.org)"
    ),
    ("[[*Head]] *b* =c= _u_ +s+", "[[*Head]] **b** `c` _u_ ~~s~~"),
    ("[[file:a%20b.txt][a]] [[file:100%.txt][b]]", "[a](a%2520b.txt) [b](100%.txt)"),
  ])
  func orgIsWrittenInTheSignsOfMarkdown(_ org: String, _ markdown: String) throws {
    let there = try ConversionTrial.converted("* TODO x\n\n\(org)\n", "a.org")
    #expect(there.document.task.notes == Text(markdown))
    let old = Checklist(Text(org), format: .org).items
    #expect(there.document.task.checklist.map(\.depth) == old.map(\.depth))
  }

  /// Org has no link to a note, and looks for its name.
  @Test(arguments: [
    ("see [[B|c]] end", "see [[B][c]] end"), ("[[a/B#C|d _e_]]", "[[a/B#C][d /e/]]"),
    ("[[2026|c]] [[B]]", "[[2026][c]] [[B]]"), ("- [ ] [[B|c]]", "- [ ] [[B][c]]"),
    ("| a        |\n|----------|\n| [[B\\|c]] |", "| a        |\n|----------|\n| [[B][c]] |"),
    ("projects: [\"[[A]]\", \"[[B|c]]\"]", "projects: [\"[[A]]\", \"[[B][c]]\"]"),
  ])
  func linkToANoteComesBack(_ markdown: String, _ org: String) throws {
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: see [[B|c]]\n---\n\(markdown)\n", "a.md")
    #expect(there.document.task.notes == Text(org))
    #expect(there.document.task.title == "see [[B][c]]")
    let back = try ConversionTrial.back(there)
    #expect(back.document.task.notes == Text(markdown))
    #expect(back.document.task.title == "see [[B|c]]")
    #expect(back.losses.contains(.markup("links")))
  }

  @Test(arguments: ["[[a|b][c]]", "[[*B][c]]", "[[#b][c]]", "[[ B][c]]"])
  func placeInOrgIsNoNote(_ link: String) throws {
    let there = try ConversionTrial.converted("* TODO x\n\n\(link)\n", "a.org")
    #expect(there.document.task.notes == Text(link))
    #expect(try ConversionTrial.back(there).document.task.notes == Text(link))
  }

  /// What ends a quote in Markdown without a blank line stands there without one.
  @Test(arguments: [
    ("> quote\n## md heading\ntext", "#+begin_quote\nquote\n#+end_quote\n** md heading\ntext"),
    ("> quote\n- [ ] a", "#+begin_quote\nquote\n#+end_quote\n- [ ] a"),
    ("> quote\n1. a", "#+begin_quote\nquote\n#+end_quote\n1. a"),
    (
      "> quote\n***\n```\na\n```",
      "#+begin_quote\nquote\n#+end_quote\n-----\n#+begin_example\na\n"
        + "#+end_example"
    ),
    ("> quote\n<!-- a -->", "#+begin_quote\nquote\n#+end_quote\n# a"),
  ])
  func linesBelowQuotesComeBack(_ markdown: String, _ org: String) throws {
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n\(markdown)\n", "a.md")
    #expect(there.document.task.notes == Text(org))
    let back = try ConversionTrial.back(there)
    #expect(back.document.task.notes == Text(markdown))
    #expect(back.losses == [])
  }

  @Test(arguments: ["text", "2. a", "| a |", "#+begin_quote\nb\n#+end_quote", "#+KEY: a", "- "])
  func blankLineEndsAQuote(_ next: String) throws {
    let quote = "#+begin_quote\nquote\n#+end_quote\n"
    let there = try ConversionTrial.converted("* TODO x\n\n\(quote)\(next)\n", "a.org")
    #expect(there.document.task.notes.string.hasPrefix("> quote\n\n"))
    let back = try ConversionTrial.back(there).document.task.notes
    #expect(back.string.hasPrefix("\(quote)\n"))
  }

  /// In Org the boxes below a heading are those of another entry.
  @Test func boxesStayTheTasksOwn() throws {
    let notes = "- [ ] a\n\n## Plan\n\n- [x] b *c*"
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n\(notes)\n", "a.md")
    #expect(there.document.task.notes == "- [ ] a\n\n## Plan\n\n- [x] b /c/")
    #expect(there.losses == [.markup("headings")])
    #expect(there.document.task.checklist.count == 2)
    let org = try ConversionTrial.converted(
      "* TODO x\n\n#+begin_verse\n- [ ] a\n#+end_verse\n", "a.org")
    #expect(org.document.task.checklist.isEmpty)
    #expect(org.losses == [.noteLine("#+begin_verse", became: "```verse")])
    let below = try ConversionTrial.converted("* TODO x\n\n- [ ] a\n** y\n- [ ] b\n", "a.org")
    #expect(below.losses == [.markup("checkboxes")])
  }

  @Test func whatNoSignSaysIsTold() throws {
    let under = try ConversionTrial.converted(
      "* TODO x\n\n_u_ [[*Heading]] [[https://x.org][l]]\n", "a.org")
    #expect(under.document.task.notes == "_u_ [[*Heading]] [l](https://x.org)")
    #expect(under.losses == [.markup("links"), .markup("emphasis")])
    let one = try ConversionTrial.converted("* TODO x\n\n_u_ *b* ~c~ [[#place]]\n", "a.org")
    #expect(one.document.task.notes == "_u_ **b** `c` [[#place]]")
    let part = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\na**b**c [[Note]] ![alt](p.png) /no/\n", "a.md")
    #expect(part.document.task.notes == "a**b**c [[Note]] [[file:p.png][alt]] /no/")
    #expect(
      part.losses == [.markup("links"), .markup("emphasis"), .markup("images")])
  }

  @Test(arguments: [
    ("a &nbsp; b", "entities"), ("a <kbd>b</kbd>", "HTML"), ("a[^1]", "footnotes"),
  ])
  func whatOrgReadsInAnotherWayIsTold(_ notes: String, _ name: String) throws {
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n\(notes)\n", "a.md")
    #expect(there.document.task.notes == Text(notes))
    #expect(there.losses == [.markup(name)])
  }

  @Test(arguments: [
    ("Read [[https://x.org][Bob]]", "Read [Bob](https://x.org)"),
    ("Use =rm -rf= /now/", "Use `rm -rf` *now*"),
    ("*all* of snake_case", "**all** of snake_case"),
    ("Read https://x.org", "Read https://x.org"),
  ])
  func markupOfTheTitleIsWrittenInTheOtherSigns(_ org: String, _ markdown: String) throws {
    let there = try ConversionTrial.converted("* TODO \(org)\n", "a.org")
    #expect(there.document.task.title == Text(markdown))
    #expect(there.losses == [])
    let back = try ConversionTrial.converted("---\nstatus: todo\n---\n# \(markdown)\n", "a.md")
    #expect(back.losses == [])
    #expect(back.document.task.title == Text(org.replacing("=", with: "~")))
  }

  @Test func titlesThatTheOtherFormatReadsInAnotherWayAreTold() throws {
    for (title, path, new) in [
      ("Look at _this_", "a.org", "Look at _this_"),
      ("see [a](<b> \"c\")", "a.md", "see [[file:b][a]]"),
    ] {
      let text = path == "a.md" ? "---\nstatus: todo\n---\n# \(title)\n" : "* TODO \(title)\n"
      let there = try ConversionTrial.converted(text, path)
      #expect(there.document.task.title == Text(new))
      #expect(there.losses == [.titleMarkup])
    }
    // No backslash comes into a name.
    let plain = try ConversionTrial.converted("* TODO 2*3*4 and `x`\n", "a.org")
    #expect(plain.document.task.title == "2*3*4 and `x`")
    #expect(plain.losses == [.titleMarkup])
  }

  @Test func whatMarkdownHasNoSignsForIsTold() throws {
    let terms = try ConversionTrial.converted("* TODO x\n\n- a :: b\n\n<<here>> H_{2}O\n", "a.org")
    #expect(terms.losses == [.markup("targets"), .markup("terms"), .markup("subscripts")])
  }

  /// What is no blank to Org is one to Markdown, or the other way round.
  @Test(arguments: [
    ("Dear Bob,  \nplease call. \nThanks  ", "Dear Bob,\nplease call.\nThanks"),
    ("- a\n-\n  b\n+", "- a\n- \n  b\n+ "),
    ("a  \n- b  \n\nc  \n: d\n\ne  ", "a\n- b\n\nc\n```\nd\n```\n\ne"),
    ("1. a\n  - b\n\n\n- c", "1. a\n   - b\n\n<!-- -->\n- c"),
  ])
  func blanksAtTheEndOfALine(_ org: String, _ markdown: String) throws {
    let there = try ConversionTrial.converted("* TODO x\n\n\(org)\n", "a.org")
    #expect(there.document.task.notes == Text(markdown))
    #expect(there.losses == [])
  }

  @Test(arguments: ["TODO step", "[#A] step", "COMMENT step", "step :tag:"])
  func headingsThatAreMoreThanATitleAreTold(_ heading: String) throws {
    let there = try ConversionTrial.converted("* TODO x\n\n** \(heading)\n** step\n", "a.org")
    #expect(there.document.task.notes == Text("## \(heading)\n## step"))
    #expect(there.losses == [.markup("headings")])
  }

  @Test func propertiesThatMarkdownCannotHoldMoveToTheNotes() throws {
    let there = try ConversionTrial.converted(
      "* TODO x\n:PROPERTIES:\n:#k: v\n:Foo: a\u{85}b\n:Bar: c\n:END:\n", "a.org")
    #expect(there.document.task.notes == "#k: v\n\nFoo: a\u{85}b")
    #expect(there.losses == [.property("#k"), .property("Foo")])
    #expect(there.document.task.properties.map(\.name) == ["Bar"])
  }

  /// Org counts it where no bullet stands before it.
  @Test func aClockOfADurationComesBackAsOne() throws {
    let text = "* TODO x\n:LOGBOOK:\nCLOCK: =>  2:00\n- free\n:END:\n"
    let back = try ConversionTrial.back(ConversionTrial.converted(text, "a.org"))
    #expect(ConversionTrial.text(back).contains("\n:LOGBOOK:\nCLOCK: =>  2:00\n- free\n:END:"))
  }

  @Test func linesThatNoCommentCanSayAreTold() throws {
    let there = try ConversionTrial.converted("* TODO x\n\n# a -- b\n", "a.org")
    #expect(there.document.task.notes == "\\# a -- b")
    #expect(there.losses == [.noteLine("# a -- b", became: "\\# a -- b")])
    let comment = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n# Plan\n<!-- a\nb -->\n", "a.md")
    #expect(comment.document.task.notes == "** Plan\n# a\n# b")
    #expect(comment.losses == [])
  }

  @Test func settingsInTheNotesCountForNothing() throws {
    let notes = "#+TODO: A | B\n#+begin_example\n#+TODO: C\n#+end_example\n#+filetags: :x:"
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n\(notes)\n", "a.md")
    #expect(
      there.document.task.notes
        == ",#+TODO: A | B\n#+begin_example\n#+TODO: C\n#+end_example\n,#+filetags: :x:")
    #expect(there.document.task.state.keyword == "TODO" && there.document.task.tags.isEmpty)
    #expect(
      there.losses == [
        .noteLine("#+TODO: A | B", became: ",#+TODO: A | B"),
        .noteLine("#+filetags: :x:", became: ",#+filetags: :x:"), .markup("code"),
      ])
  }

  @Test func linesOfTheLogCountForNothingToo() throws {
    let log = "## Log\n\n- 2026-11-20 10:00 note: one\n  :END:\n  #+TODO: A | B\n"
    let there = try ConversionTrial.converted("---\nstatus: todo\ntitle: x\n---\n\n\(log)", "a.md")
    #expect(there.document.task.entries.map(\.note) == ["one\n,:END:\n,#+TODO: A | B"])
    #expect(there.losses.count == 2)
  }

  @Test func commentsOfTheFrontMatterAreKept() throws {
    let text = """
      ---
      # on top
      title: x # behind
      status: todo
      tags:
        # in between
        - a # with a
        - "b # c"
      list: "# none"
      summary2: a#b
      description: >- # behind a sign
        # text
      #last
      ---
      """
    let there = try ConversionTrial.converted(text + "\n", "a.md")
    #expect(
      ConversionTrial.text(there).hasPrefix(
        """
        #+TODO: \(ConversionTrial.specification)
        # on top
        # behind
        # in between
        # with a
        # behind a sign
        # last

        * TODO x :a:b_#_c:

        """), "\(ConversionTrial.text(there))")
    #expect(
      there.losses == [
        .comment("# behind"), .comment("# with a"), .comment("# behind a sign"),
        .tag("b # c", became: "b_#_c"),
      ])
    let back = try ConversionTrial.back(there)
    #expect(back.losses.isEmpty)
    for comment in ["# on top", "# with a", "# last"] {
      #expect(
        ConversionTrial.text(back).contains("\n\(comment)\n"), "\(ConversionTrial.text(back))")
    }
  }

  @Test func countsOfTheTitleAreTold() throws {
    let there = try ConversionTrial.converted("* TODO Call [1/3] Bob [33%]\n", "a.org")
    #expect(there.document.task.title == "Call Bob")
    #expect(there.losses == [.lines("[1/3] [33%]")])
    // Each loss is told with the title, so that there must not be one for each count of a long one.
    let counts = String(repeating: "[1/2]", count: 1000)
    let only = try ConversionTrial.converted("* TODO \(counts)\n", "a.org")
    #expect(only.document.task.title == Text(counts) && only.losses.isEmpty)
  }

  @Test func textBeforeTheHeadingStandsInTheNotes() throws {
    let head = "#+TITLE: t\nImportant prose\n\n- [ ] about it\n  and more\n\n#+STARTUP: all\n"
    let there = try ConversionTrial.converted(head + "* TODO x\nBelow.\n", "a.org")
    #expect(there.document.task.notes == "Important prose\n\n- [ ] about it\n  and more\n\nBelow.")
    #expect(
      there.losses == [
        .lines("#+TITLE: t"), .prose("Important prose"), .prose("- [ ] about it"),
        .prose("and more"),
        .lines("#+STARTUP: all"),
      ])
  }

  @Test func drawerOfTheFileIsSaidAsFarAsItIs() throws {
    let head = "# note\n:PROPERTIES:\n:ID: of-the-file\n:CATEGORY: work\n:END:\n#+TITLE: t\n"
    let there = try ConversionTrial.converted(
      head + "* TODO x\n:PROPERTIES:\n:A: 1\n:a: 2\n:END:\n", "a.org")
    #expect(there.document.task.list == "work")
    #expect(there.losses == [.lines("#+TITLE: t"), .lines(":ID: of-the-file"), .lines(":a: 2")])
    #expect(ConversionTrial.text(there).contains("# note\n"))
  }

  @Test func stateIsKeptWhereAFileCanNameIt() throws {
    let hold = try ConversionTrial.converted("#+TODO: TODO HOLD | DONE GONE\n* HOLD x\n", "a.org")
    #expect(hold.document.task.state == State("HOLD", isDone: false))
    #expect(hold.losses == [.lines("#+TODO: TODO HOLD | DONE GONE")])
    let gone = try ConversionTrial.converted("#+TODO: TODO HOLD | DONE GONE\n* GONE x\n", "a.org")
    #expect(gone.document.task.state.keyword == "DONE")
    #expect(gone.losses.contains(.state("GONE", became: "DONE")))
    let review = try ConversionTrial.converted("---\nstatus: Review\ntitle: x\n---\n", "a.md")
    #expect(review.losses.isEmpty && review.document.task.state == State("Review", isDone: false))
    #expect(
      ConversionTrial.text(review)
        == "#+TODO: TODO(t) NEXT(n) WAIT(w@/!) Review | DONE(d) CANCELED(c@)\n\n"
        + "* Review x\n:PROPERTIES:\n:ID:       \(review.document.task.id.text)\n:END:\n")
    let words = try ConversionTrial.converted("---\nstatus: in review\ntitle: x\n---\n", "a.md")
    #expect(words.losses == [.state("in review", became: "TODO")])
  }

  @Test func timeOfTaskNotesComesAlongAndTheRestIsTold() throws {
    let text = """
      ---
      title: x
      status: open
      dateCreated: 2026-11-20T09:15:31.000+01:00
      timeEntries:
        - startTime: 2026-11-20T09:20:00.000
          endTime: 2026-11-20T10:05:00Z
          description: Work session
          duration: 45
        - startTime: 2026-11-20T11:00:00.000
          endTime: 2026-11-20T11:05:00
          duration: 4
      reminders:
        - id: rem_1
          absoluteTime: 2026-11-23T09:30:00
      ---
      """
    let there = try ConversionTrial.converted(text + "\n", "a.md")
    #expect(there.document.task.clocks.map(\.minutes) == [45, 5])
    #expect(there.document.task.reminders.map(\.at.iso) == ["2026-11-23T09:30"])
    #expect(
      there.losses == [
        .exactTime("dateCreated: 2026-11-20T09:15:31.000+01:00"),
        .exactTime("endTime: 2026-11-20T10:05:00Z"), .lines("description: Work session"),
        .lines("duration: 4"), .lines("id: rem_1"),
      ])
  }

  @Test func linesEndAsTheyDid() throws {
    let there = try ConversionTrial.converted("* TODO x\r\n\r\n- a\r\n- b\r\n", "a.org")
    #expect(!ConversionTrial.text(there).replacing("\r\n", with: "").contains("\n"))
    #expect(there.document.task.notes == "- a\n- b")
    let back = try ConversionTrial.back(there)
    #expect(!ConversionTrial.text(back).replacing("\r\n", with: "").contains("\n"))
  }

  @Test func ruleAndFurtherProjectsOfTaskNotesAreTold() throws {
    let text = """
      ---
      title: x
      status: open
      projects: ["[[Home]]", "[[Garden|beds]]"]
      scheduled: 2026-11-23
      recurrence: DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO
      ---
      """
    let there = try ConversionTrial.converted(text + "\n", "a.md")
    #expect(there.document.task.scheduled?.repeater?.text == "++1w")
    #expect(there.document.task.list == "Home")
    #expect(ConversionTrial.text(there).contains("\n:projects: [\"[[Garden|beds]]\"]\n"))
    #expect(
      there.losses == [
        .list("[[Home]]", became: "Home"),
        .lines("recurrence: DTSTART:20251201;FREQ=WEEKLY;BYDAY=MO"),
      ])
  }

  @Test func listOfAnotherProgramComesBackAsOne() throws {
    let text = "---\ntitle: x\nstatus: todo\nassignee:\n  - \"@sara\"\n  - b\n---\n"
    let there = try ConversionTrial.converted(text, "a.md")
    #expect(ConversionTrial.text(there).contains("\n:assignee: [\"@sara\", b]\n"))
    #expect(
      ConversionTrial.text(try ConversionTrial.back(there)).contains(
        "\nassignee:\n  - \"@sara\"\n  - b\n"))
    let odd = try ConversionTrial.converted(
      "* TODO x\n:PROPERTIES:\n:A: [ b ]\n:B: []\n:END:\n", "a.org")
    #expect(ConversionTrial.text(odd).contains("\nA: \"[ b ]\"\nB: \"[]\"\n"))
    #expect(odd.document.task.properties.map(\.value) == ["[ b ]", "[]"])
  }

  @Test func textOfSeveralLinesMovesToTheNotes() throws {
    let text = "---\ntitle: x\nstatus: todo\nabout: |\n  one\n\n  # two\n---\nnotes\n"
    let there = try ConversionTrial.converted(text, "a.md")
    #expect(there.document.task.notes == "notes\n\nabout:\none\n\n** two")
    #expect(there.losses.first == .property("about"))
  }
}
