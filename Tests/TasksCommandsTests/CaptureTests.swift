import TestSupport
import Testing

/// Tasks from templates.
@Suite struct CaptureTests {
  @Test func shippedTemplatesMakeTasks() throws {
    try expect(
      #"""
      $ tasks capture --list
      todo  A task to do
      note  A thought for the list inbox; standard input is its text
      meeting  A meeting: asks when it is and who comes
      habit  A habit from today on, daily; every:.+2d/4d changes how often
      journal  What happened today, in the list journal; finished at once
      bug  A bug in the project of this folder, with a link to it
      $ tasks capture --list --json | head -c 124
      {"schema":1,"kind":"templates","templates":[{"name":"todo","description":"A task to do","format":"org","shipped":true,"promp
      $ tasks capture todo Buy bread +errand due:fri
      added ID  Buy bread  +errand  due Fri 2026-11-27
      $ printf 'one\n* two\n' | tasks capture note Ask Ann
      added ID  Ask Ann  list:inbox  note one * two
      $ tail -3 2026-11/ask-ann-*.org

      one
       * two
      $ tasks capture meeting Budget +work --set When=fri@10:00 --set who=Ann
      added ID  Budget [0/1]  +meeting +work  sched Fri 2026-11-27 10:00  note With: Ann  - [ ] send the agenda  Decid…
      $ tasks capture habit Stretch every:.+2d/4d --here 50.08,14.4,Home
      added ID  Stretch  sched Fri 2026-11-20 .+2d/4d  habit yes  place Home
      $ grep -A1 LOCATION 2026-11/stretch-*.org
      :LOCATION: Home
      :GEO:      50.08,14.4
      $ tasks capture journal Slept well
      added ID  DONE Slept well  list:journal  closed 2026-11-20
      $ tasks add --template bug Crash --link src/main.c:12 pri:A
      added ID  [A] Crash  +bug  note [[file:~/store/src/main.c::12][store (m…
      $ grep file: 2026-11/crash-*.org
      [[file:~/store/src/main.c::12][store (main): src/main.c:12]]
      $ tasks capture todo "[#A] Odd"
      ! tasks: '[#A] Odd': Org would read a part of the title '[#A] Odd' as a priority; word it differently
      [2]
      $ tasks capture todo Ends :so:
      ! tasks: 'Ends :so:': Org would read a part of the title 'Ends :so:' as tags; word it differently
      [2]
      $ tasks capture todo Seen --dry-run
      would be added ID  Seen
      $ git log --format=%s -2 && git status --porcelain
      capture: Crash
      capture: Slept well
      """#)
  }

  /// Words that name no template make a task of todo, and a slip is told.
  @Test func aTemplateNeedNotBeNamed() throws {
    try expect(
      #"""
      $ tasks capture Buy stamps +errand due:fri
      added ID  Buy stamps  +errand  due Fri 2026-11-27
      $ tasks capture bug
      ! tasks: a task needs a title
      ! write what is to be done
      [2]
      $ tasks capture metting Budget
      added ID  metting Budget
      ! tasks: 'metting' names no template, so it is part of the title, and the template is todo; did you mean 'meeting'?
      $ tasks capture Nte --dry-run
      would be added ID  Nte
      ! tasks: 'Nte' names no template, so it is part of the title, and the template is todo; did you mean 'note'?
      $ tasks capture list:home Sweep
      added ID  Sweep  list:home
      $ tasks --store ../other capture Buy due:someday 2>/dev/null; ls ../other
      ! ls: cannot access '../other': No such file or directory
      [2]
      """#)
  }

  @Test func markdownStoresGetMarkdown() throws {
    try expect(
      #"""
      $ tasks config format md
      set format = md
      $ tasks capture todo "Answer: 42" +a && tasks capture journal "- went out" && tasks capture bug Crash
      added ID  Answer: 42  +a
      added ID  DONE - went out  list:journal  closed 2026-11-20
      added ID  Crash  +bug  note [store (main)](file:~/store)  Steps:  E…
      $ tasks capture habit Stretch && tasks capture note Think && tasks capture meeting Talk --set When= --set Who=Bob
      added ID  Stretch  sched Fri 2026-11-20 .+1d/2d  habit yes
      added ID  Think  list:inbox
      added ID  Talk [0/1]  +meeting  sched Fri 2026-11-20 09:15  note With: Bob  - [ ] send the agenda  Decid…
      $ tail -7 2026-11/crash-*.md
      [store (main)](file:~/store)

      Steps:

      Expected:

      Seen:
      """#)
  }

  @Test func templatesOfTheStoreComeFirst() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      # A call
      * TODO [#B] Call %^{Who|Bob|Ann} :phone:
      DEADLINE: %^t
      :PROPERTIES:
      :ID: 2ccccccccccccccc
      :RANK: 7777
      :CATEGORY: %^{List|work}
      :END:
      From %n: %\\1 %?

      """, to: "store/.tasks/templates/call.org")
    try world.write("* %?\n", to: "store/.tasks/templates/bare.org")
    try world.write("* TODO %(shell-command \"x\")\n", to: "store/.tasks/templates/lisp.org")
    try world.write("* OPEN %?\n", to: "store/.tasks/templates/todo.org")
    try expect(
      #"""
      $ tasks capture --list 2>&1 | head -4
      tasks: the template 'lisp' cannot be used: line 1: '%(shell-command "x")' would run Lisp from the template, which may come from others; write \%( for the characters themselves
      bare  * %?
      call  A call
      todo  * OPEN %?
      $ tasks capture call about it
      ! tasks: the template 'call' asks for Who, deadline, List; answer with --set 'Who=…' --set 'deadline=…' --set 'List=…'
      [2]
      $ tasks capture call about it pri:A --set Who= --set deadline=fri --set "list=a/b=c"
      added ID  [A] Call Bob  +phone  list:a/b=c  due Fri 2026-11-27  note From root: Bob about it
      $ cat 2026-11/call-bob-*.org | grep "^From" | cut -d' ' -f3-
      Bob about it
      $ grep "2ccccccccccccccc\|7777" 2026-11/call-bob-*.org
      [1]
      $ tasks capture call --set Whom=x
      ! tasks: the template 'call' does not ask for 'Whom'; did you mean 'Who'?
      [2]
      $ tasks capture call --set Who
      ! tasks: 'Who' has no =; write it as --set PROMPT=VALUE
      [2]
      $ tasks capture call --set deadline=someday
      ! tasks: 'someday' is not a date
      !   someday
      !   ^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks capture bare Hello
      ! tasks: the template 'bare' makes no task: its first heading has no keyword of the store
      [2]
      $ tasks capture lisp Hello
      ! tasks: the template 'lisp' cannot be used: line 1: '%(shell-command "x")' would run Lisp from the template, which may come from others; write \%( for the characters themselves
      [2]
      $ tasks add --template nte Hello
      ! tasks: there is no template 'nte'; did you mean 'note'?
      [2]
      $ tasks capture journal
      ! tasks: the template 'journal' asks for title; answer with --set 'title=…'
      [2]
      $ tasks capture journal --set title="A day"
      added ID  DONE A day  list:journal  closed 2026-11-20
      $ tasks capture journal x --here nowhere
      ! tasks: 'nowhere' is not a place; write it as --here 50.0875,14.4213 or --here 50.0875,14.4213,Home
      [2]
      $ tasks add --set a=b x
      ! tasks: --set, --link and --here are for a template; name it with --template
      [2]
      """#, in: world)
  }

  @Test func theEditorBeginsAtTheCursor() throws {
    try expect(
      #"""
      $ EDITOR="sh -c 'echo \$0 \$1 | sed s/new-.*//; sed -i s/Sun/Moon/ \$1'" tasks capture note Sun --edit
      +3 ~/store/.git/tasks/
      added ID  Moon  list:inbox
      $ EDITOR=true tasks capture note --edit
      ! tasks: the task has no title; nothing was added
      [1]
      $ EDITOR="sh -c 'sed -i \"s/^title:.*/&New/\" \$1'" tasks config format md && EDITOR="sh -c 'sed -i \"s/^title:.*/& New/\" \$1'" tasks capture --edit
      set format = md
      added ID  New
      $ cat .git/tasks/new-* 2>/dev/null; git status --porcelain; grep -r the-cursor .
      [1]
      """#)
  }

  @Test func thePlaceAndTheClipboardComeFromPrograms() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO %c %?\n", to: "store/.tasks/templates/clip.org")
    try world.write("[capture]\n\tplace-command = echo 50.1,14.4,Here\n", to: "config/tasks/config")
    try world.write("#!/bin/sh\necho copied\n", to: "bin/pbpaste")
    try expect(
      #"""
      $ chmod +x ~/bin/pbpaste; PATH=~/bin:$PATH tasks capture clip x
      added ID  copied x  place Here
      $ PATH=$(dirname $(command -v tasks)):/bin tasks capture clip y 2>&1 | tail -1
      added ID  y  place Here
      $ tasks capture todo z --json | grep -o '"location":{[^}]*}'
      "location":{"name":"Here","lat":50.1,"lon":14.4,"radius":null}
      $ printf '[capture]\n\tplace-command = false\n' > ~/config/tasks/config; tasks capture todo w
      added ID  w
      ! tasks: the place is unknown: capture.place-command in your settings did not print LAT,LON
      $ tasks config capture.place-command x
      set capture.place-command = x, a setting of yours alone
      """#, in: world)
  }

  @Test func aContextAsksForWhatTheTemplateLeavesOpen() throws {
    try expect(
      #"""
      $ tasks view save work "list:work +office" && tasks context work
      saved the view work
      in the context work
      $ tasks capture todo One && tasks capture note Two
      added ID  One  +office  list:work
      added ID  Two  +office  list:inbox
      """#)
  }

  @Test func promptsAreAskedOnATerminal() throws {
    let world = try World.withSampleStore()
    try world.write(
      "* TODO Call %^{Who|Bob|Ann}\nDEADLINE: %^t\n", to: "store/.tasks/templates/call.org")
    let call = try world.onTerminal("tasks capture call", typing: "Zoe\nsomeday\nfri")
    #expect(call.status == 0)
    for part in [
      "Who (Ann) [Bob]: ", "deadline: ", "tasks: \u{27}someday\u{27} is not a date", "Call Zoe",
      "Fri 2026-11-27",
    ] { #expect(call.output.contains(part), "\(call.output)") }
    let bare = try world.onTerminal("tasks capture", typing: "Typed +a")
    #expect(bare.status == 0 && bare.output.contains("title: "), "\(bare.output)")
    #expect(try world.shell("tasks list --format \"{title}\" Typed").output == "Typed +a\n")
    let ended = try world.onTerminal("tasks capture call </dev/null")
    #expect(ended.status == 2, "\(ended.output)")
  }
}
