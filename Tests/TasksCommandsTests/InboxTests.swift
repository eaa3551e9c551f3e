import Foundation
import TestSupport
import Testing

/// The inbox: what phones and editors write into its file, and the walk through it.
@Suite struct InboxTests {
  @Test func entriesBecomeTasks() throws {
    try expect(
      #"""
      $ tasks inbox
      ! tasks: no open task matches
      $ printf '#+TITLE: Inbox\n\nBuy stamps :errand:\n* NEXT Call Ann\nDEADLINE: <2026-11-27 Fri>\nShe knows.\n' > inbox.org
      $ tasks inbox
      ! tasks: no open task matches
      ! tasks: 2 entries wait in inbox.org for the next command that changes something
      $ tasks list --columns title
      Call Bob about the invoice
      Buy milk
      Water the plants
      $ tasks modify 2cc pri:A
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: took 2 tasks from inbox.org into the list inbox
      $ tasks inbox --format '{state} {title} [{tags}] {due} {list} {rank}'
      TODO Buy stamps [errand]  inbox 7
      NEXT Call Ann [] 2026-11-27 inbox 8
      $ cat inbox.org
      #+TITLE: Inbox

      $ git log -4 --format='%s [%(trailers:key=Tasks-Operation,valueonly,separator=%x20)]'
      modify: Buy milk [modify]
      inbox: absorb 2 tasks [inbox]
      edited by hand [edit]
      the sample []
      $ git status --porcelain
      """#)
  }

  /// As in an import, each heading with a keyword is a task, and a child of the one above it.
  @Test func tasksBelowAnEntryAreItsChildren() throws {
    try expect(
      #"""
      $ printf '* TODO Move\nText.\n** TODO Pack\n*** NEXT Books\n*** Notes\nMany.\n** Plain\n*** TODO Van\nDEADLINE: <2026-11-27 Fri>\n' > inbox.org; tasks modify 2cc pri:A > /dev/null
      ! tasks: took 4 tasks from inbox.org into the list inbox
      $ tasks inbox --format '{state} {title}|{parent}|{due}|{notes}'
      TODO Move|||Text. ** Plain
      TODO Pack|zvyh7a81h2rqp4mx||** Notes Many.
      NEXT Books|hnhgdq4c6y24m611||
      TODO Van|zvyh7a81h2rqp4mx|2026-11-27|
      $ tasks undo --last 2 > /dev/null; grep -c '^\*' inbox.org
      6
      """#)
  }

  /// Nothing is taken, and the command goes on.
  @Test func whatIsNotTaken() throws {
    try expect(
      #"""
      $ tasks config max-open 4 >/dev/null && printf 'A\nB\n' > inbox.org
      $ tasks modify 2cc pri:A
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: the store has more open tasks than its limit of 4 now, and add takes none until some are done; raise it with: tasks config max-open NUMBER
      ! tasks: took 2 tasks from inbox.org into the list inbox
      $ cat inbox.org
      $ rm inbox.org && ln -s .tasks/config inbox.org && tasks modify 2cc pri:B
      modified 2cc  [B] Buy milk  +errand  list:home
      ! tasks: nothing is taken from inbox.org: it is not a regular file
      $ rm inbox.org && head -c 9000000 /dev/zero > inbox.md && tasks modify 2cc pri:C
      modified 2cc  [C] Buy milk  +errand  list:home
      ! tasks: nothing is taken from inbox.md: it is larger than 8 MiB
      $ printf '<<<<<<< ours\nA\n=======\nB\n>>>>>>> theirs\n' > inbox.md && tasks modify 2cc pri:A
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: nothing is taken from inbox.md: it has conflicts from a merge (<<<<<<< ours)
      $ printf -- '---\nstatus: todo\n---\nA\n' > inbox.md && tasks list inbox --columns title
      inbox
      $ rm inbox.md && : > inbox.org && tasks modify 2cc pri:B
      modified 2cc  [B] Buy milk  +errand  list:home
      """#)
  }

  @Test func otherFilesAndHeadings() throws {
    try expect(
      #"""
      $ tasks config inbox.file notes.txt
      ! tasks: 'notes.txt' is not a valid value of inbox.file: it is not the name of an .org or .md file at the store's top
      [2]
      $ tasks config inbox.file notes.org && tasks config inbox.heading General/Inbox
      set inbox.file = notes.org
      set inbox.heading = General/Inbox
      $ printf '* TODO General\n** Inbox\n*** Buy stamps\n** TODO Other\n' > notes.org
      $ tasks list --columns title --limit 1 && tasks modify 2cc pri:A
      Call Bob about the invoice
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: took 1 task from notes.org into the list inbox
      $ cat notes.org
      * TODO General
      ** Inbox
      ** TODO Other
      $ git log -2 --format=%s%n%b | grep -v -e Tasks- -e '^$'
      modify: Buy milk
      priority: nothing → A
      inbox: absorb 1 task
      - Buy stamps
      """#)
  }

  /// The message names the lists that the entries went to.
  @Test func anEntryNamesItsList() throws {
    try expect(
      #"""
      $ printf '* Ring\n:PROPERTIES:\n:CATEGORY: phone\n:END:\n' > inbox.org && tasks modify 2cc pri:A
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: took 1 task from inbox.org into the list phone
      $ printf 'Buy stamps #errand due:2026-11-27\n# Ring\n:PROPERTIES:\n:CATEGORY: phone\n:END:\n' > inbox.md && tasks modify 2cc pri:B
      modified 2cc  [B] Buy milk  +errand  list:home
      ! tasks: took 2 tasks from inbox.md into the lists inbox, phone
      $ tasks inbox
      ngq  Buy stamps  +errand  list:inbox  due Fri 2026-11-27
      """#)
  }

  /// An undo brings the text back, and so does nothing else.
  @Test func anUndoBringsTheTextBack() throws {
    try expect(
      #"""
      $ printf '\357\273\277Buy stamps\r\n- Call Ann' > inbox.org && cp inbox.org ../before
      $ tasks modify 2cc pri:A
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: took 2 tasks from inbox.org into the list inbox
      $ tasks inbox --columns title
      Buy stamps
      Call Ann
      $ tasks undo 2 | cut -c1-6
      undone
      undone
      undone
      $ cmp inbox.org ../before && git status --porcelain
      $ tasks redo >/dev/null && tasks inbox --columns title && wc -c < inbox.org
      Buy stamps
      Call Ann
      3
      """#)
  }

  @Test func theIdOfAnotherTaskIsReplaced() throws {
    try expect(
      #"""
      $ cp 2026-11/buy-milk-*.org inbox.org && tasks modify 2cc pri:A
      modified 2cc  [A] Buy milk  +errand  list:home
      ! tasks: took 1 task from inbox.org into the list home
      $ tasks list milk --format '{title} {list} {priority}'
      Buy milk home A
      Buy milk home 
      $ tasks doctor 2>&1 | grep ids
      fine    ids: every task has its own id
      """#)
  }

  /// Both may take in what they got from a third before they hear of each other.
  @Test func twoDevicesMakeTheSameTasks() throws {
    try expect(
      #"""
      $ printf 'A\n* B\n' > inbox.org && cp -r . ../other
      $ tasks modify 2cc pri:A 2>&1 && tasks --store ../other modify 3dd pri:A 2>&1
      tasks: took 2 tasks from inbox.org into the list inbox
      modified 2cc  [A] Buy milk  +errand  list:home
      tasks: took 2 tasks from inbox.org into the list inbox
      modified 3dd  NEXT [A] Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks inbox --format '{id} {path}' > ../one && tasks --store ../other inbox --format '{id} {path}' > ../two
      $ cmp ../one ../two && printf 'A\n* B\n' > inbox.org && tasks modify 2cc pri:B 2>/dev/null
      modified 2cc  [B] Buy milk  +errand  list:home
      $ tasks inbox --columns title
      A
      B
      A
      B
      $ tasks doctor 2>&1 | grep ids
      fine    ids: every task has its own id
      """#)
  }

  @Test func theWalkNeedsATerminal() throws {
    try expect(
      #"""
      $ tasks inbox --walk
      ! tasks: a walk asks about each task, and there is no terminal; list them with: tasks inbox
      [2]
      """#)
  }

  @Test func theWalkIsOneChange() throws {
    let world = try World.withSampleStore()
    let titles = [
      "Sort me", "Date me", "Finish me", "Delete me", "Skip me", "Edit me", "Quit here",
    ]
    _ = try world.shell(
      "printf '\(titles.map { $0 + "\\n" }.joined())' > inbox.org", in: "store")
    let keys = ["l work/a", "t fri", "list", "home", "bad", "d", "x", "s", "e", "", "q"]
    let walk = try world.onTerminal(
      "tasks inbox --walk", typing: keys.joined(separator: "\n"),
      environment: ["EDITOR": "sed -i s/Edit.me/Edited/"])
    #expect(walk.output.contains("[l]ist [t]ime (due) [d]one [x] delete [s]kip [e]dit [q]uit ? "))
    #expect(walk.output.contains("'bad' is none of the keys"))
    #expect(walk.output.contains("7/7"))
    let after = try world.tasks(
      "list", "--all", "--format", "{title}|{state}|{list}|{due}", "me or Edited or Quit",
      in: "store")
    #expect(
      after.output == """
        Sort me|TODO|work/a|
        Date me|TODO|home|2026-11-27
        Finish me|DONE|inbox|
        Skip me|TODO|inbox|
        Edited|TODO|inbox|
        Quit here|TODO|inbox|

        """, "\(after.output)\n\(walk.output)")
    #expect(try world.shell("git log -1 --format=%s", in: "store").output == "inbox: 5 tasks\n")
    _ = try world.tasks("undo", in: "store")
    #expect(
      try world.tasks("inbox", "--columns", "title", in: "store").output
        == titles.joined(separator: "\n") + "\n")
  }

  /// Ctrl-C and a terminal that is closed end the walk as the end of the input does.
  @Test(arguments: ["INT", "HUP"]) func anInterruptedWalkIsSaved(signal: String) throws {
    let world = try World.withSampleStore()
    try world.write("#!/bin/sh\nkill -\(signal) $PPID\n", to: "store/.git/interrupt")
    _ = try world.shell(
      "chmod +x .git/interrupt; printf 'First\\nSecond\\nThird\\n' > inbox.org", in: "store")
    let walk = try world.onTerminal(
      "tasks inbox --walk", typing: "l work\ne\nd",
      environment: ["EDITOR": world.path("store/.git/interrupt")])
    #expect(walk.status == (signal == "INT" ? 130 : 129))
    #expect(walk.output.contains("interrupted; what was decided is saved"), "\(walk.output)")
    #expect(
      try world.tasks(
        "list", "--all", "--format", "{title}|{state}|{list}", "First or Second or Third",
        in: "store"
      )
      .output.contains("First|TODO|work\nSecond|TODO|inbox\nThird|TODO|inbox\n"))
  }

  /// Killed at any point, the entries are in the file or are tasks, and the next command has both right.
  @Test func nothingIsLostOnTheWay() throws {
    let world = try World.withSampleStore()
    for delay in ["0.02", "0.05", "0.08", "0.11", "0.15", "0.2"] {
      _ = try world.shell(
        "printf 'Entry \(delay)\\n' >> inbox.org; timeout -s KILL \(delay) tasks modify 2cc +x-\(delay.dropFirst(2))",
        in: "store")
    }
    _ = try world.tasks("modify", "2cc", "pri:C", in: "store")
    let found = try world.tasks("list", "Entry", "--columns", "title", in: "store").output
    #expect(
      found.split(separator: "\n").sorted() == [
        "Entry 0.02", "Entry 0.05", "Entry 0.08", "Entry 0.11", "Entry 0.15", "Entry 0.2",
      ])
    #expect(try world.shell("git status --porcelain; cat inbox.org", in: "store").output == "")
  }
}
