import CoreTestSupport
import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Match strings of Org and custom commands of its agenda, as filters and views.
@Suite struct MatchFilterTests {
  static let now = Timestamp(CivilDate(dayNumber: 20777), minute: 555)  // Fri 2026-11-20 09:15

  @Test(arguments: [
    ("+work-boss", "+work -boss"), ("work&boss", "+work +boss"), ("a|b", "(+a or +b)"),
    ("+work-boss+PRIORITY=\"A\"/NEXT|WAITING", "+work -boss pri:A (state:NEXT or state:WAITING)"),
    ("TODO=\"WAIT\"", "state:WAIT"), ("-TODO=\"WAIT\"", "not state:WAIT"),
    ("CATEGORY=\"two words\"", "list:\"two words\""), ("DEADLINE<\"<today>\"", "due.before:today"),
    ("SCHEDULED>=\"<+1w>\"", "(sched.after:1w or sched:1w)"), ("DEADLINE=\"\"", "due.none:"),
    ("DEADLINE<>\"\"+SCHEDULED=\"<2026-11-20 Fri 9:00>\"", "due.any: sched:2026-11-20T09:00"),
    ("Effort<\"1:00\"", "(effort.under:1:00 or effort.none:)"),
    ("VENDOR=\"x y\"", "prop.VENDOR:\"x y\""),
    ("VENDOR<>\"\"", "prop.VENDOR.any:"), ("some\\-prop=\"1\"", "prop.some-prop:1"),
    ("TODO={NEXT\\|WAIT}", "(state:NEXT or state:WAIT)"), ("work/!", "+work"),
    ("/!-WAIT", "not state:WAIT"),
    ("@home|work+PRIORITY>\"A\"", "(+@home or +work (pri:B or pri:C or pri.none:))"), ("", ""),
  ]) func matches(_ match: String, _ filter: String) throws {
    #expect(try MatchFilter.read(match) == filter)
    _ = try Query.read(line: filter, now: Self.now)
  }

  @Test(arguments: [
    "{work.*}", "LEVEL=2", "ITEM={x}", "TODO={N.*}", "DEADLINE<\"x\"", "A=\"x", "a b!", "+",
    "Effort<2",
  ]) func matchesWithoutAFilter(_ match: String) {
    #expect(throws: MatchFilter.Refusal.self) { try MatchFilter.read(match) }
  }

  /// Emacs and the filter choose the same of many tasks.
  @Test func filtersChooseWhatEmacsChooses() throws {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "work", "boss", "@home", "PRIORITY=\"A\"", "PRIORITY=\"B\"", "PRIORITY<>\"C\"",
      "PRIORITY<\"B\"",
      "PRIORITY>=\"B\"", "TODO=\"NEXT\"", "TODO<>\"WAIT\"", "DEADLINE<\"<2026-11-22>\"",
      "DEADLINE>\"<2026-11-22>\"", "SCHEDULED=\"<2026-11-21>\"", "DEADLINE=\"\"", "DEADLINE<>\"\"",
      "VENDOR=\"x\"",
      "VENDOR<>\"x\"", "VENDOR=\"\"", "TODO={NEXT\\|WAIT}", "Effort<\"1:00\"", "Effort>=\"0:30\"",
    ]
    let matches = (0..<120).map { _ -> String in
      var match = ""
      for index in 0..<(1 + generator.below(4)) {
        if index > 0, generator.chance(25) {
          match += "|"
        } else {
          match += generator.pick(["+", "-", "&"])
        }
        match += generator.pick(parts)
      }
      match = match.hasPrefix("&") ? String(match.dropFirst()) : match
      return match + generator.pick(["", "", "/NEXT", "/NEXT|WAIT", "/-WAIT", "/!"])
    }
    var texts: [String] = []
    for _ in 0..<60 {
      var text = "* \(generator.pick(["TODO", "NEXT", "WAIT"])) "
      if generator.chance(60) { text += "[#\(generator.pick(["A", "B", "C"]))] " }
      text += "x"
      let tags = ["work", "boss", "@home"].filter { _ in generator.chance(40) }
      if !tags.isEmpty { text += " :\(tags.joined(separator: ":")):" }
      let dates = [("DEADLINE", 50), ("SCHEDULED", 40)].filter { generator.chance($0.1) }
        .map { "\($0.0): <2026-11-2\(generator.below(5))>" }
      text += "\n" + (dates.isEmpty ? "" : dates.joined(separator: " ") + "\n")
      var drawer = ""
      if generator.chance(40) { drawer += ":VENDOR: \(generator.pick(["x", "y"]))\n" }
      if generator.chance(70) {
        drawer += ":Effort: \(generator.pick(["0:20", "0:30", "1:00", "2:00"]))\n"
      }
      if !drawer.isEmpty { text += ":PROPERTIES:\n\(drawer):END:\n" }
      texts.append(text)
    }
    let tasks = texts.map { OrgDocument(Array($0.utf8), path: "a.org", workflow: .standard)?.task }
    let ours = try matches.map { match -> String in
      let query = try Query.read(line: try MatchFilter.read(match), now: Self.now)
      let context = QueryContext(
        now: Self.now, isOpen: { _ in false }, isUnsynced: { _ in false }, isParent: { _ in false })
      return try tasks.enumerated().filter { _, task in
        try task.map { try query.matches($0, in: context) } ?? false
      }.map { "\($0.offset)" }.joined(separator: " ")
    }
    let theirs = try EmacsBatch.answers(
      """
      (setq org-modules nil)
      (require 'org)
      (setq org-todo-keywords '((sequence "TODO" "NEXT" "WAIT" "|" "DONE" "CANCELED"))
            org-inhibit-startup t number -1)
      (find-file (concat here "tasks.org"))
      (org-mode)
      (dolist (match (json-read-file (concat here "matches.json")) )
        nil)
      (mapc (lambda (match)
        (let (found)
          (org-map-entries
            (lambda () (push (1- (string-to-number (org-entry-get nil "NUMBER"))) found)) match)
          (say (mapconcat #'number-to-string (nreverse found) " "))))
        (append (json-read-file (concat here "matches.json")) nil))
      """.replacing(
        "(dolist (match (json-read-file (concat here \"matches.json\")) )\n  nil)\n", with: ""),
      files: [
        "tasks.org": texts.enumerated().map { index, text in
          text.contains(":PROPERTIES:")
            ? text.replacing(":PROPERTIES:", with: ":PROPERTIES:\n:NUMBER: \(index + 1)")
            : text + ":PROPERTIES:\n:NUMBER: \(index + 1)\n:END:\n"
        }.joined(),
        "matches.json": "["
          + matches.map {
            "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
          }.joined(separator: ",") + "]",
      ])
    for (index, match) in matches.enumerated() {
      #expect(ours[index] == theirs[index], "seed \(seed): \(match)")
    }
    #expect(ours.contains { !$0.isEmpty && $0.split(separator: " ").count < 30 })
  }

  // MARK: Commands of the agenda

  @Test func customCommandsAreViews() throws {
    let file = try InitFile(
      Array(
        #"""
        (setq org-agenda-custom-commands
          '(("w" . "Work...")
            ("n" "Agenda and all" ((agenda "") (alltodo "")))
            ("r" "Review"
             ((agenda "" ((org-agenda-span 'day) (org-agenda-skip-function '(org-agenda-skip-entry-if 'scheduled))))
              (tags-todo "+work-boss" ((org-agenda-overriding-header "Work")))
              (todo "WAIT|NEXT")))
            ("x" "Next" todo "NEXT" ((org-agenda-files '("~/org/work.org"))))
            ("s" "Find" search "two words")
            ("b" "Bare" alltodo "")
            ("1" tags-todo "+phone")
            ("f" "Fn" my-function "")
            ("e" "Skip" tags-todo "x"
             ((org-agenda-skip-function 'my-skip)))
            ("k" "Stuck" stuck "")
            ("l" "Level" tags "LEVEL=2")
            ("p" "List" tags-todo "a")))
        """#.utf8))
    let found = try #require(AgendaImport(file) { $0 == "list" })
    let lines = found.views.map {
      ([$0.name, $0.view.filter] + $0.view.blocks).joined(separator: "; ")
    }
    #expect(
      lines == [
        "agenda-and-all; ; agenda:week; list:",
        "review; ; agenda:day sched.none:; list:+work -boss; list:(state:WAIT or state:NEXT)",
        "next; state:NEXT list:work", "find; \"two words\"", "bare; ; list:", "phone; +phone",
        "list-2; +a",
      ])
    #expect(
      found.remarks.map(\.message) == [
        "line 4: 'Review' is imported without org-agenda-overriding-header",
        "line 12: 'Fn' is left out: 'my-function' is a function of Lisp",
        "line 13: 'Skip' is left out: what it skips is decided by Lisp",
        "line 15: 'Stuck' is left out: no filter finds the projects without a next step",
        "line 16: 'Level' is left out: no filter compares LEVEL so",
      ])
    for (_, view) in found.views { try view.check(now: Self.now, fields: OwnFields()) }
  }

  @Test func stagedAgendasAreViews() throws {
    let text = """
      #+READONLY
      * Week-agenda (W47):<after>KEYS=a TITLE: Agenda</after>
      ** Monday     16 November 2026 W47
      * Week-agenda (W47):<after>KEYS=n#1 TITLE: Agenda and all TODOs</after>
      * ToDo: ALL<after>KEYS=n#2 TITLE: Agenda and all TODOs</after>
      * Headlines with TAGS match: +work<after>KEYS=w TITLE: At work</after>
      **  TODO Buy milk<before>x:</before>
      * My header<after>KEYS=h TITLE: Own</after>
      """
    let found = try #require(AgendaImport(agendas: Array(text.utf8)) { $0 == "agenda" })
    let lines = found.views.map {
      ([$0.name, $0.view.filter] + $0.view.blocks).joined(separator: "; ")
    }
    #expect(
      lines == [
        "agenda-2; ; agenda:week", "agenda-and-all-todos; ; agenda:week; list:", "at-work; +work",
      ])
    #expect(
      found.remarks.map(\.message) == [
        "line 8: 'Own' is left out: 'My header' does not say what it shows"
      ])
    #expect(AgendaImport(agendas: Array("* TODO x\n".utf8)) { _ in false } == nil)
  }
}
