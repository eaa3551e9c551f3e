import CoreTestSupport
import TasksCore
import TestSupport
import Testing

@Suite struct OccurrencesTests {
  private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso: text)) }

  private func dates(_ repeater: String, _ base: String, _ first: String, _ last: String) throws
    -> [String]
  {
    let days = try moment(first).date...moment(last).date
    return try #require(Repeater(repeater)).occurrences(from: moment(base), in: days).map(\.iso)
  }

  @Test func eachKindFallsOnTheSameDates() throws {
    for repeater in ["+1w", "++1w", ".+1w", ".+1w/2w"] {
      #expect(
        try dates(repeater, "2026-11-20T09:15", "2026-11-21", "2026-12-10") == [
          "2026-11-27T09:15", "2026-12-04T09:15",
        ])
    }
    #expect(try dates("+0d", "2026-11-20", "2026-11-01", "2026-11-30") == ["2026-11-20"])
    #expect(try dates("+0d", "2026-11-20", "2026-11-21", "2026-11-30") == [])
    #expect(
      try dates("+1d", "2026-11-20", "2026-11-18", "2026-11-21") == ["2026-11-20", "2026-11-21"])
    #expect(try dates("+1d", "2026-11-20", "2026-11-01", "2026-11-19") == [])
    #expect(
      try dates("+1m", "2026-01-31", "2026-01-01", "2026-04-30") == [
        "2026-01-31", "2026-02-28", "2026-03-28", "2026-04-28",
      ])
    #expect(try dates("+1y", "2024-02-29", "2028-01-01", "2028-12-31") == ["2028-02-28"])
    #expect(
      try dates("+36h", "2026-11-20T10:00", "2026-11-21", "2026-11-23") == [
        "2026-11-21T22:00", "2026-11-23T10:00",
      ])
    #expect(
      try dates("+12h", "2026-11-20", "2026-11-20", "2026-11-20") == [
        "2026-11-20", "2026-11-20T12:00",
      ])
  }

  /// A date of long ago costs no more than a recent one, and so does the end of a span without one.
  @Test func isLazyAndDoesNotCount() throws {
    let forever = try moment("9000-01-01").date...moment("9999-12-31").date
    let hours = try #require(Repeater("+1h"))
    #expect(
      hours.occurrences(from: try moment("0001-01-01T00:30"), in: forever).first { _ in true }?.iso
        == "9000-01-01T00:30")
  }

  private static func draw(_ numbers: inout SeededGenerator, days: Int = 31) -> (
    Repeater, Timestamp, ClosedRange<CivilDate>
  ) {
    let unit = numbers.pick(Interval.Unit.allCases)
    let repeater = Repeater(
      numbers.pick([.cumulate, .catchUp, .restart]),
      Interval(numbers.below(unit == .hour ? 60 : 15), unit))
    let date = CivilDate(dayNumber: 18_000 + numbers.below(3_000))
    let base = Timestamp(
      date.adding(days: -max(0, date.day - days)),
      minute: numbers.chance(50) ? numbers.below(1440) : nil)
    let first = date.adding(days: numbers.below(2_000) - 500)
    return (repeater, base, first...first.adding(days: numbers.below(200)))
  }

  /// As a slow version counts them, from the date on, one by one; and finishing the task on its date takes one away.
  @Test(arguments: UInt64(0)..<20)
  func agreesWithCounting(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (repeater, base, days) = Self.draw(&numbers)
      var wanted: [Timestamp] = []
      var next = base
      while next.date <= days.upperBound {
        if days.contains(next.date) { wanted.append(next) }
        if repeater.interval.count == 0 { break }
        next = repeater.interval.added(to: next)
      }
      let found = Array(repeater.occurrences(from: base, in: days))
      #expect(found.map(\.iso) == wanted.map(\.iso), "\(repeater.text) from \(base.iso) in \(days)")
      let done = repeater.next(after: base, now: base)
      if repeater.kind == .cumulate, done != base {
        let later = Array(repeater.occurrences(from: done, in: days))
        #expect(later.map(\.iso) == wanted.filter { $0 != base }.map(\.iso))
      }
    }
  }

  /// As Emacs's agenda has them, but for days that not every month has.
  @Test func agreesWithEmacs() throws {
    var numbers = SeededGenerator(seed: 7)
    let draws = (0..<150).map { _ in Self.draw(&numbers, days: 28) }
    let calls = draws.map { repeater, base, days in
      let clock = base.minute.map { " " + Timestamp.clock($0) } ?? ""
      let stamp = "<\(base.date.iso) \(base.date.weekdayName)\(clock) \(repeater.text)>"
      return """
        (let ((day (time-to-days (org-time-string-to-time "<\(days.lowerBound.iso)>")))
              (last (time-to-days (org-time-string-to-time "<\(days.upperBound.iso)>"))))
          (erase-buffer)
          (insert "* TODO x\\n")
          (while (<= day last)
            (when (or (= day (org-time-string-to-absolute "\(stamp)" day 'past))
                      (= day (org-time-string-to-absolute "\(stamp)" day 'future)))
              (let ((date (calendar-gregorian-from-absolute day)))
                (insert (format "%d-%02d-%02d\\n" (nth 2 date) (nth 0 date) (nth 1 date)))))
            (setq day (1+ day)))
          (goto-char (point-min)))
        """
    }
    let read = try OrgEmacs.read(draws.map { _ in Array("* TODO x\n".utf8) }, calls: calls)
    for ((repeater, base, days), heading) in zip(draws, read) {
      let emacs = try #require(heading).text.split(separator: "\n").dropFirst().map(String.init)
      var ours: [String] = []
      for moment in repeater.occurrences(from: base, in: days) where moment.date.iso != ours.last {
        ours.append(moment.date.iso)
      }
      #expect(ours == emacs, "\(repeater.text) from \(base.iso) in \(days)")
    }
  }
}
