import TestSupport
import Testing

@Suite struct StoreTests {
  @Test func makingOne() throws {
    let world = try World()
    world.environment["TASKS_DEVICE"] = "laptop"
    try expect(
      #"""
      $ tasks init "my store" && cd "my store" && ls -A && cat .gitattributes .tasks/config && git log --format=%B
      made a store at ~/my store
      .git
      .gitattributes
      .tasks
      *.org merge=tasks -text
      *.md merge=tasks -text
      *.org.gpg merge=tasks -text
      [tasks]
      	version = 1
      	max-open = 200
      	format = org
      	keywords = TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)
      init

      Tasks-Device: laptop
      Tasks-Operation: init

      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ cp -r "my store" before && tasks init "my store" && diff -r before "my store"
      the store at ~/my store is set up
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ tasks clone "my store" copy && diff -r -x .git "my store" copy && git -C copy config merge.tasks.driver | sed "s,'.*','PROGRAM',"
      cloned to ~/copy
      tasks='PROGRAM'; if test -x "$tasks"; then exec "$tasks" merge-driver %O %A %B %L %P; fi; exec git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ git -C copy config --get-regexp '^(merge|pull)\.' | grep -v driver && cat copy/.git/info/attributes
      merge.tasks.name tasks field by field
      merge.renames false
      merge.directoryrenames false
      pull.rebase false
      *.org merge=tasks -text
      *.md merge=tasks -text
      *.org.gpg merge=tasks -text
      $ tasks clone nowhere other
      ! tasks: git could not clone nowhere
      ! fatal: repository 'nowhere' does not exist
      [6]
      $ git init -q --bare empty.git && tasks clone empty.git fresh && git -C fresh log --format=%s
      cloned an empty repository, and made a store at ~/fresh
      init
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ cd fresh && tasks clone ../empty.git ../deeper/clone && git -C ../deeper/clone remote get-url origin
      cloned an empty repository, and made a store at ~/deeper/clone
      ~/fresh/../empty.git
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ tasks init --json fresh | grep -o '"kind":"[^"]*"'
      "kind":"status"
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      """#, in: world, at: "")
  }

  @Test func oneInAnother() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks init 2026-11/mine
      ! tasks: ~/store/2026-11/mine is inside the store at ~/store, and its tasks belong to that store; for a separate store, make it a repository first: git init ~/store/2026-11/mine
      [2]
      $ ls 2026-11/mine
      ! ls: cannot access '2026-11/mine': No such file or directory
      [2]
      $ tasks init --dry-run 2026-11
      ! tasks: ~/store/2026-11 is inside the store at ~/store, and its tasks belong to that store; for a separate store, make it a repository first: git init ~/store/2026-11
      [2]
      $ git init -q 2026-11/mine && tasks init 2026-11/mine 2>&1 | head -1
      made a store at ~/store/2026-11/mine
      $ git init -q ../code && tasks init ../code/lists/todo && tasks init ../code/lists
      made a store at ~/code/lists/todo
      ! tasks: ~/code/lists already contains a store, ~/code/lists/todo, whose tasks would be in both; choose another folder
      [2]
      $ mkdir .hidden && tasks init .hidden/mine 2>&1 | head -1
      made a store at ~/store/.hidden/mine
      $ tasks init ../code/lists/other && tasks init ../code/lists/todo
      made a store at ~/code/lists/other
      the store at ~/code/lists/todo is set up
      """#, in: world)
  }

  @Test func missingOrDamaged() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ cd / && tasks list
      ! tasks: there is no store here, and none at ~/data/tasks; make it with its first task: tasks add Buy milk; or make one elsewhere: tasks init DIR
      [7]
      $ cd / && tasks done 2cc --json
      ! {"schema":1,"kind":"error","error":"store","message":"there is no store here, and none at ~/data/tasks; make it with its first task: tasks add Buy milk; or make one elsewhere: tasks init DIR"}
      [7]
      $ tasks list --store ../nowhere
      ! tasks: there is no store at ~/store/../nowhere; make one there with: tasks init ~/store/../nowhere
      [7]
      $ TASKS_DIR=../nowhere tasks list
      ! tasks: there is no store at ~/store/../nowhere; make one there with: tasks init ~/store/../nowhere
      [7]
      $ cd / && tasks list --store ~/nowhere
      ! tasks: there is no store at ~/nowhere; make one there with: tasks init ~/nowhere
      [7]
      $ rm .tasks/config && tasks list
      ! tasks: the store cannot be used: ~/store/.tasks/config is missing
      [7]
      $ echo '[tasks' > .tasks/config && tasks list
      ! tasks: the store cannot be used: ~/store/.tasks/config is not a valid config file: ~/store/.tasks/config, line 1: a section is written [name] or [name "subsection"]; correct the line
      [7]
      $ printf '[tasks]\n\tversion = 2\n' > .tasks/config && tasks list
      ! tasks: ~/store/.tasks/config has version 2, which needs a newer tasks; install that
      [7]
      $ printf '[tasks]\n\tmax-open = many\n' > .tasks/config && tasks list
      ! tasks: the store cannot be used: ~/store/.tasks/config the setting tasks.max-open is 'many', which is not a number; correct it
      [7]
      $ mkdir ../bare && cp -r .tasks ../bare && printf '[tasks]\n\tversion = 1\n' > ../bare/.tasks/config && tasks list --store ../bare
      ! tasks: the store at ~/store/../bare is not in a git repository; make it one with: tasks init ~/store/../bare
      [7]
      """#, in: world)
  }

  @Test func idsUnknownAndAmbiguous() throws {
    let world = try World.withSampleStore()
    for (letter, title) in [("x", "One"), ("y", "Two")] {
      try world.write(
        "* TODO \(title)\n:PROPERTIES:\n:ID: h6h6h\(letter)aaaaaaaaaa\n:END:\n",
        to: "store/\(title).org")
    }
    try world.write(
      "* TODO Twin\n:PROPERTIES:\n:ID: 2ccccccccccccccc\n:END:\n", to: "store/twin.org")
    try expect(
      #"""
      $ tasks done h6h
      ! tasks: 'h6h' matches 2 tasks: h6h6hx One, h6h6hy Two
      [4]
      $ tasks done h6
      ! tasks: 'h6' matches 2 tasks: h6h6hx One, h6h6hy Two
      [4]
      $ tasks done h6h6hx --dry-run
      would be done h6h6hx  DONE One  closed 2026-11-20
      $ tasks done H6H6HX --dry-run
      would be done h6h6hx  DONE One  closed 2026-11-20
      $ tasks show 2cc | head -1
      ! tasks: several files have the id 2ccccccccccccccc; name one by its path:
      !   2ccccccccccccccc  Buy milk  2026-11/buy-milk-2ccccccccccccccc.org
      !   2ccccccccccccccc  Twin  twin.org
      $ tasks show twin.org | head -1
      Twin
      $ tasks move h6h top
      ! tasks: 'h6h' matches 2 tasks: h6h6hx One, h6h6hy Two
      [4]
      $ tasks done zzzzz
      ! tasks: no task has an id that begins with 'zzzzz'; tasks list --all shows the ids
      [3]
      $ tasks done ""
      ! tasks: no task has an id that begins with ''; tasks list --all shows the ids
      [3]
      $ tasks done nowhere.org
      ! tasks: no task has an id that begins with 'nowhere.org'; tasks list --all shows the ids
      [3]
      $ tasks done h6h --json
      ! {"schema":1,"kind":"error","error":"ambiguous","message":"'h6h' matches 2 tasks: h6h6hx One, h6h6hy Two"}
      [4]
      """#, in: world)
  }

  @Test func theLimit() throws {
    try expect(
      #"""
      $ tasks config max-open 4
      set max-open = 4
      $ tasks add Fourth
      added ID  Fourth
      $ tasks add Fifth
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104
      [5]
      $ printf 'Fifth\nSixth\n' | tasks add -
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104
      [5]
      $ tasks reopen 4ff
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104
      [5]
      $ tasks restore 5gg
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104
      [5]
      $ tasks state 4ff NEXT
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104
      [5]
      $ tasks add Fifth --json
      ! {"schema":1,"kind":"error","error":"limit","message":"the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104"}
      [5]
      $ tasks add Fifth --dry-run
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 104
      [5]
      $ git status --porcelain && git log --format=%s
      add: Fourth
      config: tasks.max-open = 4
      the sample
      init
      $ tasks done 2cc && tasks reopen 4ff
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      reopened 4ff  Pay rent  +errand
      $ tasks undo && tasks restore 5gg && tasks undo --op HEAD~2
      undone: 4ff  DONE Pay rent  +errand  closed 2026-11-19
      restored 5gg  Old idea
      ! tasks: nothing to change
      $ tasks config max-open 0 && tasks add Fifth
      set max-open = 0
      added ID  Fifth
      """#)
  }

  @Test func twoHundredTasksAreTheLimitOfANewStore() throws {
    let world = try World.withSampleStore()
    let lines = (1...197).map { "Task \($0)\n" }.joined()
    #expect(try world.tasks("add", "-", in: "store", input: lines).status == 0)
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    let refused = try world.tasks("add", "One too many", in: "store")
    #expect(refused.status == 5)
    #expect(refused.errors.contains("200") && refused.errors.contains("max-open"))
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  @Test func settings() throws {
    try expect(
      #"""
      $ tasks config
      tasks.version = 1
      tasks.max-open = 200
      tasks.format = org
      tasks.keywords = TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)
      $ tasks config max-open 500
      set max-open = 500
      $ tasks config max-open
      500
      $ tasks config max-open -1
      ! tasks: '-1' is not a valid value of max-open: it is not 0 or more
      [2]
      $ tasks config max-open lots
      ! tasks: 'lots' is not a valid value of max-open: it is not a number
      [2]
      $ tasks config nothing
      ! tasks: there is no setting 'nothing'; tasks help settings lists them
      [2]
      $ tasks config version 2
      ! tasks: the version of a store cannot be set by hand
      [2]
      $ tasks config keywords 'TODO DOING | DONE'
      set keywords = TODO DOING | DONE
      ! tasks: 1 file keeps a #+TODO: line without these states; renew it with: tasks doctor --fix
      $ tasks add With other words && tasks list other --json | grep -o '"state":"[^"]*"'
      added ID  With other words
      "state":"TODO"
      $ tasks start "$(tasks list other --format '{path}')"
      ! tasks: 'With other words': the task's file has no state NEXT; its states are TODO DOING DONE
      [2]
      $ tasks state "$(tasks list other --format '{path}')" DOING
      changed ID  DOING With other words
      $ git log --format=%s && git status --porcelain
      state: With other words
      add: With other words
      config: tasks.keywords = TODO DOING | DONE
      config: tasks.max-open = 500
      the sample
      init
      """#)
  }

  @Test func status() throws {
    try expect(
      #"""
      $ tasks status
      store      ~/store
      device     laptop (laptop)
      tasks      3 open, 1 done, 1 in the trash
      upstream   none
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ tasks status --json
      {"schema":1,"kind":"status","status":{"store":"~/store","format":"org","open":3,"done":1,"deleted":1,"unsynced":5,"ahead":null,"behind":null,"conflicts":0,"unreadable":[],"sparse":0,"device":"laptop","cycles":[]}}
      """#)
  }

  @Test func gitInTheStore() throws {
    try expect(
      #"""
      $ cd / && TASKS_DIR=~/store tasks git log --format=%s
      the sample
      init
      $ tasks git rev-parse --verify -q nonsense
      [1]
      $ tasks git --no-pager log -1 --format=%h | wc -c
      8
      """#)
  }

  @Test func usage() throws {
    let world = try World.withSampleStore()
    let wrong = [
      ["done"], ["show"], ["move", "2cc", "over"], ["log", "-n", "none"],
      ["config", "a", "b", "c"],
      ["check", "1bb"], ["purge"], ["done", "--nonsense", "2cc"], ["completions", "tcsh"],
    ]
    for arguments in wrong {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.output == "", "\(arguments)")
      #expect(outcome.errors.contains("tasks"), "\(arguments)")
      let asJSON = try world.run(World.tasks, arguments + ["--json"], in: "store")
      if arguments[0] != "completions" {
        #expect(try Document(asJSON.errors).fields["error"] as? String == "usage", "\(arguments)")
      }
    }
    #expect(try world.tasks("--help").status == 0)
    #expect(try world.tasks("help", "add").output.contains("USAGE: tasks add"))
    #expect(try world.tasks("--version").output == "tasks 0.1.0 (development build)\n")
  }
}
