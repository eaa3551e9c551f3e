import Foundation
import TestSupport
import Testing

/// The ways to make a task besides a line of words.
@Suite struct NewTaskTests {
  @Test func theEditorMakesTheTask() throws {
    try expect(
      #"""
      $ EDITOR="sed -i s/new/newest/" tasks add Something new +a pri:B --edit
      added ID  [B] Something newest  +a
      $ EDITOR=true tasks add Left alone --edit
      added ID  Left alone
      $ git log --format=%s && git status --porcelain && ls .git/tasks | grep new
      add: Left alone
      add: Something newest
      the sample
      init
      [1]
      $ EDITOR="sed -i 's/^* TODO /&Typed/'" tasks add --edit +b due:fri
      added ID  Typed  +b  due Fri 2026-11-27
      $ EDITOR=true tasks add --edit
      ! tasks: the task has no title; nothing was added
      [1]
      $ EDITOR="truncate -s 0" tasks add Call Bob --edit
      ! tasks: the task has no title; nothing was added
      [1]
      $ EDITOR="sh -c 'echo a note >> \"\$0\"'" tasks add --edit 2>&1 | grep -o 'nothing was added, and your text is in'
      nothing was added, and your text is in
      $ EDITOR="sed -i s/TODO//" tasks add Call Bob --edit 2>&1 | sed 's|new-.*|new|'
      tasks: the text is no task, so it cannot be added
      your text is in ~/store/.git/tasks/new
      $ EDITOR=false tasks add Call Bob --edit 2>&1 | sed 's|new-.*|new|'
      tasks: the editor exited with status 1; nothing was added, and your text is in ~/store/.git/tasks/new
      $ ls .git/tasks/new* | wc -l && git rev-list --count HEAD && git status --porcelain
      3
      5
      $ tasks add --edit -
      ! tasks: The editor opens one task; leave out --edit, or name the task.
      [2]
      $ tasks config format md && EDITOR="sed -i 's/^title:.*/&Typed in Markdown/'" tasks add --edit
      set format = md
      added ID  Typed in Markdown
      $ EDITOR=true tasks add --edit
      ! tasks: the task has no title; nothing was added
      [1]
      """#)
  }

  @Test func linesAreWordsOrJSON() throws {
    try expect(
      #"""
      $ printf 'One +a\n\n{"title":"Two","tags":["b"],"deadline":"2026-11-27","state":"WAIT","unknown":1}\n' | tasks add -
      added ID  One  +a
      added ID  WAIT Two  +b  due Fri 2026-11-27
      ! tasks: line 3: 'unknown' is not a key of a task, and is left out; tasks list --jsonl shows the keys
      $ printf 'Good\n\nBad due:someday\n' | tasks add -
      ! tasks: line 3: 'someday' is not a date
      !   Bad due:someday
      !           ^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ printf 'Good\n{"title":"Bad"\n' | tasks add -
      ! tasks: line 2: it is no JSON from its byte 15 on
      [2]
      $ printf '{"title":"Good"}\n{"state":"TODO"}\n' | tasks add -
      ! tasks: line 2: the key title is missing
      [2]
      $ printf '{"title":"Bad","effort":"long"}\n' | tasks add -
      ! tasks: line 1: the value of the key effort is not one that it can have
      [2]
      $ printf 'Good\n{"id":"2ccccccccccccccc","title":"Bad"}\n' | tasks add -
      ! tasks: line 2: the id 2ccccccccccccccc is that of another task
      [2]
      $ printf '{"id":"abcd","title":"Bad"}\n{"id":"abcd","title":"Twice"}\n' | tasks add -
      ! tasks: line 2: the id abcd is that of another task
      [2]
      $ printf '{"title":"Odd","state":"NOPE"}\n' | tasks add -
      ! tasks: 'Odd': the task's file has no state NOPE; its states are TODO NEXT WAIT DONE CANCELED
      [2]
      $ printf 'Good\nBad depends:zzzzz\n' | tasks add -
      ! tasks: line 2: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [2]
      $ git status --porcelain && git rev-list --count HEAD
      3
      """#)
  }

  /// What one store prints, another one takes.
  @Test func jsonLinesAreTheSameTasks() throws {
    let world = try World.withSampleStore()
    try world.tasks("init", "other")
    try world.tasks("done", "3dd", "--note", "it rained", in: "store")
    let lines = try world.tasks("list", "--all", "--jsonl", in: "store").output
    let added = try world.tasks("add", "-", in: "other", input: lines)
    #expect(added.status == 0 && added.errors == "")
    func tasks(_ text: String) throws -> [NSDictionary] {
      try text.split(separator: "\n").map { line in
        var fields =
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        fields["path"] = nil
        return fields as NSDictionary
      }
    }
    let there = try world.tasks("list", "--all", "--jsonl", in: "other").output
    #expect(try tasks(there) == tasks(lines))
    #expect(try world.git("log", "-1", "--format=%s", in: "other").output == "add: 4 tasks\n")
  }

  @Test func addedAndDoneAtOnce() throws {
    try expect(
      #"""
      $ tasks add --done Call Ann +phone
      added ID  DONE Call Ann  +phone  closed 2026-11-20
      $ tasks add --done Water due:today every:1w
      added ID  Water  due Fri 2026-11-27 ++1w
      $ printf 'One\nTwo\n' | tasks add --done -
      added ID  DONE One  closed 2026-11-20
      added ID  DONE Two  closed 2026-11-20
      $ tasks list --done --format '{title}' && git log --format=%s
      Pay rent
      Call Ann
      One
      Two
      add: 2 tasks
      add: Water
      add: Call Ann
      the sample
      init
      """#)
  }

  @Test func aCopyBeginsAnew() throws {
    try expect(
      #"""
      $ tasks duplicate 1bb
      duplicated ID  [A] Call Bob about the invoice [0/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks list --format '{rank} {title}'
      1 Call Bob about the invoice
      1.5 Call Bob about the invoice
      2 Buy milk
      4 Water the plants
      $ git show --format=%s HEAD | grep '^[+a-z]' | sed '/^index/d;/^+++/d;/:ID:/d;s/-[a-z0-9]*.org//g'
      duplicate: Call Bob about the invoice
      diff --git a/2026-11/call-bob-about-the-invoice b/2026-11/call-bob-about-the-invoice
      new file mode 100644
      +#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)
      +
      +* TODO [#A] Call Bob about the invoice [0/3] :phone:@office:
      +DEADLINE: <2026-11-27 Fri 17:00 -3d>
      +:PROPERTIES:
      +:RANK:     1.5
      +:CREATED:  [2026-11-20 Fri 09:15]
      +:CATEGORY: work
      +:Effort:   1:30
      +:VENDOR:   ACME
      +:END:
      +
      +He has the number.
      +
      +- [ ] find the number
      +- [ ] read the contract
      +- [ ] call
      $ tasks dup 4ff
      duplicated ID  Pay rent  +errand
      $ tasks done 3dd >/dev/null; tasks duplicate 3dd
      duplicated ID  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ cat "$(tasks show --path "$(tasks list list:home sched.any: --format '{id}' | grep -v 3ddd)")" | grep -v :ID:
      * TODO Water the plants
      SCHEDULED: <2026-11-28 Sat ++1w>
      :PROPERTIES:
      :RANK:     5.5
      :CREATED:  [2026-11-20 Fri 09:15]
      :CATEGORY: home
      :END:
      $ tasks dup 5gg --dry-run
      would be duplicated ID  Old idea
      $ tasks dup zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ git status --porcelain
      """#)
  }
}
