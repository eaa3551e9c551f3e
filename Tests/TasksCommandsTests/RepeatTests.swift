import TestSupport
import Testing

/// Repeats as people say them, from the typed word to the end.
@Suite struct RepeatTests {
  @Test func daysAreTyped() throws {
    try expect(
      #"""
      $ tasks add Standup every:weekdays due:2026-11-20@9:30 | cut -d' ' -f4-
      Standup  due Fri 2026-11-20 09:30 ++1d  on mon tue wed thu fri
      $ tasks add Pay rent every:month on 31 due:2026-11-30 | cut -d' ' -f4-
      Pay rent  due Mon 2026-11-30 ++1m  on 31
      $ tasks add Retro every:2nd tue due:2026-12-08 +work | cut -d' ' -f4-
      Retro  +work  due Tue 2026-12-08 ++1m  on 2nd tue
      $ tasks add Trash every:tue | cut -d' ' -f4-
      Trash  due Tue 2026-11-24 ++1w  on tue
      $ tasks add Standup every:weekdays 9am until:eoy | cut -d' ' -f4-
      Standup  due Mon 2026-11-23 09:00 ++1d  on mon tue wed thu fri, until Thu 2026-12-31
      $ tasks list until.before:2027-01-01 --format '{title}'; tasks list until.after:2027-01-01
      Standup
      ! tasks: no open task matches
      $ tasks list until.any: until.is:2026-12-31 --explain
      all of
        with a date until
        until on Thu 2026-12-31
      $ tasks add x every:mon,15
      ! tasks: 'mon,15' is not a repeater
      !   every:mon,15
      !         ^^^^^^
      ! try: 1w, .+1w (units h d w m y), .+2d/4d (a habit), weekly, weekdays, mon,wed, month on 31, last fri
      [2]
      $ tasks add x due:today every:30min
      ! tasks: '30min' is not a repeater
      !   every:30min
      !         ^^^^^
      ! no date repeats by the minute: h is hours, d days, w weeks, m months, y years
      [2]
      """#)
  }

  @Test func aRuleIsFollowedToItsEnd() throws {
    try expect(
      #"""
      $ tasks modify 2cc every:2w on mon,thu due:mon times:3 | sed 's/ *$//'
      modified 2cc  Buy milk  +errand  list:home  due Mon 2026-11-23 ++2w  on mon thu, 3 times
      $ tasks next-dates 2cc
      due Mon 2026-11-23
      due Thu 2026-11-26
      due Mon 2026-12-07
      $ tasks agenda 2w | grep 2cc
        2cc         Buy milk                               +errand         home  due Mon
        2cc         Buy milk                               +errand         home  due, every 2 weeks on Mon, Thu
        2cc         Buy milk                               +errand         home  due, every 2 weeks on Mon, Thu
      $ tasks done 2cc
      done 2cc  Buy milk  +errand  list:home  due Thu 2026-11-26 ++2w  on mon thu, 2 times
      $ tasks modify 2cc times: until:2026-12-06
      modified 2cc  Buy milk  +errand  list:home  due Thu 2026-11-26 ++2w  on mon thu, until Sun 2026-12-06
      $ tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  due Thu 2026-11-26 ++2w  on mon thu, until Sun 2026-12-06  closed 2026-11-20
      ! tasks: 'Buy milk' is finished for good, as its dates end on Sun 2026-12-06
      $ tasks reopen 2cc
      reopened 2cc  Buy milk  +errand  list:home  due Thu 2026-11-26 ++2w  on mon thu, until Sun 2026-12-06
      $ tasks modify 2cc every:
      modified 2cc  Buy milk  +errand  list:home  due Thu 2026-11-26
      $ tasks modify 3dd every:mon,wed,fri
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1d  on mon wed fri
      $ TASKS_NOW=2027-01-02T10:00 tasks done 3dd
      done 3dd  Water the plants  list:home  sched Mon 2027-01-04 ++1d  on mon wed fri
      """#)
  }
}
