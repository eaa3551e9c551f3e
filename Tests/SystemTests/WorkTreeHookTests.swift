import Foundation
import TestSupport
import Testing

/// Hooks that look for what is about to be committed in the work tree, as they may with `git commit`.
@Suite struct WorkTreeHookTests {
  private func store(preCommit lines: String) throws -> World {
    let world = try World.withSampleStore()
    try set(preCommit: lines, in: world)
    return world
  }

  private func set(preCommit lines: String, in world: World) throws {
    let path = "store/.git/hooks/pre-commit"
    try world.write("#!/bin/sh\nset -e\n\(lines)\n", to: path)
    chmod(world.path(path), 0o755)
  }

  /// Nothing of ours is left, and nothing differs.
  private func expectClean(_ world: World, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    #expect(
      try world.git("status", "--porcelain", in: "store").output == "",
      sourceLocation: sourceLocation)
    let left = try world.shell(
      "ls -A .git/tasks; ls -A .git | grep tasks-; find . -name '.*tasks*'")
    #expect(
      Set(left.output.split(separator: "\n")).isSubset(of: ["lock", "checked", "./.tasks"]),
      "\(left.output)", sourceLocation: sourceLocation)
    #expect(
      try world.git("fsck", "--strict", "--no-dangling", in: "store").status == 0,
      sourceLocation: sourceLocation)
  }

  private static let staged = "git diff --cached --name-only -z --diff-filter=ACM"

  @Test func aHookThatFormats() throws {
    let world = try store(
      preCommit: """
        \(Self.staged) | xargs -0 -r sed -i 's/milk/MILK/; s/bread/BREAD/'
        \(Self.staged) | xargs -0 -r git add
        """)
    let path = World.sample[1].path
    #expect(try world.tasks("modify", "2cc", "+seen", in: "store").status == 0)
    #expect(try world.git("show", "HEAD:" + path, in: "store").output.contains("Buy MILK"))
    #expect(try world.read("store/" + path).contains("Buy MILK"))
    try expectClean(world)
    let added = try world.tasks("add", "Bake bread", in: "store")
    #expect(added.status == 0 && added.errors == "", "\(added)")
    #expect(try world.tasks("list", in: "store").output.contains("Bake BREAD"))
    try expectClean(world)
    #expect(try world.tasks("undo", "2", in: "store").status == 0)
    try expectClean(world)
    try world.tasks("delete", "2cc", in: "store")
    #expect(try world.tasks("purge", "2cc", in: "store").status == 0)
    #expect(!FileManager.default.fileExists(atPath: world.path("store/" + path)))
    try expectClean(world)
  }

  #if os(Linux)
    /// Such a name could not be brought into the index.
    @Test func aHookThatStagesNamesThatAreNotUTF8IsRefused() throws {
      let world = try store(
        preCommit: #"f=$(printf 'caf\303\251 b\351d'); echo new > "$f"; git add "$f""#)
      let before = try world.git("rev-parse", "HEAD", in: "store").output
      let outcome = try world.tasks("add", "One", in: "store")
      #expect(outcome.status == 1 && outcome.errors.contains("a name that is not UTF-8"))
      #expect(try world.git("rev-parse", "HEAD", in: "store").output == before)
      #expect(!(try world.tasks("list", in: "store").output.contains("One")))
    }
  #endif

  @Test func whatAHookDeletesBeforeItRefusesComesBack() throws {
    let path = World.sample[1].path
    let world = try store(preCommit: "git rm -qf \(path)\nexit 1")
    let before = try world.read("store/" + path)
    #expect(try world.tasks("modify", "2cc", "+seen", in: "store").status == 1)
    #expect(try world.read("store/" + path) == before)
    try expectClean(world)
  }

  /// As lint-staged and the pre-commit framework ask: what differs, beside what is staged?
  @Test func nothingElseSeemsToDiffer() throws {
    let world = try store(
      preCommit: """
        test -z "$(git diff --name-only)"
        git diff-files --quiet
        test "$(git status --porcelain | wc -l)" = 1
        test -z "$(git ls-files --others --exclude-standard)"
        """)
    for arguments in [
      ["modify", "2cc", "+seen"], ["add", "New"], ["delete", "2cc"], ["purge", "2cc"],
    ] {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      try expectClean(world)
    }
  }

  /// What is staged by the user stays staged, whatever the hook takes up.
  @Test func aHookThatTakesUpAllThereIs() throws {
    let world = try store(preCommit: "echo more >> summary && git add -A")
    try world.write("* TODO With it\n", to: "store/other.org")
    for word in ["+one", "+two"] {
      #expect(try world.tasks("modify", "2cc", word, in: "store").status == 0)
      try expectClean(world)
    }
    let files = try world.git("ls-files", in: "store").output
    #expect(files.contains("summary") && files.contains("other.org") && !files.contains("tasks-"))
  }

  @Test func aHookThatChangesTheIndexAlone() throws {
    let world = try store(
      preCommit: """
        for path in $(\(Self.staged)); do
          id=$(git show :$path | sed s/milk/MILK/ | git hash-object -w --stdin)
          git update-index --cacheinfo 100644,$id,$path
        done
        """)
    #expect(try world.tasks("modify", "2cc", "+seen", in: "store").status == 0)
    #expect(try world.read("store/" + World.sample[1].path).contains("Buy MILK"))
    try expectClean(world)
  }

  private static let changes = [
    ["modify", "2cc", "+seen"], ["add", "Buy milk again"], ["modify", "2cc", "3dd", "+seen"],
    ["convert", "2cc", "--to", "md"], ["purge", "5gg"],
  ]

  @Test(arguments: changes) func aRefusalTakesAllBack(_ arguments: [String]) throws {
    let world = try store(preCommit: "echo no >&2; exit 1")
    let before = try world.shell("git rev-parse HEAD && cat $(git ls-files)").output
    let outcome = try world.run(World.tasks, arguments, in: "store")
    #expect(outcome.status == 1 && outcome.errors.contains("no"), "\(outcome)")
    #expect(try world.shell("git rev-parse HEAD && cat $(git ls-files)").output == before)
    try expectClean(world)
  }

  /// What the hook has made of it is not lost, for it may have been somebody at an editor.
  @Test func aRefusalAfterFormatting() throws {
    let world = try store(preCommit: "\(Self.staged) | xargs -0 sed -i s/milk/MILK/; exit 1")
    let path = World.sample[1].path
    let before = try world.read("store/" + path)
    let outcome = try world.tasks("modify", "2cc", "+seen", in: "store")
    #expect(outcome.status == 1 && outcome.errors.contains("is in \(path).refused"), "\(outcome)")
    #expect(try world.read("store/" + path) == before)
    #expect(try world.read("store/\(path).refused").contains("Buy MILK"))
    #expect(
      try world.git("status", "--porcelain", in: "store").output == "?? \(path).refused\n")
  }

  /// The command is killed while the hook runs, the machine perhaps with it: nothing has happened.
  @Test(arguments: changes) func aKilledCommand(_ arguments: [String]) throws {
    let world = try store(preCommit: "kill -9 $PPID; sleep 0.1")
    let before = try world.shell("git rev-parse HEAD && cat $(git ls-files)").output
    let outcome = try world.run(World.tasks, arguments, in: "store")
    #expect(outcome.status == 137, "\(outcome)")
    try set(preCommit: "", in: world)
    #expect(try world.tasks("list", in: "store").status == 0)
    #expect(try world.shell("git rev-parse HEAD && cat $(git ls-files)").output == before)
    try expectClean(world)
    #expect(try world.tasks("modify", "2cc", "+later", in: "store").status == 0)
    try expectClean(world)
  }

  @Test func aKilledCommandAndAnEditor() throws {
    let world = try store(preCommit: "\(Self.staged) | xargs -0 sed -i s/milk/MILK/; kill -9 $PPID")
    let path = World.sample[1].path
    let before = try world.read("store/" + path)
    try world.tasks("modify", "2cc", "+seen", in: "store")
    let list = try world.tasks("list", in: "store")
    #expect(list.errors.contains("is in \(path).refused"), "\(list)")
    #expect(try world.read("store/" + path) == before)
    #expect(try world.read("store/\(path).refused").contains("Buy MILK"))
  }
}
