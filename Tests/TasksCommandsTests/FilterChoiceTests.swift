import TasksCore
import TestSupport
import Testing

/// Verbs that change the tasks of a filter.
@Suite struct FilterChoiceTests {
  @Test func offATerminalItNeedsYes() throws {
    try expect(
      #"""
      $ tasks done +errand
      ! tasks: a filter selects the tasks, and nobody can be asked whether these are meant; add --yes to change them, or --dry-run to see them
      [2]
      $ tasks done list:home --dry-run
      would be done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      would be done 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ git status --porcelain && git rev-list --count HEAD
      2
      $ tasks done list:home milk --yes / from the corner
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks reopen +errand -y
      reopened 2cc  Buy milk  +errand  list:home
      reopened 4ff  Pay rent  +errand
      $ git log -1 --format=%s
      reopen: 2 tasks
      $ tasks done +errand -- 2cc
      ! tasks: no task has an id that begins with '+errand'; tasks list --all shows the ids
      [3]
      $ tasks done -y +nowhere
      ! tasks: no task has the tag 'nowhere'
      ! tasks: no task matches the filter
      $ tasks done -y due:never
      ! tasks: 'never' is not a date
      !   due:never
      !       ^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks done
      ! tasks: name the tasks, or select them with a filter: tasks done ID, or tasks done --where +tag
      [2]
      """#)
  }

  @Test func whereIsAFilterInOneArgument() throws {
    try expect(
      #"""
      $ tasks modify --where "list:home" --where "(+errand or rent)" pri:A +both --yes
      modified 2cc  [A] Buy milk  +errand +both  list:home
      $ tasks modify --where +both pri:A -y
      ! tasks: nothing to change
      $ tasks modify --where +both 2cc pri:B -y
      ! tasks: '2cc' is not a change
      !   2cc
      !   ^^^
      ! try: title:"…" for the title, +tag, -tag, due:fri and the like
      [2]
      $ tasks modify +both pri:B
      ! tasks: name the task before the changes, or select tasks with a filter: tasks modify ID +tag due:fri, or tasks modify --where +phone due:fri
      [2]
      $ tasks state --where "-both" wait --yes
      changed 1bb  WAIT [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      changed 3dd  WAIT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks start -both /plants/ -y
      started 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks wait --where +both 1bb -y
      ! tasks: no task matches the filter
      $ tasks refile @office --yes errands
      refiled 1bb  WAIT [A] Call Bob about the invoice [1/3]  +phone @office  list:errands  due Fri 2026-11-27 17:00
      $ tasks refile @office due:any
      ! tasks: 'due:any' is a condition; write the list after the filter: tasks refile +phone work
      [2]
      $ tasks refile --where @office "" --yes
      refiled 1bb  WAIT [A] Call Bob about the invoice [1/3]  +phone @office  due Fri 2026-11-27 17:00
      $ tasks delete list:home --yes
      deleted 2cc  [A] Buy milk  +errand +both  list:home  deleted 2026-11-20
      deleted 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  deleted 2026-11-20
      $ tasks restore +both -y
      restored 2cc  [A] Buy milk  +errand +both  list:home
      $ tasks purge -y -idea list:home
      purged 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  deleted 2026-11-20
      $ git status --porcelain && git log -4 --format=%s
      purge: Water the plants
      restore: Buy milk
      delete: 2 tasks
      refile: Call Bob about the invoice
      """#)
  }

  /// A pseudoterminal shows the lines as a person sees them.
  @Test func onATerminalItAsks() throws {
    let world = try World.withSampleStore()
    let refused = try world.onTerminal("tasks done list:home", typing: "n")
    #expect(refused.output.contains("Buy milk"))
    #expect(refused.output.contains("done these 2 tasks? [y/N]"))
    #expect(refused.output.contains("nothing was changed") && refused.status == 1)
    #expect(try world.git("rev-list", "--count", "HEAD", in: "store").output == "2\n")
    let agreed = try world.onTerminal("tasks done +errand", typing: "y")
    #expect(agreed.output.contains("done this task? [y/N]") && agreed.status == 0)
    #expect(try world.git("log", "-1", "--format=%s", in: "store").output == "done: Buy milk\n")
    #expect(!(try world.onTerminal("tasks start 1bb", typing: "n")).output.contains("?"))
  }

  @Test func conditionsAreToldFromIds() {
    for word in [
      "+tag", "-tag", "@office", "due:fri", "due.before:eow", "state:WAIT", "pri:", "list:work",
      "project:x", "/milk/", "(+a or +b)", "+OVERDUE", "effort:1h",
    ] { #expect(Query.isCondition(word), "\(word)") }
    for word in [
      "k7m", "k7mq2xw4tz9nbcde", "2026-11/call-bob.org", "./+odd.org", "/", "/tmp/x.org", "-", "+",
      "due", "http://x", "x:due:fri", "",
    ] { #expect(!Query.isCondition(word), "\(word)") }
  }
}
