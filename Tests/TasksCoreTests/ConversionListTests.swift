import TasksCore
import Testing

/// Lists, signs that only the other format reads, and what is written so that it does not read them.
@Suite struct ConversionListTests {
  private static func notes(ofOrg notes: String) throws -> (notes: Text, losses: [ConversionLoss]) {
    let there = try ConversionTrial.converted("* TODO x\n\n\(notes)\n", "a.org")
    return (there.document.task.notes, there.losses)
  }

  private static func notes(
    ofMarkdown notes: String
  ) throws -> (notes: Text, losses: [ConversionLoss]) {
    let there = try ConversionTrial.converted(
      "---\nstatus: todo\ntitle: x\n---\n\(notes)\n", "a.md")
    return (there.document.task.notes, there.losses)
  }

  /// Any column behind the bullet's nests in Org; in Markdown it is that of the item's words (CommonMark).
  @Test(arguments: [
    ("1. [ ] one\n  - [ ] child\n2. [ ] two", "1. [ ] one\n   - [ ] child\n2. [ ] two"),
    ("- [ ] a\n - [ ] b\n  - [ ] c", "- [ ] a\n  - [ ] b\n    - [ ] c"),
    ("- a\n        - deep\n          more\n- b", "- a\n  - deep\n    more\n- b"),
    ("Text\n    - [ ] a\n    - [ ] b", "Text\n- [ ] a\n- [ ] b"),
    ("Text\n2. two\n3. three", "Text\n\n2. two\n3. three"),
    ("1. a\n   2. b", "1. a\n\n   2. b"),
    ("- a\n2. b", "- a\n2. b"),
    (
      "10. a\n\n  text\n  #+begin_src c\n  x\n   y\n  #+end_src",
      "10. a\n\n    text\n    ```c\n    x\n     y\n    ```"
    ),
    ("- a\n\t- b", "- a\n  - b"),
    ("- a\n\n text", "- a\n\n  text"),
    ("text\n\n     far", "text\n\nfar"),
    ("- a\nbelow", "- a\n\nbelow"), ("- a\n\n  b\nbelow", "- a\n\n  b\n\nbelow"),
    ("- a\n  - b\n  below", "- a\n  - b\n\n  below"),
    ("- a\n\n\n  text\n    - b", "- a\n\n\ntext\n- b"),
    ("- a\n\n\n  - b\n   - c", "- a\n\n<!-- -->\n- b\n  - c"),
  ])
  func itemsStayNested(_ org: String, _ markdown: String) throws {
    let there = try Self.notes(ofOrg: org)
    #expect(there.notes == Text(markdown))
    #expect(there.losses == [])
  }

  @Test(arguments: [
    ("The type Map<String> and </b>", "The type Map\\<String> and \\</b>"),
    ("R&amp;D &copy; & co; <", "R\\&amp;D \\&copy; & co; <"),
    ("a <!-- b\nc --> d", "a \\<!-- b\nc --> d"),
    ("a < b > c, 1<2", "a < b > c, 1<2"),
    ("** C #", "## C \\#"), ("** F# ##", "## F# \\##"),
    ("** C#", "## C#"), ("~`x`~ ~ a ~", "`` `x` `` ~ a ~"),
  ])
  func whatMarkdownWouldReadGetsABackslash(_ org: String, _ markdown: String) throws {
    let there = try Self.notes(ofOrg: org)
    #expect(there.notes == Text(markdown))
    #expect(there.losses == [])
    let back = try Self.notes(ofMarkdown: markdown)
    #expect(back.notes == Text(org))
    #expect(back.losses == [])
  }

  @Test(arguments: [
    ("## Closed ##\n### C\\#", "** Closed\n*** C#"),
    ("Code `` a`b `` ` x `", "Code ~a`b~ ~x~"),
    ("- a\n\n      code\n\n- b", "- a\n\n  #+begin_example\n  code\n  #+end_example\n\n- b"),
    ("1. a\n   - b\n\n    of a", "1. a\n   - b\n\n   of a"),
    ("- a\n\n of nobody\n  - b", "- a\n\nof nobody\n- b"),
    ("- a\nof a\n\n      code", "- a\n  of a\n\n  #+begin_example\n  code\n  #+end_example"),
    ("- a\n\n  of a\ntoo", "- a\n\n  of a\n  too"),
    (
      "1.\ta\n\n\tpara\n\n\t\tcode\n2.\tb",
      "1. a\n\n   para\n\n   #+begin_example\n   code\n   #+end_example\n2. b"
    ),
    ("> a\nlazy\n\nb", "#+begin_quote\na\nlazy\n#+end_quote\n\nb"),
    (">\na", "#+begin_quote\n\n#+end_quote\na"),
    ("1. a\n\n\n2. b\n\n\n\n   of b\n\n\nend", "1. a\n\n2. b\n\n   of b\n\n\nend"),
    ("- [ ] a\n\n\n  - [ ] b\n\n<!-- -->\n- c", "- [ ] a\n\n  - [ ] b\n\n\n- c"),
    ("-\n-", "-\n-"), ("- a\n-\n+\n\n1.\n*", "- a\n-\n+\n\n1.\n-"), ("a\n*\nb", "a\n*\nb"),
    ("    a\n\n\n    b\n\nc", "#+begin_example\na\n\n\nb\n#+end_example\n\nc"),
    (
      "- a\n\n      b\n\n      c\n\n    d",
      "- a\n\n  #+begin_example\n  b\n\n  c\n  #+end_example\n\n  d"
    ),
    ("* a\n* b", "- a\n- b"), ("- a\nbelow\n- [ ] b\n c", "- a\n  below\n- [ ] b\n  c"),
    ("- a\n  ```\n  code\n- b", "- a\n  #+begin_example\n  code\n  #+end_example\n- b"),
  ])
  func whatOrgHasOtherSignsForIsKept(_ markdown: String, _ org: String) throws {
    let there = try Self.notes(ofMarkdown: markdown)
    #expect(there.notes == Text(org))
    #expect(there.losses == [])
  }

  /// What Emacs would read all of a sudden; a date that repeats keeps a task from being finished.
  @Test(arguments: [
    ("pay on <2026-11-28 Sat +1w>", "dates"), ("since [2026-11-28]", "dates"),
    ("<%%(diary-float t 4 2)>", "dates"), ("a \\alpha b", "LaTeX"),
    ("x^{2}", "subscripts"), ("[fn:1]", "footnotes"), ("{{{m}}}", "macros"),
    ("a\n\n:notes:\nhidden\n:end:", "drawers"), ("#+STARTUP: overview", "keywords"),
    ("a\n\nCLOCK: [2026-11-20 Fri 09:20]", "clocks"), ("- a :: b", "terms"),
    ("@@html:x@@", "snippets"), ("src_sh{ls}", "snippets"),
  ])
  func whatOrgReadsAllOfASuddenIsTold(_ notes: String, _ name: String) throws {
    let there = try Self.notes(ofMarkdown: notes)
    #expect(there.notes == Text(notes))
    #expect(there.losses.contains(.markup(name)))
    let code = try Self.notes(ofMarkdown: "```\n\(notes)\n```")
    #expect(code.losses == [])
    #expect(try Self.notes(ofOrg: notes).losses.contains(.markup(name)))
  }

  @Test func blocksThatBeginInTheLineOfAnItemAreTold() throws {
    for (notes, name) in [
      ("- | a | b |\n  |---|---|\n  | 1 | 2 |", "tables"),
      ("- > a\n  b", "quotes and headings in items"), ("- # a", "quotes and headings in items"),
      (">     a", "code in quotes"), ("> \ta", "code in quotes"),
    ] {
      let there = try Self.notes(ofMarkdown: notes)
      #expect(there.losses.contains(.markup(name)))
    }
    let table = "- | a | b |\n  |---|---|\n  | 1 | 2 |"
    #expect(try Self.notes(ofMarkdown: table).notes == Text(table))
    let code = "#+begin_quote\n#+begin_src sh\nls\n#+end_src\n#+end_quote"
    let quote = try Self.notes(ofOrg: code)
    #expect(quote.notes == "#+begin_quote\n```sh\nls\n```\n#+end_quote")
    #expect(quote.losses == [.markup("quotes")])
  }

  @Test func aTitleThatTheOtherFormatWouldReadAnewIsTold() throws {
    let text = "---\nstatus: todo\ntitle: \"pages [1/3] and [50%]\"\n---\n- [x] a\n"
    let count = try ConversionTrial.converted(text, "a.md")
    #expect(count.document.task.title == "pages (1/3) and (50%)")
    #expect(count.losses == [.title("pages [1/3] and [50%]", became: "pages (1/3) and (50%)")])
    for title in ["meet <2026-11-22 Sun>", "a <b>c</b>", "x \\alpha"] {
      let there = try ConversionTrial.converted("---\nstatus: todo\n---\n# \(title)\n", "a.md")
      #expect(there.document.task.title == Text(title))
      #expect(there.losses == [.titleMarkup])
      #expect(try ConversionTrial.back(there).losses.contains(.titleMarkup))
    }
  }

  /// In time that grows with the text alone.
  @Test func nestedQuotesAndBackquotesAreReadOnce() throws {
    let quotes = String(repeating: "#+begin_quote\n", count: 4000)
    #expect(try Self.notes(ofOrg: quotes + "a").losses.contains(.markup("quotes")))
    let runs = (1...300).map { String(repeating: "`", count: $0) + " a" }.joined(separator: " ")
    #expect(try Self.notes(ofMarkdown: runs).notes == Text(runs))
  }

  @Test func aHeadingDeeperThanSixIsTold() throws {
    let there = try Self.notes(ofOrg: "******* Deep")
    #expect(there.notes == "###### Deep")
    #expect(there.losses == [.noteLine("******* Deep", became: "###### Deep")])
  }

  @Test func notesOfTheLogAreWrittenInTheOtherSigns() throws {
    let text = """
      * TODO x
      :LOGBOOK:
      - Note taken on [2026-11-20 Fri 08:00] \\\\
        see [[https://x.org][it]], *now*
      - Note taken on [2026-11-19 Thu 08:00] \\\\
        2*3*4
      :END:

      """
    let there = try ConversionTrial.converted(text, "a.org")
    #expect(
      there.document.task.entries.map(\.note) == ["see [it](https://x.org), **now**", "2*3*4"])
    #expect(there.losses == [.logMarkup])
    let back = try ConversionTrial.back(there)
    #expect(
      back.document.task.entries.map(\.note) == ["see [[https://x.org][it]], *now*", "2*3*4"])
  }
}
