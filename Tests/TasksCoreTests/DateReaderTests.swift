import CoreTestSupport
import TasksCore
import Testing

/// The piece of the argument that an error points at.
func fault(of read: () throws(InputError) -> Void) -> (message: String, text: String, at: Int)? {
  do {
    try read()
    return nil
  } catch {
    return (error.message, error.word?.text ?? "", error.word?.range.lowerBound ?? -1)
  }
}

struct DateReaderTests {
  // A Friday.
  static let now = "2026-11-20T09:15"

  @Test(arguments: [
    ("today", "2026-11-20"), ("TODAY", "2026-11-20"), ("tomorrow", "2026-11-21"),
    ("yesterday", "2026-11-19"), ("now", "2026-11-20T09:15"),
    // A weekday lies strictly ahead.
    ("fri", "2026-11-27"), ("Friday", "2026-11-27"), ("sat", "2026-11-21"), ("thu", "2026-11-26"),
    ("thurs", "2026-11-26"), ("tues", "2026-11-24"), ("mon", "2026-11-23"), ("sun", "2026-11-22"),
    // That of the next week.
    ("next-fri", "2026-11-27"), ("next-mon", "2026-11-23"), ("next sunday", "2026-11-29"),
    ("eow", "2026-11-22"), ("eom", "2026-11-30"), ("eoy", "2026-12-31"), ("sow", "2026-11-23"),
    ("som", "2026-12-01"), ("soy", "2027-01-01"),
    ("3d", "2026-11-23"), ("+3d", "2026-11-23"), ("-3d", "2026-11-17"), ("2w", "2026-12-04"),
    ("1mo", "2026-12-20"), ("-1mo", "2026-10-20"), ("1y", "2027-11-20"), ("0d", "2026-11-20"),
    ("3h", "2026-11-20T12:15"), ("15h", "2026-11-21T00:15"), ("-10h", "2026-11-19T23:15"),
    ("30min", "2026-11-20T09:45"), ("1bd", "2026-11-23"), ("5bd", "2026-11-27"),
    ("-5bd", "2026-11-13"), ("0bd", "2026-11-20"),
    ("in 3 days", "2026-11-23"), ("In 2  Weeks", "2026-12-04"), ("in a week", "2026-11-27"),
    ("in an hour", "2026-11-20T10:15"), ("3 days", "2026-11-23"), ("3 days ago", "2026-11-17"),
    ("in 3d", "2026-11-23"),
    ("23rd", "2026-11-23"), ("20th", "2026-12-20"), ("1st", "2026-12-01"), ("31st", "2026-12-31"),
    ("10-25", "2027-10-25"), ("11-20", "2026-11-20"), ("11-21", "2026-11-21"),
    ("02-29", "2028-02-29"), ("2-9", "2027-02-09"),
    ("2026-11-27", "2026-11-27"), ("2026-11-27T17:00", "2026-11-27T17:00"),
    ("2026-11-27 17:00", "2026-11-27T17:00"), ("2026-11-27T17:00:30Z", "2026-11-27T17:00"),
    ("2026-11-27@9:00", "2026-11-27T09:00"), ("2026-11-27 9:00", "2026-11-27T09:00"),
    ("17:00", "2026-11-20T17:00"), ("7:05", "2026-11-20T07:05"), ("@17:00", "2026-11-20T17:00"),
    ("fri@17:00", "2026-11-27T17:00"), ("friT17:00", "2026-11-27T17:00"),
    ("sat 17:00", "2026-11-21T17:00"), ("octet", nil), ("tomorrowt0:00", "2026-11-21T00:00"),
    ("in 3 days 17:00", "2026-11-23T17:00"), ("1mo@23:59", "2026-12-20T23:59"),
    ("  fri ", "2026-11-27"), ("", nil), ("fr", nil), ("fridays", nil),
    ("0th", nil), ("32nd", nil), ("--3d", nil), ("123456d", nil), ("99999y", nil),
    ("3h@17:00", nil),
    ("in", nil), ("ago", nil), ("in 3", nil), ("next-3d", nil), ("2026-1-5", "2026-01-05"),
    ("26-01-05", nil), ("2026-11", nil), ("10-25-11-12", nil), ("５d", nil), ("d", nil),
    ("Fri 2026-11-27", "2026-11-27"), ("friday  2026-11-27 17:00", "2026-11-27T17:00"),
    ("Fri 2026-11-27@9:00", "2026-11-27T09:00"), ("Thu 2026-11-27", nil),
    ("Fri 11-27", "2026-11-27"),
    ("12 Dec", "2026-12-12"), ("20 nov", "2026-11-20"), ("19 nov", "2027-11-19"),
    ("12 Dec 2027", "2027-12-12"), ("1 january 2020 8:05", "2020-01-01T08:05"),
    ("29 Feb", "2028-02-29"), ("30 Feb", nil), ("31 Nov 2026", nil), ("12 De", nil),
    ("12 Dec 27", nil), ("12 Dec 2027 x", nil), ("22 days ago", "2026-10-29"),
    ("today 9:00", "2026-11-20T09:00"), ("5 oct@7:30", "2027-10-05T07:30"),
    // As people say them.
    ("eod", "2026-11-20"), ("sod", "2026-11-20"), ("9am", "2026-11-20T09:00"),
    ("12am", "2026-11-20T00:00"), ("12pm", "2026-11-20T12:00"), ("12:05AM", "2026-11-20T00:05"),
    ("5:30 pm", "2026-11-20T17:30"), ("5 pm", "2026-11-20T17:00"), ("noon", "2026-11-20T12:00"),
    ("midnight", "2026-11-20T00:00"), ("tomorrow@9am", "2026-11-21T09:00"),
    ("fri 5pm", "2026-11-27T17:00"), ("fri 5 pm", "2026-11-27T17:00"),
    ("fri@5:30pm", "2026-11-27T17:30"), ("fri at noon", "2026-11-27T12:00"),
    ("tomorrow at 17:00", "2026-11-21T17:00"), ("2026-11-27 9am", "2026-11-27T09:00"),
    ("0am", nil), ("13pm", nil), ("5:60pm", nil), ("pm", nil), ("at", nil), ("9", nil),
    ("next week", "2026-11-23"), ("next-week", "2026-11-23"), ("next month", "2026-12-01"),
    ("next year", "2027-01-01"), ("last week", "2026-11-09"), ("last month", "2026-10-01"),
    ("last-year", "2025-01-01"), ("next week 9am", "2026-11-23T09:00"), ("next", nil),
    ("nextweek", nil), ("next eow", nil),
    ("in 20min", "2026-11-20T09:35"), ("in 20 mins", "2026-11-20T09:35"),
    ("1h30", "2026-11-20T10:45"), ("in 1h30", "2026-11-20T10:45"), ("-1h30", "2026-11-20T07:45"),
    ("1h 30min", "2026-11-20T10:45"), ("1h30m", "2026-11-20T10:45"),
    ("1 hour 30 minutes ago", "2026-11-20T07:45"), ("2hrs", "2026-11-20T11:15"),
    ("1h30x", nil), ("1m", "2026-12-20"), ("-1m", "2026-10-20"), ("in 3 m", "2027-02-20"),
    ("2wks", "2026-12-04"), ("1yr", "2027-11-20"), ("Dec 12", "2026-12-12"),
    ("Dec 12 2027", "2027-12-12"), ("Dec 2027", nil),
    ("1.12.", "2026-12-01"), ("1.12.2026", "2026-12-01"), ("01.12.27", "2027-12-01"),
    ("1.12. 9:00", "2026-12-01T09:00"), ("20.11.", "2026-11-20"), ("19.11.", "2027-11-19"),
    ("12.27.", nil), ("1.12", nil), ("1.", nil), (".", nil), ("1.12.2026.", nil), ("1..12", nil),
    ("2026/11/27", "2026-11-27"), ("2026.11.27", "2026-11-27"), ("27-11-2026", nil),
    ("27/11/", nil), ("27//11", nil), ("27/11/226", nil), ("11/20", "2026-11-20"),
  ])
  func form(_ text: String, _ expected: String?) throws {
    let reader = DateReader(now: try moment(DateReaderTests.now))
    #expect((try? reader.read(text))?.iso == expected)
  }

  /// By what comes first: the day, the month, either.
  @Test(arguments: [
    ("27/11", "2026-11-27", "2026-11-27", "2026-11-27"),
    ("27/11/2026", "2026-11-27", "2026-11-27", "2026-11-27"),
    ("11/27/26", "2026-11-27", "2026-11-27", "2026-11-27"),
    ("3/4", "2027-04-03", "2027-03-04", "'3/4' can be Sat 2027-04-03 or Thu 2027-03-04"),
    (
      "3/4/2027@9am", "2027-04-03T09:00", "2027-03-04T09:00",
      "'3/4/2027' can be Sat 2027-04-03 or Thu 2027-03-04"
    ),
    ("12/12", "2026-12-12", "2026-12-12", "2026-12-12"),
    ("29/2", "2028-02-29", "2028-02-29", "2028-02-29"),
    ("31/4", "there is no day 31/4", "there is no day 31/4", "there is no day 31/4"),
  ])
  func order(_ text: String, _ dayFirst: String, _ monthFirst: String, _ either: String) throws {
    for (order, expected) in [
      (DayOrder.dayFirst, dayFirst), (.monthFirst, monthFirst), (nil, either),
    ] {
      let reader = DateReader(now: try moment(DateReaderTests.now), order: order)
      do {
        #expect(try reader.read(text).iso == expected)
      } catch {
        #expect(error.message == expected)
      }
    }
  }

  @Test(arguments: [
    ("en_US.UTF-8", DayOrder.monthFirst), ("en_GB", .dayFirst), ("de_DE@euro", .dayFirst),
    ("cs_CZ.UTF-8", .dayFirst), ("de", .dayFirst), ("ja_JP.UTF-8", .monthFirst), ("C", nil),
    ("C.UTF-8", nil), ("POSIX", nil), ("en", nil), ("en_CA.UTF-8", nil), ("es_US", nil), ("", nil),
  ])
  func locale(_ name: String, _ order: DayOrder?) {
    #expect(DayOrder(locale: name) == order)
  }

  /// What has passed: the last one, where the words leave it open.
  @Test(arguments: [
    ("fri", "2026-11-20"), ("thu", "2026-11-19"), ("sat 17:00", "2026-11-14T17:00"),
    ("23rd", "2026-10-23"), ("20th", "2026-11-20"), ("10-25", "2026-10-25"),
    ("12 Dec", "2025-12-12"), ("21.11.", "2025-11-21"), ("last month", "2026-10-01"),
    ("-1h30", "2026-11-20T07:45"), ("9am", "2026-11-20T09:00"), ("next week", nil), ("1m", nil),
  ])
  func past(_ text: String, _ expected: String?) throws {
    let reader = DateReader(now: try moment(DateReaderTests.now))
    #expect((try? reader.readPast(text))?.iso == expected)
  }

  @Test(arguments: [
    ("2024-01-31", "1mo", "2024-02-29"), ("2023-01-31", "1mo", "2023-02-28"),
    ("2023-12-31", "2mo", "2024-02-29"), ("2024-02-29", "1y", "2025-02-28"),
    ("2024-02-28", "tomorrow", "2024-02-29"), ("2024-02-10", "eom", "2024-02-29"),
    ("2023-02-28", "eom", "2023-02-28"), ("2024-12-31", "tomorrow", "2025-01-01"),
    ("2024-12-31", "som", "2025-01-01"), ("2024-12-31", "soy", "2025-01-01"),
    ("2024-12-31", "eoy", "2024-12-31"), ("2024-12-30", "eow", "2025-01-05"),
    ("2026-11-22", "eow", "2026-11-22"), ("2026-11-22", "sow", "2026-11-23"),
    ("2026-11-22", "next-fri", "2026-11-27"), ("2026-11-22", "next-sun", "2026-11-29"),
    ("2026-11-22", "sun", "2026-11-29"), ("2026-11-23", "next-mon", "2026-11-30"),
    ("2026-11-21", "1bd", "2026-11-23"), ("2026-11-22", "-1bd", "2026-11-20"),
    ("2025-01-31", "31st", "2025-03-31"), ("2025-01-31", "30th", "2025-03-30"),
    ("2025-02-28", "29th", "2025-03-29"), ("2024-02-28", "29th", "2024-02-29"),
    ("2024-12-31", "1st", "2025-01-01"), ("2024-12-31", "12-31", "2024-12-31"),
    ("2024-12-31", "01-01", "2025-01-01"), ("2096-03-01", "02-29", "2104-02-29"),
    ("2026-11-20", "3h", "2026-11-20T03:00"), ("2024-12-31T23:30", "1h", "2025-01-01T00:30"),
  ])
  func turn(_ now: String, _ text: String, _ expected: String) throws {
    #expect(try DateReader(now: try moment(now)).read(text).iso == expected)
  }

  @Test(arguments: [
    ("fri@25:00", "25:00", 4), ("frj@17:00", "frj", 0), ("2026-02-30", "2026-02-30", 0),
    ("2026-02-30 17:00", "2026-02-30", 0), ("fri 17:60", "17:60", 4), ("13-01", "13-01", 0),
    ("fri@", "", 4), ("30 Feb", "30 Feb", 0), ("a Thu 2026-11-27", "a Thu 2026-11-27", 0),
    ("Thu  2026-11-27@9:00", "Thu  2026-11-27", 0), ("  someday ", "someday", 2),
    ("17:5", "17:5", 0),
  ])
  func errorPointsAtPart(_ text: String, _ part: String, _ start: Int) throws {
    let reader = DateReader(now: try moment(DateReaderTests.now))
    let found = fault { () throws(InputError) in _ = try reader.read(text) }
    #expect(found?.text == part)
    #expect(found?.at == start)
  }
}

struct EffortTests {
  @Test(arguments: [
    ("90", 90), ("1:30", 90), ("0:05", 5), ("1h30m", 90), ("2h", 120), ("1h 30min", 90),
    ("1d", 1440),
    ("1H30M", 90), ("1.5h", 90), ("1w", 10080), (" 45 min ", 45), ("10:00", 600), ("0", 0),
    ("", nil), ("1:5", nil), ("1:60", nil), ("h", nil), ("1x", nil), ("-5", nil), ("1h30", 90),
    ("1:30h", nil), ("9999999", nil), ("1.", nil), (".5h", nil), ("1.2.3h", nil),
    ("2hrs", 120), ("30mins", 30), ("1w1h30", 10170),
    ("1d5", nil), ("h30", nil), ("1mo", nil), ("1y", nil), ("5bd", nil), ("30m", 30),
  ])
  func form(_ text: String, _ expected: Int?) {
    #expect((try? Effort.read(text)) == expected)
  }

  @Test(arguments: [(0, "0:00"), (5, "0:05"), (90, "1:30"), (6000, "100:00")])
  func text(_ minutes: Int, _ expected: String) {
    #expect(Effort.text(minutes) == expected)
    #expect((try? Effort.read(expected)) == minutes)
  }
}

struct RepeaterReaderTests {
  @Test(arguments: [
    ("+1w", "+1w"), ("++1w", "++1w"), (".+1d/3d", ".+1d/3d"), ("1w", "++1w"), ("2d/4d", "++2d/4d"),
    ("daily", "++1d"), ("Weekly", "++1w"), ("monthly", "++1m"), ("yearly", "++1y"), ("1mo", "++1m"),
    ("2 weeks", "++2w"), ("3h", "++3h"), ("1m", "++1m"), ("!1w", ".+1w"), ("!2d/4d", ".+2d/4d"),
    ("+1mo", "+1m"), (".+1mo", ".+1m"), ("!1mo", ".+1m"), ("++2 weeks", "++2w"),
    ("+++1mo", nil), ("!", nil), ("!!1w", nil), ("!+1w", nil), ("!weekly", nil), ("!0d", nil),
    ("+0d", nil),
    ("0w", nil), ("w", nil),
    ("+1", nil), ("", nil), ("5bd", nil), ("30min", nil), ("-1w", nil), ("sometimes", nil),
  ])
  func form(_ text: String, _ expected: String?) {
    #expect((try? RepeaterReader.read(text))?.repeater.text == expected)
  }
}
