import StoreTestSupport
import Git
import TasksCore
import TasksStore
import TestSupport
import Testing

@Suite struct ConflictScanCacheTests {
  /// Whether the note tells all of the last commit and of the index.
  private func isCurrent(_ world: StoreWorld) throws -> Bool {
    let store = try world.open()
    let note = ConflictScanCache(at: store.checkedPath)
    let (commit, tree) = try (world.git("rev-parse", "HEAD"), world.git("rev-parse", "HEAD^{tree}"))
    return note.commit?.hex == commit && note.tree?.hex == tree
      && note.index == FileStamp.text(world.repository + "/.git/index")
  }

  private func edit(_ path: String, title: String, in world: StoreWorld) throws {
    try world.edit(path, .title(Text(title)))
  }

  @Test(arguments: ["", "notes/todo"]) func aChangeCarriesItOn(folder: String) throws {
    let world = try StoreWorld(folder: folder)
    _ = try world.create()
    let path = try world.add("One")
    #expect(try !isCurrent(world), "nobody has looked yet")
    #expect(try world.open().mergeRemains().isEmpty)
    for number in 0..<3 {
      try edit(path, title: "Title \(number)", in: world)
      #expect(try isCurrent(world))
    }
    try world.add("Two")
    #expect(try isCurrent(world))
  }

  @Test func whatOthersCommitIsLookedAt() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    _ = try world.open().mergeRemains()
    // By hand, and then by a command: two commits, of which the first may hold what a merge has left.
    try world.write(try world.read(path) + "a note\n", to: path)
    try edit(path, title: "Other", in: world)
    #expect(try !isCurrent(world))
    _ = try world.open().mergeRemains()
    #expect(try isCurrent(world))
    try edit(path, title: "<<<<<<< ours", in: world)
    #expect(try !isCurrent(world))
    _ = try world.open().mergeRemains()
    try world.git("commit", "-q", "--allow-empty", "-m", "by git")
    try world.write("x", to: "README")
    try world.git("add", "README")
    try edit(path, title: "Third", in: world)
    #expect(try !isCurrent(world), "the index was changed by git")
  }

  @Test func aDamagedNoteIsNone() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    _ = try world.open().mergeRemains()
    let note = try world.read(".git/tasks/checked")
    for damaged in ["", "x", String(note.dropLast(3)), note + "more\n"] {
      try world.write(damaged, to: ".git/tasks/checked")
      try edit(path, title: "Title \(damaged.count)", in: world)
      #expect(try !isCurrent(world))
      #expect(try world.open().mergeRemains().isEmpty)
      #expect(try isCurrent(world))
    }
  }
}
