import TasksCore
import TasksDAV
import Testing

/// What a calendar-query takes (RFC 4791, 9.7 and 9.9), of tasks of which one is done, one repeats and one has an alarm.
@Suite struct CalendarQueryTests {
  private typealias Q = CalendarQueryTests

  private static func world() throws -> ServiceWorld {
    let world = try ServiceWorld([
      ("bob", "Call Bob +phone list:work due:2026-12-01T10:00"),
      ("day", "Straße fegen list:work due:2026-12-04"),
      ("rep", "Water list:work due:2026-12-07 every:7d"), ("idea", "Idea list:work"),
      ("done", "Done list:work"),
    ])
    try world.world.edit(
      world.task("done").path, .state(State("DONE", isDone: true)),
      .closed(Timestamp(iso: "2026-11-20T09:00")))
    let alarm = todo(
      "alarm", "SUMMARY:Alarm", "DUE:20270105T080000", "X-A;X-P=One:Kept", "BEGIN:VALARM",
      "ACTION:DISPLAY", "TRIGGER:-PT1H", "END:VALARM")
    #expect(try world.ask("PUT", "/dav/lists/work/alarm.ics", [:], alarm).status == 201)
    return world
  }

  private static func query(_ filter: String, _ world: ServiceWorld) throws -> ServiceWorld.Answer {
    try world.ask(
      "REPORT", "/dav/lists/work/", ["Depth": "1"],
      """
      <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop>\
      <C:filter><C:comp-filter name="VCALENDAR">\(filter)</C:comp-filter></C:filter></C:calendar-query>
      """)
  }

  private static func todos(_ inner: String) -> String {
    "<C:comp-filter name=\"VTODO\">\(inner)</C:comp-filter>"
  }

  private static func property(_ name: String, _ inner: String = "") -> String {
    todos("<C:prop-filter name=\"\(name)\">\(inner)</C:prop-filter>")
  }

  private static func text(_ text: String, _ attributes: String = "") -> String {
    "<C:text-match \(attributes)>\(text)</C:text-match>"
  }

  private static func range(_ start: String?, _ end: String?) -> String {
    let start = start.map { "start=\"\($0)Z\" " } ?? ""
    return "<C:time-range \(start)\(end.map { "end=\"\($0)Z\"" } ?? "")/>"
  }

  private static let absent = "<C:is-not-defined/>"

  @Test func aQueryNarrows() throws {
    let world = try CalendarQueryTests.world()
    func alarms(_ inner: String) -> String {
      "<C:comp-filter name=\"VALARM\">\(inner)</C:comp-filter>"
    }
    let everything = "alarm bob day done idea rep"
    let cases: [(String, String)] = [
      ("", everything), (Q.todos(""), everything),
      (#"<C:comp-filter name="VEVENT"/>"#, ""), (Q.todos(Q.absent), ""),
      (#"<C:comp-filter name="VEVENT"><C:is-not-defined/></C:comp-filter>"#, everything),
      // What is open, and what is done.
      (Q.property("COMPLETED", Q.absent), "alarm bob day idea rep"),
      (Q.property("COMPLETED"), "done"),
      (
        Q.property("STATUS", Q.text("COMPLETED", #"negate-condition="yes""#)),
        "alarm bob day idea rep"
      ),
      (Q.property("STATUS", Q.text("NEEDS")), "alarm bob day idea rep"),
      (Q.property("COMPLETED", Q.range("20261120T000000", "20261121T000000")), "done"),
      (Q.property("COMPLETED", Q.range("20261121T000000", nil)), ""),
      // Texts.
      (Q.property("SUMMARY", Q.text("BOB")), "bob"),
      (Q.property("SUMMARY", Q.text("BOB", #"collation="i;octet""#)), ""),
      (Q.property("SUMMARY", Q.text("STRAßE")), "day"),
      (Q.property("SUMMARY", Q.text("bob", #"negate-condition="yes""#)), "alarm day done idea rep"),
      (Q.property("CATEGORIES", Q.text("phone", #"negate-condition="yes""#)), ""),
      (Q.property("X-A", #"<C:param-filter name="X-P"/>"#), "alarm"),
      (Q.property("X-A", #"<C:param-filter name="X-P">\#(Q.text("two"))</C:param-filter>"#), ""),
      (
        Q.property("X-A", #"<C:param-filter name="X-Q"><C:is-not-defined/></C:param-filter>"#),
        "alarm"
      ),
      (Q.todos(#"<C:prop-filter name="DUE"/><C:prop-filter name="RRULE"/>"#), "rep"),
      // Times: a due time, a whole day, a rule without an end, and a task without a date since it was made.
      (Q.todos(Q.range("20261201T000000", "20261202T000000")), "bob idea"),
      (Q.todos(Q.range("20261201T100001", "20261202T000000")), "idea"),
      (Q.todos(Q.range("20261204T120000", "20261204T130000")), "day idea"),
      (Q.todos(Q.range("20261205T000000", "20261206T000000")), "idea"),
      (Q.todos(Q.range("20270111T000000", "20270112T000000")), "idea rep"),
      (Q.todos(Q.range("20270112T000000", "20270113T000000")), "idea"),
      (Q.todos(Q.range("20400101T000000", nil)), "idea rep"),
      (Q.todos(alarms("")), "alarm"), (Q.todos(alarms(Q.absent)), "bob day done idea rep"),
      (Q.todos(alarms(Q.range("20270105T065959", "20270105T070001"))), "alarm"),
      (Q.todos(alarms(Q.range("20270105T070001", "20270105T080001"))), ""),
      (
        Q.todos(alarms(#"<C:prop-filter name="ACTION">\#(Q.text("display"))</C:prop-filter>"#)),
        "alarm"
      ),
    ]
    for (filter, names) in cases {
      let found = try Q.query(filter, world)
      let shown = found.statuses.keys.map { $0.replacing(".ics", with: "") }.sorted()
      #expect(shown.joined(separator: " ") == names, "\(found.status) \(filter)")
    }
  }

  @Test func whatIsNotKnownIsRefused() throws {
    let world = try ServiceWorld([("bob", "Call Bob list:work")])
    let cases: [(String, String)] = [
      (Q.property("SUMMARY", Q.text("a", #"collation="i;klingon""#)), "supported-collation"),
      (Q.todos("<C:unknown/>"), "supported-filter"),
      (Q.todos(#"<C:time-range start="20261201"/>"#), "supported-filter"),
      (Q.todos(Q.range("20261202T000000", "20261201T000000")), "supported-filter"),
    ]
    for (filter, condition) in cases {
      let answer = try Q.query(filter, world)
      #expect(answer.status == 403 && answer.body.contains("<C:\(condition)"), "\(filter)")
    }
  }
}
