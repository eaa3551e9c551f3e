import Foundation
import TestSupport
import Testing

/// What other programs and people wrote is read as they meant it, or named.
@Suite struct WhatOthersWroteTests {
  /// A file that is imported again changes what it says anew, and nothing else.
  @Test(arguments: [
    (
      "todotxt", "(B) 2026-11-01 one +x due:2026-12-01\n2026-11-01 two\n",
      "(B) 2026-11-01 one +x due:2026-12-02\n2026-11-01 two +new\n"
    ),
    (
      "md", "- [ ] one #x 📅 2026-12-01 🆔 a1\n- [ ] two 🆔 a2\n",
      "- [ ] one #x 📅 2026-12-02 🆔 a1\n- [ ] two #new 🆔 a2\n"
    ),
    (
      "csv", "id,title,due,tags\na1,one,2026-12-01,x\na2,two,,\n",
      "id,title,due,tags\na1,one,2026-12-02,x\na2,two,,new\n"
    ),
    (
      "beads",
      #"{"id":"a1","title":"one","status":"open","priority":2,"labels":["x"],"due_at":"2026-12-01T00:00:00Z"}"#
        + "\n" + #"{"id":"a2","title":"two","status":"open","priority":2}"# + "\n",
      #"{"id":"a1","title":"one","status":"open","priority":2,"labels":["x"],"due_at":"2026-12-02T00:00:00Z"}"#
        + "\n" + #"{"id":"a2","title":"two","status":"open","priority":2,"labels":["new"]}"# + "\n"
    ),
    (
      "org",
      "* TODO one :x:\nDEADLINE: <2026-12-01 Tue>\n:PROPERTIES:\n:ID: a1\n:END:\n* TODO two\n:PROPERTIES:\n:ID: a2\n:END:\n",
      "* TODO one :x:\nDEADLINE: <2026-12-02 Wed>\n:PROPERTIES:\n:ID: a1\n:END:\n* TODO two :new:\n:PROPERTIES:\n:ID: a2\n:END:\n"
    ),
    (
      "jsonl",
      #"{"id":"a1","title":"one","deadline":"2026-12-01","tags":["x"]}"# + "\n"
        + #"{"id":"a2","title":"two"}"# + "\n",
      #"{"id":"a1","title":"one","deadline":"2026-12-02","tags":["x"]}"# + "\n"
        + #"{"id":"a2","title":"two","tags":["new"]}"# + "\n"
    ),
  ]) func importingAgainLosesNothing(format: String, first: String, then: String) throws {
    let world = try World()
    try world.tasks("init", "one")
    let list = ["list", "--all", "--sort", "title", "--format", "{title}|{state}|{due}|{tags}"]
    func run(_ arguments: String..., in place: String = "one") throws -> String {
      let outcome = try world.run(World.tasks, arguments, in: place)
      try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
      return outcome.output
    }
    try world.write(first, to: "file")
    _ = try run("import", format, "../file")
    // A second clone knows what the first one has read.
    try world.run("git", ["clone", "-q", "one", "two"])
    for (title, changes) in [("one", ["title:one", "+mine", "due:2026-12-24"]), ("two", [])] {
      let id = try run("list", title, "--format", "{id}").split(separator: "\n")[0]
      if changes.isEmpty {
        _ = try run("done", String(id))
      } else {
        let outcome = try world.run(World.tasks, ["modify", String(id)] + changes, in: "one")
        try #require(outcome.status == 0, "\(outcome.errors)")
      }
    }
    try world.git("pull", "-q", in: "two")
    for place in ["one", "two"] {
      let before = try world.run(World.tasks, list, in: place).output
      let head = try world.git("rev-parse", "HEAD", in: place).output
      #expect(
        try run("import", format, "../file", in: place) == "0 added, 0 changed, 2 unchanged\n")
      #expect(try world.run(World.tasks, list, in: place).output == before)
      #expect(try world.git("rev-parse", "HEAD", in: place).output == head)
      let dry = try run("import", format, "../file", "--dry-run", in: place)
      #expect(dry.contains(" of them changed here"), "\(dry)")
    }
    // What has changed in the file comes; of what both have changed, the store's stays.
    try world.write(then, to: "file")
    let changed = try world.tasks("import", format, "../file", in: "two")
    #expect(changed.errors.contains("deadline was changed here too"), "\(changed)")
    #expect(
      try world.run(World.tasks, list, in: "two").output.split(separator: "\n").sorted()
        == ["one|TODO|2026-12-24|x mine", "two|DONE||new"])
    #expect(try world.tasks("conflicts", in: "two").output.contains("2026-12-02"))
    #expect(try run("import", format, "../file", in: "two") == "0 added, 0 changed, 2 unchanged\n")
    // What was deleted or purged here stays away.
    let id = try run("list", "one", "--format", "{id}", in: "two").split(separator: "\n")[0]
    _ = try run("delete", String(id), in: "two")
    #expect(try run("import", format, "../file", in: "two").contains("1 in the trash"))
    _ = try run("purge", String(id), in: "two")
    #expect(try run("import", format, "../file", in: "two") == "0 added, 0 changed, 1 unchanged\n")
    #expect(
      try run("import", format, "../file", "--restore", in: "two").contains("1 added, 0 changed"))
  }

  @Test func whatAFileNoLongerHasIsTold() throws {
    let world = try World.withSampleStore()
    try world.write("one\ntwo\n", to: "store/todo.txt")
    try expect(
      #"""
      $ tasks import todotxt todo.txt
      added ID  one
      added ID  two
      2 added, 0 changed, 0 unchanged
      $ echo one > todo.txt; tasks import todotxt todo.txt 2>&1 | sed 's/(.*)/(ID)/'
      tasks: 'two' (ID) is no longer in todo.txt, and stays here
      0 added, 0 changed, 1 unchanged
      $ tasks import todotxt todo.txt
      0 added, 0 changed, 1 unchanged
      """#, in: world)
  }

  /// A task that is in one import and not in the next keeps what was done here when it comes back.
  @Test func whatComesBackChangesNothing() throws {
    let world = try World()
    try world.tasks("init", "store")
    try world.write("one\ntwo due:2026-12-01\n", to: "store/all.txt")
    try world.write("one\n", to: "store/part/all.txt")
    func run(_ words: String...) throws -> String {
      let outcome = try world.run(World.tasks, words, in: "store")
      try #require(outcome.status == 0, "\(outcome)")
      return outcome.output
    }
    _ = try run("import", "todotxt", "all.txt")
    _ = try run(
      "done", try run("list", "two", "--format", "{id}").trimmingCharacters(in: .newlines))
    for (file, count) in [("part/all.txt", 1), ("all.txt", 2), ("part/all.txt", 1), ("all.txt", 2)]
    {
      let outcome = try world.tasks("import", "todotxt", file, in: "store")
      #expect(outcome.output == "0 added, 0 changed, \(count) unchanged\n" && outcome.errors == "")
    }
    // Nor does what was piped in before go with the next pipe.
    for text in ["three\n", "four\n"] {
      let outcome = try world.tasks("import", "todotxt", "-", in: "store", input: text)
      #expect(outcome.output.contains("1 added") && outcome.errors == "", "\(outcome)")
    }
  }

  @Test func momentsHaveTheirZone() throws {
    let world = try World.withSampleStore()
    try world.write(
      "---\ntitle: Zoned\nstatus: todo\ndue: 2026-12-01T17:00:00Z\n---\n", to: "store/z.md")
    try expect(
      #"""
      $ tasks add UTC due:2026-11-28T17:00Z
      added ID  UTC  due Sat 2026-11-28 18:00
      $ tasks add East due:2026-11-28T17:00+05:00
      added ID  East  due Sat 2026-11-28 13:00
      $ echo '{"title":"JSON","deadline":"2026-12-01T10:00:00-05:00"}' | tasks add -
      added ID  JSON  due Tue 2026-12-01 16:00
      $ tasks list Zoned --format {due}
      2026-12-01T18:00
      $ tasks modify z.md pri:A | cut -c15-; grep due z.md
      [A] Zoned  due Tue 2026-12-01 18:00
      due: 2026-12-01T17:00:00Z
      $ tasks modify z.md due:2026-12-02T08:30 | cut -c15-; grep due z.md
      [A] Zoned  due Wed 2026-12-02 08:30
      due: 2026-12-02T07:30:00Z
      $ TZ=America/New_York tasks list Zoned --format {due}
      2026-12-02T02:30
      """#, in: world)
  }

  /// In the nights when clocks change.
  @Test func hoursAreHours() throws {
    try expect(
      #"""
      $ TASKS_NOW=2027-03-28T01:30 tasks add Spring remind:2h due:30min
      added ID  Spring  due Sun 2027-03-28 03:00  remind Sun 2027-03-28 04:30
      $ TASKS_NOW=2026-10-25T01:30 tasks add Autumn remind:3h
      added ID  Autumn  remind Sun 2026-10-25 03:30
      $ tasks add Gap due:2027-03-28T02:30
      added ID  Gap  due Sun 2027-03-28 03:30
      $ tasks add Daily due:2027-03-27T02:30 every:1d > /dev/null; TASKS_NOW=2027-03-27T08:00 tasks done "$(tasks list Daily --format {id})" | cut -c11-
      Daily  due Sun 2027-03-28 03:30 ++1d
      $ tasks add Hourly due:2026-10-25@02:00 every:+1h > /dev/null; tasks done $(tasks list Hourly --format {id}) | cut -c11-
      Hourly  due Sun 2026-10-25 03:00 +1h
      $ tasks add Early due:2027-03-28T04:00 alert:2h; TASKS_NOW=2027-03-28T00:30 tasks remind list 3h 2> /dev/null | grep Early | cut -c3-14,19-
      added ID  Early  due Sun 2027-03-28 04:00  alert 2:00 before
      today 1:00   Early   due today 4:00
      $ TASKS_NOW=2027-03-28T01:30 tasks clock in 2cc > /dev/null; TASKS_NOW=2027-03-28T03:30 tasks clock out > /dev/null; grep -h CLOCK 2026-11/buy-milk*
      CLOCK: [2027-03-28 Sun 01:30]--[2027-03-28 Sun 03:30] =>  1:00
      """#)
  }

  @Test func aLetterIsFoundInEachForm() throws {
    let (composed, apart) = ("caf\u{E9}", "cafe\u{301}")
    let world = try World.withSampleStore()
    for title in ["one \(composed)", "two \(apart)"] {
      try world.tasks("add", "--", title, in: "store")
    }
    try world.tasks("add", "three", "+\(composed)", "list:\(apart)", in: "store")
    func found(_ words: String...) throws -> [Substring] {
      try world.run(World.tasks, ["list"] + words + ["--format", "{title}"], in: "store").output
        .split(separator: "\n").compactMap { $0.split(separator: " ").first }
    }
    for word in [composed, apart] {
      #expect(try found(word) == ["one", "two"])
      #expect(try found("/\(word)$/") == ["one", "two"])
      #expect(try found("+\(word)") == ["three"])
      #expect(try found("list:\(word)") == ["three"])
    }
    #expect(
      try world.tasks("list", "two", "--format", "{title}", in: "store").output == "two \(apart)\n")
  }

  @Test func eachWordComesThroughOrIsNamed() throws {
    let world = try World()
    try world.tasks("init", "store")
    try world.write(
      """
      x 2026-11-27 (A) 2026-11-01 Call the plumber @phone
      x (B) 2026-11-27 2026-11-01 Call the builder
      Order spare part id:4711 from the shop est:2h
      Parent id:1
      Child p:1

      """, to: "store/todo.txt")
    try world.write(
      """
      - [ ] Send a ❤️ and ☎️ them, 1️⃣ first 📅 2026-12-05
      - [ ] Water ⏫ 🔁 every week on Monday 📅 2026-11-30
      - [ ] Rent ⏫ 🔁 every month on the last 📅 2026-11-30
      - [ ] Offer 📅 2026-12-01 ^offer1
      -   [ ] wide
      <!--
      - [ ] commented
      -->
      - Standup
        - [ ] nested 📅 2026-12-01
          - [ ] deeper

            a note
      > [!todo]
      > - [ ] quoted

          - [ ] code

      """, to: "store/list.md")
    try expect(
      #"""
      $ tasks import todotxt todo.txt; tasks list --all --format '{title}|{state}|{priority}|{parent}' | sed 's/|.................*$/|parent/'
      added ID  DONE [A] Call the plumber  @phone  closed 2026-11-27
      added ID  DONE [B] Call the builder  closed 2026-11-27
      added ID  Order spare part id:4711 from the shop est:2h
      added ID  Parent
      added ID  Child
      5 added, 0 changed, 0 unchanged
      Call the plumber|DONE|A|
      Call the builder|DONE|B|
      Order spare part id:4711 from the shop est:2h|TODO||
      Parent|TODO||
      Child|parent
      $ tasks import md list.md | sed 's/added [^ ]*/added/'
      added  Send a ❤️ and ☎️ them, 1️⃣ first  due Sat 2026-12-05
      added  [A] Water  due Mon 2026-11-30 ++1w
      added  [A] Rent  due Mon 2026-11-30 ++1m  on 31
      added  Offer ^offer1  due Tue 2026-12-01
      added  wide
      added  nested  due Tue 2026-12-01
      added  deeper
      added  quoted
      8 added, 0 changed, 0 unchanged
      ! tasks: 2 repeating tasks come back once when late, at the next date to come; every:+1w has each date that has passed
      ! tasks: the lines stay where they are, and are not ticked when the tasks are done; with --linked they are
      """#, in: world, at: "store")
  }

  /// A circle stops its own tasks, and a line that is no UTF-8 itself.
  @Test func oneBadItemStopsItself() throws {
    let world = try World()
    try world.tasks("init", "store")
    try world.write("- [ ] a 🆔 a1 ⛔ b1\n- [ ] b 🆔 b1 ⛔ a1\n- [ ] sound\n", to: "store/pair.md")
    try world.shell(#"printf 'good\ncaf\351\n' > bad.txt"#, in: "store")
    try expect(
      #"""
      $ tasks import md pair.md
      ! tasks: pair.md:1: it waits for itself: 'a' → 'b' → 'a'; remove a dependency there
      ! pair.md:2: it waits for itself: 'a' → 'b' → 'a'; remove a dependency there
      ! nothing was imported; correct them, or leave out what cannot be read with --skip-bad
      [2]
      $ tasks import md pair.md --skip-bad
      added ID  sound
      1 added, 0 changed, 0 unchanged, 2 left out
      ! tasks: pair.md:1: it waits for itself: 'a' → 'b' → 'a'; remove a dependency there (left out)
      ! tasks: pair.md:2: it waits for itself: 'a' → 'b' → 'a'; remove a dependency there (left out)
      ! tasks: the lines stay where they are, and are not ticked when the tasks are done; with --linked they are
      $ tasks import todotxt bad.txt --skip-bad
      added ID  good
      1 added, 0 changed, 0 unchanged, 1 left out
      ! tasks: bad.txt:2: it is not UTF-8 (left out)
      """#, in: world, at: "store")
  }

  @Test func notesCannotMakeTasks() throws {
    try expect(
      #"""
      $ tasks add One / "* TODO hidden"
      ! tasks: a line of the note begins with a star and a space, which Org reads as a heading
      !   * TODO hidden
      !   ^^^^^^^^^^^^^
      ! use - for lists
      [2]
      $ printf '{"title":"Two","notes":"* TODO three"}\n' | tasks add -
      ! tasks: line 1: a note cannot hold a line that starts with a star and a space: Org would read a heading; use - for lists
      [2]
      $ printf 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u1\nSUMMARY:Three\nDESCRIPTION:* TODO four\nEND:VTODO\nEND:VCALENDAR\n' | tasks import ics - ; cat 2026-11/three*| tail -1
      added u1  Three
      1 added, 0 changed, 0 unchanged
       * TODO four
      ! tasks: standard input:2: lines of its notes that begin with a star became items of a list
      """#)
  }

  @Test func moreThanAWordOfEach() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      - [ ] water 📅 2026-12-01 🏁 keep
      - [ ] rent 🔁 every month 🏁 delete 📅 2026-12-01
      - [ ] both 🛫 2026-12-01 ⏳ 2026-12-02

      """, to: "store/more.md")
    try world.shell(
      #"printf '[\n{"title":"one"},\n{"title":"b\351d"},\n{"title":"three\\tx"}\n]' > bad.json"#,
      in: "store")
    try expect(
      #"""
      $ tasks import md more.md | cut -d ' ' -f 3-; tasks list both --json | jq -c '.tasks[].properties'
       water  due Tue 2026-12-01
       rent  due Tue 2026-12-01 ++1m
       both  sched Wed 2026-12-02
      0 changed, 0 unchanged
      {"start":"2026-12-01"}
      ! tasks: 1 repeating task comes back once when late, at the next date to come; every:+1w has each date that has passed
      ! tasks: the lines stay where they are, and are not ticked when the tasks are done; with --linked they are
      $ tasks import json bad.json --skip-bad
      added ID  one
      added ID  three x
      2 added, 0 changed, 0 unchanged, 1 left out
      ! tasks: bad.json:3: it is not UTF-8 (left out)
      $ printf 'good\nb\351d\n' | tasks add -
      ! tasks: line 2 of standard input is not UTF-8
      [2]
      $ printf '%s\n' '{"title":"K","notes":"before\n* TODO star"}' | tasks import jsonl - | tail -1; grep -rn 'TODO star' --include=*.org . | cut -d: -f3-
      1 added, 0 changed, 0 unchanged
       * TODO star
      ! tasks: standard input:1: lines of its notes that begin with a star became items of a list
      """#, in: world)
  }

  /// People see and change the present occurrence of what repeats.
  @Test func occurrencesAndZonesOfOthers() throws {
    let world = try World.withSampleStore()
    let common = #""entry":"20261101T080000Z","recur":"monthly""#
    try world.write(
      """
      [{"uuid":"11111111-1111-4111-8111-111111111111","description":"pay","status":"recurring",
        "due":"20261201T080000Z",\(common)},
       {"uuid":"22222222-2222-4222-8222-222222222222","description":"pay (ask Bob)",
        "parent":"11111111-1111-4111-8111-111111111111","status":"pending","imask":0,
        "due":"20261201T080000Z","tags":["urgent"],"priority":"H","project":"bank.home",\(common)}]
      """, to: "store/t.json")
    func todo(_ zone: String) -> String {
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u\nSUMMARY:Call\nDUE;TZID=\"\(zone)\":20261201T120000\nEND:VTODO\nEND:VCALENDAR\n"
    }
    try world.write(todo("/mozilla.org/20050126_1/America/New_York"), to: "store/named.ics")
    try world.write(
      todo("Customized Time Zone").replacing("UID:u", with: "UID:v"), to: "store/unknown.ics")
    try expect(
      #"""
      $ tasks import taskwarrior t.json
      added 111  [A] pay  +urgent  list:bank/home  due Tue 2026-12-01 09:00 ++1m
      1 added, 0 changed, 0 unchanged
      ! tasks: t.json:1: its present occurrence is called 'pay (ask Bob)'
      ! tasks: 1 repeating task comes back once when late, at the next date to come; every:+1w has each date that has passed
      $ tasks list list:bank.home --format '{title}'
      pay
      $ tasks import ics named.ics | cut -d ' ' -f 3-
       Call  due Tue 2026-12-01 18:00
      0 changed, 0 unchanged
      $ tasks import ics unknown.ics | cut -d ' ' -f 3-
       Call  due Tue 2026-12-01 12:00
      0 changed, 0 unchanged
      ! tasks: unknown.ics:2: the zone 'Customized Time Zone' is not known: its times are read as local ones
      """#, in: world)
  }

  @Test func whatIsPastedIsTakenAsItIs() throws {
    try expect(
      #"""
      $ printf '\357\273\277Stamps\r\nEggs\r\n' | tasks add -
      added ID  Stamps
      added ID  Eggs
      $ printf '\357\273\277a note\r\nand more\r\n' | tasks note 2cc -; tasks show 2cc | tail -2 | od -c | grep -c '\\r'
      noted 2cc  Buy milk  +errand  list:home
      0
      [1]
      $ for title in '=SUM(A1)' '-5 degrees' "'=quoted" '@home is a word'; do tasks add -- "$title"; done > /dev/null
      $ tasks export csv --spreadsheet --output ../o.csv; tasks import csv ../o.csv
      0 added, 0 changed, 10 unchanged
      ! tasks: csv has no place for: log of 1 task
      $ tasks list notes:Bob
      ! tasks: 'notes:Bob' is searched as text, since it has no key of a filter; for titles and notes write the text alone: Bob
      ! tasks: no open task matches
      $ tasks list has:due
      ! tasks: 'has:due' is searched as text, since it has no key of a filter; did you mean due.any:?
      ! tasks: no open task matches
      $ tasks list due.before=fri
      ! tasks: 'due.before=fri' is searched as text, since it has no key of a filter; did you mean due.before:fri?
      ! tasks: no open task matches
      """#)
  }

  /// Of an occurrence that two clones have finished, each can take its own finish back.
  @Test(arguments: [("10:00", "11:00"), ("11:00", "10:00")])
  func anUndoLeavesTheOthersFinish(here: String, there: String) throws {
    let world = try World()
    try world.tasks("init", "one")
    try world.tasks("add", "Rec", "due:2026-11-20", "every:1d", in: "one")
    try world.git("init", "-q", "--bare", "hub.git")
    try world.git("remote", "add", "origin", world.path("hub.git"), in: "one")
    try world.tasks("sync", in: "one")
    try world.tasks("clone", world.path("hub.git"), "two", environment: ["TASKS_DEVICE": "two"])
    let id = try world.tasks("list", "--format", "{id}", in: "one").output.split(separator: "\n")[0]
    for (place, time) in [("one", here), ("two", there)] {
      try world.tasks(
        "done", String(id), in: place, environment: ["TASKS_NOW": "2026-11-20T\(time)"])
    }
    for place in ["one", "two", "one"] { try world.tasks("sync", in: place) }
    #expect(try world.tasks("list", "--format", "{due}", in: "two").output == "2026-11-21\n")
    let undo = try world.tasks("undo", in: "two", environment: ["TASKS_NOW": "2026-11-20T12:00"])
    #expect(undo.status == 0, "\(undo)")
    #expect(try world.tasks("list", "--format", "{due}", in: "two").output == "2026-11-21\n")
    let log = try world.tasks("show", String(id), in: "two").output
    #expect(log.contains(here) && !log.contains(there), "\(log)")
  }
}
