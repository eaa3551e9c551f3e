import Testing

@testable import TasksCore

/// Boxes and the cookies that count them, judged by `org-toggle-checkbox`.
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
    "- [ ] ~code\n  over [/] lines~ [/]\n  - [ ] a\n- [ ] z",
  ]

  private static let headings = ["a [/]", "a [0%] b [0/0]", "[/] first", "no cookie"]

  @Test(arguments: [nil, "recursive", "todo"])
  func boxesAreTickedAsInEmacs(cookieData: String?) throws {
    let drawer = cookieData.map { ":PROPERTIES:\n:COOKIE_DATA: \($0)\n:END:\n" } ?? ""
    let below = drawer.count { $0 == "\n" } + 2
    var files: [String] = []
    var calls: [String] = []
    var expected: [(Text, Int)] = []
    for (number, list) in OrgChecklistTests.lists.enumerated() {
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
    #expect(files.count > 45)
    for ((file, heading), (ours, index)) in zip(zip(files, read), expected) {
      #expect(ours == heading.map { Text($0.text) }, "box \(index) of\n\(file)")
    }
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
