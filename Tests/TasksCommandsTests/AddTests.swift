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

  @Test func timesAsPeopleSayThem() throws {
    try expect(
      #"""
      $ tasks add Ring due:next month 9am remind:in 20min effort:1h30
      added ID  Ring  due Tue 2026-12-01 09:00  remind Fri 2026-11-20 09:35  effort 1:30
      $ tasks add Late remind:8am
      added ID  Late  remind Sat 2026-11-21 08:00
      ! tasks: 08:00 has passed today, so the reminder is of tomorrow, Sat 2026-11-21 08:00
      $ printf 'Line remind:8am\n' | tasks add -
      added ID  Line  remind Sat 2026-11-21 08:00
      ! tasks: 08:00 has passed today, so the reminder is of tomorrow, Sat 2026-11-21 08:00
      $ tasks modify 3dd remind:yesterday@9am
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  remind Thu 2026-11-19 09:00
      ! tasks: the reminder of Thu 2026-11-19 09:00 has passed
      $ tasks add Either due:3/4
      ! tasks: '3/4' can be Sat 2027-04-03 or Thu 2027-03-04
      !   due:3/4
      !       ^^^
      ! try: 2027-04-03, 2027-03-04; LC_TIME=en_GB or en_US says which number is the day
      [2]
      $ LC_ALL= LC_TIME=en_US.UTF-8 LANG=de_DE.UTF-8 tasks add March due:3/4
      added ID  March  due Thu 2027-03-04
      $ LC_ALL= LANG=de_DE.UTF-8 tasks add April due:3/4 sched:1.4.
      added ID  April  sched Thu 2027-04-01  due Sat 2027-04-03
      $ tasks add Both remind:30m
      ! tasks: '30m' can be months or minutes
      !   remind:30m
      !          ^^^
      ! try: mo for months, min for minutes
      [2]
      $ tasks list due.before:1m --format '{title} {due}'
      Call Bob about the invoice 2026-11-27T17:00
      Ring 2026-12-01T09:00
      $ tasks list effort.over:1h15 --format '{title}'
      Call Bob about the invoice
      Ring
      $ tasks clock add 2cc 7am 8:30am
      clocked 1:30 on 2cc Buy milk
      $ tasks clock in 2cc --at -1h30
      clocked in 2cc Buy milk at 07:45
      $ tasks list due:next month 9am or remind:in 20min --format '{title}'
      Ring
      $ tasks list due:next month 9:15 --format '{title}'
      ! tasks: no open task matches
      $ tasks view save soon due.before:next month list:home
      saved the view soon
      $ tasks view
      soon  due.before:"next month" list:home
      $ tasks agenda 3/4
      ! tasks: '3/4' can be Sat 2027-04-03 or Thu 2027-03-04
      !   3/4
      !   ^^^
      ! try: 2027-04-03, 2027-03-04; LC_TIME=en_GB or en_US says which number is the day
      [2]
      $ tasks list --at 3/4
      ! tasks: '3/4' can be Fri 2026-04-03 or Wed 2026-03-04
      !   3/4
      !   ^^^
      ! try: 2026-04-03, 2026-03-04; LC_TIME=en_GB or en_US says which number is the day
      [2]
      $ LC_ALL=en_US tasks agenda 11/23
      Mon 23 Nov  week 48
      $ LC_ALL=en_GB tasks agenda 11/23..25/11
      Mon 23 Nov  week 48
      Tue 24 Nov
      Wed 25 Nov
      """#)
  }

  @Test func aReminderThatHasPassedIsAskedAboutOnATerminal() throws {
    let world = try World.withSampleStore()
    let refused = try world.onTerminal("tasks add Late remind:8:00", typing: "n")
    #expect(
      refused.output.contains(
        "08:00 has passed today; remind you tomorrow, Sat 2026-11-21 08:00? [y/N]"))
    #expect(refused.status == 1 && refused.output.contains("nothing was changed"))
    let agreed = try world.onTerminal("tasks add Late remind:8:00", typing: "y")
    #expect(agreed.output.contains("remind Sat 2026-11-21 08:00"), "\(agreed.output)")
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
