import CoreTestSupport
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// What is on which day of an agenda.
@Suite struct AgendaTests {
  private static let today = "2026-11-25"

  private static func date(_ text: String) throws -> CivilDate {
    try #require(Timestamp(iso: text)).date
  }

  private static func task(_ org: String, path: String = "x.org") throws -> Task {
    try #require(
      try TaskReader.read(Array(org.utf8), path: path, workflow: .standard)
    ).task
  }

  /// The entries of a span as `2026-11-25 overdue`, in the order of the agenda.
  private static func entries(
    _ tasks: [Task], _ span: String, now: String = today, log: Bool = false
  ) throws -> [String] {
    let now = try #require(Timestamp(iso: now))
    let span = try #require(try DaySpan.read(span, now: now, .ahead()))
    var agenda = Agenda(span, now: now)
    for (number, task) in tasks.enumerated() {
      if task.isOpen { ListRow.of(task) { agenda.add(number, $0) } }
      if log { agenda.addLog(of: task, number) }
    }
    agenda.sort()
    return agenda.entries.enumerated().flatMap { day, entries in
      entries.map { entry in
        let time = entry.time.map { " " + Timestamp.clock($0) } ?? ""
        let part = entry.part.map { " \($0.number)/\($0.count)" } ?? ""
        return agenda.days.lowerBound.adding(days: day).iso + time + " " + entry.kind.rawValue
          + part
      }
    }
  }

  @Test(arguments: [
    ("DEADLINE: <2026-11-20 Fri>", ["2026-11-25 overdue"]),
    ("DEADLINE: <2026-11-25 Wed 08:00>", ["2026-11-25 08:00 deadline"]),
    ("DEADLINE: <2026-11-28 Sat>", ["2026-11-25 warning", "2026-11-28 deadline"]),
    ("DEADLINE: <2026-12-09 Wed>", ["2026-11-25 warning"]),
    ("DEADLINE: <2026-12-10 Thu>", []),
    ("DEADLINE: <2026-11-28 Sat -2d>", ["2026-11-28 deadline"]),
    ("DEADLINE: <2026-12-20 Sun -1m>", ["2026-11-25 warning"]),
    (
      "DEADLINE: <2026-11-20 Fri +1w>", ["2026-11-25 overdue", "2026-11-27 deadline"]
    ),
    ("SCHEDULED: <2026-11-20 Fri>", ["2026-11-25 scheduled"]),
    ("SCHEDULED: <2026-11-27 Fri 10:00-11:00>", ["2026-11-27 10:00 scheduled"]),
    ("SCHEDULED: <2026-11-24 Tue -2d>", []),
    ("SCHEDULED: <2026-11-23 Mon -2d>", ["2026-11-25 scheduled"]),
    (
      "SCHEDULED: <2026-11-24 Tue +3d>",
      ["2026-11-25 scheduled", "2026-11-27 scheduled", "2026-11-30 scheduled"]
    ),
  ]) func datesOfPlans(_ line: String, _ wanted: [String]) throws {
    let task = try Self.task("* TODO x\n\(line)\n")
    #expect(try Self.entries([task], "week") == wanted)
  }

  @Test func aHabitIsOnTodayAlone() throws {
    let habit = try Self.task(
      "* TODO x\nSCHEDULED: <2026-11-24 Tue .+1d>\n:PROPERTIES:\n:STYLE: habit\n:END:\n")
    #expect(try Self.entries([habit], "week") == ["2026-11-25 scheduled"])
  }

  /// An archived or commented task is on no day, finished or not.
  @Test(arguments: [
    ("* TODO x :ARCHIVE:", false), ("* TODO COMMENT x", false),
    ("* TODO [#A] COMMENT x :a:", false),
    ("* TODO COMMENTARY x :ARCHIVED:", true),
  ]) func hiddenTasks(_ heading: String, _ isShown: Bool) throws {
    let tasks = [
      try Self.task(
        "\(heading)\nSCHEDULED: <2026-11-25 Wed> DEADLINE: <2026-11-20 Fri>\n<2026-11-26 Thu>\n"),
      try Self.task(
        heading.replacing("TODO", with: "DONE") + "\nCLOSED: [2026-11-25 Wed 10:00]\n"),
    ]
    #expect(try Self.entries(tasks, "week", log: true).count == (isShown ? 4 : 0))
    var counts = DueCounts(now: try #require(Timestamp(iso: Self.today)))
    ListRow.of(tasks[0]) { counts.add($0) }
    #expect(counts.overdue == (isShown ? 1 : 0))
  }

  @Test func anArchivedMarkdownTaskIsHidden() throws {
    let task = try Self.task(
      "---\ntitle: x\nstatus: todo\nscheduled: 2026-11-25\ntags: [ARCHIVE]\n---\n", path: "x.md")
    #expect(task.scheduled != nil)
    #expect(try Self.entries([task], "week") == [])
  }

  @Test func timestampsAndRanges() throws {
    let task = try Self.task(
      "* TODO Meet <2026-11-26 Thu 19:00-21:00>\n\nTrip <2026-11-24 Tue>--<2026-11-27 Fri>, =<2026-11-28 Sat>=, [2026-11-28 Sat]\n"
    )
    #expect(
      try Self.entries([task], "week") == [
        "2026-11-25 timestamp 2/4", "2026-11-26 19:00 timestamp", "2026-11-26 timestamp 3/4",
        "2026-11-27 timestamp 4/4",
      ])
    let weekly = try Self.task("* TODO x\n\nClub <2026-11-10 Tue 18:00 +1w>\n")
    #expect(
      try Self.entries([weekly], "2026-11-01..2026-12-01") == [
        "2026-11-10 18:00 timestamp", "2026-11-17 18:00 timestamp", "2026-11-24 18:00 timestamp",
        "2026-12-01 18:00 timestamp",
      ])
  }

  @Test func theOrderOfADay() throws {
    let lines = [
      "SCHEDULED: <2026-11-25 Wed>", "SCHEDULED: <2026-11-20 Fri>", "DEADLINE: <2026-11-25 Wed>",
      "DEADLINE: <2026-11-20 Fri>", "SCHEDULED: <2026-11-25 Wed 09:00>",
      "DEADLINE: <2026-11-25 Wed 08:00>",
      "DEADLINE: <2026-11-27 Fri>",
    ]
    let tasks = try lines.map { try Self.task("* TODO x\n\($0)\n") }
    #expect(
      try Self.entries(tasks, "day") == [
        "2026-11-25 08:00 deadline", "2026-11-25 09:00 scheduled", "2026-11-25 overdue",
        "2026-11-25 deadline", "2026-11-25 warning", "2026-11-25 scheduled", "2026-11-25 scheduled",
      ])
  }

  @Test func aDeadlineOfThisMorningHasPassed() throws {
    let task = try Self.task("* TODO x\nDEADLINE: <2026-11-25 Wed 08:00>\n")
    #expect(
      try Self.entries([task], "day", now: "2026-11-25T09:00") == ["2026-11-25 08:00 overdue"])
  }

  /// What happened is on its day, and the end of a task is there once.
  @Test func theLog() throws {
    let task = try Self.task(
      """
      * DONE x
      CLOSED: [2026-11-24 Tue 10:00]
      :LOGBOOK:
      - State "DONE"       from "WAIT"       [2026-11-24 Tue 10:00]
      - State "WAIT"       from "TODO"       [2026-11-23 Mon 09:00]
      CLOCK: [2026-11-23 Mon 08:00]--[2026-11-23 Mon 08:30] =>  0:30
      :END:

      """)
    #expect(
      try Self.entries([task], "2026-11-23..2026-11-25", log: true) == [
        "2026-11-23 08:00 clock", "2026-11-23 09:00 state", "2026-11-24 10:00 closed",
      ])
    #expect(try Self.entries([task], "2026-11-23..2026-11-25") == [])
  }

  @Test func spans() throws {
    let now = try #require(Timestamp(iso: "2026-01-30T09:00"))
    func span(_ text: String, _ weekStart: Int? = nil) throws -> String? {
      try DaySpan.read(text, now: now, .ahead(weekStart: weekStart)).map {
        $0.lowerBound.iso + " " + $0.upperBound.iso
      }
    }
    #expect(try span("day") == "2026-01-30 2026-01-30")
    #expect(try span("week") == "2026-01-30 2026-02-05")
    #expect(try span("week", 1) == "2026-01-26 2026-02-01")
    #expect(try span("week", 7) == "2026-01-25 2026-01-31")
    #expect(try span("month") == "2026-01-30 2026-02-27")
    #expect(try span("2024-02-28..2024-03-01") == "2024-02-28 2024-03-01")
    #expect(try span("..eom") == "2026-01-30 2026-01-31")
    #expect(try span("year") == "2026-01-30 2027-01-29")
    #expect(try span("2026-02-10..") == "2026-02-10 2026-02-16")
    #expect(try span("-2w..") == "2026-01-16 2026-01-30")
    #expect(try span("2026-W06") == "2026-02-02 2026-02-08")
    #expect(try span("2020-w53") == "2020-12-28 2021-01-03")
    #expect(try span("w5") == "2026-01-26 2026-02-01")
    #expect(try span("next week") == "2026-02-02 2026-02-08")
    #expect(try span("next-month") == "2026-02-01 2026-02-28")
    #expect(try span("1m") == span("1mo"))
    #expect(try span("W4") == "2027-01-25 2027-01-31")
    #expect(try span("W53") == "2026-12-28 2027-01-03")
    #expect(throws: InputError.self) { try span("2025-W53") }
    #expect(throws: InputError.self) { try span("W0") }
    #expect(throws: InputError.self) { try span("W54") }
    #expect(try span("2026-W") == nil && span("26-W5") == nil && span("w5x") == nil)
    #expect(try span("sat..mon") == "2026-01-31 2026-02-02")
    #expect(try span("thu..mon") == "2026-02-05 2026-02-09")
    #expect(try span("2w") == "2026-01-30 2026-02-12")
    #expect(try span("3d") == "2026-01-30 2026-02-01")
    #expect(try span("1mo") == "2026-01-30 2026-02-27")
    #expect(try span("-2w") == "2026-01-17 2026-01-30")
    #expect(throws: InputError.self) { try span("20y") }
    #expect(try span("tomorrow") == "2026-01-31 2026-01-31")
    #expect(try span("milk") == nil)
    #expect(throws: InputError.self) { try span("2027-02-29") }
    #expect(throws: InputError.self) { try span("tomorrow..today") }
    #expect(throws: InputError.self) { try span("today..milk") }
    #expect(throws: InputError.self) { try span("2000-01-01..2026-01-01") }
  }

  /// The words of a span are read as one; those of a filter after it stay words.
  @Test(arguments: [
    ("next week", "2026-02-02 2026-02-08", ""),
    ("next month list:work milk", "2026-02-01 2026-02-28", "list:work milk"),
    ("last year or +x", "2025-01-01 2025-12-31", "or +x"),
    ("week milk", "2026-01-30 2026-02-05", "milk"), ("week", "2026-01-30 2026-02-05", ""),
    ("2 weeks milk", "2026-01-30 2026-02-12", "milk"), ("in 3 days", "2026-02-02 2026-02-02", ""),
    ("next mon..next fri +x", "2026-02-02 2026-02-06", "+x"),
    ("1 feb 2026..3 feb 2026 week", "2026-02-01 2026-02-03", "week"),
    ("next", nil, "next"), ("next milk week", nil, "next milk week"), ("", nil, ""),
    ("milk next week", nil, "milk next week"), ("-2w +phone", "2026-01-17 2026-01-30", "+phone"),
  ]) func spansOfSeveralWords(_ typed: String, _ expected: String?, _ rest: String) throws {
    let now = try #require(Timestamp(iso: "2026-01-30T09:00"))
    let words = typed.split(separator: " ").map(String.init)
    let read = try DaySpan.read(first: words, now: now, .ahead())
    #expect(read.days.map { "\($0.lowerBound.iso) \($0.upperBound.iso)" } == expected)
    #expect(read.rest.joined(separator: " ") == rest)
    #expect(throws: InputError.self) {
      try DaySpan.read(first: ["today..milk", "x"], now: now, .ahead())
    }
  }

  /// The weeks of a number are those of its days, before and after today.
  @Test func weekSpansAreThoseOfTheirDays() throws {
    for day in stride(from: 9000, to: 22000, by: 37) {
      let today = CivilDate(dayNumber: day)
      let thursday = today.adding(days: 4 - today.weekday)
      for word in ["W\(today.week)", "\(thursday.year)-w\(today.week)"] {
        for isPast in [true, false] {
          let days = try WeekSpan.read(InputWord(word), today: today, isPast: isPast)
          #expect(days == DaySpan.week(of: today))
        }
      }
    }
  }

  @Test(arguments: [
    (
      ["decmber"],
      "'decmber' is read as a filter; spans are day, today, yesterday, week, month, year, 2w, 2026-W48, DATE or DATE..DATE"
    ),
    (["yaer"], "'yaer' is read as a filter; did you mean 'year'?"),
    (["Tomorow"], "'Tomorow' is read as a filter; did you mean 'tomorrow'?"),
    (["+phone"], nil), (["list:x"], nil), (["/x/"], nil), (["two words"], nil), (["a", "b"], nil),
    ([], nil),
  ]) func mistakenSpans(_ words: [String], _ message: String?) {
    #expect(MistakenSpan.message(words) == message)
  }

  @Test(arguments: [
    ("2026-01-01", 1), ("2025-12-29", 1), ("2027-01-01", 53), ("2026-12-31", 53), ("2024-12-30", 1),
    ("2021-01-03", 53), ("2020-02-29", 9),
  ]) func weeks(_ date: String, _ week: Int) throws {
    #expect(try Self.date(date).week == week)
  }

  /// A Markdown task means the same as the Org task that it was converted from.
  @Test(arguments: UInt64(11)...12) func markdownMeansTheSame(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let text = try Self.file(&numbers)
      let document = try #require(
        try TaskReader.read(Array(text.utf8), path: "x.org", workflow: .standard))
      // Markdown has no comment to convert it to.
      if document.task.isCommented { continue }
      let conversion = try Conversion(
        of: document, to: .markdown, specification: "TODO | DONE", workflow: .standard)
      let span = "2026-11-11..2026-12-24"
      #expect(
        try Self.entries([conversion.document.task], span) == Self.entries([document.task], span),
        "\(text)")
    }
  }

  // MARK: Emacs

  private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// - Parameter isTitle: Emacs takes a time in a title for that of all entries of the task.
  private static func stamp(
    _ numbers: inout SeededGenerator, warns: Bool, isTitle: Bool = false
  ) throws -> String {
    let date = try date(today).adding(days: numbers.below(60) - 30)
    // Emacs counts months from the 29th on in its own way (OccurrencesTests).
    let day = date.adding(days: -max(0, date.day - 28))
    let start = numbers.below(23)
    var text = "<\(day.iso) \(names[day.weekday - 1])"
    if !isTitle, numbers.chance(40) {
      text += " " + Timestamp.clock(start * 60)
      if numbers.chance(30) { text += "-" + Timestamp.clock(start * 60 + 45) }
    }
    if numbers.chance(35) {
      text +=
        " " + numbers.pick(["+", "++", ".+"]) + "\(numbers.below(9) + 1)"
        + numbers.pick(["d", "w", "m", "y"])
    }
    if warns, numbers.chance(30) {
      text += " " + numbers.pick(["-", "--"]) + "\(numbers.below(20))" + numbers.pick(["d", "w"])
    }
    return text + ">"
  }

  private static func file(_ numbers: inout SeededGenerator) throws -> String {
    var text = "* TODO " + (numbers.chance(8) ? "COMMENT " : "") + "Task"
    if numbers.chance(15) { text += " " + (try stamp(&numbers, warns: false, isTitle: true)) }
    text += (numbers.chance(8) ? numbers.pick([" :ARCHIVE:", " :phone:ARCHIVE:"]) : "") + "\n"
    var plans: [String] = []
    if numbers.chance(55) { plans.append("DEADLINE: " + (try stamp(&numbers, warns: true))) }
    if numbers.chance(55) { plans.append("SCHEDULED: " + (try stamp(&numbers, warns: true))) }
    if !plans.isEmpty { text += plans.joined(separator: " ") + "\n" }
    if numbers.chance(15) {
      text += "\nAt " + (try stamp(&numbers, warns: false)) + " it begins.\n"
    }
    if numbers.chance(15) {
      let from = try date(today).adding(days: numbers.below(20) - 10)
      let to = from.adding(days: numbers.below(5) + 1)
      text +=
        "\nAway <\(from.iso) \(names[from.weekday - 1])>--<\(to.iso) \(names[to.weekday - 1])>.\n"
    }
    return text
  }

  /// Each day of six weeks has what Emacs's agenda has on it: the same kinds of entries, with the same times.
  @Test(arguments: UInt64(1)...2) func agreesWithEmacs(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let files = try (0..<TestScope.cases(50, all: 120)).map { _ in try Self.file(&numbers) }
    let day = try Self.date(Self.today)
    let first = day.adding(days: -14)
    let absolute = day.dayNumber + 719_163
    let said = try OrgEmacs.output(of: Self.program, on: files.map { Array($0.utf8) }) { folder in
      "(days-of-all \"\(folder)\" \(files.count) \(absolute) \(absolute - 14) 43)"
    }
    let read = said.components(separatedBy: "==\n").dropFirst()
    try #require(read.count == files.count, "\(said)")
    var compared = 0
    for (file, lines) in zip(files, read) {
      let theirs = lines.split(separator: "\n").map {
        String($0).replacing("past-scheduled", with: "scheduled")
          .replacing("upcoming-deadline", with: "warning").replacing("block", with: "timestamp")
      }
      let span = "\(first.iso)..\(day.adding(days: 28).iso)"
      let ours = try Self.entries([try Self.task(file)], span).map {
        $0.replacing("overdue", with: "deadline")
      }
      #expect(ours.sorted() == theirs.sorted(), "\(file)")
      compared += theirs.count
    }
    #expect(compared > 100)
  }

  /// Prints the lines of the agenda's days, file by file, each file after a line `==`.
  private static let program = #"""
    (setq org-modules nil)
    (require 'org)
    (require 'org-agenda)
    (require 'cl-lib)
    (setq org-inhibit-startup t
          org-todo-keywords '((sequence "TODO" "NEXT" "WAIT" "|" "DONE" "CANCELED")))
    (defun line-of (entry date)
      (let ((time (get-text-property 0 'time-of-day entry))
            (extra (get-text-property 0 'extra entry)))
        (format "%d-%02d-%02d%s %s%s\n" (nth 2 date) (nth 0 date) (nth 1 date)
                (if time (format " %02d:%02d" (/ time 100) (% time 100)) "")
                (get-text-property 0 'type entry)
                (if (and extra (string-match "(\\([0-9]+/[0-9]+\\))" extra))
                    (concat " " (match-string 1 extra))
                  ""))))
    (defun days-of-all (folder count today first days)
      (cl-letf (((symbol-function 'org-today) (lambda () today)))
        (dotimes (index count)
          (let ((file (format "%s/%d.org" folder index)))
            (princ "==\n")
            (org-agenda-prepare-buffers (list file))
            (dotimes (n days)
              (let ((date (calendar-gregorian-from-absolute (+ first n))))
                (dolist (entry (org-agenda-get-day-entries
                                file date :deadline :scheduled :timestamp))
                  (princ (line-of entry date)))))))))
    """#

  // MARK: Events

  @Test func eventsAmongTasks() throws {
    let today = try Self.date(Self.today)
    var agenda = Agenda(
      today...today.adding(days: 2), now: Timestamp(today, minute: 480))
    let tasks = [
      "* TODO a\nSCHEDULED: <2026-11-25 Wed>\n", "* TODO b\nSCHEDULED: <2026-11-25 Wed 10:00>\n",
      "* TODO c\nSCHEDULED: <2026-11-25 Wed 09:00 .+1d>\n:PROPERTIES:\n:STYLE: habit\n:END:\n",
    ]
    for (number, text) in tasks.enumerated() {
      ListRow.of(try Self.task(text)) { agenda.add(number, $0) }
    }
    func add(_ title: Text, _ start: String, _ end: String? = nil) throws {
      let event = CalendarEvent(
        start: try #require(Timestamp(iso: start)), end: end.flatMap { Timestamp(iso: $0) },
        title: title)
      agenda.add(event, of: "x")
    }
    try add("at ten", "2026-11-25T10:00", "2026-11-25T11:00")
    try add("late", "2026-11-25T22:00", "2026-11-26T00:00")
    try add("days", "2026-11-20", "2026-11-25")
    try add("since yesterday", "2026-11-24T22:00", "2026-11-25T01:00")
    try add("two nights", "2026-11-25T22:00", "2026-11-27T00:00")
    try add("gone", "2026-11-20", "2026-11-24")
    agenda.sort()
    let days = agenda.entries.indices.map { day in
      agenda.lines(onDay: day).map { line in
        switch line {
        case .task(let entry): return "task \(entry.task)"
        case .event(let event):
          let times = [event.time, event.end].map { $0.map(Timestamp.clock) ?? "" }
          let part = event.part.map { " \($0.number)/\($0.count)" } ?? ""
          return "\(times[0])-\(times[1]) \(event.event.title.string)\(part)"
        }
      }
    }
    #expect(
      days == [
        [
          "- days 6/6", "-01:00 since yesterday 2/2", "10:00-11:00 at ten", "task 1",
          "22:00- two nights 1/2", "22:00-24:00 late", "task 0", "task 2",
        ], ["- two nights 2/2"], [],
      ])
  }
}
