import StoreTestSupport
import TasksCore
import TasksDAV
import TestSupport
import Testing

/// What has bitten people who sync tasks over CalDAV (caldav.md, "The twenty that bite"), by clients that do it: what
/// becomes of the fields of a task. The rest is ``TwentySyncTests``; how lines are read is tested in TasksExchange.
@Suite struct TwentyTests {
  private static let tasks = [
    ("k7m", "Call Bob +phone list:work due:2026-11-27"), ("ab1", "Water the plants list:home"),
    ("n1i", "New idea list:work"),
  ]
  private static let apple = "-//Apple Inc.//iOS 18.1//EN"
  private static let thunderbird = "-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN"

  private let world: ServiceWorld

  init() throws { world = try ServiceWorld(TwentyTests.tasks) }

  @Test("1 a repeat completed is not gone (Home Assistant 118976, todoman 17)")
  func bite01() throws {
    try world.edit("k7m", .deadline(Planning(fieldText: "2026-11-20T17:00 ++1w")))
    let (first, got) = (try world.sync("work").token, try world.get("k7m.ics", in: "work"))
    let start = try world.head()
    // Home Assistant changes the status, and sends the rest back.
    let body = got.edited([("STATUS", "STATUS:COMPLETED")])
    for _ in 0..<2 { #expect(try world.put("k7m.ics", in: "work", body).status == 204) }
    let next = try world.get("k7m.ics", in: "work")
    #expect(
      next.lines.contains("STATUS:NEEDS-ACTION") && next.lines.contains("DUE:20261127T170000"))
    #expect(try world.sync("work", first).statuses == ["k7m.ics": 200])
    #expect(try world.world.git("rev-list", "--count", "\(start)..HEAD") == "1")
    // Thunderbird adds the occurrence that is done.
    let occurrence = """
      END:VTODO
      BEGIN:VTODO
      UID:k7m
      SUMMARY:Call Bob
      STATUS:COMPLETED
      RECURRENCE-ID:20261127T170000
      COMPLETED:20261127T160000Z
      END:VTODO
      """
    let done = next.edited([("END:VTODO", occurrence)], product: TwentyTests.thunderbird)
    #expect(try world.put("k7m.ics", in: "work", done, ["If-Match": next.tag]).status == 204)
    let last = try world.get("k7m.ics", in: "work")
    #expect(last.lines.contains("DUE:20261204T170000") && !last.body.contains("RECURRENCE-ID"))
    // todoman takes the rule away, and goes on under a new UID.
    let end = last.edited(
      [
        ("STATUS", "STATUS:COMPLETED"), ("RRULE", nil), ("DTSTART", nil),
        ("", "COMPLETED:20261204T170000Z"),
      ], product: "io.barrera.todoman")
    #expect(try world.put("k7m.ics", in: "work", end, ["If-Match": last.tag]).status == 204)
    let again = todo(
      "31415@host", "SUMMARY:Call Bob", "DUE:20261211T170000Z", "RRULE:FREQ=WEEKLY")
    #expect(
      try world.put("31415@host.ics", in: "work", again, ["If-None-Match": "*"]).status == 201)
    #expect(try world.task("k7m").isDone)
    #expect(try world.listing("work").count == 3)
  }

  @Test("2 nothing is doubled (tasks.org 1261, 1349)")
  func bite02() throws {
    let body = todo("4290517349243274514", "SUMMARY:Milk")
    let new = ["If-None-Match": "*"]
    #expect(try world.put("4290517349243274514.ics", in: "work", body, new).status == 201)
    let head = try world.head()
    // The answer was lost, and an account with another name for the resource sends it as well.
    #expect(try world.put("4290517349243274514.ics", in: "work", body, new).status == 204)
    #expect(try world.put("4290517349243274514.ics", in: "work", body).status == 204)
    let other = try world.put("0C9F.ics", in: "work", body, new)
    #expect(other.status == 403 && other.body.contains("/dav/lists/work/4290517349243274514.ics"))
    #expect(try world.head() == head)
    // Two UIDs that differ in case are two tasks, where file names do not.
    for uid in ["5F1C-AA", "5f1c-aa"] {
      #expect(
        try world.put("\(uid).ics", in: "work", todo(uid, "SUMMARY:\(uid)"), new).status == 201)
    }
    #expect(try world.listing("work").count == 5)
    for uid in ["5F1C-AA", "5f1c-aa"] {
      #expect(try world.get("\(uid).ics", in: "work").lines.contains("SUMMARY:\(uid)"))
    }
    try world.world.expectClean()
  }

  @Test("3 a day is not moved by the midnight of UTC (tududi 1146, OpenTasks 90)")
  func bite03() throws {
    let got = try world.get("k7m.ics", in: "work")
    #expect(got.lines.contains("DUE;VALUE=DATE:20261127"))
    let zone = """
      BEGIN:VTIMEZONE
      TZID:America/Chicago
      BEGIN:STANDARD
      DTSTART:20071104T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0600
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      """
    for due in [
      "DUE:20261127T000000Z", "DUE;TZID=America/Chicago:20261127T000000", "DUE;TZID=UTC:20261127",
      "DUE;VALUE=DATE;TZID=America/Chicago:20261127",
    ] {
      let body = got.edited([("BEGIN:VTODO", zone), ("DUE", due), ("SUMMARY", "SUMMARY:\(due)")])
      #expect(try world.put("k7m.ics", in: "work", body).status == 204)
      #expect(
        try world.get("k7m.ics", in: "work").lines.contains("DUE;VALUE=DATE:20261127"), "\(due)")
    }
    // It is found on its day, and on no other.
    func found(_ day: String, _ next: String) throws -> Bool {
      try world.ask(
        "REPORT", "/dav/lists/work/", ["Depth": "1"],
        """
        <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop>\
        <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">\
        <C:time-range start="\(day)T000000Z" end="\(next)T000000Z"/></C:comp-filter></C:comp-filter></C:filter>\
        </C:calendar-query>
        """
      ).statuses["k7m.ics"] != nil
    }
    #expect(try found("20261127", "20261128"))
    #expect(try !found("20261128", "20261129") && !found("20261125", "20261126"))
  }

  @Test("4 a time is not lost, nor made of a date (tasks.org 1166)")
  func bite04() throws {
    func due(after line: String, _ edits: [(String, String?)] = []) throws -> [String] {
      let got = try world.get("k7m.ics", in: "work")
      let body = got.edited([("DUE", line), ("DTSTART", nil)] + edits)
      #expect(try world.put("k7m.ics", in: "work", body, ["If-Match": got.tag]).status == 204)
      return try world.get("k7m.ics", in: "work").lines.filter { $0.hasPrefix("DUE") }
    }
    #expect(try due(after: "DUE:20261127T170000Z") == ["DUE:20261127T170000"])
    // Tasks.org marks a time by a second; another zone on the same wall time is no other time.
    #expect(try due(after: "DUE;TZID=Europe/Berlin:20261127T170001") == ["DUE:20261127T170000"])
    #expect(try due(after: "DUE:20261127T000000") == ["DUE:20261127T000000"])
    #expect(try due(after: "DUE;VALUE=DATE:20261127") == ["DUE;VALUE=DATE:20261127"])
    #expect(
      try due(after: "DUE;VALUE=DATE:20261127", [("SUMMARY", "SUMMARY:Call Ann")]) == [
        "DUE;VALUE=DATE:20261127"
      ])
    let made = todo("t1", "SUMMARY:s", "DUE;TZID=Europe/Berlin:20261202T170001")
    #expect(try world.put("t1.ics", in: "work", made).status == 201)
    #expect(try world.get("t1.ics", in: "work").lines.contains("DUE:20261202T160000"))
  }

  @Test(
    "5 a start after the due date is kept, and not shown to clients that drop it (owncloud 351)")
  func bite05() throws {
    let lines = ["SUMMARY:s", "DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261127"]
    let body = todo("s1", lines[0], lines[1], lines[2])
    #expect(try world.put("s1.ics", in: "work", body).status == 201)
    let got = try world.get("s1.ics", in: "work")
    #expect(!got.body.contains("DTSTART"))
    let titled = got.edited([("SUMMARY", "SUMMARY:t")], product: "DAVx5/4.5 ical4j/3.2 (at.jtx)")
    #expect(try world.put("s1.ics", in: "work", titled, ["If-Match": got.tag]).status == 204)
    let task = try world.task("s1")
    #expect(task.scheduled == Planning(fieldText: "2026-11-30"))
    #expect(task.deadline == Planning(fieldText: "2026-11-27") && task.title == "t")
  }

  /// Lines of clients that the store has no field for.
  private static let unknown = [
    "CLASS:PRIVATE", "COLOR:turquoise", "ATTENDEE;CN=\"Ann; Bob\":mailto:a@example.org",
    "COMMENT;LANGUAGE=de:eins\\, zwei", "COMMENT:three", "ATTACH:https://example.org/a.pdf",
    "X-EXTENDED-STATUS:Waiting", "X-OC-HIDESUBTASKS:1", "PERCENT-COMPLETE:40",
  ]

  @Test("6 unknown lines come back as they were (AndroidCaldav 246)")
  func bite06() throws {
    let got = try world.get("k7m.ics", in: "work")
    let body = got.edited(TwentyTests.unknown.map { ("", $0) })
    #expect(try world.put("k7m.ics", in: "work", body, ["If-Match": got.tag]).status == 204)
    func kept() throws -> [String] {
      try world.get("k7m.ics", in: "work").lines.filter { TwentyTests.unknown.contains($0) }
    }
    #expect(try kept().sorted() == TwentyTests.unknown.sorted())
    try world.edit("k7m", .title("Call Ann"), .tags(["phone", "x"]))
    // Planify makes the VTODO anew.
    let anew = todo("k7m", "SUMMARY:Call Eve", "DUE;VALUE=DATE:20261127", "STATUS:NEEDS-ACTION")
    #expect(try world.put("k7m.ics", in: "work", anew).status == 204)
    #expect(try kept().sorted() == TwentyTests.unknown.sorted())
    #expect(try world.task("k7m").title == "Call Eve")
    // One that keeps them takes one away.
    let now = try world.get("k7m.ics", in: "work")
    let without = now.edited([("COLOR", nil)])
    #expect(try world.put("k7m.ics", in: "work", without, ["If-Match": now.tag]).status == 204)
    #expect(try kept().sorted() == TwentyTests.unknown.filter { $0 != "COLOR:turquoise" }.sorted())
  }

  @Test("7 categories are not lost (DAVdroid 520, todoman 491)")
  func bite07() throws {
    let got = try world.get("k7m.ics", in: "work")
    try world.edit("k7m", .tags(["phone", "shell"]))
    let more = got.edited([("CATEGORIES", "CATEGORIES:phone\nCATEGORIES:client,a b")])
    #expect(try world.put("k7m.ics", in: "work", more, ["If-Match": got.tag]).status == 204)
    let all = ["a_b", "client", "phone", "shell"] as [Text]
    #expect(try world.task("k7m").tags.sorted() == all)
    let now = try world.get("k7m.ics", in: "work")
    #expect(now.lines.filter { $0.hasPrefix("CATEGORIES") }.count == 1)
    // Apple knows none.
    let anew = now.edited(
      [("CATEGORIES", nil), ("SUMMARY", "SUMMARY:Call Ann")], product: TwentyTests.apple,
      isRewriter: true)
    #expect(try world.put("k7m.ics", in: "work", anew, ["If-Match": now.tag]).status == 204)
    #expect(try world.task("k7m").tags.sorted() == all)
  }

  @Test(
    "8 alarms are neither lost (tududi 1147) nor doubled, nor ring again (tine20 5049, Nextcloud 6291)"
  )
  func bite08() throws {
    let alarm = """
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Reminder
      TRIGGER;VALUE=DATE-TIME:20261127T080000Z
      UID:2CBB42D2-039E-4F6B-BFDF-761632A15305
      X-WR-ALARMUID:2CBB42D2-039E-4F6B-BFDF-761632A15305
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Reminder
      TRIGGER:-PT30M
      UID:8D0F6D3B-6A3B-4F53-A4D6-0B2F6E9E1C11
      END:VALARM
      """
    func alarms(_ answer: ServiceWorld.Answer) -> [String] {
      answer.lines.filter { line in
        ["TRIGGER", "UID:2", "UID:8", "ACKNOWLEDGED"].contains { line.hasPrefix($0) }
      }.sorted()
    }
    let got = try world.get("k7m.ics", in: "work")
    let body = got.edited(
      [("DUE", "DUE:20261127T170000"), ("", alarm)], product: TwentyTests.apple)
    #expect(try world.put("k7m.ics", in: "work", body, ["If-Match": got.tag]).status == 204)
    let first = try world.get("k7m.ics", in: "work")
    #expect(alarms(first).count == 4)
    // Dismissed by one, changed by a client that knows no alarms, and in the shell.
    let seen = first.edited([
      (
        "X-WR-ALARMUID:2",
        "X-WR-ALARMUID:2CBB42D2-039E-4F6B-BFDF-761632A15305\nACKNOWLEDGED:20261127T080100Z"
      )
    ])
    #expect(try world.put("k7m.ics", in: "work", seen, ["If-Match": first.tag]).status == 204)
    let dismissed = alarms(try world.get("k7m.ics", in: "work"))
    #expect(dismissed == (alarms(first) + ["ACKNOWLEDGED:20261127T080100Z"]).sorted())
    try world.edit("k7m", .title("Call Ann"))
    func rewrite(_ lines: String...) throws {
      let head = ["UID:k7m", "SUMMARY:Call Eve", "STATUS:NEEDS-ACTION"]
      let text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Planify//EN", "BEGIN:VTODO"] + head
      let body = (text + lines + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
      #expect(try world.put("k7m.ics", in: "work", body, device: "desk-bbbbbbbb").status == 204)
    }
    try rewrite("DUE:20261127T170000")
    #expect(try alarms(world.get("k7m.ics", in: "work")) == dismissed)
    // A day without a date has no place for an alert, and then it has one again.
    try rewrite()
    try rewrite("DUE:20261127T170000")
    #expect(try alarms(world.get("k7m.ics", in: "work")) == dismissed)
    #expect(try world.task("k7m").title == "Call Eve")
  }

  @Test("8 alarms of a start that is not told are not doubled")
  func bite08Start() throws {
    let alarms = ["START", "END"].map {
      "BEGIN:VALARM\r\nTRIGGER;RELATED=\($0):PT0S\r\nACTION:DISPLAY\r\nEND:VALARM"
    }
    let body = todo(
      "t08", "SUMMARY:s", "DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261127", alarms[0],
      alarms[1])
    for _ in 0..<3 { try world.put("t08.ics", in: "work", body) }
    let got = try world.get("t08.ics", in: "work")
    try world.put("t08.ics", in: "work", got.edited([("SUMMARY", "SUMMARY:t")]))
    let triggers = try world.get("t08.ics", in: "work").lines.filter { $0.hasPrefix("TRIGGER") }
    #expect(triggers.sorted() == ["TRIGGER;RELATED=END:-PT0M", "TRIGGER;RELATED=START:PT0S"])
  }

  @Test("8 an alarm that came before the date is one when the date is there")
  func bite08Undated() throws {
    func triggers() throws -> [String] {
      try world.get("t08.ics", in: "work").lines.filter { $0.hasPrefix("TRIGGER") }
    }
    let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;RELATED=END:-PT9M\r\nEND:VALARM"
    #expect(try world.put("t08.ics", in: "work", todo("t08", "SUMMARY:s", alarm)).status == 201)
    try world.edit("t08", .deadline(Planning(fieldText: "2026-11-27T17:00")))
    let got = try world.get("t08.ics", in: "work")
    #expect(try triggers() == ["TRIGGER;RELATED=END:-PT9M"])
    let later = got.edited([("TRIGGER", "TRIGGER;RELATED=END:-PT3M")])
    #expect(try world.put("t08.ics", in: "work", later).status == 204)
    #expect(try triggers() == ["TRIGGER;RELATED=END:-PT3M"])
  }
}
