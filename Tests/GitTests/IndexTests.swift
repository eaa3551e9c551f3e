import Foundation
import Git
import Platform
import TestSupport
import Testing

@Suite struct IndexTests {
  /// Gives the index a form: a version, or `split`.
  private func shape(_ form: String, in world: TestRepository) throws {
    if form == "split" {
      try world.git("update-index", "--split-index")
    } else {
      try world.git("update-index", "--index-version", form)
    }
    if form == "3" {
      try world.write("announced.txt", "x")
      try world.git("add", "-N", "announced.txt")
    }
  }

  @Test(arguments: ["2", "3", "4", "split"], ObjectFormat.allCases)
  func entriesAreThoseGitLists(form: String, format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    for path in ["a/b/c.org", "a/b/cd.org", "a-b", "ž/é.org", "z", "run.sh"] {
      try world.write(path, path)
    }
    #expect(chmod(world.path + "/run.sh", 0o755) == 0)
    try world.commitAll()
    try shape(form, in: world)
    let index = try world.open().index()
    let listed = try world.git("ls-files", "-s", "-z").split(separator: "\0").map(String.init)
    #expect(
      index.entries.map {
        "\(String($0.mode.rawValue, radix: 8)) \($0.id) \($0.stage)\t\($0.path)"
      } == listed)
    if form != "split" { #expect("\(index.version)" == form) }
    for entry in index.entries {
      #expect(index.entry(entry.path) == entry)
      #expect(entry.isIntentToAdd == (entry.path == "announced.txt"))
    }
    #expect(index.entry("a/b") == nil)
    #expect(index.entries(under: "a").map(\.path) == ["a/b/c.org", "a/b/cd.org"])
  }

  /// The shortest entry of all, behind which there is nothing yet.
  @Test func theLastEntryMayBeShort() throws {
    let world = try TestRepository()
    try world.write("a", "1")
    try world.git("add", "a")
    #expect(try world.open().index().entries.map(\.path) == ["a"])
    try world.save([("a.org", "1")], in: try world.open())
    #expect(try world.git("status", "--porcelain") == "A  a")
    // Of version 4 one that has the name of the one before.
    try world.git("update-index", "--index-version", "4")
    let id = try world.git("rev-parse", ":a")
    try world.git(
      ["update-index", "-z", "--index-info"],
      input: "100644 \(id) 1\tzz\0100644 \(id) 2\tzz\0")
    #expect(try world.open().index().entries.map(\.stage) == [0, 0, 1, 2])
    try world.save([("a.org", "2")], in: try world.open())
    #expect(try world.git("status", "--porcelain") == "A  a\nUD zz")
    try world.expectSound()
  }

  /// git takes its own lock where it changes the index, and somebody may hold it.
  @Test func gitIsAskedAgainWhereTheIndexIsLocked() throws {
    let world = try TestRepository()
    try world.write("a.org", "1")
    try world.commitAll()
    try world.git("update-index", "--split-index")
    let repository = try world.open()
    let lock = world.path + "/.git/index.lock"
    try world.write(".git/index.lock", "")
    let waits = Thread {
      usleep(200_000)
      unlink(lock)
    }
    waits.start()
    try repository.updateIndexByGit([.remove(path: "a.org")])
    #expect(try world.git("ls-files") == "")
  }

  @Test(arguments: ObjectFormat.allCases) func aSplitIndexKeepsWhatIsStaged(format: ObjectFormat)
    throws
  {
    let world = try TestRepository(format: format)
    try world.write("code.c", "1")
    try world.write("a.org", "1")
    try world.commitAll()
    try world.git("update-index", "--split-index")
    try world.write("code.c", "22")
    try world.git("add", "code.c")
    let repository = try world.open()
    try world.save([("a.org", "2"), ("b/c.org", "3")], in: repository)
    try world.save([("a.org", nil)], in: repository)
    #expect(try world.git("status", "--porcelain") == "M  code.c")
    try world.expectSound()
  }

  /// What the index says of a file is what lstat says, so that git need not look inside.
  @Test func theStatusOfAnEntryIsThatOfTheFile() throws {
    let world = try TestRepository()
    try world.save([("a/b.org", "text\n")], in: try world.open())
    func debug() throws -> [String] {
      try world.git("ls-files", "-s", "--debug", "a/b.org").split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let ours = try debug()
    try world.git("update-index", "--force-write-index", "--really-refresh")
    #expect(try debug() == ours)
    #expect(ours.contains { $0.hasPrefix("size: 5") })
  }

  /// Of many files two have other content than their entries: that is seen although their status is recorded later.
  @Test func anEntryOfAnotherContentIsToBeCompared() throws {
    let world = try TestRepository()
    for number in 0..<40 { try world.write("\(number).txt", "\(number)") }
    try world.commitAll()
    let repository = try world.open()
    let ids = try (0..<40).map { try world.git("rev-parse", "HEAD:\($0).txt") }
    for number in [7, 33] { try world.write("\(number).txt", "x\(number % 10)") }
    try world.git("rm", "-q", "--cached", "-r", ".")
    unlink(world.path + "/5.txt")
    try repository.updateIndex(
      ids.enumerated().map { number, id in
        .set(path: "\(number).txt", id: try #require(ObjectID(hex: id)), mode: .file)
      })
    let changed = [" D 5.txt", " M 33.txt", " M 7.txt"]
    #expect(
      try world.git("status", "--porcelain", "-z").split(separator: "\0").map(String.init).sorted()
        == changed)
    try world.expectSound()
  }

  /// A file that changed in the second in which its entry was written looks unchanged. An index of ours that
  /// is younger must not make git believe it.
  @Test func racyEntriesAreSmudged() throws {
    let world = try TestRepository()
    for round in 0..<2 {
      for name in 0..<4 { try world.write("\(name).txt", "\(round)a\(name)") }
      try world.commitAll("round \(round)")
      for name in 0..<4 { try world.write("\(name).txt", "\(round)b\(name)") }
      let repository = try world.open()
      #expect(try repository.worktreeChanges().map(\.path) == (0..<4).map { "\($0).txt" })
      try world.save([("task.org", "\(round)")], in: repository)
      if round == 1 { usleep(1_010_000) }
      try world.save([("other.org", "\(round)")], in: repository)
      #expect(try repository.worktreeChanges().count == 4)
      let status = try world.git("status", "--porcelain", "-z")
      #expect(status == (0..<4).map { " M \($0).txt\0" }.joined(), "round \(round)")
    }
  }

  /// Changed within the second of its commit, and looking the same: its inode was free again.
  @Test func racyLinksAreSmudged() throws {
    let world = try TestRepository()
    let link = world.path + "/link"
    var isSeen = false
    for round in 0..<6 where !isSeen {
      unlink(link)
      #expect(symlink("aa", link) == 0)
      try world.write("round", "\(round)")
      try world.commitAll()
      unlink(link)
      #expect(symlink("bb", link) == 0)
      guard try world.git("status", "--porcelain") == " M link" else { continue }
      isSeen = true
      let repository = try world.open()
      try world.save([("task.org", "\(round)")], in: repository)
      usleep(1_010_000)
      try world.save([("task.org", "\(round) again")], in: repository)
      #expect(try world.git("status", "--porcelain") == " M link", "round \(round)")
    }
    #expect(isSeen)
  }

  @Test func aLockOfGitIsWaitedForAndRespected() throws {
    let world = try TestRepository()
    try world.write("a.org", "1")
    try world.commitAll()
    let repository = try world.open()
    let path = world.path + "/.git/index.lock"
    try world.write(".git/index.lock", "")
    #expect(throws: GitError.indexLocked(path: path)) {
      _ = try repository.lockIndex(timeout: 0.1)
    }
    repository.clearDeadIndexLock()
    #expect(FileManager.default.fileExists(atPath: path))
    let holder = Thread {
      usleep(150_000)
      unlink(path)
    }
    holder.start()
    let lock = try repository.lockIndex(timeout: 10)
    let refused = try GitProgram(folder: world.path).run(["add", "-A"])
    #expect(!refused.succeeded, "git must see our lock")
    lock.release()
    try world.git("add", "-A")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aLockThatADeadProcessOfOursLeftIsCleared() throws {
    let world = try TestRepository()
    try world.write("a.org", "1")
    try world.commitAll()
    let repository = try world.open()
    let left = [
      "index.lock", "index.tasks-lock.99999999", "index.tasks-new", "index.tasks-new.99999999",
    ]
    for name in left { try world.write(".git/" + name, "tasks\n") }
    #expect(throws: GitError.self) { _ = try repository.lockIndex(timeout: 0.05) }
    repository.clearDeadIndexLock()
    for name in left {
      #expect(!FileManager.default.fileExists(atPath: world.path + "/.git/" + name), "\(name)")
    }
    try world.save([("a.org", "2")], in: repository)
    try world.expectClean()
  }

  @Test(arguments: ObjectFormat.allCases) func aDraftThatIsDroppedChangesNothing(
    format: ObjectFormat
  ) throws {
    let world = try TestRepository(format: format)
    try world.write("a.org", "1")
    try world.commitAll()
    let repository = try world.open()
    let before = FileManager.default.contents(atPath: world.path + "/.git/index")
    let prepared = try #require(
      try world.backend.commit.prepare(
        [FileContent(path: "b.org", content: Array("2".utf8))], in: repository,
        onto: repository.head().id, message: "m", author: ann, committer: ann))
    do {
      let draft = try repository.beginIndex(after: prepared)
      try repository.lockIndex(draft)
      let refused = try GitProgram(folder: world.path).run(["add", "-A"])
      #expect(!refused.succeeded, "the lock is held")
      withExtendedLifetime(draft) {}
    }
    #expect(FileManager.default.contents(atPath: world.path + "/.git/index") == before)
    try world.git("add", "-A")
    try world.expectClean()
  }

  /// By `git add` of something else, again and again.
  @Test(arguments: [false, true]) func anIndexThatIsReplacedAfterItWasDrawnIsDrawnAgain(
    isRead: Bool
  ) throws {
    let world = try TestRepository()
    try world.write("a.org", "1")
    try world.commitAll()
    let repository = try world.open()
    for number in 0..<3 {
      let path = "b\(number).org"
      let files = [FileContent(path: path, content: Array("2".utf8))]
      let head = try repository.head().id
      var image: MappedIndex?
      if isRead {
        let tree = try repository.tree(ofCommit: #require(head))
        let found = try repository.suspects(
          under: "", of: tree, look: { _, _ in .same }, where: { _ in true })
        image = found?.index
        // An index with something staged does not say what HEAD has.
        #expect((image != nil) == (number == 0))
      }
      let prepared = try #require(
        try world.backend.commit.prepare(
          files, in: repository, onto: head, message: "m", author: ann, committer: ann))
      let draft = try repository.beginIndex(after: prepared, from: image)
      try world.write("u", "\(number)")
      try world.git("add", "u")
      try repository.lockIndex(draft)
      try world.write(path, "2")
      #expect(try repository.putIndex(draft))
      try repository.moveHead(to: prepared.new, from: head, message: "m")
      draft.release()
      #expect(try world.git("status", "--porcelain") == "A  u")
      #expect(try world.git("show", ":u") == "\(number)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: world.path + "/.git")
    #expect(!left.contains { $0.contains("tasks-") })
    try world.git("fsck", "--strict", "--no-dangling")
  }

  @Test func aFileThatIsChangedBehindADraftIsSeen() throws {
    let world = try TestRepository()
    try world.write("a.org", "1")
    try world.write("c.org", "1")
    try world.commitAll()
    let repository = try world.open()
    let prepared = try #require(
      try world.backend.commit.prepare(
        [FileContent(path: "b.org", content: Array("2".utf8))], in: repository,
        onto: repository.head().id, message: "m", author: ann, committer: ann))
    let draft = try repository.beginIndex(after: prepared)
    try repository.moveHead(to: prepared.new, from: repository.head().id, message: "m")
    // Of the same size, and maybe within the same second.
    try world.write("a.org", "3")
    try world.write("b.org", "4")
    try repository.finishIndex(draft)
    #expect(try world.git("status", "--porcelain") == " M a.org\n M b.org")
  }

  @Test(arguments: ObjectFormat.allCases) func aConflictIsResolvedBySetting(format: ObjectFormat)
    throws
  {
    let world = try TestRepository(format: format)
    try world.write("a.org", "1")
    try world.write("b.txt", "1")
    try world.commitAll()
    for (branch, text) in [("side", "2"), ("main", "3")] {
      try world.git(
        "checkout", "-q", branch == "side" ? "-b" : branch, branch == "side" ? branch : "--")
      try world.write("a.org", text)
      try world.write("b.txt", text)
      try world.commitAll(branch)
    }
    _ = try GitProgram(folder: world.path).run(
      ["merge", "side"], environment: TestRepository.environment)
    let repository = try world.open()
    #expect(try repository.unmergedPaths() == ["a.org", "b.txt"])
    #expect(try repository.index().entry("a.org") == nil)
    let id = try repository.writeBlob(Array("23".utf8))
    try world.write("a.org", "23")
    try repository.updateIndex([.set(path: "a.org", id: id, mode: .file)])
    #expect(try repository.unmergedPaths() == ["b.txt"])
    #expect(try world.git("diff", "--name-only", "--diff-filter=U") == "b.txt")
    try repository.updateIndex([.remove(path: "b.txt")])
    #expect(try repository.unmergedPaths().isEmpty)
  }

  /// Two names that Swift takes as equal are two files.
  @Test(arguments: ObjectFormat.allCases) func namesThatLookTheSame(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    let names = ["e\u{301}.org", "\u{E9}.org"]
    for name in names { try world.write(name, "1") }
    try world.commitAll()
    for (branch, text) in [("side", "2"), ("main", "3")] {
      try world.git(
        "checkout", "-q", branch == "side" ? "-b" : branch, branch == "side" ? branch : "--")
      for name in names { try world.write(name, text + name.utf8.count.description) }
      try world.commitAll(branch)
    }
    let repository = try world.open()
    let tree = try #require(try repository.resolveTree("HEAD"))
    // Some programs leave the trees out of the index.
    try world.git("rm", "-r", "-q", "--cached", ".")
    let listing = try world.git("ls-tree", "-r", "HEAD") + "\n"
    try GitProgram(folder: world.path).check(
      ["update-index", "--index-info"], input: Array(listing.utf8))
    var isStaged = try repository.hasStagedChanges(against: tree)
    #expect(!isStaged)
    for (name, other) in zip(names, names.reversed()) {
      try world.git(
        "update-index", "--cacheinfo", "100644,\(world.git("rev-parse", "HEAD:" + other)),\(name)")
    }
    isStaged = try repository.hasStagedChanges(against: tree)
    #expect(isStaged)
    try world.git("reset", "-q", "--hard")
    _ = try GitProgram(folder: world.path).run(
      ["merge", "side"], environment: TestRepository.environment)
    #expect(try repository.unmergedPaths().map { Array($0.utf8) } == names.map { Array($0.utf8) })
    #expect(try repository.index().unmergedPaths.count == 2)
  }

  @Test func whatIsNoIndexIsRefused() throws {
    let world = try TestRepository()
    try world.write("a/long-name.org", "1")
    try world.commitAll()
    let repository = try world.open()
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: repository.indexPath)))
    for length in stride(from: 0, to: whole.count - 20, by: 7) {
      let outcome = Result { () throws -> Index in
        try Index(Array(whole[..<length]), .sha1, path: "index", writtenAt: 0)
      }
      if case .success(let index) = outcome { #expect(index.entries.count <= 1) }
    }
    var version = whole
    version[7] = 9
    #expect(throws: GitError.unsupportedIndex(path: "index", feature: "of version 9")) {
      _ = try Index(version, .sha1, path: "index", writtenAt: 0)
    }
  }

  @Test(arguments: ObjectFormat.allCases) func worktreeChangesAreThoseOfGit(format: ObjectFormat)
    throws
  {
    var random = SeededGenerator(seed: 4711)
    print("seed 4711")
    let world = try TestRepository(format: format)
    let names = (0..<30).map { "\($0 % 4)/\($0).org" }
    for name in names { try world.write(name, name) }
    try world.commitAll()
    let repository = try world.open()
    for round in 0..<6 {
      for name in names.shuffled(using: &random).prefix(8) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try? FileManager.default.removeItem(atPath: world.path + "/" + name)
        case 1: try world.write(name, name)
        case 2: try world.write("new/\(round)-\(name)", "new"); try world.git("add", "-A", "new")
        default: try world.write(name, "\(random.next())")
        }
      }
      let wanted = try world.git("diff", "--name-only", "-z", "HEAD")
        .split(separator: "\0").map(String.init)
      #expect(try repository.worktreeChanges().map(\.path) == wanted, "round \(round)")
    }
  }
}
