import TestSupport
import Testing

/// A store in a repository that holds other things (`tasks init` in a code repository).
@Suite struct GuestTests {
  private func world() throws -> World {
    let world = try World()
    world.environment["TASKS_DEVICE"] = "laptop"
    try world.shell(
      #"""
      mkdir -p code/src code/docs code/vendor/x code/node_modules/y; cd code; git init -q
      echo a > src/a.c; echo node_modules > .gitignore
      printf -- '---\nstatus: accepted\n---\n# Use git\n' > docs/adr.md
      git add .; git commit -qm base; echo b >> docs/adr.md; echo staged > src/b.c; git add src/b.c
      printf '* TODO A gap\n' > docs/gaps.org
      printf -- '---\nstatus: open\n---\n# x\n' | tee vendor/x/a.md > node_modules/y/a.md
      """#, in: "")
    return world
  }

  @Test func theStoreIsAFolderOfItsOwn() throws {
    try expect(
      #"""
      $ tasks init --dry-run
      would make a store at ~/code/tasks
      $ tasks init
      made a store at ~/code/tasks, a folder of its own, since the repository has other content
      $ tasks init
      the store at ~/code/tasks is set up
      $ tasks add Fix build | sed 's/ [0-9a-z]* / ID /'
      added ID  Fix build
      $ git log --format=%s --name-only | sed 's/[0-9a-z]*\.org/ID.org/'
      add: Fix build

      tasks/2026-11/fix-build-ID.org
      init

      tasks/.gitattributes
      tasks/.tasks/config
      base

      .gitignore
      docs/adr.md
      src/a.c
      $ git status --porcelain
       M docs/adr.md
      A  src/b.c
      ?? docs/gaps.org
      ?? vendor/
      $ git config --get-regexp '^(pull|merge)\.' | cut -c1-24; git check-attr merge README.md tasks/a.md
      merge.tasks.name tasks f
      merge.tasks.driver tasks
      README.md: merge: unspecified
      tasks/a.md: merge: tasks
      $ cd src && tasks list --format '{title}' && tasks where
      Fix build
      ~/code/tasks
      ! tasks: it is the store of the git repository around the current folder
      $ git worktree add -q ../other HEAD 2>&1 && cd ../other/docs && tasks where --json
      {"schema":1,"kind":"where","where":{"store":"~/other/tasks","reason":"it is the store of the git repository around the current folder"}}
      $ git init -q ../other/docs/module && cd ../other/docs/module && tasks where 2>&1
      ~/other/tasks
      tasks: it is the store of the git repository around the current folder
      $ cd / && tasks where
      ! tasks: there is no store here, and none at ~/data/tasks; make it with its first task: tasks add Buy milk; or make one elsewhere: tasks init DIR
      [7]
      """#, in: try world(), at: "code")
  }

  @Test func anotherFolderCanBeNamed() throws {
    try expect(
      #"""
      $ mkdir tasks && echo x > tasks/build.gradle && tasks init
      ! tasks: ~/code has other content, so the store needs a folder of its own, and tasks/ is taken; name another one: tasks init todo
      [2]
      $ mkdir -p backlog/tasks && printf -- '---\nid: task-1\nstatus: To Do\ntitle: One\n---\n' > 'backlog/tasks/task-1 - One.md' && tasks init backlog/tasks && tasks list
      made a store at ~/code/backlog/tasks
      tas  One
      $ git clone -q . ../clone && cd ../clone && tasks init && cd backlog && tasks where 2>/dev/null
      the store at ~/clone/backlog/tasks is set up
      ~/clone/backlog/tasks
      $ tasks done tas && git show --format= --name-only HEAD~1 HEAD && tasks where 2>&1
      done tas  DONE One  closed 2026-11-20
      backlog/tasks/task-1 - One.md
      backlog/tasks/task-1 - One.md
      ~/code/backlog/tasks
      tasks: it is the store of the git repository around the current folder
      """#, in: try world(), at: "code")
  }

  /// A store that was made at the top of a repository before other things came.
  @Test func whatLooksLikeATaskIsOffered() throws {
    let world = try world()
    try world.shell(
      "mkdir .tasks; printf '[tasks]\\n\\tversion = 1\\n' > .tasks/config; \(World.tasks) init",
      in: "code")
    try expect(
      #"""
      $ tasks add One | sed 's/ [0-9a-z]* / ID /'
      added ID  One
      ! tasks: 3 files look like tasks and are left alone; to take them: tasks adopt .
      $ tasks add Two | sed 's/ [0-9a-z]* / ID /'
      added ID  Two
      $ git status --porcelain; git config pull.twohead || tasks list --format '{title}' | sort
       M docs/adr.md
      A  src/b.c
      ?? docs/gaps.org
      ?? vendor/
      A gap
      One
      Two
      Use git
      x
      $ tasks adopt docs/gaps.org | cut -d' ' -f1,4-
      adopted: A gap
      $ git show --format=%s --name-only; git status --porcelain
      adopt: A gap

      docs/gaps.org
       M docs/adr.md
      A  src/b.c
      ?? vendor/
      $ tasks adopt ..
      ! tasks: .. is not in the store at ~/code
      [2]
      """#, in: world, at: "code")
  }

  /// One commit, in which each file of the store moves and all others stay.
  @Test func aStoreAtTheTopMoves() throws {
    let world = try World()
    world.environment["TASKS_DEVICE"] = "laptop"
    try world.shell("mkdir top", in: "")
    try expect(
      #"""
      $ tasks init . 2>/dev/null && tasks add One >/dev/null && echo a > a.c && echo '*.c text' >> .gitattributes && printf '* TODO A note\n' > note.org && git add . && git commit -qm code
      made a store at ~/top
      $ tasks doctor | grep -A1 place; tasks init tasks --move --dry-run
      fine    place: the repository has other content, such as a.c
              give the store a folder of its own with: tasks init tasks --move
      would move the store to ~/top/tasks
      $ echo b > b.c && git add b.c && tasks init tasks --move
      ! tasks: something is staged; commit it, or unstage it with: git restore --staged .
      [2]
      $ git commit -qm b && tasks init tasks --move && git show --format=%s --name-status -M100 | sed 's/-[0-9a-z]*\.org/-ID.org/g'
      moved the store to ~/top/tasks
      init: move the store to tasks/

      M	.gitattributes
      A	tasks/.gitattributes
      R100	.tasks/config	tasks/.tasks/config
      R100	2026-11/one-ID.org	tasks/2026-11/one-ID.org
      $ cat .gitattributes; git status --porcelain; tasks list --format '{title}'; git config --get-regexp '^(pull|merge)\.' | cut -c1-24
      *.c text
      One
      merge.tasks.name tasks f
      merge.tasks.driver tasks
      $ tasks init other --move
      ! tasks: only a store at the top of a repository moves, to a folder in it
      [2]
      """#, in: world, at: "top")
  }

  @Test func forgettingLeavesGitAsItWas() throws {
    let world = try world()
    try expect(
      #"""
      $ cp .git/config ../config; ls .git/info; tasks init && tasks forget --list && tasks forget --dry-run
      exclude
      made a store at ~/code/tasks, a folder of its own, since the repository has other content
      ~/code/tasks
      would forget ~/code/tasks
      $ tasks forget && git config --get-regexp '^(pull|merge)\.|store'; cat .git/info/attributes; grep tasks .git/info/exclude
      forgot ~/code/tasks
      [1]
      $ tasks init ../own 2>/dev/null && tasks forget ../own && git -C ../own config --get-regexp '^(pull|merge)\.'; tasks forget --list
      made a store at ~/own
      forgot ~/code/../own
      """#, in: world, at: "code")
  }

  /// Without the program, git merges by lines, and says so with markers where it must.
  @Test func theDriverFallsBackToGit() throws {
    let world = try world()
    try expect(
      #"""
      $ cp "$(command -v tasks)" ../mine && ../mine init && ../mine add One >/dev/null && git checkout -qb side && git reset -q --hard
      made a store at ~/code/tasks, a folder of its own, since the repository has other content
      $ for b in side main; do git checkout -q $b; sed -i "s/One/One of $b/" tasks/2026-11/*.org; git commit -qm $b tasks; done
      $ rm ../mine; git merge side | tail -1; grep -c '^[<=>]' tasks/2026-11/*.org
      Automatic merge failed; fix conflicts and then commit the result.
      3
      """#, in: world, at: "code")
  }

  /// A word that is a number and an id is refused, and many operations need a yes.
  @Test func undoAsksBeforeItTakesBackMuch() throws {
    let world = try World.withSampleStore()
    try world.write(
      "* TODO Water plants\n:PROPERTIES:\n:ID: 08112345-1234-4123-8123-123456789012\n:END:\n",
      to: "store/2026-11/water-plants-08112345-1234-4123-8123-123456789012.org")
    try expect(
      #"""
      $ tasks done 081 >/dev/null; tasks undo 081
      ! tasks: '081' is a number and the beginning of an id; write tasks undo --last 81, or tasks undo 08112345-1234-4123-8123-123456789012
      [2]
      $ tasks undo 08112345
      undone: 081  Water plants
      $ for i in 1 2 3; do tasks modify 2cc +n$i; done >/dev/null; tasks undo 4 2>&1 | tail -1
      tasks: to undo 4 operations on 2 tasks, add --yes
      $ tasks undo --last 4 --yes
      undone: 2cc  Buy milk  +errand  list:home
      undone: 081  Water plants
      $ tasks undo --last 0
      ! tasks: '0' is not a number of operations; write 1 or more
      [2]
      $ for i in $(seq 11); do tasks add Task $i; done >/dev/null; tasks modify --where /Task/ +all --yes >/dev/null; tasks undo 2>&1 | tail -1
      tasks: to undo 1 operation on 11 tasks, add --yes
      """#, in: world)
  }

  /// A task that a colleague has given a state that the file does not know is named, whatever its id.
  @Test func aLostTaskIsNamed() throws {
    let world = try World.withSampleStore()
    let name = "2026-11/water-plants-08112345-1234-4123-8123-123456789012.org"
    try world.write("* DOING Water plants\n:PROPERTIES:\n:ID: 0811\n:END:\n", to: "store/" + name)
    try expect(
      #"""
      $ git add . && git commit -qm theirs && tasks list --limit 1 --format '{title}'
      Call Bob about the invoice
      ! tasks: 2026-11/water-plants-08112345-1234-4123-8123-123456789012.org cannot be read: line 1: its first heading begins with DOING, which is no state here, so it is no longer a task; mend it with: tasks edit 2026-11/water-plants-08112345-1234-4123-8123-123456789012.org
      $ tasks doctor | grep -A1 'files:'
      wrong   files: 2026-11/water-plants-08112345-1234-4123-8123-123456789012.org cannot be read: line 1: its first heading begins with DOING, which is no state here, so it is no longer a task
              fix it in an editor; to see its earlier versions: tasks git log -p -- 2026-11/water-plants-08112345-1234-4123-8123-123456789012.org
      $ tasks show 081
      ! tasks: 2026-11/water-plants-08112345-1234-4123-8123-123456789012.org cannot be read: line 1: its first heading begins with DOING, which is no state here, so it is no longer a task
      [1]
      """#, in: world)
  }

  /// A file without an id in its name that was a task in the last commit.
  @Test func whatWasATaskIsNamedUntilThatIsCommitted() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO Mow the lawn\n", to: "store/garden.org")
    try world.git("init", "-q", "--bare", "hub.git")
    try world.git("remote", "add", "origin", "../hub.git", in: "store")
    try world.tasks("sync", in: "store")
    try world.write("* Mow the lawn\n", to: "store/garden.org")
    let said =
      "garden.org cannot be read: line 1: its first heading has no keyword, so it is no longer a task"
    for command in ["list", "sync", "doctor"] {
      let outcome = try world.tasks(command, in: "store")
      #expect((outcome.output + outcome.errors).contains(said), "\(command): \(outcome)")
    }
    #expect(try world.tasks("status", in: "store").output.contains("unreadable garden.org"))
    try world.git("commit", "-qam", "a note now", in: "store")
    #expect(try world.tasks("list", in: "store").errors == "")
  }

  /// A date, a title or a number that cannot be read is named with its line.
  @Test func whatCannotBeReadIsNamed() throws {
    let world = try World.withSampleStore()
    for (name, text) in [
      ("a.md", "---\ntitle: One\nstatus: todo\ndue: Friday\neffort: soon\n---\n"),
      ("aa.md", "---\r\ntitle: Two\r\nstatus: todo\r\ndue: soon\r\n---\r\n"),
      ("b.md", "---\ntitle: Write: docs \"now\"\nstatus: todo\n---\n"),
      ("c.org", "* TODO Three\nDEADLINE: <12.1.2026>\n:PROPERTIES:\n:RANK: abc\n:END:\n"),
      ("d.org", "* TODO Four\nSCHEDULED: <2026-12-40 Mon>\n"),
      (
        "fine.org",
        "* TODO Five\nSCHEDULED: <2026-12-04 Fri 9:00-10:00 +1w> DEADLINE: <2026-12-05>\n"
          + ":PROPERTIES:\n:Effort: 1:30\n:RANK: 4\n:END:\n"
      ),
      (
        "fine.md",
        "---\ntitle: \"Write: docs\"\nstatus: todo\ndue: 2026-12-01T09:00\neffort: 30\n---\n"
      ),
    ] { try world.write(text, to: "store/2026-11/" + name) }
    try expect(
      #"""
      $ tasks doctor | grep values:
      wrong   values: 2026-11/a.md: line 4 cannot be read: due: Friday
      wrong   values: 2026-11/a.md: line 5 cannot be read: effort: soon
      wrong   values: 2026-11/aa.md: line 4 cannot be read: due: soon
      wrong   values: 2026-11/b.md: line 2 cannot be read: title: Write: docs "now"
      wrong   values: 2026-11/c.org: line 2 cannot be read: DEADLINE: <12.1.2026>
      wrong   values: 2026-11/c.org: line 4 cannot be read: :RANK: abc
      wrong   values: 2026-11/d.org: line 2 cannot be read: SCHEDULED: <2026-12-40 Mon>
      $ tasks list /^.?[OTFW]/ --sort title | cut -d ' ' -f 2-
       Five  sched Fri 2026-12-04 09:00–10:00 +1w  due Sat 2026-12-05
       Four  sched Sat 2027-01-09  ?
       One  ?
       Three  ?
       Two  ?
       NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
       Write: docs  due Tue 2026-12-01 09:00
      $ tasks list | grep -c 'b  ?'
      1
      """#, in: world)
  }
}
