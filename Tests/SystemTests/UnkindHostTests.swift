import Foundation
import TestSupport
import Testing

/// Hosts that refuse what others grant: then it goes another way, or the command says so and nothing has happened.
@Suite(.enabled(if: DurabilityTests.canTrace, "strace cannot be used here"))
struct UnkindHostTests {
  private let world: World

  init() throws { world = try World.withSampleStore() }

  /// Runs `tasks`, whose calls fail, where paths are given those about them.
  private func tasks(
    _ words: String..., failing call: String, _ error: String, at paths: String...
  ) throws -> World.Outcome {
    try world.run(
      "strace",
      ["-f", "-qq", "-o", world.path("trace"), "-e", "trace=\(call)"]
        + paths.flatMap { ["-P", world.path($0)] } + ["-e", "inject=\(call):error=\(error)"]
        + [World.tasks] + words, in: "store")
  }

  /// The command succeeds all the same.
  private func expectSuccess(
    _ outcome: World.Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      outcome.status == 0 && outcome.errors == "", "\(outcome)", sourceLocation: sourceLocation)
    try expectOrder(sourceLocation: sourceLocation)
  }

  private func head() throws -> String { try world.git("rev-parse", "HEAD", in: "store").output }

  private func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let status = try world.git("status", "--porcelain", "--ignored", in: "store")
    #expect(status.output == "", sourceLocation: sourceLocation)
    let left = try world.shell(
      "find . -name '*.lock' -o -name '*tasks-new' -o -path './.git/tasks/[oi]*'")
    #expect(left.output == "", sourceLocation: sourceLocation)
  }

  /// The runtime reads the arguments there. Without any the program would list, and git take that for a merge.
  @Test func argumentsThatCannotBeRead() throws {
    let before = try head()
    let outcome = try tasks("add", "New", failing: "openat", "EACCES", at: "/proc/self/maps")
    #expect(outcome.status == 255 && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains("arguments cannot be read"))
    #expect(try head() == before)
  }

  @Test func childrenWhoseEndIsIgnored() throws {
    try world.shell(
      "printf '#!/bin/sh\n:\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit")
    try expectSuccess(world.shell("trap '' CHLD; tasks add New"))
  }

  /// What lies outside of the repository is nobody's to open.
  @Test func aFolderAboveThatCannotBeOpened() throws {
    try world.write("* TODO At the top\n", to: "store/top.org")
    try world.tasks("add", "New", in: "store")
    try expectSuccess(
      tasks("modify", "top.org", "+tag", failing: "openat", "EPERM", at: world.folder, "store/.git")
    )
  }

  /// As on a host where the names in folders are synced with the files.
  @Test func foldersThatCannotBeSynced() throws {
    for error in ["EINVAL", "EBADF"] {
      for folder in [".git/tasks", ".git/objects", "2026-11", ".git/refs/heads"] {
        try expectSuccess(
          tasks(
            "note", "1bb", "\(error) \(folder)", failing: "fsync,syncfs", error,
            at: "store/" + folder, "store/.git"))
      }
    }
  }

  /// What cannot be read is not what somebody has saved meanwhile.
  @Test(arguments: ["EIO", "ENFILE"]) func aReplacedFileThatCannotBeRead(error: String) throws {
    let path = try #require(
      try world.git("ls-files", "*1bb*", in: "store").output.split(separator: "\n").first)
    let slash = try #require(path.lastIndex(of: "/"))
    let waiting = "\(path[..<slash])/.\(path[path.index(after: slash)...]).tasks-new"
    let before = try head()
    let outcome = try tasks(
      "modify", "1bb", "+new", failing: "read", error, at: "store/" + waiting)
    // Where nothing can be exchanged it is not read there.
    if !(try world.read("trace").contains("INJECTED")) { return }
    #expect(outcome.status == 1 && outcome.errors.contains(".tasks-new"), "\(outcome)")
    #expect(!outcome.errors.contains("meanwhile"), "\(outcome)")
    #expect(try world.tasks("modify", "2cc", "+new", in: "store").status == 0)
    #expect(try head() != before)
    #expect(!(try world.read("store/" + path).contains(":new:")))
    try expectOrder()
  }

  /// A file that cannot be opened is not one that is gone.
  @Test func anUndoThatCannotReadAFile() throws {
    let path = try #require(
      try world.git("ls-files", "*1bb*", in: "store").output.split(separator: "\n").first)
    for time in 1...6 {
      try world.tasks("modify", "1bb", "+new\(time)", in: "store")
      try world.run(
        "strace",
        [
          "-f", "-qq", "-o", world.path("trace"), "-P", world.path("store/" + path), "-e",
          "trace=openat", "-e",
          "inject=openat:error=EIO:when=\(time)", World.tasks, "undo",
        ], in: "store")
      #expect(FileManager.default.fileExists(atPath: world.path("store/" + path)), "\(time)")
      #expect(try world.git("ls-files", "*1bb*", in: "store").output != "", "\(time)")
    }
    try expectOrder()
  }

  /// Settings that cannot be looked at are there all the same, and not written anew.
  @Test func settingsThatCannotBeRead() throws {
    let path = "config/tasks/config"
    try world.write("[remind]\n\tnotifier = mine\n", to: path)
    for call in ["%%stat", "openat"] {
      let outcome = try tasks("config", "theme", "light", failing: call, "EIO", at: path)
      #expect(
        outcome.status == 2 && outcome.errors.contains("settings cannot be read"), "\(outcome)")
      #expect(try world.read(path) == "[remind]\n\tnotifier = mine\n")
    }
    #expect(try world.tasks("config", "theme", "light", in: "store").status == 0)
    #expect(try world.read(path).contains("mine"))
  }

  /// A store that cannot be looked at is no reason to use another.
  @Test func aStoreThatCannotBeLookedAt() throws {
    let outcome = try tasks("add", "New", failing: "%%stat", "EIO", at: "store/.tasks")
    #expect(outcome.status != 0, "\(outcome)")
  }

  /// Where another user has begun, whose folder may not be entered, one's own store is used.
  @Test func aCurrentFolderThatMayNotBeEntered() throws {
    let outcome = try world.run(
      "strace",
      [
        "-f", "-qq", "-o", world.path("trace"), "-P", world.path("store/.tasks"), "-P",
        world.path("store") + "/.", "-P", world.path("store/.git"), "-e",
        "inject=%%stat:error=EACCES",
        World.tasks, "add", "New",
      ], in: "store")
    #expect(outcome.status == 0 && outcome.errors.contains("data/tasks"), "\(outcome)")
  }

  /// A lock of ours that stays would stop every later command.
  @Test(arguments: ["index.lock", "HEAD.lock"]) func aLockThatIsNotRemovedAtOnce(lock: String)
    throws
  {
    let outcome = try world.run(
      "strace",
      [
        "-f", "-qq", "-o", world.path("trace"), "-P", world.path("store/.git/" + lock), "-e",
        "trace=unlink,unlinkat", "-e", "inject=unlink,unlinkat:error=EIO:when=1", World.tasks,
        "add", "New",
      ], in: "store")
    #expect(try world.read("trace").contains("INJECTED"))
    try expectSuccess(outcome)
  }

  /// One task that cannot be read is in nobody's way, however young it is.
  @Test func anotherTaskThatCannotBeRead() throws {
    try world.tasks("add", "Unreadable", in: "store")
    let path = try #require(
      try world.git("ls-files", "*/unreadable-*", in: "store").output.split(separator: "\n").first)
    let outcome = try tasks(
      "add", "New", failing: "openat", "EACCES", at: "store/" + path)
    #expect(outcome.status == 0 && outcome.output.contains("New"), "\(outcome)")
    #expect(try world.read("trace").contains("INJECTED"))
    try expectOrder()
  }

  /// The second change of a command is not begun before the first is carried out.
  @Test func anIndexThatCannotBeWrittenForTheFirstOfTwo() throws {
    let path = try #require(
      try world.git("ls-files", "*1bb*", in: "store").output.split(separator: "\n").first)
    try world.shell("git update-index --split-index; mkdir ../bin; printf 'by hand\n' >> \(path)")
    try world.write(
      """
      #!/bin/sh
      case "$GIT_INDEX_FILE $*" in " "*update-index*) echo 'no room' >&2; exit 128;; esac
      PATH=${PATH#*:} exec git "$@"
      """, to: "bin/git")
    chmod(world.path("bin/git"), 0o755)
    let outcome = try world.shell("PATH=$HOME/bin:$PATH tasks add New")
    #expect(outcome.status == 1 && outcome.errors.contains("no room"), "\(outcome)")
    #expect(
      try world.git("log", "-1", "--format=%s", in: "store").output.hasPrefix("edited by hand"))
    #expect(try world.tasks("add", "Newer", in: "store").status == 0)
    #expect(try world.git("show", "HEAD:" + path, in: "store").output.contains("by hand"))
    try expectOrder()
  }

  @Test func aFolderWhoseNameIsNotUTF8() throws {
    let outcome = try world.shell(
      """
      mkdir "$(printf 'caf\\351')"; cp -r store caf*; cd caf*/store; for words in 'add New' list init; do
      tasks $words; echo $?; done; cd ..; ls
      """, in: "")
    #expect(outcome.output == "1\n1\n1\nstore\n", "\(outcome)")
    #expect(outcome.errors.contains("not UTF-8"))
    #expect(!FileManager.default.fileExists(atPath: world.path("data/tasks")))
  }
}
