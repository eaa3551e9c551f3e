import TasksCore
import TasksTerminal
import TestSupport
import Testing

/// How notes are wrapped on a terminal.
@Suite struct WrapTests {
  private func drawn(
    _ notes: String, _ format: Format = .org, width: Int?, hasColor: Bool = false
  ) -> String {
    let markup = Markup(TasksCore.Text(notes), format: format)
    let terminal = Terminal(hasColor: hasColor, width: width)
    var output = Output(terminal)
    MarkupRenderer(terminal: terminal, markup: markup).forEachLine { output.line($0) }
    return String(decoding: output.bytes.dropLast(), as: UTF8.self)
  }

  @Test(arguments: [
    ("one two three four five six", "   one two three four\n   five six"),
    ("漢字漢字漢字漢字漢字漢字。ab", "   漢字漢字漢字漢字漢字\n   漢字。ab"),
    ("漢字漢字漢字漢字漢字。ab", "   漢字漢字漢字漢字漢\n   字。ab"),
    (
      "see https://example.org/long/way there",
      "   see\n   https://example.org/long/way [1]\n   there"
    ),
    ("the [[https://a.b][label of words]] x", "   the label of\n   words [1] x"),
    ("a code =with blanks inside= here", "   a code =with blanks\n   inside= here"),
    ("- [ ] a box of many words", " 1 - [ ] a box of many\n     words"),
    ("  10. an item of many words", "     10. an item of many\n         words"),
    ("** A heading of many words", "   ** A heading of many\n      words"),
    ("#+begin_quote\nwords of somebody else\n#+end_quote", "   > words of somebody\n   > else"),
    (": code is never wrapped at all", "     code is never wrapped at all"),
    (
      "é\u{301}e\u{301}e\u{301} two three four five",
      "   é\u{301}e\u{301}e\u{301} two three four\n   five"
    ),
  ])
  func linesFit(notes: String, expected: String) {
    #expect(drawn(notes, width: 24) == expected)
  }

  /// A link's number stays with its last word.
  @Test func numberOfALinkStaysWithIt() {
    #expect(drawn("wwww wwww wwww [[https://a.b][x]]", width: 22) == "   wwww wwww wwww\n   x [1]")
  }

  @Test func looksAreNotCounted() {
    let lines = drawn("*one two three four five six*", width: 24, hasColor: true)
    #expect(
      lines == "   \u{1B}[1mone two three four\u{1B}[0m\n   \u{1B}[1mfive six\u{1B}[0m")
  }

  @Test func tableGivesWay() {
    let table = """
      | name of it | what it is about | 100 |
      |---
      | =a b= | [[https://long.example/x][some words]] | 7 |
      """
    #expect(
      drawn(table, width: 34) == """
           | name of   | what it   | 100 |
           | it        | is about  |     |
           |-----------+-----------+-----|
           | =a b=     | some      |   7 |
           |           | words [1] |     |
        """)
    #expect(
      drawn(table, width: nil) == """
           | name of it | what it is about | 100 |
           |------------+------------------+-----|
           | =a b=      | some words [1]   |   7 |
        """)
  }

  /// No line is wider than the terminal unless a word of its own is.
  @Test func nothingStandsOut() throws {
    var random = SeededGenerator(seed: 7)
    let words = [
      "a", "word", "漢字", "*bold words*", "=code=", "e\u{301}", "🙂", "[[https://a.b][two words]]",
    ]
    for _ in 0..<200 {
      let count = Int.random(in: 1...40, using: &random)
      let text = (0..<count).compactMap { _ in words.randomElement(using: &random) }
        .joined(separator: " ")
      let width = Int.random(in: 23...60, using: &random)
      let lines = drawn(text, width: width).split(separator: "\n")
      #expect(lines.allSatisfy { CellWidth.of($0) <= width }, "\(width): \(lines)")
      let whole = drawn(text, width: nil)
      #expect(
        lines.joined().filter { $0 != " " } == whole.filter { $0 != " " }, "\(width): \(lines)")
    }
  }

  #if os(Linux)
    @Test func terminalDecides() throws {
      let world = try World()
      try world.tasks("init", "todo")
      try world.write(
        "* TODO Title of many words\n\nnotes of rather many words\n", to: "todo/a.org")
      let command = "stty cols 23; \(World.tasks) show a.org"
      let shown = try world.run(
        "script", ["-qec", command, "/dev/null"], in: "todo",
        environment: ["COLUMNS": nil, "NO_COLOR": "1"])
      let lines = shown.output.replacing("\r\n", with: "\n")
      #expect(lines.hasPrefix("Title of many words\nid"), "\(lines)")
      #expect(lines.hasSuffix("   notes of rather many\n   words\n"), "\(lines)")
      let narrow = try world.run(
        "script", ["-qec", command, "/dev/null"], in: "todo",
        environment: ["COLUMNS": "40", "NO_COLOR": "1"])
      #expect(narrow.output.contains("   notes of rather many words\r\n"))
      let piped = try world.tasks("show", "a.org", in: "todo", environment: ["COLUMNS": "20"])
      #expect(piped.output.hasSuffix("   notes of rather many words\n"))
    }
  #endif
}
