import TestSupport
import Testing

/// `stats` and `verify`.
@Suite struct StatsTests {
  @Test func weeksAgesAndDelays() throws {
    let world = try World.withSampleStore()
    for (now, words) in [
      ("2026-11-20T10:00", ["modify", "1bb", "due:2026-12-24"]),
      ("2026-11-21T09:00", ["add", "Paint the fence", "list:home"]),
      ("2026-11-22T11:00", ["done", "2cc"]), ("2026-11-23T12:00", ["done", "3dd"]),
      ("2026-11-23T12:30", ["delete", "1bb"]),
      ("2026-11-23T12:40", ["clock", "add", "2cc", "9:00", "10:15"]),
    ] {
      let outcome = try world.run(
        World.tasks, words, in: "store", environment: ["TASKS_NOW": now])
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    world.environment["TASKS_NOW"] = "2026-11-24T09:00"
    try expect(
      #"""
      $ tasks stats -2w..today
        Week of  Opened  Finished  Removed  Clocked  Open
        9 Nov         ·         ·        ·              0
        16 Nov        4         1        ·              3  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪
        23 Nov        ·         1        1     1:15     2  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪

      age of the open tasks: median 3 days, most 6
      time to finish a task: median 3 days, most 3
      time in TODO: 4 tasks, 2.8 days each
      time in NEXT: 1 task, 4.1 days each
      put off once, most often:
        1  Call Bob about the invoice
      $ tasks stats 2026-11-16..today list:home | head -3
        Week of  Opened  Finished  Removed  Clocked  Open
        16 Nov        3         1        ·              2  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪
        23 Nov        ·         1        ·     1:15     2  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪
      $ tasks stats today --json
      {"schema":1,"kind":"stats","stats":{"weeks":[{"start":"2026-11-23","opened":0,"finished":0,"removed":0,"open":2,"minutes":0}],"age":{"tasks":2,"median_days":3,"most_days":6},"lead":{"tasks":0,"median_days":null,"most_days":null},"rescheduled":[],"states":[{"state":"TODO","minutes":1080,"tasks":2}]}}
      $ tasks stats --svg chart.svg | head -1
        Week of  Opened  Finished  Removed  Clocked  Open
      $ tasks stats --svg nowhere/chart.svg
      ! tasks: the chart could not be written to nowhere/chart.svg: could not create nowhere/chart.svg: No such file or directory
      [1]
      """#, in: world)
    let judge = "import xml.dom.minidom; xml.dom.minidom.parse('chart.svg')"
    #expect(try world.run("python3", ["-c", judge], in: "store").status == 0)
  }

  @Test func aSoundStoreIsVerified() throws {
    try expect(
      #"""
      $ tasks modify 2cc +food && tasks undo && tasks purge 5gg
      modified 2cc  Buy milk  +errand +food  list:home
      undone: 2cc  Buy milk  +errand  list:home
      purged 5gg  Old idea  deleted 2026-11-19
      $ tasks verify
      fine    objects: git fsck finds no fault
      fine    ids: every task has its own id
      fine    history: all 6 versions of tasks can be read
      fine    trailers: the trailers of 4 operations are sound
      fine    cache: it agrees with the files
      $ tasks verify --json | grep -o '"state":"[a-z]*"' | uniq -c | sed 's/^ *//'
      5 "state":"fine"
      """#)
  }

  /// Each fault is named, and only it.
  @Test func faultsAreNamed() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ cp 2026-11/buy-milk-2ccccccccccccccc.org 2026-11/copy.org && git add . && git commit -qm copy && tasks verify | grep -v '^fine'
      wrong   ids: ids that several files share: 2ccccccccccccccc (2026-11/buy-milk-2ccccccccccccccc.org, 2026-11/copy.org)
              give the newer files new ids with: tasks doctor --fix
      $ git rm -q 2026-11/copy.org && tasks add Foo > /dev/null && F=$(echo 2026-11/foo-*) && echo 'No heading' > $F && git commit -qam broken && git checkout -q HEAD~1 $F && git commit -qm mended && tasks verify | grep -v '^fine' | sed 's/ in [0-9a-f]\{8\}/ in COMMIT/; s/foo-[a-z0-9]*/foo-ID/'
      wrong   history: versions of tasks that cannot be read: 2026-11/foo-ID.org in COMMIT: it is no task: its heading has no keyword
              a version in the past does no harm now; what is unreadable at present, tasks doctor names
      $ git commit -q --allow-empty -m "x: y" -m "Tasks-Undoes: 1234567812345678123456781234567812345678" && tasks verify --json | grep -o '"trailers","state":"[a-z]*"'
      "trailers","state":"wrong"
      """#, in: world)
    let blob = try world.git("rev-parse", "HEAD:2026-11/pay-rent-4fffffffffffffff.org", in: "store")
      .output.dropLast()
    let file = ".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    _ = try world.run("chmod", ["u+w", file], in: "store")
    try world.write("rubbish", to: "store/" + file)
    let outcome = try world.tasks("verify", in: "store")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("wrong   objects: "))
    #expect(outcome.output.contains(String(blob)))
  }

  /// A folder of a commit that is lost is named, and the present is checked all the same.
  @Test func aLostTreeIsNamed() throws {
    let world = try World.withSampleStore()
    try world.tasks("modify", "2cc", "+food", in: "store")
    let tree = try world.git("rev-parse", "HEAD~1:2026-11", in: "store").output.dropLast()
    _ = try world.run(
      "rm", ["-f", ".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))"], in: "store")
    let outcome = try world.tasks("verify", in: "store")
    #expect(outcome.status == 1 && outcome.output.contains("wrong   objects: "))
    #expect(outcome.output.contains(String(tree)) && outcome.output.contains("wrong   commits: "))
    #expect(outcome.output.contains("fine    cache: "), "\(outcome.output)\(outcome.errors)")
  }

  @Test func aSpanToComeHasNoPast() throws {
    let outcome = try World.withSampleStore().tasks("stats", "2027-01-01..", in: "store")
    #expect(outcome.status == 2 && outcome.errors.contains("has not come yet"), "\(outcome)")
  }

  @Test(arguments: ["HEAD~2", "HEAD~2:2026-11"])
  func theHistoryGoesOnPastALostObject(_ name: String) throws {
    let world = try World.withSampleStore()
    try world.tasks("modify", "2cc", "+food", in: "store")
    try world.tasks("modify", "2cc", "+drink", in: "store")
    try world.tasks("modify", "2cc", "+bread", in: "store")
    let lost = try world.git("rev-parse", name, in: "store").output.dropLast()
    _ = try world.run(
      "rm", ["-f", ".git/objects/\(lost.prefix(2))/\(lost.dropFirst(2))"], in: "store")
    for command in [["log"], ["log", "2cc"], ["blame", "2cc"], ["stats"], ["log", "--patches"]] {
      let outcome = try world.run(World.tasks, command, in: "store")
      #expect(outcome.status == 0, "\(command) \(outcome)")
      #expect(outcome.errors.contains(lost), "\(command) \(outcome)")
    }
    if name.contains(":") {
      #expect(try world.tasks("log", "2cc", in: "store").output.contains("bread"))
    }
    #expect(try world.tasks("undo", in: "store").status == 0)
    #expect(try !world.tasks("show", "2cc", in: "store").output.contains("bread"))
  }
}
