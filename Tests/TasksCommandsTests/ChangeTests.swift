import TestSupport
import Testing

@Suite struct ChangeTests {
  @Test func modify() throws {
    try expect(
      #"""
      $ tasks modify 2cc +food -errand @shop due:tomorrow sched: list:work pri:B effort:15 title:"Buy oat milk"
      modified 2cc  [B] Buy oat milk  +food @shop  list:work  due Sat 2026-11-21  effort 0:15
      $ cat 2026-11/buy-milk-2ccccccccccccccc.org
      * TODO [#B] Buy oat milk :food:@shop:
      DEADLINE: <2026-11-21 Sat>
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: work
      :Effort:   0:15
      :END:
      $ git log -1 --format='%an <%ae> %ai%n%B'
      Test <test@example.org> 2026-11-20 09:15:00 +0100
      modify: Buy oat milk

      title: Buy milk → Buy oat milk
      priority: nothing → B
      tags: +food +@shop -errand
      list: home → work
      deadline: nothing → 2026-11-21
      effort: nothing → 15

      Tasks-Device: laptop
      Tasks-Operation: modify

      $ git diff-tree -r --name-status --no-commit-id HEAD
      M	2026-11/buy-milk-2ccccccccccccccc.org
      $ tasks mod 2cc due: list: pri: effort: -food -@shop
      modified 2cc  Buy oat milk
      $ cat 2026-11/buy-milk-2ccccccccccccccc.org
      * TODO Buy oat milk
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :END:
      $ tasks m 2cc / more to say
      modified 2cc  Buy oat milk
      $ tasks m 2cc title:"Buy oat milk"
      ! tasks: nothing to change
      $ tasks modify 2cc 3dd +both
      modified 2cc  Buy oat milk  +both
      modified 3dd  NEXT Water the plants  +both  list:home  sched Sat 2026-11-21 ++1w
      $ git log -1 --format=%B
      modify: 2 tasks

      - Buy oat milk
      - Water the plants

      Tasks-Device: laptop
      Tasks-Operation: modify

      $ git status --porcelain
      """#)
  }

  @Test func modifyRefuses() throws {
    try expect(
      #"""
      $ tasks modify
      ! tasks: Missing expected argument '<words> ...'
      [2]
      $ tasks modify +tag
      ! tasks: name the task before the changes, or select tasks with a filter: tasks modify ID +tag due:fri, or tasks modify --where +phone due:fri
      [2]
      $ tasks modify 2cc
      ! tasks: nothing to change
      $ tasks modify 2cc plain
      ! tasks: no task has an id that begins with 'plain'; tasks list --all shows the ids
      [3]
      $ tasks modify 2cc +tag plain
      ! tasks: 'plain' is not a change
      !   plain
      !   ^^^^^
      ! try: title:"…" for the title, +tag, -tag, due:fri and the like
      [2]
      $ tasks modify 2cc +two-words
      ! tasks: '-' is not allowed in a tag
      !   +two-words
      !       ^
      ! use letters, digits, _ @ # %; to keep the word as text, put it after --
      [2]
      $ tasks modify 2cc title:
      ! tasks: a task needs a title
      !   title:
      !         ^
      ! write what is to be done
      [2]
      $ tasks modify 2cc title:"[#A] x"
      ! tasks: 'Buy milk': Org would read a part of the title '[#A] x' as a priority; word it differently
      [2]
      $ tasks modify 2cc "title:$(printf 'two\nlines')"
      ! tasks: it contains a line break or another control character
      ! write it on one line; longer text belongs in the note, after a lone /
      [2]
      $ tasks modify 2cc due:someday
      ! tasks: 'someday' is not a date
      !   due:someday
      !       ^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks modify 2cc parent:2cc
      ! tasks: '2cc' is the task itself
      !   parent:2cc
      !          ^^^
      ! name another task
      [2]
      $ tasks modify 2cc depends:zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks modify zzzzz +tag
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks modify 2cc +tag --dryrun
      ! tasks: '--dryrun' is not an option of tasks modify; did you mean --dry-run?
      [2]
      $ git status --porcelain && git rev-list --count HEAD
      2
      """#)
  }

  @Test func allOrNothing() throws {
    try expect(
      #"""
      $ tasks modify 2cc zzzzz +tag
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks done 2cc zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks delete 2cc zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks state 2cc 3dd NOPE
      ! tasks: 'Buy milk': the task's file has no state NOPE; its states are TODO NEXT WAIT DONE CANCELED
      [2]
      $ tasks purge 5gg 2cc
      ! tasks: 'Buy milk' is not in the trash; move it there first with: tasks delete 2cc
      [1]
      $ git status --porcelain && git rev-list --count HEAD
      2
      $ tasks done 2cc 3dd 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      done 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ git log -1 --format=%s && git rev-list --count HEAD
      done: 2 tasks
      3
      """#)
  }

  @Test func states() throws {
    try expect(
      #"""
      $ tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks do 2cc
      ! tasks: nothing to change
      $ tasks reopen 2cc
      reopened 2cc  Buy milk  +errand  list:home
      $ tasks reopen 2cc
      ! tasks: nothing to change
      $ tasks start 2cc
      started 2cc  NEXT Buy milk  +errand  list:home
      $ tasks wait 2cc --note "until Monday"
      waiting 2cc  WAIT Buy milk  +errand  list:home
      $ tasks cancel 2cc --note "not needed"
      canceled 2cc  CANCELED Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks state 2cc next
      changed 2cc  NEXT Buy milk  +errand  list:home
      $ tasks state 2cc NOPE
      ! tasks: 'Buy milk': the task's file has no state NOPE; its states are TODO NEXT WAIT DONE CANCELED
      [2]
      $ tasks state 2cc
      ! tasks: Name the tasks, then the keyword: tasks state ID WAIT
      [2]
      $ tasks close 4ff
      ! tasks: nothing to change
      $ cat 2026-11/buy-milk-2ccccccccccccccc.org
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * NEXT Buy milk :errand:
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :END:
      :LOGBOOK:
      - State "CANCELED"   from "WAIT"       [2026-11-20 Fri 09:15] \\
        not needed
      - State "WAIT"       from "NEXT"       [2026-11-20 Fri 09:15] \\
        until Monday
      :END:
      $ git log --format=%s
      state: Buy milk
      cancel: Buy milk
      wait: Buy milk
      start: Buy milk
      reopen: Buy milk
      done: Buy milk
      the sample
      init
      $ git status --porcelain
      """#)
  }

  @Test func aNoteFollowsASlash() throws {
    try expect(
      #"""
      $ tasks wait 2cc 3dd / for Bob, -v: +x
      waiting 2cc  WAIT Buy milk  +errand  list:home
      waiting 3dd  WAIT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks state 2cc next / he called --dry-run
      would be changed 2cc  NEXT Buy milk  +errand  list:home
      $ tasks state 2cc next / he - "called -5 times"
      changed 2cc  NEXT Buy milk  +errand  list:home
      $ tasks done 2cc / -- by post; tasks reopen 2cc /; sed -n '/LOGBOOK/,$p' 2026-11/buy-milk-2ccccccccccccccc.org
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      reopened 2cc  Buy milk  +errand  list:home
      :LOGBOOK:
      - State "DONE"       from "NEXT"       [2026-11-20 Fri 09:15] \\
        -- by post
      - State "NEXT"       from "WAIT"       [2026-11-20 Fri 09:15] \\
        he - called -5 times
      - State "WAIT"       from "TODO"       [2026-11-20 Fri 09:15] \\
        for Bob, -v: +x
      :END:
      $ tasks done / by post
      ! tasks: name the tasks, or select them with a filter: tasks done ID, or tasks done --where +tag
      [2]
      $ tasks done 2cc --note once / twice
      ! tasks: write the note after the / or with --note, not both
      [2]
      $ tasks state 2cc / note
      ! tasks: Name the tasks, then the keyword: tasks state ID WAIT
      [2]
      """#)
  }

  @Test func repeatingTasksMoveOn() throws {
    try expect(
      #"""
      $ tasks done 3dd
      done 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ cat 2026-11/water-the-plants-3ddddddddddddddd.org
      * TODO Water the plants
      SCHEDULED: <2026-11-28 Sat ++1w>
      :PROPERTIES:
      :ID:       3ddddddddddddddd
      :RANK:     4
      :CREATED:  [2026-11-18 Wed 09:10]
      :CATEGORY: home
      :LAST_REPEAT: [2026-11-20 Fri 09:15]
      :END:
      :LOGBOOK:
      - State "DONE"       from "NEXT"       [2026-11-20 Fri 09:15]
      :END:
      $ tasks cancel 3dd && tasks list plants
      canceled 3dd  Water the plants  list:home  sched Sat 2026-12-05 ++1w
      3dd  Water the plants  list:home  sched Sat 2026-12-05 ++1w
      """#)
  }

  @Test func trash() throws {
    try expect(
      #"""
      $ tasks delete 2cc
      deleted 2cc  Buy milk  +errand  list:home  deleted 2026-11-20
      $ tasks rm 2cc
      ! tasks: nothing to change
      $ tasks trash
      2cc  Buy milk  +errand  list:home  deleted 2026-11-20
      5gg  Old idea  deleted 2026-11-19
      $ tasks list --all --format '{title}'
      Call Bob about the invoice
      Water the plants
      Pay rent
      $ cat 2026-11/buy-milk-2ccccccccccccccc.org
      * TODO Buy milk :errand:ARCHIVE:
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :DELETED:  [2026-11-20 Fri 09:15]
      :END:
      $ tasks restore 2cc 5gg
      restored 2cc  Buy milk  +errand  list:home
      restored 5gg  Old idea
      $ tasks restore 2cc
      ! tasks: nothing to change
      $ cat 2026-11/old-idea-5ggggggggggggggg.org
      * TODO Old idea
      :PROPERTIES:
      :ID:       5ggggggggggggggg
      :RANK:     6
      :CREATED:  [2026-11-18 Wed 09:20]
      :END:
      $ tasks purge 2cc
      ! tasks: 'Buy milk' is not in the trash; move it there first with: tasks delete 2cc
      [1]
      $ tasks rm 2cc 5gg && tasks purge 2cc
      deleted 2cc  Buy milk  +errand  list:home  deleted 2026-11-20
      deleted 5gg  Old idea  deleted 2026-11-20
      purged 2cc  Buy milk  +errand  list:home  deleted 2026-11-20
      $ ls 2026-11
      call-bob-1bbbbbbbbbbbbbbb.org
      old-idea-5ggggggggggggggg.org
      pay-rent-4fffffffffffffff.org
      water-the-plants-3ddddddddddddddd.org
      $ tasks purge --older-than 1d
      ! tasks: nothing to change
      $ TASKS_NOW=2026-12-24T10:00 tasks purge --older-than 30d
      purged 5gg  Old idea  deleted 2026-11-20
      $ tasks purge
      ! tasks: Name the tasks, or an age with --older-than 30d.
      [2]
      $ tasks purge 5gg --older-than 30d
      ! tasks: Name the tasks, or an age with --older-than 30d.
      [2]
      $ tasks purge --older-than later
      ! tasks: 'later' is not an age; write 30d, 2w or 6mo
      [2]
      $ tasks show 5gg
      ! tasks: no task has an id that begins with '5gg'; tasks list --all shows the ids
      [3]
      $ git log --format=%s
      purge: Old idea
      purge: Buy milk
      delete: 2 tasks
      restore: 2 tasks
      delete: Buy milk
      the sample
      init
      $ git status --porcelain
      """#)
  }

  /// Off a terminal the lines are those of the listings.
  @Test func aPersonIsToldHowToTakeItBack() throws {
    let world = try World.withSampleStore()
    let told = try world.onTerminal(
      "tasks rm 2cc; tasks undo; tasks purge 5gg; tasks rm 2cc --dry-run")
    #expect(told.output.contains("deleted 2cc Buy milk (tasks restore 2cc)\nundone:"))
    #expect(
      told.output.contains(
        """
        undone: 2cc  Buy milk  +errand  list:home
        purged 5gg Old idea (tasks undo)
        would be deleted 2cc  Buy milk  +errand  list:home  deleted 2026-11-20

        """), "\(told.output)")
  }

  @Test func encryptedNotesTakeNoMore() throws {
    try expect(
      #"""
      $ printf '* TODO Secret  :crypt:\n:PROPERTIES:\n:ID: secret\n:END:\n-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n' > secret.org
      $ tasks note secret hello; tail -1 secret.org
      -----END PGP MESSAGE-----
      ! tasks: the encrypted notes are damaged, or cut off; git may have an earlier version: tasks log ID
      """#)
  }

  @Test func notesAndBoxes() throws {
    try expect(
      #"""
      $ tasks note 1bb He called back.
      noted 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ printf 'First.\n\nSecond.\n' | tasks note 1bb -
      noted 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks note 1bb -- -x is text
      noted 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks note 1bb "$(printf 'one\n* two')"
      ! tasks: a note cannot hold a line that starts with a star and a space: Org would read a heading; use - for lists
      [2]
      $ tasks note 1bb "  "
      ! tasks: the note is empty; write the text to add
      [2]
      $ tasks note 1bb
      ! tasks: Write the text after the task: tasks note ID TEXT
      [2]
      $ tasks note 1bb "$(printf 'bell\a')"
      ! tasks: the note contains a control character; remove it
      [2]
      $ tasks check 1bb 1 3
      checked 1bb  [A] Call Bob about the invoice [3/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks check 1bb 1
      ! tasks: nothing to change
      $ tasks uncheck 1bb 2
      unchecked 1bb  [A] Call Bob about the invoice [2/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks check 1bb 4
      ! tasks: there is no checkbox 4; the numbers are 1 to 3
      [2]
      $ tasks check 1bb one
      ! tasks: The value 'one' is invalid for '<number>'
      [2]
      $ tasks check 2cc 1
      ! tasks: 'Buy milk' has no checkboxes
      [2]
      $ cat 2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * TODO [#A] Call Bob about the invoice [2/3] :phone:@office:
      DEADLINE: <2026-11-27 Fri 17:00 -3d>
      :PROPERTIES:
      :ID:       1bbbbbbbbbbbbbbb
      :RANK:     1
      :CREATED:  [2026-11-18 Wed 09:00]
      :CATEGORY: work
      :Effort:   1:30
      :VENDOR:   ACME
      :END:

      He has the number.

      - [X] find the number
      - [ ] read the contract
      - [X] call

      He called back.

      First.

      Second.

      -x is text
      $ git log --format=%s
      uncheck: Call Bob about the invoice
      check: Call Bob about the invoice
      note: Call Bob about the invoice
      note: Call Bob about the invoice
      note: Call Bob about the invoice
      the sample
      init
      $ git status --porcelain
      """#)
  }

  @Test func listsAndTags() throws {
    try expect(
      #"""
      $ tasks lists
      home  2 open, 0 done
      work  1 open, 0 done
      $ tasks lists --json
      {"schema":1,"kind":"lists","lists":[{"name":"home","open":2,"done":0},{"name":"work","open":1,"done":0}]}
      $ tasks tags
      @office  1 open, 0 done
      errand   1 open, 1 done
      phone    1 open, 0 done
      $ tasks tags --json
      {"schema":1,"kind":"tags","tags":[{"name":"@office","open":1,"done":0},{"name":"errand","open":1,"done":1},{"name":"phone","open":1,"done":0}]}
      $ tasks refile 2cc 3dd work
      refiled 2cc  Buy milk  +errand  list:work
      refiled 3dd  NEXT Water the plants  list:work  sched Sat 2026-11-21 ++1w
      $ tasks refile 2cc work
      ! tasks: nothing to change
      $ tasks refile 2cc ""
      refiled 2cc  Buy milk  +errand
      $ tasks refile 2cc
      ! tasks: Name the tasks, then the list: tasks refile ID work
      [2]
      $ tasks refile zzzzz work
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks refile 2cc "$(printf 'a\nb')"
      ! tasks: it contains a line break or another control character
      ! write it on one line; longer text belongs in the note, after a lone /
      [2]
      $ tasks refile 2cc /work//clients/
      refiled 2cc  Buy milk  +errand  list:work/clients
      $ tasks refile 2cc //
      ! tasks: '//' is not a value of list
      !   //
      !   ^^
      ! leave it empty for no value
      [2]
      $ tasks refile 2cc work
      refiled 2cc  Buy milk  +errand  list:work
      $ tasks lists
      work  3 open, 0 done
      $ git log --format=%s
      refile: Buy milk
      refile: Buy milk
      refile: Buy milk
      refile: 2 tasks
      the sample
      init
      """#)
  }

  @Test(arguments: [
    ["add", "New"], ["modify", "2cc", "+new"], ["done", "2cc"], ["reopen", "4ff"],
    ["start", "2cc"],
    ["wait", "2cc"], ["cancel", "2cc"], ["state", "2cc", "NEXT"], ["delete", "2cc"],
    ["restore", "5gg"], ["purge", "5gg"], ["move", "3dd", "top"], ["note", "2cc", "text"],
    ["check", "1bb", "1"], ["uncheck", "1bb", "2"], ["refile", "2cc", "work"],
  ]) func dryRunAndJSON(_ arguments: [String]) throws {
    let world = try World.withSampleStore()
    let before = try world.git("rev-parse", "HEAD", in: "store").output
    let dry = try world.run(World.tasks, arguments + ["--dry-run", "--json"], in: "store")
    #expect(try Document(dry).tasks.count == 1)
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == before)
    #expect(try world.git("status", "--porcelain", "--ignored", in: "store").output == "")
    let real = try world.run(World.tasks, arguments + ["--json"], in: "store")
    #expect(try Document(real).tasks.count == 1)
    let verb = arguments[0]
    let parent = try world.git("rev-parse", "HEAD~", in: "store").output
    #expect(parent == before)
    let trailers = try world.git("log", "-1", "--format=%(trailers)", in: "store").output
    #expect(world.normalized(trailers) == "Tasks-Device: laptop\nTasks-Operation: \(verb)\n\n")
    let files = try world.git(
      "diff-tree", "-r", "--no-commit-id", "--name-only", "HEAD", in: "store")
    #expect(files.output.split(separator: "\n").count == 1)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    let time = try world.git("log", "-1", "--format=%aI %cI", in: "store").output
    #expect(time == "2026-11-20T09:15:00+01:00 2026-11-20T09:15:00+01:00\n")
  }

  @Test func commitDatesOfTheEnvironmentWin() throws {
    let world = try World.withSampleStore()
    try world.tasks(
      "done", "2cc", in: "store",
      environment: [
        "GIT_AUTHOR_DATE": "2020-01-02T03:04:05+0000",
        "GIT_COMMITTER_DATE": "@1600000000 +0200",
      ])
    let time = try world.git("log", "-1", "--format=%aI %ct", in: "store").output
    #expect(time == "2020-01-02T03:04:05+00:00 1600000000\n")
  }
}
