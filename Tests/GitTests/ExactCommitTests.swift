import Foundation
import Git
import TestSupport
import Testing

@Suite struct ExactCommitTests {
  @Test(arguments: Backend.allCases) func firstCommitOnAnUnbornBranch(backend: Backend) throws {
    let world = try TestRepository(backend: backend)
    let repository = try world.open()
    #expect(try repository.head() == .unborn(ref: "refs/heads/main"))
    let commit = try #require(
      try world.save([("2026-11/a.org", "* TODO a\n")], in: repository))
    #expect(try repository.head() == .branch(ref: "refs/heads/main", id: commit.new))
    #expect(try world.git("rev-parse", "HEAD") == commit.new.hex)
    #expect(
      try world.git("log", "-1", "--format=%an <%ae> %at %ai|%B")
        == "Ann Example <ann@example.org> 1700000100 2023-11-14 23:15:00 +0100|by us")
    #expect(try world.git("reflog", "-1", "--format=%gs") == "commit: by us")
    try world.expectClean()
  }

  @Test(arguments: Backend.allCases) func whatIsStagedElsewhereStaysStaged(backend: Backend) throws
  {
    let world = try TestRepository(backend: backend)
    try world.write("code.c", "int a;\n")
    try world.write("todo/a.org", "* TODO a\n")
    try world.commitAll()
    try world.write("code.c", "int b;\n")
    try world.write("new.c", "int c;\n")
    try world.git("add", "code.c", "new.c")
    try world.write("code.c", "int later;\n")
    let repository = try world.open()
    try world.save([("todo/a.org", "* DONE a\n"), ("todo/b/c.org", "x")], in: repository)
    #expect(try world.git("status", "--porcelain") == "MM code.c\nA  new.c")
    #expect(
      try world.git("show", "--name-only", "--format=", "HEAD") == "todo/a.org\ntodo/b/c.org")
    try world.expectSound()
  }

  @Test(arguments: Backend.allCases) func detachedHead(backend: Backend) throws {
    let world = try TestRepository(backend: backend)
    try world.write("a.org", "1\n")
    try world.commitAll()
    try world.git("checkout", "-q", "--detach")
    let main = try world.git("rev-parse", "main")
    let repository = try world.open()
    let commit = try #require(try world.save([("a.org", "2\n")], in: repository))
    #expect(try repository.head() == .detached(commit.new))
    #expect(try world.git("rev-parse", "main") == main)
    #expect(try world.git("rev-parse", "HEAD~1") == main)
    try world.expectClean()
  }

  @Test(arguments: Backend.allCases) func linkedWorktree(backend: Backend) throws {
    let world = try TestRepository(backend: backend)
    try world.write("a.org", "1\n")
    try world.commitAll()
    let linked = world.root + "/linked"
    try world.git("worktree", "add", "-q", "-b", "side", linked)
    let repository = try Repository(at: linked)
    #expect(repository.workTree == linked)
    #expect(repository.gitDirectory != repository.commonDirectory)
    #expect(repository.commonDirectory == world.path + "/.git")
    try world.save([("b/c.org", "2\n")], in: repository)
    #expect(try world.git(["log", "--format=%s"], in: linked) == "by us\nby git")
    #expect(try world.git("log", "--format=%s", "main") == "by git")
    try world.expectClean(in: linked)
    try world.expectClean()
  }

  @Test(arguments: Backend.allCases) func removingTheLastFileOfAFolderRemovesTheFolder(
    backend: Backend
  ) throws {
    let world = try TestRepository(backend: backend)
    let repository = try world.open()
    try world.save([("a/b/c.org", "1"), ("a/d.org", "2"), ("e.org", "3")], in: repository)
    try world.save([("a/b/c.org", nil)], in: repository)
    #expect(try world.git("ls-tree", "-rt", "--name-only", "HEAD") == "a\na/d.org\ne.org")
    try world.save([("a/d.org", nil)], in: repository)
    #expect(try world.git("ls-tree", "-rt", "--name-only", "HEAD") == "e.org")
    try world.expectClean()
    try world.save([("e.org", nil)], in: repository)
    #expect(try world.git("ls-tree", "-rt", "HEAD") == "")
    try world.expectClean()
  }

  @Test(arguments: Backend.allCases) func nothingToDoIsNoCommit(backend: Backend) throws {
    let world = try TestRepository(backend: backend)
    let repository = try world.open()
    try world.save([("a.org", "1")], in: repository)
    #expect(try world.save([("a.org", "1"), ("none.org", nil)], in: repository) == nil)
  }

  @Test func anExecutableFileStaysOne() throws {
    let world = try TestRepository()
    try world.write("run.org", "1\n")
    #expect(chmod(world.path + "/run.org", 0o755) == 0)
    try world.commitAll()
    let repository = try world.open()
    let tree = try #require(try repository.head().id)
    let prepared = try #require(
      try repository.prepareCommit(
        [FileContent(path: "run.org", content: [50, 10])], onto: tree, message: "m", author: ann,
        committer: ann))
    #expect(try repository.entry("run.org", inTree: prepared.tree)?.mode == .executable)
  }

  @Test(arguments: Backend.allCases) func aFileMakesWayForAFolderAndBack(backend: Backend) throws {
    let world = try TestRepository(backend: backend)
    let repository = try world.open()
    try world.save([("a", "file")], in: repository)
    try world.save([("a", nil), ("a/b.org", "in a folder")], in: repository)
    #expect(try world.git("ls-files") == "a/b.org")
    try world.expectClean()
    try world.save([("a/b.org", nil)], in: repository)
    try world.remove("a")
    try world.save([("a", "file again")], in: repository)
    #expect(try world.git("ls-files") == "a")
    try world.expectClean()
  }

  @Test(arguments: ["", "/a", "a//b", "../a", "a/./b", ".git/config", "a/.GIT/x", "a\0b"])
  func pathsThatCannotStandInATree(path: String) throws {
    let world = try TestRepository()
    let repository = try world.open()
    #expect(throws: GitError.invalidPath(path)) {
      try repository.updating(
        tree: nil, [.write(path: path, id: ObjectID.ofBlob([], .sha1), mode: .file)])
    }
  }

  @Test(arguments: Backend.allCases) func aHeadThatMovedMeanwhileIsNotOverwritten(backend: Backend)
    throws
  {
    let world = try TestRepository(backend: backend)
    let repository = try world.open()
    let first = try #require(try world.save([("a.org", "1")], in: repository))
    let second = try #require(try world.save([("a.org", "2")], in: repository))
    #expect(throws: GitError.headMoved(expected: first.new, actual: second.new)) {
      try repository.moveHead(to: first.new, from: first.new, message: "late")
    }
    #expect(throws: GitError.headMoved(expected: nil, actual: second.new)) {
      try repository.moveHead(to: first.new, from: nil, message: "late")
    }
    #expect(try world.git("rev-parse", "HEAD") == second.new.hex)
  }

  @Test(arguments: Backend.allCases) func durableObjectsAndReferences(backend: Backend) throws {
    let world = try TestRepository(backend: backend)
    var repository = try Repository(at: world.path)
    #expect(repository.isDurable == true)
    try world.save([("a/b.org", "1")], in: repository)
    try world.save((0..<80).map { ("many/\($0).org", "\($0)") }, in: repository)
    try repository.setDurable(false)
    try world.save([("a/b.org", "2")], in: repository)
    try world.expectClean()
  }

  @Test(arguments: [2, 3, 4])
  func randomChangesAreCleanForGit(indexVersion: Int) throws {
    let seed = UInt64(indexVersion) * 7919
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let world = try TestRepository()
    try world.write("kept.txt", "kept")
    try world.git("add", "-A")
    try world.git("update-index", "--index-version", "\(indexVersion)")
    try world.git("commit", "-q", "-m", "first")
    if indexVersion == 3 { try world.write("later.txt", "x") }
    if indexVersion == 3 { try world.git("add", "-N", "later.txt") }
    let repository = try world.open()
    var expected = ["kept.txt": "kept"]
    for round in 0..<70 {
      var files: [String: String?] = [:]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let depth = Int.random(in: 0...3, using: &random)
        let folders = (0..<depth).map { _ in
          ["a", "b", "ž", "a-b", "a.b"].randomElement(using: &random) ?? ""
        }
        let name = "\(Int.random(in: 0..<6, using: &random)).org"
        let path = (folders + [name]).joined(separator: "/")
        files[path] = Bool.random(using: &random) ? .some(nil) : "\(round) \(random.next())"
      }
      for (path, text) in files { expected[path] = text }
      try world.save(files.map { ($0.key, $0.value) }, in: repository)
      guard round % 10 == 9 else { continue }
      let status = try world.git("status", "--porcelain")
      #expect(status == (indexVersion == 3 ? " A later.txt" : ""), "seed \(seed), round \(round)")
      let listed = try world.git(
        "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD")
      #expect(
        listed.split(separator: "\n").map(String.init)
          == expected.keys.sorted { utf8Precedes($0, $1) }, "seed \(seed)")
      let tree = try #require(try repository.head().id).hex + "^{tree}"
      if indexVersion != 3 { #expect(try world.git("write-tree") == world.git("rev-parse", tree)) }
    }
    for (path, text) in expected {
      #expect(try world.git("cat-file", "blob", "HEAD:\(path)") == text)
    }
    let header = try Data(contentsOf: URL(fileURLWithPath: world.path + "/.git/index"))
    #expect(Int(header[7]) == indexVersion)
    try world.expectSound()
  }
}
