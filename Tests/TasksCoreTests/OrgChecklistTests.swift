import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// Checkboxes and the cookies that count them in the heading and the lines of items, judged by
/// `org-toggle-checkbox`.
@Suite struct OrgChecklistTests {
  private static let lists = [
    "- [ ] one\n- [X] two",
    "- [ ] one\n- [X] two\n- [-] three\n- plain",
    "- [-] top [1/2]\n  - [X] a\n  - [ ] b\n- [ ] other",
    "- [ ] top [0/2]\n  - [ ] a [0%]\n    - [ ] deep\n    - [ ] deeper\n  - [ ] b",
    "- top [50%]\n  - [X] a\n  - [ ] b",
    "- [X] all\n  - [X] a\n  - [X] b\n- [X] more",
    "1. [ ] one\n2. [@5] [X] five\n3) [ ] three",
    "+ [ ] plus\n  * [ ] star\n    + [X] deep",
    "- [ ] one\n\n- [X] after a blank line\n\n  text of it\n- [ ] three",
    "text before\n- [ ] one\ntext between\n- [X] another list\n- [ ] its second",
    "- [ ] one\n  more text\n  - [X] inner\n  tail\n- [X] two",
    "$M = [1/3]$, \\(x [1/3]\\), \\[y [1/3]\\] $$[1/3]$$ plain [1/3]\n\n- [ ] one\n- [ ] two",
    "@@html:<b>[1/3]</b>@@ {{{m([1/3])}}} <<t [1/3]>> src_sh{a [1/3]} [cite:@a [1/3]] [1/3]\n- [ ] one",
    "costs $5 [1/3] or 6$ a\\(b [1/3] {{{c [1/3] @@d [1/3] src_ [1/3]\n- [ ] one\n- [ ] two",
    "#+BEGIN_SRC sh\n- [ ] not a box\n#+END_SRC\n- [ ] a box\n- [X] two",
    "#+BEGIN_QUOTE\n- [ ] quoted\n#+END_QUOTE\n- [X] a box",
    "#+BEGIN_EXAMPLE\n- [ ] never closed, so a box\n- [X] two",
    "- [ ] one\n** TODO below [/]\n- [ ] not ours",
    "- term :: [ ] no box\n- [ ] tag :: box\n- [X] two",
    "- one\n  - [ ] below a plain item\n  - [X] second\n- [ ] two",
    "  - [ ] indented list\n  - [X] second\n    - [ ] inner",
    "- [ ] a [/]\n  - [ ] b [%]\n    - [X] c\n- [ ] d",
    "- [ ] [[https://example.org][link]] [x]\n- [X] b",
    "- [ ] a\n\t- [X] tab\n\t- [ ] tab",
    "- [ ] one\n\n\n- [X] another list",
    "so far [/] of it\n- [ ] a [/]\n  - [ ] b\n    goes on [%]\n  and [0/9] here\n- none [3/4]",
    "- [ ] one\n\ndone: [%] =[1/9]= ~[5%]~ *[/]* [[x][so [/]]] [[x [/]][y]] [[/]] a[/]b",
    "# [/]\n#+KEY: [/]\n: [/]\n| [/] |\n#+begin_src sh\n[/]\n#+end_src\n- [ ] one\n** below [/]\n[/]",
    "#+begin_quote\nof these [/]\n- [ ] in\n  - [X] [/] deep\n- [X] b [/]\n#+end_quote\n- [X] out\n\nof all [/]",
    ":NOTES:\nof these [/]\n- [ ] in\n- [X] b\n:END:\n- [X] out\n\nof all [/]",
    "#+begin_verse\n[/]\n- [ ] no\n#+end_verse\n- [X] out [2/2] [/] [9%]\n- [ ] tag [/] :: of it [/]",
    "#+begin_center\n#+begin_box\n[/]\n- [X] x\n#+end_box\n- [ ] y\n[%]\n#+end_center\n- [ ] z\n[/]",
    "- [ ] a [/]\n  #+begin_quote\n  - [ ] in\n\n\n  - [X] apart\n  #+end_quote\n  - [X] b\n- [ ] c",
    "- [ ] a\n  :NOTES:\n  x\n\n\n  - [ ] in [/]\n    - [X] deep\n  :END:\n  - [X] b\n  - [ ] c\n- [ ] d [/]",
    "- [ ] a\n  #+begin_example\n\n\n  x\n  #+end_example\n  - [X] b\n  - [ ] c\n- [X] d",
    "- a\n  #+begin_center\n- [ ] at the edge\n\n\ntext\n#+end_center\n  - [ ] b\n- [X] c",
    "- [ ] a\n  #+begin_box\n  - [ ] in\n    :D:\n\n\n    - [X] x\n    :END:\n    - [ ] y\n  #+end_box\n  - [X] b",
    "- [ ] a\n\n  #+begin_quote\n  never closed\n\n\n- [X] b\n- [ ] c",
    ":D:\n- [ ] x\n:END:\n- [ ] a\n  :D:\n  - [ ] b\n\n\n  text [/]\n  :END:\n\nof all [/]\n:D:\n:END:\nof all [/]",
    "- [ ] a\n\n#+CAPTION: of =[1/9]= all [/]\n#+NAME: x\n| a |\n#+caption[so [/]]: [%]\ntext\n#+NAME: [/]\ntext",
    "- [ ] a\n\n#+CAPTION: none [/]\n\ntext [/]\n#+TITLE: [/]\n#+ATTR_HTML: [/]\n#+RESULTS[a]: [/]\n: a",
    "- [ ] a\n\n#+CAPTION: in it [/]\n#+begin_quote\n- [X] b\n#+end_quote\n#+CAPTION: [/]\n:D:\n- [X] c\n:END:",
    "- [ ] a\n  #+CAPTION: of a [/]\n  - [X] b\n  - [ ] c\n\n#+CAPTION: x [/]\n#+begin_verse\na\n#+end_verse",
    "- [ ] a\n\n#+CAPTION: one [/]\n#+CAPTION: two [/]\n#+begin_src sh\n[/]\n#+end_src\n#+CAPTION: x [/]\n** b",
    "- [ ] ~code\n  over [/] lines~ [/]\n  - [ ] a\n- [ ] z",
  ]

  private static let headings = ["a [/]", "a [0%] b [0/0]", "[/] first", "no cookie"]

  @Test(arguments: [nil, "recursive", "todo"])
  func boxesAreTickedAsInEmacs(cookieData: String?) throws {
    let lists =
      cookieData == nil || TestScope.isAll
      ? OrgChecklistTests.lists
      : OrgChecklistTests.lists.filter { $0.contains("/") || $0.contains("%") }
    try compare(lists, cookieData: cookieData)
  }

  /// What lists in blocks and drawers of items leave alone.
  @Test(arguments: [nil, "recursive"])
  func boxesInRandomBlocksAreTickedAsInEmacs(cookieData: String?) throws {
    let texts = (0..<TestScope.cases(4, all: 30)).map { seed in
      var random = OrgSeed(seed + 62_000)
      return Text(
        OrgChecklistTests.list(indent: 0, &random).joined(separator: "\n")
      ).trimmingBlankLines.string
    }
    // Emacs moves a block below a nested list further in.
    try compare(texts, cookieData: cookieData, withIndent: false)
  }

  /// - Parameter areas: What may stand in it: a block in another one ends that for `org-list-struct`.
  private static func list(
    indent: Int, depth: Int = 0,
    areas: [[(String, String)]] = [
      [
        ("#+begin_quote", "#+end_quote"), ("#+BEGIN_box", "#+end_box"),
        ("#+begin_example", "#+end_example"),
      ],
      [(":D:", ":END:")],
    ],
    _ random: inout OrgSeed
  ) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    for _ in 0..<random.number(1...2) {
      lines.append(
        blanks + "- " + random.pick(["[ ] ", "[X] ", "[-] ", ""]) + random.pick(["a", "b [/]"]))
      for _ in 0..<random.number(0...3) where depth < 3 {
        switch random.number(0...5) {
        case 0: lines.append(blanks + "  text " + random.pick(["", "[0/0]"]))
        case 1: if lines.last != "" { lines.append("") }
        case 2, 3:
          guard !areas.isEmpty else { continue }
          let kind = random.number(0...areas.count - 1)
          let (open, close) = random.pick(areas[kind])
          let inside = indent + random.pick([0, 2, 2, 4])
          var left = areas
          left.remove(at: kind)
          lines.append(blanks + "  " + open)
          lines += list(indent: inside, depth: depth + 1, areas: left, &random)
          lines += random.pick([[], ["", ""], ["", "", blanks + "  text [/]"]])
          if random.once(in: 2) {
            lines += list(indent: inside, depth: depth + 1, areas: left, &random)
          }
          lines.append(blanks + random.pick(["  ", ""]) + close)
        default: lines += list(indent: indent + 2, depth: depth + 1, areas: areas, &random)
        }
      }
    }
    return lines
  }

  private func compare(_ lists: [String], cookieData: String?, withIndent: Bool = true) throws {
    let drawer = cookieData.map { ":PROPERTIES:\n:COOKIE_DATA: \($0)\n:END:\n" } ?? ""
    let below = drawer.count { $0 == "\n" } + 2
    var files: [String] = []
    var calls: [String] = []
    var expected: [(Text, Int)] = []
    for (number, list) in lists.enumerated() {
      let heading = OrgChecklistTests.headings[number % OrgChecklistTests.headings.count]
      let file = "* TODO \(heading)\n\(drawer)\n\(list)\n"
      let document = try OrgLaw.document(file)
      let checklist = Checklist(
        document.task.notes, format: .org, counting: CookieCounting(document.task))
      let lines = OrgChecklistTests.boxLines(of: document.task.notes)
      for (index, item) in checklist.items.enumerated() {
        let notes = checklist.setting(index, to: !item.isChecked)
        // Emacs counts even when it changed no box.
        if Checklist(notes, format: .org).isSame(as: checklist) { continue }
        let new = try document.applying([.notes(notes)])
        files.append(file)
        calls.append(
          "(goto-char (point-min)) (forward-line \(lines[index] + below)) (org-toggle-checkbox)")
        expected.append((Text(bytes: new.bytes), index))
      }
    }
    let read = try OrgEmacs.read(files.map { Array($0.utf8) }, calls: calls)
    #expect(files.count > TestScope.cases(4, all: 45))
    for ((file, heading), (ours, index)) in zip(zip(files, read), expected) {
      func lines(_ text: Text) -> [[UInt8]] {
        text.lines.map { line in
          let bytes = withIndent ? line.bytes : Array(line.bytes[...].trimmingBlanks)
          let isCounted =
            line.bytes.starts(with: Array("* ".utf8))
            || ListSyntax.itemText(line.bytes[...], format: .org) != nil
          // Emacs also counts in other lines, in which cookies are left alone.
          return isCounted ? bytes : StatisticsCookie.removing(from: bytes[...])
        }
      }
      let theirs = try #require(heading).text
      #expect(lines(ours) == lines(Text(theirs)), "box \(index) of\n\(file)")
    }
  }

  @Test func cookiesInOtherLinesStay() {
    let notes: Text = """
      so far [0/9]
      - [ ] a [/]
        [0/9] of it
        - [ ] b =[0/9]=
      #+CAPTION: [0/9]
      | a |
      :NOTES:
      [0/9]
      :END:
      #+begin_verse
      [0/9]
      #+end_verse
      """
    let ticked = Checklist(notes, format: .org).setting(1, to: true).string
    #expect(
      ticked
        == notes.string.replacing("[ ] a [/]", with: "[X] a [1/1]").replacing(
          "[ ] b", with: "[X] b"))
  }

  /// The numbers of the lines the boxes stand in.
  private static func boxLines(of notes: Text) -> [Int] {
    let entries = notes.withBytes { bytes in
      var scanner = ChecklistScanner(bytes, format: .org)
      scanner.scan()
      return scanner.entries
    }
    return entries.filter { $0.mark != nil }.map { entry in
      notes.bytes[..<entry.line.lowerBound].count { $0 == 0x0A }
    }
  }
}
