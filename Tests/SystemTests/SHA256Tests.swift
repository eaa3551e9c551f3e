import Foundation
import TestSupport
import Testing

/// Repositories whose objects are named by SHA-256, which libgit2 does not know: every command works, through the git
/// program.
@Suite struct SHA256Tests {
  /// What git says of a repository that is in order.
  private func expectOrder(
    _ fleet: Fleet, _ device: String, _ comment: Comment? = nil
  ) throws {
    try fleet.expectClean(device, comment)
    #expect(
      try fleet.git("rev-parse", "--show-object-format", on: device) == "sha256\n", comment)
    let said = try fleet.attempt("git", ["fsck", "--strict", "--no-dangling"], on: device)
    #expect(said.status == 0 && said.errors == "" && said.output == "", comment)
    #expect(
      try fleet.git("write-tree", on: device) == fleet.git("rev-parse", "HEAD^{tree}", on: device),
      comment)
  }

  private func id(_ title: String, _ fleet: Fleet, _ device: String) throws -> String {
    let path = try fleet.path(title, on: device)
    let text = try fleet.read(path, on: device)
    let line = text.split(separator: "\n").first { $0.contains(":ID:") }
    return String(try #require(line?.split(separator: " ").last))
  }

  @Test func everyCommandOfOneDevice() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "--object-format=sha256", "a")
    try fleet.tasks("init", on: "a")
    try expectOrder(fleet, "a", "init")
    let told = try fleet.attempt("tasks", ["-v", "add", "Buy milk", "+shop"], on: "a")
    #expect(told.errors.contains("committing through git, because the repository uses sha256\n"))
    try fleet.tasks("add", "Call Bob", "list:work", "due:fri", on: "a")
    try fleet.tasks("add", "Read", on: "a")
    #expect(try fleet.titles(on: "a") == ["Buy milk", "Call Bob", "Read"])
    let milk = try id("Buy milk", fleet, "a")
    let bob = try id("Call Bob", fleet, "a")
    let steps: [[String]] = [
      ["modify", milk, "title:Buy bread", "pri:A"], ["note", bob, "He is away."],
      ["start", bob], ["done", milk], ["reopen", milk], ["move", bob, "top"],
      ["refile", milk, "home"], ["convert", bob, "--to", "md"], ["delete", milk],
      ["restore", milk], ["delete", milk], ["undo"], ["redo"], ["purge", milk], ["undo"],
    ]
    for step in steps {
      try fleet.run("tasks", step, on: "a")
      try expectOrder(fleet, "a", "\(step)")
    }
    let show = try fleet.tasks("show", bob, on: "a")
    #expect(show.contains("He is away."))
    try fleet.script("#!/bin/sh\nsed -i 's/TODO Read/TODO Read a book/' \"$1\"\n", to: "editor")
    let edited = try fleet.attempt(
      "tasks", ["edit", try id("Read", fleet, "a")], on: "a",
      environment: ["VISUAL": fleet.world.path("editor"), "EDITOR": fleet.world.path("editor")])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(try fleet.titles(on: "a").contains("Read a book"))
    try expectOrder(fleet, "a", "edit")
    // What a hand has changed is committed by the next change.
    try fleet.replace("Read a book", "Read two", in: fleet.path("Read a book", on: "a"), on: "a")
    try fleet.tasks("add", "Last", on: "a")
    try expectOrder(fleet, "a", "by hand")
    let log = try fleet.tasks("log", on: "a")
    #expect(log.contains("Read two") && log.contains("Buy milk"))
    #expect(try fleet.tasks("log", bob, on: "a").contains("Call Bob"))
    #expect(try fleet.tasks("status", on: "a").contains("upstream   none"))
    try fleet.git("gc", "-q", on: "a")
    #expect(try fleet.tasks("log", on: "a").contains("Read two"))
    let doctor = try fleet.attempt("tasks", ["doctor"], on: "a")
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
  }

  private func twoThatChangedOneTask() throws -> (Fleet, path: String) {
    let fleet = try Fleet("a", "b", hash: "sha256")
    for title in ["one", "two", "three"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try id("one", fleet, "a")
    try fleet.tasks("modify", one, "+phone", on: "a")
    try fleet.tasks("add", "of a", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("modify", one, "pri:B", on: "b")
    try fleet.tasks("add", "of b", on: "b")
    return (fleet, try fleet.path("one", on: "b"))
  }

  /// The main job, each way that git has for it.
  @Test(arguments: [
    ["tasks", "sync"], ["git", "pull", "--no-edit", "--no-rebase"], ["git", "pull", "--rebase"],
    ["git", "-c", "pull.twohead=ort", "pull", "--no-edit", "--no-rebase"],
    ["git", "-c", "pull.twohead=ort", "pull", "--rebase"],
  ])
  func bothSidesChanged(_ command: [String]) throws {
    let (fleet, path) = try twoThatChangedOneTask()
    try fleet.run(command[0], Array(command.dropFirst()), on: "b")
    let text = try fleet.read(path, on: "b")
    #expect(text.contains("[#B]") && text.contains(":phone:"), "\(text)")
    #expect(try Set(fleet.titles(on: "b")) == ["one", "two", "three", "of a", "of b"])
    try expectOrder(fleet, "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.tree("a") == fleet.tree("b"))
    for device in ["a", "b"] {
      try expectOrder(fleet, device)
      let doctor = try fleet.attempt("tasks", ["doctor"], on: device)
      #expect(doctor.status == 0, "\(doctor.output)")
      #expect(try !fleet.tasks("status", on: device).contains("not synchronized"))
    }
    try fleet.git("fsck", "--strict", on: "hub.git")
  }

  /// git calls the driver for these.
  @Test func revertAndStash() throws {
    let (fleet, path) = try twoThatChangedOneTask()
    try fleet.git("revert", "--no-edit", "HEAD~1", on: "b")
    #expect(try !fleet.read(path, on: "b").contains("[#B]"))
    try expectOrder(fleet, "b", "revert")
    try fleet.replace("TODO one", "TODO stashed", in: path, on: "b")
    try fleet.git("stash", "-q", on: "b")
    try fleet.tasks("modify", id("one", fleet, "b"), "+later", on: "b")
    try fleet.git("stash", "pop", "-q", on: "b")
    let text = try fleet.read(path, on: "b")
    #expect(text.contains("TODO stashed") && text.contains(":later:"))
    try fleet.tasks("sync", on: "b")
    try expectOrder(fleet, "b", "stash")
  }

  /// A pull without the driver stops at both sides' lines; doctor merges the fields.
  @Test func anOpenMergeIsMended() throws {
    let (fleet, path) = try twoThatChangedOneTask()
    try fleet.world.write("", to: "b/.git/info/attributes")
    let pull = try fleet.attempt(
      "git",
      ["-c", "pull.twohead=ort", "-c", "merge.tasks.driver=false", "pull", "--no-rebase"],
      on: "b")
    #expect(pull.status == 1)
    #expect(try fleet.git("ls-files", "-u", on: "b") != "")
    try fleet.tasks("doctor", "--fix", on: "b")
    let text = try fleet.read(path, on: "b")
    #expect(text.contains("[#B]") && text.contains(":phone:"), "\(text)")
    #expect(try fleet.git("ls-files", "-u", on: "b") == "")
    try fleet.tasks("sync", on: "b")
    try expectOrder(fleet, "b")
  }

  @Test func aStoreInAFolderAndALinkedWorktree() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "--object-format=sha256", "code")
    try fleet.world.write("int main;\n", to: "code/main.c")
    try fleet.git("add", ".", on: "code")
    try fleet.git("commit", "-qm", "code", on: "code")
    try fleet.tasks("init", "todo/here", on: "code")
    try fleet.world.write("int staged;\n", to: "code/main.c")
    try fleet.git("add", "main.c", on: "code")
    try fleet.tasks("add", "inside", on: "code/todo/here")
    #expect(try fleet.titles(on: "code/todo/here") == ["inside"])
    #expect(try fleet.git("status", "--porcelain", on: "code") == "M  main.c\n")
    try fleet.git("commit", "-qm", "more", on: "code")
    try fleet.git("worktree", "add", "-q", "-b", "side", "../side", on: "code")
    try fleet.tasks("add", "aside", on: "side/todo/here")
    #expect(try fleet.titles(on: "side/todo/here") == ["inside", "aside"])
    #expect(try fleet.titles(on: "code/todo/here") == ["inside"])
    try expectOrder(fleet, "side")
    try expectOrder(fleet, "code")
    #expect(try fleet.tasks("log", on: "side/todo/here").contains("aside"))
  }

  /// Hooks see such a commit as any other.
  @Test func aHookHasItsSay() throws {
    let fleet = try Fleet("a", hash: "sha256")
    try fleet.script("#!/bin/sh\necho >> \"$1\"\necho By-hook: yes >> \"$1\"\n", to: "hook")
    try fleet.world.shell("cp hook a/.git/hooks/commit-msg", in: "")
    try fleet.tasks("add", "one", on: "a")
    #expect(try fleet.git("log", "-1", "--format=%B", on: "a").contains("By-hook: yes"))
    try expectOrder(fleet, "a")
  }

  /// Asking git costs a process, which must not be one for each task.
  @Test func manyTasksTakeNoMoreProcesses() throws {
    let fleet = try Fleet("a", "b", hash: "sha256")
    let git = try fleet.world.shell("command -v git", in: "").output
      .trimmingCharacters(in: .newlines)
    try fleet.script(
      "#!/bin/sh\necho \"$1 $2\" >> \(fleet.world.path("calls"))\nexec \(git) \"$@\"\n",
      to: "bin/git")
    func calls(_ device: String, _ arguments: [String]) throws -> Int {
      try fleet.world.write("", to: "calls")
      try fleet.run("tasks", arguments, on: device)
      return try fleet.world.read("calls").split(separator: "\n").count
    }
    func add(_ numbers: Range<Int>) throws {
      for number in numbers {
        try fleet.write("* TODO Task \(number)\n", to: "2026-11/task-\(number).org", on: "a")
      }
    }
    var counts: [[Int]] = []
    for numbers in [0..<3, 3..<150] {
      try add(numbers)
      var found = [try calls("a", ["sync"]), try calls("b", ["sync"])]
      let ids = try fleet.tasks("list", "--format", "{id}", on: "a").split(separator: "\n")
      found.append(try calls("a", ["modify"] + ids.map(String.init) + ["+many"]))
      for command in [["list"], ["log"], ["status"], ["undo", "--yes"]] {
        found.append(try calls("a", command))
      }
      counts.append(found)
    }
    #expect(counts[0].max() ?? 0 < 40, "\(counts)")
    for (few, many) in zip(counts[0], counts[1]) { #expect(many <= few + 3, "\(counts)") }
  }
}
