import TestSupport
import Testing

/// Parents and children, tasks that depend on others, and what is ready.
@Suite struct StructureTests {
  @Test func aTreeOfTasks() throws {
    try expect(
      #"""
      $ tasks modify 2cc parent:1bb && tasks modify 3dd parent:2cc && tasks modify 4ff parent:1bb
      modified 2cc  Buy milk  +errand  list:home  parent 1bb Call Bob about the invoice
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  parent 2cc Buy milk
      modified 4ff  DONE Pay rent  +errand  parent 1bb Call Bob about the invoice  closed 2026-11-19
      $ tasks list
      1bb  [A] Call Bob about the invoice [1/3] [1/2]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk [0/1]  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks list --tree --all --sort title --columns id,title
      1bb	Call Bob about the invoice
      2cc	  Buy milk
      3dd	    Water the plants
      4ff	  Pay rent
      $ tasks list --tree list:home
      2cc  Buy milk [0/1]  +errand  list:home
      3dd    NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks list --tree --group list
      ! tasks: --tree and --group exclude each other.
      [2]
      $ tasks show 1bb | sed -n '/^children/,/^created/p'
      children    2cc Buy milk
                  4ff Pay rent (DONE)
      created     Wed 2026-11-18 09:00
      $ tasks delete 4ff
      deleted 4ff  DONE Pay rent  +errand  closed 2026-11-19  deleted 2026-11-20
      $ tasks list --limit 1
      1bb  [A] Call Bob about the invoice [1/3] [0/1]  +phone @office  list:work  due Fri 2026-11-27 17:00
      """#)
  }

  @Test func aTreeOnATerminal() throws {
    let world = try World.withSampleStore()
    _ = try world.tasks("modify", "2cc", "parent:1bb", in: "store")
    let outcome = try world.onTerminal("tasks list --tree --columns id,title,marks")
    #expect(
      outcome.output.contains(
        """
          ID   Title
          1bb  Call Bob about the invoice  1/3 0/1 ✎
          2cc    Buy milk
        """), "\(outcome.output)")
  }

  @Test func whatIsReady() throws {
    try expect(
      #"""
      $ tasks modify 2cc depends:1bb
      modified 2cc  Buy milk  +errand  list:home  depends on 1bb Call Bob about the invoice
      $ tasks ready --format '{short} {title}'
      1bb Call Bob about the invoice
      $ TASKS_NOW=2026-11-21T08:00 tasks ready --format '{short} {title}'
      1bb Call Bob about the invoice
      3dd Water the plants
      $ TASKS_NOW=2026-11-21T08:00 tasks ready "+phone or list:home" --columns title --limit 1 --sort -title
      Water the plants
      $ tasks list +BLOCKED --columns title
      Buy milk
      $ tasks wait 1bb && tasks ready
      waiting 1bb  WAIT [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      ! tasks: no open task matches
      $ tasks ready --json
      {"schema":1,"kind":"tasks","tasks":[]}
      $ tasks ready --explain list:home
      all of
        +READY: open, not waiting, not blocked, not hidden and not scheduled for later
        list is home, or below it
      """#)
  }

  @Test func aBlockedTaskIsNotFinished() throws {
    try expect(
      #"""
      $ tasks modify 2cc depends:1bb,3dd
      modified 2cc  Buy milk  +errand  list:home  depends on 1bb Call Bob about the invoice, 3dd Water the plants
      $ tasks done 2cc
      ! tasks: 'Buy milk' depends on 1bb Call Bob about the invoice, 3dd Water the plants; finish them first, or add --force
      [1]
      $ tasks state 2cc DONE
      ! tasks: 'Buy milk' depends on 1bb Call Bob about the invoice, 3dd Water the plants; finish them first, or add --force
      [1]
      $ tasks wait 2cc && tasks cancel 2cc --dry-run
      waiting 2cc  WAIT Buy milk  +errand  list:home
      would be canceled 2cc  CANCELED Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks done 2cc 1bb 3dd --dry-run | cut -c1-20
      would be done 2cc  D
      would be done 1bb  D
      would be done 3dd  W
      $ tasks state 2cc DONE --force / it was in the fridge
      changed 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks done 2cc
      ! tasks: nothing to change
      """#)
  }

  @Test func onATerminalItAsks() throws {
    let world = try World.withSampleStore()
    _ = try world.tasks("modify", "2cc", "depends:1bb", in: "store")
    let refused = try world.onTerminal("tasks done 2cc", typing: "n")
    #expect(refused.output.contains("finish it now? [y/N]"))
    #expect(refused.output.contains("nothing was changed"))
    #expect(refused.status == 1)
    let agreed = try world.onTerminal("tasks done 2cc", typing: "y")
    #expect(agreed.output.contains("done 2cc"), "\(agreed.output)")
    #expect(try world.tasks("list", "2cc", "--done", in: "store").output.hasPrefix("2cc  DONE"))
  }

  @Test func aCircleIsRefusedWhenItIsMade() throws {
    try expect(
      #"""
      $ tasks modify 2cc depends:1bb && tasks modify 3dd parent:2cc depends:2cc
      modified 2cc  Buy milk  +errand  list:home  depends on 1bb Call Bob about the invoice
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  parent 2cc Buy milk  depends on 2cc Buy milk
      $ tasks modify 1bb depends:3dd
      ! tasks: then tasks depend on themselves, so none of them can be begun: 1bb Call Bob about the invoice → 3dd Water the plants → 2cc Buy milk → 1bb Call Bob about the invoice; to break the circle elsewhere: tasks modify 2cc depends:
      [2]
      $ tasks modify 2cc parent:3dd
      ! tasks: then tasks are below themselves: 2cc Buy milk → 3dd Water the plants → 2cc Buy milk; to break the circle elsewhere: tasks modify 3dd parent:
      [2]
      $ tasks modify 1bb 3dd depends:2cc --dry-run
      ! tasks: then tasks depend on themselves, so none of them can be begun: 1bb Call Bob about the invoice → 2cc Buy milk → 1bb Call Bob about the invoice; to break the circle elsewhere: tasks modify 2cc depends:
      [2]
      $ printf '{"id":"a2345678","title":"A","blockers":["b2345678"]}\n{"id":"b2345678","title":"B","blockers":["a2345678"]}\n' | tasks add -
      ! tasks: then tasks depend on themselves, so none of them can be begun: a23 A → b23 B → a23 A; to break the circle elsewhere: tasks modify b23 depends:
      [2]
      $ git status --porcelain
      """#)
  }

  /// Two devices can make it together; a hand edit does the same.
  @Test func aCircleOfAMergeIsNamed() throws {
    try expect(
      #"""
      $ tasks modify 2cc depends:1bb && tasks modify 3dd parent:2cc
      modified 2cc  Buy milk  +errand  list:home  depends on 1bb Call Bob about the invoice
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  parent 2cc Buy milk
      $ sed -i 's/^:RANK: .*/&\n:BLOCKER: ids(2ccccccccccccccc)/' 2026-11/call-bob-*.org
      $ sed -i 's/^:RANK: .*/&\n:PARENT: 3ddddddddddddddd/' 2026-11/buy-milk-*.org
      $ tasks ready
      ! tasks: no open task matches
      $ tasks list +BLOCKED --tree --columns id,title
      1bb	Call Bob about the invoice
      2cc	Buy milk
      $ tasks list --tree --columns id,title
      1bb	Call Bob about the invoice
      2cc	Buy milk
      3dd	  Water the plants
      $ tasks status 2>/dev/null | grep circle
      circle     2cc Buy milk → 3dd Water the plants → 2cc Buy milk
      circle     1bb Call Bob about the invoice → 2cc Buy milk → 1bb Call Bob about the invoice
      $ tasks doctor | grep -A1 cycles
      wrong   cycles: tasks are below themselves: 2cc Buy milk → 3dd Water the plants → 2cc Buy milk
              break the circle with: tasks modify 3dd parent:
      wrong   cycles: tasks depend on themselves, so none of them can be begun: 1bb Call Bob about the invoice → 2cc Buy milk → 1bb Call Bob about the invoice
              break the circle with: tasks modify 2cc depends:
      $ tasks modify 3dd parent: && tasks modify 2cc depends:
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      modified 2cc  Buy milk  +errand  list:home
      $ tasks status 2>/dev/null | grep circle
      [1]
      """#)
  }
}
