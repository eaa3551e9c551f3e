import TestSupport
import Testing

@Suite struct AddTests {
  @Test func quickAddWords() throws {
    try expect(
      #"""
      $ tasks add Call Alice about https://example.org/x:1 +phone @office list:work due:fri@17:00 sched:tomorrow pri:B effort:1h30m
      added ID  [B] Call Alice about https://example.org/x:1  +phone @office  list:work  sched Sat 2026-11-21  due Fri 2026-11-27 17:00  effort 1:30
      $ tasks add "(C) Two words" project:home due:"in 3 days" remind:2026-11-27T08:00 at:"Office, Prague"
      added ID  [C] Two words  list:home  due Mon 2026-11-23  remind Fri 2026-11-27 08:00  place Office, Prague
      $ tasks add Fix it parent:1bb depends:2cc,3dd every:2w due:mon / It leaks.
      added ID  Fix it  due Mon 2026-11-23 ++2w  parent 1bb Call Bob about the invoice  depends on 2cc Buy milk, 3dd Water the plants  note It leaks.
      $ tasks add -- +x due:fri stays text
      added ID  +x due:fri stays text
      $ tasks add 3 x - y -5° + 2
      added ID  3 x - y -5° + 2
      $ tasks add --dry-run Never there
      would be added ID  Never there
      $ tasks list --all --format '{rank} {title}'
      1 Call Bob about the invoice
      2 Buy milk
      4 Water the plants
      5 Pay rent
      7 Call Alice about https://example.org/x:1
      8 Two words
      9 Fix it
      10 +x due:fri stays text
      11 3 x - y -5° + 2
      $ cat "$(tasks show --path "$(tasks list Alice --format '{id}')")" | grep -v '^:ID:'
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * TODO [#B] Call Alice about https://example.org/x:1 :phone:@office:
      DEADLINE: <2026-11-27 Fri 17:00> SCHEDULED: <2026-11-21 Sat>
      :PROPERTIES:
      :RANK:     7
      :CREATED:  [2026-11-20 Fri 09:15]
      :CATEGORY: work
      :Effort:   1:30
      :END:
      $ git status --porcelain
      """#)
  }

  @Test func fromStandardInput() throws {
    try expect(
      #"""
      $ printf 'One +a\n\nTwo due:fri\r\nThree' | tasks add -
      added ID  One  +a
      added ID  Two  due Fri 2026-11-27
      added ID  Three
      $ git log -1 --format=%B
      add: 3 tasks

      - One
      - Two
      - Three

      Tasks-Device: laptop
      Tasks-Operation: add

      $ git rev-list --count HEAD
      3
      $ printf 'Good\nBad due:someday\n' | tasks add -
      ! tasks: line 2: 'someday' is not a date
      !   Bad due:someday
      !           ^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ printf '' | tasks add -
      ! tasks: nothing to change
      $ git status --porcelain && git rev-list --count HEAD
      3
      """#)
  }

  /// To Org they are no words; `[/]` asks for a count, and needs no telling.
  @Test func countsInTitles() throws {
    try expect(
      #"""
      $ tasks add "Watch [2/3] of it"
      added ID  Watch of it
      ! tasks: '[2/3]' is a count of the task's checkboxes, as in Org, and not part of its title
      $ tasks add "Do all [/]"
      added ID  Do all
      $ tasks modify "$(tasks list Do --format '{id}')" "title:Do [50%] all" | sed 's|modified [a-z0-9]*|ID|'
      ID  Do all
      ! tasks: '[50%]' is a count of the task's checkboxes, as in Org, and not part of its title
      """#)
  }

  @Test func titlesThatAreRefused() throws {
    try expect(
      #"""
      $ tasks add Pay due:tommorow
      ! tasks: 'tommorow' is not a date
      !   due:tommorow
      !       ^^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks add Pay "due:in three days"
      ! tasks: 'in three days' is not a date
      !   due:in three days
      !       ^^^^^^^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks add Pay due:2026-02-30
      ! tasks: there is no day 2026-02-30
      !   due:2026-02-30
      !       ^^^^^^^^^^
      ! try: the year, the month and the day, as in 2026-11-27
      [2]
      $ tasks add Pay due:fri@25:00
      ! tasks: '25:00' is not a time of day
      !   due:fri@25:00
      !           ^^^^^
      ! try: hours and minutes, as in 17:00, or 5pm, noon
      [2]
      $ tasks add Pay sched:
      added ID  Pay
      $ tasks add Pay pri:AA
      ! tasks: 'AA' is not a priority
      !   pri:AA
      !       ^^
      ! try: a letter, A to Z, or a digit; nothing after pri: clears it
      [2]
      $ tasks add Pay pri:10
      ! tasks: '10' is not a priority
      !   pri:10
      !       ^^
      ! try: a letter, A to Z, or a digit; nothing after pri: clears it
      [2]
      $ tasks add Pay effort:long
      ! tasks: 'long' is not a length of time
      !   effort:long
      !          ^^^^
      ! try: 90 (minutes), 1:30, 1h30, 45min, 2h, 1d, 1w
      [2]
      $ tasks add Pay every:1w
      ! tasks: the task has no date to repeat
      !   every:1w
      !         ^^
      ! give it one in the same command, as in due:fri
      [2]
      $ tasks add Pay rank:0
      ! tasks: '0' is not a rank
      !   rank:0
      !        ^
      ! try: a number above 0, as in 1024.5
      [2]
      $ tasks add Pay due:fri due:mon --json | grep -o '"deadline":"[^"]*"'
      "deadline":"2026-11-23"
      """#)
  }

  @Test func dates() throws {
    try expect(
      #"""
      $ tasks list
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks add Buy milk
      added ID  Buy milk
      $ tasks list --format '{title}'
      Call Bob about the invoice
      Buy milk
      Water the plants
      Buy milk
      $ git -C data/tasks status --porcelain
      ! fatal: cannot change to 'data/tasks': No such file or directory
      [128]
      $ git -C data/tasks log --format=%s
      ! fatal: cannot change to 'data/tasks': No such file or directory
      [128]
      """#)
  }

  @Test(arguments: [
    ("today", "2026-11-20"), ("tomorrow", "2026-11-21"), ("fri", "2026-11-27"),
    ("mon", "2026-11-23"), ("next-fri", "2026-11-27"), ("eow", "2026-11-22"), ("sow", "2026-11-23"),
    ("eom", "2026-11-30"), ("som", "2026-12-01"), ("eoy", "2026-12-31"), ("soy", "2027-01-01"),
    ("3d", "2026-11-23"), ("2w", "2026-12-04"), ("1mo", "2026-12-20"), ("5bd", "2026-11-27"),
    ("23rd", "2026-11-23"), ("20th", "2026-12-20"), ("10-25", "2027-10-25"),
    ("11-20", "2026-11-20"), ("2028-02-29", "2028-02-29"), ("17:00", "2026-11-20T17:00"),
    ("@9:05", "2026-11-20T09:05"), ("fri@17:00", "2026-11-27T17:00"),
    ("2026-11-27T17:00", "2026-11-27T17:00"), ("2026-11-27 17:00", "2026-11-27T17:00"),
    ("in 3 days", "2026-11-23"),
  ]) func aDate(_ written: String, _ meant: String) throws {
    let world = try World.withSampleStore()
    let outcome = try world.tasks(
      "add", "--dry-run", "--json", "Pay", "due:" + written, in: "store")
    #expect(try Document(outcome).tasks.map { $0["deadline"] as? String } == [meant])
  }

  @Test func ranksGoPastTheEnd() throws {
    let world = try World.withSampleStore()
    let first = try world.tasks("add", "Last", "--json", in: "store")
    #expect(try Document(first).tasks.map { $0["rank"] as? Double } == [7])
    _ = try world.tasks("add", "Far", "rank:1024.5", in: "store")
    let next = try world.tasks("add", "Further", "--json", in: "store")
    #expect(try Document(next).tasks.map { $0["rank"] as? Double } == [1025])
  }

  @Test func theFirstTaskMakesTheDefaultStore() throws {
    let world = try World()
    try expect(
      #"""
      $ tasks list
      ! tasks: there is no store here, and none at ~/data/tasks; make it with its first task: tasks add Buy milk; or make one elsewhere: tasks init DIR
      [7]
      $ tasks add Buy milk
      added ID  Buy milk
      ! tasks: made a new store at ~/data/tasks
      $ tasks list --format '{title}'
      Buy milk
      $ git -C data/tasks status --porcelain
      $ git -C data/tasks log --format=%s
      add: Buy milk
      init
      """#, in: world, at: "")
  }
}
