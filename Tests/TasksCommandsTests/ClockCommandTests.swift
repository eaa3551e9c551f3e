import TestSupport
import Testing

/// The time that is worked on tasks.
@Suite struct ClockCommandTests {
  @Test func oneClockRuns() throws {
    try expect(
      #"""
      $ tasks clock
      $ tasks clock in 1bb
      clocked in 1bb Call Bob about the invoice at 09:15
      $ TASKS_NOW=2026-11-20T09:40 tasks clock status
      0:25 Call Bob about the invoice
      $ TASKS_NOW=2026-11-20T09:40 tasks clock
      0:25 Call Bob about the invoice
      $ TASKS_NOW=2026-11-20T17:16 tasks clock status
      8:01 Call Bob about the invoice
      ! tasks: the clock has run for more than 8 hours, since Fri 2026-11-20 09:15; if it was forgotten, end it with: tasks clock out --at 17:00
      $ TASKS_NOW=2026-11-20T17:16 tasks status 2>/dev/null | grep '^clock'
      clock      8:01 Call Bob about the invoice
      $ tasks list +CLOCKED
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks clock in 1bb
      ! tasks: the clock of the task already runs
      $ TASKS_NOW=2026-11-20T09:40 tasks clock in 2cc
      clocked out 1bb Call Bob about the invoice after 0:25
      clocked in 2cc Buy milk at 09:40
      $ TASKS_NOW=2026-11-20T09:40 tasks clock --json
      {"schema":1,"kind":"clock","clock":[{"id":"2ccccccccccccccc","short":"2cc","title":"Buy milk","start":"2026-11-20T09:40","end":null,"minutes":0}]}
      $ git log -1 --format=%B | head -4
      clock: 2 tasks

      - Call Bob about the invoice
      - Buy milk
      $ TASKS_NOW=2026-11-20T10:00 tasks clock out --at 9:45 --dry-run
      would be clocked out 2cc Buy milk after 0:05
      $ TASKS_NOW=2026-11-20T10:00 tasks clock out --at 9:30
      ! tasks: '9:30' is before the start, Fri 2026-11-20 09:40
      !   9:30
      !   ^^^^
      ! try: the earlier one first, as in 9:00 10:15, mon..fri
      [2]
      $ TASKS_NOW=2026-11-20T10:00 tasks clock out --at 10:01
      ! tasks: Fri 2026-11-20 10:01 has not come yet
      !   10:01
      !   ^^^^^
      ! try: a time up to now, as in 9:00, yesterday@17:00
      [2]
      $ TASKS_NOW=2026-11-20T10:00 tasks clock out --at today
      ! tasks: 'today' is a whole day
      !   today
      !   ^^^^^
      ! try: a time of day too, as in 9:00, yesterday@17:00
      [2]
      $ TASKS_NOW=2026-11-20T10:00 tasks clock out
      clocked out 2cc Buy milk after 0:20
      $ TASKS_NOW=2026-11-20T10:00 tasks undo
      undone: 2cc  Buy milk  +errand  list:home
      $ TASKS_NOW=2026-11-20T10:10 tasks clock cancel
      removed the clock of 2cc Buy milk
      $ tasks clock in 2cc --at 9:00
      clocked in 2cc Buy milk at 09:00
      $ TASKS_NOW=2026-11-20T10:10 tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks clock
      $ tasks clock in 3dd
      clocked in 3dd Water the plants at 09:15
      $ TASKS_NOW=2026-11-20T10:10 tasks delete 3dd
      deleted 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  deleted 2026-11-20
      $ TASKS_NOW=2026-11-20T10:10 tasks clock
      $ cat 2026-11/*1bb*.org | grep CLOCK
      CLOCK: [2026-11-20 Fri 09:15]--[2026-11-20 Fri 09:40] =>  0:25
      """#)
  }

  @Test func clocksAddUp() throws {
    try expect(
      #"""
      $ tasks clock add 1bb 8:00 9:00
      clocked 1:00 on 1bb Call Bob about the invoice
      $ tasks clock add 1bb 8:00 9:00
      ! tasks: the task already has this clock
      $ tasks clock add 4ff 2026-11-18T22:00 1:30 --json | grep -o '"clocks":.*}],"notes'
      "clocks":[{"start":"2026-11-18T22:00","end":"2026-11-19T01:30"}],"notes
      $ tasks clock add 2cc 23:45 0:15
      clocked 0:30 on 2cc Buy milk
      $ tasks clock report
      3:30  4ff  Pay rent
      1:00  1bb  Call Bob about the invoice
      0:30  2cc  Buy milk
      5:00  total
      $ tasks clock report today
      1:00  1bb  Call Bob about the invoice
      0:15  2cc  Buy milk
      1:15  total
      $ tasks clock report --by day
      2:00  Wed 2026-11-18
      1:45  Thu 2026-11-19
      1:15  Fri 2026-11-20
      5:00  total
      $ tasks clock report --by tag week
      4:00  errand
      1:00  phone
      1:00  @office
      5:00  total
      $ tasks clock report month --by list
      3:30  no list
      1:00  work
      0:30  home
      5:00  total
      $ tasks clock report +errand --by day
      2:00  Wed 2026-11-18
      1:45  Thu 2026-11-19
      0:15  Fri 2026-11-20
      4:00  total
      $ tasks clock report -1w.. list:work
      1:00  1bb  Call Bob about the invoice
      1:00  total
      $ tasks clock report --json
      {"schema":1,"kind":"clock-report","clock-report":[{"id":"4fffffffffffffff","short":"4ff","title":"Pay rent","minutes":210},{"id":"1bbbbbbbbbbbbbbb","short":"1bb","title":"Call Bob about the invoice","minutes":60},{"id":"2ccccccccccccccc","short":"2cc","title":"Buy milk","minutes":30}],"total":300,"from":"2026-11-16","to":"2026-11-22"}
      $ tasks clock report --by day --json
      {"schema":1,"kind":"clock-report","clock-report":[{"date":"2026-11-18","minutes":120},{"date":"2026-11-19","minutes":105},{"date":"2026-11-20","minutes":75}],"total":300,"from":"2026-11-16","to":"2026-11-22"}
      $ tasks clock report --by list --json
      {"schema":1,"kind":"clock-report","clock-report":[{"list":null,"minutes":210},{"list":"work","minutes":60},{"list":"home","minutes":30}],"total":300,"from":"2026-11-16","to":"2026-11-22"}
      $ tasks clock report 2026-11-19..2026-11-19 --json
      {"schema":1,"kind":"clock-report","clock-report":[{"id":"4fffffffffffffff","short":"4ff","title":"Pay rent","minutes":90},{"id":"2ccccccccccccccc","short":"2cc","title":"Buy milk","minutes":15}],"total":105,"from":"2026-11-19","to":"2026-11-19"}
      $ tasks clock report 2026-10-01..2026-10-31
      ! tasks: no time was clocked from Thu 2026-10-01 to Sat 2026-10-31
      $ tasks clock report today..yesterday
      ! tasks: 'yesterday' is before the start, Fri 2026-11-20
      !   today..yesterday
      !          ^^^^^^^^^
      ! try: the earlier one first, as in 9:00 10:15, mon..fri
      [2]
      $ tasks clock report --by week
      ! tasks: The value 'week' is invalid for '--by <what>'. Please provide one of 'task', 'day', 'tag' or 'list'.
      [2]
      $ tasks clock report due:never
      ! tasks: 'never' is not a date
      !   due:never
      !       ^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      """#)
  }

  @Test func whatCannotBeMeantIsNamed() throws {
    try expect(
      #"""
      $ tasks clock in
      ! tasks: Missing expected argument '<id>'
      [2]
      $ tasks clock in 1bb 2cc
      ! tasks: Unexpected argument '2cc'
      [2]
      $ tasks clock in 9zz
      ! tasks: no task has an id that begins with '9zz'; tasks list --all shows the ids
      [3]
      $ tasks clock in 4ff
      ! tasks: 'Pay rent' is finished; reopen it with: tasks reopen 4ff, or note what was done with: tasks clock add 4ff 9:00 10:15
      [1]
      $ tasks clock in 5gg
      ! tasks: 'Old idea' is in the trash; take it out with: tasks restore 5gg
      [1]
      $ tasks clock in 1bb --at 9:30
      ! tasks: Fri 2026-11-20 09:30 has not come yet
      !   9:30
      !   ^^^^
      ! try: a time up to now, as in 9:00, yesterday@17:00
      [2]
      $ tasks clock out
      ! tasks: no clock runs; start one with: tasks clock in ID
      [1]
      $ tasks clock out 1bb
      ! tasks: the clock of 'Call Bob about the invoice' does not run; start it with: tasks clock in 1bb
      [1]
      $ tasks clock cancel 1bb
      ! tasks: the clock of 'Call Bob about the invoice' does not run; start it with: tasks clock in 1bb
      [1]
      $ tasks clock add 1bb 9:00
      ! tasks: Missing expected argument '<end>'
      [2]
      $ tasks clock add 1bb 9:00 8:00
      ! tasks: '8:00' is before the start, Fri 2026-11-20 09:00
      !   8:00
      !   ^^^^
      ! try: the earlier one first, as in 9:00 10:15, mon..fri
      [2]
      $ tasks clock add 1bb 9:00 fri
      ! tasks: 'fri' is a whole day
      !   fri
      !   ^^^
      ! try: a time of day too, as in 9:00, yesterday@17:00
      [2]
      $ tasks clock status now
      ! tasks: Unexpected argument 'now'
      [2]
      $ tasks clock add 1bb 8:00 9:00 --at 9:00
      ! tasks: --at is for clock in, clock out
      [2]
      $ tasks clock in 1bb --by tag
      ! tasks: --by is for clock report
      [2]
      $ tasks clock repot
      ! tasks: 'repot' is nothing that clock does; did you mean 'clock report'?
      [2]
      $ tasks clock sleep
      ! tasks: 'sleep' is nothing that clock does; write in, out, cancel, status, add or report
      [2]
      $ sed -i 's/^:END:/&\n:LOGBOOK:\nCLOCK: [2026-11-20 Fri 08:00]\n:END:/' 2026-11/*1bb*.org 2026-11/*2cc*.org
      $ tasks clock
      1:15 Call Bob about the invoice
      1:15 Buy milk
      ! tasks: 2 clocks run; end one with: tasks clock out 1bb, or tasks clock out 2cc
      $ tasks clock out
      ! tasks: the clocks of 2 tasks run; name one: 1bb, 2cc
      [2]
      $ tasks clock out 1bb
      clocked out 1bb Call Bob about the invoice after 1:15
      $ tasks clock
      1:15 Buy milk
      $ tasks clock in 3dd
      clocked out 2cc Buy milk after 1:15
      clocked in 3dd Water the plants at 09:15
      """#)
  }
}
