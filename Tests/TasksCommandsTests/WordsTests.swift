import TestSupport
import Testing

/// What is typed is understood, and what is wrong in it is explained.
@Suite struct WordsTests {
  @Test func quotedFilters() throws {
    try expect(
      #"""
      $ tasks list "list:work (pri:A or due:overdue)" --format '{title}'
      Call Bob about the invoice
      $ tasks list 'list:home not +errand' --format '{title}'
      Water the plants
      $ tasks modify 2cc 'list:Two words' && tasks list 'list:Two words' --format '{title}'
      modified 2cc  Buy milk  +errand  list:Two words
      Buy milk
      $ tasks list 'list:"Two words" +errand' --format '{title}'
      Buy milk
      """#)
  }

  @Test func moreFilters() throws {
    try expect(
      #"""
      $ tasks modify 1bb list:work/clients && tasks modify 2cc parent:1bb && tasks list list:work --format '{title}'
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work/clients  due Fri 2026-11-27 17:00
      modified 2cc  Buy milk  +errand  list:home  parent 1bb Call Bob about the invoice
      Call Bob about the invoice
      $ tasks list prop.vendor:acme effort.over:1h +PARENT --format '{title}'
      Call Bob about the invoice
      $ tasks list +CHILD --format '{title}' && tasks list +REPEATING +WEEK --format '{title}'
      Buy milk
      Water the plants
      $ tasks done 2cc && tasks list +PARENT
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      ! tasks: no open task matches
      """#)
  }

  @Test func mistypedKeys() throws {
    try expect(
      #"""
      $ tasks add --dry-run Lunch du:fri http://x
      would be added ID  Lunch du:fri http://x
      ! tasks: 'du:fri' is part of the title; did you mean due:fri?
      $ tasks add --dry-run -- Lunch du:fri
      would be added ID  Lunch du:fri
      $ printf 'Lunch lst:work\n' | tasks add - --dry-run
      would be added ID  Lunch lst:work
      ! tasks: 'lst:work' is part of the title; did you mean list:work?
      $ tasks list lst:work
      ! tasks: 'lst:work' is searched as text; did you mean list:work?
      ! tasks: no open task matches
      $ tasks list efort.none: --json
      {"schema":1,"kind":"tasks","tasks":[]}
      ! tasks: 'efort.none:' is searched as text; did you mean effort.none:?
      $ tasks modify 2cc prii:B
      ! tasks: 'prii:' is not a change
      !   prii:B
      !   ^^^^
      ! try: pri:B
      [2]
      """#)
  }

  @Test func explained() throws {
    try expect(
      #"""
      $ tasks list --explain "list:work (pri:A or due:overdue)" due.before:eow
      all of
        list is work, or below it
        any of
          priority is A
          open, and the deadline has passed by Fri 2026-11-20 09:15
        due before Sun 2026-11-22
      $ tasks list --explain
      every task
      $ tasks list --explain --format x
      ! tasks: --format and --explain exclude each other.
      [2]
      """#)
  }

  @Test func tasksByATitleOrASlip() throws {
    try expect(
      #"""
      $ tasks done milk
      ! tasks: no task has an id that begins with 'milk', but a title has it: 2cc Buy milk
      [3]
      $ tasks reopen the
      ! tasks: no task has an id that begins with 'the', but titles have it: 1bb Call Bob about the invoice, 3dd Water the plants
      [3]
      $ tasks done 2cb
      ! tasks: no task has an id that begins with '2cb'; did you mean 2cc Buy milk?
      [3]
      $ tasks done 1b
      ! tasks: '1b' is too short for an id: at least 3 characters are needed; it begins 1bb Call Bob about the invoice
      [3]
      $ tasks done milk --json 2>&1 | cut -c 1-48
      {"schema":1,"kind":"error","error":"not-found","
      $ for i in 1 2 3 4 5; do echo Milk $i; done | tasks add - > /dev/null; tasks done MILK 2>&1 | grep -c 'Milk 4 and 1 more'
      1
      $ git status --porcelain
      """#)
  }

  @Test func namesThatNoTaskHas() throws {
    try expect(
      #"""
      $ tasks list +phnoe
      ! tasks: no task has the tag 'phnoe'; did you mean +phone?
      ! tasks: no open task matches
      $ tasks list +Phone or @offce
      ! tasks: no task has the tag 'Phone'; did you mean +phone?
      ! tasks: no task has the tag '@offce'; did you mean @office?
      ! tasks: no open task matches
      $ tasks list +overdue
      ! tasks: no task has the tag 'overdue'; did you mean +OVERDUE?
      ! tasks: no open task matches
      $ tasks list list:hmoe +errand
      ! tasks: no task is in the list 'hmoe'; did you mean list:home?
      ! tasks: no open task matches
      $ tasks list +nothing-like-it list:elsewhere
      ! tasks: no task has the tag 'nothing-like-it'
      ! tasks: no task is in the list 'elsewhere'
      ! tasks: no open task matches
      $ tasks list +phone +errand
      ! tasks: no open task matches
      $ tasks list +phnoe or +phone --format '{title}'
      Call Bob about the invoice
      $ tasks list +phnoe --json
      {"schema":1,"kind":"tasks","tasks":[]}
      """#)
  }

  @Test func settingsAndCommands() throws {
    try expect(
      #"""
      $ tasks config max-opne
      ! tasks: there is no setting 'max-opne'; did you mean 'max-open'?
      [2]
      $ tasks config max-opne 300
      ! tasks: there is no setting 'max-opne'; did you mean 'max-open'?
      [2]
      $ tasks config tasks.fromat md
      ! tasks: there is no setting 'tasks.fromat'; did you mean 'format'?
      [2]
      $ tasks config colour
      ! tasks: there is no setting 'colour'; tasks help settings lists them
      [2]
      $ tasks moddify 2cc pri:A
      ! tasks: unknown command 'moddify'; did you mean 'modify'?
      [2]
      $ tasks config theme light
      set tasks.theme = light, a setting of yours alone
      $ tasks 2cc done
      ! tasks: the command comes first; did you mean 'tasks done 2cc'?
      [2]
      $ tasks -errand done --dry-run
      would be done 1bb  DONE [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  closed 2026-11-20
      would be done 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ tasks -phone -home nothing --all
      ! tasks: no task matches
      $ tasks +errand list --json
      {"schema":1,"kind":"tasks","tasks":[{"id":"2ccccccccccccccc","short":"2cc","path":"2026-11/buy-milk-2ccccccccccccccc.org","format":"org","title":"Buy milk","state":"TODO","done":false,"priority":null,"rank":2,"tags":["errand"],"list":"home","created":"2026-11-18T09:05","scheduled":null,"scheduled_end":null,"deadline":null,"deadline_end":null,"repeat":{},"warning":{},"last_repeat":null,"closed":null,"deleted":null,"reminders":[],"important":false,"alerts":[],"location":null,"effort":null,"habit":false,"parent":null,"blockers":[],"discovered_from":null,"muted":false,"wait":null,"repeat_on":null,"repeat_until":null,"repeat_times":null,"properties":{},"checklist":[],"log":[],"clocks":[],"notes":null,"sync":"not synchronized"}]}
      $ tasks annotate 2cc x
      ! tasks: unknown command 'annotate'; did you mean 'note'?
      [2]
      $ tasks undelete 2cc
      ! tasks: unknown command 'undelete'; did you mean 'restore'?
      [2]
      $ tasks view save errands +errand >new && tasks erands
      ! tasks: unknown command 'erands'; did you mean 'errands'?
      [2]
      $ tasks list +errand AND list:home OR +phone --format '{title}'
      Call Bob about the invoice
      Buy milk
      $ tasks sl
      ! tasks: unknown command 'sl'; tasks help lists the commands; to add it: tasks add sl; to search: tasks list sl
      [2]
      """#)
  }
}
