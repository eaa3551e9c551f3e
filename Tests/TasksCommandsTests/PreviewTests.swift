import TestSupport
import Testing

/// How `tasks show` draws notes.
@Suite struct PreviewTests {
  private func notes(
    _ text: String, _ format: String, _ environment: [String: String?] = [:]
  ) throws -> String {
    let world = try World()
    try world.tasks("init", "todo")
    let head =
      format == "org" ? "* TODO Task https://t.example\n" : "---\nstatus: todo\ntitle: Task\n---\n"
    try world.write(head + "\n" + text, to: "todo/a.\(format)")
    let output = try world.tasks("show", "a.\(format)", in: "todo", environment: environment).output
    let start = try #require(output.range(of: "a.\(format)\n\n"))
    return String(output[start.upperBound...])
  }

  private static let org = """
    *Bold* and [[https://example.org][a link]], =code=.

    - [ ] one
      and more
      1. [X] two
    - three

    | name | n |
    |------+---|
    | 漢字 | 200 |
    ** Heading :tag:
    #+begin_src sh
    ls *
    #+end_src
    #+begin_quote
    To be.
    #+end_quote
    \u{1B}[31m \u{7}

    """

  @Test func orgIsPlainWhenPiped() throws {
    #expect(
      try notes(Self.org, "org")
        == """
           *Bold* and a link [2], =code=.

         1 - [ ] one
             and more
         2   1. [X] two
           - three

           | name |   n |
           |------+-----|
           | 漢字 | 200 |
           ** Heading :tag:
           #+begin_src sh
             ls *
           #+end_src
           > To be.
           <U+001B>[31m <U+0007>

        [2] https://example.org

        """)
  }

  @Test func markdownIsPlainWhenPiped() throws {
    let text = """
      **Bold** and [a link](https://example.org), `code`.

      * [ ] one
        1. [x] two

      Title
      -----
      ~~~
      ls *
      ~~~
      > To *be*.

      |a|b|
      |-|-:|
      |wide cell|1|

      """
    #expect(
      try notes(text, "md") == """
           **Bold** and a link [1], `code`.

         1 * [ ] one
         2   1. [X] two

           ## Title
           ~~~
             ls *
           ~~~
           > To *be*.

           | a         | b |
           |-----------+---|
           | wide cell | 1 |

        [1] https://example.org

        """)
  }

  @Test func linksOfTheTitleShowTheirNumbers() throws {
    let world = try World()
    try world.tasks("init", "todo")
    try world.write(
      "* TODO Call [[https://b.example][Bob]] at https://c.example\n", to: "todo/a.org")
    let shown = try world.tasks("show", "a.org", in: "todo").output
    #expect(shown.hasPrefix("Call Bob [1] at https://c.example [2]\n"), "\(shown)")
    #expect(shown.hasSuffix("\n\n[1] https://b.example\n"))
  }

  @Test func whatIsNoTextOfMarkdownIsNotReadAsText() throws {
    #expect(
      try notes("Ends\\\nhere <!-- com [no](http://c) --> [a]( http://sp )\n", "md") == """
           Ends
           here <!-- com [no](http://c) --> a [1]

        [1] http://sp

        """)
  }

  @Test func linksByNameShowTheirLabels() throws {
    #expect(
      try notes("See [[Plan]], [[Plan#Part|the part]] and ![[scan.pdf]].\n", "md") == """
           See Plan [1], the part [2] and scan.pdf [3].

        [2] Plan#Part

        """)
  }

  @Test func stylesStandForTheSignsWhereTheyAreOn() throws {
    let drawn = try notes(Self.org, "org", ["CLICOLOR_FORCE": "1"])
    #expect(drawn.contains("   \u{1B}[1mBold\u{1B}[0m and \u{1B}[4;34ma link\u{1B}[0m"))
    #expect(drawn.contains("☐ one") && drawn.contains("☑"))
    #expect(!drawn.contains("*Bold*") && !drawn.contains("=code="))
    #expect(drawn.contains("<U+001B>[31m <U+0007>"))
    let plain = try notes(Self.org, "org", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
    #expect(!plain.contains("\u{1B}"))
  }

  @Test func fileThatCannotBeReadIsNamedOnce() throws {
    let world = try World()
    try world.tasks("init", "todo")
    let large =
      "* TODO Big\n" + String(repeating: String(repeating: "x", count: 99) + "\n", count: 90_000)
    try world.write(large, to: "todo/big.org")
    try world.write("* TODO Small\n", to: "todo/small.org")
    let said = "tasks: big.org cannot be read: it is larger than 8 MiB\n"
    let big = try world.tasks("show", "big.org", in: "todo")
    #expect(big.status == 1 && big.output == "" && big.errors == said)
    let small = try world.tasks("show", "small.org", in: "todo")
    #expect(small.status == 0 && small.errors == said)
  }

  @Test func everyFieldIsShown() throws {
    let world = try World()
    try world.tasks("init", "todo")
    let file = """
      * TODO [#A] Task :a:
      CLOSED: [2026-11-19 Thu] DEADLINE: <2026-11-27 Fri -3d> SCHEDULED: <2026-11-23 Mon>
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :RANK:     1024.5
      :CREATED:  [2026-11-20 Fri 09:15]
      :CATEGORY: work
      :Effort:   1:30
      :PARENT:   id:b3x9
      :BLOCKER:  ids(c4 d5)
      :REMIND:   [2026-11-23 Mon 09:30]
      :IMPORTANT: t
      :APPT_WARNTIME: 60
      :APPT_WARNTIME2: 10
      :LOCATION: Office
      :GEO:      50.08750,14.42130
      :LOCATION_RADIUS: 500
      :LAST_REPEAT: [2026-11-18 Wed 10:00]
      :OTHER:    x
      :END:

      """
    try world.write(file, to: "todo/a.org")
    let output = try world.tasks("show", "a.org", in: "todo").output
    let shown = output.split(separator: "\n").map {
      String($0.drop { $0 != " " }.drop { $0 == " " })
    }
    for value in [
      "k7mq2xw4tz9nbcde", "TODO", "A", "a", "work", "done   Wed 2026-11-18 10:00", "1:30", "Office",
      "Mon 2026-11-23 09:30", "yes", "1:00, 0:10 before", "50.0875,14.4213", "500 m", "b3x9",
      "on  c4, d5", "x", "1024.5", "Fri 2026-11-20 09:15", "Thu 2026-11-19", "Mon 2026-11-23",
      "Fri 2026-11-27 -3d",
    ] {
      #expect(shown.contains(value), "\(value) in \(shown)")
    }
  }

  @Test func rawPrintsTheFile() throws {
    let world = try World()
    try world.tasks("init", "todo")
    let text = "* TODO Task\n*b* \u{1B}[31m\n"
    try world.write(text, to: "todo/a.org")
    #expect(try world.tasks("show", "a.org", "--raw", in: "todo").output == text)
  }
}
