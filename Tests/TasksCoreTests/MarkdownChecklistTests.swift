import TasksCore
import Testing

/// Boxes of Markdown notes.
@Suite struct MarkdownChecklistTests {
  private static func boxes(_ notes: String) -> [String] {
    Checklist(Text(notes), format: .markdown).items.map { "\($0.depth) \($0.text.string)" }
  }

  /// CommonMark, "Paragraphs" and "List items".
  @Test(arguments: [
    ("- [ ] a\ngoes on\n  - [ ] b", ["0 a", "1 b"]),
    ("- [ ] a\n\nends it\n  - [ ] b", ["0 a", "0 b"]),
    ("- [ ] a\n\n ends it\n  - [ ] b", ["0 a", "0 b"]),
    ("- [ ] a\n```\nends it\n```\n  - [ ] b", ["0 a", "0 b"]),
    ("- [ ] a\n# ends it\n  - [ ] b", ["0 a", "0 b"]),
    ("- [ ] a\n> ends it\n  - [ ] b", ["0 a", "0 b"]),
    ("- [ ] a\n  > in it\ngoes on\n  - [ ] b", ["0 a", "1 b"]),
    ("- [ ] a\n> q\ngoes on\n  ```\n- [ ] code", ["0 a"]),
    ("- [ ] a\n\n  belongs to it\n  - [ ] b", ["0 a", "1 b"]),
  ])
  func aLineBetweenBoxesEndsTheItemOrNot(_ notes: String, _ boxes: [String]) {
    #expect(Self.boxes(notes) == boxes)
  }

  /// CommonMark, "HTML blocks".
  @Test(arguments: [
    ("<!-- template\n- [ ] no\n\n- [ ] no\n-->\n- [ ] b", ["0 b"]),
    ("<!-- all -->\n- [ ] a\n<!-- - [ ] no -->\n- [ ] b", ["0 a", "0 b"]),
    ("<pre>\n- [ ] no\n</PRE>\n- [ ] b", ["0 b"]),
    ("<PRE class=x>\n\n- [ ] no\n</script>\n</pre>\n- [ ] b", ["0 b"]),
    ("<prefix>\n\n- [ ] a", ["0 a"]),
    ("- [ ] a\n  <!--\n  - [ ] no\n  -->\n  - [ ] b", ["0 a", "1 b"]),
    ("<div>\n- [ ] a\n</div>\n- [ ] b\n\n- [ ] c", ["0 c"]),
    ("<details><summary>x</summary>\n\n- [ ] a\n</details>\n- [ ] b\n\n- [ ] c", ["0 a", "0 c"]),
    ("- [ ] a\n  <p>\n  - [ ] b\n- [ ] c", ["0 a", "0 c"]),
    ("x\n<hr/>\n- [ ] a\n \n- [ ] b", ["0 b"]),
    ("```\n<!--\n```\n- [ ] a", ["0 a"]), ("text <!--\n\n- [ ] a", ["0 a"]),
  ])
  func boxesInHTMLAreNone(_ notes: String, _ boxes: [String]) {
    #expect(Self.boxes(notes) == boxes)
    // The preview counts as `check` does.
    let shown = Markup(Text(notes), format: .markdown).blocks.compactMap { block -> Int? in
      if case .item(let item) = block { item.checkbox?.number } else { nil }
    }
    #expect(shown == Array(1...boxes.count))
  }

  /// CommonMark, "Tabs": a tab reaches to the next fourth column.
  @Test func aLogInAComment() throws {
    let text =
      "---\nstatus: todo\ntitle: x\n---\nText\n\n<!--\n## Log\n- 2026-11-20 10:30 DONE\n-->\n"
    let document = try #require(MarkdownFiles.read(text))
    #expect(document.task.log.isEmpty)
    let edited = try document.applying([.notes(Text(document.task.notes.string + "\n\nmore"))])
    #expect(edited.bytes == Array((text + "\nmore\n").utf8))
    // What is never closed hides nothing.
    let open = try #require(
      MarkdownFiles.read(
        "---\nstatus: todo\n---\n<!--\n\n## Log\n- 2026-11-20 10:30 DONE from TODO\n"))
    #expect(open.task.log.count == 1)
  }

  /// Capital and small letters say the same: nothing is written for what is said already.
  @Test(arguments: [Format.org, .markdown])
  func aTickedBoxStaysAsItIsWritten(_ format: Format) {
    for notes in ["- [X] a\n- [ ] b", "- [x] a\n- [ ] b", "- [X] a\n  - [x] b\n  - [X] c"] {
      #expect(Checklist(Text(notes), format: format).setting(0, to: true) == Text(notes))
    }
    let all = Checklist("- [X] a\n  - [x] b\n  - [ ] c", format: format).setting(2, to: true)
    #expect(
      all == (format == .org ? "- [X] a\n  - [x] b\n  - [X] c" : "- [X] a\n  - [x] b\n  - [x] c"))
  }

  @Test func tabIsAsWideAsFourBlanks() {
    let notes = "- [ ] top\n    - [ ] four\n\t- [ ] tab\n  \t- [ ] both\n\t\t- [ ] two\n"
    #expect(Self.boxes(notes) == ["0 top", "1 four", "1 tab", "1 both", "2 two"])
    let ticked = Checklist(Text(notes), format: .markdown).setting(2, to: true)
    #expect(ticked.string == notes.replacing("\t- [ ] tab", with: "\t- [x] tab"))
    let org = Checklist(Text("- [ ] top\n    - [ ] four\n\t- [ ] tab\n"), format: .org).items
    #expect(org.map(\.depth) == [0, 1, 2])
  }

  /// CommonMark, "List items": code may begin right behind the bullet.
  @Test func codeThatBeginsInTheLineOfItsItem() throws {
    let notes = """
      1. ```sh
         ls
         ```
      2. then `a` ```b```
         ```
         - [ ] code
         ```

      - [ ] real
      """
    #expect(Self.boxes(notes) == ["0 real"])
    let blocks = Markup(Text(notes), format: .markdown).blocks
    #expect(blocks.filter { if case .code = $0 { true } else { false } }.count == 2)
    let log = "---\nstatus: todo\n---\n- ```\n  x\n  ```\n\n## Log\n\n- free\n\n    ```\n"
    let document = try #require(MarkdownFiles.read(log))
    #expect(document.task.notes == "- ```\n  x\n  ```")
  }

  /// CommonMark, "Fenced code blocks": a block ends with the item it stands in, and none begins where a paragraph goes
  /// on however far the line is indented. (checked with commonmark.py)
  @Test(
    arguments: [
      ("- a\n  ```\n  - [ ] code\n- [ ] b\n\n  - [ ] c", "0 b,1 c"),
      ("- ```\n  - [ ] code\n\n  - [ ] code\n- [ ] b", "0 b"),
      ("1. a\n   - b\n     ~~~\n     - [ ] code\n\n   - [ ] c", "1 c"),
      ("- a\n  ```\n  code\n\ntext\n\n- [ ] b", "0 b"),
      ("- a\n\n  ```\n  - [ ] code\n```\n- [ ] code\n```\n- [ ] b", "0 b"),
      ("text\n    ```\n- [ ] a", "0 a"), ("- [ ] a\n      ```\n- [ ] b", "0 a,0 b"),
      ("- [ ] a\n      <!--\n- [ ] b", "0 a,0 b"), ("text\n    <div>\n- [ ] a", "0 a"),
      ("text\n   ```\n- [ ] code", ""), ("- a\n     ```\n  - [ ] code", ""),
      ("text\n\t<!--\n- [ ] a", "0 a"), ("```\n    ```\n- [ ] code", ""),
      ("``` x\n``` x\n- [ ] code\n```\n- [ ] a", "0 a"), ("- a\n  # b\n      ```\n- [ ] c", "0 c"),
      ("~~~\n~~~ ~\n- [ ] code\n~~~~ \n- [ ] a", "0 a"), ("-      ```\n- [ ] a", "0 a"),
      ("- [ ] a\n      # goes on\n  - [ ] b", "0 a,1 b"),
    ])
  func aFenceHidesWhatItHolds(_ notes: String, _ boxes: String) {
    #expect(Self.boxes(notes).joined(separator: ",") == boxes)
    let shown = Markup(Text(notes), format: .markdown).blocks.compactMap {
      if case .item(let item) = $0 { item.checkbox?.number } else { nil }
    }
    #expect(shown == Array(1..<Self.boxes(notes).count + 1))
  }

  /// As Backlog.md writes them.
  @Test func boxesBelowHeadingsAreNumberedToo() {
    let notes = """
      ## Description

      - [ ] first
        - [x] inner

      ## Acceptance Criteria
      <!-- AC:BEGIN -->
        - [ ] #1 second
      - [x] #2 third
      ```
      - [ ] code
      ```
      # More
      - [ ] fourth
      """
    #expect(
      Self.boxes(notes) == ["0 first", "1 inner", "0 #1 second", "0 #2 third", "0 fourth"])
    #expect(Checklist(Text(notes), format: .markdown).progress == (1, 4))
  }

  /// CommonMark, "HTML blocks": a tag alone on its line begins one, but in no paragraph, and what begins in an item
  /// ends with it. (checked with markdown-it)
  @Test(
    arguments: [
      ("<span>\n- [ ] no\n\n- [ ] a", "0 a"), ("text\n<span>\n- [ ] a", "0 a"),
      ("<span class=\"x\" id=y>\n- [ ] no\n</span>\n- [ ] no\n\n- [ ] a", "0 a"),
      ("</b >\n- [ ] no\n\n- [ ] a", "0 a"), ("<span> text\n- [ ] a", "0 a"),
      ("<https://x.y>\n- [ ] a", "0 a"), ("<b>text</b>\n- [ ] a", "0 a"),
      ("<b a='x y' :c = d e/>\n- [ ] no", ""), ("<b a=>\n- [ ] a", "0 a"),
      ("<b 1=x>\n- [ ] a", "0 a"), ("# H\n<b>\n- [ ] no", ""),
      ("- a\n  <!-- x\n- [ ] b", "0 b"), ("- a\n  <!-- x\n\ntext\n\n- [ ] b", "0 b"),
      ("- a\n  <!-- x\n  - [ ] no\n  -->\n- [ ] b", "0 b"),
      ("- a\n  <!-- x\n\n  - [ ] no\n  -->\n- [ ] b", "0 b"),
      ("- <!-- x\n  - [ ] no\n- [ ] b", "0 b"), ("- <div>\n  - [ ] no\n- [ ] b", "0 b"),
      ("- <span>\n  - [ ] no\n\n  - [ ] a", "1 a"),
      ("===\n<b>\n- [ ] a", "0 a"), ("--\n<b>\n- [ ] a", "0 a"), ("__\n<b>\n- [ ] a", "0 a"),
      ("text\n===\n<b>\n- [ ] no", ""), ("text\n-\n<b>\n- [ ] no", ""),
      ("___\n<b>\n- [ ] no", ""), ("* * *\n<b>\n- [ ] no", ""),
      ("- [ ] a\n- - -\n<b>\n- [ ] no", "0 a"),
    ])
  func blocksOfHTMLHoldNoBoxes(_ notes: String, _ boxes: String) {
    #expect(Self.boxes(notes).joined(separator: ",") == boxes)
    // What shows the notes numbers the same.
    let shown = Markup(Text(notes), format: .markdown).blocks.compactMap {
      if case .item(let item) = $0 { item.checkbox?.number } else { nil }
    }
    #expect(shown.count == Self.boxes(notes).count)
  }

  /// No heading stands in one either.
  @Test func headingsBelowALoneTag() throws {
    for (above, isLog) in [("<b>", false), ("<b>\n", true), ("text\n<b>", true)] {
      let file = "---\nstatus: todo\n---\n\n\(above)\n## Log\n\n"
      let document = try #require(MarkdownFiles.read(file))
      #expect((document.body.logHeading != nil) == isLog, "\(above)")
    }
  }

  /// CommonMark, "Indented code blocks": what is indented below an item belongs to that, however it is written.
  @Test(
    arguments: [
      ("    - [ ] code\n- [ ] a", "0 a"),
      ("text\n\n    - [ ] code\n\n    - [ ] code\n- [ ] a", "0 a"),
      ("text\n\n\t- [ ] code\n   - [ ] a", "0 a"),
      ("text\n    - [ ] goes on", "0 goes on"),
      ("# Heading\n    - [ ] code", ""), ("#tag\n    - [ ] goes on", "0 goes on"),
      ("Heading\n===\n    - [ ] code", ""), ("***\n    - [ ] code", ""),
      ("~~~\n~~~\n    - [ ] code\n    ```\n- [ ] a", "0 a"),
      ("- [ ] a\n\n    - [ ] b\n\n      - [ ] c", "0 a,1 b,2 c"),
      ("- [ ] a\n\n      - [ ] code\n\n  - [ ] b", "0 a,1 b"),
      ("- [ ] a\n\n  text\n\n      - [ ] code", "0 a"),
      ("1. [ ] a\n\n    - [ ] b\n\n10. [ ] c\n\n        - [ ] code", "0 a,1 b,0 c"),
      ("-   [ ] a\n\n    - [ ] b\n\n\t- [ ] c", "0 a,1 b,1 c"),
      ("-\n\n      - [ ] code\n    - [ ] code", ""),
      ("- [ ] a\n\ntext\n\n    - [ ] code", "0 a"),
      ("-\t[ ] a\n\n       - [ ] b\n\n\t    - [ ] code", "0 a,1 b"),
    ])
  func indentedCodeHoldsNoBoxes(_ notes: String, _ boxes: String) {
    #expect(Self.boxes(notes).joined(separator: ",") == boxes)
  }
}
