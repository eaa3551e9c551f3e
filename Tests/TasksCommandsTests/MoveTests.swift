import Foundation
import TestSupport
import Testing

@Suite struct MoveTests {
  @Test func sixWays() throws {
    try expect(
      #"""
      $ tasks list --format '{rank} {short}'
      1 1bb
      2 2cc
      4 3dd
      $ tasks move 3dd top && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      0.5 3dd
      1 1bb
      2 2cc
      $ tasks mv 3dd bottom && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      1 1bb
      2 2cc
      3 3dd
      $ tasks move 3dd up && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      1 1bb
      1.5 3dd
      2 2cc
      $ tasks move 3dd down && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      1 1bb
      2 2cc
      3 3dd
      $ tasks move 3dd before 1bb && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      0.5 3dd
      1 1bb
      2 2cc
      $ tasks move 3dd after 1bb && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      1 1bb
      1.5 3dd
      2 2cc
      $ git log --format=%s
      move: Water the plants
      move: Water the plants
      move: Water the plants
      move: Water the plants
      move: Water the plants
      move: Water the plants
      the sample
      init
      $ git status --porcelain
      """#)
  }

  @Test func atTheEdges() throws {
    try expect(
      #"""
      $ tasks move 1bb up
      ! tasks: nothing to change
      $ tasks move 1bb top
      ! tasks: nothing to change
      $ tasks move 3dd down
      ! tasks: nothing to change
      $ tasks move 3dd bottom
      ! tasks: nothing to change
      $ tasks move 2cc before 3dd
      ! tasks: nothing to change
      $ tasks move 2cc after 1bb
      ! tasks: nothing to change
      $ tasks move 2cc after 2cc
      ! tasks: nothing to change
      $ git rev-list --count HEAD
      2
      $ tasks move 4ff top
      ! tasks: nothing to change
      $ tasks move 4ff before 2cc
      ! tasks: 'Buy milk' is not in the same list: one is finished or deleted, the other is not
      [2]
      $ tasks move 2cc sideways
      ! tasks: The value 'sideways' is invalid for '<place>'. Please provide one of the following:
      !   - top
      !   - bottom
      !   - up
      !   - down
      !   - before
      !   - after
      [2]
      $ tasks move 2cc
      ! tasks: Missing expected argument '<place>'
      [2]
      $ tasks move 2cc before
      ! tasks: Name the other task: tasks move ID before OTHER
      [2]
      $ tasks move 2cc top 3dd
      ! tasks: top takes no other task.
      [2]
      $ tasks move 2cc before zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks move zzzzz top
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ git status --porcelain && git rev-list --count HEAD
      2
      """#)
  }

  @Test func aMoveIsOneFile() throws {
    let world = try World.withSampleStore()
    try world.tasks("move", "3dd", "after", "1bb", in: "store")
    let change = try world.git("diff", "-U0", "HEAD~", "HEAD", in: "store").output
    #expect(change.contains("\n-:RANK:     4\n+:RANK:     1.5\n"))
    #expect(change.components(separatedBy: "diff --git").count == 2)
  }

  @Test func aTaskWithoutARankGetsOneWhenItIsMoved() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO By hand\n", to: "store/hand.org")
    try expect(
      #"""
      $ tasks list --format '{rank}|{title}'
      1|Call Bob about the invoice
      2|Buy milk
      4|Water the plants
      |By hand
      $ tasks move hand.org after 2cc > /dev/null && tasks list --format '{rank}|{title}'
      1|Call Bob about the invoice
      2|Buy milk
      3|By hand
      4|Water the plants
      $ cat hand.org | sed 's/ID:.*/ID/'
      * TODO By hand
      :PROPERTIES:
      :ID
      :RANK:     3
      :END:
      $ git log --format=%s -2
      move: By hand
      edited by hand: By hand
      """#, in: world)
  }

  /// No number is left between the two neighbours: they give way, and the order holds.
  @Test func intoAGapThatIsUsedUp() throws {
    let world = try World.withSampleStore()
    let milk = "store/" + World.sample[1].path
    let text = try world.read(milk).replacingOccurrences(
      of: ":RANK:     2", with: ":RANK:     \((1.0).nextUp)")
    try world.write(text, to: milk)
    try expect(
      #"""
      $ tasks move 3dd after 1bb && tasks list --format '{rank} {short}'
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      moved 2cc  Buy milk  +errand  list:home
      1 1bb
      2 3dd
      3 2cc
      $ tasks move 2cc after 1bb && tasks list --format '{rank} {short}'
      moved 2cc  Buy milk  +errand  list:home
      1 1bb
      1.5 2cc
      2 3dd
      """#, in: world)
  }
}
