import CoreTestSupport
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// When tasks remind, and of what.
@Suite struct AlertTests {
  private func minute(_ text: String) throws -> Int { try moment(text).absoluteMinute }

  /// The alerts of a task in a span, as `time source occurrence`.
  private func alerts(
    _ text: String, _ first: String, _ last: String, _ rules: AlertRules = AlertRules()
  ) throws -> [String] {
    let span = try minute(first)...minute(last)
    var found: [Alert] = []
    let task = try OrgLaw.document("* TODO a\n" + text).shownTask
    ListRow.of(task) { row in row.forEachAlert(in: span, rules) { found.append($0) } }
    return found.map { "\($0.at.iso) \($0.id.source.rawValue) \($0.id.occurrence.iso)" }
  }

  private func properties(_ lines: String...) -> String {
    ":PROPERTIES:\n:ID: k7mq2xw4tz9nbcde\n" + lines.map { ":\($0)\n" }.joined() + ":END:\n"
  }

  @Test func eachSourceRings() throws {
    let text =
      "SCHEDULED: <2026-11-24 Tue 10:00> DEADLINE: <2026-11-25 Wed>\n"
      + properties("REMIND: [2026-11-24 Tue 08:00]", "APPT_WARNTIME: 60", "APPT_WARNTIME2: 10")
    #expect(
      try alerts(text, "2026-11-24T00:00", "2026-11-26T00:00") == [
        "2026-11-24T08:00 remind 2026-11-24T08:00", "2026-11-25T08:00 deadline-1 2026-11-25",
        "2026-11-25T08:50 deadline-2 2026-11-25",
        "2026-11-24T09:00 scheduled-1 2026-11-24T10:00",
        "2026-11-24T09:50 scheduled-2 2026-11-24T10:00",
      ])
    // Both ends of a span count.
    #expect(try alerts(text, "2026-11-24T09:50", "2026-11-24T09:50").count == 1)
    #expect(try alerts(text, "2026-11-24T09:51", "2026-11-25T07:59").isEmpty)
  }

  @Test func theRulesOfTheStoreAreForDatesWithoutAlerts() throws {
    let timed = "DEADLINE: <2026-11-25 Wed 17:00>\n" + properties()
    let day = "DEADLINE: <2026-11-25 Wed>\n" + properties()
    func times(_ text: String, _ change: (inout AlertRules) -> Void) throws -> [String] {
      var rules = AlertRules()
      change(&rules)
      return try alerts(text, "2026-11-24T00:00", "2026-11-26T00:00", rules).map {
        String($0.prefix(16))
      }
    }
    #expect(try times(timed) { _ in } == ["2026-11-25T17:00"])
    #expect(try times(day) { _ in } == [])
    #expect(try times(day) { $0.dates = .all } == ["2026-11-25T09:00"])
    #expect(try times(timed) { $0.dates = .off } == [])
    #expect(
      try times(timed) { ($0.first, $0.second) = (30, 5) } == [
        "2026-11-25T16:30", "2026-11-25T16:55",
      ])
    #expect(try times(day) { ($0.dates, $0.dayTime) = (.all, 450) } == ["2026-11-25T07:30"])
    let own = "DEADLINE: <2026-11-25 Wed>\n" + properties("APPT_WARNTIME2: 30")
    #expect(try times(own) { $0.dates = .off } == ["2026-11-25T08:30"])
  }

  @Test func eachOccurrenceRings() throws {
    let text =
      "SCHEDULED: <2026-11-01 Sun 09:00 +1d>\n" + properties("REMIND: [2026-11-23 Mon 12:00 +1w]")
    #expect(
      try alerts(text, "2026-11-29T09:01", "2026-12-01T09:00") == [
        "2026-11-30T12:00 remind 2026-11-30T12:00",
        "2026-11-30T09:00 scheduled-1 2026-11-30T09:00",
        "2026-12-01T09:00 scheduled-1 2026-12-01T09:00",
      ])
    // The occurrence of the next day rings on this one.
    let early = "SCHEDULED: <2026-11-01 Sun 00:10 +1d>\n" + properties("APPT_WARNTIME: 30")
    #expect(
      try alerts(early, "2026-11-24T00:00", "2026-11-24T23:59") == [
        "2026-11-24T23:40 scheduled-1 2026-11-25T00:10"
      ])
  }

  @Test(arguments: [
    "* DONE a\n:PROPERTIES:\n:REMIND: [2026-11-24 Tue 08:00]\n:END:\n",
    "* TODO a\n:PROPERTIES:\n:REMIND: [2026-11-24 Tue 08:00]\n:DELETED: [2026-11-20 Fri]\n:END:\n",
    "* TODO a\n:PROPERTIES:\n:REMIND: [2026-11-24 Tue 08:00]\n:MUTED: t\n:END:\n",
    "* TODO a :ARCHIVE:\n:PROPERTIES:\n:REMIND: [2026-11-24 Tue 08:00]\n:END:\n",
    "* TODO COMMENT a\n:PROPERTIES:\n:REMIND: [2026-11-24 Tue 08:00]\n:END:\n",
    "* TODO a\nDEADLINE: <2026-11-24 Tue 08:00>\n:PROPERTIES:\n:APPT_WARNTIME: 99999999\n:END:\n",
  ])
  func someTasksAreSilent(text: String) throws {
    let task = try OrgLaw.document(text).shownTask
    ListRow.of(task) { row in
      row.forEachAlert(in: 0...40_000_000, AlertRules()) { #expect(Bool(false), "\($0)") }
    }
  }

  /// A slow obvious version: each minute of some days is asked alone.
  @Test func aSpanIsItsMinutes() throws {
    var generator = SeededGenerator(seed: TestScope.number("TASKS_SEED").map { UInt64($0) } ?? 27)
    for _ in 0..<TestScope.cases(20, all: 200) {
      let unit = generator.pick(["h", "d", "w", "m", "y"])
      let count = generator.below(40)
      let time =
        generator.chance(50) ? " \(10 + generator.below(10)):\(10 + generator.below(40))" : ""
      let day = 10 + generator.below(18)
      let text =
        "SCHEDULED: <2026-\(10 + generator.below(2))-\(day) Mon\(time) +\(count)\(unit)>\n"
        + properties("APPT_WARNTIME: \(generator.below(3000))")
      var rules = AlertRules()
      rules.dayTime = generator.below(1440)
      let first = try minute("2026-11-20T00:00") + generator.below(1440)
      let whole = try alerts(text, first..<(first + 2880), rules)
      let single = try (0..<2880).flatMap {
        try alerts(text, (first + $0)..<(first + $0 + 1), rules)
      }
      #expect(whole.sorted() == single.sorted(), "\(text)")
    }
  }

  private func alerts(_ text: String, _ span: Range<Int>, _ rules: AlertRules) throws -> [String] {
    try alerts(
      text, Timestamp(minute: span.lowerBound).iso, Timestamp(minute: span.upperBound - 1).iso,
      rules)
  }

  @Test(arguments: [
    "k7mq2xw4tz9nbcde", "a/b c%2", "žluť\n", "8f14e45f-ceea-467a-9575-d1e2f3a4b5c6",
  ])
  func anIDIsReadAsPrinted(task: String) throws {
    for source in AlertID.Source.allCases {
      for occurrence in ["2026-11-24", "2026-11-24T08:05"] {
        let id = AlertID(
          try #require(TaskID(Text(task))), source, try moment(occurrence), lead: 65)
        #expect(AlertID(id.text) == id)
        #expect(id.text.split(separator: " ").count == 1)
        #expect(id.key.count == 32)
      }
    }
    for text in ["", "a", "a/remind/2026-11-24", "a/remind/2026-13-24/0", "/remind/2026-11-24/0"] {
      #expect(AlertID(text) == nil)
    }
  }

  @Test func aNoticeIsPlainText() throws {
    let alert = Alert(
      id: AlertID(try #require(TaskID("a")), .deadline, try moment("2026-11-24T17:00"), lead: 60),
      minute: try minute("2026-11-24T16:00"), title: Text("a\u{1B}[1m <b>"), isImportant: true)
    let group = try #require(AlertSurvey.Group.coming([alert]).first)
    let notice = AlertNotice(group, now: try moment("2026-11-24T16:00"))
    #expect(notice.title == "a\\u{1B}[1m <b>" || !notice.title.contains("\u{1B}"))
    #expect(notice.body == "due today 17:00")
    #expect(notice.isImportant)
  }
}
