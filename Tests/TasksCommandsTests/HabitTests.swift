import TestSupport
import Testing

/// Habits and the dates of repeating tasks.
@Suite struct HabitTests {
  @Test func graphsAreDrawn() throws {
    try expect(
      #"""
      $ tasks habits
      ! tasks: no habit; add one with: tasks add … sched:today every:.+2d/4d
      $ TASKS_NOW=2026-11-10T09:00 tasks add Stretch sched:today every:.+2d/4d | cut -d' ' -f4-
      Stretch  sched Tue 2026-11-10 .+2d/4d  habit yes
      $ TASKS_NOW=2026-11-12T09:00 tasks done +HABIT --yes | cut -d' ' -f4-
      Stretch  sched Sat 2026-11-14 .+2d/4d
      $ TASKS_NOW=2026-11-13T09:00 tasks done +HABIT --yes | cut -d' ' -f4-
      Stretch  sched Sun 2026-11-15 .+2d/4d
      $ tasks habits | cut -d' ' -f3-
      ccccccccccccc**crraoo!oooooo  Stretch
      $ TASKS_NOW=2026-11-17T09:00 tasks habits stretch | cut -d' ' -f3-
      cccccccccccccccc**crr!oooooo  Stretch
      $ tasks habits --json | grep -o '"title":"Stretch","graph":.*' | cut -d'}' -f 14-16
      ,{"date":"2026-11-12","state":"clear","done":true},{"date":"2026-11-13","state":"clear","done":true},{"date":"2026-11-14","state":"clear","done":false
      $ tasks habits list:home
      ! tasks: no habit matches the filter
      $ tasks modify --where +HABIT every:.+2h --yes | cut -d' ' -f4-
      Stretch  sched Sun 2026-11-15 .+2h
      $ tasks habits | cut -d' ' -f3-
      ! tasks: 'Stretch' repeats by .+2h, of which there is no graph; write whole days, the longest interval last, as in .+2d/4d
      """#)
  }

  @Test func nextDatesAreShown() throws {
    try expect(
      #"""
      $ tasks next-dates 3dd
      sched Sat 2026-11-21
      sched Sat 2026-11-28
      sched Sat 2026-12-05
      sched Sat 2026-12-12
      sched Sat 2026-12-19
      $ tasks next-dates 3dd 2 --json
      {"schema":1,"kind":"next-dates","next-dates":[{"scheduled":"2026-11-21","deadline":null},{"scheduled":"2026-11-28","deadline":null}]}
      $ tasks modify 3dd due:2026-11-30@17:00 every:.+1m | cut -d' ' -f2-
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 .+1m  due Mon 2026-11-30 17:00 .+1m
      $ tasks next-dates 3dd 3
      sched Sat 2026-11-21  due Mon 2026-11-30 17:00
      sched Mon 2026-12-21  due Wed 2026-12-30 17:00
      sched Thu 2027-01-21  due Sat 2027-01-30 17:00
      $ tasks convert 3dd --to md
      converted 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 .+1m  due Mon 2026-11-30 17:00 .+1m
      $ tasks next-dates 3dd 3
      sched Sat 2026-11-21  due Mon 2026-11-30 17:00
      sched Mon 2026-12-21  due Wed 2026-12-30 17:00
      sched Thu 2027-01-21  due Sat 2027-01-30 17:00
      $ tasks next-dates 2cc
      ! tasks: 'Buy milk' does not repeat; make it repeat with: tasks modify 2cc every:1w
      [2]
      $ tasks next-dates 2cc 0 2>&1 | head -1
      tasks: The number of dates is 1 to 1000.
      $ tasks next-dates 3dd 1000 | wc -l
      1000
      $ tasks next-dates 9zz
      ! tasks: no task has an id that begins with '9zz'; tasks list --all shows the ids
      [3]
      """#)
  }
}
