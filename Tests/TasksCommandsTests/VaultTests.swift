import Foundation
import TestSupport
import Testing

/// A store in a vault of Obsidian: which notes are tasks, what new ones look like, and what a change leaves alone.
@Suite struct VaultTests {
  private func vault(
    _ settings: String? = SampleVault.settings, inGit: Bool = true
  ) throws -> World {
    let world = try World()
    try world.makeVault(settings: settings)
    guard inGit else { return world }
    try world.git("init", "-q", in: "store")
    try world.git("add", "-A", in: "store")
    try world.git("commit", "-qm", "the vault", in: "store")
    return world
  }

  /// The store is the vault, in git or not, and the notes are not touched.
  @Test(arguments: [true, false]) func initReadsTaskNotes(inGit: Bool) throws {
    let world = try vault(inGit: inGit)
    try expect(
      #"""
      $ tasks init .
      made a store at ~/store
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: 7 of 40 notes are tasks: those with the tag task, and none in Templates/ or in Archive/ or in Old notes/; change it with: tasks config notes "+task, -Templates/, -Archive/, -Old notes/"
      ! tasks: new tasks are TaskNotes/Tasks/{title}.md, from .tasks/new.md; change it with: tasks config new.path …
      $ git show --format=%s --name-only
      init

      .gitattributes
      .tasks/config
      .tasks/new.md
      $ cat .tasks/new.md
      ---
      status: open
      priority: normal
      dateCreated:
      dateModified:
      tags:
        - task
      ---
      $ tasks list --all --columns title --sort title
      Buy paint
      Call the plumber
      Paint the fence
      Plan the trip
      Send the form
      Sort photos
      Water the plants
      $ tasks verify | grep cache
      fine    cache: it agrees with the files
      """#, in: world)
    for (path, text) in SampleVault.notes { #expect(try world.read("store/" + path) == text) }
  }

  @Test func newTasksAreNotesOfTaskNotes() throws {
    let world = try vault()
    try expect(
      #"""
      $ tasks init . >/dev/null 2>&1
      $ tasks add Race 1 due:sat +sport && tasks add 'race 1' pri:A && tasks add 'Either: a/b or [[https://example.org][this]]?'
      added ID  [B] Race 1  +task +sport  due Sat 2026-11-21
      added ID  [A] race 1  +task
      added ID  [B] Either: a/b or [[https://example.org][this]]?  +task
      $ sed 's/^id: .*/id: ID/' TaskNotes/Tasks/Race*1.md
      ---
      id: ID
      status: open
      priority: normal
      dateCreated: 2026-11-20T09:15
      dateModified: 2026-11-20T09:15
      tags:
        - task
        - sport
      due: 2026-11-21
      ---
      $ sed 's/^id: .*/id: ID/' TaskNotes/Tasks/race*2.md
      ---
      id: ID
      status: open
      priority: high
      dateCreated: 2026-11-20T09:15
      title: race 1
      dateModified: 2026-11-20T09:15
      tags:
        - task
      ---
      $ sed -n '/^title/p' TaskNotes/Tasks/Either*.md; ls TaskNotes/Tasks
      title: "Either: a/b or [[https://example.org][this]]?"
      Buy paint.md
      Call the plumber.md
      Either- a-b or https---example.orgthis.md
      Paint the fence.md
      Plan the trip.md
      Race 1.md
      Send the form.md
      Sort photos.md
      Water the plants.md
      race 1 2.md
      $ printf 'Ring Ann #phone\nBuy nails\n' > inbox.md && tasks modify 'TaskNotes/Tasks/Race 1.md' pri:C >/dev/null; ls TaskNotes/Tasks | grep -e Ring -e nails; grep -A3 ^tags TaskNotes/Tasks/Ring*.md
      Buy nails.md
      Ring Ann.md
      tags:
        - task
        - phone
      ---
      ! tasks: took 2 tasks from inbox.md into the list inbox
      $ EDITOR='sed -i s/Race/Run/' tasks add --edit Race 3 && ls TaskNotes/Tasks | grep Run
      added ID  [B] Run 3  +task
      Run 3.md
      $ git mv 'TaskNotes/Tasks/Race 1.md' TaskNotes/Tasks/Marathon.md && tasks list +sport --columns title,due
      Marathon	2026-11-21
      $ tasks add Ride +sport/bike && tasks list +sport --columns title,tags && tasks tags --json | grep -o 'sport/bike'
      added ID  [B] Ride  +task +sport/bike
      Marathon	task sport
      Ride	task sport/bike
      sport/bike
      $ git status --porcelain
      """#, in: world)
  }

  /// Only the lines of the field, and what TaskNotes keeps of a change, are written; and undo brings all back.
  @Test func aChangeLeavesTheRestAlone() throws {
    let world = try vault()
    try expect(
      #"""
      $ tasks init . >/dev/null 2>&1; tasks show 'TaskNotes/Tasks/Water the plants.md' | grep -e instances -e priority
      priority    B
      complete_instances  ["2026-11-06", "2026-11-13"]
      $ tasks done 'TaskNotes/Tasks/Water the plants.md'
      done 0fe  [B] Water the plants  +task  sched Fri 2026-11-27 ++1w
      $ git show -U0 --format= | grep -v -e ^@@ -e ^index -e '^[+]id: '
      diff --git a/TaskNotes/Tasks/Water the plants.md b/TaskNotes/Tasks/Water the plants.md
      --- a/TaskNotes/Tasks/Water the plants.md	
      +++ b/TaskNotes/Tasks/Water the plants.md	
      -scheduled: 2026-11-20
      +scheduled: 2026-11-27
      -dateModified: 2026-11-02T08:30:00.000+01:00
      +dateModified: 2026-11-20T09:15:00.000+01:00
      +last_repeat: 2026-11-20T09:15
      +  - 2026-11-20
      +## Log
      +
      +- 2026-11-20 09:15 DONE from TODO
      $ tasks undo >/dev/null && git diff --stat HEAD~2
      $ tasks cancel 'TaskNotes/Tasks/Water the plants.md' >/dev/null && grep -A4 instances 'TaskNotes/Tasks/Water the plants.md'
      complete_instances:
        - 2026-11-06
        - 2026-11-13
      ---

      ! tasks: 'Water the plants' goes on, as its dates repeat; to end it for good: tasks modify 0fe every: and then tasks cancel 0fe
      $ tasks done 'TaskNotes/Tasks/Buy paint.md' && git show -U0 --format= | grep -v -e ^@@ -e ^index -e '^[+]id: '
      done 3bd  DONE [B] Buy paint  +task  sched Sat 2026-11-21  closed 2026-11-20
      diff --git a/TaskNotes/Tasks/Buy paint.md b/TaskNotes/Tasks/Buy paint.md
      --- a/TaskNotes/Tasks/Buy paint.md	
      +++ b/TaskNotes/Tasks/Buy paint.md	
      -status: open
      +status: done
      -dateModified: 2026-11-02T08:30:00.000+01:00
      +dateModified: 2026-11-20T09:15:00.000+01:00
      +completedDate: 2026-11-20T09:15
      """#, in: world)
  }

  /// What other verbs make is written in the same way, and two devices may take one name.
  @Test func everyVerbMakesNotes() throws {
    let world = try vault()
    try expect(
      #"""
      $ tasks init . >/dev/null 2>&1 && tasks init . && tasks init --dry-run ../elsewhere
      the store at ~/store is set up
      would make a store at ~/store/../elsewhere
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ tasks capture todo Call Ann && sed 's/^id: .*/id: ID/' 'TaskNotes/Tasks/Call Ann.md'
      added ID  [B] Call Ann  +task
      ---
      id: ID
      status: open
      priority: normal
      dateCreated: 2026-11-20T09:15
      dateModified: 2026-11-20T09:15
      tags:
        - task
      ---
      $ echo '- [ ] Buy milk' | tasks import md - && sed 's/^id: .*/id: ID/' 'TaskNotes/Tasks/Buy milk.md'
      added ID  [B] Buy milk  +task
      1 added, 0 changed, 0 unchanged
      ---
      id: ID
      status: open
      priority: normal
      dateCreated:
      dateModified: 2026-11-20T09:15
      tags:
        - task
      ---
      ! tasks: the lines stay where they are, and are not ticked when the tasks are done; with --linked they are
      $ printf -- '---\nstatus: open\n# mine\n---\nText\n' > ~/note && EDITOR='cp ~/note' tasks add --edit Note | cut -c1-5; grep -h -B1 -A3 mine TaskNotes/Tasks/*.md
      added
        - task
      # mine
      ---
      Text
      $ git init -q --bare ../hub.git && git remote add origin ../hub.git && tasks sync >/dev/null && tasks clone ../hub.git ../other 2>&1 | head -1
      cloned to ~/other
      $ tasks add Run && tasks --store ../other add Run && tasks sync && tasks --store ../other sync
      added ID  [B] Run  +task
      added ID  [B] Run  +task
      synchronized with origin: 0 received, 1 sent
      synchronized with origin: 1 received, 1 sent, merged
      ! tasks: TaskNotes/Tasks/Run.md holds two different tasks: one of them is now at TaskNotes/Tasks/run-ID.md
      $ tasks sync >/dev/null; tasks list title:Run --columns title,path; grep -h ^title TaskNotes/Tasks/[Rr]un*
      Run	TaskNotes/Tasks/Run.md
      Run	TaskNotes/Tasks/run-ID.md
      title: Run
      $ rm .tasks/new.md && printf 'no status\n' > .tasks/new.md && tasks add Nothing
      ! tasks: 'Nothing': .tasks/new.md, from which new files start, has no front matter with a status
      [2]
      """#, in: world)
  }

  @Test func whichNotesAreTasks() throws {
    let world = try vault()
    try expect(
      #"""
      $ tasks init . >/dev/null 2>&1 && tasks list --columns title | wc -l
      6
      $ tasks config notes ''
      set notes = 
      ! tasks: 16 of the files are tasks now, 7 before
      $ tasks list --columns title --sort title
      Buy paint
      Call the plumber
      Dune
      Emma
      Garden
      Old task
      Paint the fence
      Persuasion
      Plain
      Plan the trip
      Quarter
      Sort photos
      Ulysses
      Water the plants
      ! tasks: Broken.md cannot be read: line 2: the front matter has a status, but no closing `---`; mend it with: tasks edit Broken.md
      $ tasks config notes 'Books/ Projects/ -Books/'
      set notes = Books/ Projects/ -Books/
      ! tasks: 3 of the files are tasks now, 16 before
      $ tasks list --columns title --sort title
      Garden
      Quarter
      $ tasks config notes -Books/ && tasks config notes
      set notes = -Books/
      -Books/
      ! tasks: 12 of the files are tasks now, 3 before
      $ tasks config -x
      ! tasks: Unknown option '-x'
      [2]
      $ tasks config notes 'rating:4 +task -Templates/'
      set notes = rating:4 +task -Templates/
      ! tasks: 12 of the files are tasks now, 12 before
      $ tasks list --columns title --sort title
      Buy paint
      Call the plumber
      Dune
      Emma
      Old task
      Paint the fence
      Persuasion
      Plan the trip
      Sort photos
      Ulysses
      Water the plants
      $ tasks config notes 'some words'
      ! tasks: 'some words' is not a valid value of notes: it has a word that is no folder/, +tag or key:value, nor one after a -
      [2]
      $ tasks modify Books/Ulysses.md pri:A
      modified ara  [A] Ulysses
      $ tasks config notes 'rating:4 +task -Books/'
      set notes = rating:4 +task -Books/
      ! tasks: 9 of the files are tasks now, 12 before; 1 with an id of tasks is none any more
      $ tasks config notes '+task' && tasks list --columns title --sort title | head -3
      set notes = +task
      Buy paint
      Call the plumber
      Old task
      ! tasks: 10 of the files are tasks now, 9 before
      $ sed -i 's/  - task/  - other/' 'TaskNotes/Tasks/Buy paint.md' && tasks list --columns title Paint; tasks modify 'TaskNotes/Tasks/Sort photos.md' pri:A
      Paint the fence
      modified t45  none [A] Sort photos  +task
      $ tasks config new.path x.md; tasks config new.path 'Tasks/{title}.md'
      set new.path = Tasks/{title}.md
      ! tasks: 'x.md' is not a valid value of new.path: it is no path of a file of tasks with {title} or {id} in its name
      """#, in: world)
  }

  /// Without TaskNotes: the tag, else the only folder of notes with a state, else the tag again.
  @Test func initReadsTheNotes() throws {
    let world = try vault(nil)
    try expect(
      #"""
      $ tasks init . && cat .tasks/new.md
      made a store at ~/store
      ---
      status: open
      tags:
        - task
      ---
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: 8 of 40 notes are tasks: those with the tag task, and none in Templates/; change it with: tasks config notes "+task -Templates/"
      ! tasks: new tasks are Tasks/{title}.md, from .tasks/new.md; change it with: tasks config new.path …
      $ cd .. && mkdir -p plain/.obsidian plain/Jobs && printf -- '---\nstatus: to do\n---\n' > plain/Jobs/One.md && printf -- '---\nstatus: blue\n---\n' > plain/Two.md && tasks init plain && cat plain/.tasks/new.md
      made a store at ~/plain
      ---
      status: "to do"
      ---
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: 1 of 2 notes is a task: those in Jobs/; change it with: tasks config notes "Jobs/"
      ! tasks: new tasks are Jobs/{title}.md, from .tasks/new.md; change it with: tasks config new.path …
      $ cd ../plain && tasks add Two && ls Jobs && sed 's/^id: .*/id: ID/' Jobs/Two.md
      added ID  Two
      One.md
      Two.md
      ---
      id: ID
      created: 2026-11-20T09:15
      status: "to do"
      ---
      $ mkdir -p ../empty/.obsidian && echo Hello > ../empty/Home.md && tasks init ../empty
      made a store at ~/empty
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: 0 of 1 notes are tasks: those with the tag task; change it with: tasks config notes "+task"
      ! tasks: new tasks are Tasks/{title}.md, from .tasks/new.md; change it with: tasks config new.path …
      $ mkdir -p ../code/.obsidian && cd ../code && git init -q && echo Hello > Home.md && git add . && git commit -qm x && tasks init
      made a store at ~/code/tasks, a folder of its own, since the repository has other content
      """#, in: world)
  }

  /// Properties of another name are named, finished states are taken, and a store may be a folder of the vault.
  @Test func settingsOfTaskNotes() throws {
    let settings = SampleVault.settings
      .replacing(
        #""taskIdentificationMethod": "tag""#, with: #""taskIdentificationMethod": "property""#
      )
      .replacing(#""taskPropertyName": """#, with: #""taskPropertyName": "type""#)
      .replacing(#""taskPropertyValue": """#, with: #""taskPropertyValue": "task""#)
      .replacing(#""due": "due""#, with: #""due": "deadline""#)
      .replacing(#""value": "done""#, with: #""value": "finished""#)
      .replacing(#""storeTitleInFilename": true"#, with: #""storeTitleInFilename": false"#)
    let world = try vault(settings)
    try expect(
      #"""
      $ tasks init TaskNotes && cd TaskNotes && cat .tasks/new.md && tasks config
      made a store at ~/store/TaskNotes
      ---
      status: open
      priority: normal
      dateCreated:
      dateModified:
      type: task
      ---
      tasks.version = 1
      tasks.max-open = 200
      tasks.format = md
      tasks.keywords = TODO(t) NEXT(n) WAIT(w@/!) | FINISHED DONE(d) CANCELED(c@)
      tasks.notes = type:task
      new.path = Tasks/{id}.md
      ! tasks: 0 of 7 notes are tasks: those with type: task; change it with: tasks config notes "type:task"
      ! tasks: new tasks are Tasks/{id}.md, from .tasks/new.md; change it with: tasks config new.path …
      ! tasks: TaskNotes has keys of its own here, which are shown as properties and not read: deadline for due
      $ cd TaskNotes && tasks add Race 1 && ls Tasks | grep -c '^[a-z0-9]*.md' && tasks done Tasks/[a-z]*.md >/dev/null && sed -n '/^[^i]/p' Tasks/[a-z]*.md
      added ID  [B] Race 1
      1
      ---
      status: finished
      priority: normal
      dateCreated: 2026-11-20T09:15
      title: Race 1
      completedDate: 2026-11-20T09:15
      dateModified: 2026-11-20T09:15
      type: task
      ---
      """#, in: world)
  }

  /// Where the vault has words of its own for what is to do, they are the states.
  @Test func statesOfTaskNotes() throws {
    let settings = SampleVault.settings
      .replacing(#""defaultTaskStatus": "open""#, with: #""defaultTaskStatus": "inbox""#)
      .replacing(#""value": "open""#, with: #""value": "inbox""#)
      .replacing(#""value": "none""#, with: #""value": "in-progress""#)
      .replacing(#""value": "done""#, with: #""value": "shipped""#)
    let world = try vault(settings)
    try expect(
      #"""
      $ tasks init . > /dev/null 2>&1; tasks config keywords; tasks add Race > /dev/null
      INBOX NEXT(n) | SHIPPED DONE(d) CANCELED(c@)
      $ for i in done reopen start; do tasks $i --where race --yes > /dev/null; grep status: TaskNotes/Tasks/Race.md; done
      status: shipped
      status: inbox
      status: in-progress
      """#, in: world)
  }
}
