import TestSupport
import Testing

/// What to do next, and why.
@Suite struct NextTests {
  @Test func theMostUrgentFirst() throws {
    try expect(
      #"""
      $ tasks modify 3dd due:2026-11-10 pri:B sched: every: && tasks modify 2cc depends:1bb pri:A
      modified 3dd  NEXT [B] Water the plants  list:home  due Tue 2026-11-10
      modified 2cc  [A] Buy milk  +errand  list:home  depends on 1bb Call Bob about the invoice
      $ tasks next
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      3dd  NEXT [B] Water the plants  list:home  due Tue 2026-11-10
      $ tasks next --why
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
        20.4 = due 27 Nov 17:00 5.5, blocks 1 task 8, priority A 6, place in your order 0.9
      3dd  NEXT [B] Water the plants  list:home  due Tue 2026-11-10
        20.3 = overdue 10 days ago 12, started 4, priority B 3.9, place in your order 0.4
      $ tasks next --limit 1 --json | python3 -c 'import json,sys; t=json.load(sys.stdin)["tasks"][0]; print(t["title"], t["urgency"], t["why"])'
      Call Bob about the invoice 20.4 [{'reason': 'due', 'text': 'due 27 Nov 17:00', 'points': 5.5}, {'reason': 'blocking', 'text': 'blocks 1 task', 'points': 8}, {'reason': 'priority', 'text': 'priority A', 'points': 6}, {'reason': 'order', 'text': 'place in your order', 'points': 0.9}]
      $ tasks list --sort urgency --columns urgency,title,why
      20.4	Call Bob about the invoice	due 27 Nov 17:00 5.5, blocks 1 task 8, priority A 6, place in your order 0.9
      20.3	Water the plants	overdue 10 days ago 12, started 4, priority B 3.9, place in your order 0.4
      1.7	Buy milk	blocked -5, priority A 6, place in your order 0.7
      $ tasks list --sort -urgency --format '{urgency} {title}'
      1.7 Buy milk
      20.3 Water the plants
      20.4 Call Bob about the invoice
      $ tasks config urgency.due 0 && tasks next --why --limit 2
      set urgency.due = 0
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
        14.9 = blocks 1 task 8, priority A 6, place in your order 0.9
      3dd  NEXT [B] Water the plants  list:home  due Tue 2026-11-10
        8.3 = started 4, priority B 3.9, place in your order 0.4
      $ tasks config urgency.due much
      ! tasks: 'much' is not a valid value of urgency.due: it is no number from -1000 to 1000
      [2]
      $ tasks config urgency.fame 3
      ! tasks: there is no setting 'urgency.fame'; did you mean 'urgency.age'?
      [2]
      $ tasks config dashboard urgent && tasks dashboard
      set tasks.dashboard = urgent, a setting of yours alone
      Most urgent
        1bb  [A] Call Bob about the invoice  1/3 ✎  +phone @office  work  27 Nov 17:00 ≈1h30m
        3dd  NEXT [B] Water the plants                              home  10 days ago
      $ tasks next list:nowhere
      ! tasks: no task is in the list 'nowhere'
      ! tasks: no open task matches
      """#)
  }
}
