import Foundation
import Git
import Testing

@Suite struct GitProgramCommitTests {
  @Test func theRouteSaysWhyItIsNotTheFastOne() throws {
    let world = try TestRepository()
    #expect(try world.saveByRoute([("a.org", "1")]).reason == nil)
    try world.write(".gitattributes", "*.secret filter=crypt\n*.plain -filter\n")
    func reason(_ paths: String...) throws -> String? {
      let files = paths.map { FileContent(path: $0, content: [49]) }
      return try CommitRoute(for: files, in: world.open()).reason
    }
    #expect(try reason("a.org", "b.plain") == nil)
    #expect(
      try reason("a.org", "x/b.secret")
        == "x/b.secret has the filter crypt")
    try world.hook("commit-msg", "true")
    #expect(try reason() == "there is a hook commit-msg")
    try world.git("config", "commit.gpgSign", "true")
    #expect(try reason() == "commit.gpgSign is set")
  }

  @Test(arguments: ObjectFormat.allCases) func aFileKeepsItsMode(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.write("run.org", "1")
    #expect(chmod(world.path + "/run.org", 0o755) == 0)
    try world.commitAll()
    try world.hook("pre-commit", "true")
    try world.saveByRoute([("run.org", "2"), ("new.org", "3")])
    #expect(
      try world.git("ls-tree", "HEAD", "--format=%(objectmode) %(path)")
        == "100644 new.org\n100755 run.org")
    try world.expectClean()
  }

  @Test(arguments: ObjectFormat.allCases) func nothingToDoIsNoCommit(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.hook("pre-commit", "true")
    #expect(try world.saveByRoute([("a.org", "1")]).commit != nil)
    #expect(try world.saveByRoute([("a.org", "1")]).commit == nil)
    try world.expectClean()
  }

  @Test(arguments: [false, true], ObjectFormat.allCases)
  func aMergePassesTheHooksOfAMerge(refuses: Bool, format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.commitAll("one")
    let repository = try world.open()
    let head = try #require(try repository.head().id)
    let tree = try repository.tree(ofCommit: head)
    let other = try repository.writeCommit(
      tree: tree, parents: [head], author: ann, committer: ann, message: "other")
    func merge() throws -> ObjectID {
      try repository.writeMerge(
        tree: tree, parents: [head, other], author: ann, committer: ann, message: "merge\n")
    }
    let plain = try merge()
    try world.hook("pre-merge-commit", refuses ? "exit 1" : "true")
    if refuses {
      #expect(throws: GitError.hookFailed(name: "pre-merge-commit", output: "")) { _ = try merge() }
    } else {
      #expect(try merge() == plain)
    }
  }

  static let names = [
    "Ann Example", "", "  ", "...", "Jan <jan> Novák", "O'Brien", "\"Quoted\"", "two\nlines", "名前",
    "trailing.", " . x", "<>", "Ann, Esq.", "\\", "emoji 🦆",
  ]

  /// Both ways of committing make the same commit, and git finds it sound.
  @Test(arguments: names, ObjectFormat.allCases)
  func aNameIsWrittenAsGitWritesIt(name: String, format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    let person = Signature(name: name, email: name, time: 1_700_000_100, offset: -210)
    let repository = try world.open()
    let file = FileContent(path: "a.org", content: [49])
    let fast = try #require(
      try CommitRoute(usesGit: false).prepare(
        [file], in: repository, onto: nil, message: "m\n", author: person, committer: person))
    let slow = try #require(
      try CommitRoute(usesGit: true).prepare(
        [file], in: repository, onto: nil, message: "m\n", author: person, committer: person))
    #expect(fast.new == slow.new)
    let read = try repository.commit(fast.new)
    #expect(
      try world.git("log", "-1", "--format=%an%x00%ae%x00%at%x00%ai", fast.new.hex)
        == "\(read.author.name)\0\(read.author.email)\0\(1_700_000_100)\02023-11-14 18:45:00 -0330")
    #expect(!read.author.name.isEmpty)
    try repository.moveHead(to: fast.new, from: nil, message: "m")
    try world.expectSound()
  }

  @Test(arguments: ObjectFormat.allCases) func aCommitIsSignedWhereTheUserWantsIt(
    format: ObjectFormat
  ) throws {
    let world = try TestRepository(format: format)
    try world.hook(
      "signer",
      "cat > /dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; "
        + "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nours\\n-----END PGP SIGNATURE-----\\n'")
    try world.git("config", "gpg.program", world.path + "/.git/hooks/signer")
    try world.git("config", "commit.gpgSign", "true")
    #expect(try world.saveByRoute([("a.org", "1")]).reason == "commit.gpgSign is set")
    let signature = (format == .sha1 ? "gpgsig" : "gpgsig-sha256") + " -----BEGIN PGP SIGNATURE"
    #expect(try world.git("cat-file", "commit", "HEAD").contains(signature))
    try world.expectClean()
  }

  @Test(arguments: ObjectFormat.allCases) func aSplitOrSparseIndexIsBroughtInStep(
    format: ObjectFormat
  ) throws {
    for form in ["--split-index", "sparse"] {
      let world = try TestRepository(format: format)
      for path in ["in/a.org", "out/b.org", "out/c.org"] { try world.write(path, "1") }
      try world.commitAll()
      if form == "sparse" {
        try world.git("sparse-checkout", "set", "--sparse-index", "in")
      } else {
        try world.git("update-index", form)
      }
      try world.saveByRoute([("in/a.org", "2"), ("in/new.org", "3")])
      try world.expectClean()
      let tree = try world.git("rev-parse", "HEAD^{tree}")
      // A merge changes what is left out, too.
      guard form == "sparse" else { continue }
      let repository = try world.open()
      let id = try repository.writeBlob([50])
      let old = try #require(ObjectID(hex: tree))
      let new = try repository.updating(
        tree: old, [.write(path: "out/b.org", id: id, mode: .file)])
      try repository.updateIndex(
        [.set(path: "out/b.org", id: id, mode: .file)], from: old, to: new.id)
      #expect(try world.git("status", "--porcelain") == "M  out/b.org")
    }
  }
}
