import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// Rules as people say them: what they are read as, and on which dates they fall.
@Suite struct RepeatRuleTests {
  private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso: text)) }

  @Test(arguments: [
    ("weekdays", "++1d on mon,tue,wed,thu,fri"), ("mon,wed,fri", "++1d on mon,wed,fri"),
    ("Mondays", "++1w on mon"), ("fri-mon", "++1d on mon,fri,sat,sun"),
    ("weekends", "++1d on sat,sun"),
    ("2nd tue", "++1m on 2nd tue"), ("last fri", "++1m on last fri"),
    ("the first mon and third monday", "++1m on 1st mon,3rd mon"),
    ("month on 31", "++1m on 31"), ("month on the 15th", "++1m on 15"),
    ("month on 1, 15", "++1m on 1,15"),
    ("15th", "++1m on 15"), ("last day", "++1m on 31"), ("2w on mon,thu", "++2w on mon,thu"),
    ("week on mon,wed", "++1d on mon,wed"), ("!2w on mon", ".+2w on mon"), ("day", "++1d"),
    ("week", "++1w"), ("month", "++1m"), ("year", "++1y"), ("year on 4th thu", "++1y on 4th thu"),
    ("2 weeks on monday and thursday", "++2w on mon,thu"), ("mon,15", nil), ("31", nil),
    ("month on 32", nil), ("last", nil), ("6th mon", nil), ("on mon", nil), ("mon on tue", nil),
  ])
  func areRead(_ text: String, _ expected: String?) throws {
    let read = try? RepeaterReader.read(text)
    #expect(read.map { RepeatRule(days: $0.days).typed($0.repeater) } == expected)
    guard let read else { return }
    let again = try #require(
      RepeatRule.read(typed: RepeatRule(days: read.days).typed(read.repeater)))
    #expect(again.repeater == read.repeater && again.days == read.days)
    if let days = read.days { #expect(RepeatDays(days.text) == days) }
  }

  /// A late task comes back once, in the future.
  @Test(arguments: [
    ("weekdays", "2026-11-27", "2026-11-27", "2026-11-30"),
    ("mon,wed,fri", "2026-10-01", "2026-11-20", "2026-11-23"),
    ("month on 31", "2026-01-31", "2026-02-01", "2026-02-28"),
    ("month on 31", "2026-02-28", "2026-02-28", "2026-03-31"),
    ("2nd tue", "2026-11-10", "2026-11-10", "2026-12-08"),
    ("last fri", "2026-10-30", "2026-11-20", "2026-11-27"),
    ("2w on mon,thu", "2026-11-23", "2026-11-23", "2026-11-26"),
    ("2w on mon,thu", "2026-11-26", "2026-11-26", "2026-12-07"),
    ("2w on mon,thu", "2020-01-06", "2026-11-20", "2026-11-30"),
    ("+1d on mon", "2026-10-01", "2026-11-20", "2026-10-05"),
    (".+1d on mon,wed", "2026-10-01", "2026-11-20", "2026-11-23"),
    ("year on 4th thu", "2026-11-26", "2026-11-26", "2027-11-25"),
    ("5th mon", "2026-11-30", "2026-11-30", "2027-03-29"),
  ])
  func step(_ rule: String, _ date: String, _ now: String, _ next: String) throws {
    let read = try RepeaterReader.read(rule)
    let plan = Planning(try moment(date), repeater: read.repeater)
    #expect(try plan.repeated(now: moment(now), on: read.days).start.iso == next)
  }

  @Test func aSearchForNoDayEnds() throws {
    let plan = Planning(try moment("2026-11-24"), repeater: Repeater("++7d"))
    #expect(
      try plan.repeated(now: moment("2026-11-24"), on: RepeatDays("mon")).start.iso == "2026-12-01")
  }

  private static let python = """
    import sys, datetime
    from dateutil.rrule import rrulestr
    for line in open(sys.argv[1]):
        rule, start, first, last = line.split()
        day = lambda text: datetime.datetime.fromisoformat(text)
        found = rrulestr(rule, dtstart=day(start)).between(day(first), day(last), inc=True)
        print(' '.join(date.date().isoformat() for date in found))
    """

  /// On random rules and dates, python-dateutil finds the same dates as the agenda and as finishing step by step.
  @Test func dateutilFallsOnTheSameDates() throws {
    var random = SeededGenerator(seed: 50)
    var lines: [String] = []
    var cases: [(rule: RepeatRule, plan: Planning, days: ClosedRange<CivilDate>)] = []
    let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    while cases.count < 400 {
      let unit = random.pick(["d", "w", "w", "m", "m", "y"])
      let count = random.pick([1, 1, 1, 2, 3])
      let names = (0...random.below(3)).map { _ in
        if unit == "d" || unit == "w" { return random.pick(weekdays) }
        return random.pick(["1st ", "2nd ", "4th ", "5th ", "last "]) + random.pick(weekdays)
      }
      let isOfMonth = (unit == "m" || unit == "y") && random.chance(40)
      let days = try #require(
        isOfMonth
          ? RepeatDays("\(random.pick([1, 5, 15, 28, 29, 30, 31]))")
          : RepeatDays(names.joined(separator: ",")))
      let interval = try #require(Interval("\(count)\(unit)"))
      let base = CivilDate(dayNumber: 20_000 + random.below(3000))
      guard let first = (0..<400).lazy.map({ base.adding(days: $0) }).first(where: days.contains)
      else { continue }
      var rule = RepeatRule(days: days)
      if random.chance(30) {
        rule.until = Timestamp(first.adding(days: random.below(500)))
      } else if random.chance(40) {
        rule.times = 1 + random.below(9)
      }
      // dateutil takes no months of a leap day alone.
      guard var recurrence = CalendarRecurrence(interval, on: days, from: first) else { continue }
      recurrence.until = rule.until.map { CalendarDate($0, zone: .floating) }
      recurrence.count = rule.until == nil ? rule.times : nil
      let from = first.adding(days: random.below(200))
      let span = from...from.adding(days: 400)
      lines.append("\(recurrence.text) \(first.iso) \(span.lowerBound.iso) \(span.upperBound.iso)")
      cases.append((rule, Planning(Timestamp(first), repeater: Repeater(.catchUp, interval)), span))
    }
    let answers = try PythonJudge.run(
      Self.python, input: Array(lines.joined(separator: "\n").utf8), package: "python3-dateutil"
    ).split(separator: "\n", omittingEmptySubsequences: false)
    for ((rule, plan, days), (line, answer)) in zip(cases, zip(lines, answers)) {
      let own = rule.occurrences(of: plan, in: days).map(\.iso).joined(separator: " ")
      #expect(own == answer, "\(line)")
      // What is read back from the rule is the rule.
      let read = try #require(
        CalendarRecurrence(line.prefix { $0 != " " }).flatMap { $0.repeats(on: plan.start.date) })
      let again = RepeatRule(
        days: read.days, until: rule.until, times: rule.until == nil ? rule.times : nil
      )
      .occurrences(of: Planning(plan.start, repeater: Repeater(.catchUp, read.interval)), in: days)
      #expect(again.map(\.iso).joined(separator: " ") == answer, "\(line)")
    }
    #expect(answers.count > 400)
  }

  // MARK: Files

  @Test(arguments: ["org", "md"])
  func theEndOfATask(format: String) throws {
    let text =
      format == "org"
      ? """
      * TODO Pay
      DEADLINE: <2026-11-30 Mon ++1m>
      :PROPERTIES:
      :ID: k7mq2xw4tz9nbcde
      :REPEAT_ON: 31
      :REPEAT_TIMES: 2
      :END:

      """
      : """
      ---
      id: k7mq2xw4tz9nbcde
      title: Pay
      status: TODO
      due: 2026-11-30
      repeat: "++1m"
      repeat_on: 31
      repeat_times: 2
      ---

      """
    let document: any TaskDocument =
      format == "org" ? try OrgLaw.document(text) : try #require(MarkdownFiles.read(text))
    #expect(document.task.repeats == RepeatRule(days: RepeatDays("31"), times: 2))
    let now = try moment("2026-11-30T09:00")
    let done = try document.applying(document.changing(to: State("DONE", isDone: true), now: now))
    #expect(done.task.deadline?.fieldText == "2026-12-31 ++1m" && !done.task.isDone)
    #expect(done.task.repeats == RepeatRule(days: RepeatDays("31"), times: 1))
    let last = try done.applying(done.changing(to: State("DONE", isDone: true), now: now))
    #expect(last.task.isDone && last.task.closed == now)
    #expect(last.task.deadline?.fieldText == "2026-12-31 ++1m")
    #expect(ChangeState.done.notice(from: done.task, to: last.task, short: "k7m") != nil)
  }

  @Test func theLastDay() throws {
    var task = try OrgLaw.document("* TODO a\nDEADLINE: <2026-11-27 Fri ++1d>\n").task
    task.repeats = RepeatRule(days: .workdays, until: try moment("2026-11-30"))
    func changed(_ now: String) throws -> TasksCore.Task {
      task.applying(
        task.changing(to: State("DONE", isDone: true), workflow: .standard, now: try moment(now)))
    }
    #expect(try changed("2026-11-27").deadline?.start.iso == "2026-11-30")
    #expect(try changed("2026-11-27").isOpen)
    #expect(try changed("2026-11-30").isDone)
  }

  /// Emacs reads the plain repeater beside the days, and steps it.
  @Test func emacsStepsTheRepeater() throws {
    let answers = try EmacsBatch.answers(
      """
      (require 'org)
      (find-file (concat here "a.org"))
      (goto-char (point-min))
      (re-search-forward "TODO Pay")
      (let ((org-log-repeat nil)) (org-todo "DONE"))
      (say (org-entry-get nil "DEADLINE"))
      (say (org-entry-get nil "REPEAT_ON"))
      (say (org-get-todo-state))
      """,
      files: [
        "a.org": """
        * TODO Pay
        DEADLINE: <2099-11-27 Fri ++1d>
        :PROPERTIES:
        :REPEAT_ON: mon wed fri
        :REPEAT_UNTIL: [2099-12-24 Thu]
        :END:

        """
      ])
    #expect(answers == ["<2099-11-28 Sat ++1d>", "mon wed fri", "TODO"])
    let task = try OrgLaw.document(
      """
      * TODO Pay
      DEADLINE: \(answers[0])
      :PROPERTIES:
      :REPEAT_ON: \(answers[1])
      :REPEAT_UNTIL: [2099-12-24 Thu]
      :END:

      """
    ).task
    let next = task.applying(
      task.changing(
        to: State("DONE", isDone: true), workflow: .standard, now: try moment("2099-11-28T10:00")))
    #expect(next.deadline?.start.iso == "2099-11-30")
    #expect(next.repeats.until?.iso == "2099-12-24")
  }

  // MARK: Merge

  /// An occurrence that two devices finished is finished once, and counted once.
  @Test func anOccurrenceOfTwoDevicesCountsOnce() throws {
    let base = try OrgLaw.document(
      """
      * TODO a
      DEADLINE: <2026-11-27 Fri ++1d>
      :PROPERTIES:
      :REPEAT_ON: mon tue wed thu fri
      :REPEAT_TIMES: 5
      :END:

      """)
    func done(_ document: OrgDocument, _ now: String) throws -> OrgDocument {
      try document.applying(
        document.task.changing(
          to: State("DONE", isDone: true), workflow: document.workflow, now: moment(now)))
    }
    let ours = try done(done(base, "2026-11-27T09:00"), "2026-11-30T10:00")
    let theirs = try done(base, "2026-11-27T12:00")
    let merge = FieldMerge(ThreeWay(base: base, ours: ours, theirs: theirs), local: .ours)
    #expect(merge.task.repeats.times == 3 && merge.dropped.isEmpty)
    #expect(merge.task.deadline?.start.iso == "2026-12-01")
    #expect(merge.task.log.count == 2)
  }
}
