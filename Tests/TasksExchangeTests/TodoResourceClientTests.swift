import TasksCore
import TasksExchange
import Testing

/// Bodies in the shape in which clients write them.
struct TodoResourceClientTests {
  private let door = TodoResourceWorld()

  private static let zone = """
    BEGIN:VTIMEZONE
    TZID:America/Chicago
    BEGIN:STANDARD
    DTSTART:20071104T020000
    RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
    TZOFFSETFROM:-0500
    TZOFFSETTO:-0600
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:20070311T020000
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
    TZOFFSETFROM:-0600
    TZOFFSETTO:-0500
    END:DAYLIGHT
    END:VTIMEZONE

    """

  struct Client: Sendable, CustomTestStringConvertible {
    let product: String
    let body: String
    let check: @Sendable (TasksCore.Task) -> Bool

    var testDescription: String { product }
  }

  static let clients = [
    Client(
      product: "-//Apple Inc.//iOS 18.1//EN",
      body: zone + """
        BEGIN:VTODO
        CREATED:20261119T045003Z
        DTSTAMP:20261119T045013Z
        DTSTART;TZID=America/Chicago:20261118T230000
        DUE;TZID=America/Chicago:20261118T230000
        LAST-MODIFIED:20261119T045013Z
        STATUS:NEEDS-ACTION
        SUMMARY:Milk
        UID:A11D558C-3BC3-45FE-B95E-8B1F0023CB17
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Reminder
        TRIGGER;VALUE=DATE-TIME:20261119T050000Z
        UID:2CBB42D2-039E-4F6B-BFDF-761632A15305
        X-WR-ALARMUID:2CBB42D2-039E-4F6B-BFDF-761632A15305
        END:VALARM
        END:VTODO
        """
    ) {
      $0.scheduled == nil && $0.deadline?.start == Timestamp(iso: "2026-11-19T06:00")
        && $0.reminders.count == 1 && $0.created == Timestamp(iso: "2026-11-19T05:50")
    },
    Client(
      product: "+//IDN tasks.org//android-140602//EN",
      body: """
        BEGIN:VTODO
        DTSTAMP:20261119T081500Z
        UID:4290517349243274514
        CREATED:20261119T060451Z
        LAST-MODIFIED:20261119T074154Z
        SUMMARY:Water
        PRIORITY:9
        CATEGORIES:Garden
        X-APPLE-SORT-ORDER:-5
        RELATED-TO:1234567890
        DUE;TZID=Europe/Berlin:20261202T170001
        DTSTART;TZID=Europe/Berlin:20261201T090000
        BEGIN:VALARM
        TRIGGER;RELATED=START:PT0S
        ACTION:DISPLAY
        DESCRIPTION:Default Tasks.org description
        END:VALARM
        BEGIN:VALARM
        TRIGGER;RELATED=END;VALUE=DURATION:PT0S
        ACTION:DISPLAY
        DESCRIPTION:Default Tasks.org description
        END:VALARM
        END:VTODO
        """
    ) {
      $0.firstAlert == 0 && $0.property(named: "ics-alarm") != nil && $0.tags == ["Garden"]
        && $0.parent?.text == "1234567890" && $0.priority == Priority("C")
        && $0.deadline?.start == Timestamp(iso: "2026-12-02T17:00")
        && $0.scheduled?.start == Timestamp(iso: "2026-12-01T09:00") && $0.rank == Rank(0.5)
    },
    Client(
      product: "DAVx5/4.4.3.1-ose ical4j/3.2.19 (at.techbee.jtx)",
      body: """
        BEGIN:VTODO
        DTSTAMP:20261119T081500Z
        UID:8a1c0f0e-6a5e-4d0b-8c59-7f4e3c1d2b1a
        SEQUENCE:2
        CREATED:20261119T060451Z
        CREATED:20261119T060451Z
        LAST-MODIFIED:20261119T074154Z
        SUMMARY:Board
        DESCRIPTION:a\\nb
        CLASS:PRIVATE
        STATUS:IN-PROCESS
        PERCENT-COMPLETE:40
        PRIORITY:2
        COLOR:turquoise
        X-EXTENDED-STATUS:Later
        RRULE:FREQ=DAILY;COUNT=-1
        DTSTART;VALUE=DATE:20261201
        DUE;VALUE=DATE:20261201
        RELATED-TO;RELTYPE=PARENT:p
        END:VTODO
        BEGIN:VTODO
        DTSTAMP:20261119T081500Z
        END:VTODO
        """
    ) {
      $0.state.keyword == "NEXT" && $0.notes == "a\nb" && $0.scheduled == nil
        && $0.deadline == Planning(fieldText: "2026-12-01 ++1d")
        && $0.property(named: "ics-PERCENT-COMPLETE") == "40" && $0.priority == Priority("A")
        && $0.property(named: "ics-priority") == "2"
        && $0.property(named: "ics-X-EXTENDED-STATUS") == "Later"
    },
    Client(
      product: "-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN",
      body: zone + """
        BEGIN:VTODO
        CREATED:20261120T220126Z
        LAST-MODIFIED:20261120T220139Z
        DTSTAMP:20261120T220139Z
        UID:e0600bbe-b9d0-ba48-80b0-998409625d03
        SUMMARY:Recurring
        RRULE:FREQ=DAILY
        DTSTART;TZID=America/Chicago:20261120T170000
        DUE;TZID=America/Chicago:20261120T170000
        X-MOZ-GENERATION:1
        END:VTODO
        BEGIN:VTODO
        UID:e0600bbe-b9d0-ba48-80b0-998409625d03
        SUMMARY:Recurring
        STATUS:COMPLETED
        RECURRENCE-ID;TZID=America/Chicago:20261120T170000
        COMPLETED:20261120T220139Z
        END:VTODO
        """
    ) {
      $0.deadline == Planning(fieldText: "2026-11-22T00:00 ++1d") && $0.log.count == 1
        && $0.property(named: "ics-X-MOZ-GENERATION") == "1"
    },
    Client(
      product: "-//Nextcloud Tasks v0.16.1",
      body: """
        BEGIN:VTODO
        CREATED:20261119T143018
        DTSTAMP:20261119T154613
        LAST-MODIFIED:20261119T154613
        UID:pwen4kz18g
        SUMMARY:Cloud
        CATEGORIES:one,two
        X-OC-HIDESUBTASKS:0
        X-PINNED:true
        PERCENT-COMPLETE:100
        COMPLETED:20261119T154613
        STATUS:COMPLETED
        END:VTODO
        """
    ) {
      $0.isDone && $0.closed == Timestamp(iso: "2026-11-19T15:46") && $0.tags == ["one", "two"]
        && $0.property(named: "ics-X-PINNED") == "true"
    },
    Client(
      product: "io.barrera.todoman",
      body: """
        BEGIN:VTODO
        CREATED:20261119T143018Z
        DTSTAMP:20261119T154613Z
        DUE:20261127T160000Z
        PERCENT-COMPLETE:0
        PRIORITY:5
        SEQUENCE:1
        STATUS:NEEDS-ACTION
        SUMMARY:Man
        UID:19961401T080045Z@host
        END:VTODO
        """
    ) {
      $0.deadline == Planning(fieldText: "2026-11-27T17:00") && $0.priority == Priority("B")
        && $0.property(named: "ics-PERCENT-COMPLETE") == nil
    },
  ]

  @Test(arguments: clients, [Format.org, .markdown])
  func aNewTask(_ client: Client, format: Format) throws {
    let task = try door.made(client.body, product: client.product, format: format)
    #expect(client.check(task), "\(task)")
    #expect(try door.edited(task, [], product: client.product) == task)
    #expect(try door.edited(task, [], product: client.product, isRewriter: true) == task)
    // The client sends the same once more, and it is known by then.
    let again = try door.applied(door.body(client.body, client.product), to: task)
    let same = ForeignTrial.differences(again, task)
    #expect(same.isEmpty, "\(same)")
  }

  @Test func whatIsNoTaskIsRefused() throws {
    let todo = "BEGIN:VTODO\nUID:a\nSUMMARY:s\nEND:VTODO"
    for (body, precondition) in [
      ("BEGIN:VEVENT\nUID:a\nDTSTART:20261120\nEND:VEVENT", "supported-calendar-component"),
      ("METHOD:PUBLISH\n\(todo)", "valid-calendar-object-resource"),
      ("\(todo)\n\(todo)", "valid-calendar-object-resource"),
      (todo + "\nBEGIN:VTODO\nUID:b\nEND:VTODO", "valid-calendar-object-resource"),
      ("BEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE", "valid-calendar-object-resource"),
      ("BEGIN:VTODO\nUID:a\n;\nEND:VTODO", "valid-calendar-data"),
    ] {
      #expect {
        _ = try TodoResource(reading: door.body(body), door.context)
      } throws: {
        ($0 as? TodoResourceError)?.precondition == precondition
      }
    }
    let lax = "BEGIN:VCALENDAR\n\(todo)\nEND:VCALENDAR"
    let resource = try TodoResource(reading: Array(lax.utf8), door.context)
    #expect(resource.uid == "a" && resource.isRewriter && resource.parent == nil)
    #expect(throws: TodoResourceError.self) {
      try TodoResource(reading: Array("hello".utf8), door.context)
    }
  }

  /// Programs that move a task that repeats themselves, each in a way of its own.
  @Test func whatAdvancesByItselfIsDoneOnce() throws {
    let task = door.task { $0.deadline = Planning(fieldText: "2030-01-07T18:00 +1w") }
    func product(_ name: String) -> String { "-//\(name)//EN" }
    let next = Timestamp(iso: "2030-01-14T18:00")
    // Evolution takes the time that it was told for one in UTC.
    let evolution = try door.edited(
      task, [("DUE", "DUE:20300114T180000Z")],
      product: product("Ximian//NONSGML Evolution Calendar"))
    // KDE leaves the dates, and writes the next one beside them.
    let recurrence = "X-KDE-LIBKCAL-DTRECURRENCE;TZID=Europe/Prague:20300114T180000"
    let kde = try door.edited(
      task, [("", recurrence)], product: product("K Desktop Environment//NONSGML libkcal 4.3"))
    for done in [evolution, kde] {
      #expect(done.deadline?.start == next && done.state == task.state)
      #expect(TodoResource.finishes(task, done, .standard) && done.properties == task.properties)
    }
    // Any other program only moves it.
    let moved = try door.edited(task, [("DUE", "DUE:20300114T180000")])
    #expect(moved.deadline?.start == next && !TodoResource.finishes(task, moved, .standard))
  }

  /// todoman 4.1 loses the tags, and keeps what it does not understand.
  @Test func tagsThatAProgramDoesNotKnowStay() throws {
    let task = door.task { $0.tags = ["a", "b"] }
    #expect(
      try door.edited(task, [("CATEGORIES", nil)], product: "io.barrera.todoman").tags == [
        "a", "b",
      ])
    #expect(try door.edited(task, [("CATEGORIES", nil)]).tags == [])
  }

  /// Apple writes alarms as moments: each date of a task that repeats is to ring.
  @Test func bite8AReminderComesWithEachDate() throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261201T070000Z\nEND:VALARM"
    let task = try door.edited(
      door.task { $0.deadline = Planning(fieldText: "2026-12-01T09:00 ++1d") }, [("", alarm)])
    #expect(task.reminders.map(\.fieldText) == ["2026-12-01T08:00 +1d"])
    var next = task
    next.deadline = Planning(fieldText: "2026-12-04T09:00 ++1d")
    #expect(door.text(next).contains("TRIGGER;VALUE=DATE-TIME:20261204T070000Z"))
    #expect(try door.edited(next, []) == next)
  }

  /// Org's own keywords have none for a cancelled task.
  @Test func aTaskThatIsDoneIsCompleted() throws {
    var door = door
    door.context.workflow = Workflow("TODO | DONE")
    let task = door.task { $0.state = State("DONE", isDone: true) }
    #expect(door.text(task).contains("STATUS:COMPLETED"))
  }
}
