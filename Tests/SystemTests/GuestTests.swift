import Foundation
import TestSupport
import Testing

/// A store in the folder of a code repository: git does with the code what it does without us.
@Suite struct GuestTests {
  /// Makes a repository of code with a branch that renames a file, changes others and moves a submodule on, and a
  /// branch that changes what the first one renames.
  private static let code = #"""
    set -e
    git init -q module && git -C module commit -q --allow-empty -m m1
    mkdir code && cd code && git init -q
    git config core.hooksPath .githooks
    mkdir src docs .githooks
    printf '#!/bin/sh\necho hook\n' > .githooks/post-commit; chmod +x .githooks/post-commit
    printf '*.bin -text diff=none\n*.md text eol=lf\n' > .gitattributes
    seq 1 40 > src/lib.c; seq 1 20 > src/main.c; seq 100 140 > docs/guide.md
    printf -- '---\nstatus: accepted\n---\n# One\n' > docs/adr.md
    printf '* TODO a gap\n' > docs/gaps.org
    git -c protocol.file.allow=always submodule -q add ../module module
    git add . && git commit -qm base
    """#
  private static let branches = #"""
    set -e
    git checkout -qb side
    git mv src/lib.c src/core.c; sed -i 's/^3$/three/' src/core.c; git mv docs docs2
    sed -i 's/^110$/side/' docs2/guide.md; git commit -qam 'rename'
    git -C module commit -q --allow-empty -m m2 && git add module && git commit -qm 'module'
    sed -i 's/^7$/side/' src/main.c && git commit -qam 'conflict'
    git checkout -q main && git submodule -q update
    sed -i 's/^30$/thirty/' src/lib.c; sed -i 's/^130$/main/' docs/guide.md
    echo new > docs/new.txt; git add .; git commit -qm 'change'
    """#

  /// Git's own words, exit statuses and trees for one operation after another, without what differs by time.
  private static let operations = #"""
    run() {
      echo "\$ git $*"; git "$@" 2>&1; echo "[$?]"
      git status --porcelain -- . ':!tasks'; git ls-files -s -- . ':!tasks'
      find . -path ./.git -prune -o -path ./tasks -prune -o -path ./module -prune -o -type f -print |
        sort | xargs sha1sum
    }
    run merge -q --no-edit side~1; run diff --stat HEAD~1 -- . ':!tasks'
    git reset -q --hard HEAD~1 && git submodule -q update
    run merge --no-edit side; run merge --abort
    run rebase side~1; git reset -q --hard ORIG_HEAD; git submodule -q update
    run rebase side; run rebase --abort
    run cherry-pick side~2; run cherry-pick side; run cherry-pick --abort
    git reset -q --hard origin-main; git submodule -q update
    echo more >> src/lib.c; run stash; git checkout -q side~1; git submodule -q update; run stash pop
    git checkout -q -f main; git submodule -q update
    git clone -q --no-recurse-submodules . ../pulled && git -C ../pulled config pull.rebase false
    cd ../pulled && echo theirs >> src/main.c && git commit -qam theirs
    run pull -q --no-edit origin side~1 || true; run pull -q --no-edit origin side
    """#

  @Test func gitDoesWithTheCodeWhatItDoesWithoutUs() throws {
    func play(withStore: Bool) throws -> String {
      let world = try World()
      world.environment["GIT_AUTHOR_DATE"] = "2026-11-20T09:00:00Z"
      world.environment["GIT_COMMITTER_DATE"] = "2026-11-20T09:00:00Z"
      func shell(_ script: String, in place: String) throws -> String {
        let outcome = try world.shell(script, in: place)
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        return outcome.output
      }
      _ = try shell(Self.code, in: "")
      if withStore {
        // The program is where git finds it, as the strategy wants.
        _ = try shell(
          """
          mkdir -p ../bin; ln -sf \(World.tasks) ../bin/git-merge-tasks; PATH=$PWD/../bin:$PATH
          \(World.tasks) init -v && \(World.tasks) add one && \(World.tasks) add two
          """, in: "code")
      }
      _ = try shell(Self.branches, in: "code")
      if withStore {
        _ = try shell("\(World.tasks) modify one due:tomorrow; \(World.tasks) status", in: "code")
      }
      let script = "PATH=$PWD/../bin:$PATH; git branch -f origin-main; " + Self.operations
      return try world.shell(script, in: "code").output
        .replacing(/\b[0-9a-f]{7,12}\b|[0-9a-f]{40}(?=[),])/, with: "ID")
    }
    let (alone, beside) = (try play(withStore: false), try play(withStore: true))
    let pairs = zip(alone.split(separator: "\n"), beside.split(separator: "\n"))
    let first = pairs.first { $0 != $1 }
    #expect(first == nil && alone.count == beside.count, "\(String(describing: first))\n\(beside)")
    #expect(alone.contains("CONFLICT (") && alone.contains("R  src/lib.c -> src/core.c"))
  }

  /// Somebody whose change met a deletion, or whose value was dropped, is told by sync and by the strategy.
  @Test(arguments: [["tasks", "sync"], ["git", "pull", "-q", "--no-edit"]])
  func whatAMergeDidToAChangeIsSaid(_ command: [String]) throws {
    let fleet = try Fleet("a", "b")
    for title in ["Milk", "Bread"] { try fleet.tasks("add", title, on: "a") }
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let ids = try fleet.tasks("list", "--format", "{id}", on: "a").split(separator: "\n")
      .map(String.init)
    try fleet.tasks("delete", ids[0], on: "a")
    try fleet.tasks("modify", ids[1], "title:Rolls", on: "a")
    try fleet.tasks("sync", on: "a")
    for id in ids { try fleet.tasks("modify", id, "title:Cheese", on: "b") }
    let outcome = try fleet.attempt(command[0], Array(command.dropFirst()), on: "b")
    #expect(outcome.status == 0)
    let said = outcome.errors.split(separator: "\n").map { $0.drop { $0 != "t" } }
    #expect(
      said.contains {
        $0.wholeMatch(of: /tasks: 1 task that you changed was deleted on \S+: tasks restore \w+/)
          != nil
      }, "\(outcome.errors)")
    #expect(
      said.contains("tasks: a merge dropped a value of 1 task: tasks conflicts"),
      "\(outcome.errors)")
    // Nothing is said of what met nothing.
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.attempt("tasks", ["sync"], on: "a").errors == "")
    // All values of a task at once.
    try fleet.tasks("conflicts", "keep", ids[1], on: "b")
    #expect(try fleet.tasks("conflicts", on: "b") == "")
  }

  /// The same after a merge of git's own, in a code repository, with the next command that writes.
  @Test func whatGitsMergeDidToAChangeIsSaid() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "a")
    try fleet.world.write("a\n", to: "a/main.c")
    try fleet.world.shell("git add . && git commit -qm base", in: "a")
    try fleet.tasks("init", on: "a")
    for title in ["Milk", "Bread", "Salt"] { try fleet.tasks("add", title, on: "a") }
    try fleet.git("clone", "-q", "a", "b")
    let ids = try fleet.tasks("list", "--format", "{id}", on: "a").split(separator: "\n")
      .map(String.init)
    try fleet.tasks("delete", ids[0], on: "a")
    try fleet.tasks("modify", ids[1], "title:Rolls", on: "a")
    try fleet.tasks("modify", ids[2], "title:Sea salt", on: "a")
    for id in ids.prefix(2) { try fleet.tasks("modify", id, "title:Cheese", on: "b") }
    try fleet.tasks("delete", ids[2], on: "b")
    try fleet.git("pull", "-q", "--no-rebase", "--no-edit", on: "b")
    let said = try fleet.attempt("tasks", ["add", "Tea"], on: "b").errors
    for pattern in [
      /tasks: 1 task that you changed was deleted on .+: tasks restore \w+/,
      /tasks: 1 task that you deleted was changed on .+: tasks restore \w+/,
      /tasks: a merge dropped a value of 1 task: tasks conflicts/,
    ] { #expect(said.contains(pattern), "\(said)") }
    #expect(try fleet.attempt("tasks", ["add", "Jam"], on: "b").errors == "")
  }

  /// A store whose repository gets other content is to move, after which git is left to itself.
  @Test func codeThatComesLaterIsSaid() throws {
    let fleet = try Fleet()
    try fleet.tasks("init", "r")
    try fleet.tasks("add", "One", on: "r")
    #expect(try fleet.git("config", "pull.twohead", on: "r") == "tasks ort\n")
    try fleet.world.shell(
      "mkdir src; seq 1 30 > src/a.c; git add . && git commit -qm code", in: "r")
    let said = try fleet.attempt("tasks", ["add", "Two"], on: "r").errors
    #expect(said.contains("tasks init tasks --move"), "\(said)")
    #expect(try fleet.attempt("tasks", ["add", "Three"], on: "r").errors == "")
    #expect(try fleet.tasks("init", "--move", on: "r").contains("r/tasks"))
    let config = try fleet.git("config", "--list", "--local", on: "r")
    #expect(!config.contains("pull.twohead") && !config.contains("merge.renames"), "\(config)")
  }

  /// On a branch without the store nothing goes into the private one.
  @Test func aBranchWithoutTheStoreIsNamed() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "code")
    try fleet.world.write("a\n", to: "code/main.c")
    try fleet.world.shell("git add . && git commit -qm base && git branch old", in: "code")
    try fleet.tasks("init", on: "code")
    try fleet.tasks("add", "One", on: "code")
    try fleet.git("checkout", "-q", "old", on: "code")
    let outcome = try fleet.attempt("tasks", ["add", "Lost"], on: "code")
    #expect(outcome.status == 7 && outcome.errors.contains("is not on this branch"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: fleet.world.path("data/tasks")))
  }

  /// What only a merge of whole stores can do follows with the next change: the tasks are then as the strategy, in a
  /// repository that is the store alone, leaves them.
  @Test(arguments: [
    ["merge", "-q", "--no-edit", "side"], ["rebase", "-q", "side"],
    ["pull", "-q", "--no-rebase", "--no-edit", ".", "side"],
    ["pull", "-q", "--rebase", ".", "side"],
  ]) func theOrderFollowsAMergeOfGit(_ command: [String]) throws {
    var completed = 0
    for seed in 0..<UInt64(TestScope.cases(3, all: 12)) {
      var numbers = SeededGenerator(seed: seed)
      let fleet = try Fleet()
      try fleet.git("init", "-q", "code")
      try fleet.world.write("a\n", to: "code/main.c")
      try fleet.world.shell("git add . && git commit -qm base", in: "code")
      try fleet.tasks("init", on: "code")
      try fleet.tasks("init", "alone")
      for number in 1...6 { try fleet.tasks("add", "Task \(number)", on: "code") }
      try fleet.world.shell(
        "cp -r ../code/tasks/2*-* . && git add . && git commit -qm x", in: "alone")
      let ids = try fleet.tasks("list", "--format", "{id}", on: "code").split(separator: "\n")
        .map(String.init)
      let changes = (0..<2).map { _ in
        (0..<3).map { _ in
          let two = ids.shuffled(using: &numbers).prefix(2)
          switch Int.random(in: 0..<5, using: &numbers) {
          case 0: return ["done", two[0]]
          case 1: return ["move", two[0], "top"]
          default: return ["move", two[0], "after", two[1]]
          }
        }
      }
      var found: [String] = []
      for place in ["code", "alone"] {
        try fleet.git("checkout", "-q", "-b", "side", on: place)
        for change in changes[0] { _ = try fleet.attempt("tasks", change, on: place) }
        try fleet.git("checkout", "-q", "main", on: place)
        for change in changes[1] { _ = try fleet.attempt("tasks", change, on: place) }
        // A change on both sides, so that nothing is fast-forwarded.
        try fleet.tasks("modify", ids[0], "+here", on: place)
        let outcome = try fleet.attempt("git", command, on: place)
        #expect(outcome.status == 0, "seed \(seed), \(place): \(outcome.errors)")
        try fleet.tasks("modify", ids[2], "title:Since", on: place)
        #expect(try fleet.git("status", "--porcelain", on: place) == "")
        found.append(
          try fleet.tasks("list", "--all", "--format", "{rank} {state} {title} {tags}", on: place))
      }
      #expect(found[0] == found[1], "seed \(seed)")
      let made = try fleet.git("log", "--format=%s", "--grep=^complete a merge", on: "code")
      completed += made.isEmpty ? 0 : 1
      // What completes a merge is no change of the user's.
      #expect(try fleet.tasks("undo", on: "code").contains("Task"))
      #expect(try fleet.git("log", "-1", "--format=%s", on: "code").hasPrefix("undo: "))
    }
    #expect(completed > 0, "no merge of git's left anything to do")
  }
}
