import TestSupport
import Testing

/// What only git can put into a work tree comes by `tasks sync`, and by the strategy, as git would bring it.
@Suite struct GitsBusinessTests {
  /// Two devices with the same store; the first makes a commit of its own with git.
  private func devices(_ make: String, onBoth: String = "") throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    if !onBoth.isEmpty {
      for clone in ["a", "b"] { try fleet.world.shell(onBoth, in: clone) }
    }
    let made = try fleet.world.shell("set -e; \(make)\ngit push -q", in: "a")
    try #require(made.status == 0, "\(made.errors)")
    return fleet
  }

  /// What git makes of it, in a copy of the second device, beside what we make of it.
  private func expectAsGit(_ fleet: Fleet, merges: Bool) throws {
    if merges { try fleet.tasks("add", "of b", on: "b") }
    try fleet.world.shell("cp -r b c", in: "")
    try fleet.world.shell("cp -r b d", in: "")
    try fleet.tasks("sync", on: "b")
    try fleet.git("-c", "pull.twohead=ort", "pull", "-q", "--no-rebase", "--no-edit", on: "c")
    try fleet.git("-c", "pull.twohead=tasks", "pull", "-q", "--no-rebase", "--no-edit", on: "d")
    let files = "find . -path ./.git -prune -o -type f -exec sha1sum {} + | sort; ls -ld sm"
    let wanted = try fleet.world.run("sh", ["-c", files], in: "c").output
    for clone in ["b", "d"] {
      let found = try fleet.world.run("sh", ["-c", files], in: clone).output
      #expect(found.replacing(/\d\d:\d\d/, with: "") == wanted.replacing(/\d\d:\d\d/, with: ""))
      #expect(try fleet.git("status", "--porcelain", on: clone) == "")
    }
  }

  private static let conversions = """
    printf '*.ini working-tree-encoding=UTF-16\\n*.bat eol=crlf\\n*.id ident\\n' >> .gitattributes
    printf 'a\\n' | iconv -t UTF-16 > x.ini; printf 'l\\r\\n' > x.bat; echo '$Id$' > x.id
    git add .; git commit -qm files
    """

  @Test(arguments: [false, true]) func filesThatGitConverts(merges: Bool) throws {
    let fleet = try devices(Self.conversions)
    try expectAsGit(fleet, merges: merges)
    try fleet.world.shell(
      "printf 'm\\r\\n' >> x.bat; git commit -qam more; git push -q 2>&1 || :", in: "a")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.world.read("b/x.bat") == "l\r\nm\r\n")
    #expect(try fleet.git("status", "--porcelain", on: "b") == "")
  }

  @Test(arguments: [false, true]) func aModuleHasItsFolder(merges: Bool) throws {
    let fleet = try devices(
      """
      git init -q ../sub; git -C ../sub commit -q --allow-empty -m s
      git -c protocol.file.allow=always submodule -q add ../sub sm; git commit -qm sm
      """)
    try expectAsGit(fleet, merges: merges)
  }

  private static let secret = """
    git config filter.x.clean 'tr a-z b-za'; git config filter.x.smudge 'tr b-za a-z'
    git config filter.x.required true
    """

  @Test func aFilterThatComesIsHeeded() throws {
    let fleet = try devices(
      """
      echo '*.org filter=x' >> .gitattributes; git add .gitattributes
      git add --renormalize .; git commit -qm encrypt
      """, onBoth: Self.secret)
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.git("status", "--porcelain", on: "b") == "")
    #expect(try fleet.tasks("list", on: "b").contains("one"))
    // From then on tasks of others come, too.
    try fleet.tasks("add", "two", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.tasks("list", on: "b").contains("two"))
    #expect(try fleet.git("status", "--porcelain", on: "b") == "")
  }

  @Test func aFilterIsNotMergedWith() throws {
    let fleet = try devices(
      """
      echo '*.org filter=x' >> .gitattributes; git add .gitattributes
      git add --renormalize .; git commit -qm encrypt
      """, onBoth: Self.secret)
    try fleet.tasks("add", "of b", on: "b")
    let head = try fleet.git("rev-parse", "HEAD", on: "b")
    let outcome = try fleet.world.run(World.tasks, ["sync"], in: "b")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(".gitattributes cannot be merged here"))
    #expect(try fleet.git("rev-parse", "HEAD", on: "b") == head)
    #expect(try fleet.git("status", "--porcelain", on: "b") == "")
  }

  /// One goes and another comes: neither is taken for the sign that stands for bytes that are none.
  @Test func namesThatAreNoTextAreLeftToGit() throws {
    let name = "$(printf 'l\\351n.txt')"
    let fleet = try devices(
      "echo v1 > \"\(name)\"; git add .; git commit -qm x")
    try expectAsGit(fleet, merges: false)
    try fleet.world.shell(
      "git rm -q \"\(name)\"; echo new > \"$(printf 'n\\353w.txt')\"; git add .; "
        + "git commit -qm other; git push -q", in: "a")
    try fleet.tasks("add", "of b", on: "b")
    let outcome = try fleet.world.run(World.tasks, ["sync"], in: "b")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot be merged here; merge with: tasks git merge"))
    try fleet.tasks("git", "merge", "-q", "--no-edit", "origin/main", on: "b")
    let files = try fleet.git("ls-files", on: "b").split(separator: "\n")
    #expect(files.filter { $0.contains(".txt") } == ["\"n\\353w.txt\""])
    #expect(try fleet.git("status", "--porcelain", on: "b") == "")
    try fleet.tasks("sync", on: "b")
  }

  /// Hooks that only look at the message may look at the files as well.
  @Test(arguments: ["prepare-commit-msg", "commit-msg"])
  func aHookFindsTheFilesOfTheCommit(name: String) throws {
    let world = try World.withSampleStore()
    try world.write(
      "#!/bin/sh\ngit status --porcelain > .git/seen\n", to: "store/.git/hooks/\(name)")
    try world.shell("chmod +x .git/hooks/\(name)")
    #expect(try world.tasks("add", "New", in: "store").status == 0)
    let seen = try world.read("store/.git/seen")
    #expect(seen.hasPrefix("A  2026-11/new-") && seen.split(separator: "\n").count == 1)
  }
}
