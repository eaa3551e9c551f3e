import TestSupport
import Testing

/// The events of other calendars in the agenda.
@Suite struct CalendarCommandTests {
  /// The sample store, with these lines in `agenda` of the user's settings.
  private static func world(_ settings: String) throws -> World {
    let world = try World.withSampleStore()
    try world.write("[agenda]\n\(settings)\n", to: "config/tasks/config")
    return world
  }

  private static func event(_ lines: String) -> String {
    "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n"
  }

  private static func calendar(_ events: String...) -> String {
    "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n"
  }

  /// A fair of three days, lunch, a night train and a birthday, at which a task has its time.
  private static let family = calendar(
    event("SUMMARY:Fair\nDTSTART;VALUE=DATE:20261119\nDTEND;VALUE=DATE:20261122"),
    event(
      "SUMMARY:Lunch\nLOCATION:Café Slavia\\, Smetanovo nábřeží 2\nDTSTART:20261120T110000Z\nDURATION:PT45M"
    ),
    event(
      "SUMMARY:Night train\nDTSTART;TZID=Europe/London:20261120T210000\nDTEND;TZID=Europe/London:20261121T063000"
    ), event("DTSTART:20261120T230000\nDTEND:20261121T000000"),
    event("SUMMARY:Ann\u{1B}[31m\nDTSTART;VALUE=DATE:20001121\nRRULE:FREQ=YEARLY"),
    event("SUMMARY:Long ago\nDTSTART;VALUE=DATE:20201121"))

  @Test func eventsStandAmongTheTasks() throws {
    let world = try Self.world("calendars = ~/family.ics")
    try world.write(Self.family, to: "family.ics")
    try expect(
      #"""
      $ tasks modify 2cc sched:today@12:00 >/dev/null
      $ tasks agenda today..tomorrow
      Fri 20 Nov  today  week 47
                          Fair                            family  2/3
             12:00–12:45  Lunch                           family  Café Slavia, Smetanovo …
        2cc        12:00  Buy milk               +errand  home
                   22:00  Night train                     family  1/2
             23:00–24:00  no title                        family
      Sat 21 Nov
                          Ann[31m                         family
                          Fair                            family  3/3
                   –7:30  Night train                     family  2/2
        3dd               NEXT Water the plants           home    every week
      """#, in: world)
    try expect(
      #"""
      $ tasks agenda 2026-11-21 --json
      {"schema":1,"kind":"agenda","agenda":[{"date":"2026-11-21","entries":[{"id":null,"short":null,"title":"Ann[31m","kind":"event","time":null,"end":null,"of":"2026-11-21","part":null,"habit":false,"state":null,"location":null,"calendar":"family"},{"id":null,"short":null,"title":"Fair","kind":"event","time":null,"end":null,"of":"2026-11-19","part":"3/3","habit":false,"state":null,"location":null,"calendar":"family"},{"id":null,"short":null,"title":"Night train","kind":"event","time":null,"end":"07:30","of":"2026-11-20","part":"2/2","habit":false,"state":null,"location":null,"calendar":"family"},{"id":"3ddddddddddddddd","short":"3dd","title":"Water the plants","kind":"scheduled","time":null,"end":null,"of":"2026-11-21","part":null,"habit":false,"state":null}]}]}
      """#, in: world)
    try expect(
      #"""
      $ tasks agenda day +errand
      Fri 20 Nov  today  week 47
        2cc  12:00  Buy milk  +errand  home
      $ tasks forecast day
        Fri 20 Nov  1  ▪
      $ tasks dashboard
      Today  Fri 20 Nov
                          Fair                                                   family  2/3
             12:00–12:45  Lunch                                                  family  Café Slavia, Smetanovo …
        2cc        12:00  Buy milk                               +errand         home
                   22:00  Night train                                            family  1/2
             23:00–24:00  no title                                               family
      Next   Sat 21 ▪   Sun 22 ·   Mon 23 ·   Tue 24 ·   Wed 25 ·   Thu 26 ·
      In your order
        1bb               [A] Call Bob about the invoice  1/3 ✎  +phone @office  work    27 Nov 17:00 ≈1h30m
        3dd               NEXT Water the plants                                  home    ▸ tomorrow  ↻ 1w
      3 open · 1 today
      $ tasks agenda 2026-11-20 --at 2026-11-19@12:00
      Fri 20 Nov
                     Fair         family  2/3
        12:00–12:45  Lunch        family  Café Slavia, Smetanovo …
              22:00  Night train  family  1/2
        23:00–24:00  no title     family
      """#, in: world)
  }

  @Test func blocksOfViewsHaveEventsUnlessTheyHaveAFilter() throws {
    let world = try Self.world("calendars = ~/bad.ics")
    try world.write(
      Self.calendar(
        Self.event("SUMMARY:Lunch\nDTSTART:20261120T120000"), Self.event("DTSTART:noon")),
      to: "bad.ics")
    try expect(
      #"""
      $ tasks view save days --block agenda:day --block "agenda:day +errand" --block agenda:tomorrow >/dev/null
      $ tasks view save homely list:home --block agenda:day >/dev/null
      $ tasks days
      agenda:day
      Fri 20 Nov  today  week 47
        12:00  Lunch  bad

      agenda:day +errand
      Fri 20 Nov  today  week 47

      agenda:tomorrow
      Sat 21 Nov
        3dd  NEXT Water the plants  home  every week
      ! tasks: ~/bad.ics:7: DTSTART is no date: noon
      $ tasks homely
      agenda:day
      Fri 20 Nov  today  week 47
      $ tasks days +phone
      agenda:day
      Fri 20 Nov  today  week 47

      agenda:day +errand
      Fri 20 Nov  today  week 47

      agenda:tomorrow
      Sat 21 Nov
      """#, in: world)
  }

  /// What vdirsyncer keeps: a folder for each calendar, with a file for each event.
  @Test func foldersOfFiles() throws {
    let world = try Self.world("calendars = ~/calendars\n\tcalendars = alone.ics")
    for number in 0..<40 {
      try world.write(
        Self.calendar(
          Self.event("SUMMARY:Number \(number)\nDTSTART;VALUE=DATE:202611\(number % 20 + 10)")),
        to: "calendars/work/\(number).ics")
    }
    try world.write(
      Self.calendar(Self.event("SUMMARY:Above\nDTSTART:20261121T080000")),
      to: "calendars/Above.ICS")
    for name in ["work/.new.ics", "work/displayname", "work/deep/too.ics", ".trash/gone.ics"] {
      try world.write(
        Self.calendar(Self.event("SUMMARY:\(name)\nDTSTART:20261121T090000")),
        to: "calendars/" + name)
    }
    try world.write("hello\n", to: "calendars/home/broken.ics")
    try world.write(
      Self.calendar(Self.event("SUMMARY:Alone\nDTSTART:20261121T100000")),
      to: "config/tasks/alone.ics")
    try expect(
      #"""
      $ tasks agenda tomorrow
      Sat 21 Nov
                    Number 11              work
                    Number 31              work
              8:00  Above                  calendars
             10:00  Alone                  alone
        3dd         NEXT Water the plants  home       every week
      ! tasks: ~/calendars/home/broken.ics:1: it is no iCalendar file
      """#, in: world)
    // The next time most are known by their stamps.
    try expect(
      #"""
      $ touch -d 2026-01-01 ~/calendars/*/*.ics && sleep 0.1 && tasks agenda tomorrow 2>/dev/null | grep -c Number && ls .git/tasks/calendars
      2
      .git/tasks/calendars
      $ tasks agenda tomorrow 2>&1 | grep -c Number && tasks agenda 2026-11-10..2026-11-29 2>&1 | grep -c Number
      2
      40
      $ sed -i s/20261110/20261121/ ~/calendars/work/0.ics && mv ~/calendars/work/1.ics ~/1 && tasks agenda tomorrow 2>&1 | grep Number
                    Number 0               work
                    Number 11              work
                    Number 31              work
      $ mv ~/calendars/work/0.ics ~/calendars/work/1.ics && echo damage >> .git/tasks/calendars && tasks agenda tomorrow 2>&1 | grep -c Number
      3
      """#, in: world)
  }

  /// Nothing of a calendar makes the agenda fail, and its files are read anew each time.
  @Test func whatCannotBeRead() throws {
    let world = try Self.world(
      "calendars = ~/none.ics\n\tcalendars = ~/pipe.ics\n\tcalendars = ~/a.ics\n\tcalendars = ~/loud.ics"
    )
    try world.write(
      Self.calendar(
        Self.event("SUMMARY:Odd\nDTSTART:20261121T080000\nRRULE:FREQ=YEARLY;BYWEEKNO=47"),
        Self.event("SUMMARY:Bad\nDTSTART:2026-11-21"), "BEGIN:VEVENT\nSUMMARY:Open\n",
        Self.event("SUMMARY:Good\nDTSTART:20261121T090000")), to: "a.ics")
    try world.write(
      Self.calendar(String(repeating: Self.event("SUMMARY:x"), count: 20)), to: "loud.ics")
    try expect(
      #"""
      $ mkfifo ~/pipe.ics && tasks agenda 2026-11-21
      Sat 21 Nov
             8:00  Odd                    a     it repeats in a way that is not understood
             9:00  Good                   a
        3dd        NEXT Water the plants  home  every week
      ! tasks: ~/none.ics: No such file or directory
      ! tasks: ~/pipe.ics: it is no regular file
      ! tasks: ~/a.ics:9: DTSTART is no date: 2026-11-21
      ! tasks: ~/a.ics:11: END:VEVENT is missing
      ! tasks: ~/loud.ics:2: DTSTART is missing
      ! tasks: ~/loud.ics:5: DTSTART is missing
      ! tasks: ~/loud.ics:8: DTSTART is missing
      ! tasks: ~/loud.ics:11: DTSTART is missing
      ! tasks: ~/loud.ics:14: DTSTART is missing
      ! tasks: ~/loud.ics:17: DTSTART is missing
      ! tasks: 14 more events or files of your calendars cannot be read
      $ rm ~/pipe.ics ~/loud.ics && sed -i 's/Good/Better/' ~/a.ics && tasks agenda 2026-11-21 2>/dev/null
      Sat 21 Nov
             8:00  Odd                    a     it repeats in a way that is not understood
             9:00  Better                 a
        3dd        NEXT Water the plants  home  every week
      """#, in: world)
  }
}
