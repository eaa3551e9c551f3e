import TestSupport
import Testing

/// What an import reads of files of Org and of Markdown, leaves out, and knows again.
@Suite struct ImportTests {
  /// The second format of Obsidian Tasks, and what of it and of other boxes is not read.
  /// Text that is of no task is named, too.
  @Test func textOutsideOfTasksIsNamed() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      :PROPERTIES:
      :ID: of-the-file
      :END:
      #+TITLE: Things

      What this file is for.
      * Work
      :PROPERTIES:
      :CATEGORY: work
      :END:
      # A comment
      ** Clients
      Ask Eve first.
      *** TODO Call Bob
      * Home
      ** TODO Sweep
      * Garden
      Mind the hedgehog.
      ** TODO Mow

      """, to: "things.org")
    let named = """
      ! tasks: things.org:1: the text before the first heading is left out: 'What this file is for.'
      ! tasks: things.org:12: 2 headings name lists, and the text below them is left out: 'Clients', 'Garden'
      """
    try expect(
      #"""
      $ tasks import org ../things.org --dry-run | tail -n 1
      3 would be added, 0 would be changed, 0 unchanged
      \(named)
      $ tasks import org ../things.org | tail -n 1
      3 added, 0 changed, 0 unchanged
      \(named)
      """#.replacing(#"\(named)"#, with: named), in: world)
  }

  @Test func inlineFieldsOfObsidianTasks() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      - [ ] Draft plan [due:: 2026-12-05] [priority:: high] #work
      - [ ] Two (scheduled:: 2026-12-01)  [start:: 2026-11-30] [created:: 2026-11-01], [repeat:: every week]
      - [x] Past [completion:: 2026-11-19] [id:: abc1]
      - [-] Gone [cancelled:: 2026-11-18] [dependsOn:: abc1] [onCompletion:: delete]
      - [ ] #task Global filter 📅 2026-12-01
      - [ ] Ask #bob about #task things [client:: [[Acme]]] [due:: 2026-12-09]
      - [ ] Bad [due:: tomorrow]
      - [>] forwarded
      - [ ] [due:: 2026-12-05] is no field there

      """, to: "store/inline.md")
    try expect(
      #"""
      $ tasks import md inline.md | cut -c7-; tasks list --all --json | jq -c '.tasks[4:][] | [.title, .properties, .tags, .blockers]'
      ntk  [A] Draft plan  +work  due Sat 2026-12-05
      wb8  Two  sched Tue 2026-12-01 ++1w
      abc  DONE Past  closed 2026-11-19
      f5e  CANCELED Gone  closed 2026-11-18
      avv  Global filter  +task  due Tue 2026-12-01
      kfd  Ask #bob about things  +task  due Wed 2026-12-09
      ngm  Bad [due:: tomorrow]
      jfk  forwarded
      d76  [due:: 2026-12-05] is no field there
      d, 0 changed, 0 unchanged
      ["Draft plan",{},["work"],[]]
      ["Two",{"start":"2026-11-30"},[],[]]
      ["Past",{},[],[]]
      ["Gone",{"onCompletion":"delete"},[],["abc1"]]
      ["Global filter",{},["task"],[]]
      ["Ask #bob about things",{"client":"[[Acme]]"},["task"],[]]
      ["Bad [due:: tomorrow]",{},[],[]]
      ["forwarded",{},[],[]]
      ["[due:: 2026-12-05] is no field there",{},[],[]]
      ! tasks: inline.md:7: '[due:: tomorrow]' cannot be read, and stays in the title
      ! tasks: inline.md:8: the box '[>]' is none of [ ] [/] [x] [-], and the task is open
      ! tasks: 1 repeating task comes back once when late, at the next date to come; every:+1w has each date that has passed
      ! tasks: the lines stay where they are, and are not ticked when the tasks are done; with --linked they are
      """#, in: world)
  }

  /// What Emacs has decrypted is plain for the while, and holds nothing up.
  @Test func whatWaitsForEncryptionComesAsItStands() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      * TODO Bank :crypt:
      The PIN is plugh.
      * TODO Safe :crypt:
      -----BEGIN PGP MESSAGE-----

      abcd
      -----END PGP MESSAGE-----
      * TODO Other

      """, to: "crypt.org")
    try expect(
      #"""
      $ tasks import org ../crypt.org --dry-run
      would be added ID  Bank  +crypt
      would be added ID  Safe  +crypt
      would be added ID  Other
      3 would be added, 0 would be changed, 0 unchanged
      ! tasks: the notes of 'Bank' have the tag crypt and are not encrypted; do it with: tasks encrypt hbf4cj9pdnpvf759
      $ tasks import org ../crypt.org
      added ID  Bank  +crypt
      added ID  Safe  +crypt
      added ID  Other
      3 added, 0 changed, 0 unchanged
      ! tasks: the notes of 'Bank' have the tag crypt and are not encrypted; do it with: tasks encrypt hbf4cj9pdnpvf759
      $ tasks import org ../crypt.org
      0 added, 0 changed, 3 unchanged
      """#, in: world)
  }

  /// A task below another is part of it, and what is no task is named.
  @Test func anOutlineIsATree() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      #+TODO: TODO(t) PROJ HOLD(h@/!) | DONE(d)
      #+TYP_TODO: REPORT BUG | FIXED
      %%(org-anniversary 1970 1 2) Otto
      * INBOX
      ** TODO Call Bob
      ** Call back +420 777
      * Projects :proj:
      ** PROJ Website :web:
      intro
      *** TODO Draft the page
      CLOCK: [2026-11-19 Thu 09:00]--[2026-11-19 Thu 10:30] =>  1:30
      **** HOLD Ask Ann
      *** Notes
      more
      *** Phase 1
      **** TODO In phase
      *** DONE Old
      *** TODO COMMENT hidden
      ** BUG Broken
      * Meeting <2026-12-02 Wed>
      * Points
      ** Of order
      * TODO COMMENT draft
      ** TODO below

      """, to: "gtd.org")
    try world.tasks("init", "other")
    try expect(
      #"""
      $ tasks import org ../gtd.org
      added ID  Call Bob  list:inbox
      added ID  PROJ Website  +web +proj  list:Projects
      added ID  Draft the page  +proj +web  list:Projects
      added ID  HOLD Ask Ann  +proj +web  list:Projects
      added ID  In phase  +proj +web  list:Projects/Phase 1
      added ID  DONE Old  +proj +web  list:Projects
      added ID  BUG Broken  +proj  list:Projects
      7 added, 0 changed, 0 unchanged
      ! tasks: gtd.org:3: 1 line of the diary is left out: '%%(org-anniversary 1970 1 2) Otto'
      ! tasks: gtd.org:6: 4 headings are no tasks: 'Call back +420 777', 'Meeting <2026-12-02 Wed>' (event), 'Points' and 1 more
      ! tasks: gtd.org:23: 1 commented heading is left out: 'TODO COMMENT draft'
      ! tasks: gtd.org:8: tasks below it are part of its notes: 'COMMENT hidden'
      ! tasks: the store does not have PROJ, HOLD, REPORT, BUG, FIXED, which only the new files declare; for all of them: tasks config keywords 'TODO(t) NEXT(n) WAIT(w@/!) PROJ HOLD(h@/!) REPORT BUG | DONE(d) CANCELED(c@) FIXED'
      $ tasks list +proj --all --format '{title}|{state}|{list}|{tags}' --tree
      Website|PROJ|Projects|web proj
      Draft the page|TODO|Projects|proj web
      Ask Ann|HOLD|Projects|proj web
      In phase|TODO|Projects/Phase 1|proj web
      Old|DONE|Projects|proj web
      Broken|BUG|Projects|proj
      $ tasks clock report week
      1:30  q9a  Draft the page
      1:30  total
      $ cat 2026-11/website-*
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) PROJ HOLD(h@/!) REPORT BUG | DONE(d) CANCELED(c@) FIXED

      * PROJ Website :web:proj:
      :PROPERTIES:
      :ID:       whvrs1rqsyh5mf3f
      :RANK:     8
      :CATEGORY: Projects
      :END:

      intro
      ** Notes
      more
      ** Phase 1
      ** TODO COMMENT hidden
      $ tasks export org > ../one.org; grep '^\*' ../one.org; tasks import org ../one.org
      * TODO [#A] Call Bob about the invoice :phone:@office:
      * TODO Buy milk :errand:
      * NEXT Water the plants
      * DONE Pay rent :errand:
      * TODO Call Bob
      * PROJ Website :web:proj:
      ** Notes
      ** Phase 1
      ** TODO COMMENT hidden
      ** TODO Draft the page :proj:web:
      *** HOLD Ask Ann :proj:web:
      ** TODO In phase :proj:web:
      ** DONE Old :proj:web:
      * BUG Broken :proj:
      0 added, 0 changed, 11 unchanged
      ! tasks: one.org:55: tasks below it are part of its notes: 'COMMENT hidden'
      $ cd ../other && tasks import org ../one.org 2>&1 | tail -1; tasks export org | diff ../one.org - && tasks list --tree --columns title,list
      11 added, 0 changed, 0 unchanged
      Call Bob about the invoice	work
      Buy milk	home
      Water the plants	home
      Call Bob	inbox
      Website	Projects
        Draft the page	Projects
          Ask Ann	Projects
        In phase	Projects/Phase 1
      Broken	Projects
      $ tasks import org ../gtd.org --flat --dry-run 2>/dev/null | tail -1
      0 would be added, 1 would be changed, 2 unchanged
      $ tasks export org --flat | grep -c '^\* '
      11
      """#, in: world)
  }

  /// A file of another name and headings of another title are known again; what may be another task is one.
  @Test func anImportKnowsWhatItHasRead() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      * TODO Call Bob
      * TODO Write report
      * TODO Alpha
      * TODO Omega
      * TODO Dated
      :PROPERTIES:
      :CREATED: [2026-11-01 Sun 10:00]
      :END:
      * TODO Last

      """, to: "a.org")
    try expect(
      #"""
      $ tasks import org ../a.org | tail -1; mv ../a.org ../b.org; tasks import org ../b.org; tasks import org ../b.org
      6 added, 0 changed, 0 unchanged
      0 added, 0 changed, 6 unchanged
      0 added, 0 changed, 6 unchanged
      ! tasks: b.org:1: it has 6 of the 6 tasks of ~/a.org, and is taken for that file
      $ sed -i 's/Write report/Write the report/; s/Alpha/Alpha one/; s/Dated/At a moment/; s/Last/Another/; /Call Bob/d' ../b.org; tasks import org ../b.org; tasks import org ../b.org
      added ID  Another
      changed ID  Write the report
      changed ID  Alpha one
      changed ID  At a moment
      1 added, 3 changed, 1 unchanged
      0 added, 0 changed, 5 unchanged
      ! tasks: b.org:1: 'Write report' is now 'Write the report'
      ! tasks: b.org:2: 'Alpha' is now 'Alpha one'
      ! tasks: b.org:4: 'Dated' is now 'At a moment'
      ! tasks: 'Call Bob' (egf4msggse0n7xzy) is no longer in b.org, and stays here
      ! tasks: 'Last' (nwpcw2tz7snazg15) is no longer in b.org, and stays here
      """#, in: world)
  }

  /// A new line in the place of another is not that task: it would have its dates, or be finished like it.
  @Test func whatStandsInThePlaceOfATaskIsAnother() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO Call Ann\n* TODO Pay rent\n* TODO Walk\n", to: "a.org")
    try expect(
      #"""
      $ tasks import org ../a.org | tail -1; tasks done --where rent --yes > /dev/null
      3 added, 0 changed, 0 unchanged
      $ sed -i 's/Pay rent/Renew passport/' ../a.org; tasks import org ../a.org | tail -1; tasks list --format '{state} {title}' passport
      1 added, 0 changed, 2 unchanged
      TODO Renew passport
      $ sed -i 's/Renew passport/Renew the passport/' ../a.org; tasks import org ../a.org | tail -1
      0 added, 1 changed, 2 unchanged
      ! tasks: a.org:2: 'Renew passport' is now 'Renew the passport'
      $ tasks done --where passport --yes > /dev/null; sed -i 's/the passport/the passport of Ann/' ../a.org; tasks import org ../a.org | tail -1
      1 added, 0 changed, 2 unchanged
      """#, in: world)
  }

  /// Files of one name in two folders have each their own tasks, also those with the same titles.
  @Test func filesOfOneNameInTwoFolders() throws {
    let world = try World.withSampleStore()
    for (place, text) in [("home", "At home."), ("work", "At work.")] {
      try world.write("* TODO Pay rent\n\(text)\n* TODO Only \(place)\n", to: "\(place)/todo.org")
    }
    try expect(
      #"""
      $ for i in home work home work; do tasks import org ../$i/todo.org | tail -1; done; tasks import org ../*/todo.org | tail -1
      2 added, 0 changed, 0 unchanged
      2 added, 0 changed, 0 unchanged
      0 added, 0 changed, 2 unchanged
      0 added, 0 changed, 2 unchanged
      0 added, 0 changed, 4 unchanged
      $ tasks list rent --format '{notes}'
      At home.
      At work.
      """#, in: world)
  }

  /// The tasks below a heading of the inbox's file come one by one, as those below its title do.
  @Test func headingsOfTheInboxHoldTasks() throws {
    try expect(
      #"""
      $ printf '* Tasks\n** TODO Call Ann\n** Idea\n* Notes\n** Only text\n' > inbox.org; tasks modify 2cc pri:A > /dev/null; tasks list list:inbox --columns title; cat inbox.org
      Call Ann
      Idea
      Notes
      * Tasks
      ! tasks: took 3 tasks from inbox.org into the list inbox
      """#)
  }

  @Test func linksThatLeadNowhereAreNamed() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      #+LINK: bug https://bugs.example.org/
      * TODO Bike
      :PROPERTIES:
      :DIR: data/bike
      :END:
      See [[file:roam/bike.org][notes]], [[bug:482]], [[file:~/x.org]], [[https://example.org]],
      [[./a.pdf]], [[attachment:scan.pdf][scan]] and [[file:../b.org::*Top]].

      """, to: "bike.org")
    try expect(
      #"""
      $ tasks import org ../bike.org
      added ID  Bike
      1 added, 0 changed, 0 unchanged
      ! tasks: bike.org:4: 1 folder of attachments stays where it is: 'data/bike'
      ! tasks: bike.org:6: 4 links lead to files by their place, which tasks here do not have: 'file:roam/bike.org', './a.pdf', 'attachment:scan.pdf' and 1 more
      ! tasks: bike.org:6: 1 link needs its #+LINK line, which a task here does not have: 'bug:482'
      """#, in: world)
  }
}
