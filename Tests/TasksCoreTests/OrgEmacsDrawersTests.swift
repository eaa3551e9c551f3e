import CoreTestSupport
import TasksCore
import Testing

/// Emacs finds the drawers of the log where we do.
@Suite struct OrgEmacsDrawersTests {
  /// Leaves a heading behind that says in which lines each begins and ends, and whether a new entry would need a new
  /// one.
  private static let call = """
    (let ((end (save-excursion (outline-next-heading) (point))) (case-fold-search t) (found nil))
      (save-excursion
        (while (re-search-forward "^[ \\t]*:LOGBOOK:[ \\t]*$" end t)
          (let ((element (org-element-at-point)))
            (when (eq (org-element-type element) 'drawer)
              (goto-char (org-element-property :end element))
              (skip-chars-backward " \\t\\n")
              (push (format "%d-%d"
                            (line-number-at-pos (org-element-property :post-affiliated element))
                            (line-number-at-pos))
                    found)))))
      (let ((size (buffer-size)))
        (org-log-beginning t)
        (push (if (= size (buffer-size)) "old" "new") found))
      (erase-buffer)
      (insert "* " (mapconcat #'identity (nreverse found) " ")))
    """

  private static let lines = [
    "text", "", ":LOGBOOK:", ":LOGBOOK:", "  :logbook:", ":END:", ":END:", " :end:", ":NOTES:",
    "#+begin_src sh", "#+end_src", "#+begin_quote", "#+end_quote", "#+begin_aside", "#+end_aside",
    "- item", "  - deeper", "  in it", "# comment", "** sub", ": fixed", "| table |",
  ]

  private func compare(_ bodies: [String]) throws {
    let documents = try bodies.map { try OrgLaw.document("* TODO x\n" + $0) }
    let read = try OrgEmacs.read(
      documents.map(\.bytes), calls: Array(repeating: Self.call, count: bodies.count))
    for (document, heading) in zip(documents, read) {
      func line(_ position: Int) -> Int { document.bytes[..<position].count { $0 == 0x0A } + 1 }
      let found = document.logbook.drawers.map {
        "\(line($0.opening.start))-\(line($0.closing.start))"
      }
      let said = (found + [found.isEmpty ? "new" : "old"]).joined(separator: " ")
      #expect(heading?.title == said, "\(OrgLaw.shown(document.bytes))")
    }
  }

  @Test func emacsFindsTheSame() throws {
    try compare([
      ":LOGBOOK:\n- a\n:END:\n", "text\n:LOGBOOK:\n- a\n:END:\n",
      ":CLOCKING:\nCLOCK: [2026-11-16 Mon 09:20]\n:END:\n:LOGBOOK:\n- a\n:END:\n",
      "#+begin_src sh\n:LOGBOOK:\n- a\n:END:\n#+end_src\n",
      "#+begin_src sh\n:LOGBOOK:\n- a\n:END:\n",
      "#+BEGIN_EXAMPLE\n:LOGBOOK:\n:END:\n#+end_example\n",
      "#+begin_verse\n:LOGBOOK:\n:END:\n#+end_verse\n:LOGBOOK:\n:END:\n",
      "#+begin_quote\n:LOGBOOK:\n- a\n:END:\n#+end_quote\n",
      "#+begin_quote\n:LOGBOOK:\n- a\n#+end_quote\n:END:\n",
      "#+begin_aside\n:NOTES:\n#+end_aside\n:LOGBOOK:\n- a\n:END:\n",
      "text\n** sub\n:LOGBOOK:\n- a\n:END:\n", "text\n:LOGBOOK:\n- a\n** sub\n:END:\n",
      "a\n:LOGBOOK:\n- a\n:END:\n\nb\n\n:LOGBOOK:\n:END:\n", "a\n   :LOGBOOK:  \n  - a\n :END:\n",
      "a\n:logbook:\n- a\n:end:\n", "a\n:LOGBOOK:\n- a\n", "a\n:LOGBOOK: x\n- a\n:END:\n",
      "- item\n  :LOGBOOK:\n  - a\n  :END:\n- more\n",
      "- item\n  :LOGBOOK:\n  - a\n:END:\n- more\n",
      "- item\n:LOGBOOK:\n- a\n:END:\n", ":NOTES:\n:LOGBOOK:\n- a\n:END:\n:END:\n",
      "text\n:END:\n:LOGBOOK:\n:END:\n", ":A B:\n:LOGBOOK:\n:END:\n", ":A.B:\n:LOGBOOK:\n:END:\n",
      ":Čas:\n:LOGBOOK:\n:END:\n", ":A%'$_-9:\n:LOGBOOK:\n:END:\n", ":A@:\n:LOGBOOK:\n:END:\n",
      "#+NAME: x\n:LOGBOOK:\n- a\n:END:\n", "| a |\n:LOGBOOK:\n:END:\n", ": a\n:LOGBOOK:\n:END:\n",
      "a\n:LOGBOOK:\n#+begin_src\n:END:\n#+end_src\n",
      "- Note taken on [2026-11-18 Wed 10:30] \\\\\n  why\n  :LOGBOOK:\n  - x\n  :END:\n",
      "CLOCK: [2026-11-16 Mon 09:20]\n- State \"DONE\" from \"TODO\" [2026-11-16 Mon]\n:LOGBOOK:\n:END:\n",
    ])
  }

  @Test func emacsFindsTheSameInRandomBodies() throws {
    try compare(
      (0..<400).map { seed in
        var random = OrgSeed(seed + 40_000)
        return (0..<random.number(3...12)).map { _ in random.pick(Self.lines) + "\n" }.joined()
      })
  }

  @Test func emacsFindsTheSameInWhatWeWrite() throws {
    var bodies: [String] = []
    for seed in 0..<300 {
      var random = OrgSeed(seed + 50_000)
      let body = (0..<random.number(3...12)).map { _ in random.pick(Self.lines) + "\n" }.joined()
      let old = try OrgLaw.document("* TODO x\n" + body)
      var notes = old.task.notes.lines
      notes.insert(Text(random.pick(Self.lines)), at: random.number(0...notes.count))
      let entry = LogItem.entry(
        LogEntry(.note, at: Timestamp(iso: "2026-11-20T10:30"), note: "why"))
      let edits: [Edit] = [
        .notes(Text.joining(notes).trimmingBlankLines), .log([entry] + old.task.log),
      ]
      for edit in edits {
        guard let new = try? old.applying([edit]) else { continue }
        bodies.append(String(decoding: new.bytes.dropFirst(9), as: UTF8.self))
      }
    }
    #expect(bodies.count > 400)
    try compare(bodies)
  }

  /// A line whose key has a blank of any kind in it is no property, and the drawer is text then.
  @Test func emacsReadsTheSameKeys() throws {
    let blanks = ["\u{A0}", "\u{3000}", "\u{200B}", "\u{2003}", "\u{202F}", "\u{205F}", "\u{C}"]
    let others = ["\u{1680}", "\u{2028}", "\u{85}", "\u{FEFF}", "\u{180E}", "\u{B}", "č", "🙂"]
    let lines = (blanks + others).flatMap {
      [":A\($0)B: x", ":A\($0): x", ":\($0): x", ":A: x\($0)y", ":A:\($0)x", "\($0):A: x"]
    }
    let documents = try (lines + [":A:\tx", "::: x", ":: x", ":A:B: x", ":A: "]).map {
      try OrgLaw.document("* TODO x\n:PROPERTIES:\n\($0)\n:Z: z\n:END:\n")
    }
    let read = try OrgEmacs.read(documents.map(\.bytes))
    for (document, heading) in zip(documents, read) {
      try OrgEmacsTests.compare(document, with: heading, "a key")
    }
    for blank in blanks {
      let name = Text("A\(blank)B")
      #expect(throws: EditError.badPropertyName(name)) {
        try OrgChecks.check(property: name, value: "x")
      }
    }
    for sign in ["\u{1680}", "\u{2028}", "č"] {
      try OrgChecks.check(property: Text("A\(sign)B"), value: "x")
    }
  }
}
