import StoreTestSupport
import Foundation
import TasksStore
import TestSupport
import Testing

@Suite struct CloneSetupTests {
  @Test func doingItTwiceChangesNothing() throws {
    let world = try StoreWorld()
    try world.write("*.png binary", to: ".git/info/attributes")
    _ = try world.create()
    func state() throws -> [String] {
      try [".git/config", ".git/info/attributes", ".gitattributes"].map { try world.read($0) }
    }
    let first = try state()
    for _ in 0..<3 { _ = try world.open() }
    #expect(try TaskStore.create(at: world.root, try world.context()).isNew == false)
    #expect(try state() == first)
    #expect(first[1].hasPrefix("*.png binary\n*.org merge=tasks -text\n"))
    #expect(try world.git("config", "merge.renames") == "false")
    #expect(try world.git("config", "pull.rebase") == "false")
    try world.expectClean()
  }

  private static func driver(_ program: String) -> String {
    "tasks='\(program)'; if test -x \"$tasks\"; then exec \"$tasks\" merge-driver %O %A %B %L %P; fi; "
      + "exec git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
  }

  @Test func whatIsMissingIsMended() throws {
    let world = try StoreWorld()
    _ = try world.create()
    try world.git("config", "--unset", "merge.tasks.driver")
    try world.git("config", "merge.renames", "true")
    try FileManager.default.removeItem(atPath: world.root + "/.git/info/attributes")
    _ = try world.open()
    #expect(try world.git("config", "merge.tasks.driver") == Self.driver("/opt/tasks"))
    #expect(try world.git("config", "merge.renames") == "true", "the user's own choice stays")
    #expect(try world.git("check-attr", "merge", "x/a.org") == "x/a.org: merge: tasks")
  }

  /// git does not see a file that is not in its place yet; all others it does.
  @Test(arguments: ["", "my [todo]"]) func filesThatWaitAreOutOfSight(folder: String) throws {
    let world = try StoreWorld(folder: folder)
    try world.write("*.log", to: ".git/info/exclude")
    _ = try world.create()
    let prefix = folder.isEmpty ? "" : folder + "/"
    try world.write("", to: prefix + SiblingNames.plain("a.org"))
    try world.write("", to: prefix + SiblingNames.plain("2026-11/b.md"))
    try world.write("", to: "other/c.org")
    try world.write("", to: "d.log")
    #expect(try world.git("status", "--porcelain", "-uall") == "?? other/c.org")
    _ = try world.open()
    #expect(try world.read(".git/info/exclude").split(separator: "\n").count == 2)
    if !folder.isEmpty {
      try world.write("", to: "other/.c.org.tasks-new")
      #expect(try world.git("status", "--porcelain", "-uall").contains("other/.c"))
    }
  }

  @Test func aDriverOfAnotherBuildStaysWhileItIsThere() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let there = Self.driver("/bin/sh")
    try world.git("config", "merge.tasks.driver", there)
    _ = try world.open()
    #expect(try world.git("config", "merge.tasks.driver") == there)
    let older = "'/bin/sh' merge-driver %O %A %B %L %P"
    for line in [Self.driver("/gone/tasks"), older, "something else %A", ""] {
      try world.git("config", "merge.tasks.driver", line)
      _ = try world.open()
      #expect(try world.git("config", "merge.tasks.driver") == Self.driver("/opt/tasks"))
    }
  }

  /// git hands the line to a shell.
  @Test func theProgramIsOneWordForTheShell() throws {
    let world = try StoreWorld()
    world.program = "/opt/it's \"odd\" $HOME/`x`/tasks"
    _ = try world.create()
    let line = try world.git("config", "merge.tasks.driver")
    let word = line.prefix { $0 != ";" }
    #expect(
      try world.world.run("sh", ["-c", "\(word); printf %s \"$tasks\""]).output == world.program)
  }

  @Test(arguments: [
    "todo", "my notes", "a/b", "[x]", "what?", "st*r", "#1", "!bang", "back\\slash", "ž 日本",
    "tab\there", "\"quoted\"", " leading", "{a,b}", "it's", "-dash",
  ])
  func theAttributesHoldInTheStoreAndNowhereElse(folder: String) throws {
    let world = try StoreWorld(folder: folder)
    _ = try world.create()
    // The judge looks at the clone's own lines alone.
    try FileManager.default.removeItem(atPath: world.root + "/.gitattributes")
    try world.write("", to: "outside.org")
    let inside = ["a.org", "2026-11/b.md", "x/y/z.org"].map { "\(folder)/\($0)" }
    let outside = ["a.org", "other/a.org", "x/\(folder)/a.org", "\(folder)/a.txt"]
    let said = try world.git(
      "check-attr", "-z", "--stdin", "merge",
      input: (inside + outside).joined(separator: "\0") + "\0")
    let values = said.split(separator: "\0").map(String.init).enumerated()
      .filter { $0.offset % 3 == 2 }.map(\.element)
    #expect(
      values == inside.map { _ in "tasks" } + outside.map { _ in "unspecified" }, "\(folder)")
    #expect(try world.git("config", "--get", "--default", "", "pull.rebase") == "")
  }

  @Test func theStrategyFollowsTheProgram() throws {
    let world = try StoreWorld()
    world.variables["PATH"] = world.world.path("bin")
    _ = try world.create()
    func strategy() throws -> String {
      try world.git("config", "--get", "--default", "", "pull.twohead")
    }
    #expect(try strategy() == "")
    try world.world.write("#!/bin/sh\n", to: "bin/git-merge-tasks")
    #expect(chmod(world.world.path("bin/git-merge-tasks"), 0o755) == 0)
    _ = try world.open()
    #expect(try strategy() == "tasks ort")
    try FileManager.default.removeItem(atPath: world.world.path("bin/git-merge-tasks"))
    _ = try world.open()
    #expect(try strategy() == "")
    try world.git("config", "pull.twohead", "ort")
    _ = try world.open()
    #expect(try strategy() == "ort")
  }

  @Test func aStoreInAFolderLeavesTheRestAlone() throws {
    let world = try StoreWorld(folder: "my [todo]/x")
    try world.write("int a;", to: "code.c")
    try world.git("add", "code.c")
    _ = try world.create()
    let path = try world.add("first")
    #expect(try world.git("status", "--porcelain") == "A  code.c")
    #expect(
      try world.git("show", "--format=", "--name-only", "-z", "HEAD") == "my [todo]/x/\(path)\0")
    #expect(try world.open().prefix == "my [todo]/x/")
  }
}
