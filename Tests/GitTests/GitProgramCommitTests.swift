import Foundation
import Testing

@testable import Git

@Suite struct GitProgramCommitTests {
  /// Written by a child: a file open for writing here would be so in what other tests start, and could not
  /// be run meanwhile.
  private func hook(_ name: String, _ script: String, in world: World) throws {
    let path = world.path + "/.git/hooks/" + name
    let write = ChildProcess(
      "sh", ["-c", "mkdir -p \"${1%/*}\"; cat > \"$1\"; chmod 755 \"$1\"", "sh", path])
    #expect(try write.run(input: Array("#!/bin/sh\n\(script)\n".utf8)).succeeded)
  }

  /// As a command commits: by the route that these paths need.
  @discardableResult
  private func save(
    _ files: [(String, String?)], message: String = "by us\n", by person: Signature = ann,
    in world: World
  ) throws -> (commit: PreparedCommit?, reason: String?) {
    let repository = try world.open()
    let contents = files.map { FileContent(path: $0.0, content: $0.1.map { Array($0.utf8) }) }
    let route = try CommitRoute(for: contents, in: repository)
    let old = try repository.head().id
    let prepared = try route.backend.prepare(
      contents, in: repository, onto: old, message: message, author: person, committer: person)
    guard let prepared else { return (nil, route.reason) }
    let index = try repository.draftIndex(after: prepared, holding: repository.lockIndex())
    try repository.moveHead(to: prepared.new, from: old, message: "commit")
    for (path, text) in files {
      if let text { try world.write(path, text) } else { try world.remove(path) }
    }
    try repository.updateIndex(index)
    try route.backend.finish(in: repository)
    return (prepared, route.reason)
  }

  @Test func theRouteSaysWhyItIsNotTheFastOne() throws {
    let world = try World()
    #expect(try save([("a.org", "1")], in: world).reason == nil)
    try world.write(".gitattributes", "*.secret filter=crypt\n*.plain -filter\n")
    func reason(_ paths: String...) throws -> String? {
      let files = paths.map { FileContent(path: $0, content: [49]) }
      return try CommitRoute(for: files, in: world.open()).reason
    }
    #expect(try reason("a.org", "b.plain") == nil)
    #expect(
      try reason("a.org", "x/b.secret")
        == "x/b.secret has the filter crypt")
    try hook("commit-msg", "true", in: world)
    #expect(try reason() == "there is a hook commit-msg")
    try world.git("config", "commit.gpgSign", "true")
    #expect(try reason() == "commit.gpgSign is set")
  }

  @Test(arguments: ["pre-commit", "prepare-commit-msg", "commit-msg"])
  func aHookThatRefusesTakesAllBack(name: String) throws {
    let world = try World()
    try save([("a.org", "1")], in: world)
    try world.write("staged.c", "1")
    try world.git("add", "staged.c")
    let head = try world.git("rev-parse", "HEAD")
    try hook(name, "echo said; echo loudly >&2; exit 1", in: world)
    #expect(throws: GitError.hookFailed(name: name, output: "said\nloudly\n")) {
      try save([("a.org", "2")], in: world)
    }
    #expect(try world.git("rev-parse", "HEAD") == head)
    #expect(try world.git("status", "--porcelain") == "A  staged.c")
    let left = try FileManager.default.contentsOfDirectory(atPath: world.path + "/.git")
    #expect(left.filter { $0.hasPrefix("tasks") } == [])
  }

  @Test func hooksSeeWhatIsCommittedAndMayChangeTheMessage() throws {
    let world = try World()
    try save([("a.org", "1")], in: world)
    try world.write("staged.c", "1")
    try world.git("add", "staged.c")
    try hook("pre-commit", "git diff --cached --name-only > .git/seen", in: world)
    try hook("prepare-commit-msg", "echo \"more $2\" >> \"$1\"", in: world)
    try hook("commit-msg", "sed -i.bak s/by/BY/ \"$1\"; rm \"$1.bak\"", in: world)
    try hook("post-commit", "git rev-parse HEAD > .git/post; exit 1", in: world)
    let saved = try save([("a.org", "2"), ("new/b.org", "3")], in: world)
    let commit = try #require(saved.commit)
    #expect(try world.git("log", "-1", "--format=%B") == "BY us\nmore message")
    func read(_ name: String) throws -> String {
      try String(contentsOfFile: world.path + "/.git/" + name, encoding: .utf8)
    }
    #expect(try read("seen") == "a.org\nnew/b.org\n")
    #expect(try read("post") == commit.new.hex + "\n")
    #expect(try world.git("status", "--porcelain") == "A  staged.c")
    try world.expectSound()
  }

  @Test func aHookMayChangeTheContent() throws {
    let world = try World()
    try hook(
      "pre-commit",
      "printf changed > t; git update-index --add --cacheinfo 100644,$(git hash-object -w t),a.org; rm t",
      in: world)
    try save([("a.org", "1")], in: world)
    #expect(try world.git("cat-file", "blob", "HEAD:a.org") == "changed")
    #expect(try world.git("status", "--porcelain") == " M a.org")
  }

  @Test func contentGoesThroughTheFilterOfItsPath() throws {
    let world = try World()
    try world.git("config", "filter.up.clean", "tr a-z A-Z")
    try world.git("config", "filter.up.smudge", "tr A-Z a-z")
    try world.write(".gitattributes", "secret/*.org filter=up\n")
    try world.commitAll()
    let saved = try save([("secret/a.org", "text"), ("b.org", "text")], in: world)
    #expect(saved.reason == "secret/a.org has the filter up")
    #expect(try world.git("cat-file", "blob", "HEAD:secret/a.org") == "TEXT")
    #expect(try world.git("cat-file", "blob", "HEAD:b.org") == "text")
    try world.expectClean()
    try save([("secret/a.org", nil)], in: world)
    #expect(try world.git("ls-tree", "-r", "--name-only", "HEAD") == ".gitattributes\nb.org")
    try world.expectClean()
  }

  @Test func aFileKeepsItsMode() throws {
    let world = try World()
    try world.write("run.org", "1")
    #expect(chmod(world.path + "/run.org", 0o755) == 0)
    try world.commitAll()
    try hook("pre-commit", "true", in: world)
    try save([("run.org", "2"), ("new.org", "3")], in: world)
    #expect(
      try world.git("ls-tree", "HEAD", "--format=%(objectmode) %(path)")
        == "100644 new.org\n100755 run.org")
    try world.expectClean()
  }

  @Test func nothingToDoIsNoCommit() throws {
    let world = try World()
    try hook("pre-commit", "true", in: world)
    #expect(try save([("a.org", "1")], in: world).commit != nil)
    #expect(try save([("a.org", "1")], in: world).commit == nil)
    try world.expectClean()
  }

  @Test(arguments: [false, true])
  func aMergePassesTheHooksOfAMerge(refuses: Bool) throws {
    let world = try World()
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
    try hook("pre-merge-commit", refuses ? "exit 1" : "true", in: world)
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
  @Test(arguments: names)
  func aNameIsWrittenAsGitWritesIt(name: String) throws {
    let world = try World()
    let person = Signature(name: name, email: name, time: 1_700_000_100, offset: -210)
    let repository = try world.open()
    let file = FileContent(path: "a.org", content: [49])
    let fast = try #require(
      try Libgit2Commit().prepare(
        [file], in: repository, onto: nil, message: "m\n", author: person, committer: person))
    let slow = try #require(
      try GitProgramCommit().prepare(
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

  /// What git would convert on its way in, it does; and its own look finds nothing to change afterwards.
  @Test(arguments: [
    ("*.org text", "a\r\nb\r\n", "a\nb\n", "the line ends of a.org are converted"),
    ("*.org text=auto", "a\r\nb\r\n", "a\nb\n", "the line ends of a.org are converted"),
    ("*.org eol=crlf", "a\r\n", "a\n", "the line ends of a.org are converted"),
    ("*.org text", "a\nb\n", "a\nb\n", nil), ("*.org -text", "a\r\n", "a\r\n", nil),
    ("*.org ident", "$Id: old $\n", "$Id$\n", "a.org has the attribute ident"),
    ("*.org ident", "text\n", "text\n", nil),
    ("*.org working-tree-encoding=latin1", "\u{41}\n", "\u{41}\n", "a.org has the encoding latin1"),
  ])
  func contentIsConvertedAsGitDoes(
    attributes: String, text: String, blob: String, reason: String?
  ) throws {
    let world = try World()
    try world.write(".gitattributes", attributes + "\n")
    try world.commitAll()
    #expect(try save([("a.org", text)], in: world).reason == reason)
    let id = try world.git("rev-parse", "HEAD:a.org")
    #expect(ObjectID(hex: id) == ObjectID.ofBlob(Array(blob.utf8)))
    try world.expectClean()
  }

  /// A sparse checkout may leave out the very file that says so.
  @Test func attributesAreFoundWhereTheirFileIsLeftOut() throws {
    let world = try World()
    try world.write("secret/.gitattributes", "*.org filter=crypt\n")
    try world.write("secret/a.org", "1")
    try world.commitAll()
    func filter(_ path: String) throws -> String? {
      try world.open().attribute(named: "filter", path: path)
    }
    #expect(try filter("secret/a.org") == "crypt")
    try world.git("sparse-checkout", "set", "--no-cone", "/*", "!.gitattributes")
    #expect(!FileManager.default.fileExists(atPath: world.path + "/secret/.gitattributes"))
    #expect(try filter("secret/a.org") == "crypt")
    #expect(try filter("other.org") == nil)
  }

  @Test func aCommitIsSignedWhereTheUserWantsIt() throws {
    let world = try World()
    try hook(
      "signer",
      "cat > /dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; "
        + "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nours\\n-----END PGP SIGNATURE-----\\n'",
      in: world)
    try world.git("config", "gpg.program", world.path + "/.git/hooks/signer")
    try world.git("config", "commit.gpgSign", "true")
    #expect(try save([("a.org", "1")], in: world).reason == "commit.gpgSign is set")
    #expect(try world.git("cat-file", "commit", "HEAD").contains("gpgsig -----BEGIN PGP SIGNATURE"))
    try world.expectClean()
  }

  @Test func aSplitOrSparseIndexIsBroughtInStep() throws {
    for form in ["--split-index", "sparse"] {
      let world = try World()
      for path in ["in/a.org", "out/b.org", "out/c.org"] { try world.write(path, "1") }
      try world.commitAll()
      if form == "sparse" {
        try world.git("sparse-checkout", "set", "--sparse-index", "in")
      } else {
        try world.git("update-index", form)
      }
      try save([("in/a.org", "2"), ("in/new.org", "3")], in: world)
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
