import TestSupport
import Testing

/// Points of the history: `--at`, `diff`, `log` from then on, `blame`.
@Suite struct PastTests {
  /// A store with changes on several days, from 20 November 2026 on.
  private func world() throws -> World {
    let world = try World.withSampleStore()
    for (now, words) in [
      ("2026-11-20T10:00", ["modify", "2cc", "due:2026-11-27", "+food"]),
      ("2026-11-21T09:00", ["add", "Paint the fence", "list:home"]),
      ("2026-11-22T11:00", ["done", "2cc"]), ("2026-11-23T12:00", ["delete", "3dd"]),
      ("2026-11-23T12:30", ["note", "1bb", "He is away"]),
    ] {
      let outcome = try world.run(
        World.tasks, words, in: "store", environment: ["TASKS_NOW": now])
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    world.environment["TASKS_NOW"] = "2026-11-23T17:00"
    return world
  }

  @Test func listsOfThen() throws {
    try expect(
      #"""
      $ tasks list --at "last fri"
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand +food  list:home  due Fri 2026-11-27
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks list --at sat --format '{title}'
      Call Bob about the invoice
      Buy milk
      Water the plants
      Paint the fence
      $ tasks list --at 2026-11-22 +OVERDUE
      ! tasks: no open task matches
      $ tasks list --at @{3} --format '{title}'
      Call Bob about the invoice
      Buy milk
      Water the plants
      Paint the fence
      $ tasks list --at HEAD~1 --format '{title} {state}'
      Call Bob about the invoice TODO
      Paint the fence TODO
      $ tasks show 2cc --at 2026-11-20@09:59
      Buy milk
      id          2ccccccccccccccc
      state       TODO
      tags        errand
      list        home
      created     Wed 2026-11-18 09:05
      rank        2
      sync        not synchronized
      file        2026-11/buy-milk-2ccccccccccccccc.org
      $ tasks show 2cc --at 2026-11-20@09:59 --json | grep -o '"deadline":[^,]*'
      "deadline":null
      $ tasks agenda day --at 2026-11-21
      Sat 21 Nov  today  week 47
        2cc  Buy milk               +errand +food  home  due Fri
        3dd  NEXT Water the plants                 home  every week
      $ tasks forecast day --at 2026-11-20
        Fri 20 Nov  ·
      """#, in: try world())
  }

  @Test func pointsThatAreNotThere() throws {
    try expect(
      #"""
      $ tasks list --at 2020-01-01
      ! tasks: '2020-01-01' is before the history, which begins at Tue 2026-11-17 09:00
      [2]
      $ tasks show 2cc --at @{99}
      ! tasks: '@{99}' is before the history, which begins at Tue 2026-11-17 09:00
      [2]
      $ tasks agenda --at xyz
      ! tasks: 'xyz' is neither a date nor a commit of this repository
      ! try: yesterday, -3d, "last friday", 2026-11-20@17:00, @{3}, or a commit that tasks log shows
      [2]
      $ tasks forecast --at tomorrow
      ! tasks: Tue 2026-11-24 has not come yet
      !   tomorrow
      !   ^^^^^^^^
      ! try: a time up to now, as in 9:00, yesterday@17:00
      [2]
      $ tasks diff 2026-02-30
      ! tasks: there is no day 2026-02-30
      !   2026-02-30
      !   ^^^^^^^^^^
      ! try: the year, the month and the day, as in 2026-11-27
      [2]
      $ tasks diff 2020-01-01 2020-01-02
      ! tasks: '2020-01-02' is before the history, which begins at Tue 2026-11-17 09:00
      [2]
      $ tasks list --at 11-21 --format '{title}'
      Call Bob about the invoice
      Buy milk
      Water the plants
      Paint the fence
      $ printf '' | tasks rebuild --from - ../none
      ! tasks: there are no patches in -; make them with: tasks log --patches
      [2]
      $ tasks list --at 2020-01-01 --json
      ! {"schema":1,"kind":"error","error":"usage","message":"'2020-01-01' is before the history, which begins at Tue 2026-11-17 09:00"}
      [2]
      """#, in: try world())
  }

  /// The rest of a shallow clone is not there, and each command says so.
  @Test func aShallowCloneSaysHowFarItReaches() throws {
    let world = try self.world()
    try world.git(
      "clone", "-q", "--depth", "3", "file://" + world.path("store"), "shallow", in: ".")
    try expect(
      #"""
      $ tasks list --at 2026-11-20
      ! tasks: '2026-11-20' is before Sun 2026-11-22 11:00, where this shallow clone ends; fetch the rest with: tasks git fetch --unshallow
      [2]
      $ tasks log 2>&1 | cut -d' ' -f2-
       Mon 2026-11-23 12:30  note  Call Bob about the invoice  Test (laptop)
               notes: +He is away
       Mon 2026-11-23 12:00  delete  Water the plants  Test (laptop)
               deleted: nothing → 2026-11-23T12:00
       Sun 2026-11-22 11:00  done  Buy milk  Test (laptop)
       Sun 2026-11-22 11:00  done  Call Bob about the invoice  Test (laptop)
       Sun 2026-11-22 11:00  done  Old idea  Test (laptop)
       Sun 2026-11-22 11:00  done  Paint the fence  Test (laptop)
       Sun 2026-11-22 11:00  done  Pay rent  Test (laptop)
       Sun 2026-11-22 11:00  done  Water the plants  Test (laptop)
      this clone is shallow and has no older commits; fetch them with: tasks git fetch --unshallow
      $ tasks blame 3dd > /dev/null
      ! tasks: this clone is shallow and has no older commits; fetch them with: tasks git fetch --unshallow
      $ tasks stats > /dev/null
      ! tasks: this clone is shallow and has no older commits; fetch them with: tasks git fetch --unshallow
      $ tasks diff 2026-11-20
      ! tasks: '2026-11-20' is before Sun 2026-11-22 11:00, where this shallow clone ends; fetch the rest with: tasks git fetch --unshallow
      [2]
      $ tasks list --at @{2} --format '{title}'
      Call Bob about the invoice
      Water the plants
      Paint the fence
      """#, in: world, at: "shallow")
  }

  @Test func differencesAsAStandUpNote() throws {
    try expect(
      #"""
      $ tasks diff
      Finished
        2cc  Buy milk
      Changed
        1bb  Call Bob about the invoice
                notes: +He is away
      Deleted
        3dd  Water the plants
      $ tasks diff "last friday" | sed -E 's/^  [a-z0-9]{3,4}  /  ID  /'
      Added
        ID  Paint the fence
      Finished
        ID  Buy milk
                tags: +food
                due: nothing → 2026-11-27
      Changed
        ID  Call Bob about the invoice
                notes: +He is away
      Deleted
        ID  Water the plants
      $ tasks diff 2026-11-20 2026-11-21 | sed -E 's/^  [a-z0-9]{3,4}  /  ID  /'
      Added
        ID  Paint the fence
      Changed
        ID  Buy milk
                tags: +food
                due: nothing → 2026-11-27
      $ tasks diff 2020-01-01 2026-11-20@09:30 | head -3
      Added
        1bb  Call Bob about the invoice
        2cc  Buy milk
      $ tasks diff @{2} --json
      {"schema":1,"kind":"diff","diff":[{"kind":"changed","id":"1bbbbbbbbbbbbbbb","short":"1bb","title":"Call Bob about the invoice","changes":[{"field":"notes","old":"He has the number.\n\n- [ ] find the number\n- [X] read the contract\n- [ ] call","new":"He has the number.\n\n- [ ] find the number\n- [X] read the contract\n- [ ] call\n\nHe is away"}]},{"kind":"deleted","id":"3ddddddddddddddd","short":"3dd","title":"Water the plants","changes":[{"field":"deleted","old":null,"new":"2026-11-23T12:00"}]}]}
      $ sed -i 's/Pay rent/Pay the rent/' 2026-11/pay-rent-*.org && tasks diff now
      Changed
        4ff  Pay the rent
                title: Pay rent → Pay the rent
      $ tasks move 4ff top && tasks diff @{1}
      moved 4ff  DONE Pay the rent  +errand  closed 2026-11-19
      Moved
        4ff  Pay the rent
      $ tasks diff 1 2 3
      ! tasks: Name two times at most.
      [2]
      """#, in: try world())
  }

  @Test func logsOfSome() throws {
    try expect(
      #"""
      $ tasks log --since 2026-11-22 --until 2026-11-22
      COMMIT  Sun 2026-11-22 11:00  done  Buy milk  Test (laptop)
                state: TODO → DONE
                closed: nothing → 2026-11-22T11:00
      $ tasks log --field due
      COMMIT  Fri 2026-11-20 10:00  modify  Buy milk  Test (laptop)
                due: nothing → 2026-11-27
      COMMIT  Thu 2026-11-19 10:00  added  Call Bob about the invoice  Test
                due: nothing → 2026-11-27T17:00 3d
      $ tasks log --field due --json | grep -o '"field":"[a-z]*"'
      "field":"deadline"
      "field":"deadline"
      $ tasks log --list home --stat
      COMMIT  Mon 2026-11-23 12:00  delete  1 task: deleted 1  Test (laptop)
      COMMIT  Sun 2026-11-22 11:00  done  1 task: closed 1, state 1  Test (laptop)
      COMMIT  Sat 2026-11-21 09:00  add  1 task: 1 added  Test (laptop)
      COMMIT  Fri 2026-11-20 10:00  modify  1 task: due 1, tags 1  Test (laptop)
      COMMIT  Thu 2026-11-19 10:00  added  2 tasks: 2 added  Test
      $ tasks log --tag food -n 1
      COMMIT  Sun 2026-11-22 11:00  done  Buy milk  Test (laptop)
                state: TODO → DONE
                closed: nothing → 2026-11-22T11:00
      $ tasks log --device laptop -n 1 && tasks log --device Test --stat
      COMMIT  Mon 2026-11-23 12:30  note  Call Bob about the invoice  Test (laptop)
                notes: +He is away
      COMMIT  Mon 2026-11-23 12:30  note  1 task: notes 1  Test (laptop)
      COMMIT  Mon 2026-11-23 12:00  delete  1 task: deleted 1  Test (laptop)
      COMMIT  Sun 2026-11-22 11:00  done  1 task: closed 1, state 1  Test (laptop)
      COMMIT  Sat 2026-11-21 09:00  add  1 task: 1 added  Test (laptop)
      COMMIT  Fri 2026-11-20 10:00  modify  1 task: due 1, tags 1  Test (laptop)
      COMMIT  Thu 2026-11-19 10:00  added  5 tasks: 5 added  Test
      $ tasks log --device nobody
      ! tasks: no change was made on or by 'nobody'; tasks devices lists them
      $ tasks log --since @{1}
      COMMIT  Mon 2026-11-23 12:30  note  Call Bob about the invoice  Test (laptop)
                notes: +He is away
      COMMIT  Mon 2026-11-23 12:00  delete  Water the plants  Test (laptop)
                deleted: nothing → 2026-11-23T12:00
      $ tasks log --stat -n 2 --until 2026-11-19
      COMMIT  Thu 2026-11-19 10:00  added  5 tasks: 5 added  Test
      $ tasks stats year | tail -n +2 | wc -l
      53
      $ tasks log --field titel
      ! tasks: 'titel' is no field; did you mean 'title'?
      ! try: title, state, due, tags, notes, or prop.NAME for any other property
      [2]
      $ tasks log --since sun --until sat
      ! tasks: 'sat' is before 'sun'
      [2]
      """#, in: try world())
  }

  @Test func whoSetWhat() throws {
    try expect(
      #"""
      $ tasks blame 2cc | sed -E 's/  [0-9a-f]{8}  /  COMMIT  /'
        title    Buy milk          4 days ago       COMMIT  by hand  Test
        state    DONE              yesterday 11:00  COMMIT  done     Test (laptop)  was TODO
        rank     2                 4 days ago       COMMIT  by hand  Test
        tags     errand            4 days ago       COMMIT  by hand  Test
        tags     food              3 days ago       COMMIT  modify   Test (laptop)
        list     home              4 days ago       COMMIT  by hand  Test
        created  2026-11-18T09:05  4 days ago       COMMIT  by hand  Test
        due      2026-11-27        3 days ago       COMMIT  modify   Test (laptop)
        closed   2026-11-22T11:00  yesterday 11:00  COMMIT  done     Test (laptop)
      $ tasks blame 1bb | tail -2 | sed -E 's/  [0-9a-f]{8}  /  COMMIT  /'
        notes 6                                  today 12:30  COMMIT  note     Test (laptop)
        notes 7      He is away                  today 12:30  COMMIT  note     Test (laptop)
      $ tasks blame 2cc --json | grep -o '{"field":"deadline"[^}]*}' | sed 's/[0-9a-f]\{40\}/COMMIT/'
      {"field":"deadline","line":null,"value":"2026-11-27","old":null,"commit":"COMMIT","operation":"modify","time":"2026-11-20T10:00","device":"laptop","author":"Test"}
      $ tasks show 2cc --history | tail -4
      COMMIT  Fri 2026-11-20 10:00  modify  Buy milk  Test (laptop)
                tags: +food
                due: nothing → 2026-11-27
      COMMIT  Thu 2026-11-19 10:00  added  Buy milk  Test
      $ tasks show 2cc --history --json | grep -o '"history":.\{11\}'
      "history":[{"commit":
      """#, in: try world())
  }

  /// A damaged object is named, and all else is told.
  @Test func aDamagedObjectHidesNothingElse() throws {
    let world = try self.world()
    let blob = try world.git("rev-parse", "HEAD:2026-11/buy-milk-2ccccccccccccccc.org", in: "store")
      .output.dropLast()
    let file = ".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    _ = try world.run("chmod", ["u+w", file], in: "store")
    try world.write("rubbish", to: "store/" + file)
    try expect(
      #"""
      $ tasks log --stat 2>&1 | sed 's/[0-9a-f]\{40\}/OBJECT/'
      COMMIT  Mon 2026-11-23 12:30  note  1 task: notes 1  Test (laptop)
      COMMIT  Mon 2026-11-23 12:00  delete  1 task: deleted 1  Test (laptop)
      COMMIT  Sat 2026-11-21 09:00  add  1 task: 1 added  Test (laptop)
      COMMIT  Fri 2026-11-20 10:00  modify  1 task: due 1, tags 1  Test (laptop)
      COMMIT  Thu 2026-11-19 10:00  added  5 tasks: 5 added  Test
      tasks: 1 change is not shown: could not read the file OBJECT: failed to inflate loose object
      $ tasks list --at @{0} --all --format '{title}' 2>&1 | sed 's/[0-9a-f]\{40\}/OBJECT/'
      Call Bob about the invoice
      Buy milk
      Pay rent
      Paint the fence
      $ rm 2026-11/buy-milk-*.org && tasks list --at @{0} --all --format '{title}' 2>&1 | sed 's/[0-9a-f]\{40\}/OBJECT/'
      tasks: 2026-11/buy-milk-2ccccccccccccccc.org cannot be read: could not read the file OBJECT: failed to inflate loose object
      Call Bob about the invoice
      Pay rent
      Paint the fence
      $ tasks diff 2026-11-22 2>&1 | sed 's/[0-9a-f]\{40\}/OBJECT/'
      Changed
        1bb  Call Bob about the invoice
                notes: +He is away
      Deleted
        3dd  Water the plants
      Purged
        2cc  Buy milk
      """#, in: world)
  }
}
