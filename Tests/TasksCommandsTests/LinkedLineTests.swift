import TestSupport
import Testing

/// Lines with checkboxes in daily notes that were imported.
@Suite struct LinkedLineTests {
  @Test func isTickedWithItsTask() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      # Friday

      - [ ] Call Ann
      - [ ] Ring Joe 📅 2026-11-27 #phone
      1. [ ] Write to Eve [due:: 2026-12-05]
      > - [ ] Buy nails
      - [ ] Buy nails
      - [x] Sleep

      """, to: "store/Daily/Friday.md")
    try world.git("add", ".", in: "store")
    try world.git("commit", "-qm", "a day", in: "store")
    try world.write("- [ ] Elsewhere\n", to: "else.md")
    try expect(
      #"""
      $ tasks import md --linked ../else.md
      ! tasks: ../else.md cannot be linked: it is no .md file in the store's folder, ~/store
      [2]
      $ tasks import md --linked Daily/Friday.md | tail -n 1
      6 added, 0 changed, 0 unchanged
      ! tasks: the lines stay where they are, and are ticked when the tasks are done
      $ tasks list --format '{title}|{prop.line}' joe or eve or ann
      Call Ann|Daily/Friday.md: Call Ann
      Ring Joe|Daily/Friday.md: Ring Joe 📅 2026-11-27 #phone
      Write to Eve|Daily/Friday.md: Write to Eve [due:: 2026-12-05]
      $ tasks done --where joe --yes; tasks cancel --where eve --yes; tasks done --where ann --yes
      done wms  DONE Ring Joe  +phone  due Fri 2026-11-27  closed 2026-11-20
      canceled j15  CANCELED Write to Eve  due Sat 2026-12-05  closed 2026-11-20
      done s9p  DONE Call Ann  closed 2026-11-20
      $ cat Daily/Friday.md; git status --porcelain
      # Friday

      - [x] Call Ann
      - [x] Ring Joe 📅 2026-11-27 #phone ✅ 2026-11-20
      1. [-] Write to Eve [due:: 2026-12-05] [cancelled:: 2026-11-20]
      > - [ ] Buy nails
      - [ ] Buy nails
      - [x] Sleep
      $ tasks reopen --where joe --yes; grep Joe Daily/Friday.md
      reopened wms  Ring Joe  +phone  due Fri 2026-11-27
      - [ ] Ring Joe 📅 2026-11-27 #phone
      $ tasks undo; tasks undo; grep -e Joe -e Ann Daily/Friday.md; git status --porcelain
      undone: ID  DONE Ring Joe  +phone  due Fri 2026-11-27  closed 2026-11-20
      undone: ID  Call Ann
      - [ ] Call Ann
      - [x] Ring Joe 📅 2026-11-27 #phone ✅ 2026-11-20
      $ sed -i 's/Call Ann/Phone Ann/' Daily/Friday.md; tasks done --where 'call ann' --yes
      done s9p  DONE Call Ann  closed 2026-11-20
      ! tasks: the line of 'Call Ann' is not in Daily/Friday.md, and its box stays
      $ tasks import md Daily/Friday.md | tail -n 1
      1 added, 0 changed, 5 unchanged
      ! tasks: the lines stay where they are, and are not ticked when the tasks are done; with --linked they are
      """#, in: world)
  }

  /// What else was written into a note is not of the change, and an undo leaves it.
  @Test func anUndoLeavesWhatWasWrittenIntoTheNote() throws {
    let world = try World.withSampleStore()
    try world.write("# Day\r\n- [ ] Ring Joe\r\n", to: "store/d.md")
    try world.git("add", ".", in: "store")
    try world.git("commit", "-qm", "a day", in: "store")
    try expect(
      #"""
      $ tasks import md --linked d.md > /dev/null 2>&1; printf 'What I think.\n' >> d.md; tasks done --where joe --yes > /dev/null
      $ tr -d '\r' < d.md; git status --porcelain
      # Day
      - [x] Ring Joe
      What I think.
       M d.md
      $ tasks undo > /dev/null; tr -d '\r' < d.md
      # Day
      - [ ] Ring Joe
      What I think.
      """#, in: world)
  }

  /// A line that was changed, and one that was imported without a link before, is ticked.
  @Test func isLinkedAgainWhenItIsImportedAgain() throws {
    let world = try World.withSampleStore()
    try world.write("- [ ] Ring Joe 📅 2026-12-23\n- [ ] Two\n", to: "store/d.md")
    try expect(
      #"""
      $ tasks import md d.md 2>&1 | tail -1; tasks import md --linked d.md 2>&1 | tail -1
      2 added, 0 changed, 0 unchanged
      0 added, 2 changed, 0 unchanged
      $ sed -i s/-23/-25/ d.md; tasks import md --linked d.md
      changed ID  Ring Joe  due Fri 2026-12-25
      0 added, 1 changed, 1 unchanged
      $ tasks done --where 'joe or two' --yes > /dev/null; cat d.md
      - [x] Ring Joe 📅 2026-12-25 ✅ 2026-11-20
      - [x] Two
      """#, in: world)
  }

  /// A note that git does not have is ticked, and stays out of it.
  @Test(arguments: ["", "Daily/"]) func aNoteOutsideOfGitStaysThere(ignored: String) throws {
    let world = try World.withSampleStore()
    let note = "- [ ] Call Ann\n- [ ] Ring Joe\n"
    try world.write(note, to: "store/Daily/Friday.md")
    try world.write(ignored, to: "store/.git/info/exclude")
    try expect(
      #"""
      $ tasks import md --linked Daily/Friday.md >/dev/null 2>&1; tasks done --where ann --yes
      done s9p  DONE Call Ann  closed 2026-11-20
      $ cat Daily/Friday.md; git ls-files Daily; git show --name-only --format= | cut -c 1-7
      - [x] Call Ann
      - [ ] Ring Joe
      2026-11
      $ tasks undo && cat Daily/Friday.md
      undone: ID  Call Ann
      - [ ] Call Ann
      - [ ] Ring Joe
      $ tasks redo && tasks done --where joe --yes && cat Daily/Friday.md
      redone: ID  DONE Call Ann  closed 2026-11-20
      done wms  DONE Ring Joe  closed 2026-11-20
      - [x] Call Ann
      - [x] Ring Joe
      $ EDITOR="sed -i s/DONE/TODO/" tasks edit $(tasks list --done --format '{id}' joe) && cat Daily/Friday.md
      edited wms  Ring Joe
      - [x] Call Ann
      - [ ] Ring Joe
      $ git ls-files Daily; git status --porcelain -- 2026-11
      """#, in: world)
  }

  @Test func tasksAreExportedAsNotes() throws {
    try expect(
      #"""
      $ tasks export md --notes ../vault milk or plants
      ! tasks: 2 notes in ../vault
      $ tasks modify 2cc title:"Buy milk: 2/3?" && tasks add "Buy milk: 2/3?"
      modified 2cc  Buy milk: 2/3?  +errand  list:home
      added ID  Buy milk: 2/3?
      $ tasks export md --notes ../vault milk; ls ../vault
      Buy milk- 2-3 2.md
      Buy milk- 2-3.md
      Buy milk.md
      Water the plants.md
      ! tasks: 2 notes in ../vault
      $ cat "../vault/Buy milk- 2-3.md"
      ---
      id: 2ccccccccccccccc
      rank: 2
      created: 2026-11-18T09:05
      title: "Buy milk: 2/3?"
      status: todo
      list: home
      tags:
        - errand
      ---
      $ tasks export md --notes sub
      ! tasks: sub is in the store, where each note would be a task
      [2]
      $ tasks export csv --notes ../vault
      ! tasks: --notes is for md
      [2]
      """#)
  }
}
