import Foundation
import TestSupport
import Testing

/// Where the strategy holds back, and what it leaves to git.
@Suite struct StrategyRefusalTests {
  /// Two devices that both changed `one`, and whatever `story` did besides.
  private func fleet(_ story: (Fleet) throws -> Void = { _ in }) throws -> Fleet {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two", "three"] { try fleet.tasks("add", title, on: "a") }
    try fleet.write("# Notes\n\nfirst\nsecond\nthird\n", to: "README.md", on: "a")
    try fleet.write("a\u{0}b", to: "picture.bin", on: "a")
    try fleet.write("echo\n", to: "run.sh", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "files", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:from a", on: "a")
    try fleet.tasks("modify", one, "title:from b", "+b", on: "b")
    try story(fleet)
    try fleet.tasks("sync", on: "b")
    try fleet.git("fetch", "--quiet", on: "a")
    return fleet
  }

  private func merge(_ fleet: Fleet, _ options: String...) throws -> World.Outcome {
    try fleet.attempt("git", ["merge", "--no-edit"] + options + ["origin/main"], on: "a")
  }

  @Test func stagedChangesAreNotSwallowed() throws {
    let fleet = try fleet()
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    try fleet.write("staged\n", to: "staged.txt", on: "a")
    try fleet.git("add", "staged.txt", on: "a")
    let outcome = try merge(fleet)
    #expect(outcome.status != 0)
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    #expect(try fleet.git("status", "--porcelain", on: "a") == "A  staged.txt\n")
    let alone = try fleet.attempt(
      "git-merge-tasks", ["HEAD", "--", "HEAD", "origin/main"], on: "a")
    #expect(alone.status == 2)
    #expect(alone.errors.contains("staged"))
    try fleet.git("commit", "-qm", "staged", on: "a")
    #expect(try merge(fleet).status == 0)
    try fleet.expectClean("a")
  }

  /// As after the power went: without it, what one side alone has changed would be taken back.
  @Test func aBaseThatCannotBeRead() throws {
    let fleet = try fleet()
    try fleet.git("commit-graph", "write", "--reachable", on: "a")
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    let base = try fleet.git("merge-base", "HEAD", "origin/main", on: "a").dropLast()
    let file = ".git/objects/\(base.prefix(2))/\(base.dropFirst(2))"
    let object = URL(fileURLWithPath: fleet.world.path("a/" + file))
    let bytes = try Data(contentsOf: object)
    try FileManager.default.removeItem(at: object)
    try Data().write(to: object)
    let outcome = try fleet.attempt(
      "git-merge-tasks", [String(base), "--", "HEAD", "origin/main"], on: "a")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    #expect(try fleet.git("status", "--porcelain", on: "a") == "")
    try FileManager.default.removeItem(at: object)
    try bytes.write(to: object)
    #expect(try merge(fleet).status == 0)
    try fleet.expectClean("a")
  }

  @Test(arguments: [false, true]) func filesOfAnotherForm(isYoung: Bool) throws {
    let fleet = try Fleet("a", "b")
    for device in ["a", "b"] { try fleet.git("config", "core.autocrlf", "true", on: device) }
    try fleet.write("one\r\ntwo\r\n", to: "both.txt", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "files", on: "a")
    try fleet.git("push", "-q", on: "a")
    try fleet.git("pull", "-q", on: "b")
    try fleet.write("one\r\nb\r\n", to: "both.txt", on: "b")
    try fleet.write("new\r\n", to: "new.txt", on: "b")
    try fleet.git("add", "-A", on: "b")
    try fleet.git("commit", "-qm", "b", on: "b")
    try fleet.git("push", "-q", on: "b")
    try fleet.write("own\r\n", to: "own.txt", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "a", on: "a")
    try fleet.git("fetch", "--quiet", on: "a")
    if isYoung {
      try fleet.run("touch", ["both.txt"], on: "a")
    } else {
      try fleet.run("touch", ["-d", "1 hour ago", "both.txt"], on: "a")
      try fleet.git("status", on: "a")
    }
    let outcome = try merge(fleet, "-s", "tasks")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try fleet.read("both.txt", on: "a") == "one\r\nb\r\n")
    #expect(try fleet.read("new.txt", on: "a") == "new\r\n")
    #expect(try fleet.git("status", "--porcelain", on: "a") == "")
  }

  /// Modules are git's business, and no reason to refuse a merge.
  @Test func modulesThatComeAndGo() throws {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two"] { try fleet.tasks("add", title, on: "a") }
    try fleet.write("a file\n", to: "later", on: "a")
    try fleet.git("init", "-q", "gone", on: "a")
    try fleet.git("commit", "-q", "--allow-empty", "-m", "module", on: "a/gone")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "files", on: "a")
    let module = try fleet.git("rev-parse", "HEAD", on: "a/gone").trimmingCharacters(in: .newlines)
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    try fleet.git("rm", "-q", "gone", "later", on: "b")
    try fleet.git("update-index", "--add", "--cacheinfo", "160000,\(module),later", on: "b")
    try fleet.git("commit", "-qm", "modules", on: "b")
    try fleet.git("push", "-q", on: "b")
    try fleet.tasks("modify", try fleet.path("one", on: "a"), "+a", on: "a")
    try fleet.git("fetch", "--quiet", on: "a")
    let outcome = try merge(fleet, "-s", "tasks")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try fleet.git("status", "--porcelain", on: "a") == "?? gone/\n")
    #expect(try fleet.git("ls-files", "-s", "later", on: "a").hasPrefix("160000 \(module)"))
  }

  /// Where a sparse checkout has left out what makes a store of the folder, nobody could guess why git goes on alone.
  @Test(arguments: ["--sparse-index", "--no-sparse-index"])
  func aStoreThatIsLeftOutIsNamed(option: String) throws {
    let fleet = try fleet()
    try fleet.git("sparse-checkout", "set", "--cone", option, "2026-11", on: "a")
    #expect(!fleet.exists(".tasks", on: "a"))
    let outcome = try fleet.attempt(
      "git-merge-tasks", ["HEAD", "--", "HEAD", "origin/main"], on: "a")
    #expect(outcome.status == 2 && outcome.errors.contains("no store"), "\(outcome)")
    try fleet.git("sparse-checkout", "add", ".tasks", on: "a")
    #expect(try merge(fleet).status == 0)
    try fleet.expectClean("a")
  }

  /// Swift takes two ways to write an accent for one; git does not.
  @Test func namesThatLookTheSameAreLeftToGit() throws {
    let (composed, decomposed) = ("caf\u{E9}.txt", "cafe\u{301}.txt")
    let fleet = try Fleet("a", "b")
    try fleet.write("1\n2\n3\n", to: composed, on: "a")
    try fleet.write("4\n5\n6\n", to: decomposed, on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "twins", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    for (path, line) in [(composed, "3"), (decomposed, "6")] {
      try fleet.replace(line, line + " b", in: path, on: "b")
    }
    try fleet.git("commit", "-qam", "b", on: "b")
    try fleet.tasks("sync", on: "b")
    for (path, line) in [(composed, "1"), (decomposed, "4")] {
      try fleet.replace(line, line + " a", in: path, on: "a")
    }
    try fleet.git("commit", "-qam", "a", on: "a")
    try fleet.git("pull", "--no-edit", "-q", on: "a")
    #expect(try fleet.read(composed, on: "a") == "1 a\n2\n3 b\n")
    #expect(try fleet.read(decomposed, on: "a") == "4 a\n5\n6 b\n")
  }

  @Test(arguments: Way.allCases) func dirtyFilesInTheWayStay(way: Way) throws {
    let fleet = try fleet {
      try $0.replace("second", "2nd", in: "README.md", on: "b")
      try $0.git("commit", "-qam", "edit", on: "b")
    }
    try fleet.replace("third", "3rd", in: "README.md", on: "a")
    let before = try fleet.tree("a")
    #expect(throws: Fleet.Failure.self) { try way.run(fleet, on: "a") }
    #expect(try fleet.read("README.md", on: "a").contains("3rd"))
    #expect(try fleet.git("status", "--porcelain", on: "a") == " M README.md\n")
    #expect(try fleet.tree("a") == before)
    try fleet.git("checkout", "README.md", on: "a")
    try way.run(fleet, on: "a")
    try fleet.expectClean("a")
  }

  @Test(arguments: [Way.merge, .pullRebase, .sync]) func untrackedFilesInTheWayStay(way: Way) throws
  {
    let fleet = try fleet {
      try $0.write("theirs\n", to: "new/file.txt", on: "b")
      try $0.git("add", "-A", on: "b")
      try $0.git("commit", "-qm", "new", on: "b")
    }
    try fleet.write("mine\n", to: "new/file.txt", on: "a")
    #expect(throws: Fleet.Failure.self) { try way.run(fleet, on: "a") }
    #expect(try fleet.read("new/file.txt", on: "a") == "mine\n")
    if way == .pullRebase { _ = try fleet.attempt("git", ["rebase", "--abort"], on: "a") }
    try FileManager.default.removeItem(atPath: fleet.world.path("a/new"))
    // A file where a folder has to be is in the way as well.
    try fleet.write("mine\n", to: "new", on: "a")
    #expect(throws: Fleet.Failure.self) { try way.run(fleet, on: "a") }
    #expect(try fleet.read("new", on: "a") == "mine\n")
    if way == .pullRebase { _ = try fleet.attempt("git", ["rebase", "--abort"], on: "a") }
    try FileManager.default.removeItem(atPath: fleet.world.path("a/new"))
    try way.run(fleet, on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.read("new/file.txt", on: "a") == "theirs\n")
  }

  @Test func dirtyFilesElsewhereStayDirty() throws {
    let fleet = try fleet()
    try fleet.replace("third", "3rd", in: "README.md", on: "a")
    #expect(try merge(fleet).output.contains("'tasks' strategy"))
    #expect(try fleet.git("status", "--porcelain", on: "a") == " M README.md\n")
  }

  @Test func unrelatedHistoriesMerge() throws {
    let fleet = try fleet()
    try fleet.tasks("init", "c")
    try fleet.tasks("add", "from c", on: "c")
    try fleet.git("fetch", "--quiet", fleet.world.path("c"), "main:c", on: "a")
    #expect(try fleet.attempt("git", ["merge", "--no-edit", "c"], on: "a").status != 0)
    try fleet.git("merge", "--no-edit", "--allow-unrelated-histories", "c", on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.titles(on: "a").contains("from c"))
    #expect(try fleet.titles(on: "a").contains("two"))
  }

  @Test(arguments: ["ours", "theirs"]) func optionsOfGitHold(option: String) throws {
    let fleet = try fleet {
      try $0.replace("second", "2nd", in: "README.md", on: "b")
      try $0.git("commit", "-qam", "edit", on: "b")
      try $0.replace("second", "zweite", in: "README.md", on: "a")
      try $0.git("commit", "-qam", "edit", on: "a")
    }
    #expect(try merge(fleet, "-X", option).output.contains("'tasks' strategy"))
    try fleet.expectClean("a")
    #expect(try fleet.titles(on: "a").contains(option == "ours" ? "from a" : "from b"))
    let line = option == "ours" ? "zweite" : "2nd"
    #expect(try fleet.read("README.md", on: "a").contains(line))
  }

  @Test func anOctopusGoesByGit() throws {
    let fleet = try fleet()
    try fleet.git("checkout", "-qb", "x", "HEAD~1", on: "a")
    try fleet.tasks("add", "from x", on: "a")
    try fleet.git("checkout", "-q", "-b", "y", "HEAD~1", on: "a")
    try fleet.tasks("add", "from y", on: "a")
    try fleet.git("checkout", "-q", "main", on: "a")
    try fleet.git("merge", "--no-edit", "x", "y", on: "a")
    try fleet.expectClean("a")
    #expect(Set(try fleet.titles(on: "a")) == ["from a", "two", "three", "from x", "from y"])
  }

  @Test func otherFilesMergeAsGitMergesThem() throws {
    let fleet = try fleet {
      try $0.replace("first", "1st", in: "README.md", on: "b")
      try $0.git("commit", "-qam", "edit", on: "b")
      try $0.git("update-index", "--chmod=+x", "run.sh", on: "a")
      try $0.git("commit", "-qm", "mode", on: "a")
      try $0.git("checkout", "run.sh", on: "a")
      try $0.replace("echo", "echo hi", in: "run.sh", on: "b")
      try $0.git("commit", "-qam", "edit", on: "b")
      try $0.replace("third", "3rd", in: "README.md", on: "a")
      try $0.git("commit", "-qam", "edit", on: "a")
      try $0.git("config", "core.symlinks", "true", on: "b")
      try FileManager.default.createSymbolicLink(
        atPath: $0.world.path("b/link"), withDestinationPath: "README.md")
      try $0.git("add", "link", on: "b")
      try $0.git("commit", "-qm", "link", on: "b")
    }
    #expect(try merge(fleet).output.contains("'tasks' strategy"))
    try fleet.expectClean("a")
    #expect(try fleet.read("README.md", on: "a").contains("1st\nsecond\n3rd"))
    #expect(try fleet.git("ls-files", "-s", "run.sh", on: "a").hasPrefix("100755"))
    #expect(try fleet.read("run.sh", on: "a") == "echo hi\n")
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: fleet.world.path("a/link"))
    #expect(link == "README.md")
  }

  enum Clash: String, CaseIterable {
    case lines, binary, modifyDelete, deleteModify, links, fileFolder
  }

  @Test(arguments: Clash.allCases) func clashesOfOtherFilesStopAsWithGit(clash: Clash) throws {
    let fleet = try fleet { fleet in
      for device in ["a", "b"] {
        switch clash {
        case .lines: try fleet.replace("second", "by \(device)", in: "README.md", on: device)
        case .binary: try fleet.write("\(device)\u{0}", to: "picture.bin", on: device)
        case .modifyDelete where device == "a", .deleteModify where device == "b":
          try fleet.replace("second", "2nd", in: "README.md", on: device)
        case .modifyDelete, .deleteModify: try fleet.git("rm", "-q", "README.md", on: device)
        case .links:
          try FileManager.default.createSymbolicLink(
            atPath: fleet.world.path("\(device)/link"), withDestinationPath: device)
        case .fileFolder:
          try fleet.write("x", to: device == "a" ? "thing" : "thing/inner", on: device)
        }
        try fleet.git("add", "-A", on: device)
        try fleet.git("commit", "-qm", "clash", on: device)
      }
    }
    try fleet.copy("a", to: "git")
    #expect(try merge(fleet).status == 1)
    let ort = ["-c", "pull.twohead=ort", "merge", "--no-edit", "-s", "ort", "origin/main"]
    #expect(try fleet.attempt("git", ort, on: "git").status == 1)
    func stages(_ device: String) throws -> [String] {
      try fleet.git("ls-files", "-u", on: device).split(separator: "\n").map(String.init)
    }
    if clash != .fileFolder { #expect(try stages("a") == stages("git")) }
    #expect(try !stages("a").isEmpty)
    if clash == .lines {
      #expect(try fleet.read("README.md", on: "a").contains("\nby a\n=======\nby b\n>>>>>>> "))
    }
    // The task is merged already, and what is left is git's own business.
    #expect(try fleet.read(fleet.path("from a", on: "a"), on: "a").contains(":b:"))
    try fleet.git("merge", "--abort", on: "a")
    try fleet.expectClean("a")
    let sync = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(sync.status == 1)
    try fleet.expectClean("a")
  }
}
