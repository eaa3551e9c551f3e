import Foundation
import TestSupport
import Testing

/// What somebody meets who comes from another program and decides within the hour whether to stay.
@Suite struct FirstHourTests {
  // MARK: First words

  @Test func whatFindsNothingSaysSo() throws {
    try expect(
      #"""
      $ tasks Buy bread
      ! tasks: 'Buy' is no command, and no task has 'Buy bread'; to add it: tasks add Buy bread
      [2]
      $ tasks lst milk
      ! tasks: unknown command 'lst'; did you mean 'list'?
      [2]
      $ tasks list nonsense
      ! tasks: no open task matches
      $ tasks list +errand --done
      4ff  DONE Pay rent  +errand  closed 2026-11-19
      $ tasks list rent
      ! tasks: no open task matches; 1 finished one does: tasks list --done rent
      $ tasks list state:waiting
      ! tasks: there is no state 'waiting'; did you mean state:WAIT?
      ! tasks: no open task matches
      $ tasks list state:REVIEW
      ! tasks: there is no state 'REVIEW'; the states are TODO, NEXT, WAIT, DONE, CANCELED
      ! tasks: no open task matches
      $ tasks list +STARTED
      ! tasks: no task has the tag 'STARTED'; did you mean +ACTIVE?
      ! tasks: no open task matches
      $ tasks list list:hme/garden
      ! tasks: no task is in the list 'hme/garden'
      ! tasks: no open task matches
      $ tasks list client:Acme
      ! tasks: 'client:Acme' is searched as text, since it has no key of a filter; any property is prop.client:Acme, and tasks help list has the keys
      ! tasks: no open task matches
      $ tasks view save home list:home && tasks context home && tasks list +phone
      saved the view home
      in the context home
      ! tasks: no open task matches; 1 is outside the context home: tasks context none
      $ tasks context none --dry-run && tasks context none
      would leave the context
      left the context
      $ tasks log --tag nope; tasks log --device nobody; tasks log --device Test -n 1 | cut -c10-
       Thu 2026-11-19 10:00  added  Buy milk  Test
      ! tasks: no task has the tag 'nope'
      ! tasks: no change was made on or by 'nobody'; tasks devices lists them
      """#, in: World.withSampleStore())
  }

  @Test func whatIsTypedIsReadOrNamed() throws {
    try expect(
      #"""
      $ tasks add Pay rent due:fri 17:00
      added ID  Pay rent  due Fri 2026-11-27 17:00
      $ tasks add Call priority:H scheduled:mon recur:weekly proj:home
      added ID  [A] Call  list:home  sched Mon 2026-11-23 ++1w
      $ tasks add x t:fri pro:home start:mon
      added ID  x t:fri pro:home start:mon
      ! tasks: 't:fri' is part of the title; did you mean sched:fri?
      ! tasks: 'pro:home' is part of the title; did you mean project:home?
      ! tasks: 'start:mon' is part of the title; did you mean sched:mon?
      $ tasks add Ring every:1d remind:10:00 && tasks add Both due:fri every:1w remind:fri 9:00
      added ID  Ring  remind Fri 2026-11-20 10:00 +1d
      added ID  Both  due Fri 2026-11-27 ++1w  remind Fri 2026-11-27 09:00 +1w
      $ tasks add Whole parent:2cc depends:1bb effort:2h alert:30 at:Office important:yes / Mind the gap
      added ID  Whole  effort 2:00  parent 2cc Buy milk  depends on 1bb Call Bob about the invoice  alert 0:30 before  important yes  place Office  note Mind the gap
      $ tasks list pri:H --columns title
      Call Bob about the invoice
      Call
      $ tasks modify 2cc priority:L
      modified 2cc  [C] Buy milk  +errand  list:home
      """#, in: World.withSampleStore())
  }

  @Test func fingersOfOthersAreHelped() throws {
    try expect(
      #"""
      $ tasks buy bread; tasks calendar; tasks next; tasks stop 2cc; tasks +errand due:any modify pri:A
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      ! tasks: unknown command 'buy'; tasks help lists the commands; to add it: tasks add buy bread; to search: tasks list buy bread
      ! tasks: unknown command 'calendar'; did you mean 'agenda'?
      ! tasks: unknown command 'stop'; did you mean 'clock out'?
      ! tasks: a filter selects the tasks, and nobody can be asked whether these are meant; add --yes to change them, or --dry-run to see them
      [2]
      $ tasks add x state:NEXT prj:work; tasks modify 2cc state:NEXT
      added ID  x state:NEXT prj:work
      ! tasks: 'state:NEXT' is part of the title; did you mean tasks state ID NEXT?
      ! tasks: 'prj:work' is part of the title; did you mean project:work?
      ! tasks: 'state:' is not a change
      !   state:NEXT
      !   ^^^^^
      ! try: tasks state ID NEXT
      [2]
      $ tasks list -n 3; tasks log wekk; tasks agenda fri..mon --json | grep -o '"date"' | grep -c .
      4
      ! tasks: '-n' is not an option of tasks list; did you mean --limit?
      ! tasks: 'wekk' is neither an id nor a span; did you mean 'week'?
      $ tasks config max-open many; tasks config max-open -- -3
      ! tasks: 'many' is not a valid value of max-open: it is not a number
      ! tasks: '-3' is not a valid value of max-open: it is not 0 or more
      [2]
      $ printf 'Call\n' > inbox.org && tasks modify 2cc +x >/dev/null 2>&1 && tasks undo --last 3 2>/dev/null; cat inbox.org; tasks undo
      undone: 2cc  Buy milk  +errand  list:home
      undone: ID  Call  list:inbox
      undone: ID  x state:NEXT prj:work
      Call
      ! tasks: there is nothing to undo
      [1]
      """#, in: World.withSampleStore())
  }

  @Test func spansAreTheSameEverywhere() throws {
    try expect(
      #"""
      $ for v in agenda forecast timeline 'clock report' stats log diff; do for s in day today week 2w month today..2w 2026-W48 mon..fri; do tasks $v $s >/dev/null 2>err || echo "$v $s: $(cat err)"; grep 'read as' err; done; done
      diff 2026-W48: tasks: Mon 2026-11-23 has not come yet
        2026-11-23
        ^^^^^^^^^^
      try: a time up to now, as in 9:00, yesterday@17:00
      [1]
      $ tasks agenda 2w --json | grep -o '"date":"[^"]*"' | sed -n '1p;$p'
      "date":"2026-11-20"
      "date":"2026-12-03"
      $ tasks modify 2cc +x >/dev/null && tasks log day --stat | cut -c10- && tasks log 2cc 2>&1 | grep -c modify
       Fri 2026-11-20 09:15  modify  1 task: tags 1  Test (laptop)
      1
      $ tasks log week --since today
      ! tasks: 'week' and --since or --until exclude each other
      [2]
      """#, in: World.withSampleStore())
  }

  /// Keys and tags of Taskwarrior that mean one of ours are read.
  @Test func tenYearsOfTyping() throws {
    try expect(
      #"""
      $ tasks +ACTIVE; tasks list +PENDING description:Bob --format '{title}'
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      Call Bob about the invoice
      $ tasks list +BLOCKING; tasks modify 1bb depends:2cc >/dev/null && tasks list +BLOCKING
      2cc  Buy milk  +errand  list:home
      ! tasks: no open task matches
      $ tasks list entry.before:2026-11-19 -LATEST --format '{short} {created}'
      1bb 2026-11-18T09:00
      2cc 2026-11-18T09:05
      $ tasks add Newest >/dev/null && tasks +LATEST modify +new --yes | cut -d' ' -f4-
      Newest  +new
      $ tasks list end.after:-1w --done --format '{title}'; tasks list end:fri milk --explain
      Pay rent
      all of
        closed on Fri 2026-11-27
        'milk' in the title or the notes, or an id that begins with it
      $ tasks list modified:today --format '{title}'; tasks list modified.before:-1w --format '{title}'
      Call Bob about the invoice
      Newest
      ! tasks: no open task matches
      $ tasks add description:Two words | cut -d' ' -f4-; tasks modify 2cc description:"Buy oat milk"
      Two words
      modified 2cc  Buy oat milk  +errand  list:home
      """#, in: World.withSampleStore())
  }

  @Test func fieldsAndViewsOfAllKinds() throws {
    try expect(
      #"""
      $ printf '{"title":"T","properties":{"CLIENT":"Acme"},"scheduled":"2026-11-23T10:00","scheduled_end":"2026-11-23T11:00"}\n' | tasks add - | cut -c1-5
      added
      $ tasks list T --format '{prop.CLIENT} {properties} {scheduled_end} {done} {checklist}'
       VENDOR=ACME   1/3
          
      Acme CLIENT=Acme 2026-11-23T11:00  
      $ tasks list 1bb --format '{checklist} {done}' && tasks list --all rent --columns short,done,title | cut -f2-
      1/3 
      yes	Pay rent
      $ tasks list prop.client:acme --sort -prop.CLIENT --columns prop.CLIENT,title
      Acme	T
      $ tasks view save tree list:home --tree && tasks modify 3dd parent:2cc list:home >/dev/null && tasks tree --columns title && tasks view
      saved the view tree
      Buy milk
        Water the plants
      tree  list:home  --tree
      $ tasks log 3dd -n 1 | tail -n +2
                parent: nothing → 2ccccccccccccccc
      """#, in: World.withSampleStore())
  }

  @Test func movesAndSharesFollowViews() throws {
    try expect(
      #"""
      $ tasks add Sweep list:home >/dev/null && tasks view save home list:home --sort -title && tasks context home && tasks list --columns title
      saved the view home
      in the context home
      Buy milk
      Water the plants
      Sweep
      $ tasks move 2cc down --dry-run >/dev/null && tasks move 3dd up && tasks list --columns title && tasks move 3dd up && tasks move 3dd down && tasks list --columns title
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      Water the plants
      Buy milk
      Sweep
      moved 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      Buy milk
      Water the plants
      Sweep
      ! tasks: nothing to change
      $ TASKS_CONTEXT=none tasks move 1bb after 2cc >/dev/null && tasks move 2cc down >/dev/null && tasks list --columns title
      Water the plants
      Buy milk
      Sweep
      $ tasks share home | grep -c '^title\|^[A-Z]'; tasks share home | head -1; tasks share list:nowhere
      3
      Water the plants
      ! tasks: no task is in the list 'nowhere'
      ! tasks: no open task matches
      """#, in: World.withSampleStore())
  }

  @Test func settingsOfOnesOwnAreNotCommitted() throws {
    try expect(
      #"""
      $ tasks config remind.push-url https://ntfy.sh/secret && tasks config theme light && tasks config theme
      set remind.push-url = https://ntfy.sh/secret, a setting of yours alone
      set tasks.theme = light, a setting of yours alone
      light
      $ cat ~/config/tasks/config && git status --porcelain && git log --format=%s -1
      [remind]
      	push-url = https://ntfy.sh/secret
      [tasks]
      	theme = light
      the sample
      $ tasks config colour x; tasks config remind.pushurl x
      ! tasks: there is no setting 'colour'; tasks help settings lists them
      ! tasks: there is no setting 'remind.pushurl'; did you mean 'remind.push-url'?
      [2]
      $ tasks config keywords 'TODO DOING WAIT | DONE CANCELED' && tasks state 2cc DOING; tasks doctor | grep keywords
      set keywords = TODO DOING WAIT | DONE CANCELED
      changed 2cc  DOING Buy milk  +errand  list:home
      wrong   keywords: a file has not all states of the store: 2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      ! tasks: 1 file keeps a #+TODO: line without these states; renew it with: tasks doctor --fix
      $ tasks doctor --fix | grep -c mended; tasks state 2cc DOING && tasks doctor | grep -c keywords
      1
      0
      ! tasks: nothing to change
      [1]
      """#, in: World.withSampleStore())
  }

  @Test func theHomeFolderIsNoStoreByChance() throws {
    try expect(
      #"""
      $ HOME=$PWD tasks init
      ! tasks: this is your home folder; name it to make it a store, with all that is below it: tasks init ~
      ! the usual store is made by the first: tasks add Buy milk
      [2]
      $ HOME=$PWD tasks init ~/todo
      made a store at ~/todo
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      """#, in: World(), at: "")
  }

  // MARK: Coming over

  @Test func whatArrivesComesIn() throws {
    try expect(
      #"""
      $ tasks config max-open 4 >/dev/null && seq 9 | sed 's/.*/{"title":"t&"}/' > ../many.jsonl && tasks import jsonl ../many.jsonl | tail -1
      9 added, 0 changed, 0 unchanged
      ! tasks: the store has more open tasks than its limit of 4 now, and add takes none until some are done; raise it with: tasks config max-open NUMBER
      $ tasks add One more
      ! tasks: the store has reached its limit of 4 open tasks; finish some, or raise the limit: tasks config max-open 112
      [5]
      $ printf '# Inbox\n\n- [ ] one\n- two\n' > inbox.md && tasks modify 2cc +x && tasks list list:inbox --columns title
      modified 2cc  Buy milk  +errand +x  list:home
      one
      two
      ! tasks: the store has more open tasks than its limit of 4 now, and add takes none until some are done; raise it with: tasks config max-open NUMBER
      ! tasks: took 2 tasks from inbox.md into the list inbox
      $ printf '[{"title":"A","done":true},{"title":"B","closed":"2026-11-01"}]' > ../a.json && tasks import json ../a.json
      added ID  DONE A
      added ID  DONE B  closed 2026-11-01
      2 added, 0 changed, 0 unchanged
      $ printf 'title,done,closed\nC,yes,\nD,,2026-11-01\nE,,\n' > ../a.csv && tasks import csv ../a.csv
      added ID  DONE C
      added ID  DONE D  closed 2026-11-01
      added ID  E
      3 added, 0 changed, 0 unchanged
      ! tasks: the store has more open tasks than its limit of 4 now, and add takes none until some are done; raise it with: tasks config max-open NUMBER
      """#, in: World.withSampleStore())
  }

  @Test func whatDoesNotComeIsNamed() throws {
    try expect(
      #"""
      $ printf '* TODO One\n* WAITING Parcel\n* API docs\n' > ../a.org && tasks import org ../a.org
      added ID  One
      1 added, 0 changed, 0 unchanged
      ! tasks: a.org:2: it is no task, since neither the file nor the store has the state 'WAITING': 'WAITING Parcel'; declare it in the file: #+TODO: TODO WAITING | DONE
      ! tasks: a.org:3: 1 heading is no task: 'API docs'
      $ printf '#+TODO: TODO | DONE CANCELLED\n* CANCELLED Gone\n' > ../b.org && tasks import org ../b.org | head -1
      added ID  CANCELED Gone
      $ seq 6 | sed 's/.*/{"uuid":"00000000-0000-4000-8000-00000000000&","description":"W&","status":"pending","entry":"20261101T080000Z","wait":"2026120&T000000Z"}/' | tasks import taskwarrior - | tail -1
      6 added, 0 changed, 0 unchanged
      """#, in: World.withSampleStore())
  }

  @Test func otherProgramsAreFound() throws {
    try expect(
      #"""
      $ tasks import
      ! tasks: no tasks of another program were found here; name the format and the file
      ! formats: json (.json), jsonl (.jsonl), todotxt (.txt), taskwarrior (task export), ics (.ics), org (.org), md (.md), csv (.csv), beads (.beads/issues.jsonl), dstask (~/.dstask), backlog (backlog/)
      [2]
      $ tasks import ../todo.txt; tasks import md
      ! tasks: '../todo.txt' is no format; did you mean 'todotxt ../todo.txt'?
      ! formats: json (.json), jsonl (.jsonl), todotxt (.txt), taskwarrior (task export), ics (.ics), org (.org), md (.md), csv (.csv), beads (.beads/issues.jsonl), dstask (~/.dstask), backlog (backlog/)
      ! tasks: name the file to import: md (.md); - is standard input
      [2]
      $ mkdir -p ~/.todo ~/notes && printf 'export TODO_DIR="$HOME/notes"\nexport TODO_FILE="$TODO_DIR/mine.txt"\n' > ~/.todo/config && echo '(A) Call +phone' > ~/notes/mine.txt && tasks import
      1 task: tasks import todotxt --dry-run
      ! tasks: --dry-run shows what would come; leave it out to import
      $ tasks import todotxt --dry-run
      would be added ID  [A] Call  +phone
      1 would be added, 0 would be changed, 0 unchanged
      $ tasks help from-todo.txt | head -1; tasks help taskwarrior | head -1
      From todo.txt
      From Taskwarrior
      """#, in: World.withSampleStore())
  }

  // MARK: Every day

  @Test func everyDay() throws {
    try expect(
      #"""
      $ tasks cancel 3dd
      canceled 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      ! tasks: 'Water the plants' goes on, as its dates repeat; to end it for good: tasks modify 3dd every: and then tasks cancel 3dd
      $ printf '* TODO From the phone\n' > inbox.org && tasks modify 2cc +x && tasks undo >/dev/null && tasks undo && tasks modify 2cc +y && cat inbox.org
      modified 2cc  Buy milk  +errand +x  list:home
      undone: ID  From the phone  list:inbox
      undone: ID  From the phone
      modified 2cc  Buy milk  +errand +y  list:home
      * TODO From the phone
      ! tasks: took 1 task from inbox.org into the list inbox
      $ echo '* TODO Another' >> inbox.org && tasks modify 2cc +z && cat inbox.org
      modified 2cc  Buy milk  +errand +y +z  list:home
      * TODO From the phone
      ! tasks: took 1 task from inbox.org into the list inbox
      $ rm inbox.org && ln -s .tasks/config inbox.org && tasks list home --columns title; tasks status | head -1; rm inbox.org
      store      ~/store
      ! tasks: nothing is taken from inbox.org: it is not a regular file
      ! tasks: no open task matches
      ! tasks: nothing is taken from inbox.org: it is not a regular file
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      $ tasks sync add hub file://$PWD/../new/hub.git && tasks sync add away /nowhere/x && tasks sync --json
      added hub
      added away
      {"schema":1,"kind":"sync","sync":{"remote":"hub","received":0,"sent":12,"merged":false}}
      ! tasks: made the bare repository ~/store/../new/hub.git
      ! {"schema":1,"kind":"error","error":"network","message":"away cannot be reached; everything is kept here, 12 changes wait for the next sync\nfatal: '/nowhere/x' does not appear to be a git repository"}
      [6]
      $ printf 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART:20261123T100000\nDTEND:20261123T110000\nSUMMARY:Meet\nEND:VEVENT\nEND:VCALENDAR\n' > ../work.ics && tasks config agenda.calendars $PWD/../work.ics >/dev/null && tasks config dashboard calendar >/dev/null && tasks dashboard
      Calendar  Mon 23 Nov
        10:00–11:00  Meet  work
      """#, in: World.withSampleStore())
  }
}
