import Foundation
import TestSupport
import Testing

/// Files that a sparse checkout leaves out stay out when they come by a merge, as with git.
@Suite struct SparseCheckoutTests {
  @Test(arguments: [["tasks", "sync"], ["git", "pull"]], [true, false])
  func newFilesThatAreLeftOut(_ command: [String], isMerge: Bool) throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "Buy milk", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    try fleet.git("sparse-checkout", "set", "--no-cone", "/*", "!*secret*", on: "a")
    for title in ["A secret plan", "A plain plan"] { try fleet.tasks("add", title, on: "b") }
    try fleet.tasks("sync", on: "b")
    if isMerge { try fleet.tasks("add", "Call Bob", on: "a") }
    try fleet.run(command[0], Array(command.dropFirst()), on: "a")
    let files = try fleet.git("ls-files", "-t", on: "a").split(separator: "\n")
    #expect(files.contains { $0.hasPrefix("S ") && $0.contains("secret") }, "\(files)")
    #expect(files.contains { $0.hasPrefix("H ") && $0.contains("plain-plan") }, "\(files)")
    #expect(try fleet.tasks("list", on: "a").contains("A plain plan"))
    #expect(try !fleet.tasks("list", on: "a").contains("secret"))
    try fleet.expectClean("a")
  }

  /// Killed at each rename in turn: they never stay in the work tree, and are not taken for deleted.
  @Test(arguments: [true, false]) func aKilledSyncLeavesThemOut(isMerge: Bool) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else { return }
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "Buy milk", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    try fleet.git("sparse-checkout", "set", "--no-cone", "/*", "!*secret*", on: "a")
    for title in ["A secret plan", "A plain plan"] { try fleet.tasks("add", title, on: "b") }
    try fleet.tasks("sync", on: "b")
    if isMerge { try fleet.tasks("add", "Call Bob", on: "a") }
    for count in 1..<200 {
      let name = "k\(count)"
      try fleet.copy("a", to: name)
      let outcome = try fleet.attempt(
        "strace",
        [
          "-o", "/dev/null", "-e", "trace=rename", "-e",
          "inject=rename:signal=KILL:when=\(count)", World.tasks, "sync",
        ], on: name)
      try fleet.tasks("list", on: name)
      try fleet.expectClean(name, "killed at \(count)")
      try fleet.tasks("sync", on: name)
      try fleet.expectClean(name, "killed at \(count)")
      let files = try fleet.git("ls-files", "-t", on: name)
      #expect(files.contains("\nS ") && files.contains("secret"), "killed at \(count): \(files)")
      let there = try fleet.world.shell("ls *", in: name).output
      #expect(there.contains("plain") && !there.contains("secret"), "killed at \(count)")
      if outcome.status == 0 { return }
    }
  }

  /// Git keeps them with its own merges, and takes them away when it applies the patterns anew.
  @Test(arguments: [["tasks", "sync"], ["git", "pull"]], [true, false])
  func ignoredFilesOutsideStay(_ command: [String], isMerge: Bool) throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "Buy milk", on: "a")
    try fleet.world.write("page\n", to: "a/other/page.txt")
    try fleet.git("add", "other", on: "a")
    try fleet.git("commit", "-qm", "page", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let month = try #require(
      fleet.git("ls-files", "*.org", on: "a").split(separator: "/").first.map(String.init))
    try fleet.git("sparse-checkout", "set", "--cone", month, ".tasks", on: "a")
    try fleet.world.write("*.bak\n", to: "a/.git/info/exclude")
    try fleet.world.write("mine\n", to: "a/other/mine.bak")
    try fleet.world.write("another\n", to: "b/other/another.txt")
    try fleet.git("add", "other", on: "b")
    try fleet.git("commit", "-qm", "another", on: "b")
    try fleet.tasks("sync", on: "b")
    if isMerge { try fleet.tasks("add", "Call Bob", on: "a") }
    try fleet.run(command[0], Array(command.dropFirst()), on: "a")
    #expect(try fleet.world.read("a/other/mine.bak") == "mine\n")
    #expect(!fleet.exists("other/another.txt", on: "a") && !fleet.exists("other/page.txt", on: "a"))
    let files = try fleet.git("ls-files", "-t", "other", on: "a")
    #expect(files == "S other/another.txt\nS other/page.txt\n")
    #expect(try fleet.git("status", "--porcelain", on: "a") == "")
    let left = try FileManager.default.contentsOfDirectory(atPath: fleet.world.path("a/.git/tasks"))
    #expect(!left.contains { $0.hasPrefix("sparse") }, "\(left)")
  }

  /// A file that somebody has put there, whatever the index says of it, becomes what it is on the other side; what was
  /// typed into it stays, and is said to be in the way.
  @Test(arguments: [["tasks", "sync"], ["git", "pull"]], ["bit", "patterns"])
  func filesThatAreThereAllTheSame(_ command: [String], by means: String) throws {
    for (isMerge, isEdited) in [(false, false), (true, false), (false, true), (true, true)] {
      let fleet = try Fleet("a", "b")
      try fleet.tasks("add", "A secret plan", on: "a")
      try fleet.tasks("sync", on: "a")
      try fleet.tasks("sync", on: "b")
      let path = try fleet.git("ls-files", "*secret*", on: "a").split(separator: "\n").map(
        String.init)[0]
      let text = try fleet.world.read("a/" + path)
      if means == "bit" {
        try fleet.git("update-index", "--skip-worktree", path, on: "a")
      } else {
        try fleet.git("sparse-checkout", "set", "--no-cone", "/*", "!*secret*", on: "a")
        try fleet.world.write(text, to: "a/" + path)
      }
      try fleet.tasks("modify", path, "+new", on: "b")
      try fleet.tasks("sync", on: "b")
      if isMerge { try fleet.tasks("add", "Call Bob", on: "a") }
      if isEdited { try fleet.world.write(text + "typed by hand\n", to: "a/" + path) }
      _ = try fleet.attempt(command[0], Array(command.dropFirst()), on: "a")
      // Git takes away what it need not keep, and so may we.
      let isGone = means == "patterns" && !isEdited && !fleet.exists(path, on: "a")
      let now = isGone ? ":new:" : try fleet.world.read("a/" + path)
      let hint = "\(command), \(means), merge: \(isMerge), edited: \(isEdited): \(now)"
      #expect(now.contains("typed by hand") == isEdited, "\(hint)")
      #expect(now.contains(":new:") || isEdited, "\(hint)")
      try fleet.tasks("add", "Another", on: "a")
      try fleet.tasks("sync", on: "a")
      try fleet.tasks("sync", on: "b")
      let there = try fleet.world.read("b/" + path)
      #expect(there.contains(":new:") && there.contains("typed by hand") == isEdited, "\(hint)")
    }
  }

  @Test func theStoreItselfLeftOut() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "Buy milk", on: "a")
    let month = try #require(
      fleet.git("ls-files", "*.org", on: "a").split(separator: "/").first.map(String.init))
    try fleet.git("sparse-checkout", "set", "--cone", month, on: "a")
    for arguments in [["list"], ["add", "Call Bob"], ["init", "."]] {
      for place in ["a", "a/" + month] {
        let outcome = try fleet.attempt("tasks", arguments, on: place)
        #expect(outcome.status == 7 && outcome.errors.contains("sparse-checkout add"), "\(outcome)")
      }
    }
    // Named, and from a linked work tree.
    let named = try fleet.attempt("tasks", ["--store", fleet.world.path("a"), "list"], on: "")
    #expect(named.status == 7 && named.errors.contains("sparse-checkout add"), "\(named)")
    try fleet.git("worktree", "add", "-q", "--no-checkout", "-b", "side", "../side", on: "a")
    try fleet.git("sparse-checkout", "set", "--cone", month, on: "side")
    try fleet.git("checkout", "-q", "side", on: "side")
    let linked = try fleet.attempt("tasks", ["list"], on: "side")
    #expect(linked.status == 7 && linked.errors.contains("sparse-checkout add"), "\(linked)")
    try fleet.git("sparse-checkout", "add", ".tasks", on: "a")
    #expect(try fleet.tasks("list", on: "a").contains("Buy milk"))
  }

  @Test func whatIsSaidOfFilesThatAreLeftOut() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "A secret plan", on: "a")
    let path = try fleet.git("ls-files", "*secret*", on: "a").split(separator: "\n").map(
      String.init)[0]
    try fleet.git("update-index", "--skip-worktree", path, on: "a")
    #expect(try !fleet.tasks("status", on: "a").contains("sparse"))
    try fleet.git("update-index", "--no-skip-worktree", path, on: "a")
    try fleet.tasks("modify", path, "+new", on: "a")
    try fleet.git("sparse-checkout", "set", "--no-cone", "/*", "!*secret*", on: "a")
    #expect(try fleet.tasks("status", on: "a").contains("1 files left out by a sparse checkout"))
    let outcome = try fleet.attempt("tasks", ["undo"], on: "a")
    #expect(outcome.errors.contains("left out by the sparse checkout"), "\(outcome)")
  }
}
