import TestSupport
import Testing

/// Tasks that are hidden until later.
@Suite struct HiddenTests {
  @Test func hiddenUntilAMoment() throws {
    try expect(
      #"""
      $ tasks modify 2cc wait:mon 9:00 due:2026-12-10
      modified 2cc  Buy milk  +errand  list:home  hidden until Mon 2026-11-23 09:00  due Thu 2026-12-10
      $ tasks list --columns id,title
      1bb	Call Bob about the invoice
      3dd	Water the plants
      $ tasks list --columns id,title --hidden
      2cc	Buy milk
      $ tasks list +errand
      ! tasks: no open task matches; 1 hidden until later does: tasks list --hidden +errand; 1 finished one does: tasks list --done +errand
      $ tasks list --hidden
      2cc  Buy milk  +errand  list:home  hidden until Mon 2026-11-23 09:00  due Thu 2026-12-10
      $ tasks list wait.before:2026-12-01 --columns id,wait
      2cc	2026-11-23T09:00
      $ tasks list --explain +HIDDEN w:mon
      all of
        +HIDDEN: open, and hidden until later by wait:
        wait on Mon 2026-11-23
      $ tasks ready --columns id
      1bb
      $ tasks done list:home --dry-run
      would be done 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ tasks agenda 2026-12-10
      Thu 10 Dec
        2cc  Buy milk  +errand  home  due
      $ tasks agenda 2026-11-20..2026-12-10 milk
      Thu 10 Dec
        2cc  Buy milk  +errand  home  due
      $ TASKS_NOW=2026-11-23T08:59 tasks list milk
      ! tasks: no open task matches; 1 hidden until later does: tasks list --hidden milk
      $ TASKS_NOW=2026-11-23T09:00 tasks list milk
      2cc  Buy milk  +errand  list:home  due Thu 2026-12-10
      $ tasks log -n 1 --json
      {"schema":1,"kind":"log","log":[{"commit":"COMMIT","operation":"modify","time":"2026-11-20T09:15","device":"laptop","id":"2ccccccccccccccc","title":"Buy milk","changes":[{"field":"deadline","old":null,"new":"2026-12-10"},{"field":"wait","old":null,"new":"2026-11-23T09:00"}]}]}
      $ cat */*2cc*
      * TODO Buy milk :errand:
      DEADLINE: <2026-12-10 Thu>
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :WAIT_UNTIL: [2026-11-23 Mon 09:00]
      :END:
      $ tasks modify 2cc wait:
      modified 2cc  Buy milk  +errand  list:home  due Thu 2026-12-10
      $ tasks list milk
      2cc  Buy milk  +errand  list:home  due Thu 2026-12-10
      """#)
  }

  @Test func theVerb() throws {
    try expect(
      #"""
      $ tasks wait 2cc until 3d
      hidden 2cc  Buy milk  +errand  list:home  hidden until Mon 2026-11-23
      $ tasks wait 2cc / for Bob
      waiting 2cc  WAIT Buy milk  +errand  list:home  hidden until Mon 2026-11-23
      $ tasks wait 2cc until mon 9:00 / for Ann
      hidden 2cc  WAIT Buy milk  +errand  list:home  hidden until Mon 2026-11-23 09:00
      $ tasks wait 2cc until
      ! tasks: a date is missing
      !   
      !   ^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks wait 2cc until bananas
      ! tasks: 'bananas' is not a date
      !   bananas
      !   ^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks show 2cc
      Buy milk
      id          2ccccccccccccccc
      state       WAIT
      tags        errand
      list        home
      wait        Mon 2026-11-23 09:00
      created     Wed 2026-11-18 09:05
      rank        2
      sync        not synchronized
      file        2026-11/buy-milk-2ccccccccccccccc.org

      Fri 2026-11-20 09:15  note  for Ann
      Fri 2026-11-20 09:15  TODO → WAIT  for Bob
      $ tasks undo && tasks undo && tasks undo && tasks list milk
      undone: 2cc  WAIT Buy milk  +errand  list:home  hidden until Mon 2026-11-23
      undone: 2cc  Buy milk  +errand  list:home  hidden until Mon 2026-11-23
      undone: 2cc  Buy milk  +errand  list:home
      2cc  Buy milk  +errand  list:home
      """#)
  }

  /// It is hidden as long before the next date as it was before this one.
  @Test func aRepeatingTask() throws {
    try expect(
      #"""
      $ tasks modify 3dd wait:2026-11-19
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  wait Thu 2026-11-19
      $ tasks done 3dd
      done 3dd  Water the plants  list:home  hidden until Thu 2026-11-26  sched Sat 2026-11-28 ++1w
      $ tasks list Water
      ! tasks: no open task matches; 1 hidden until later does: tasks list --hidden Water
      $ tasks convert 3dd --to md && cat */*3dd*
      converted 3dd  Water the plants  list:home  hidden until Thu 2026-11-26  sched Sat 2026-11-28 ++1w
      ---
      id: 3ddddddddddddddd
      rank: 4
      created: 2026-11-18T09:10
      title: Water the plants
      status: todo
      list: home
      scheduled: 2026-11-28
      repeat: "++1w"
      wait: 2026-11-26
      last_repeat: 2026-11-20T09:15
      ---

      ## Log

      - 2026-11-20 09:15 DONE from NEXT
      """#)
  }
}
