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
      modified 2cc  Buy milk  +errand  list:home
      Call Bob about the invoice
      $ tasks list prop.vendor:acme effort.over:1h +PARENT --format '{title}'
      Call Bob about the invoice
      $ tasks list +CHILD --format '{title}' && tasks list +REPEATING +WEEK --format '{title}'
      Buy milk
      Water the plants
      $ tasks done 2cc && tasks list +PARENT
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
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
      $ tasks list efort.none: --json
      {"schema":1,"kind":"tasks","tasks":[]}
      ! tasks: 'efort.none:' is searched as text; did you mean effort.none:?
      $ tasks modify 2cc prio:B
      ! tasks: 'prio:' is not a change
      !   prio:B
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
}
