import Foundation
import Git
import Platform
import Testing

@Suite struct RepositoryTests {
  @Test func opensByPathAndIgnoresWhatIsAround() throws {
    let world = try TestRepository()
    try world.write("sub/a.org", "1")
    let repository = try world.open()
    #expect(repository.workTree == world.path)
    #expect(repository.gitDirectory == world.path + "/.git")
    #expect(Repository.discover(from: world.path + "/sub") == world.path)
    #expect(Repository.discover(from: world.root) == nil)
    #expect(throws: GitError.notARepository(path: world.path + "/sub")) {
      _ = try Repository(at: world.path + "/sub")
    }
  }

  @Test func createsARepository() throws {
    let world = try TestRepository(fresh: false)
    let repository = try Repository.create(at: world.root + "/new/store")
    let said = try GitProgram(folder: world.root).run(["config", "init.defaultBranch"]).output
    let branch = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
    #expect(
      try repository.head() == .unborn(ref: "refs/heads/" + (branch.isEmpty ? "master" : branch)))
    let named = try Repository.create(at: world.root + "/other", initialBranch: "trunk")
    #expect(try named.head() == .unborn(ref: "refs/heads/trunk"))
    try world.save([("a.org", "1")], in: named)
    #expect(try world.git(["status", "--porcelain"], in: named.workTree) == "")
  }

  @Test func refusesWhatItCannotWorkWith() throws {
    let world = try TestRepository(fresh: false)
    let bare = world.root + "/bare"
    try world.git("init", "-q", "--bare", bare)
    #expect(throws: GitError.bareRepository(path: bare)) { _ = try Repository(at: bare) }
    // No git knows that. Those before 2.45 do not know reftable either.
    let strangers = [
      ("refStorage", "clay"), ("tablets", "extensions.tablets"), ("", "version 2"),
    ]
    for (setting, feature) in strangers {
      let strange = world.root + "/strange" + setting
      try world.git("init", "-q", strange)
      try world.git(
        ["config", "core.repositoryFormatVersion", setting.isEmpty ? "2" : "1"], in: strange)
      if !setting.isEmpty {
        try world.git(["config", "extensions." + setting, "clay"], in: strange)
      }
      #expect(throws: GitError.unsupportedRepository(path: strange, feature: feature)) {
        _ = try Repository(at: strange)
      }
    }
  }

  /// Only root can give a folder to somebody else.
  @Test(.enabled(if: geteuid() == 0)) func refusesWhatBelongsToSomebodyElse() throws {
    let world = try TestRepository()
    for path in [world.path, world.path + "/.git"] { #expect(chown(path, 4321, 4321) == 0) }
    #expect(throws: GitError.dubiousOwnership(path: world.path)) { _ = try world.open() }
    for path in [world.path, world.path + "/.git"] { #expect(chown(path, 0, 0) == 0) }
    _ = try world.open()
  }

  @Test(arguments: ObjectFormat.allCases) func readsTheConfigOfAWorktree(format: ObjectFormat)
    throws
  {
    let world = try TestRepository(format: format)
    try world.commitAll()
    try world.git("config", "core.repositoryformatversion", "1")
    try world.git("config", "extensions.worktreeConfig", "true")
    try world.git("config", "--worktree", "tasks.odd", "here")
    let repository = try world.open()
    #expect(try repository.string("tasks.odd") == "here")
    try repository.set("tasks.local", to: "x")
    #expect(try world.git("config", "--local", "tasks.local") == "x")
  }

  @Test(arguments: ObjectFormat.allCases) func sparseCheckout(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    for folder in ["a", "b", "c"] { try world.write("\(folder)/1.org", folder) }
    try world.commitAll()
    for mode in ["--no-sparse-index", "--sparse-index"] {
      try world.git("sparse-checkout", "init", "--cone", mode)
      try world.git("sparse-checkout", "set", "a")
      let repository = try world.open()
      #expect(try repository.leftOutCount(under: "") == 2)
      #expect(try repository.worktreeChanges().isEmpty)
      try world.save([("a/1.org", mode)], in: repository)
      #expect(try world.git("status", "--porcelain") == "", "\(mode)")
      #expect(try repository.index().entry("b/1.org")?.isSkipWorktree == true)
      try world.expectSound()
    }
  }

  @Test(arguments: ObjectFormat.allCases) func ongoingOperations(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.write("a", "1")
    try world.commitAll()
    #expect(try world.open().ongoingOperation() == nil)
    try world.git("checkout", "-q", "-b", "side")
    try world.write("a", "2")
    try world.commitAll("two")
    try world.git("checkout", "-q", "main")
    try world.write("a", "3")
    try world.commitAll("three")
    let commands: [([String], OngoingOperation)] = [
      (["merge", "side"], .merge), (["rebase", "side"], .rebase),
      (["cherry-pick", "side"], .cherryPick), (["revert", "HEAD~1"], .revert),
    ]
    for (command, operation) in commands {
      let outcome = try GitProgram(folder: world.path)
        .run(command, environment: TestRepository.environment)
      #expect(!outcome.succeeded)
      let repository = try world.open()
      #expect(repository.ongoingOperation() == operation)
      #expect(try repository.unmergedPaths() == ["a"])
      try world.git(command[0], "--abort")
      #expect(try repository.unmergedPaths().isEmpty)
    }
    try world.git("bisect", "start")
    #expect(try world.open().ongoingOperation() == .bisect)
  }

  @Test(arguments: ObjectFormat.allCases) func attributesAndHooks(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.write(".gitattributes", "*.org merge=tasks -text\n*.gpg filter=crypt diff\n")
    let repository = try world.open()
    #expect(try repository.attribute(named: "merge", path: "x/a.org") == "tasks")
    #expect(try repository.attribute(named: "text", path: "a.org") == "unset")
    #expect(try repository.attribute(named: "diff", path: "a.gpg") == "set")
    #expect(try repository.attribute(named: "filter", path: "a.org") == nil)
    #expect(try repository.hook(named: "pre-commit") == nil)
    try world.write(".git/hooks/pre-commit", "#!/bin/sh\n")
    #expect(try repository.hook(named: "pre-commit") == nil)
    chmod(world.path + "/.git/hooks/pre-commit", 0o755)
    #expect(try repository.hook(named: "pre-commit") == world.path + "/.git/hooks/pre-commit")
    try world.write("hooks/commit-msg", "#!/bin/sh\n")
    chmod(world.path + "/hooks/commit-msg", 0o755)
    try world.git("config", "core.hooksPath", "hooks")
    #expect(try repository.hook(named: "commit-msg") == world.path + "/hooks/commit-msg")
    #expect(try repository.hook(named: "pre-commit") == nil)
  }

  @Test func errorsSayWhatToDo() throws {
    #expect(
      GitError.indexLocked(path: "/r/.git/index.lock").description
        == "another git process holds /r/.git/index.lock; wait for it, "
        + "or remove the file if none is running")
    #expect(GitError.dubiousOwnership(path: "/r").description.contains("safe.directory /r"))
    #expect(
      GitError.system(.call(doing: "open", path: "/x", code: ENOENT)).description
        == "could not open /x: No such file or directory")
  }
}
