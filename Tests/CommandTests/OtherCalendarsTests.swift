import TestSupport
import Testing

/// The events of other calendars in the agenda.
@Suite struct OtherCalendarsTests {
  private let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:a
    DTSTART:20261120T100000
    DTEND:20261120T113000
    SUMMARY:Dentist
    LOCATION:Main Street
    END:VEVENT
    BEGIN:VEVENT
    UID:b
    DTSTART;VALUE=DATE:20261121
    DTEND;VALUE=DATE:20261123
    SUMMARY:Fair
    END:VEVENT
    BEGIN:VEVENT
    UID:c
    DTSTART:soon
    SUMMARY:Bad
    END:VEVENT
    BEGIN:VEVENT
    UID:d
    DTSTART:20261104T180000
    RRULE:FREQ=WEEKLY
    SUMMARY:Choir
    END:VEVENT
    BEGIN:VEVENT
    UID:e
    DTSTART:20250104T180000
    DURATION:P1D
    SUMMARY:Last year
    END:VEVENT
    END:VCALENDAR

    """

  @Test func eventsAreAmongTheTasks() throws {
    let world = try World.withSampleStore()
    try world.write(calendar, to: "calendars/own/a.ics")
    try world.write(
      calendar.replacing("Dentist", with: "Lunch").replacing(":soon", with: ":20261201"),
      to: "b.ics")
    try world.write(
      "[agenda]\n\tcalendars = \(world.path("calendars"))\n\tcalendars = ~/b.ics\n\tcalendars = /none\n",
      to: "config/tasks/config")
    try expect(
      #"""
      $ tasks agenda 2026-11-20..2026-11-26 2>&1 | sed "s|$HOME/||"
      tasks: calendars/own/a.ics:18: DTSTART is no date: soon
      tasks: agenda.calendars: there is no calendar at /none
      Fri 20 Nov  today  week 47
             10:00–11:30  Dentist                     Main Street  calendars
             10:00–11:30  Lunch                       Main Street  b
      Sat 21 Nov
                          Fair                   1/2               calendars
                          Fair                   1/2               b
        3dd               NEXT Water the plants                    home       every week
      Sun 22 Nov
                          Fair                   2/2               calendars
                          Fair                   2/2               b
      Mon 23 Nov  week 48
      Tue 24 Nov
      Wed 25 Nov
                   18:00  Choir                                    calendars
                   18:00  Choir                                    b
      Thu 26 Nov
      $ tasks agenda 2026-11-20..2026-11-26 +phone
      Fri 20 Nov  today  week 47
      Sat 21 Nov
      Sun 22 Nov
      Mon 23 Nov  week 48
      Tue 24 Nov
      Wed 25 Nov
      Thu 26 Nov
      $ tasks agenda 2026-11-22 --json 2> /dev/null
      {"schema":1,"kind":"agenda","agenda":[{"date":"2026-11-22","entries":[{"id":null,"title":"Fair","kind":"event","time":null,"end":null,"part":"2/2","location":null,"calendar":"calendars"},{"id":null,"title":"Fair","kind":"event","time":null,"end":null,"part":"2/2","location":null,"calendar":"b"}]}]}
      """#, in: world)
  }
}
