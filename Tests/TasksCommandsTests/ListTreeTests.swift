import TestSupport
import Testing

/// Lists as trees, and commands after their filter, as Taskwarrior's users type them.
@Suite struct ListTreeTests {
  @Test func listsBelowLists() throws {
    try expect(
      #"""
      $ tasks modify 2cc project:work.web.shop && tasks modify 3dd list:work/web && tasks refile 1bb 'Dr. Who'
      modified 2cc  Buy milk  +errand  list:work/web/shop
      modified 3dd  NEXT Water the plants  list:work/web  sched Sat 2026-11-21 ++1w
      refiled 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:Dr. Who  due Fri 2026-11-27 17:00
      $ tasks lists
      Dr. Who        1 open, 0 done
      work           2 open, 0 done
      work/web       2 open, 0 done
      work/web/shop  1 open, 0 done
      $ tasks lists --json
      {"schema":1,"kind":"lists","lists":[{"name":"Dr. Who","open":1,"done":0},{"name":"work","open":2,"done":0},{"name":"work/web","open":2,"done":0},{"name":"work/web/shop","open":1,"done":0}]}
      $ tasks list project:work --columns id,list && tasks list list:work.web --columns id
      2cc	work/web/shop
      3dd	work/web
      2cc
      3dd
      $ tasks list "list:Dr. Who" --columns id
      1bb
      $ printf -- '---\nid: 9999999999999999\nstatus: todo\nlist: work.web\ntitle: Dotted\n---\n' > dotted.md && tasks list list:work/web --columns title
      Buy milk
      Water the plants
      Dotted
      """#)
  }

  @Test func aFilterBeforeTheCommand() throws {
    try expect(
      #"""
      $ tasks +errand modify pri:A --yes
      modified 2cc  [A] Buy milk  +errand  list:home
      $ tasks list:home pri:A done --yes
      done 2cc  DONE [A] Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks +errand list --done --columns id
      2cc
      4ff
      $ tasks list:work modify pri:B
      ! tasks: a filter selects the tasks, and nobody can be asked whether these are meant; add --yes to change them, or --dry-run to see them
      [2]
      $ tasks 2cc done
      ! tasks: the command comes first; did you mean 'tasks done 2cc'?
      [2]
      """#)
  }

  @Test func repeatsAsPeopleSayThem() throws {
    try expect(
      #"""
      $ tasks modify 2cc due:mon every:fortnight && tasks modify 2cc every:quarterly times:1 && tasks done 2cc
      modified 2cc  Buy milk  +errand  list:home  due Mon 2026-11-23 ++2w
      modified 2cc  Buy milk  +errand  list:home  due Mon 2026-11-23 ++3m  1 time
      done 2cc  DONE Buy milk  +errand  list:home  due Mon 2026-11-23 ++3m  1 time  closed 2026-11-20
      ! tasks: 'Buy milk' is finished for good, as this was the last of its times
      """#)
  }
}
