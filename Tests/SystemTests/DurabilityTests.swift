import Foundation
import TestSupport
import Testing

/// A change happens as a whole or not at all, whatever gets in its way.
@Suite struct DurabilityTests {
  /// The system calls that change what is seen of the disk.
  static let writing = [
    "write", "pwrite64", "rename", "renameat2", "unlink", "link", "mkdir", "ftruncate",
  ]

  /// From one moment that is tried to the next; an act is tried at each moment in one of the ways.
  static let step = TestScope.cases(3, all: 1)

  /// Whether programs can be watched and hindered here; not in every container they can.
  static let canTrace: Bool = {
    guard let world = try? World(),
      let outcome = try? world.run("strace", ["-f", "-qq", "-o", "/dev/null", "true"])
    else { return false }
    return outcome.status == 0
  }()

  /// A change, and what the files must hold once it is done.
  struct Act: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let added: Int
    /// The calls to be killed before; of those that every change makes alike, once is enough.
    let calls: [String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let acts = [
    Act(
      arguments: ["add", "Something new", "+tag"], added: 1,
      calls: ["rename", "renameat2", "link", "mkdir", "unlink"]),
    Act(arguments: ["modify", "1bb", "2cc", "title:Another title"], added: 0, calls: writing),
    Act(arguments: ["purge", "5gg"], added: -1, calls: ["unlink", "rename"]),
  ]

  /// Killed before each call that writes, one after the other: afterwards nothing has happened or everything
  /// has, and the next command leaves no trace of it.
  @Test(.enabled(if: canTrace, "strace cannot be used here"), arguments: acts)
  func killedAtAnyMoment(_ act: Act) throws {
    var results: [Bool] = []
    for call in act.calls {
      let step = act.added == 0 ? 1 : Self.step
      for count in stride(from: 1, to: .max, by: step) {
        guard let isDone = try happens(act, killedBefore: call, count) else { break }
        results.append(isDone)
      }
    }
    #expect(results.count > TestScope.cases(2, all: 8))
    #expect(Set(results) == [false, true])
  }

  /// The same where a hook looks at the files in the work tree before they are committed.
  @Test(.enabled(if: canTrace, "strace cannot be used here"), arguments: acts)
  func killedAroundAHook(_ act: Act) throws {
    var results: [Bool] = []
    for call in ["rename", "renameat2", "unlink"] {
      for count in stride(from: 1, to: .max, by: Self.step) {
        guard let isDone = try happens(act, killedBefore: call, count, hook: "git add -u") else {
          break
        }
        results.append(isDone)
      }
    }
    #expect(results.count > TestScope.cases(2, all: 8))
    #expect(Set(results) == [false, true])
  }

  /// The same on a file system that cannot put one file in place of another and keep both.
  @Test(.enabled(if: canTrace, "strace cannot be used here"), arguments: acts.dropFirst())
  func killedWhereNothingIsExchanged(_ act: Act) throws {
    var results: [Bool] = []
    for call in ["write", "rename", "unlink"] {
      for count in stride(from: 1, to: .max, by: Self.step) {
        let isDone = try happens(
          act, killedBefore: call, count, refused: ["renameat2", "link", "linkat", "syncfs"])
        guard let isDone else { break }
        results.append(isDone)
      }
    }
    #expect(results.count > TestScope.cases(2, all: 8))
    #expect(Set(results) == [false, true])
  }

  /// Whether the change has happened, killed before the call of that name and number; nil when there was no
  /// such call.
  private func happens(
    _ act: Act, killedBefore call: String, _ count: Int, hook: String? = nil,
    refused: [String] = []
  ) throws -> Bool? {
    let moment = "before \(call) number \(count)"
    let world = try World.withSampleStore()
    if let hook {
      let path = "store/.git/hooks/pre-commit"
      try world.write("#!/bin/sh\n\(hook)\n", to: path)
      chmod(world.path(path), 0o755)
    }
    let before = try state(world)
    let outcome = try trace(
      world, act.arguments, call, "signal=KILL:when=\(count)", followsChildren: hook == nil,
      refused: refused)
    if outcome.status == 0 { return nil }
    #expect(outcome.status == 137, "\(moment): \(outcome.errors)")
    // A git that commits now, were it not kept from it, must not take the change back.
    if try state(world).head != before.head {
      let trees = try world.shell(
        "cp .git/index ../copy; GIT_INDEX_FILE=../copy git write-tree; git rev-parse HEAD^{tree}")
      #expect(Set(trees.output.split(separator: "\n")).count == 1, "\(moment): \(trees)")
    }
    // A reading command is enough to bring all in order.
    let list = try world.tasks("list", "--all", "--json", in: "store")
    #expect(list.status == 0 && list.errors == "", "\(moment): \(list.errors)")
    try expectOrder(world, moment)
    let after = try state(world)
    let isDone = after.head != before.head
    #expect(isDone || after.files == before.files, "\(moment)")
    let commits = try world.git("rev-list", "--count", "HEAD", in: "store").output
    #expect(commits == (isDone ? "3\n" : "2\n"), "\(moment)")
    #expect(after.files.count == before.files.count + (isDone ? act.added : 0), "\(moment)")
    // And the store can be written to.
    let next = try world.tasks("note", "1bb", "still there", in: "store")
    #expect(next.status == 0 && next.errors == "", "\(moment): \(next.errors)")
    #expect(try world.git("status", "--porcelain", in: "store").output == "", "\(moment)")
    return isDone
  }

  /// Where the user commits by himself a change is one all the same.
  @Test(.enabled(if: canTrace, "strace cannot be used here"))
  func killedWithoutACommit() throws {
    var results: Set<Int> = []
    for call in ["rename", "renameat2", "unlink"] {
      for count in 1... {
        let world = try World.withSampleStore()
        let moment = "before \(call) number \(count)"
        try world.git("config", "tasks.autocommit", "false", in: "store")
        try world.tasks("modify", "1bb", "+before", in: "store")
        let outcome = try trace(
          world, ["modify", "1bb", "2cc", "+half"], call, "signal=KILL:when=\(count)")
        if outcome.status == 0 { break }
        #expect(try world.tasks("list", in: "store").errors == "", "\(moment)")
        let changed = try state(world).files.filter { $0.value.contains("half") }
        #expect(changed.count == 0 || changed.count == 2, "\(moment)")
        #expect(try state(world).files.values.contains { $0.contains("before") }, "\(moment)")
        results.insert(changed.count)
        let left = try world.shell("find . -name '*tasks-new' -o -path './.git/tasks/*'")
        let known = ["lock", "checked"].map { "./.git/tasks/\($0)" }
        #expect(
          left.output.split(separator: "\n").allSatisfy { line in
            known.contains(String(line)) || line.contains("cache-")
          }, "\(moment): \(left.output)")
      }
    }
    #expect(results == [0, 2])
  }

  /// What was edited by hand is nobody's to take back.
  @Test(.enabled(if: canTrace, "strace cannot be used here"))
  func killedWithAnEditByHand() throws {
    var commits: Set<String> = []
    for call in ["rename", "renameat2", "unlink"] {
      for count in 1... {
        let world = try World.withSampleStore()
        let moment = "before \(call) number \(count)"
        let path = try #require(try state(world).files.keys.first { $0.contains("1bb") })
        let edited = try world.read("store/" + path) + "edited by hand\n"
        try world.write(edited, to: "store/" + path)
        let outcome = try trace(
          world, ["modify", "2cc", "+new"], call, "signal=KILL:when=\(count)")
        if outcome.status == 0 { break }
        #expect(try world.tasks("list", in: "store").errors == "", "\(moment)")
        #expect(try world.read("store/" + path) == edited, "\(moment)")
        commits.insert(try world.git("rev-list", "--count", "HEAD", in: "store").output)
        #expect(try world.tasks("note", "3dd", "still there", in: "store").status == 0)
        #expect(try world.read("store/" + path) == edited, "\(moment)")
        try expectOrder(world, moment)
      }
    }
    #expect(commits == ["2\n", "3\n", "4\n"])
  }

  /// A hub with files that come, change, go, become programs and make room for each other.
  private func makeRoomForEachOther(in world: World, isForward: Bool) throws {
    let made = try world.shell(
      """
      mkdir room; echo 1 > room/a; echo 1 > stays; echo 1 > file; ln -s stays link; git add -A; git commit -qm files
      git clone -q --bare . ../hub.git; git remote add origin ../hub.git; git fetch -q
      git branch -q -u origin/main; git clone -q ../hub.git ../other; cd ../other
      git config user.name o; git config user.email o@example.org
      git rm -qr room file; echo 2 > room; mkdir file; echo 3 > file/a; echo 4 > file/b; chmod +x stays; ln -sf room link; ln -s room new
      tasks add Other > ../said; tasks purge 5gg >> ../said; git add -A; git commit -qm other; git push -q
      cd ../store; \(isForward ? ":" : "tasks add Own >> ../said")
      mkdir ../made; cp -a ../hub.git ../store ../made
      """)
    #expect(made.status == 0 && made.errors == "", "\(made)")
  }

  /// A merge by sync.
  @Test(.enabled(if: canTrace, "strace cannot be used here"), arguments: [false, true])
  func killedWhileItSyncs(isForward: Bool) throws {
    let world = try World.withSampleStore()
    try makeRoomForEachOther(in: world, isForward: isForward)
    var results: Set<Bool> = []
    for call in ["rename", "renameat2", "unlink", "symlink"] {
      for count in stride(from: 1, to: .max, by: Self.step) {
        let moment = "before \(call) number \(count)"
        try world.shell("rm -rf store hub.git; cp -a made/hub.git made/store .", in: "")
        let before = try state(world)
        let outcome = try trace(
          world, ["sync"], call, "signal=KILL:when=\(count)", followsChildren: false)
        if outcome.status == 0 { break }
        try #require(outcome.status == 137, "\(moment): \(outcome.errors)")
        #expect(try world.tasks("list", in: "store").errors == "", "\(moment)")
        #expect(
          try world.git("status", "--porcelain", in: "store").output == "", "\(moment)")
        let after = try state(world)
        #expect((after.head == before.head) == (after.files == before.files), "\(moment)")
        results.insert(after.head != before.head)
        let again = try world.tasks("sync", in: "store")
        #expect(again.status == 0, "\(moment): \(again.errors)")
        #expect(try world.read("store/link") == "2\n", "\(moment)")
        try expectOrder(world, moment)
      }
    }
    #expect(results == [false, true])
  }

  /// Where other programs have written much, the disk is waited for file by file.
  @Test(.enabled(if: canTrace, "strace cannot be used here"), arguments: [false, true])
  func syncingFileByFile(isForward: Bool) throws {
    let world = try World.withSampleStore()
    try makeRoomForEachOther(in: world, isForward: isForward)
    for arguments in [["sync"], ["done", "2cc"], ["delete", "2cc"], ["purge", "2cc"]] {
      let outcome = try trace(world, arguments, "syncfs", "error=ENOSYS")
      #expect(outcome.status == 0 && outcome.errors == "", "\(arguments): \(outcome)")
      try expectOrder(world, "\(arguments)")
    }
    #expect(try world.read("store/file/a") == "3\n")
    #expect(try world.read("store/link") == "2\n")
  }

  /// The same at moments of the clock, where no tracing is possible.
  @Test func killedAtSomeMoment() throws {
    let world = try World.withSampleStore()
    for step in 0..<12 {
      let add = try world.start(World.tasks, ["add", "Task \(step)"], in: "store")
      usleep(UInt32(step) * 1_000)
      add.signal(SIGKILL)
      add.waitUntilExit()
      let list = try world.tasks("list", "--format", "{title}", in: "store")
      #expect(list.status == 0 && list.errors == "", "\(list.errors)")
      try expectOrder(world, "after \(step) ms")
      let commits = try world.git("rev-list", "--count", "HEAD", in: "store").output
      #expect(commits == "\(list.output.split(separator: "\n").count - 1)\n")
    }
  }

  /// Full, or failing otherwise, at each write.
  @Test(
    .enabled(if: canTrace, "strace cannot be used here"),
    arguments: [("ENOSPC", "No space left"), ("EIO", "Input/output error")])
  func failingDisk(_ error: String, _ reason: String) throws {
    var failures = 0
    for count in 1... {
      let world = try World.withSampleStore()
      let before = try state(world)
      let outcome = try trace(
        world, ["done", "2cc", "3dd"], "write", "error=\(error):when=\(count)")
      if !(try world.read("trace").contains("INJECTED")) { break }
      // What git's library can try once more may have worked at last.
      if outcome.status != 0 {
        failures += 1
        #expect(outcome.status == 1, "write \(count): \(outcome.errors)")
        #expect(outcome.errors.contains(reason), "write \(count): \(outcome.errors)")
      }
      let list = try world.tasks("list", "--all", "--json", in: "store")
      #expect(list.status == 0 && list.errors == "", "write \(count): \(list.errors)")
      try expectOrder(world, "write \(count)")
      let after = try state(world)
      #expect(after.head != before.head || after.files == before.files, "write \(count)")
      #expect(try world.tasks("note", "1bb", "still there", in: "store").status == 0)
    }
    #expect(failures > 6)
  }

  /// A file system of its own, and really full.
  @Test func fullDisk() throws {
    let world = try World.withSampleStore()
    let outcome = try world.shell(
      """
      unshare -rm sh -c 'mkdir small && mount -t tmpfs -o size=600k none small && cp -a store small && cd small/store \
        && head -c 1m /dev/zero > fill 2> /dev/null; test -s fill || exit 99; git rev-parse HEAD; \
        tasks add New; echo $?; git rev-parse HEAD; rm fill; git status --porcelain; tasks list | wc -l; \
        tasks add New > /dev/null && git status --porcelain && git fsck --strict --no-dangling && tasks list | wc -l'
      """, in: "")
    if outcome.status == 99 || outcome.errors.contains("unshare:") { return }
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.errors.contains("No space left on device"), "\(outcome.errors)")
    #expect(lines.count == 5 && lines[1] == "1", "\(outcome.output)")
    #expect(lines.first == lines[2])
    #expect(lines.suffix(2) == ["3", "4"])
  }

  @Test func twentyAtOnce() throws {
    let world = try World.withSampleStore()
    let outcome = try world.shell(
      "seq 20 | xargs -P 20 -I N tasks add 'Task N'", in: "store")
    #expect(outcome.errors == "")
    #expect(outcome.output.split(separator: "\n").count == 20)
    let list = try world.tasks("list", "--format", "{rank} {title}", in: "store").output
    let rows = list.split(separator: "\n").dropFirst(3)
    #expect(Set(rows.map { $0.split(separator: " ", maxSplits: 1)[1] }).count == 20)
    #expect(Set(rows.map { $0.split(separator: " ")[0] }).count == 20)
    #expect(try world.git("rev-list", "--count", "HEAD", in: "store").output == "22\n")
    try expectOrder(world, "")
  }

  @Test func readingMeanwhile() throws {
    let world = try World.withSampleStore()
    let writer = #"for n in $(seq 12); do tasks modify 1bb 2cc title:"Number $n" > /dev/null; done"#
    let reader =
      #"for n in $(seq 25); do tasks list --format "{title}" | grep Number | uniq | wc -l; done"#
    try world.write(writer, to: "writer")
    try world.write(reader, to: "reader")
    let outcome = try world.shell(
      "printf '../writer\n../reader\n' | xargs -P 2 -n 1 sh", in: "store")
    #expect(outcome.errors == "")
    #expect(outcome.output.split(separator: "\n").count == 25)
    try expectOrder(world, "")
  }

  @Test func aReaderThatStopsEarly() throws {
    let world = try World.withSampleStore()
    let lines = (0..<190).map { "Task \($0) " + String(repeating: "x", count: 500) + "\n" }.joined()
    #expect(try world.tasks("add", "-", in: "store", input: lines).status == 0)
    let outcome = try world.shell(
      "{ tasks list; echo $? >&2; } | head -1; { tasks list --json; echo $? >&2; } | true")
    #expect(outcome.errors == "0\n0\n")
    #expect(outcome.output.split(separator: "\n").count == 1)
    let full = try world.shell("tasks list > /dev/full")
    #expect(full.status == 1)
    #expect(full.errors.contains("No space left"))
  }

  @Test func anotherGitHoldsTheIndex() throws {
    let world = try World.withSampleStore()
    let before = try state(world)
    for held in TestScope.cases(["DIRC something"], all: ["", "DIRC something"]) {
      try world.write(held, to: "store/.git/index.lock")
      let start = Date()
      let outcome = try world.tasks("done", "2cc", in: "store")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("index.lock") && outcome.errors.contains("another git"))
      #expect(Date().timeIntervalSince(start) > 0.5)
      #expect(try world.read("store/.git/index.lock") == held)
      try FileManager.default.removeItem(atPath: world.path("store/.git/index.lock"))
      let after = try state(world)
      #expect(after.head == before.head && after.files == before.files)
      try expectOrder(world, "")
    }
    #expect(try world.tasks("done", "2cc", in: "store").status == 0)
  }

  @Test func anotherGitHoldsTheIndexForAMoment() throws {
    let world = try World.withSampleStore()
    let outcome = try world.shell(
      "touch .git/index.lock; (sleep 0.2; rm .git/index.lock) & tasks done 2cc; s=$?; wait; exit $s"
    )
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    try expectOrder(world, "")
  }

  // MARK: What is looked at

  private struct State: Equatable {
    let head: String
    let files: [String: String]
  }

  private func state(_ world: World) throws -> State {
    var files: [String: String] = [:]
    let folder = world.path("store")
    for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
    where !path.hasPrefix(".git/") && path != ".git" {
      files[path] = (try? world.read("store/" + path)) ?? "folder"
    }
    return State(head: try world.git("rev-parse", "HEAD", in: "store").output, files: files)
  }

  /// Clean, sound, and nothing left lying about.
  private func expectOrder(
    _ world: World, _ moment: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try world.shell(
      """
      git status --porcelain --ignored || echo "git status failed"
      git fsck --strict --no-dangling || echo "git fsck failed"
      find . \\( -name '*.lock' -o -name '*tasks-*' -o -path './.git/tasks/*' -o -name '*.new*' \\) \
        ! -path './.git/tasks/lock' ! -path './.git/tasks/checked' ! -name '*.tasks-sample' \
        ! -path './.git/tasks/cache-*'
      """)
    #expect(found.output + found.errors == "", "\(moment)", sourceLocation: sourceLocation)
  }

  /// Runs `tasks` with something done to one kind of its system calls.
  private func trace(
    _ world: World, _ arguments: [String], _ call: String, _ injection: String,
    followsChildren: Bool = true, refused: [String] = []
  ) throws -> World.Outcome {
    let calls = ([call] + refused).joined(separator: ",")
    var options = (followsChildren ? ["-f"] : []) + ["-qq", "-o", world.path("trace")]
    options += ["-e", "trace=\(calls)", "-e", "inject=\(call):\(injection)"]
    if !refused.isEmpty {
      options += ["-e", "inject=\(refused.joined(separator: ",")):error=EPERM"]
    }
    return try world.run("strace", options + [World.tasks] + arguments, in: "store")
  }
}
