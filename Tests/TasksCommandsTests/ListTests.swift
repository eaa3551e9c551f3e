import Foundation
import TestSupport
import Testing

@Suite struct ListTests {
  /// On a terminal and in what a command says of its change, a link in a title is its description.
  @Test func linksInTitlesAreShownByTheirDescriptions() throws {
    let world = try World.withSampleStore()
    let title = "Trip to [[https://example.org/kyoto][Kyoto]], =[[a][b]]= and /all/"
    try world.write(
      "---\nid: 4eeeeeeeeeeeeeee\nstatus: todo\ntitle: 'Plan [[Quarter|Q4]] [there](https://example.org)'\n---\n",
      to: "store/2026-11/plan-4eeeeeeeeeeeeeee.md")
    try expect(
      #"""
      $ tasks add '\(title)' due:today && ls 2026-11 | grep trip | cut -c 1-22
      added ID  Trip to Kyoto, =[[a][b]]= and /all/  due Fri 2026-11-20
      trip-to-kyoto-a-b-and-
      $ tasks list kyoto or Q4 | cut -c 6-
      \(title)  due Fri 2026-11-20
      Plan [[Quarter|Q4]] [there](https://example.org)
      $ tasks list kyoto --format '{title}'; tasks list --json kyoto | grep -o '"title":"[^"]*"'
      \(title)
      "title":"\(title)"
      $ tasks agenda today | grep Trip | cut -c 8-
      Trip to Kyoto, =[[a][b]]= and /all/  due
      $ tasks done 4ee
      done 4ee  DONE Plan Q4 there  closed 2026-11-20
      """#.replacing(#"\(title)"#, with: title), in: world)
    let shown = try world.onTerminal("tasks list trip; tasks list --columns title trip").output
    #expect(
      shown.components(separatedBy: "Trip to Kyoto, =[[a][b]]= and /all/").count == 3, "\(shown)")
  }

  @Test func whichTasks() throws {
    try expect(
      #"""
      $ tasks
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks list
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks ls --done
      4ff  DONE Pay rent  +errand  closed 2026-11-19
      $ tasks l --all
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      4ff  DONE Pay rent  +errand  closed 2026-11-19
      $ tasks list --deleted
      5gg  Old idea  deleted 2026-11-19
      $ tasks trash
      5gg  Old idea  deleted 2026-11-19
      $ tasks list nothing like that
      ! tasks: no open task matches
      $ tasks list --format '{short}|{state}|{priority}|{tags}|{list}|{due}|{effort}'
      1bb|TODO|A|phone @office|work|2026-11-27T17:00|1:30
      2cc|TODO||errand|home||
      3dd|NEXT|||home||
      $ tasks list --format '{nonsense}'
      ! tasks: '{nonsense}' is not a field; the fields are {short} {age} {alerts} {assignee} {blockers} {checklist} {clocks} {closed} {created} {deadline} {deadline_end} {deleted} {discovered_from} {done} {due} {effort} {format} {geo} {habit} {id} {important} {last_repeat} {list} {location} {log} {muted} {notes} {parent} {path} {priority} {properties} {radius} {rank} {reminders} {repeat} {repeat_on} {repeat_times} {repeat_until} {scheduled} {scheduled_end} {state} {sync} {tags} {title} {urgency} {wait} {warning} {why}
      [2]
      $ tasks list --unknown
      ! tasks: Unknown option '--unknown'
      [2]
      $ tasks list --done --deleted
      ! tasks: --done and --deleted exclude each other.
      [2]
      $ tasks list --json --jsonl
      ! {"schema":1,"kind":"error","error":"usage","message":"--json and --jsonl exclude each other.\nUsage: tasks list [<filter> ...]\n  See 'tasks list --help' for more information."}
      [2]
      $ tasks lsit
      ! tasks: unknown command 'lsit'; did you mean 'list'?
      [2]
      $ git status --porcelain && git rev-list --count HEAD
      2
      """#)
  }

  @Test func filters() throws {
    try expect(
      #"""
      $ tasks list +phone --format '{title}'
      Call Bob about the invoice
      $ tasks list @office --format '{title}'
      Call Bob about the invoice
      $ tasks list -errand --format '{title}'
      Call Bob about the invoice
      Water the plants
      $ tasks list list:home --format '{title}'
      Buy milk
      Water the plants
      $ tasks list state:NEXT --format '{title}'
      Water the plants
      $ tasks list pri:A --format '{title}'
      Call Bob about the invoice
      $ tasks list due.before:2026-11-28 --format '{title}'
      Call Bob about the invoice
      $ tasks list due:overdue --format '{title}'
      ! tasks: no open task matches
      $ TASKS_NOW=2026-11-28T00:00 tasks list due:overdue --format '{title}'
      Call Bob about the invoice
      $ tasks list CONTRACT --format '{title}'
      Call Bob about the invoice
      $ tasks list '/mi.k$/' --format '{title}'
      Buy milk
      $ tasks list 'list:home' and not +errand --format '{title}'
      Water the plants
      $ tasks list '(' milk or plants ')' list:home --format '{title}'
      Buy milk
      Water the plants
      $ tasks list 2cc --format '{title}'
      Buy milk
      $ tasks list effort.any: list.any: --format '{title}'
      Call Bob about the invoice
      $ tasks list +READY --format '{title}'
      Call Bob about the invoice
      Buy milk
      $ tasks list '(' milk
      ! tasks: this parenthesis is never closed
      !   (
      !   ^
      ! write as many ( as )
      [2]
      $ tasks list '/a(/'
      ! tasks: missing closing parenthesis
      !   /a(/
      !     ^
      ! put a \ before a character to match it literally
      [2]
      $ tasks list due.around:fri
      ! tasks: 'around' is not a comparison
      !   due.around:fri
      !       ^^^^^^
      ! try: .is, .before, .after, .any, .none
      [2]
      $ tasks add Sort me list:inbox >new && tasks list +INBOX --format '{title}'
      Sort me
      $ tasks list due:whenever
      ! tasks: 'whenever' is not a date
      !   due:whenever
      !       ^^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      """#)
  }

  @Test func json() throws {
    let world = try World.withSampleStore()
    let document = try Document(try world.tasks("list", "--all", "--json", in: "store"))
    #expect(document.keys(depth: 1) == ["schema", "kind", "tasks"])
    #expect(document.fields["schema"] as? Int == 1)
    #expect(document.fields["kind"] as? String == "tasks")
    #expect(
      document.keys(depth: 3) == [
        "id", "short", "path", "format", "title", "state", "done", "priority", "rank", "tags",
        "list", "created", "scheduled", "scheduled_end", "deadline", "deadline_end", "repeat",
        "warning", "last_repeat", "closed", "deleted", "reminders", "important", "alerts",
        "location", "effort", "habit", "parent", "blockers", "discovered_from", "muted", "wait",
        "repeat_on", "repeat_until", "repeat_times",
        "properties",
        "checklist", "log",
        "clocks", "notes", "sync",
      ])
    let bob = try #require(document.tasks.first)
    #expect(bob["id"] as? String == "1bbbbbbbbbbbbbbb")
    #expect(bob["short"] as? String == "1bb")
    #expect(bob["path"] as? String == "2026-11/call-bob-1bbbbbbbbbbbbbbb.org")
    #expect(bob["title"] as? String == "Call Bob about the invoice")
    #expect(bob["done"] as? Bool == false)
    #expect(bob["priority"] as? String == "A")
    #expect(bob["rank"] as? Double == 1)
    #expect(bob["tags"] as? [String] == ["phone", "@office"])
    #expect(bob["deadline"] as? String == "2026-11-27T17:00")
    #expect(bob["warning"] as? [String: String] == ["deadline": "3d"])
    #expect(bob["effort"] as? Int == 90)
    #expect(bob["properties"] as? [String: String] == ["VENDOR": "ACME"])
    #expect(
      (bob["checklist"] as? [[String: Any]])?.compactMap { $0["checked"] as? Bool } == [
        false, true, false,
      ])
    #expect(bob["sync"] as? String == "not synchronized")
    #expect(bob["closed"] is NSNull && bob["parent"] is NSNull)
    #expect(document.tasks.map { $0["short"] as? String } == ["1bb", "2cc", "3dd", "4ff"])
    let rent = try #require(document.tasks.last)
    #expect(rent["closed"] as? String == "2026-11-19T08:00")
    #expect((rent["log"] as? [[String: Any]])?.first?["to"] as? String == "DONE")
  }

  @Test func jsonLines() throws {
    let world = try World.withSampleStore()
    let outcome = try world.tasks("list", "--jsonl", in: "store")
    let lines = outcome.output.split(separator: "\n")
    #expect(
      try lines.map { try Document(String($0)).fields["short"] as? String } == [
        "1bb", "2cc", "3dd",
      ])
    let empty = try world.tasks("list", "--json", "nothing like that", in: "store")
    #expect(empty.output == #"{"schema":1,"kind":"tasks","tasks":[]}"# + "\n")
    #expect(empty.status == 0)
  }

  @Test func asItWas() throws {
    try expect(
      #"""
      $ tasks done 2cc && tasks modify 1bb title:"Call Bob" && tasks delete 3dd
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      modified 1bb  [A] Call Bob [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      deleted 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  deleted 2026-11-20
      $ tasks list --format '{title}'
      Call Bob
      $ tasks list --at 2026-11-19T12:00 --format '{title}'
      Call Bob about the invoice
      Buy milk
      Water the plants
      $ tasks show 1bb --at 2026-11-19T12:00 | head -1
      Call Bob about the invoice
      $ tasks list --at 2026-11-18 --format '{title}'
      ! tasks: no open tasks
      $ tasks list --at 2020-01-01
      ! tasks: '2020-01-01' is before the history, which begins at Tue 2026-11-17 09:00
      [2]
      $ tasks show 1bb --at 2020-01-01
      ! tasks: '2020-01-01' is before the history, which begins at Tue 2026-11-17 09:00
      [2]
      $ tasks list --at sometime
      ! tasks: 'sometime' is neither a date nor a commit of this repository
      ! try: yesterday, -3d, "last friday", 2026-11-20@17:00, @{3}, or a commit that tasks log shows
      [2]
      """#)
  }

  @Test func show() throws {
    try expect(
      #"""
      $ tasks show 1bb
      Call Bob about the invoice
      id          1bbbbbbbbbbbbbbb
      state       TODO
      priority    A
      tags        phone @office
      list        work
      due         Fri 2026-11-27 17:00 -3d
      effort      1:30
      VENDOR      ACME
      created     Wed 2026-11-18 09:00
      rank        1
      sync        not synchronized
      file        2026-11/call-bob-1bbbbbbbbbbbbbbb.org

         He has the number.

       1 - [ ] find the number
       2 - [X] read the contract
       3 - [ ] call
      $ tasks info 2cc 4ff
      Buy milk
      id          2ccccccccccccccc
      state       TODO
      tags        errand
      list        home
      created     Wed 2026-11-18 09:05
      rank        2
      sync        not synchronized
      file        2026-11/buy-milk-2ccccccccccccccc.org

      Pay rent
      id          4fffffffffffffff
      state       DONE
      tags        errand
      closed      Thu 2026-11-19 08:00
      created     Wed 2026-11-18 09:15
      rank        5
      sync        not synchronized
      file        2026-11/pay-rent-4fffffffffffffff.org

      Thu 2026-11-19 08:00  TODO → DONE
      $ tasks show 1bb --path
      ~/store/2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      $ tasks show 5gg --raw
      * TODO Old idea :ARCHIVE:
      :PROPERTIES:
      :ID:       5ggggggggggggggg
      :RANK:     6
      :CREATED:  [2026-11-18 Wed 09:20]
      :DELETED:  [2026-11-19 Thu 09:00]
      :END:
      $ tasks show 2026-11/buy-milk-2ccccccccccccccc.org --raw
      * TODO Buy milk :errand:
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :END:
      $ tasks show zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks show b
      ! tasks: 'b' is too short for an id: at least 3 characters are needed; tasks list --all shows the ids
      [3]
      $ tasks show
      ! tasks: Missing expected argument '<id> ...'
      [2]
      """#)
  }

  @Test func controlCharactersAreMadeVisible() throws {
    let world = try World.withSampleStore()
    try world.write(
      "* TODO Red \u{1B}[31malert\u{7}\u{202E}\n:PROPERTIES:\n:CATEGORY: a\u{1B}b\n:END:\nnote \u{1B}[2J\n",
      to: "store/bad.org")
    try world.write("* TODO Name\n", to: "store/bad\u{1B}[1m.org")
    let places = [
      ["list"], ["show", "bad.org"], ["lists"], ["tags"], ["done", "bad.org"], ["log"],
    ]
    for arguments in places {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("\u{1B}"), "\(arguments)")
      #expect(!(outcome.output + outcome.errors).contains("\u{202E}"), "\(arguments)")
    }
  }

  @Test func colourOnlyWhereItIsWanted() throws {
    let world = try World.withSampleStore()
    func list(_ variables: [String: String?]) throws -> String {
      try world.tasks("list", in: "store", environment: variables).output
    }
    #expect(!(try list([:])).contains("\u{1B}"))
    #expect(try list(["CLICOLOR_FORCE": "1"]).contains("\u{1B}["))
    #expect(!(try list(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])).contains("\u{1B}"))
    #expect(!(try list(["CLICOLOR_FORCE": "0"])).contains("\u{1B}"))
  }
}
