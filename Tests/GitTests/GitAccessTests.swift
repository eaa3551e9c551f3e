import Foundation
import Git
import Platform
import TestSupport
import Testing

/// A repository in a format that libgit2 does not know is worked with through the git program.
@Suite struct GitAccessTests {
  private func blob(_ text: String) -> ObjectID { ObjectID.ofBlob(Array(text.utf8), .sha256) }

  @Test func itIsSaidWhyGitCommits() throws {
    let world = try TestRepository(format: .sha256)
    let files = [FileContent(path: "a.org", content: [49])]
    let route = try CommitRoute(for: files, in: world.open())
    #expect(route.description() == "committing through git, because the repository uses sha256")
    #expect(!route.usesGit)
    try world.hook("pre-commit", "true")
    let hooked = try CommitRoute(for: files, in: world.open())
    #expect(hooked.reason == "there is a hook pre-commit" && hooked.usesGit)
  }

  @Test func whereTheRepositoryIs() throws {
    let world = try TestRepository(format: .sha256)
    try world.commitAll()
    let linked = world.root + "/linked"
    try world.git("worktree", "add", "-q", "-b", "side", linked)
    for path in [world.path, world.path + "/.git"] {
      let repository = try Repository(at: path)
      #expect(repository.workTree == world.path && repository.format == .sha256)
      #expect(repository.gitDirectory == world.path + "/.git")
      #expect(repository.commonDirectory == world.path + "/.git")
    }
    let repository = try Repository(at: linked)
    #expect(repository.workTree == linked)
    #expect(repository.gitDirectory == world.path + "/.git/worktrees/linked")
    #expect(repository.commonDirectory == world.path + "/.git")
    try FileManager.default.createDirectory(
      atPath: world.path + "/sub", withIntermediateDirectories: true)
    #expect(throws: GitError.notARepository(path: world.path + "/sub")) {
      _ = try Repository(at: world.path + "/sub")
    }
    let bare = world.root + "/bare"
    try world.git("init", "-q", "--bare", "--object-format=sha256", bare)
    #expect(throws: GitError.bareRepository(path: bare)) { _ = try Repository(at: bare) }
  }

  @Test func objectsOfEveryKind() throws {
    let world = try TestRepository(format: .sha256)
    let repository = try world.open()
    for text in ["", "one\n", String(repeating: "long\n", count: 50_000), "\0\n\0"] {
      let id = try repository.writeBlob(Array(text.utf8))
      #expect(id == blob(text))
      #expect(try repository.contains(id))
      #expect(try repository.blob(id) == Array(text.utf8))
      #expect(try world.git("cat-file", "-s", id.hex) == "\(text.utf8.count)")
    }
    #expect(try !repository.contains(blob("none")))
    #expect(throws: GitError.noSuchObject(id: blob("none"), kind: "file")) {
      try repository.blob(blob("none"))
    }
    #expect(throws: GitError.noSuchObject(id: blob("one\n"), kind: "commit")) {
      try repository.commit(blob("one\n"))
    }
    // What another process writes meanwhile is seen.
    try world.write("later", "later")
    try world.git("hash-object", "-w", "later")
    #expect(try repository.contains(blob("later")))
    let left = try FileManager.default.contentsOfDirectory(atPath: world.path + "/.git")
    #expect(!left.contains { $0.hasPrefix("tasks-commit") })
    try world.expectSound()
  }

  /// The gits that run in a folder with an option, as Linux tells.
  private static func gits(in folder: String, _ option: String) throws -> [pid_t] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
    return (names ?? []).compactMap { pid_t($0) }.filter { id in
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
      let words = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)
      return place == folder && words?.contains(option) ?? false
    }
  }

  /// What one git has been asked is asked of another when the first has ended.
  @Test func aGitThatIsEndedIsStartedAgain() throws {
    let world = try TestRepository(format: .sha256)
    let repository = try world.open()
    let id = try repository.writeBlob([49])
    let git = GitBatchProcess(GitProgram(folder: world.path), ["cat-file", "--batch-check"])
    func ask() throws -> String {
      let line = try git.ask(Array(id.hex.utf8)) { $0.line() }
      return String(decoding: line, as: UTF8.self)
    }
    #expect(try ask() == "\(id) blob 1")
    let running = try GitAccessTests.gits(in: world.path, "--batch-check")
    for git in running { kill(git, SIGKILL) }
    #expect(try ask() == "\(id) blob 1")
    #expect(try ask() == "\(id) blob 1")
    #if os(Linux)
      #expect(running.count == 1)
    #endif
    let none = GitBatchProcess(GitProgram(folder: world.path), ["cat-file", "--no-such-option"])
    let said = #expect(throws: GitError.self) { try none.ask([49]) { $0.line() } }
    #expect(said?.description.contains("no-such-option") ?? false)
  }

  /// Names that are not UTF-8, folders beside files whose names go on, and modes as old programs wrote them stay as
  /// they are.
  @Test func aTreeKeepsWhatIsNotChanged() throws {
    let world = try TestRepository(format: .sha256)
    let repository = try world.open()
    let id = try repository.writeBlob([49]).hex
    let inner = try world.git(
      ["mktree"], input: "100644 blob \(id)\tx\n")
    let lines = [
      "100755 blob \(id)\ta-b", "040000 tree \(inner)\ta", "100644 blob \(id)\ta.b",
      "120000 blob \(id)\ta0", "100644 blob \(id)\t\"\\377\\376\"",
    ]
    let hex = try world.git(["mktree"], input: lines.joined(separator: "\n"))
    let tree = try #require(ObjectID(hex: hex))
    let new = try repository.updating(
      tree: tree, [.write(path: "a/y", id: blob("1"), mode: .file), .remove(path: "a.b")])
    #expect(new.written.count == 2 && new.written.last == new.id)
    let listed = try world.git("ls-tree", "-rt", "--format=%(objectmode) %(path)", new.id.hex)
    #expect(
      listed.split(separator: "\n") == [
        "100755 a-b", "040000 a", "100644 a/x", "100644 a/y", "120000 a0", "100644 \"\\377\\376\"",
      ])
    #expect(try repository.entry("a/y", inTree: new.id)?.id == blob("1"))
    #expect(try repository.entry("a/y/z", inTree: new.id) == nil)
    let changes = try repository.changes(from: tree, to: new.id)
    #expect(changes.map(\.path) == ["a.b", "a/y"])
    #expect(changes.map(\.newMode) == [nil, .file])
    let back = try repository.updating(
      tree: new.id,
      [
        .remove(path: "a/y"),
        .write(path: "a.b", id: blob("1"), mode: .file),
      ])
    #expect(back.id == tree)
    try world.git("fsck", "--no-dangling")
  }

  @Test func referencesAreMovedAsLibgit2MovesThem() throws {
    let world = try TestRepository(format: .sha256)
    try world.commitAll("one")
    try world.commitAll("two")
    let repository = try world.open()
    let two = try #require(try repository.head().id)
    let one = try #require(try repository.resolve("HEAD~1"))
    let name = "refs/tasks/odd"
    #expect(try repository.reference(name) == nil)
    try repository.updateReference(name, to: one, from: nil, message: "made")
    #expect(throws: GitError.referenceMoved(name: name, expected: nil, actual: one)) {
      try repository.updateReference(name, to: two, from: nil, message: "again")
    }
    #expect(throws: GitError.referenceMoved(name: name, expected: two, actual: one)) {
      try repository.updateReference(name, to: two, from: two, message: "again")
    }
    try repository.updateReference(name, to: two, from: one, message: "moved")
    #expect(try repository.reference(name) == two)
    #expect(
      try repository.references(under: "refs/") == ["refs/heads/main", name])
    try world.write(".git/\(name).lock", "")
    #expect(throws: GitError.referenceLocked(name: name)) { try repository.removeReference(name) }
    try world.remove(".git/\(name).lock")
    try repository.removeReference(name)
    try repository.removeReference(name)
    #expect(try repository.references(under: "refs/tasks/") == [])
    // The commit that a branch leads to is missing: the branch is there all the same.
    try world.git("branch", "broken")
    let missing = String(repeating: "ab", count: 32)
    try world.write(".git/refs/heads/broken", missing + "\n")
    #expect(try repository.reference("refs/heads/broken")?.hex == missing)
  }

  /// Where references may be no files, as in a reftable, git moves them.
  @Test func headIsMovedByGitWhereNoFileStandsForIt() throws {
    let world = try TestRepository(backend: .directInStrange)
    let repository = try world.open()
    #expect(repository.source is GitProgramBackend && repository.format == .sha1)
    #expect(repository.source.reason == "the repository uses extensions.noop-v1")
    let tree = try repository.updating(tree: nil, []).id
    let person = Signature(name: "Eve", email: "eve@example.org", time: 1_700_000_000, offset: 0)
    func commit(_ text: String) throws -> ObjectID {
      try repository.writeCommit(
        tree: tree, parents: [], author: person, committer: person, message: text)
    }
    let (first, second) = (try commit("1"), try commit("2"))
    let path = repository.gitDirectory + "/next"
    #expect(try repository.beginHead(to: first, from: nil, at: path) == nil)
    try repository.moveHead(to: first, from: nil, message: "begun", author: person)
    try repository.moveHead(to: second, from: first, message: "went on", author: person)
    #expect(throws: GitError.headMoved(expected: first, actual: second)) {
      try repository.moveHead(to: first, from: first, message: "late")
    }
    #expect(try world.git("reflog", "-1", "--format=%gs|%gn|%ge") == "went on|Eve|eve@example.org")
    #expect(try repository.head() == .branch(ref: "refs/heads/main", id: second))
    try world.git("reset", "-q", "--hard")
    try world.git("symbolic-ref", "HEAD", "refs/heads/other")
    #expect(try repository.head() == .unborn(ref: "refs/heads/other"))
    try world.git("checkout", "-q", "--detach", "main")
    #expect(try repository.head() == .detached(second))
  }

  /// Such names are no files in a reftable.
  @Test(arguments: [("cherry-pick", OngoingOperation.cherryPick), ("revert", .revert)])
  func whatGitIsInTheMiddleOfIsAskedOfGit(_ command: String, _ operation: OngoingOperation) throws {
    let world = try TestRepository(backend: .directInStrange)
    for text in ["1", "2", "3"] {
      try world.write("a", text)
      try world.commitAll(text)
    }
    let repository = try world.open()
    #expect(repository.ongoingOperation() == nil)
    #expect(throws: GitError.self) { try world.git(command, "HEAD~1") }
    #expect(repository.ongoingOperation() == operation)
    try world.git(command, "--abort")
    #expect(repository.ongoingOperation() == nil)
  }

  /// Made where git makes one.
  @Test func aReftable() throws {
    let world = try TestRepository(fresh: false)
    let made = try GitProgram(folder: world.root).run(
      ["init", "-q", "-b", "main", "--ref-format=reftable", world.path])
    guard made.succeeded else {
      #expect(made.said.contains("ref-format"), "\(made.said)")
      return
    }
    let repository = try world.open()
    #expect(repository.source.reason == "the repository uses reftable")
    let first = try #require(try world.save([("a/b.org", "1")], in: repository))
    let second = try #require(try world.save([("a/b.org", "2")], in: repository))
    #expect(try repository.head() == .branch(ref: "refs/heads/main", id: second.new))
    #expect(try repository.resolve("HEAD~1") == first.new)
    try world.expectClean()
  }

  @Test func settingsAreReadAndSetAsGitDoes() throws {
    let world = try TestRepository(format: .sha256)
    let repository = try world.open()
    #expect(try repository.string("user.name") == "Ann Example")
    try repository.set("tasks.some.thing", to: "-1 \"quoted\"")
    #expect(try repository.string("tasks.some.thing") == "-1 \"quoted\"")
    try world.git("config", "--add", "tasks.many", "a")
    try world.git("config", "--add", "tasks.many", "b")
    #expect(try repository.strings("tasks.many") == ["a", "b"])
    try repository.remove("tasks.many")
    try repository.remove("tasks.many")
    #expect(try repository.string("tasks.many") == nil)
    #expect(throws: GitError.badConfigKey("none")) { try repository.set("none", to: "x") }
    try world.git("config", "tasks.on", "yes")
    try world.git("config", "tasks.size", "2k")
    #expect(try repository.bool("tasks.on") == true)
    #expect(try repository.integer("tasks.size") == 2048)
    #expect(try world.git("config", "tasks.some.thing") == "-1 \"quoted\"")
  }

  /// A file that git would clean into what HEAD has was not modified, whatever its name is.
  @Test func aFileIsComparedAsGitWouldAddIt() throws {
    let world = try TestRepository(format: .sha256)
    let names = ["plain.txt", "quo\"ted.txt", "back\\slash.txt", "line\nend.txt"]
    for name in names { try world.write(name, "one\ntwo\n") }
    try world.commitAll()
    try world.write(".git/info/attributes", "*.txt text\n")
    for name in names { try world.write(name, "one\r\ntwo\r\n") }
    #expect(try world.open().worktreeChanges().isEmpty)
    try world.write(names[3], "other\r\n")
    #expect(try world.open().worktreeChanges().map(\.path) == [names[3]])
  }

  @Test func aHistoryIsReadThroughGit() throws {
    let world = try TestRepository(format: .sha256)
    let repository = try world.open()
    for round in 0..<6 {
      try world.save([("a/\(round % 2).org", "\(round)"), ("b.org", "\(round)")], in: repository)
    }
    try world.git("gc", "-q")
    try world.git("commit-graph", "write", "--reachable")
    let head = try #require(try repository.head().id)
    let log = try repository.log(from: head, hiding: nil, under: "")
    #expect(log.allSatisfy { $0.time == 1_700_000_100 })
    let found = log.map { $0.changes.map(\.path) }
    #expect(
      found == [
        ["a/1.org", "b.org"], ["a/0.org", "b.org"], ["a/1.org", "b.org"], ["a/0.org", "b.org"],
        ["a/1.org", "b.org"], ["a/0.org", "b.org"],
      ])
  }
}
