import Foundation
import Platform
import TasksCore
import TasksStore
import TestSupport
import Testing

/// Whatever is done to files behind the cache's back, reading with it is reading without it.
struct TaskCacheTests {
  /// A store's folder with a cache beside it.
  private final class Folder {
    let world: World
    let root: String
    var program = "/nowhere"
    var workflow = Workflow.standard

    init(files: Int) throws {
      world = try World()
      root = world.path("store")
      for number in 0..<files { try write(number, title: "Task \(number)") }
      try settle()
    }

    var cachePath: String { world.path("cache") }

    func path(_ number: Int) -> String {
      let folder = "\(number % 12)/" + (number % 5 == 0 ? "deep/" : "")
      return folder + "\(number)." + (number % 4 == 0 ? "md" : "org")
    }

    func text(_ number: Int, title: String) -> String {
      number % 4 == 0
        ? "---\ntitle: \(title)\nstatus: TODO\n---\n"
        : "* TODO \(title)\n:PROPERTIES:\n:ID: n\(number)\n:END:\n"
    }

    func write(_ number: Int, title: String) throws {
      try write(text(number, title: title), to: path(number))
    }

    func write(_ text: String, to path: String) throws {
      try world.write(text, to: "store/" + path)
    }

    /// Lets every file be as old as files are that the cache takes: none is younger than the last second.
    func settle() throws { usleep(60_000) }

    private func read(_ cachePath: String, _ way: StoreReader.Way) -> StoreReading {
      let reader = StoreReader(
        root: root, workflow: workflow, program: program, cachePath: cachePath)
      let (table, scan, unreadable, _) = reader.read(leaving: "", way)
      return StoreReading(table, scan: scan, unreadable: unreadable) { path throws(ReadError) in
        try reader.parse(path)
      }
    }

    private func lines(_ reading: StoreReading) -> [String] {
      reading.tasks.map { "\($0)" }.sorted() + reading.unreadable.map(\.path).sorted()
    }

    private func reading(_ cachePath: String) -> [String] { lines(read(cachePath, .whole)) }

    /// What a reading says that could be confirmed; one that is made again can be from then on.
    private func confirmed(
      _ hint: String, isAgain: Bool = false, _ sourceLocation: SourceLocation
    ) -> [String] {
      let reading = read(cachePath, .provisional)
      let found = lines(reading)
      if (try? reading.confirm()) != nil { return found }
      #expect(!isAgain, "\(hint), mistaken twice", sourceLocation: sourceLocation)
      let whole = lines(read(cachePath, .again))
      if isAgain { return whole }
      #expect(
        confirmed(hint, isAgain: true, sourceLocation) == whole, "\(hint), confirmed",
        sourceLocation: sourceLocation)
      return whole
    }

    /// Reads with the cache, and once more with what that left behind; both are as a reading without.
    func check(
      _ hint: String, isProvisionalToo: Bool = true,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let plain = reading("/nowhere/cache")
      if isProvisionalToo {
        #expect(
          confirmed(hint, sourceLocation) == plain, "\(hint), provisional",
          sourceLocation: sourceLocation)
      }
      #expect(reading(cachePath) == plain, "\(hint)", sourceLocation: sourceLocation)
      #expect(reading(cachePath) == plain, "\(hint), again", sourceLocation: sourceLocation)
    }

    var cache: Data? { FileManager.default.contents(atPath: cachePath) }

    /// Nil where no file is.
    func modification(of path: String) -> timespec? {
      var status = stat()
      return stat(root + "/" + path, &status) == 0 ? status.st_mtim : nil
    }

    func set(_ time: timespec, of path: String) throws {
      let times = [time, time]
      try #require(utimensat(AT_FDCWD, root + "/" + path, times, 0) == 0)
    }
  }

  @Test func aCacheIsMadeAndUsed() throws {
    let folder = try Folder(files: 200)
    #expect(folder.cache == nil)
    folder.check("new")
    let first = try #require(folder.cache)
    // A few changes are read anew each time; many are worth another cache.
    for number in 0..<3 { try folder.write(number, title: "Changed \(number)") }
    try folder.settle()
    folder.check("three changed", isProvisionalToo: false)
    #expect(folder.cache == first)
    for number in 0..<100 { try folder.write(number, title: "Changed again \(number)") }
    try folder.settle()
    folder.check("a hundred changed")
    #expect(folder.cache != first)
  }

  /// Of many files those are looked at in another thread meanwhile.
  @Test func manyFilesBehindAProvisionalReading() throws {
    let folder = try Folder(files: 2500)
    folder.check("new")
    let first = try #require(folder.cache)
    folder.check("unchanged")
    #expect(folder.cache == first)
    try folder.write(1711, title: "Changed")
    try folder.settle()
    folder.check("changed in place")
    #expect(folder.cache != first, "or each reading would be mistaken")
  }

  @Test func sameSizeInTheSameSecond() throws {
    let folder = try Folder(files: 100)
    folder.check("new")
    for round in 0..<12 {
      let number = round % 5
      try folder.write(number, title: "Turn \(round % 10)")
      folder.check("turn \(round)")
    }
  }

  @Test func sameSizeAndTimesSetBack() throws {
    let folder = try Folder(files: 100)
    folder.check("new")
    let path = folder.path(17)
    let time = try #require(folder.modification(of: path))
    try folder.write(17, title: "Tusk 17")
    try folder.set(time, of: path)
    folder.check("time set back")
    try folder.set(timespec(tv_sec: 4_000_000_000, tv_nsec: 5), of: path)
    folder.check("time in the future")
    try folder.write(17, title: "Tosk 17")
    try folder.set(timespec(tv_sec: 4_000_000_000, tv_nsec: 5), of: path)
    folder.check("another with that time")
  }

  @Test func swappedFilesAndRenamedFolders() throws {
    let folder = try Folder(files: 150)
    folder.check("new")
    let files = FileManager.default
    func move(_ from: String, _ to: String) throws {
      try files.moveItem(atPath: folder.root + "/" + from, toPath: folder.root + "/" + to)
    }
    let (one, two) = (folder.path(1), folder.path(13))
    try move(one, "1/x.org")
    try move(two, one)
    try move("1/x.org", two)
    folder.check("swapped")
    try move("5", "five")
    try move("6", "5")
    folder.check("renamed folders")
    try files.removeItem(atPath: folder.root + "/7")
    folder.check("folder removed")
    try files.createSymbolicLink(
      atPath: folder.root + "/link.org", withDestinationPath: folder.root + "/" + one)
    folder.check("link")
    _ = try folder.world.run("git", ["init", "-q", "store/8"])
    folder.check("a repository of its own")
  }

  /// The cache knows the names in folders that stayed as they were.
  @Test func namesThatComeAndGo() throws {
    let folder = try Folder(files: 200)
    folder.check("new")
    let files = FileManager.default
    for (number, path) in ["3", "5/deep", "", "7"].enumerated() {
      let place = path.isEmpty ? path : path + "/"
      let time = try #require(folder.modification(of: path))
      try folder.write("* TODO New \(number)\n", to: place + "new.org")
      try folder.set(time, of: path)
      folder.check("another in \(path), its time set back")
      try files.removeItem(atPath: folder.root + "/" + place + "new.org")
      try folder.set(time, of: path)
      folder.check("gone again from \(path)")
    }
    try files.moveItem(atPath: folder.root + "/5/deep", toPath: folder.root + "/5/deeper")
    try folder.write("* TODO Fresh\n", to: "6/fresh/fresh.org")
    folder.check("folders in folders")
    try files.removeItem(atPath: folder.root + "/10")
    try folder.write("* TODO No folder\n", to: "10")
    folder.check("a file in the place of a folder")
    try files.removeItem(atPath: folder.root + "/11/11.org")
    try folder.write("* TODO Inside\n", to: "11/11.org/inside.org")
    folder.check("a folder in the place of a file")
    _ = chmod(folder.root + "/8", 0)
    folder.check("a folder without permission")
    _ = chmod(folder.root + "/8", 0o755)
    folder.check("with it again")
  }

  @Test func damagedAndForeignCaches() throws {
    let folder = try Folder(files: 120)
    folder.check("new")
    let good = try #require(folder.cache)
    for size in [0, 1, 47, 48, 49, 1000, 10_000, good.count - 1] {
      try good.prefix(size).write(to: URL(fileURLWithPath: folder.cachePath))
      folder.check("cut to \(size)")
      #expect(try #require(folder.cache).count == good.count, "made anew")
    }
    var random = SeededGenerator(seed: 9)
    for byte in 0..<56 {
      var bad = good
      bad[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try bad.write(to: URL(fileURLWithPath: folder.cachePath))
      folder.check("byte \(byte) of the header")
    }
    for round in 0..<60 {
      var bad = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bad[Int.random(in: 0..<bad.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try bad.write(to: URL(fileURLWithPath: folder.cachePath))
      folder.check("damage \(round)")
    }
    folder.program = "/bin/sh"
    folder.check("another program")
    folder.workflow = Workflow("OPEN TODO | SHUT")
    folder.check("other keywords")
    try FileManager.default.removeItem(atPath: folder.cachePath)
    try FileManager.default.createDirectory(
      atPath: folder.cachePath, withIntermediateDirectories: true)
    folder.check("a folder in its place")
  }

  /// What is no regular file is no cache, and nobody waits for it; what is written takes its place.
  ///
  /// A minute is its own; the limit, which is for what hangs, holds from when the test is queued.
  @Test(.timeLimit(.minutes(20)), arguments: ["fifo", "folder", "link"])
  func somethingElseInPlaceOfTheCache(_ kind: String) throws {
    let folder = try Folder(files: 30)
    let manager = FileManager.default
    switch kind {
    case "fifo": #expect(mkfifo(folder.cachePath, 0o600) == 0)
    case "folder":
      try manager.createDirectory(atPath: folder.cachePath, withIntermediateDirectories: true)
    default:
      try manager.createSymbolicLink(atPath: folder.cachePath, withDestinationPath: "/dev/zero")
    }
    let time = ContinuousClock().measure { folder.check(kind) }
    #expect(time < .seconds(60))
  }

  /// The same of a file that waits to be renamed to its place.
  @Test(.timeLimit(.minutes(20))) func aPipeInPlaceOfANewFile() throws {
    let world = try World()
    let path = world.path("new")
    #expect(mkfifo(path, 0o600) == 0)
    let time = ContinuousClock().measure {
      #expect(throws: StoreError.self) { try StoreFile.write([1], to: path, durable: true) }
    }
    #expect(time < .seconds(60))
  }

  @Test func strangersAreRememberedAndNotRead() throws {
    let folder = try Folder(files: 0)
    for number in 0..<100 { try folder.write("# Page \(number)\n", to: "docs/\(number).md") }
    try folder.settle()
    folder.check("pages")
    #expect(folder.cache != nil)
    try folder.write("---\nstatus: TODO\ntitle: Now\n---\n", to: "docs/7.md")
    folder.check("a page becomes a task")
  }

  /// Against two readers and a writer at once.
  @Test func readersSideBySide() throws {
    let folder = try Folder(files: 300)
    let (root, cachePath) = (folder.root, folder.cachePath)
    let read = { @Sendable () -> Set<Int> in
      var counts: Set<Int> = []
      for _ in 0..<15 {
        let reader = StoreReader(
          root: root, workflow: .standard, program: "/nowhere", cachePath: cachePath)
        let (table, _, unreadable, _) = reader.read(leaving: "", .whole)
        counts.insert(table.rows.compactMap { table.task(of: $0) }.count + unreadable.count)
        unlink(cachePath)
      }
      return counts
    }
    let (one, two) = ParallelHalves.run({ read() }, read)
    #expect(one == [300])
    #expect(two == [300])
    folder.check("afterwards")
  }

  @Test(arguments: 0..<3) func randomChanges(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try Folder(files: 120)
    let files = FileManager.default
    for step in 0..<40 {
      let number = Int.random(in: 0..<140, using: &random)
      let other = Int.random(in: 0..<140, using: &random)
      let (path, target) = (
        folder.root + "/" + folder.path(number), folder.root + "/" + folder.path(other)
      )
      switch Int.random(in: 0..<7, using: &random) {
      case 0: try? files.removeItem(atPath: path)
      case 1: rename(path, target)
      case 2:
        let time = folder.modification(of: folder.path(number))
        try folder.write(number, title: "Step \(step % 10)")
        if let time { try folder.set(time, of: folder.path(number)) }
      case 3: try folder.write("no task", to: folder.path(number))
      case 4: for one in number..<number + 70 { try folder.write(one, title: "Many \(step)") }
      case 5: link(path, target)
      default: try folder.write(number, title: "Step \(step)")
      }
      if step % 7 == 0 { try folder.settle() }
      folder.check("seed \(seed), step \(step)")
    }
  }
}
