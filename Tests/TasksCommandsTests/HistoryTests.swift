import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test func log() throws {
    try expect(
      #"""
      $ tasks modify 2cc +food -errand due:fri && tasks done 2cc && tasks note 1bb Hello
      modified 2cc  Buy milk  +food  list:home  due Fri 2026-11-27
      done 2cc  DONE Buy milk  +food  list:home  due Fri 2026-11-27  closed 2026-11-20
      noted 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks log 2cc
      COMMIT  Fri 2026-11-20 09:15  done  Buy milk  Test (laptop)
                state: TODO → DONE
                closed: nothing → 2026-11-20T09:15
      COMMIT  Fri 2026-11-20 09:15  modify  Buy milk  Test (laptop)
                tags: +food -errand
                due: nothing → 2026-11-27
      COMMIT  Thu 2026-11-19 10:00  added  Buy milk  Test
      $ tasks history -n 1
      COMMIT  Fri 2026-11-20 09:15  note  Call Bob about the invoice  Test (laptop)
                notes: +Hello
      $ tasks log zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks log -n 0
      ! tasks: The number of changes must be 1 or more.
      [2]
      """#)
  }

  @Test func logAsJSON() throws {
    let world = try World.withSampleStore()
    try world.tasks("modify", "2cc", "+food", "title:Milk", in: "store")
    let document = try Document(try world.tasks("log", "2cc", "--json", in: "store"))
    #expect(document.fields["kind"] as? String == "log")
    #expect(
      document.keys(depth: 3) == [
        "commit", "operation", "time", "device", "id", "title", "changes",
      ])
    let newest = try #require(document.rows("log").first)
    #expect(newest["operation"] as? String == "modify")
    #expect(newest["time"] as? String == "2026-11-20T09:15")
    #expect(newest["id"] as? String == "2ccccccccccccccc")
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    #expect((newest["commit"] as? String).map { $0 + "\n" } == head)
    let changes = try #require(newest["changes"] as? [[String: Any]])
    let title = try #require(changes.first { $0["field"] as? String == "title" })
    #expect(title["old"] as? String == "Buy milk")
    #expect(title["new"] as? String == "Milk")
    let tags = try #require(changes.first { $0["field"] as? String == "tags" })
    #expect(tags["add"] as? [String] == ["food"])
    #expect(tags["remove"] as? [String] == [])
  }

  @Test func undoAndRedo() throws {
    try expect(
      #"""
      $ tasks modify 2cc +food && tasks done 2cc && tasks add Brand new
      modified 2cc  Buy milk  +errand +food  list:home
      done 2cc  DONE Buy milk  +errand +food  list:home  closed 2026-11-20
      added ID  Brand new
      $ tasks undo
      undone: ID  Brand new
      $ tasks list --all --format '{state} {title} {tags}'
      TODO Call Bob about the invoice phone @office
      DONE Buy milk errand food
      NEXT Water the plants 
      DONE Pay rent errand
      $ tasks undo 2
      undone: 2cc  Buy milk  +errand  list:home
      $ tasks list --all --format '{state} {title} {tags}'
      TODO Call Bob about the invoice phone @office
      TODO Buy milk errand
      NEXT Water the plants 
      DONE Pay rent errand
      $ tasks redo
      redone: 2cc  DONE Buy milk  +errand +food  list:home  closed 2026-11-20
      $ tasks list --all --format '{state} {title} {tags}'
      TODO Call Bob about the invoice phone @office
      DONE Buy milk errand food
      NEXT Water the plants 
      DONE Pay rent errand
      $ tasks redo
      redone: ID  Brand new
      $ tasks list --all --format '{state} {title} {tags}'
      TODO Call Bob about the invoice phone @office
      DONE Buy milk errand food
      NEXT Water the plants 
      DONE Pay rent errand
      TODO Brand new 
      $ tasks redo
      ! tasks: there is no undo since the last change; to reverse an earlier undo, use its commit: tasks undo --op COMMIT
      [1]
      $ tasks undo --dry-run
      would be undone: ID  Brand new
      $ tasks undo 99
      ! tasks: there are only 2 operations to undo
      [1]
      $ tasks undo zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks undo --op nonsense
      ! tasks: this store's history has no operation 'nonsense'; tasks log lists the operations
      [1]
      $ git log --format='%s'
      redo: Brand new
      redo: Buy milk
      undo: Buy milk
      undo: Brand new
      add: Brand new
      done: Buy milk
      modify: Buy milk
      the sample
      init
      $ git status --porcelain
      """#)
  }

  @Test func undoOfOneTask() throws {
    try expect(
      #"""
      $ tasks modify 2cc +food && tasks modify 3dd +garden
      modified 2cc  Buy milk  +errand +food  list:home
      modified 3dd  NEXT Water the plants  +garden  list:home  sched Sat 2026-11-21 ++1w
      $ tasks undo 2cc
      undone: 2cc  Buy milk  +errand  list:home
      $ tasks list --format '{title} {tags}'
      Call Bob about the invoice phone @office
      Buy milk errand
      Water the plants garden
      $ tasks delete 1bb && tasks purge 1bb && tasks undo 1bb && tasks trash
      deleted 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  deleted 2026-11-20
      purged 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  deleted 2026-11-20
      undone: 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  deleted 2026-11-20
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  deleted 2026-11-20
      5gg  Old idea  deleted 2026-11-19
      """#)
  }

  @Test func undoLeavesWhatWasChangedSince() throws {
    try expect(
      #"""
      $ tasks modify 2cc +food due:fri title:Milk
      modified 2cc  Milk  +errand +food  list:home  due Fri 2026-11-27
      $ tasks modify 2cc title:"Oat milk"
      modified 2cc  Oat milk  +errand +food  list:home  due Fri 2026-11-27
      $ tasks undo --op HEAD~1
      undone: 2cc  Oat milk  +errand  list:home
      ! tasks: 'Oat milk': title changed since then, and stays as it is
      $ tasks list milk --format '{title} {tags} {due}'
      Oat milk errand 
      """#)
  }

  @Test func undoAfterAPush() throws {
    let world = try World.withSampleStore()
    try world.git("init", "--bare", "-q", "hub.git")
    try expect(
      #"""
      $ git remote add origin ../hub.git && tasks done 2cc && git push -qu origin main
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ tasks list --done --json | grep -o '"sync":"[^"]*"'
      "sync":"synchronized"
      "sync":"synchronized"
      $ tasks undo && tasks list --unsynced --format '{title}'
      undone: 2cc  Buy milk  +errand  list:home
      Buy milk
      $ tasks status | grep -v '^store'
      device     laptop (laptop)
      tasks      3 open, 1 done, 1 in the trash
      unsynced   1 of them
      upstream   1 commit ahead, 0 behind
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ git push -q && tasks list --unsynced
      ! tasks: no tasks
      """#, in: world)
  }

  @Test func aHandEditIsACommitOfItsOwn() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO By hand\n", to: "store/notes/hand.org")
    try world.write("# Not a task\n", to: "store/README.md")
    try expect(
      #"""
      $ sed -i 's/Buy milk/Buy bread/' 2026-11/buy-milk-2ccccccccccccccc.org && rm 2026-11/old-idea-5ggggggggggggggg.org
      $ tasks list --format '{title}' && git rev-list --count HEAD
      Call Bob about the invoice
      Buy bread
      Water the plants
      By hand
      2
      $ tasks done 1bb
      done 1bb  DONE [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  closed 2026-11-20
      $ git log -2 --format='%s%n%b'
      done: Call Bob about the invoice
      state: TODO → DONE
      closed: nothing → 2026-11-20T09:15

      Tasks-Device: laptop
      Tasks-Operation: done

      edited by hand: 3 tasks
      - Buy bread
      - Old idea
      - By hand

      Tasks-Device: laptop
      Tasks-Operation: edit

      $ git show --name-status --format= HEAD~
      M	2026-11/buy-milk-2ccccccccccccccc.org
      D	2026-11/old-idea-5ggggggggggggggg.org
      A	notes/hand.org
      $ git show --name-status --format= HEAD
      M	2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      $ git status --porcelain
      ?? README.md
      """#, in: world)
  }

  /// The history is read in the same way whatever the user's settings, a damaged index or a commit without a time.
  @Test(arguments: [
    "git config --global safe.bareRepository explicit",
    "git config --global i18n.logOutputEncoding UTF-16",
    "git config --global log.showSignature true; git config --global diff.renames copies",
    "printf damaged > .git/index",
  ]) func aHistoryIsReadWhateverIsSet(_ setup: String) throws {
    let world = try World.withSampleStore()
    try world.tasks("modify", "2cc", "+seen", in: "store")
    let before = try world.tasks("log", in: "store")
    #expect(before.status == 0 && before.output.contains("seen"))
    let made = try world.shell("\(setup); rm -f .git/tasks/history", in: "store")
    #expect(made.status == 0, "\(made.errors)")
    let after = try world.tasks("log", in: "store")
    #expect(after.status == 0 && after.output == before.output, "\(after)")
  }

  @Test func aCommitWithoutATimeIsRead() throws {
    let world = try World.withSampleStore()
    let made = try world.shell(
      """
      { echo "tree $(git rev-parse HEAD^{tree})"; echo "parent $(git rev-parse HEAD)"
        echo 'author A <a@example.org> 1700000000 +0000'; echo 'committer A <a@example.org>'
        echo; echo odd; } > ../odd
      git update-ref HEAD $(git hash-object -t commit -w --literally ../odd)
      """)
    #expect(made.status == 0, "\(made.errors)")
    let log = try world.tasks("log", in: "store")
    #expect(log.status == 0, "\(log.errors)")
  }
}
