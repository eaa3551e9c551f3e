import CoreTestSupport
import TasksCore
import Testing

@Suite struct ModelDateTests {
  private func date(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
    try #require(CivilDate(year: year, month: month, day: day))
  }

  /// Day by day from 1600 to 2400, counted the slow way.
  @Test func dayNumbersAgreeWithCounting() throws {
    var number = try date(1600, 1, 1).dayNumber
    var weekday = 6
    var isSame = true
    for year in 1600..<2400 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        for day in 1...length {
          let there = CivilDate(dayNumber: number)
          isSame =
            isSame && there.year == year && there.month == index + 1 && there.day == day
            && there.dayNumber == number && there.weekday == weekday
          number += 1
          weekday = weekday % 7 + 1
        }
        isSame = isSame && CivilDate(year: year, month: index + 1, day: length + 1) == nil
      }
    }
    #expect(isSame)
    #expect(try date(1970, 1, 1).dayNumber == 0)
    #expect(try date(2026, 11, 20).weekdayName == "Fri")
  }

  @Test func monthsEndWhereTheyEnd() throws {
    #expect(try date(2026, 1, 31).adding(months: 1) == date(2026, 2, 28))
    #expect(try date(2024, 1, 31).adding(months: 1) == date(2024, 2, 29))
    #expect(try date(2026, 1, 15).adding(months: -1) == date(2025, 12, 15))
    #expect(try date(2026, 3, 31).adding(months: -13) == date(2025, 2, 28))
    #expect(try date(2026, 12, 31).adding(months: 2).iso == "2027-02-28")
    #expect(CivilDate(year: 0, month: 1, day: 1) == nil)
    #expect(CivilDate(year: 2026, month: 13, day: 1) == nil)
    #expect(try date(9, 1, 2).iso == "0009-01-02")
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-20"), ("2026-11-20T09:15", "2026-11-20T09:15"),
    ("2026-11-20 09:15", "2026-11-20T09:15"), ("2026-11-20T09:15:59Z", "2026-11-20T09:15"),
    ("2026-11-20T09:15:59.25", "2026-11-20T09:15"), ("2026-02-29", nil),
    ("2026-11-20T24:00", nil),
    ("2026-11-20T09:60", nil), ("2026-11-20T9:15", nil), ("20261120", nil), ("2026-11-20x", nil),
    ("2026-11-20T09:15x", nil), ("", nil),
  ])
  func timestamps(_ text: String, _ iso: String?) {
    #expect(Timestamp(iso: text)?.iso == iso)
  }

  @Test func minutesCarryOver() throws {
    let moment = try #require(Timestamp(iso: "2026-12-31T23:30"))
    #expect(moment.adding(minutes: 45).iso == "2027-01-01T00:15")
    #expect(moment.adding(minutes: -1440).iso == "2026-12-30T23:30")
    #expect(Timestamp(moment.date) < moment)
    #expect(Timestamp(moment.date) < Timestamp(moment.date, minute: 0))
    #expect(Timestamp(CivilDate(dayNumber: -1), minute: 1439).absoluteMinute == -1)
    #expect(
      Timestamp(CivilDate(dayNumber: 0), minute: 0).adding(minutes: -1).iso == "1969-12-31T23:59")
  }

  @Test(arguments: [
    ("+1w", true), ("++1w", true), (".+2d/4d", true), (".+6h", true), ("+0d", true), ("1w", false),
    ("+w", false), ("+1", false), ("+1x", false), ("+1w/", false), ("+-1w", false),
    ("..+1w", false),
    ("+100001d", false), ("", false), (".1d", false), ("+1d/2", false),
  ])
  func repeaters(_ text: String, _ isOne: Bool) {
    #expect(Repeater(text)?.text == (isOne ? text : nil))
  }

  @Test(arguments: [
    ("-3d", true), ("--3d", true), ("-0d", true), ("3d", false), ("---3d", false), ("-d", false),
  ])
  func warnings(_ text: String, _ isOne: Bool) {
    #expect(Warning(text)?.text == (isOne ? text : nil))
  }

  @Test(arguments: [
    ("2026-01-31", "+1m", "2026-02-28"), ("2026-02-28", "+1m", "2026-03-28"),
    ("2024-02-29", "+1y", "2025-02-28"), ("2026-01-31", "++1m", "2026-11-28"),
    ("2026-08-31T23:30", "++1m", "2026-11-30T23:30"), ("2026-10-31", ".+1m", "2026-12-20"),
    ("2026-11-20T08:00", ".+6h", "2026-11-20T16:00"),
    ("2026-11-20T10:00", "++1d", "2026-11-21T10:00"),
    ("2026-11-19T10:01", "++1d", "2026-11-20T10:01"), ("2026-11-20", "++6h", "2026-11-20T12:00"),
    ("1900-01-01", "++1d", "2026-11-21"), ("2026-11-20", "++0d", "2026-11-20"),
    ("2026-11-20", "+0d", "2026-11-20"), ("2030-01-01", "++1w", "2030-01-08"),
  ])
  func nextDate(_ start: String, _ repeater: String, _ next: String) throws {
    let now = try #require(Timestamp(iso: "2026-11-20T10:00"))
    let rule = try #require(Repeater(repeater))
    #expect(try rule.next(after: #require(Timestamp(iso: start)), now: now).iso == next)
  }

  /// `++` leaps; taking one step after the other gives the same.
  @Test func leapingIsWalking() {
    for seed in 0..<400 {
      var random = OrgSeed(seed)
      let interval = Interval(random.number(1...30), random.pick(Interval.Unit.allCases))
      let start = Timestamp(
        random.date(), minute: random.once(in: 2) ? nil : random.number(0...1439))
      let now = Timestamp(random.date(), minute: random.number(0...1439))
      var walked = interval.added(to: start)
      while walked.absoluteMinute <= now.absoluteMinute { walked = interval.added(to: walked) }
      #expect(Repeater(.catchUp, interval).next(after: start, now: now) == walked, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("90", 90), ("1:30", 90), ("0:05", 5), ("1:30:15", 90), ("1h 30min", 90), ("1h30min", 90),
    ("2d", 2880), ("1w 1d", 11520), ("1:5", nil), ("1:60", 120), ("0:90", 90), ("", nil),
    ("h", nil), ("1x", nil),
    ("1h 30", nil), ("-5", nil), (" 45 ", 45), ("1m", 43200),
  ])
  func durations(_ text: String, _ minutes: Int?) {
    #expect(OrgDuration.minutes(Array(text.utf8)[...]) == minutes)
  }

  @Test func durationText() {
    #expect(Effort.text(0) == "0:00")
    #expect(Effort.text(65) == "1:05")
    #expect(Effort.text(6000) == "100:00")
  }
}
