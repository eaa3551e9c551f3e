import TestSupport
import Testing

/// The setting log.edits.
@Suite struct LoggedEditTests {
  @Test func changesOfTitlesAndDatesAreLogged() throws {
    try expect(
      #"""
      $ tasks modify 1bb due:mon
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Mon 2026-11-23
      $ tasks config log.edits true
      set log.edits = true
      $ tasks modify 1bb due:tue "title:Call Ann"
      modified 1bb  [A] Call Ann [1/3]  +phone @office  list:work  due Tue 2026-11-24
      $ tasks modify 3dd sched:
      modified 3dd  NEXT Water the plants  list:home
      $ tasks done 3dd
      done 3dd  DONE Water the plants  list:home  closed 2026-11-20
      $ tasks show 1bb --raw | grep -A3 LOGBOOK
      :LOGBOOK:
      - New deadline from "[2026-11-23 Mon -3d]" on [2026-11-20 Fri 09:15]
      - Title changed from "Call Bob about the invoice" on [2026-11-20 Fri 09:15]
      :END:
      $ tasks show 3dd --raw | grep -A2 LOGBOOK
      :LOGBOOK:
      - Not scheduled, was "[2026-11-21 Sat ++1w]" on [2026-11-20 Fri 09:15]
      :END:
      $ tasks config log.edits maybe
      ! tasks: 'maybe' is not a valid value of log.edits: it is not true or false
      [2]
      $ tasks config log.edits false
      set log.edits = false
      $ tasks modify 1bb due: title:Call
      modified 1bb  [A] Call [1/3]  +phone @office  list:work
      """#)
  }
}
