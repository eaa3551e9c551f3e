import StoreTestSupport
import Foundation
import Git
import TasksStore
import TestSupport
import Testing

/// What the cache tells of tasks is what their objects say.
@Suite struct MergeContentsTests {
  /// A store with a cache, of files that are older than the index that has them.
  private func storeWithCache(files count: Int) throws -> (world: StoreWorld, store: TaskStore) {
    let world = try StoreWorld()
    _ = try world.create()
    for number in 0..<count {
      let isDone = number % 5 == 0
      let rank = number % 3 == 0 ? "" : ":RANK: \(number).5\n"
      let id = number % 2 == 0 ? "Task-Number-\(number)-with-a-long-id" : "n\(number)"
      let archived = number % 7 == 0 ? "  :ARCHIVE:" : ""
      try world.write(
        "* \(isDone ? "DONE" : "TODO") Task \(number)\(archived)\n:PROPERTIES:\n:ID: \(id)\n\(rank):END:\n",
        to: "folder/\(number).org")
      try age(world.root + "/folder/\(number).org")
    }
    try world.git("add", ".")
    try world.git("commit", "-qm", "tasks")
    try world.git("update-index", "-q", "--refresh")
    usleep(60_000)
    let store = try world.open()
    _ = try store.read()
    return (world, store)
  }

  /// An index does not tell of a file that was changed in the second in which it was written.
  private func age(_ path: String) throws {
    let times = [
      timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0),
    ]
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  private func marks(_ contents: MergeContents, _ store: TaskStore) throws -> [String] {
    let tree = try #require(try store.repository.resolveTree("HEAD"))
    return try store.repository.files(inTree: tree, under: "folder/").map { entry in
      let mark = try #require(try contents.mark(entry), "\(entry.path)")
      return "\(entry.path) \(mark)"
    }
  }

  @Test func marksOfTheCacheAreThoseOfTheFiles() throws {
    let (world, store) = try storeWithCache(files: 100)
    defer { withExtendedLifetime(world) {} }
    let (learnt, read) = (MergeContents(store), MergeContents(store))
    try learnt.learnMarks()
    #expect(learnt.marks.count == 100)
    #expect(try marks(learnt, store) == marks(read, store))
  }

  @Test func whatWasEditedByHandIsReadFromGit() throws {
    let (world, store) = try storeWithCache(files: 100)
    for number in 0..<70 {
      try world.write(
        "* TODO Other\n:PROPERTIES:\n:ID: other\(number)\n:RANK: 9\n:END:\n",
        to: "folder/\(number).org")
      try age(world.root + "/folder/\(number).org")
    }
    usleep(60_000)
    // Now the cache has what git has not.
    _ = try store.read()
    let (learnt, read) = (MergeContents(store), MergeContents(store))
    try learnt.learnMarks()
    #expect(learnt.marks.count == 30)
    #expect(try marks(learnt, store) == marks(read, store))
  }

  /// The work tree has something else of them than git has.
  @Test func filteredFilesAreReadFromGit() throws {
    let (world, store) = try storeWithCache(files: 100)
    try world.write("folder/*.org filter=secret\n", to: ".git/info/attributes")
    let contents = MergeContents(store)
    try contents.learnMarks()
    #expect(contents.marks.count == 0)
  }

  /// The tree that changes make is the one that is read as a whole.
  @Test(arguments: 0..<8) func changedTreesAreThoseOfTheirFiles(seed: UInt64) throws {
    let (world, store) = try storeWithCache(files: 12)
    var random = SeededGenerator(seed: seed)
    let before = try #require(try store.repository.resolveTree("HEAD"))
    for number in 0..<12 {
      switch random.next(upperBound: UInt(6)) {
      case 0: try world.git("rm", "-q", "folder/\(number).org")
      case 1: try world.git("mv", "folder/\(number).org", "moved-\(number).org")
      case 2:
        let text = try world.read("folder/\(number).org")
        try world.write(
          text.replacingOccurrences(of: "TODO", with: "DONE"), to: "folder/\(number).org")
      case 3: try world.write("no task\n", to: "folder/\(number).org")
      case 4 where seed % 2 == 0:
        try world.write(try world.read("folder/1.org"), to: "copy-\(number).org")
      default: break
      }
      if try world.git("ls-files", "folder/1.org").isEmpty { break }
    }
    try world.git("add", "-A")
    try world.git("commit", "-qm", "changed", "--allow-empty")
    let after = try #require(try store.repository.resolveTree("HEAD"))
    let contents = MergeContents(store)
    let whole = try StoreTree(after, contents, in: store)
    let base = try StoreTree(before, contents, in: store)
    let changes = try store.repository.changes(from: before, to: after)
    guard let changed = try base.changed(by: changes) else {
      let files = try store.repository.files(inTree: after).filter { $0.path.hasSuffix(".org") }
      #expect(files.count > whole.ids.count, "seed \(seed)")
      return
    }
    #expect(changed.ids == whole.ids, "seed \(seed)")
    for id in whole.ids { #expect(changed[id] == whole[id], "seed \(seed)") }
  }
}
