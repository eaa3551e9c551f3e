import Foundation
import TestSupport
import Testing

/// Clones whose git merged without `tasks`, and what `tasks doctor` makes of a clone.
@Suite struct RepairTests {
  /// Two devices that both changed `one`; git on a knows nothing of tasks.
  private func fleet() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:from b", "+b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("modify", one, "title:from a", "+a", on: "a")
    try fleet.write("", to: ".git/info/attributes", on: "a")
    try fleet.git("rm", "-q", ".gitattributes", on: "a")
    try fleet.git("commit", "-qm", "no attributes", on: "a")
    try fleet.git("config", "--unset", "pull.twohead", on: "a")
    return fleet
  }

  private func expectMerged(_ fleet: Fleet, on device: String = "a") throws {
    try fleet.expectClean(device)
    let text = try fleet.read(fleet.path("from a", on: device), on: device)
    #expect(text.contains("Merge dropped title \"from b\""))
    #expect(text.contains(":b:"))
  }

  @Test(arguments: ["doctor", "sync"]) func anOpenMergeIsMergedAgain(verb: String) throws {
    let fleet = try fleet()
    let pull = ["-c", "pull.twohead=ort", "pull", "--no-edit"]
    #expect(try fleet.attempt("git", pull, on: "a").status == 1)
    let list = try fleet.attempt("tasks", ["list"], on: "a")
    #expect(list.errors.contains("tasks doctor --fix"))
    #expect(try fleet.attempt("tasks", ["doctor"], on: "a").status == 1)
    #expect(try fleet.attempt("tasks", ["add", "no"], on: "a").status == 1)
    try fleet.run("tasks", verb == "doctor" ? ["doctor", "--fix"] : ["sync"], on: "a")
    try expectMerged(fleet)
    #expect(try fleet.git("log", "-1", "--merges", "--format=%P", on: "a").contains(" "))
    #expect(try fleet.attempt("tasks", ["list"], on: "a").errors == "")
  }

  @Test func anOpenMergeOfOtherFilesStaysOpen() throws {
    let fleet = try fleet()
    for device in ["a", "b"] {
      try fleet.write("\(device)\n", to: "code.c", on: device)
      try fleet.git("add", "-A", on: device)
      try fleet.git("commit", "-qm", "code", on: device)
    }
    try fleet.tasks("sync", on: "b")
    let pull = ["-c", "pull.twohead=ort", "pull", "--no-edit"]
    #expect(try fleet.attempt("git", pull, on: "a").status == 1)
    _ = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(try fleet.git("diff", "--name-only", "--diff-filter=U", on: "a") == "code.c\n")
    #expect(try fleet.attempt("tasks", ["sync"], on: "a").status == 1)
    try fleet.git("checkout", "-q", "--ours", "code.c", on: "a")
    try fleet.git("add", "code.c", on: "a")
    try fleet.git("commit", "-q", "--no-edit", on: "a")
    try expectMerged(fleet)
  }

  @Test(arguments: ["doctor", "sync"], ["merge", "diff3"])
  func committedMarkersAreMergedAgain(verb: String, style: String) throws {
    let fleet = try fleet()
    let settings = ["-c", "pull.twohead=ort", "-c", "merge.conflictStyle=\(style)"]
    #expect(try fleet.attempt("git", settings + ["pull", "--no-edit"], on: "a").status == 1)
    try fleet.git("commit", "-qam", "never mind", on: "a")
    // A change made since stays.
    let path = try #require(
      try fleet.git("grep", "-l", "<<<<<<<", on: "a").split(separator: "\n").first)
    let text = try fleet.read(String(path), on: "a")
    try fleet.write(text + "Added since.\n", to: String(path), on: "a")
    let list = try fleet.attempt("tasks", ["list"], on: "a")
    #expect(list.errors.contains("tasks doctor --fix"))
    #expect(try fleet.attempt("tasks", ["list"], on: "a").errors == list.errors)
    try fleet.run("tasks", verb == "doctor" ? ["doctor", "--fix"] : ["sync"], on: "a")
    try expectMerged(fleet)
    #expect(try fleet.read(String(path), on: "a").contains("Added since."))
    #expect(try fleet.attempt("tasks", ["list"], on: "a").errors == "")
  }

  /// An example of a conflict in a task, added with it or later.
  @Test(arguments: [true, false]) func whatOnlyLooksLikeMarkersStays(isNew: Bool) throws {
    let fleet = try Fleet("a")
    let head = "* TODO example\n:PROPERTIES:\n:ID: exampleexampleee\n:END:\n"
    let text =
      head + "#+begin_src\n<<<<<<< HEAD\nmine\n=======\nyours\n>>>>>>> feature\n#+end_src\n"
    if !isNew {
      try fleet.write(head + "words\n", to: "n.org", on: "a")
      try fleet.tasks("sync", on: "a")
    }
    try fleet.write(text, to: "n.org", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.read("n.org", on: "a") == text)
    #expect(try fleet.attempt("tasks", ["list"], on: "a").errors == "")
    #expect(try fleet.tasks("doctor", "--fix", on: "a").contains("fine    merges"))
  }

  @Test func conflictsOfAStashAreNobodysEdits() throws {
    let fleet = try fleet()
    let one = try fleet.path("from a", on: "a")
    try fleet.replace("TODO from a", "TODO stashed", in: one, on: "a")
    try fleet.git("stash", on: "a")
    try fleet.tasks("modify", one, "title:committed", on: "a")
    try fleet.write("", to: ".git/info/attributes", on: "a")
    #expect(try fleet.attempt("git", ["stash", "pop"], on: "a").status == 1)
    try fleet.tasks("add", "three", on: "a")
    #expect(try !fleet.git("show", "HEAD", on: "a").contains("<<<<<<<"))
    try fleet.tasks("doctor", "--fix", on: "a")
    #expect(try fleet.read(one, on: "a").contains("TODO stashed"))
    #expect(try fleet.read(one, on: "a").contains("Merge dropped title \"committed\""))
  }

  @Test func aSoundCloneIsFine() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let text = try fleet.tasks("doctor", on: "a")
    for subject in ["driver", "strategy", "attributes", "ids", "files", "merges", "remote"] {
      #expect(text.contains("fine    \(subject): "))
    }
    #expect(
      try fleet.tasks("doctor", "--remote", "--json", on: "a").contains("accepts this device"))
  }

  @Test func settingsThatLeadAstrayAreNamed() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    for (key, value) in [("merge.tasks.recursive", "binary"), ("merge.tasks.prefer", "mine")] {
      try fleet.git("config", key, value, on: "a")
      let outcome = try fleet.attempt("tasks", ["doctor"], on: "a")
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("\(key) is \(value)"))
      try fleet.git("config", "--unset", key, on: "a")
    }
    try fleet.git("rm", "-q", ".gitattributes", on: "a")
    try fleet.git("commit", "-qm", "gone", on: "a")
    #expect(try fleet.tasks("doctor", on: "a").contains("but no line in .gitattributes says so"))
    try fleet.tasks("init", ".", on: "a")
    #expect(try !fleet.tasks("doctor", on: "a").contains("but no line in .gitattributes says so"))
  }

  /// `info/attributes` goes before every other file, and the last line in it before the others.
  @Test func attributesBehindOursAreNamedAndMended() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let path = ".git/info/attributes"
    let before = try fleet.read(path, on: "a")
    try fleet.write(before + "*.c diff=cpp\n*.org merge=union", to: path, on: "a")
    let named = try fleet.attempt("tasks", ["doctor"], on: "a")
    #expect(named.status == 1)
    #expect(named.output.contains("info/attributes override ours"))
    #expect(named.output.contains("move our lines to its end with: tasks doctor --fix"))
    #expect(try fleet.tasks("doctor", "--fix", on: "a").contains("mended  attributes"))
    #expect(try fleet.read(path, on: "a") == "*.c diff=cpp\n*.org merge=union\n" + before)
    let one = try fleet.path("one", on: "a")
    #expect(try fleet.git("check-attr", "merge", one, on: "a").hasSuffix(": merge: tasks\n"))
    #expect(try fleet.tasks("doctor", on: "a").contains("fine    attributes"))
  }

  /// What git has been told for one branch goes before what it was told for all.
  @Test(arguments: [
    ("-s resolve", false), ("--no-edit --strategy=ours", false), ("--strategy octopus", false),
    ("-sort", false), ("-s tasks --no-edit", true), ("--no-edit", true),
  ]) func aStrategyOfABranchIsNamed(options: String, isFine: Bool) throws {
    let fleet = try Fleet("a")
    try fleet.git("config", "branch.main.mergeoptions", options, on: "a")
    let outcome = try fleet.attempt("tasks", ["doctor"], on: "a")
    #expect(outcome.status == (isFine ? 0 : 1))
    #expect(outcome.output.contains("branch.main.mergeoptions is \(options), ") != isFine)
    guard !isFine else { return }
    try fleet.git("config", "--unset-all", "branch.main.mergeoptions", on: "a")
    #expect(try fleet.tasks("doctor", on: "a").contains("fine    strategy"))
  }

  @Test func whatIsWrongIsNamedWithItsCure() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let one = try fleet.path("one", on: "a")
    try fleet.write(fleet.read(one, on: "a"), to: "2026-11/copy.org", on: "a")
    try fleet.replace("one", "copy", in: "2026-11/copy.org", on: "a")
    try fleet.write("*.org -merge\n*.md merge=tasks\n", to: ".gitattributes", on: "a")
    try fleet.write(
      "*.org -merge\n*.org merge=tasks -text\n*.md merge=tasks -text\n*.org -merge\n",
      to: ".git/info/attributes", on: "a")
    try FileManager.default.createSymbolicLink(
      atPath: fleet.world.path("a/2026-11/link.org"), withDestinationPath: "copy.org")
    try fleet.git("config", "pull.twohead", "ort", on: "a")
    let outcome = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("wrong   strategy"))
    #expect(outcome.output.contains("mended  attributes"))
    #expect(outcome.output.contains("wrong   files: 2026-11/link.org"))
    #expect(outcome.output.contains("mended  ids"))
    #expect(try fleet.titles(on: "a").count == 2)
    let id = try #require(one.split(separator: "-").last?.dropLast(4))
    #expect(try fleet.read(one, on: "a").contains(id))
    #expect(try !fleet.read("2026-11/copy.org", on: "a").contains(id))
  }
}

/// One task in two files: moved or converted on one side, changed on the other, and merged without us.
@Suite struct MovedTwinsTests {
  /// `a` has converted the first task and moved the second, `b` has changed both; git merges them on `a`
  /// with the driver alone, and whoever sat there kept both files.
  private func merged(keepsOld: Bool) throws -> (fleet: Fleet, one: String, two: String) {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two"] { try fleet.tasks("add", title, on: "a") }
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let (one, two) = (try fleet.path("one", on: "a"), try fleet.path("two", on: "a"))
    try fleet.tasks("convert", one, "--to", "md", on: "a")
    try fleet.world.shell("mkdir work; git mv \(two) work", in: "a")
    try fleet.git("commit", "-qm", "moved", on: "a")
    for path in [one, two] {
      try fleet.tasks("modify", path, "pri:A", "+b", on: "b")
      try fleet.tasks("note", path, "said on b", on: "b")
    }
    try fleet.tasks("sync", on: "b")
    try fleet.git("fetch", "-q", on: "a")
    _ = try fleet.attempt(
      "git", ["merge", "-s", "ort", "-X", "find-renames=100%", "--no-edit", "origin/main"], on: "a")
    if keepsOld {
      try fleet.git("add", "-A", on: "a")
      try fleet.git("commit", "-qm", "kept all", on: "a")
    }
    return (fleet, one, two)
  }

  @Test(arguments: ["doctor", "sync"], [true, false]) func areMergedIntoOne(
    verb: String, keepsOld: Bool
  ) throws {
    let (fleet, one, two) = try merged(keepsOld: keepsOld)
    try fleet.tasks("modify", try fleet.path("two", on: "b"), "+later", on: "b")
    let command = verb == "sync" ? ["sync"] : ["doctor", "--fix"]
    let outcome = try fleet.attempt("tasks", command, on: "a")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    try fleet.expectClean("a")
    #expect(!fleet.exists(one, on: "a") && !fleet.exists(two, on: "a"))
    for title in ["one", "two"] {
      let text = try fleet.read(try fleet.path(title, on: "a"), on: "a")
      #expect(text.contains("said on b") && text.contains("Merge dropped") == false)
      #expect(text.contains("[#A]") || text.contains("priority: high"))
    }
    #expect(try fleet.titles(on: "a").sorted() == ["one", "two"])
    for device in ["b", "a", "b"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
    #expect(try fleet.read(try fleet.path("two", on: "a"), on: "a").contains(":later:"))
  }

  /// Where git stops, in a revert say, the same is done before it goes on.
  @Test func aRevertedConversionKeepsWhatCameLater() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("convert", one, "--to", "md", on: "a")
    try fleet.tasks("modify", try fleet.path("one", on: "a"), "+later", on: "a")
    #expect(try fleet.attempt("git", ["revert", "--no-edit", "HEAD~1"], on: "a").status == 1)
    _ = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    try fleet.git("-c", "core.editor=:", "revert", "--continue", on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.path("one", on: "a") == one)
    #expect(try fleet.titles(on: "a") == ["one"])
    #expect(try fleet.read(one, on: "a").contains(":later:"))
  }

  /// A copy is no task that moved: both stay.
  @Test func copiesAreNotMerged() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let one = try fleet.path("one", on: "a")
    try fleet.world.shell("cp \(one) copy.org", in: "a")
    try fleet.tasks("sync", on: "a")
    #expect(fleet.exists(one, on: "a") && fleet.exists("copy.org", on: "a"))
    try fleet.tasks("doctor", "--fix", on: "a")
    #expect(try fleet.titles(on: "a") == ["one", "one"])
  }
}
