import TestSupport
import Testing

/// Claims: who works on a task is in its file, and nobody else begins it.
@Suite struct ClaimTests {
  /// The sample store with a linked work tree `agent`, whose device is named laptop.
  private func world() throws -> World {
    let world = try World.withSampleStore()
    world.environment["TASKS_DEVICE"] = "laptop"
    try world.git("worktree", "add", "-q", "../agent", in: "store")
    return world
  }

  @Test func aTaskIsClaimedOnceOnAMachine() throws {
    let world = try world()
    try expect(
      #"""
      $ tasks start 2cc --claim
      claimed 2cc  NEXT Buy milk  +errand  list:home  assignee:Test
      $ tasks start 2cc --claim
      ! tasks: nothing to change
      $ tasks list assignee:test --json | jq -c '.tasks[0].properties'
      {"assignee":"Test"}
      """#, in: world)
    try expect(
      #"""
      $ tasks start 2cc 1bb --claim
      ! tasks: 'Buy milk' is claimed by Test; claim another one with: tasks ready --claim, or take it over with: tasks start 2cc --claim --force
      [5]
      $ tasks start 2cc --claim --json
      ! {"schema":1,"kind":"error","error":"claimed","message":"'Buy milk' is claimed by Test; claim another one with: tasks ready --claim, or take it over with: tasks start 2cc --claim --force"}
      [5]
      $ tasks start 1bb --claim --dry-run
      would be claimed 1bb  NEXT [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  assignee:Test (laptop/agent)
      $ tasks start 2cc --claim --force
      claimed 2cc  NEXT Buy milk  +errand  list:home  assignee:Test (laptop/agent)
      $ grep assignee 2026-11/buy-milk*
      :assignee: Test (laptop/agent)
      """#, in: world, at: "agent")
    try expect(
      #"""
      $ TASKS_DEVICE=other tasks start 2cc --claim
      ! tasks: 'Buy milk' is claimed by Test; claim another one with: tasks ready --claim, or take it over with: tasks start 2cc --claim --force
      [5]
      """#, in: world)
  }

  /// git takes files away for a moment, and a rebase takes commits away for longer.
  @Test func aClaimHoldsWhileGitMovesFiles() throws {
    let world = try world()
    try world.tasks("start", "2cc", "--claim", in: "agent")
    try world.tasks("start", "1bb", "--claim", in: "agent")
    try world.tasks("note", "2cc", "here", in: "store")
    let refused = { try world.tasks("start", "2cc", "--claim", in: "store").status }
    #expect(try refused() == 5)
    #expect(try world.run("sh", ["-c", "rm 2026-11/buy-milk*"], in: "agent").status == 0)
    #expect(try refused() == 5)
    try world.git("checkout", "-q", ".", in: "agent")
    let stop = ["-c", "sequence.editor=sed -i 1ibreak", "rebase", "-q", "-i", "main"]
    #expect(try world.run("git", stop, in: "agent").status == 0)
    #expect(try world.shell("grep -c assignee ../agent/2026-11/buy-milk*").output == "0\n")
    #expect(try refused() == 5)
    try world.git("rebase", "--continue", in: "agent")
    #expect(try refused() == 5)
  }

  @Test func aClaimIsGivenBack() throws {
    let world = try world()
    try expect(
      #"""
      $ tasks start 2cc --claim
      claimed 2cc  NEXT Buy milk  +errand  list:home  assignee:Test (laptop/agent)
      $ TASKS_DEVICE=other tasks reopen 2cc
      ! tasks: nothing to change
      $ tasks reopen 2cc
      reopened 2cc  Buy milk  +errand  list:home
      $ grep -c assignee 2026-11/buy-milk*
      0
      [1]
      """#, in: world, at: "agent")
    try expect(
      #"""
      $ tasks start 2cc --claim
      claimed 2cc  NEXT Buy milk  +errand  list:home  assignee:Test
      $ tasks undo
      undone: 2cc  Buy milk  +errand  list:home
      $ tasks start 4ff --claim
      ! tasks: 'Pay rent' is not open, so there is nothing to claim; tasks show 4ff tells why
      [1]
      $ tasks start 2cc --force
      ! tasks: --force is for --claim.
      [2]
      """#, in: world)
  }

  @Test func theNextReadyTaskIsClaimed() throws {
    let world = try world()
    try expect(
      #"""
      $ tasks ready --claim --dry-run
      would be claimed 1bb  NEXT [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  assignee:Test
      $ tasks ready --claim --sort title
      claimed 2cc  NEXT Buy milk  +errand  list:home  assignee:Test
      """#, in: world)
    try expect(
      #"""
      $ tasks ready --claim
      claimed 1bb  NEXT [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  assignee:Test (laptop/agent)
      $ tasks ready --claim
      ! tasks: no such task is ready and unclaimed
      $ tasks ready list:home --claim --json
      {"schema":1,"kind":"tasks","tasks":[]}
      $ tasks ready --claim --limit 2
      ! tasks: --claim takes a filter, --sort and --json, no other form of a list.
      [2]
      """#, in: world, at: "agent")
  }

  @Test func aPersonInOnePlaceIsTheNameAlone() throws {
    let world = try World()
    try world.tasks("init", "store")
    try world.tasks("add", "Paint", in: "store")
    try world.shell("git commit -q --allow-empty -m 'by hand'", in: "store")
    try world.shell("tasks start $(tasks list --format '{id}') --claim", in: "store")
    #expect(try world.tasks("list", "--columns", "assignee", in: "store").output == "Test\n")
    try world.tasks("clone", "store", "laptop")
    try world.tasks("add", "Plaster", in: "laptop", environment: ["TASKS_DEVICE": "laptop"])
    try world.shell("tasks start $(tasks list Plaster --format '{id}') --claim", in: "laptop")
    #expect(
      try world.tasks("list", "Plaster", "--columns", "assignee", in: "laptop").output
        .wholeMatch(of: /Test \(.+\)\n/) != nil)
    // The claim of the first place is not the second one's.
    let taken = try world.shell(
      "tasks start $(tasks list Paint --format '{id}') --claim", in: "laptop")
    #expect(taken.status == 5, "\(taken.errors)")
  }

  @Test func aTaskIsAssigned() throws {
    try expect(
      #"""
      $ tasks add Paint assignee:ann
      added ID  Paint  assignee:ann
      $ tasks modify 2cc assignee:ann,Bob
      modified 2cc  Buy milk  +errand  list:home  assignee:ann,Bob
      $ tasks list assignee:ANN --sort title --columns title,assignee
      Buy milk	ann,Bob
      Paint	ann
      $ tasks list assignee:bob +errand --format '{title}'
      Buy milk
      $ tasks list assignee.none: list:work --format '{title}'
      Call Bob about the invoice
      $ tasks list --explain assignee:ann
      assigned to ann
      $ tasks modify 2cc assignee:
      modified 2cc  Buy milk  +errand  list:home
      $ tasks log 2cc --field assignee | grep prop.
                prop.assignee: ann,Bob → nothing
                prop.assignee: nothing → ann,Bob
      $ tasks list asignee:ann
      ! tasks: 'asignee:ann' is searched as text; did you mean assignee:ann?
      ! tasks: no open task matches
      """#)
  }

  @Test func aListOfNamesStaysAList() throws {
    let world = try world()
    try world.write(
      "---\nid: 6hhhhhhhhhhhhhhh\ntitle: Fix\nstatus: To Do\nassignee: []\n---\n", to: "store/f.md")
    try world.write(
      "---\nid: 7jjjjjjjjjjjjjjj\ntitle: Fit\nstatus: To Do\nassignee:\n  - '@sara'\n---\n",
      to: "store/g.md")
    try expect(
      #"""
      $ tasks start 6hh --claim
      claimed 6hh  NEXT Fix  assignee:Test
      $ grep assignee f.md
      assignee: Test
      $ tasks start 6hh --claim
      ! tasks: nothing to change
      $ tasks start 7jj --claim
      ! tasks: 'Fit' is claimed by @sara; claim another one with: tasks ready --claim, or take it over with: tasks start 7jj --claim --force
      [5]
      $ tasks start 7jj --claim --force
      claimed 7jj  NEXT Fit  assignee:Test
      $ sed -n 5,6p g.md
      assignee:
        - 'Test'
      $ tasks modify 7jj assignee:ann,Bob
      modified 7jj  NEXT Fit  assignee:ann, Bob
      $ sed -n 5,8p g.md
      assignee:
        - 'ann'
        - Bob
      ---
      $ tasks modify 7jj assignee:Test
      modified 7jj  NEXT Fit  assignee:Test
      $ tasks reopen 7jj
      reopened 7jj  Fit
      """#, in: world)
  }

  @Test func aTaskHasTheOneItWasFoundIn() throws {
    try expect(
      #"""
      $ tasks add Wash the jug discovered-from:2cc
      added ID  Wash the jug  discovered_from 2cc Buy milk
      $ tasks list discovered-from:2cc --json | jq -c '.tasks[] | [.title, .discovered_from]'
      ["Wash the jug","2ccccccccccccccc"]
      $ tasks add Wash the cup discovered-from:zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      """#)
  }
}
