import CoreTestSupport
import TasksCore
import Testing

/// Finishing a task that repeats, judged by `org-todo`.
@Suite struct OrgRepeatTests {
  private struct Case {
    var stamp: String
    var now: String
    var rest = ""
    var title = "Water the plants"
    var kind = "TODO"

    var file: String {
      """
      #+\(kind): TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)
      * NEXT \(title)
      SCHEDULED: \(stamp)
      \(rest)
      """
    }

    var moment: Timestamp? { Timestamp(iso: now) }
  }

  private static let cases: [Case] = {
    var cases: [Case] = []
    let stamps = [
      "2026-11-20 Fri", "2026-11-16 Mon 09:00", "2026-11-20 Fri 08:00", "2026-11-20 Fri 18:30",
      "2026-01-31 Sat", "2024-02-29 Thu 07:15", "2027-03-01 Mon", "2026-08-31 Mon 23:30-23:59",
    ]
    for stamp in stamps {
      for repeater in ["+1d", "++1d", ".+1d", "+1w", "++1w", ".+2w", "+1m", "++1m", ".+1m", "++1y"]
      {
        cases.append(Case(stamp: "<\(stamp) \(repeater)>", now: "2026-11-20 10:00"))
      }
    }
    let more = [
      "<2026-11-20 Fri 08:00 +6h>", "<2026-11-18 Wed 08:00 ++6h>", "<2026-11-18 Wed 08:00 .+6h>",
      "<2026-11-20 Fri 10:00 ++1d>", "<2026-11-20 Fri 10:01 ++1d>", "<2026-11-20 Fri 22:00 .+36h>",
      "<2026-11-20 Fri +1d -3d>", "<2026-11-20 Fri +1w --2d>", "<2026-11-20 Fri -3d +1m>",
      "<2026-11-20 Fri .+2d/4d>", "<2026-11-20 Fri 10:00-11:30 +1w>", "<2026-11-20 Fri>",
      "<2026-12-31 Thu +2m>", "<2025-11-30 Sun ++3m>", "<2026-11-20 Fri +0d>",
    ]
    cases += more.map { Case(stamp: $0, now: "2026-11-20 10:00") }
    cases += ["2026-11-20 00:00", "2026-11-20 23:59", "2026-12-31 12:00", "2028-02-29 06:30"]
      .flatMap {
        now in
        ["++1d", ".+1d", "++1m", "++1w", ".+1y"].map {
          Case(stamp: "<2026-10-31 Sat 06:30 \($0)>", now: now)
        }
      }
    let bodies = [
      "DEADLINE: <2026-11-27 Fri +1w>\n",
      "\nsee <2026-11-20 Fri +1w> and <2026-11-21 Sat> and [2026-11-20 Fri +1w]\n",
      "\n# comment <2026-11-16 Mon +1w>\n: fixed <2026-11-16 Mon +1w>\n  : so <2026-11-16 Mon +1w>\n",
      "\n=<2026-11-16 Mon +1w>= *~<2026-11-16 Mon +1w>~* *<2026-11-16 Mon +1w>* it\n",
      "\n#+begin_src org\nSCHEDULED: <2026-11-16 Mon +1w>\n#+end_src\n<2026-11-16 Mon +1w>\n",
      "\n#+begin_example\n<2026-11-16 Mon +1w>\n#+end_example\n| <2026-11-16 Mon +1w> |\n",
      "\n#+begin_comment\n<2026-11-16 Mon +1w>\n#+end_comment\n- <2026-11-16 Mon +1w> x\n",
      "\n#+begin_verse\n<2026-11-16 Mon +1w>\n#+end_verse\n",
      "\n#+begin_quote\n<2026-11-16 Mon +1w>\n#+end_quote\n",
      "\n#+begin_src org\nno end <2026-11-16 Mon +1w>\n",
      "\nsrc_sh{echo <2026-11-16 Mon +1w>} \\(<2026-11-16 Mon +1w>\\) @@html:<2026-11-16 Mon +1w>@@\n",
      "\n$x <2026-11-16 Mon +1w>$ {{{m(<2026-11-16 Mon +1w>)}}} <2026-11-16 Mon +1w>\n",
      "\n#+RESULTS: <2026-11-16 Mon +1w>\n#+CAPTION: <2026-11-16 Mon +1w>\n| a |\n",
      "\n#+CAPTION: <2026-11-16 Mon +1w>\n\ntext\n#+CAPTION: <2026-11-16 Mon +1w>\n",
      "\n#+CAPTION[<2026-11-16 Mon +1w>]: <2026-11-16 Mon +1w>\n#+NAME: x\n#+begin_src sh\n#+end_src\n",
      "\n\\begin{equation}\nx <2026-11-16 Mon +1w>\n\\end{equation}\n<2026-11-16 Mon +1w>\n",
      "\n\\begin{equation}\nx <2026-11-16 Mon +1w>\n",
      "\n[[https://x.y][<2026-11-16 Mon +1w>]] and <2026-11-16 Mon +1w>\n",
      "\nsee <2026-11-18 Wed 09:00 ++1d>\n** below\n<2026-11-18 Wed ++1d>\n",
      ":PROPERTIES:\n:LAST: <2026-11-16 Mon +1w>\n:NOT: [2026-11-16 Mon +1w]\n:END:\n",
      ":PROPERTIES:\n:A: <2026-11-16 Mon ++1m> and <2026-11-18 Wed 09:00 .+1d>\n:B: x\n:END:\n",
      ":PROPERTIES:\n:C: =<2026-11-16 Mon +1w>= [[x][<2026-11-16 Mon +1w>]]\n:END:\n",
      ":PROPERTIES:\n:X: <2026-11-16 Mon +1w>\n:X+: a <2026-11-17 Tue +1w>, [2026-11-18 Wed]\n:x+: b\n:END:\n",
      ":PROPERTIES:\n:X+: <2026-11-16 Mon>\n:X: <2026-11-20 Fri ++1w>\n:LOCATION: <2026-11-16 Mon +1w>\n:LOCATION+: b\n:END:\n",
      ":PROPERTIES:\n:REPEAT_TO_STATE: WAIT\n:END:\n", "\n- [X] box\n- [ ] other\n",
    ]
    // Types say who or what a task is for, and stay.
    cases += ["SEQ_TODO", "TYP_TODO"].map {
      Case(stamp: "<2026-11-20 Fri +1w>", now: "2026-11-20 10:00", kind: $0)
    }
    // A date that comes again anywhere makes the task one that does.
    cases += beside.flatMap { rest in
      ["<2026-11-20 Fri>", "<2026-11-20 Fri +1w>"].map {
        Case(stamp: $0, now: "2026-11-20 10:00", rest: rest)
      }
    }
    cases += bodies.map {
      Case(stamp: "<2026-11-20 Fri +1w>", now: "2026-11-20 10:00", rest: $0)
    }
    cases += [
      "<2026-11-16 Mon +1w>--<2026-11-18 Wed +1w>",
      "<2026-11-16 Mon 09:00 +1w -1d>--<2026-11-18 Wed 10:00 +1w>",
    ].map { Case(stamp: $0, now: "2026-11-20 10:00") }
    cases.append(
      Case(
        stamp: "<2026-11-20 Fri> DEADLINE: <2026-11-27 Fri +1w>", now: "2026-11-20 10:00"))
    cases.append(
      Case(stamp: "<2026-11-20 Fri> DEADLINE: [2026-11-27 Fri +1w]", now: "2026-11-20 10:00"))
    cases.append(
      Case(
        stamp: "<2026-11-20 Fri>", now: "2026-11-20 10:00",
        rest: ":PROPERTIES:\n:LAST: <2026-11-16 Mon +1w>\n:END:\n"))
    cases.append(
      Case(
        stamp: "<2026-11-20 Fri>", now: "2026-11-20 10:00", rest: "\nsee <2026-11-18 Wed .+1d>\n"))
    cases += [
      "Pay rent <2026-11-01 Sun +1w>", "[1/2] Pay <2026-11-16 Mon ++1w> the [33%] rent",
      "# <2026-11-16 Mon .+1d>",
      "=<2026-11-16 Mon +1w>= <2026-11-16 Mon>",
      "<2026-11-16 Mon +1w> and <2026-11-18 Wed 09:00 +1d>",
      "[[x][<2026-11-16 Mon +1w>]] it", "[2026-11-16 Mon +1w]", "<2026-11-16 Mon +1w>      :a:b:",
    ].flatMap { title in
      ["<2026-11-20 Fri>", "<2026-11-20 Fri +1w>"].map {
        Case(stamp: $0, now: "2026-11-20 10:00", title: title)
      }
    }
    return cases
  }()

  /// What stands beside the dates and the notes.
  private static let beside = [
    ":LOGBOOK:\n- Note taken on [2026-11-17 Tue 10:00] \\\\\n  see <2026-11-16 Mon +1w>, [2026-11-16 Mon +1w]\n"
      + "- State \"NEXT\"       from \"TODO\"       [2026-11-17 Tue 09:00]\n:END:\n",
    ":LOGBOOK:\n- Of <2026-11-18 Wed 09:00 .+1d> and =<2026-11-16 Mon +1w>=\n"
      + "CLOCK: [2026-11-17 Tue 09:00]--[2026-11-17 Tue 09:30] =>  0:30\n"
      + "-   Note taken on [2026-11-16 Mon 10:00] \\\\\n      a <2026-11-16 Mon ++1m>\n\n      b <2026-11-16 Mon>\n:END:\n",
    ":LOGBOOK:\n# of <2026-11-16 Mon +1w>\n: is <2026-11-16 Mon +1w>\n"
      + "- Note taken on [2026-11-16 Mon 10:00] \\\\\n  text\n:END:\n",
    ":PROPERTIES:\n:REMIND: [2026-11-15 Sun] <2026-11-16 Mon 09:00 +1w>, <2026-11-20 Fri>\n:END:\n",
    ":PROPERTIES:\n:CREATED: <2026-11-16 Mon +1w>\n:LOCATION: at <2026-11-16 Mon +1w>\n"
      + ":CATEGORY: <2026-11-16 Mon +1d>\n:LAST_REPEAT: <2026-11-16 Mon +1w>\n:END:\n",
  ]

  /// Counts stay where they stand, and the tags' right edge.
  @Test func stampsOfTheTitleMoveInTheirPlace() throws {
    let head = "* TODO [1/2] Pay <2026-11-16 Mon 9:00 ++1w> the [33%] rent   :a:\n"
    let document = try OrgLaw.document(head)
    let now = try #require(Timestamp(iso: "2026-11-20T10:00"))
    let done = State("DONE", isDone: true)
    let edited = try document.applying(
      document.changing(to: done, now: now))
    let line = edited.bytes.prefix { $0 != 0x0A }
    #expect(
      Text(bytes: Array(line)) == Text(String(head.dropLast()).replacing("11-16", with: "11-23")))
    #expect(edited.task.state == document.task.state && edited.task.closed == nil)
  }

  /// The end of a range has no repeater where the start has one; Emacs leaves it behind, and of one past midnight it
  /// writes a time before the start's.
  @Test(arguments: [
    (
      "<2026-11-15 Sun 10:00-11:30 +13h>",
      [
        "<2026-11-15 Sun 23:00 +13h>--<2026-11-16 Mon 00:30>", "<2026-11-16 Mon 12:00-13:30 +13h>",
        "<2026-11-17 Tue 01:00-02:30 +13h>",
      ]
    ),
    (
      "<2026-11-15 Sun 23:00-00:30 +13h>",
      ["<2026-11-16 Mon 12:00-13:30 +13h>", "<2026-11-17 Tue 01:00-02:30 +13h>"]
    ),
    ("<2026-11-15 Sun 23:00-00:30 +1d>", ["<2026-11-16 Mon 23:00-00:30 +1d>"]),
    (
      "<2026-11-15 Sun +1d>--<2026-11-17 Tue>",
      ["<2026-11-16 Mon +1d>--<2026-11-18 Wed>", "<2026-11-17 Tue +1d>--<2026-11-19 Thu>"]
    ),
    (
      "<2026-11-15 Sun +1d>--<2026-11-17 Tue 9:00>", ["<2026-11-16 Mon +1d>--<2026-11-18 Wed 9:00>"]
    ),
    (
      "<2026-11-15 Sun +1d -2d>--<2026-11-17 Tue -1d>",
      ["<2026-11-16 Mon +1d -2d>--<2026-11-18 Wed -1d>"]
    ),
    (
      "<2026-11-15 Sun +1d>--<2026-11-17 Tue +1w>",
      ["<2026-11-16 Mon +1d>--<2026-11-24 Tue +1w>"]
    ),
    (
      "<2026-11-15 Sun>--<2026-11-17 Tue +1d>", ["<2026-11-15 Sun>--<2026-11-18 Wed +1d>"]
    ),
    (
      "<2026-11-15 Sun +1d>--<2026-11-17 Tue 9:00-10:00>",
      ["<2026-11-16 Mon +1d>--<2026-11-17 Tue 9:00-10:00>"]
    ),
    ("<2026-11-15 Sun +1d>--[2026-11-17 Tue]", ["<2026-11-16 Mon +1d>--[2026-11-17 Tue]"]),
    (
      "<2026-11-15 Sun 10:00 +1w>--<2026-11-15 So>",
      ["<2026-11-22 Sun 10:00 +1w>--<2026-11-22 Sun>"]
    ),
    (
      "<2026-11-15 Sun +1w>--<2026-11-15 Sun 10:00>",
      ["<2026-11-22 Sun +1w>--<2026-11-22 Sun 10:00>"]
    ),
    (
      "<2026-11-15 Sun 10:00-11:00 +1w>--<2026-11-17 Tue>",
      ["<2026-11-22 Sun 10:00-11:00 +1w>--<2026-11-24 Tue>"]
    ),
  ]) func rangesInTheTextKeepTheirLength(stamp: String, next: [String]) throws {
    let file = { (stamp: String) in
      """
      * TODO t \(stamp) it
      :PROPERTIES:
      :X: a \(stamp), [2026-11-15 Sun]
      :END:
      :LOGBOOK:
      - Note taken on [2026-11-17 Tue 10:00] \\\\
        of \(stamp)
      :END:
      - \(stamp): body \(stamp) x
      """
    }
    var document = try OrgLaw.document(file(stamp))
    let done = State("DONE", isDone: true)
    let now = try #require(Timestamp(iso: "2026-11-20T10:00"))
    for stamp in next {
      document = try document.applying(document.changing(to: done, now: now))
      let lines = Text(bytes: document.bytes).string.split(separator: "\n")
        .filter { !$0.hasPrefix(":LAST_REPEAT:") && !$0.hasPrefix("- State") }
      #expect(lines.joined(separator: "\n") == file(stamp))
    }
  }

  /// As those in the text; `SCHEDULED` names the day of the end too.
  @Test(arguments: [
    (
      "<2026-11-20 Fri +1d>--<2026-11-22 Sun 10:00>", "<2026-11-21 Sat +1d>--<2026-11-23 Mon 10:00>"
    ),
    (
      "<2026-11-20 Fri 10:00 +1w>--<2026-11-20 Fri>", "<2026-11-27 Fri 10:00 +1w>--<2026-11-27 Fri>"
    ),
    (
      "<2026-11-20 Fri +1w>--<2026-11-20 Fri 10:00>", "<2026-11-27 Fri +1w>--<2026-11-27 Fri 10:00>"
    ),
  ]) func rangesOfThePlanKeepTheirLength(stamp: String, next: String) throws {
    let document = try OrgLaw.document("* TODO t\nSCHEDULED: \(stamp)\n")
    let now = try #require(Timestamp(iso: "2026-11-20T10:00"))
    let done = try document.applying(
      document.changing(to: State("DONE", isDone: true), now: now))
    #expect(OrgRepeatTests.line(done) == "SCHEDULED: \(next)")
  }

  /// A range that has a time on one end only is one of days, wherever it goes.
  @Test(arguments: [
    ("2026-11-20T10:00", "2026-11-21", "2026-11-30T06:00", "2026-12-01"),
    ("2026-11-20T10:00", "2026-11-20", "2026-11-30", "2026-11-30"),
    ("2026-11-20", "2026-11-20T10:00", "2026-11-30", "2026-11-30T10:00"),
    ("2026-11-20", "2026-11-21T10:00", "2026-11-30T12:00", "2026-12-01T10:00"),
    ("2026-11-20T22:00", "2026-11-21T01:00", "2026-11-30T23:00", "2026-12-01T02:00"),
  ]) func rangesMoved(start: String, end: String, to: String, expected: String) throws {
    let plan = Planning(try #require(Timestamp(iso: start)), end: Timestamp(iso: end))
    let moved = plan.moved(to: try #require(Timestamp(iso: to)))
    #expect(moved.end == Timestamp(iso: expected) && moved.end != nil, "\(moved)")
  }

  @Test func tasksRepeatAsInEmacs() throws {
    let cases = OrgRepeatTests.cases
    let calls = cases.map {
      "(setq moment (encode-time (parse-time-string \"\($0.now):00\"))) (org-todo \"DONE\")"
    }
    let read = try OrgEmacs.read(cases.map { Array($0.file.utf8) }, calls: calls)
    let done = State("DONE", isDone: true)
    for (one, heading) in zip(cases, read) {
      let heading = try #require(heading)
      let theirs = try OrgLaw.document(heading.text)
      let old = try OrgLaw.document(one.file)
      let now = try #require(one.moment)
      let ours = try old.applying(
        old.changing(to: done, now: now))
      let shown: Comment = "\(one.now)\n\(one.file)\n--- theirs\n\(heading.text)"
      if !OrgRepeatTests.isMonthEnd(old.task.scheduled) {
        #expect(ours.task.scheduled == theirs.task.scheduled, shown)
      }
      #expect(ours.task.deadline == theirs.task.deadline, shown)
      #expect(ours.task.closed == theirs.task.closed, shown)
      if one.stamp.contains(">--<") {
        #expect(OrgRepeatTests.line(ours) == OrgRepeatTests.line(theirs), shown)
      }
      #expect(ours.task.state == theirs.task.state, shown)
      #expect(ours.bytes.prefix { $0 != 0x0A } == theirs.bytes.prefix { $0 != 0x0A }, shown)
      #expect(ours.task.lastRepeat == theirs.task.lastRepeat, shown)
      #expect(ours.task.notes == theirs.task.notes, shown)
      #expect(OrgRepeatTests.properties(ours) == OrgRepeatTests.properties(theirs), shown)
      if ours.task.lastRepeat != old.task.lastRepeat {
        #expect(ours.task.log == theirs.task.log, shown)
      }
    }
  }

  /// The line with the dates.
  private static func line(_ document: OrgDocument) -> String? {
    String(decoding: document.bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.contains("SCHEDULED:") }
      .map { String($0.drop { $0 == " " }) }
  }

  /// The lines of properties and of the log as they stand, without blanks in front.
  private static func properties(_ document: OrgDocument) -> Set<String> {
    let lines = String(decoding: document.bytes, as: UTF8.self).split(separator: "\n")
    return Set(
      lines.filter { $0.contains(":") && $0.contains("20") && !$0.contains("SCHEDULED:") }
        .map { line in line.split(separator: " ").joined(separator: " ") })
  }

  /// A month that lacks the day: Emacs 28 runs on into the next one, we stay in it.
  private static func isMonthEnd(_ plan: Planning?) -> Bool {
    guard let plan, let unit = plan.repeater?.interval.unit else { return false }
    return plan.start.date.day > 28 && (unit == .month || unit == .year)
  }
}
