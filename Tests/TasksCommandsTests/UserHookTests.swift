import Foundation
import TestSupport
import Testing

/// The user's hooks.
@Suite struct UserHookTests {
  /// A world with hooks that are shell scripts.
  private func world(_ hooks: [String: String]) throws -> World {
    let world = try World.withSampleStore()
    for (name, script) in hooks {
      try world.write("#!/bin/sh\n" + script, to: "config/tasks/hooks/" + name)
      chmod(world.path("config/tasks/hooks/" + name), 0o755)
    }
    return world
  }

  @Test func eachChangeHasItsHook() throws {
    var hooks: [String: String] = [:]
    for name in ["on-add", "on-modify", "on-done", "on-delete"] {
      hooks[name] = "cat >/dev/null; echo \(name) >> \"$HOME/calls\"\n"
    }
    let world = try world(hooks)
    for (line, calls) in [
      ("add One", "on-add"), ("add --done Two", "on-add"), ("duplicate 2cc", "on-add"),
      ("modify 2cc +x", "on-modify"), ("start 2cc", "on-modify"), ("cancel 2cc", "on-modify"),
      ("reopen 2cc", "on-modify"), ("move 3dd top", "on-modify"), ("check 1bb 1", "on-modify"),
      ("done 3dd 2cc", "on-done\non-done"), ("state 1bb DONE", "on-done"),
      ("delete 2cc", "on-delete"), ("restore 2cc", "on-modify"), ("purge 5gg", "on-delete"),
      // Nothing changes, nothing is written, or it is history that changes it.
      ("done 3dd --dry-run", ""), ("reopen 3dd", ""), ("undo", ""), ("sync --dry-run", ""),
    ] {
      try world.write("", to: "calls")
      let outcome = try world.shell("tasks " + line)
      #expect(
        try world.read("calls") == (calls.isEmpty ? "" : calls + "\n"), "\(line): \(outcome)")
    }
  }

  @Test func whatFailsStopsTheChange() throws {
    try expect(
      #"""
      $ tasks done 2cc 3dd
      ! tasks: the hook on-done refused the change: not on a Friday
      ! please
      [1]
      $ tasks add Something
      ! tasks: the hook on-add refused the change: on stdout
      [1]
      $ tasks delete 2cc
      ! tasks: the hook on-delete refused the change
      [1]
      $ tasks delete 2cc --json | cat
      ! {"schema":1,"kind":"error","error":"failed","message":"the hook on-delete refused the change"}
      $ git status --porcelain && git rev-list --count HEAD
      2
      $ tasks modify 2cc +x
      modified 2cc  Buy milk  +errand +x  list:home
      """#,
      in: try world([
        "on-done": "echo not on a Friday >&2; echo please >&2; exit 1\n",
        "on-add": "echo on stdout; exit 3\n", "on-delete": "exit 1\n",
      ]))
  }

  @Test func whatIsPrintedIsWritten() throws {
    let world = try world([
      "on-add":
        "sed 's/.*\"new\":\\(.*\\)}$/\\1/; s/\"priority\":null/\"priority\":\"A\"/'\necho noted\n",
      // The input goes back with other tags in it.
      "on-modify": "sed 's/\"new\":\\(.*\\)\"tags\":\\[[^]]*\\]/\"new\":\\1\"tags\":[\"seen\"]/'\n",
      "on-done": "cat\n",
    ])
    try expect(
      #"""
      $ tasks add Call Ann due:fri / about it
      added ID  [A] Call Ann  due Fri 2026-11-27  note about it
      ! tasks: noted
      $ tasks modify 2cc pri:B
      modified 2cc  [B] Buy milk  +seen  list:home
      $ git log -1 --format=%B | head -4
      modify: Buy milk

      priority: nothing → B
      tags: +seen -errand
      $ tasks done 2cc
      done 2cc  DONE [B] Buy milk  +seen  list:home  closed 2026-11-20
      $ git status --porcelain
      """#, in: world)
    // A hook that takes the change back leaves nothing to be written.
    try expect(
      #"""
      $ printf '#!/bin/sh\nsed "s/.*\\"old\\":\\(.*\\),\\"new\\":.*/\\1/"\n' > ~/config/tasks/hooks/on-done
      $ tasks done 1bb
      ! tasks: nothing to change
      """#, in: world)
  }

  @Test func whatCannotBeWrittenIsAnError() throws {
    try expect(
      #"""
      $ HOOK='{' tasks modify 2cc +x
      ! tasks: what the hook on-modify printed cannot be used: a line begins with { and is no whole object of JSON; nothing was changed
      [1]
      $ HOOK='{"title":"x"}' tasks modify 2cc +x
      ! tasks: what the hook on-modify printed cannot be used: the key id is missing; nothing was changed
      [1]
      $ IN='s/2ccccc/3ccccc/g' tasks modify 2cc +x
      ! tasks: what the hook on-modify printed cannot be used: the id of a task cannot change; nothing was changed
      [1]
      $ IN='s/"format":"org"/"format":"md"/g' tasks modify 2cc +x
      ! tasks: what the hook on-modify printed cannot be used: the format of a task cannot change; nothing was changed
      [1]
      $ IN='p' tasks modify 2cc +x
      ! tasks: what the hook on-modify printed cannot be used: it has printed several tasks; nothing was changed
      [1]
      $ IN='s/"state":"TODO"/"state":"NOPE"/g' tasks modify 2cc +x
      ! tasks: 'Buy milk': the task's file has no state NOPE; its states are TODO NEXT WAIT DONE CANCELED
      [2]
      $ git status --porcelain && git rev-list --count HEAD
      2
      """#,
      in: try world([
        "on-modify": "if [ \"$HOOK\" ]; then echo \"$HOOK\"; else sed -e \"$IN\"; fi\n"
      ]))
  }

  /// They run after the store is unlocked, and their own commands run no hooks.
  @Test func afterACommitAndASync() throws {
    let world = try world([
      "post-commit": """
      echo "$TASKS_HOOK $(wc -l) $(pwd -P)"
      tasks modify 1bb +counted
      """,
      "post-sync": "grep -o '\"sent\":[0-9]*'; echo late >&2; exit 4\n",
    ])
    try expect(
      #"""
      $ tasks wait 2cc 3dd
      waiting 2cc  WAIT Buy milk  +errand  list:home
      waiting 3dd  WAIT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      ! tasks: post-commit 2 ~/store
      ! tasks: modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office +counted  list:work  due Fri 2026-11-27 17:00
      $ tasks undo
      undone: 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      ! tasks: post-commit 1 ~/store
      ! tasks: modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office +counted  list:work  due Fri 2026-11-27 17:00
      $ git init -q --bare ../hub.git && git remote add origin ../hub.git && tasks sync
      synchronized with origin: 0 received, 6 sent
      ! tasks: "sent":6
      ! tasks: late
      ! tasks: the hook post-sync failed with status 4; what it is for is done
      """#, in: world)
  }

  /// The folder of the settings may be a link; what is not executable, or in the store, is no hook.
  @Test func onlyTheUsersOwn() throws {
    let world = try world(["on-add": "exit 1\n"])
    try expect(
      #"""
      $ mkdir -p .tasks/hooks && cp ~/config/tasks/hooks/on-add .tasks/hooks/on-done && tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ mv ~/config/tasks/hooks ~/elsewhere && ln -s ~/elsewhere ~/config/tasks/hooks && tasks add One
      ! tasks: the hook on-add refused the change
      [1]
      $ chmod -x ~/elsewhere/on-add && tasks add One
      added ID  One
      """#, in: world)
  }
}
