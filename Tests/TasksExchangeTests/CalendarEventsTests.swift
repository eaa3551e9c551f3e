import TasksCore
import TasksExchange
import TasksPlanning
import TestSupport
import Testing

struct CalendarEventsTests {
  private func days(_ first: String, _ last: String) throws -> ClosedRange<CivilDate> {
    let dates = [first, last].compactMap { Timestamp(iso: $0)?.date }
    return try #require(dates.first)...(try #require(dates.last))
  }

  private func lines(_ calendar: CalendarEvents) -> [String] {
    calendar.events.map { event in
      let end = event.end.map { "--" + $0.iso } ?? ""
      return "\(event.start.iso)\(end) \(event.title)"
        + (event.remark.map { " (\($0))" } ?? "")
    }
  }

  private func read(_ events: String, _ first: String, _ last: String) throws -> CalendarEvents {
    CalendarEvents(
      CalendarWorld.bytes("BEGIN:VCALENDAR\n\(events)\nEND:VCALENDAR\n"),
      days: try days(first, last), clock: CalendarWorld.clock)
  }

  @Test func theSample() throws {
    let calendar = CalendarEvents(
      CalendarWorld.bytes(ICalendarSamples.events), days: try days("2026-10-20", "2026-12-31"),
      clock: CalendarWorld.clock)
    #expect(
      lines(calendar) == [
        "2026-10-20T09:00--2026-10-20T10:00 weekly across DST",
        "2026-10-22T09:00--2026-10-22T10:00 weekly across DST",
        "2026-10-25T02:30 ambiguous hour",
        "2026-10-27T09:00--2026-10-27T10:00 weekly across DST",
        "2026-11-01--2026-11-02 all day two days",
        "2026-11-03T13:00--2026-11-03T13:30 moved instance",
        "2026-11-05T08:30 floatingfolded , comma nl",
        "2026-11-05T09:00--2026-11-05T10:00 weekly across DST",
        "2026-11-06T08:30--2026-11-06T09:30 windows zone without VTIMEZONE",
        "2026-11-07T09:30 rdate period",
        "2026-11-08T09:30--2026-11-08T10:30 rdate period",
        "2026-11-09T09:30--2026-11-09T10:30 rdate period",
        "2026-11-10T09:00--2026-11-10T10:00 weekly across DST",
        "2026-11-10T11:00 last day twice",
        "2026-11-11T11:00 param quoting",
        "2026-11-12T09:00--2026-11-12T10:00 weekly across DST",
        "2026-11-17T09:00--2026-11-17T10:00 weekly across DST",
        "2026-11-19T09:00--2026-11-19T10:00 weekly across DST",
        "2026-11-22T11:00 param quoting",
        "2026-11-25T11:00 param quoting",
        "2026-11-29--2026-11-30 all day two days",
        "2026-11-30T10:00 last day twice",
        "2026-11-30T18:00 last day twice",
        "2026-12-06--2026-12-07 all day two days",
        "2026-12-06T11:00 param quoting",
        "2026-12-27--2026-12-28 all day two days",
        "2026-12-31T10:00 last day twice",
        "2026-12-31T18:00 last day twice",
      ])
    #expect(calendar.remarks == [.init(line: 103, reason: "DTSTART is no date: notadate")])
  }

  @Test func whatIsNotUnderstoodIsShownAtItsStart() throws {
    for rule in ["FREQ=YEARLY;BYWEEKNO=3", "FREQ=SECONDLY", "FREQ=DAILY;RSCALE=CHINESE", "often"] {
      let calendar = try read(
        "BEGIN:VEVENT\nUID:a\nSUMMARY:a\nDTSTART;VALUE=DATE:20261120\nRRULE:\(rule)\nEND:VEVENT",
        "2026-11-01", "2027-11-30")
      #expect(lines(calendar) == ["2026-11-20 a (it repeats in a way that is not understood)"])
    }
  }

  @Test func anEventThatReachesIntoADayIsOfIt() throws {
    func event(_ dates: String) -> String {
      "BEGIN:VEVENT\nUID:\(dates)\nSUMMARY:a\n\(dates)\nEND:VEVENT\n"
    }
    let calendar = try read(
      event("DTSTART;VALUE=DATE:20261118\nDTEND;VALUE=DATE:20261121")
        + event("DTSTART;VALUE=DATE:20261118\nDTEND;VALUE=DATE:20261120")
        + event("DTSTART:20261119T220000\nDTEND:20261120T000000")
        + event("DTSTART:20261119T220000\nDTEND:20261120T000100")
        + event("DTSTART:20261121T000000"), "2026-11-20", "2026-11-20")
    #expect(
      lines(calendar) == ["2026-11-18--2026-11-20 a", "2026-11-19T22:00--2026-11-20T00:01 a"])
  }

  @Test func changedAndCancelledOccurrences() throws {
    let calendar = try read(
      """
      BEGIN:VEVENT
      UID:a
      SUMMARY:daily
      DTSTART:20261120T080000Z
      RRULE:FREQ=DAILY;COUNT=5
      EXDATE;VALUE=DATE:20261121
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID;TZID=Europe/Prague:20261122T090000
      SUMMARY:moved
      DTSTART:20261122T120000Z
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID:20261123T080000Z
      STATUS:CANCELLED
      DTSTART:20261123T080000Z
      END:VEVENT
      """, "2026-11-01", "2026-11-30")
    #expect(
      lines(calendar) == [
        "2026-11-20T09:00 daily", "2026-11-22T13:00 moved", "2026-11-24T09:00 daily",
      ])
  }

  @Test func manyEventsHaveALimit() throws {
    let event =
      "BEGIN:VEVENT\nDTSTART:00010101T000000\nRRULE:FREQ=HOURLY;COUNT=99999999\nEND:VEVENT\n"
    let calendar = try read(
      String(repeating: event, count: 50), "2026-11-01", "2026-11-30")
    #expect(calendar.events.isEmpty && !calendar.remarks.isEmpty)
    let often = "BEGIN:VEVENT\nDTSTART:20260101T000000\nRRULE:FREQ=HOURLY\nEND:VEVENT\n"
    let year = try read(String(repeating: often, count: 3), "2026-01-01", "2026-12-31")
    #expect(year.events.count == CalendarEvents.most && year.remarks.count == 1)
  }

  // MARK: Events of other days

  /// Events that are passed over without being read are none of the days asked for.
  @Test func daysOfALargerSpan() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      var text = "BEGIN:VCALENDAR\n"
      for number in 0..<60 { text += Self.event(number, &random) }
      let bytes = CalendarWorld.bytes(text + "END:VCALENDAR\n")
      let all = CalendarEvents(
        bytes, days: try days("2025-06-01", "2027-06-01"), clock: CalendarWorld.clock)
      #expect(all.events.count > 60 && all.remarks.isEmpty)
      for _ in 0..<20 {
        let first = CivilDate(dayNumber: 20_454 + random.below(365))
        let span = first...first.adding(days: random.below(10))
        let found = CalendarEvents(bytes, days: span, clock: CalendarWorld.clock)
        #expect(
          found.events
            == all.events.filter { $0.day <= span.upperBound && $0.lastDay >= span.lowerBound })
        #expect(found.extent == all.extent)
      }
    }
  }

  private static func event(_ number: Int, _ random: inout SeededGenerator) -> String {
    func day() -> CivilDate { CivilDate(dayNumber: 20_454 + random.below(365)) }
    func date(_ date: CivilDate, _ name: String) -> String {
      let text = CalendarDate.text(Timestamp(date, minute: random.below(1440)))
      let name = random.chance(10) ? name.lowercased() : name
      return switch random.below(4) {
      case 0: "\(name):\(text)Z\n"
      case 1: "\(name);TZID=\(random.pick(["Pacific/Auckland", "America/Adak"])):\(text)\n"
      case 2: "\(name);TZID=\"America/New_York\";X-Y=\"a:b\"\n :\(text)\n"
      default: "\(name):\(text)\n"
      }
    }
    let start = day()
    let later = start.adding(days: random.below(20))
    var lines = ["UID:\(number % 50)\n", "SUMMARY:\(number)\n", date(start, "DTSTART")]
    if random.chance(40) { lines.append(date(later, "DTEND")) }
    if random.chance(10) { lines.append("DURATION:P\(random.below(9))D\n") }
    if random.chance(10) { lines.append("RRULE:FREQ=MONTHLY;COUNT=\(random.below(9) + 1)\n") }
    if random.chance(5) { lines.append("rru\n le:FREQ=YEARLY\n") }
    if random.chance(10) { lines.append(date(day(), "RDATE")) }
    if random.chance(10) { lines.append(date(day(), "RECURRENCE-ID")) }
    if random.chance(10) {
      lines.append("BEGIN:VALARM\nTRIGGER:-PT5M\nDURATION:PT5M\nEND:VALARM\n")
    }
    if random.chance(10) { lines.append("DESCRIPTION:a long\n  text\n \n  RRULE:x\n\n") }
    lines.shuffle(using: &random)
    return "BEGIN:VEVENT\n\(lines.joined())END:VEVENT\n"
  }

  /// The days on which a file may have events are kept by a cache, whatever the zone in which it is read.
  @Test func extents() throws {
    func extent(_ events: String) throws -> String? {
      try read(events, "2026-11-01", "2026-11-30").extent.map {
        "\($0.lowerBound.iso)..\($0.upperBound.iso)"
      }
    }
    func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n" }
    let one = event("DTSTART:20261110T120000Z")
    #expect(try extent(one) == "2026-11-07..2026-11-13")
    let two = event("DTSTART;VALUE=DATE:20270105\nDTEND;VALUE=DATE:20270107")
    #expect(try extent(one + two) == "2026-11-07..2027-01-10")
    for other in [
      event("DTSTART:20261110T120000Z\nRRULE:FREQ=DAILY"), event("DTSTART:x"), event("UID:x"),
      "BEGIN:VEVENT\nDTSTART:20261110T120000Z\n", event("DTSTART:20261110\nDURATION:P9D"),
    ] {
      #expect(try extent(one + other) == nil && extent(other + one) == nil, "\(other)")
    }
    #expect(try extent("") == nil)
  }

  @Test func linesAreCountedAlsoInEventsOfOtherDays() throws {
    let other = "BEGIN:VEVENT\nDTSTART:20200101T100000\nDESCRIPTION:a\n b\n\nEND:VEVENT\n"
    let calendar = try read(
      other + other + "BEGIN:VEVENT\nDTSTART:x\nEND:VEVENT\n" + other, "2026-01-01",
      "2026-12-31")
    #expect(calendar.remarks == [.init(line: 15, reason: "DTSTART is no date: x")])
    #expect(try read(other, "2026-01-01", "2026-12-31").remarks == [])
  }

  // MARK: Zones

  /// The zone file and its rule give what the library gives.
  @Test(arguments: ["Europe/Prague", "America/New_York", "Australia/Sydney", "Asia/Kolkata"])
  func zones(name: String) throws {
    let zone = try #require(CalendarWorld.clock.zone(name))
    let library = try #require(ZoneOffsets(name))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let moment = Int64.random(in: 0...4_000_000_000, using: &random)
      #expect(zone.offset(at: moment) == library.offset(at: moment), "\(moment)")
    }
  }

  @Test(arguments: [
    // Winter, summer, the hour that is skipped, the hour that occurs twice.
    ("2026-01-10T12:00", "2026-01-10T11:00"), ("2026-07-10T12:00", "2026-07-10T10:00"),
    ("2026-03-29T02:30", "2026-03-29T01:30"), ("2026-10-25T02:30", "2026-10-25T00:30"),
    ("2060-07-10T12:00", "2060-07-10T10:00"),
  ])
  func wallTimes(wall: String, utc: String) throws {
    let zone = try #require(CalendarWorld.clock.zone("Europe/Prague"))
    let (from, to) = (try #require(Timestamp(iso: wall)), try #require(Timestamp(iso: utc)))
    #expect(zone.seconds(wall: Int64(from.absoluteMinute) * 60) == Int64(to.absoluteMinute) * 60)
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-01T00:00", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-12-01T00:00", 3600),
    ("<-03>3", "2026-12-01T00:00", -10_800),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-12-01T00:00", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00", 36_000),
    ("IST-5:30", "2026-07-01T00:00", 19_800), ("X1", "2026-07-01T00:00", nil),
    ("EST5EDT,J60/2,300/2", "2026-07-01T00:00", -14_400),
  ])
  func rulesOfPOSIX(rule: String, moment: String, offset: Int?) throws {
    let at = Int64(try #require(Timestamp(iso: moment)).absoluteMinute) * 60
    #expect(PosixZone(rule)?.offset(at: at) == offset)
  }

  @Test func bytesThatAreNoZone() {
    #expect(ZoneTransitions(tzif: []) == nil)
    #expect(ZoneTransitions(tzif: Array("TZif2".utf8) + [UInt8](repeating: 0xFF, count: 60)) == nil)
    #expect(ZoneTransitions(tzif: Array("TZif2".utf8) + [UInt8](repeating: 0, count: 60)) == nil)
  }
}
