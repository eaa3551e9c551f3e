import CoreTestSupport
import TasksCore
import TasksExchange
import TasksPlanning
import TestSupport
import Testing

/// Generated rules fall on the days on which recurring-ical-events has them.
@Suite("Calendar rules, judged by recurring-ical-events")
struct CalendarEventsJudgeTests {
  private struct Generator {
    var random = SeededGenerator(seed: 2026)

    mutating func list(_ choices: [String], most: Int) -> String {
      choices.shuffled(using: &random).prefix(1 + random.below(most)).joined(separator: ",")
    }

    private let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    mutating func rule() -> String {
      let frequency = random.pick(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"])
      var parts = ["FREQ=\(frequency)"]
      if random.chance(40) { parts.append("INTERVAL=\(1 + random.below(4))") }
      if random.chance(20) { parts.append("WKST=\(random.pick(weekdays))") }
      if random.chance(frequency == "WEEKLY" ? 20 : 30) {
        parts.append("BYMONTH=" + list((1...12).map(String.init), most: 5))
      }
      let hasMonth = parts.last?.hasPrefix("BYMONTH=") == true
      var hasSeveral = false
      if frequency != "WEEKLY", random.chance(35) {
        parts.append(
          "BYMONTHDAY=" + list(((-31...(-1)).map { $0 } + (1...31)).map(String.init), most: 5))
        hasSeveral = true
      }
      let hasMonthDay = hasSeveral
      if random.chance(45) {
        var days = weekdays
        if frequency == "MONTHLY" || frequency == "YEARLY", !hasMonthDay, random.chance(60) {
          let ordinals =
            frequency == "YEARLY" && !hasMonth ? [1, 2, 9, -1, -3] : [1, 2, 3, 4, 5, -1, -2]
          days = weekdays.map { "\(random.pick(ordinals))\($0)" }
        }
        parts.append("BYDAY=" + list(days, most: 4))
        hasSeveral = true
      }
      if hasSeveral, frequency == "MONTHLY" || frequency == "YEARLY", random.chance(25) {
        parts.append("BYSETPOS=" + random.pick(["1", "-1", "2", "1,-1", "-2"]))
      }
      switch random.below(4) {
      case 0: parts.append("COUNT=\(1 + random.below(30))")
      case 1: parts.append("UNTIL=20\(27 + random.below(3))0615T120000Z")
      default: break
      }
      return parts.joined(separator: ";")
    }

    mutating func event(_ number: Int) -> String {
      let date = CivilDate(dayNumber: 20_000 + random.below(900))
      let day = CalendarDate.text(Timestamp(date))
      let time = "T\(10 + random.below(10))\(random.pick(["00", "30"]))00"
      var rule = rule()
      let kind = random.below(4)
      let start: String
      switch kind {
      case 0:
        start = ";VALUE=DATE:\(day)"
        rule = rule.replacing("T120000Z", with: "")
      case 1: start = ":\(day)\(time)Z"
      case 2: start = ";TZID=America/New_York:\(day)\(time)"
      default:
        start = ";TZID=Europe/Prague:\(day)\(time)"
        if random.chance(20) { rule += ";BYHOUR=8,17;BYMINUTE=15" }
      }
      return """
        BEGIN:VEVENT
        UID:\(number)
        DTSTAMP:20261101T000000Z
        SUMMARY:\(number)
        DTSTART\(start)
        RRULE:\(rule)
        END:VEVENT

        """
    }
  }

  @Test func rulesFallOnTheSameDays() throws {
    var generator = Generator()
    let events = (0..<300).map { generator.event($0) }
    func file(_ events: some Sequence<String>) -> [UInt8] {
      CalendarWorld.bytes(
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n\(events.joined())END:VCALENDAR\n")
    }
    let answer = try PythonJudge.run(
      CalendarEventsJudgeTests.expander, input: file(events),
      package: "python3-recurring-ical-events")
    var theirs: [Int: [String]] = [:]
    for line in answer.split(separator: "\n") {
      let words = line.split(separator: " ")
      theirs[try #require(Int(words[0])), default: []].append(String(words[1]))
    }
    let first = try #require(CivilDate(year: 2026, month: 11, day: 1))
    let last = try #require(CivilDate(year: 2028, month: 3, day: 31))
    var ours: [Int: [String]] = [:]
    // In parts, because a file has a limit.
    for part in stride(from: 0, to: events.count, by: 10) {
      let calendar = CalendarEvents(
        file(events[part..<part + 10]), days: first...last, clock: CalendarWorld.clock)
      #expect(calendar.remarks.isEmpty)
      for event in calendar.events {
        ours[try #require(Int(event.title.string)), default: []].append(event.start.iso)
      }
    }
    #expect(ours.count > 200)
    for number in events.indices {
      let (own, other) = (ours[number] ?? [], theirs[number]?.sorted() ?? [])
      #expect(own == other, "\(events[number])")
    }
  }

  private static let expander = #"""
    import datetime, icalendar, recurring_ical_events, sys, zoneinfo
    prague = zoneinfo.ZoneInfo("Europe/Prague")
    calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
    events = recurring_ical_events.of(calendar).between((2026, 10, 30), (2028, 4, 2))
    for event in events:
        start = event["DTSTART"].dt
        if isinstance(start, datetime.datetime):
            start = start.astimezone(prague)
        if "2026-11" <= start.isoformat()[:7] < "2028-04":
            print(event["SUMMARY"], start.isoformat()[:16])
    """#
}
