import Foundation
import Git
import Platform
import Testing

/// HEAD is moved by us as git moves it.
struct HeadTransactionTests {
  private static let author = Signature(
    name: "Ann Example", email: "ann@example.org", time: 1_700_000_000, offset: -210)

  private func move(
    _ repository: borrowing Repository, _ world: TestRepository, to new: ObjectID,
    from old: ObjectID?
  ) throws {
    let draft = try #require(
      try repository.beginHead(to: new, from: old, at: repository.gitDirectory + "/next"))
    try repository.diskSync(objects: [new], files: [draft.path])
    #expect(!FileManager.default.fileExists(atPath: draft.folder + "/main.lock"))
    try repository.lockHead(draft)
    #expect(FileManager.default.fileExists(atPath: draft.lockPath))
    #expect(!FileManager.default.fileExists(atPath: draft.path))
    try repository.moveHead(draft, message: "by us", author: Self.author)
    #expect(!FileManager.default.fileExists(atPath: draft.lockPath))
    #expect(try world.git("rev-parse", "HEAD") == new.hex)
    #expect(
      try world.git("reflog", "-1", "--format=%gs|%gn|%ge") == "by us|Ann Example|ann@example.org")
    #expect(try world.git("reflog", "-1", "--date=iso", "--format=%gd").contains("-0330"))
  }

  private func lock(
    _ repository: borrowing Repository, to new: ObjectID, from old: ObjectID?
  ) throws -> HeadTransaction {
    let path = repository.gitDirectory + "/next"
    let transaction = try #require(try repository.beginHead(to: new, from: old, at: path))
    try repository.lockHead(transaction)
    return transaction
  }

  /// A commit on top of another, to which nothing leads.
  private func commit(_ world: TestRepository, onto old: ObjectID?) throws -> ObjectID {
    let tree = try world.git("write-tree")
    let parents = old.map { ["-p", $0.hex] } ?? []
    let hex = try world.git(["commit-tree", tree, "-m", "c"] + parents)
    return try #require(ObjectID(hex: hex))
  }

  @Test(arguments: ["main", "a/group/of"], ObjectFormat.allCases)
  func branches(_ name: String, format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.git("symbolic-ref", "HEAD", "refs/heads/" + name)
    let repository = try world.open()
    let first = try commit(world, onto: nil)
    try move(repository, world, to: first, from: nil)
    let second = try commit(world, onto: first)
    try move(repository, world, to: second, from: first)
    // Packed, the branch has no file and its group no folder.
    try world.git("pack-refs", "--all", "--prune")
    let third = try commit(world, onto: second)
    try move(repository, world, to: third, from: second)
    #expect(try world.git("symbolic-ref", "HEAD") == "refs/heads/" + name)
    #expect(try world.git("reflog", "show", name, "--format=%H").split(separator: "\n").count == 3)
    try world.git("fsck", "--strict")
  }

  /// A branch may be another name for one.
  @Test func theLastOfAChainMoves() throws {
    let world = try TestRepository()
    try world.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    try world.git("symbolic-ref", "HEAD", "refs/heads/alias")
    let repository = try world.open()
    let first = try commit(world, onto: nil)
    try move(repository, world, to: first, from: nil)
    let second = try commit(world, onto: first)
    try move(repository, world, to: second, from: first)
    let third = try commit(world, onto: second)
    try repository.moveHead(to: third, from: second, message: "by libgit2")
    #expect(try world.git("rev-parse", "main") == third.hex)
    #expect(try world.read(".git/HEAD") == "ref: refs/heads/alias\n")
    #expect(try world.read(".git/refs/heads/alias") == "ref: refs/heads/main\n")
    // As git has it.
    try world.git("commit", "-q", "--allow-empty", "-m", "by git")
    let lines = try ["HEAD", "refs/heads/alias", "refs/heads/main"].map {
      try world.read(".git/logs/" + $0).split(separator: "\n").count
    }
    #expect(lines[0] >= 4 && lines[1] >= 3 && lines[2] == 4)
  }

  /// As git makes it with `core.preferSymlinkRefs`, and once always did.
  @Test(arguments: ObjectFormat.allCases) func aHeadThatIsALinkStaysOne(format: ObjectFormat) throws
  {
    let world = try TestRepository(format: format)
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    try world.git("config", "core.preferSymlinkRefs", "true")
    try world.git("checkout", "-q", "-b", "topic")
    let head = world.path + "/.git/HEAD"
    let files = FileManager.default
    #expect(try files.destinationOfSymbolicLink(atPath: head) == "refs/heads/topic")
    let repository = try world.open()
    #expect(try repository.head() == .branch(ref: "refs/heads/topic", id: first))
    try move(repository, world, to: try commit(world, onto: first), from: first)
    #expect(try files.destinationOfSymbolicLink(atPath: head) == "refs/heads/topic")
  }

  @Test(arguments: ObjectFormat.allCases) func aDetachedHeadAndALinkedWorktree(format: ObjectFormat)
    throws
  {
    let world = try TestRepository(format: format)
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    let branch = try world.git("symbolic-ref", "HEAD")
    try world.git("checkout", "-q", "--detach")
    let second = try commit(world, onto: first)
    try move(try world.open(), world, to: second, from: first)
    #expect(try world.git("rev-parse", branch) == first.hex)
    try world.git("worktree", "add", "-q", "-b", "side", "../side", first.hex)
    let side = world.root + "/side"
    let repository = try Repository(at: side, durable: false)
    let lock = try lock(repository, to: second, from: first)
    try repository.moveHead(lock, message: "aside", author: Self.author)
    #expect(try world.git(["rev-parse", "HEAD"], in: side) == second.hex)
    #expect(try world.git("rev-parse", "side") == second.hex)
    #expect(try world.git(["reflog", "-1", "--format=%gs"], in: side) == "aside")
  }

  @Test(arguments: ObjectFormat.allCases) func whatSomebodyElseMovedOrHoldsStays(
    format: ObjectFormat
  ) throws {
    let world = try TestRepository(format: format)
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    let repository = try world.open()
    let second = try commit(world, onto: first)
    #expect(throws: GitError.headMoved(expected: second, actual: first)) {
      _ = try self.lock(repository, to: first, from: second)
    }
    #expect(throws: GitError.headMoved(expected: nil, actual: first)) {
      _ = try self.lock(repository, to: second, from: nil)
    }
    let lock = try lock(repository, to: second, from: first)
    #expect(throws: GitError.referenceLocked(name: "HEAD")) {
      _ = try self.lock(repository, to: second, from: first)
    }
    #expect(throws: GitError.self) { try world.git("commit", "-q", "--allow-empty", "-m", "git's") }
    lock.release()
    try world.git("commit", "-q", "--allow-empty", "-m", "git's")
    #expect(try world.git("rev-parse", "HEAD^") == first.hex)
  }

  /// Or one on another file system; and what a killed process left as a draft may be the branch's own file.
  @Test func aFileSystemWithoutLinks() throws {
    let world = try TestRepository()
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    let repository = try world.open()
    let second = try commit(world, onto: first)
    let branch = world.path + "/.git/refs/heads/main"
    #expect(link(branch, world.path + "/.git/next") == 0)
    do {
      let draft = try #require(
        try repository.beginHead(to: second, from: first, at: world.path + "/.git/next"))
      #expect(try world.git("rev-parse", "HEAD") == first.hex)
      // No link can be made of a folder.
      unlink(draft.path)
      mkdir(draft.path, 0o777)
      try repository.lockHead(draft)
      #expect(try world.read(".git/refs/heads/main.lock") == second.hex + "\n")
      try repository.moveHead(draft, message: "by us", author: Self.author)
    }
    rmdir(world.path + "/.git/next")
    #expect(try world.git("rev-parse", "HEAD") == second.hex)
  }

  /// As a group of branches leaves them behind.
  @Test func emptyFoldersInTheWayGo() throws {
    let world = try TestRepository()
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    try world.git("pack-refs", "--all", "--prune")
    try FileManager.default.createDirectory(
      atPath: world.path + "/.git/refs/heads/main/a/b", withIntermediateDirectories: true)
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    let repository = try world.open()
    try move(repository, world, to: try commit(world, onto: first), from: first)
    #expect(!FileManager.default.fileExists(atPath: world.path + "/.git/HEAD.lock"))
  }

  /// Nobody switches to another branch meanwhile; and no lock of another's is taken for one of ours.
  @Test func headIsLockedToo() throws {
    let world = try TestRepository()
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    let repository = try world.open()
    let second = try commit(world, onto: first)
    do {
      let lock = try lock(repository, to: second, from: first)
      #expect(throws: GitError.self) { try world.git("switch", "-q", "-c", "other") }
      withExtendedLifetime(lock) {}
    }
    for text in ["", "ref: refs/heads/main\n", second.hex + "\n"] {
      for name in [".git/HEAD.lock", ".git/refs/heads/main.lock"] { try world.write(name, text) }
      try repository.clearDeadReferenceLock(writing: second)
      for name in [".git/HEAD.lock", ".git/refs/heads/main.lock"] {
        let isThere = FileManager.default.fileExists(atPath: world.path + "/" + name)
        #expect(isThere == !text.hasPrefix(second.hex), "\(name): \(text)")
      }
    }
    try world.git("switch", "-q", "-c", "another")
  }

  /// A merge may bring one; what it leads to is nobody's to sync.
  @Test(arguments: ["/dev/null", "loop", "nowhere"]) func aLinkIsNotSynced(to target: String) throws
  {
    let world = try TestRepository()
    let repository = try world.open()
    let link = world.path + "/loop"
    #expect(symlink(target, link) == 0)
    try repository.diskSync(files: [link])
  }

  /// Where there may be no folder for it, that is said.
  @Test func aFolderThatCannotBeMadeIsNamed() throws {
    let world = try TestRepository()
    try world.git("commit", "-q", "--allow-empty", "-m", "first")
    let first = try #require(ObjectID(hex: try world.git("rev-parse", "HEAD")))
    let second = try commit(world, onto: first)
    try world.git("checkout", "-q", "-b", "x/y/z")
    try world.git("pack-refs", "--all", "--prune")
    try world.write(".git/refs/heads/x", "a file\n")
    let repository = try world.open()
    let path = world.path + "/.git/refs/heads/x/y"
    #expect(
      throws: GitError.system(
        .call(doing: "make the folder", path: path, code: ENOTDIR))
    ) {
      _ = try self.lock(repository, to: second, from: first)
    }
  }

  @Test(arguments: ObjectFormat.allCases) func logsThatAreNotWanted(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.git("config", "core.logAllRefUpdates", "false")
    let repository = try world.open()
    let first = try commit(world, onto: nil)
    let lock = try lock(repository, to: first, from: nil)
    try repository.moveHead(lock, message: "quiet", author: Self.author)
    #expect(try world.git("rev-parse", "HEAD") == first.hex)
    #expect(try world.git("reflog", "--format=%gs").isEmpty)
  }
}
