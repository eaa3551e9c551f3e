import CoreTestSupport
import TasksCore
import TestSupport
import Testing

@Suite struct ActiveTimestampTests {
  /// Each `@` is a timestamp, `@@` one a day later.
  private static let pieces = [
    "plain @ text", "@--@@", "@-@@", "- item @", "| a | @ |", "*bold @* /@@/",
    "DEADLINE: @ in text",
    "#+begin_quote\n@\n#+end_quote", "#+begin_verse\n@\n#+end_verse", ":DRAWER:\n@\n:END:",
    "#+CAPTION: @\n[[file:x.png]]", "[fn:: @]", "@ @@",
    "~@~", "=@=", "# @", ": @", "#+begin_src sh\n@\n#+end_src", "#+begin_example\n@\n#+end_example",
    "#+begin_comment\n@\n#+end_comment", "[[https://example.org][a @]]", "#+NAME: @",
    "\\begin{equation}\n@\n\\end{equation}", "src_sh{@}", "$x @$", "{{{macro(@)}}}",
    "[2027-01-01 Fri]", "** sub @", "** sub\n*** below @\n@@", "** COMMENT sub\n@\n*** below @@",
    "** old @ :ARCHIVE:\n@@", "** DONE sub\n@",
  ]

  private static let first = CivilDate(dayNumber: 20_800)

  private static func filled(_ piece: String, _ day: inout CivilDate) -> String {
    func stamp(_ date: CivilDate) -> String { "<\(date.iso) \(date.weekdayName)>" }
    defer { day = day.adding(days: 4) }
    return piece.replacing("@@", with: stamp(day.adding(days: 1)))
      .replacing("@", with: stamp(day))
  }

  private static func days(of timestamps: [ActiveTimestamp]) -> [String] {
    let days = timestamps.flatMap { stamp in
      let (start, end) = (stamp.planning.start.date, stamp.planning.end?.date)
      return (start.dayNumber...max(start, end ?? start).dayNumber).map {
        CivilDate(dayNumber: $0).iso
      }
    }
    return Set(days).sorted()
  }

  @Test func agreeWithEmacs() throws {
    var numbers = SeededGenerator(seed: 32)
    var last = Self.first
    let files = (0..<40).map { _ in
      var day = Self.first
      let body = (0..<10).map { _ in Self.filled(numbers.pick(Self.pieces), &day) }
      let title = Self.filled(numbers.pick(["x", "x @", "x ~@~"]), &day)
      let value = Self.filled(numbers.pick(["x", "@", "=@="]), &day)
      let note = Self.filled(numbers.pick(["x", "@", "~@~", "# @"]), &day)
      last = max(last, day)
      return """
        * TODO \(title)
        :PROPERTIES:
        :WHEN: \(value)
        :END:
        :LOGBOOK:
        - Note taken on [2026-11-20 Fri 10:00] \\\\
          \(note)
        :END:
        \(body.joined(separator: "\n\n"))

        """
    }
    let call = """
      (require 'org-agenda)
      (let* ((file (make-temp-file "agenda" nil ".org" (buffer-string)))
             (day \(Self.first.dayNumber + 719163)) (last \(last.dayNumber + 719163)) (days nil)
             (org-agenda-buffer nil))
        (unwind-protect
          (progn
            (org-agenda-prepare-buffers (list file))
            (while (<= day last)
              (let ((date (calendar-gregorian-from-absolute day)))
                (when (org-agenda-get-day-entries file date :timestamp)
                  (push (format "%d-%02d-%02d" (nth 2 date) (nth 0 date) (nth 1 date)) days)))
              (setq day (1+ day)))
            (kill-buffer (get-file-buffer file)))
          (delete-file file))
        (erase-buffer)
        (insert "* TODO x\\n" (mapconcat #'identity (nreverse days) "\\n"))
        (goto-char (point-min)))
      """
    let read = try OrgEmacs.read(
      files.map { Array($0.utf8) }, calls: files.map { _ in call })
    for (file, heading) in zip(files, read) {
      let emacs = try #require(heading).text.split(separator: "\n").dropFirst().map(String.init)
      #expect(!emacs.isEmpty)
      #expect(try Self.days(of: OrgLaw.document(file).task.timestamps) == emacs, "\(file)")
    }
  }

  private func task(_ format: Format, _ notes: String, title: Text = "x") -> Task {
    var task = Task(
      id: TaskID(ofPath: "x"), path: "x.\(format.rawValue)", format: format, title: title,
      state: State("TODO", isDone: false))
    task.notes = Text(notes)
    return task
  }

  @Test func eachHasItsPlace() throws {
    for format in Format.allCases {
      var task = task(
        format, "first\n\n- a <2026-11-24 Tue 09:00-10:00>\nb <2026-11-25>--<2026-11-27>")
      task.title = "Trip <2026-12-01 Tue +1w>"
      task.properties = [Task.Property("WHEN", "`<2026-12-02 Wed>`")]
      task.log = [
        .clock(Clock(start: Timestamp(Self.first, minute: 0))),
        .entry(LogEntry(.note, at: nil, note: "moved to <2026-12-03 Thu>")),
        .entry(LogEntry(.dropped(field: "title", value: "On <2026-12-04 Fri>"))),
      ]
      let found = task.timestamps.map { "\($0.planning.fieldText) \($0.place)" }
      #expect(
        found == [
          "2026-12-01 +1w title", "2026-12-02 property(WHEN)", "2026-12-03 log(0)",
          "2026-12-04 log(1)", "2026-11-24T09:00--2026-11-24T10:00 notes(line: 2)",
          "2026-11-25--2026-11-27 notes(line: 3)",
        ])
    }
  }

  @Test func markdownShowsThoseThatAreText() {
    let notes = """
      # Plan <2026-11-01>
      **bold <2026-11-02>** and `<2026-11-03>` and [a <2026-11-04>](https://example.org)
      > quoted <2026-11-05>
      - [ ] item <2026-11-06>

      ```
      <2026-11-07>
      ```

          <2026-11-08>

      <!-- <2026-11-09> -->

      | a | b |
      |---|---|
      | c | <2026-11-10> |

      \\<2026-11-11> and [2026-11-12]
      <div>
      <2026-11-13>
      </div>

      Heading <2026-11-14>
      ---
      """
    let days = task(.markdown, notes, title: "`<2026-12-01>` <2026-12-02>").timestamps
      .map { String($0.planning.start.iso.suffix(5)) }
    #expect(days == ["12-02", "11-01", "11-02", "11-05", "11-06", "11-10", "11-14"])
  }

  /// A Markdown task means what the Org task it is converted from means; but a verse becomes code.
  @Test(arguments: UInt64(0)..<20)
  func lastThroughConversion(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var day = Self.first
    let body = (0..<10).map { _ in Self.filled(numbers.pick(Array(Self.pieces.prefix(8))), &day) }
    let org = try OrgLaw.document("* TODO x\n" + body.joined(separator: "\n\n") + "\n")
    let markdown = try Conversion(
      of: org, to: .markdown, specification: ConversionTrial.specification, workflow: .standard
    ).document.task
    #expect(
      markdown.timestamps.map(\.planning.fieldText)
        == org.task.timestamps.map(\.planning.fieldText),
      "\(markdown.notes)")
  }
}
