import TestSupport
import Testing

/// The agenda, the forecast, the timeline and the dashboard.
@Suite struct AgendaCommandTests {
  @Test func agendas() throws {
    try expect(
      #"""
      $ tasks modify 1bb due:2026-11-18 >/dev/null
      $ tasks modify 2cc sched:today@12:00 >/dev/null
      $ tasks agenda today..tomorrow
      Fri 20 Nov  today  week 47
        2cc  12:00  Buy milk                               +errand         home
        1bb         [A] Call Bob about the invoice  1/3 ✎  +phone @office  work  2 days ago
      Sat 21 Nov
        3dd         NEXT Water the plants                                  home  every week
      $ tasks agenda day +errand
      Fri 20 Nov  today  week 47
        2cc  12:00  Buy milk  +errand  home
      $ tasks agenda 2026-11-21 --json
      {"schema":1,"kind":"agenda","agenda":[{"date":"2026-11-21","entries":[{"id":"3ddddddddddddddd","short":"3dd","title":"Water the plants","kind":"scheduled","time":null,"end":null,"of":"2026-11-21","part":null,"habit":false,"state":null}]}]}
      $ tasks agenda 2026-11-19 --log
      Thu 19 Nov
        4ff  8:00  DONE Pay rent  +errand  closed
      $ tasks agenda eow..today
      ! tasks: 'eow..today' ends before it begins
      !   eow..today
      !   ^^^^^^^^^^
      ! write the earlier day first
      [2]
      $ tasks agenda list:wrk
      Fri 20 Nov  today  week 47
      Sat 21 Nov
      Sun 22 Nov
      Mon 23 Nov  week 48
      Tue 24 Nov
      Wed 25 Nov
      Thu 26 Nov
      ! tasks: no task is in the list 'wrk'; did you mean list:work?
      """#)
  }

  @Test func forecastsAndTimelines() throws {
    try expect(
      #"""
      $ tasks forecast today..2026-11-22
        Fri 20 Nov  ·
        Sat 21 Nov  1  ▪
        Sun 22 Nov  ·
      $ tasks forecast tomorrow list:home --json
      {"schema":1,"kind":"forecast","forecast":[{"date":"2026-11-21","entries":1,"effort":0}]}
      $ tasks done 2cc >/dev/null
      $ tasks wait 1bb / for Bob >/dev/null
      $ tasks modify 3dd +green >/dev/null
      $ tasks delete 3dd >/dev/null
      $ tasks timeline today
      Fri 20 Nov  today  week 47
        9:15  3dd  deleted  Water the plants
        9:15  3dd  changed  Water the plants            tags
        9:15  1bb  state    Call Bob about the invoice  WAIT
        9:15  2cc  done     Buy milk                    DONE
      $ tasks timeline today 2cc --json
      {"schema":1,"kind":"timeline","timeline":[{"date":"2026-11-20","entries":[{"time":"09:15","kind":"done","id":"2ccccccccccccccc","title":"Buy milk","detail":"DONE","minutes":null,"device":"laptop"}]}]}
      """#)
  }

  /// A span needs no quotes, and a filter after it is one.
  @Test func spansOfSeveralWords() throws {
    try expect(
      #"""
      $ tasks agenda next week list:home | head -n 2
      Mon 23 Nov  week 48
      Tue 24 Nov
      $ tasks agenda next week Water
      Mon 23 Nov  week 48
      Tue 24 Nov
      Wed 25 Nov
      Thu 26 Nov
      Fri 27 Nov
      Sat 28 Nov
        3dd  NEXT Water the plants  home  every week
      Sun 29 Nov
      $ tasks forecast next month Water | sed -n '1p;5p'
        Tue 1 Dec   ·
        Sat 5 Dec   1  ▪
      $ TASKS_NOW=2026-11-25T10:00 tasks timeline last week milk
      Thu 19 Nov
        10:00  2cc  added  Buy milk
      $ tasks clock add 1bb 2026-10-20@9:00 2026-10-20@10:00 >/dev/null
      $ tasks clock report last month +phone
      1:00  1bb  Call Bob about the invoice
      1:00  total
      $ tasks clock report last month +errand
      ! tasks: no time was clocked from Thu 2026-10-01 to Sat 2026-10-31
      $ TASKS_NOW=2026-12-01T10:00 tasks stats last month --json | cut -c1-100
      {"schema":1,"kind":"stats","stats":{"weeks":[{"start":"2026-10-26","opened":0,"finished":0,"removed"
      $ TASKS_NOW=2026-11-25T10:00 tasks log last week 2cc | cut -c10-
       Thu 2026-11-19 10:00  added  Buy milk  Test
      $ TASKS_NOW=2026-11-25T10:00 tasks log last month 2cc
      $ tasks log last week --since today
      ! tasks: 'last week' and --since or --until exclude each other
      [2]
      $ TASKS_NOW=2026-11-25T10:00 tasks diff last week | head -n 1
      Added
      $ tasks view save soon --block "agenda:next week list:home" && tasks soon | head -n 2
      saved the view soon
      agenda:next week list:home
      Mon 23 Nov  week 48
      """#)
  }

  @Test func viewsOfBlocks() throws {
    try expect(
      #"""
      $ tasks view save homely list:home --sort -title
      saved the view homely
      $ tasks view save review not list:work --block agenda:tomorrow --block list:+errand --block view:homely
      saved the view review
      $ tasks review
      agenda:tomorrow
      Sat 21 Nov
        3dd  NEXT Water the plants  home  every week

      list:+errand
      2cc  Buy milk  +errand  list:home

      homely
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      2cc  Buy milk  +errand  list:home
      $ tasks view
      homely  list:home  --sort -title
      review  not list:work  --block agenda:tomorrow  --block list:+errand  --block view:homely
      $ tasks view save homely --block view:homely
      ! tasks: the view 'homely' would have itself as a part
      [2]
      $ tasks view save x --block view:nothing
      ! tasks: there is no view 'nothing'; tasks view lists them
      [2]
      $ tasks view save x --block milk
      ! tasks: 'milk' is not a block of a view
      !   milk
      !   ^^^^
      ! try: agenda:week, list:+WAITING, view:NAME
      [2]
      $ tasks view save homely --block view:review
      saved the view homely
      $ tasks homely
      ! tasks: the view 'homely' has itself as a part: homely > review > homely
      [2]
      """#)
  }

  @Test func aViewWhosePartIsGone() throws {
    try expect(
      #"""
      $ tasks view save homely list:home && tasks view save review --block view:homely && tasks view save all --block view:review
      saved the view homely
      saved the view review
      saved the view all
      $ tasks view remove homely
      removed the view homely
      ! tasks: the view 'review' still has the block view:homely, and cannot be shown without it
      $ tasks all
      ! tasks: the view 'review' has the block view:homely, but there is no view 'homely'; tasks view lists them
      [2]
      $ tasks view remove all
      removed the view all
      """#)
  }

  /// A lone word that leaves nothing may be a slip.
  @Test func mistakenSpans() throws {
    try expect(
      #"""
      $ tasks agenda decmber | wc -l
      7
      ! tasks: 'decmber' is read as a filter; spans are day, today, yesterday, week, month, year, 2w, 2026-W48, DATE or DATE..DATE
      $ tasks forecast yeer | wc -l
      14
      ! tasks: 'yeer' is read as a filter; did you mean 'year'?
      $ tasks timeline foo
      ! tasks: 'foo' is read as a filter; spans are day, today, yesterday, week, month, year, 2w, 2026-W48, DATE or DATE..DATE
      $ tasks clock report yesterdy
      ! tasks: 'yesterdy' is read as a filter; did you mean 'yesterday'?
      ! tasks: no time was clocked from Mon 2026-11-16 to Sun 2026-11-22
      $ tasks agenda plants | grep -c plants
      1
      $ tasks agenda 2026-W48 | head -1 && tasks forecast 2026-12-01.. | wc -l
      Mon 23 Nov  week 48
      14
      """#)
  }

  @Test func dashboards() throws {
    try expect(
      #"""
      $ tasks modify 1bb due:2026-11-18 >/dev/null
      $ tasks refile 2cc inbox >/dev/null
      $ tasks dashboard
      Overdue
        1bb  [A] Call Bob about the invoice  1/3 ✎  +phone @office  work   2 days ago
      Next   Sat 21 ▪   Sun 22 ·   Mon 23 ·   Tue 24 ·   Wed 25 ·   Thu 26 ·
      In your order
        2cc  Buy milk                               +errand         inbox
        3dd  NEXT Water the plants                                  home   ▸ tomorrow  ↻ 1w
      3 open · 1 overdue · 1 in the inbox
      $ mkdir -p ../config/tasks && git config --file ../config/tasks/config tasks.dashboard "inbox lists home footer"
      $ tasks view save home list:home
      saved the view home
      $ XDG_CONFIG_HOME=$(cd .. && pwd)/config tasks dashboard
      Inbox
        2cc  Buy milk               +errand  inbox
      Lists
        home  1
        inbox  1
        work  1
      home
        3dd  NEXT Water the plants           home   ▸ tomorrow  ↻ 1w
      3 open · 1 overdue · 1 in the inbox
      $ tasks init ../empty >/dev/null 2>&1; TASKS_DIR=../empty tasks dashboard
      There are no tasks yet. Begin with:

        tasks add Buy milk due:fri +errand
        tasks tutorial
        tasks help
      """#)
  }
}
