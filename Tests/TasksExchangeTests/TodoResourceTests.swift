import TasksCore
import TasksExchange
import Testing

/// What clients write through the door, by the numbers of "the twenty that bite" (caldav.md).
struct TodoResourceTests {
  private let door = TodoResourceWorld()

  private func repeating(_ deadline: String = "2026-11-20T17:00 ++1w") -> TasksCore.Task {
    door.task { $0.deadline = Planning(fieldText: deadline) }
  }

  private func moment(_ text: String) -> Timestamp? { Timestamp(iso: text) }

  // MARK: 1: repeat completed = gone

  @Test func bite1ARuleThatStaysAdvances() throws {
    let done = [
      ("STATUS", "STATUS:COMPLETED"), ("", "COMPLETED:20261120T163000Z"),
      ("", "PERCENT-COMPLETE:100"),
    ]
    for isRewriter in [false, true] {
      let task = repeating()
      let new = try door.edited(task, done, isRewriter: isRewriter)
      #expect(new.deadline == Planning(fieldText: "2026-11-27T17:00 ++1w"))
      #expect(!new.isDone && new.closed == nil)
      #expect(new.lastRepeat == moment("2026-11-20T17:30") && new.log.count == 1)
      // Sent twice, it counts once.
      #expect(try door.edited(task, done, isRewriter: isRewriter) == new)
      #expect(try door.edited(new, done, isRewriter: isRewriter) == new)
      let late = try door.edited(
        new, done + [("DUE", "DUE:20261120T170000"), ("DTSTART", "DTSTART:20261120T170000")],
        isRewriter: isRewriter)
      #expect(late == new)
    }
    // Without COMPLETED, the time is that of the change.
    let plain = try door.edited(
      repeating(),
      [("STATUS", "STATUS:COMPLETED"), ("LAST-MODIFIED", "LAST-MODIFIED:20261120T100000Z")])
    #expect(plain.lastRepeat == moment("2026-11-20T11:00"))
    // Hours have no rule that clients see.
    let hours = repeating("2026-11-20T17:00 +3h")
    #expect(!door.text(hours).contains("RRULE"))
    #expect(
      try door.edited(hours, done).deadline == Planning(fieldText: "2026-11-20T20:00 +3h"))
    // Nor is a rule that no repeater expresses at an end.
    var odd = try door.edited(
      door.task { $0.deadline = Planning(fieldText: "2026-11-30") },
      [("", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=3")])
    #expect(odd.property(named: "ics-rrule") != nil && !odd.isRepeating)
    for (hour, date) in [(16, "2026-12-29"), (17, "2027-01-26")] {
      let finish = [("STATUS", "STATUS:COMPLETED"), ("", "COMPLETED:20261120T\(hour)3000Z")]
      let body = Array(door.text(odd, finish).utf8)
      let new = try door.applied(body, to: odd)
      #expect(new.deadline == Planning(fieldText: date) && !new.isDone)
      #expect(try door.applied(body, to: new) == new && door.edited(new, finish) == new)
      odd = new
    }
    let last = [("STATUS", "STATUS:COMPLETED"), ("", "COMPLETED:20261120T183000Z")]
    #expect(try door.edited(odd, last).isDone)
    #expect(door.text(odd).contains(";COUNT=1;") && odd.log.count == 2)
    // A rule of repeaters counts as well.
    let times = try door.edited(repeating("2026-11-20"), [("RRULE", "RRULE:FREQ=WEEKLY;COUNT=3")])
    let body = Array(door.text(times, done).utf8)
    let once = try door.applied(body, to: times)
    #expect(once.repeats.times == 2 && once.deadline == Planning(fieldText: "2026-11-27 ++1w"))
    #expect(try door.applied(body, to: once) == once)
  }

  @Test func bite1AnOccurrenceThatIsDoneMovesTheDates() throws {
    // As Thunderbird has it.
    for (id, date) in [
      (";TZID=Europe/Prague:20261120T170000", "2026-11-27T17:00"),
      (":20261120T160000Z", "2026-11-27T17:00"), (":20261204T170000", "2026-12-11T17:00"),
      (":20261113T170000", "2026-11-20T17:00"),
    ] {
      let lines = """
        END:VTODO
        BEGIN:VTODO
        UID:k7m
        SUMMARY:Call Bob
        STATUS:COMPLETED
        RECURRENCE-ID\(id)
        COMPLETED:20261120T163000Z
        PERCENT-COMPLETE:100
        SEQUENCE:1
        END:VTODO
        """
      let task = repeating()
      let edit = [("END:VTODO", lines as String?)]
      let new = try door.edited(task, edit)
      #expect(new.deadline == Planning(fieldText: "\(date) ++1w"), "\(id)")
      #expect(new.log.count == 1 && !new.isDone && new.properties.isEmpty)
      #expect(try door.edited(new, edit) == new)
      #expect(TodoResource.finishes(task, new, .standard))
      // A rule that no repeater expresses moves them alike.
      let rule = ("RRULE", "RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=9" as String?)
      let odd = try door.edited(task, [rule])
      let moved = try door.edited(odd, edit)
      #expect(moved.deadline?.start != task.deadline?.start || id.contains("1113"))
      #expect(moved.log.count == 1 && !moved.isDone)
      #expect(try door.edited(moved, edit) == moved)
    }
  }

  @Test func bite1WithoutTheRuleItIsFinished() throws {
    let new = try door.edited(
      repeating(),
      [("STATUS", "STATUS:COMPLETED"), ("RRULE", nil), ("", "COMPLETED:20261120T163000Z")])
    #expect(new.isDone && !new.isRepeating && new.closed == moment("2026-11-20T17:30"))
  }

  @Test func bite1DatesThatMove() throws {
    let moved = [
      ("DUE", "DUE:20261127T170000" as String?),
      ("LAST-MODIFIED", "LAST-MODIFIED:20261120T163000Z"),
    ]
    for product in ["+//IDN tasks.org//android-130102//EN", "DAVx5/4.4 ical4j/3.2 (org.tasks)"] {
      let new = try door.edited(repeating(), moved, product: product)
      #expect(new.deadline == Planning(fieldText: "2026-11-27T17:00 ++1w"))
      #expect(new.lastRepeat == moment("2026-11-20T17:30") && new.log.count == 1)
    }
    let both = try door.edited(repeating(), moved + [("DTSTART", "DTSTART:20261127T170000")])
    #expect(both.deadline == Planning(fieldText: "2026-11-27T17:00 ++1w") && both.scheduled == nil)
    let other = try door.edited(repeating(), moved)
    #expect(other.deadline == Planning(fieldText: "2026-11-27T17:00 ++1w"))
    #expect(other.log.isEmpty && other.lastRepeat == nil && other.scheduled == nil)
  }

  @Test func aSingleDateIsKept() throws {
    let edit = [
      ("", "EXDATE:20261127T170000" as String?),
      (
        "END:VTODO",
        "END:VTODO\nBEGIN:VTODO\nUID:k7m\nRECURRENCE-ID:20261204T170000\nDUE:20261205T170000\nEND:VTODO"
      ),
    ]
    let new = try door.edited(repeating(), edit)
    #expect(
      new.properties.map(\.value) == [
        #"["UID:k7m","RECURRENCE-ID:20261204T170000","DUE:20261205T170000"]"#,
        #"["EXDATE:20261127T170000"]"#,
      ])
    #expect(new.log.count == 2 && new.deadline == repeating().deadline)
    #expect(!door.text(new).contains("EXDATE"))
    #expect(try door.edited(new, edit) == new)
  }

  // MARK: 3, 4, 5: dates

  @Test func bite3AndBite4DaysStayDays() throws {
    let day = door.task { $0.deadline = Planning(fieldText: "2026-11-27") }
    for due in [
      "DUE;VALUE=DATE:20261127", "DUE:20261127", "DUE:20261127T000000Z", "DUE:20261127T000000",
      "DUE;TZID=America/New_York:20261127T000000",
    ] {
      #expect(try door.edited(day, [("DUE", due)]) == day, "\(due)")
    }
    // Its midnight here, in UTC and on a clock of another zone.
    for due in ["DUE:20261126T230000Z", "DUE;TZID=America/New_York:20261126T180000"] {
      #expect(try door.edited(day, [("DUE", due)]) == day, "\(due)")
      #expect(try door.edited(day, [("DUE", due)], isRewriter: true) == day, "\(due)")
    }
    let other = try door.edited(day, [("DUE", "DUE:20261126T220000Z")])
    #expect(other.deadline == Planning(fieldText: "2026-11-26T23:00"))
    let time = repeating("2026-11-27T17:00")
    for due in [
      "DUE:20261127T160000Z", "DUE;TZID=Europe/Prague:20261127T170000", "DUE:20261127T170001",
      "DUE;TZID=America/New_York:20261127T170000", "DUE;TZID=America/New_York:20261127T110000",
      "DUE;TZID=Nowhere:20261127T170000",
    ] {
      #expect(try door.edited(time, [("DUE", due)]) == time, "\(due)")
    }
    for (due, text) in [
      ("DUE:20261127T170000Z", "2026-11-27T18:00"), ("DUE;VALUE=DATE:20261127", "2026-11-27"),
      ("DUE;TZID=America/New_York:20261127T120000", "2026-11-27T18:00"),
    ] {
      #expect(try door.edited(time, [("DUE", due)]).deadline == Planning(fieldText: text))
    }
    #expect(try door.edited(time, [("DUE", nil)]).deadline == nil)
  }

  @Test func bite5StartsAndDues() throws {
    let made = try door.made(
      "BEGIN:VTODO\nUID:a\nSUMMARY:s\nDTSTART:20261128T090000\nDUE:20261127T090000\nEND:VTODO")
    #expect(made.scheduled != nil && made.deadline != nil)
    #expect(!door.text(made).contains("DTSTART"))
    #expect(try door.edited(made, []) == made)
    let equal = try door.made(
      "BEGIN:VTODO\nUID:a\nSUMMARY:s\nDTSTART:20261127T090000\nDUE:20261127T090001\nEND:VTODO")
    #expect(equal.scheduled == nil && equal.deadline == Planning(fieldText: "2026-11-27T09:00"))
    // A rule counts from a start.
    #expect(door.text(repeating()).contains("DTSTART:20261120T170000\nRRULE:FREQ=WEEKLY"))
    let both = door.task {
      $0.scheduled = Planning(fieldText: "2026-11-20")
      $0.deadline = Planning(fieldText: "2026-11-27 -3d")
    }
    let moved = try door.edited(both, [("DUE", "DUE;VALUE=DATE:20261128")])
    #expect(moved.scheduled == both.scheduled)
    #expect(moved.deadline == Planning(fieldText: "2026-11-28 -3d"))
  }

  // MARK: 6, 7: what a client leaves out

  private func full() -> TasksCore.Task {
    door.task {
      $0.tags = ["phone", "@office"]
      $0.notes = "Notes"
      $0.priority = Priority("A")
      $0.deadline = Planning(fieldText: "2026-11-27T17:00")
      $0.location.name = "Office"
      $0.location.coordinates = Location.Coordinates("50.5,14.25")
      $0.firstAlert = 15
      $0.rank = Rank(2.5)
      $0.properties = [.init("URL", "https://example.org"), .init("ics-COLOR", "turquoise")]
    }
  }

  @Test func bite6AndBite7ARewriterKeepsWhatItDoesNotKnow() throws {
    let task = full()
    let names = [
      "CATEGORIES", "LOCATION", "GEO", "URL", "X-APPLE-SORT-ORDER", "COLOR", "BEGIN:VALARM",
      "ACTION", "DESCRIPTION:Call", "TRIGGER", "UID:F", "UID:0", "X-WR", "END:VALARM",
    ]
    let uid = door.text(task).split(separator: "\n").last { $0.hasPrefix("UID:") }
    let gone = (names + [String(uid ?? "")]).map { ($0, nil as String?) }
    #expect(try door.edited(task, gone, isRewriter: true) == task)
    let canary = try door.edited(task, gone)
    #expect(canary.tags.isEmpty && canary.location.isEmpty && canary.properties.isEmpty)
    #expect(canary.firstAlert == nil && canary.rank == task.rank)
    let bare = try door.edited(
      task, [("DESCRIPTION:Notes", nil), ("PRIORITY", nil), ("DUE", nil)], isRewriter: true)
    #expect(bare.notes.isEmpty && bare.priority == nil && bare.deadline == nil)
    #expect(bare.tags == task.tags)
  }

  @Test func bite7Categories() throws {
    let new = try door.edited(
      full(), [("CATEGORIES", "CATEGORIES:@office,a b"), ("", "CATEGORIES:c\\,d,phone")])
    #expect(Set(new.tags) == ["phone", "@office", "a_b", "c_d"])
  }

  @Test func whatIsTooLargeIsLeftOutAndSaid() throws {
    let edit = [
      ("", "X-LONG:" + String(repeating: "x", count: 5_000)), ("", "X-SHORT:1"),
      ("", "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA"),
    ]
    let new = try door.edited(full(), edit)
    #expect(new.property(named: "ics-X-SHORT") == "1" && new.properties.count == 3)
    #expect(
      new.entries.map(\.note) == [
        "A calendar program wrote what is too large to be kept: ATTACH, X-LONG"
      ])
    #expect(try door.edited(new, edit).log == new.log)
  }

  // MARK: 8: alarms

  @Test func bite8Alarms() throws {
    func alarm(_ lines: String) -> (String, String?) { ("", "BEGIN:VALARM\n\(lines)\nEND:VALARM") }
    let task = full()
    let apple = "-//Apple Inc.//iOS 18.0//EN"
    let uid = door.text(task).split(separator: "\n").last { $0.hasPrefix("UID:") }
    #expect(uid?.utf8.count == 40)
    let seen = try door.edited(task, [("X-WR-ALARMUID", "ACKNOWLEDGED:20261120T070000Z")])
    #expect(seen.property(named: "ics-alarms") == #"{"-PT15M":["ACKNOWLEDGED:20261120T070000Z"]}"#)
    #expect(door.text(seen).contains("\(uid ?? "")\n"))
    #expect(door.text(seen).contains("ACKNOWLEDGED:20261120T070000Z\nEND:VALARM"))
    let more = try door.edited(
      task,
      [
        alarm("ACTION:DISPLAY\nTRIGGER;RELATED=END:-PT1H"), alarm("ACTION:AUDIO\nTRIGGER:-PT5M"),
        alarm("ACTION:DISPLAY\nTRIGGER:PT30M"), alarm("ACTION:DISPLAY\nTRIGGER:-PT900S"),
        alarm("ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z"),
        alarm("ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261120T080000Z"),
      ])
    #expect(more.firstAlert == 15 && more.secondAlert == 60)
    #expect(more.reminders == [Reminder(try #require(moment("2026-11-20T09:00")))])
    #expect(
      Set(more.properties(named: "ics-alarm")) == [
        #"["ACTION:AUDIO","TRIGGER:-PT5M"]"#, #"["ACTION:DISPLAY","TRIGGER:PT30M"]"#,
      ])
    let place = try door.edited(
      door.task { _ in },
      [
        alarm(
          """
          ACTION:DISPLAY
          DESCRIPTION:Reminder
          TRIGGER;VALUE=DATE-TIME:19760401T005545Z
          X-APPLE-PROXIMITY:ARRIVE
          X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=141.17;X-TITLE=Home:geo:50.1,14.4
          """)
      ], product: apple, isRewriter: true)
    #expect(place.location.name == "Home" && place.location.radius == 141)
    #expect(door.text(place).contains("X-APPLE-PROXIMITY:ARRIVE"))
    #expect(try door.edited(place, [], product: apple, isRewriter: true) == place)
  }

  @Test func bite8AlarmsStayWithoutADate() throws {
    func alarm(_ side: String) -> (String, String?) {
      ("", "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;RELATED=\(side):-PT15M\nEND:VALARM")
    }
    for rest in [[], [("", "DTSTART:20261120T090000" as String?)]] {
      var task = full()
      task.secondAlert = 60
      let away = try door.edited(task, [("DUE", nil)] + rest, isRewriter: true)
      #expect(away.firstAlert == 15 && away.secondAlert == 60 && away.deadline == nil)
      for alarms in [[], [alarm("END")], [alarm("START")], [alarm("END"), alarm("START")]] {
        let due = [("DTSTART", nil), ("", "DUE:20261127T170000" as String?)]
        let back = try door.edited(away, due + alarms, isRewriter: true)
        task.scheduled = nil
        #expect(back == task, "\(rest) \(alarms)")
        if rest.isEmpty { continue }
        let both = try door.edited(away, [due[1]] + alarms, isRewriter: true)
        #expect(
          both.firstAlert == 15 && both.secondAlert == 60 && both.properties == task.properties)
      }
    }
  }

  @Test func bite8AnAlarmOfADateThatIsNotToldIsKeptOnce() throws {
    let alarm = "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM"
    let edit = [("", "DTSTART:20261128T090000" as String?), ("", alarm)]
    let new = try door.edited(door.task { $0.deadline = Planning(fieldText: "2026-11-27") }, edit)
    #expect(new.properties.count == 1)
    #expect(try door.edited(new, edit).properties == new.properties)
  }

  @Test func bite8AppleWritesAllAlarms() throws {
    let apple = "-//Apple Inc.//iOS 18.0//EN"
    let text = door.text(full())
    let start = try #require(text.firstRange(of: "BEGIN:VALARM"))
    let end = try #require(text.firstRange(of: "END:VALARM\n"))
    let rest = (text[..<start.lowerBound] + text[end.upperBound...]).replacing(
      "X-TASKS-VERSION:0123abcd\n", with: "")
    #expect(try door.applied(Array(rest.utf8), to: full()).firstAlert == 15)
    let all = rest.replacing("-//tasks//EN", with: apple)
    #expect(try door.applied(Array(all.utf8), to: full()).firstAlert == nil)
  }
}

extension TasksCore.Task {
  fileprivate func properties(named name: String) -> [Text] {
    properties.filter { $0.name.string.hasPrefix(name) }.map(\.value)
  }
}
