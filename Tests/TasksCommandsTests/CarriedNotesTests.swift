import TestSupport
import Testing

/// What Obsidian and programs that carry files do to the notes of a store.
@Suite struct CarriedNotesTests {
  @Test func aNoteThatOthersNameGetsItsId() throws {
    let world = try World.withSampleStore()
    for name in ["Buy paint", "Paint", "House", "Found"] {
      try world.write("---\nstatus: todo\n---\n", to: "store/\(name).md")
    }
    try expect(
      #"""
      $ tasks modify Paint.md depends:4v0 parent:House.md
      modified g2m  Paint  parent f5n House  depends on 4v0 Buy paint
      $ cat "Buy paint.md"; mv "Buy paint.md" "Buy wall paint.md"
      ---
      id: 4v0a1g5nm32vznvh
      status: todo
      ---
      $ tasks ready -buy --format '{title}'
      Call Bob about the invoice
      Buy milk
      Buy wall paint
      Found
      House
      $ tasks add Nails parent:f5n discovered-from:Found.md && grep id: House.md Found.md
      added ID  Nails  parent f5n House  discovered_from zbm Found
      House.md:id: f5nhaxvr4pevr47v
      Found.md:id: zbmssk9rb5s8qp1e
      $ git log -1 --format=%B | head -n 1; git status --porcelain
      add: Nails
      $ echo 'parent: zzzzz' > x; sed -i '2r x' Found.md; rm x; tasks doctor | grep -A1 '^wrong *ref'
      wrong   references: zbm Found has parent:zzzzz, which no task is
              name another task, or none with: tasks modify zbm parent:
      """#, in: world)
  }

  @Test func copiesOfATaskAreMergedAndGo() throws {
    let world = try World.withSampleStore()
    let note = "---\nstatus: todo\ntags: [a]\n---\n"
    try world.write(note, to: "store/Note.md")
    try world.git("add", ".", in: "store")
    try world.git("commit", "-qm", "a note", in: "store")
    try world.write(note.replacing("todo", with: "done"), to: "store/Note.md")
    try world.write(note + "text\n", to: "store/Note.sync-conflict-20261127-101010-ABCDEFG.md")
    let milk = World.sample[1]
    try world.write(
      milk.text.replacing("Buy milk", with: "Buy oat milk"),
      to: "store/\(milk.path.dropLast(4)) (Ann's conflicted copy 2026-11-26).org")
    try expect(
      #"""
      $ tasks list --all --format '{title} {state}'
      Call Bob about the invoice TODO
      Buy milk TODO
      Water the plants NEXT
      Pay rent DONE
      Note DONE
      $ tasks doctor | grep -A1 '^wrong *files'
      wrong   files: 2026-11/buy-milk-2ccccccccccccccc (Ann's conflicted copy 2026-11-26).org is a copy of 2026-11/buy-milk-2ccccccccccccccc.org with other changes
              the next change or tasks sync puts it in order, as does: tasks doctor --fix
      wrong   files: Note.sync-conflict-20261127-101010-ABCDEFG.md is a copy of Note.md with other changes
              the next change or tasks sync puts it in order, as does: tasks doctor --fix
      $ tasks add New
      added ID  New
      ! tasks: merged 2026-11/buy-milk-2ccccccccccccccc (Ann's conflicted copy 2026-11-26).org, a copy, into 2026-11/buy-milk-2ccccccccccccccc.org
      ! tasks: merged Note.sync-conflict-20261127-101010-ABCDEFG.md, a copy, into Note.md
      $ tasks list --all --format '{title} {state}'
      Call Bob about the invoice TODO
      Buy oat milk TODO
      Water the plants NEXT
      Pay rent DONE
      New TODO
      Note DONE
      $ ls . */; cat Note.md; git status --porcelain
      .:
      2026-11
      Note.md

      2026-11/:
      buy-milk-2ccccccccccccccc.org
      call-bob-1bbbbbbbbbbbbbbb.org
      new-ID.org
      old-idea-5ggggggggggggggg.org
      pay-rent-4fffffffffffffff.org
      water-the-plants-3ddddddddddddddd.org
      ---
      status: done
      tags: [a]
      ---
      text
      $ tasks modify 2cc title:Milk; tasks list milk
      modified 2cc  Milk  +errand  list:home
      2cc  Milk  +errand  list:home
      """#, in: world)
  }

  @Test func aCopyOfARenamedTaskIsMerged() throws {
    let world = try World.withSampleStore()
    let milk = World.sample[1]
    try world.write(
      milk.text.replacing("Buy milk", with: "Buy oat milk"),
      to: "store/\(milk.path.dropLast(4)).sync-conflict-20261127-101010-ABCDEFG.org")
    try expect(
      #"""
      $ mv */buy-milk-2ccccccccccccccc.org milk.org; tasks list milk
      2cc  Buy milk  +errand  list:home
      $ tasks add New
      added ID  New
      ! tasks: merged 2026-11/buy-milk-2ccccccccccccccc.sync-conflict-20261127-101010-ABCDEFG.org, a copy, into milk.org
      $ tasks list milk --format '{short} {title} {path}'; git status --porcelain
      2cc Buy oat milk milk.org
      """#, in: world)
  }
}
