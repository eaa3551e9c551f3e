import Foundation
import TestSupport
import Testing

/// What a sync makes of a git that fails: whose fault it is, what it says, and how often it asks.
@Suite struct SyncFailureTests {
  /// Puts the remote behind an ssh that cannot get through, and counts how often it was tried.
  private func deaden(_ key: String, of fleet: Fleet) throws {
    let asked = fleet.world.path("asked")
    try fleet.script("#!/bin/sh\necho >> \(asked)\necho no route >&2\nexit 255\n", to: "ssh")
    fleet.world.environment["GIT_SSH_COMMAND"] = fleet.world.path("ssh")
    fleet.world.environment["GIT_SSH_VARIANT"] = "ssh"
    try fleet.git("config", key, "ssh://user@host/x.git", on: "a")
  }

  @Test(arguments: ["remote.origin.url", "remote.origin.pushurl"])
  func aDeadHostIsAskedOnce(key: String) throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    try deaden(key, of: fleet)
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("1 change waits") && outcome.errors.contains("no route"))
    #expect(try fleet.world.read("asked") == "\n")
  }

  /// A tree of a remote that somebody else writes to may lead out of the store, or into git's folder: git refuses both.
  @Test(arguments: [[".."], ["+", "..", ".."], [".git"], ["git~1"]])
  func nothingOutsideOfTheStoreIsWritten(folders: [String]) throws {
    let fleet = try Fleet("a")
    try fleet.tasks("sync", on: "a")
    let kept = fleet.world.path("keep")
    try fleet.world.write("kept\n", to: "keep")
    let script = """
      set -e; cd "$(git config remote.origin.url)"
      blob=$(printf 'kept\\n' | git hash-object -w --stdin)
      new=$(printf 'new\\n' | git hash-object -w --stdin)
      tree() { # NAME TREE: a tree with one folder, of any name
        { printf '40000 %s\\0' "$1"; python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.argv[1]))' $2
          [ -z "$3" ] || git cat-file tree "$3"; } | git hash-object -t tree -w --literally --stdin; }
      sub=$(printf '100644 blob %s\\tkeep\\n100644 blob %s\\tnew\\n' $blob $new | git mktree)
      for name in \(folders.reversed().dropLast().joined(separator: " ")); do sub=$(tree $name $sub); done
      tree=$(tree '\(folders[0])' $sub 'main^{tree}')
      git update-ref refs/heads/main $(git commit-tree $tree -p main -m hostile)
      """
    try fleet.run("sh", ["-c", script], on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(
      outcome.status != 0 && outcome.errors.contains(folders.joined(separator: "/")), "\(outcome)")
    #expect(
      try fleet.world.read("keep") == "kept\n" && FileManager.default.fileExists(atPath: kept))
    for path in ["new", ".new.tasks-new", ".keep.tasks-new", "a/.git/new", "a/git~1"] {
      #expect(!FileManager.default.fileExists(atPath: fleet.world.path(path)), "\(path)")
    }
    #expect(try fleet.attempt("tasks", ["add", "Still"], on: "a").status == 0)
  }

  /// Nor is it written through a link, which the same tree has beside a folder of its name, or had before.
  @Test(arguments: [false, true]) func nothingIsWrittenThroughALink(isUndone: Bool) throws {
    let fleet = try Fleet("a")
    try fleet.tasks("sync", on: "a")
    let script = """
      set -e; cd "$(git config remote.origin.url)"
      new=$(printf '#!/bin/sh\n' | git hash-object -w --stdin)
      link=$(printf .git/hooks | git hash-object -w --stdin)
      sub=$(printf '100755 blob %s\tpost-commit\n' $new | git mktree)
      folder="040000 tree $sub\tdir\n" link="120000 blob $link\tdir\n"
      push() { # ENTRIES
        tree=$({ git ls-tree main | grep -v dir || :; printf "$1"; } | git mktree)
        git update-ref refs/heads/main $(git commit-tree $tree -p main -m hostile); }
      if \(isUndone); then push "$folder"; push ""; push "$link"; else push "$link$folder"; fi
      """
    try fleet.run("sh", ["-c", script], on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    if isUndone {
      let removed = try fleet.git("rev-parse", "HEAD~1", on: "a")
      #expect(try fleet.attempt("tasks", ["undo", "--op", removed], on: "a").status != 0)
    } else {
      #expect(outcome.status != 0 && outcome.errors.contains("dir/post-commit"), "\(outcome)")
    }
    #expect(
      !FileManager.default.fileExists(atPath: fleet.world.path("a/.git/hooks/post-commit")))
    #expect(try fleet.attempt("tasks", ["add", "Still"], on: "a").status == 0)
  }

  /// Scripts read one object, with git's words in it.
  @Test func offlineJSONIsPure() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    try deaden("remote.origin.url", of: fleet)
    let outcome = try fleet.attempt("tasks", ["sync", "--json"], on: "a")
    #expect(outcome.status == 6 && outcome.output == "")
    let object =
      try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any]
    #expect(object?["error"] as? String == "network")
    #expect((object?["message"] as? String)?.contains("no route") == true)
    // Repeated, one a line.
    for line in try told(byRepeating: "--json", fleet).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["kind"] as? String == "error")
    }
  }

  @Test func aStaleLockIsNoMatterOfTheNetwork() throws {
    let (fleet, lock, asked) = try lockedFleet()
    try fleet.script("#!/bin/sh\necho >> \(asked)\nexec git-upload-pack \"$@\"\n", to: "upload")
    try fleet.git("config", "remote.origin.uploadpack", fleet.world.path("upload"), on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(try fleet.world.read("asked") == "\n", "the remote has nothing to do with it")
    #expect(outcome.errors.contains("main.lock") && outcome.errors.contains("tasks doctor --fix"))
    // It may be somebody's.
    let young = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(young.status == 1 && young.output.contains("wrong   locks: \(lock)"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -90)], ofItemAtPath: lock)
    let old = try fleet.attempt("tasks", ["doctor"], on: "a")
    #expect(old.status == 1 && old.output.contains("tasks doctor --fix"))
    // A git that is at work here may be the one.
    let pipe = Pipe()
    let git = try fleet.start("git", ["cat-file", "--batch"], on: "a", input: pipe)
    try fleet.wait("git has not begun") {
      try fleet.world.read("/proc/\(git.processIdentifier)/comm") == "git\n"
    }
    let busy = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(busy.status == 1 && busy.output.contains("git (process \(git.processIdentifier))"))
    git.signal(SIGKILL)
    git.waitUntilExit()
    #expect(try fleet.tasks("doctor", "--fix", on: "a").contains("mended  locks: \(lock)"))
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.titles(on: "a") == ["one"])
    #expect(try fleet.tasks("doctor", on: "a").contains("fine    locks"))
  }

  /// The remote has answered, and the rest never came: that is no fault of this clone, and it is not tried again.
  @Test func aLostConnectionIsAMatterOfTheNetwork() throws {
    let fleet = try Fleet("a", "b")
    var random = SeededGenerator(seed: 1)
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let noise = (0..<200_000).map { _ in letters[Int.random(in: 0..<36, using: &random)] }
    try fleet.write("* TODO much\n" + String(noise) + "\n", to: "much.org", on: "b")
    try fleet.tasks("sync", on: "b")
    let asked = fleet.world.path("asked")
    try fleet.script(
      """
      #!/bin/sh
      for command; do :; done
      echo >> \(asked)
      # What git reads first, and some of the pack; then this shell and its ends of the pipes are gone.
      sh -c "$command" | { dd bs=65536 count=3 2> /dev/null; echo the line is cut >&2; kill $$; }

      """, to: "cut")
    try fleet.git(
      "remote", "set-url", "origin", "ssh://u@h\(fleet.world.path("hub.git"))", on: "a")
    try fleet.git("config", "core.sshCommand", fleet.world.path("cut"), on: "a")
    try fleet.git("config", "ssh.variant", "simple", on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 6 && outcome.errors.contains("the line is cut"))
    #expect(try fleet.world.read("asked") == "\n")
  }

  @Test func repeatingOutlivesALock() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    let id = try fleet.git("config", "tasks.device", on: "a").trimmingCharacters(in: .newlines)
    let lock = "a/.git/refs/tasks/devices/\(id).lock"
    #expect(fleet.exists(".git/refs/tasks/devices/\(id)", on: "a"))
    try fleet.world.write("", to: lock)
    #expect(try told(byRepeating: "", fleet).contains("refs/tasks/devices/\(id)"))
  }

  @Test func aHookOfThisCloneThatRefusesIsNoMatterOfTheNetwork() throws {
    let fleet = try Fleet("a")
    let ran = fleet.world.path("ran")
    try fleet.script(
      "#!/bin/sh\necho >> \(ran)\necho not from here >&2\nexit 1\n", to: "a/.git/hooks/pre-push")
    try fleet.tasks("add", "one", on: "a")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the hook pre-push of this clone rejected the sync"))
    #expect(outcome.errors.contains("1 change waits") && outcome.errors.contains("not from here"))
    #expect(try fleet.world.read("ran") == "\n")
    try FileManager.default.removeItem(atPath: fleet.world.path("a/.git/hooks/pre-push"))
    try fleet.tasks("sync", on: "a")
  }

  /// In a folder of a larger repository nobody has set pull.rebase, and a branch need not follow any.
  @Test func whatGitHasToMergeIsMergedAsAdvised() throws {
    let fleet = try Fleet()
    try fleet.git("init", "-q", "--bare", "hub.git")
    try fleet.git("clone", "-q", "hub.git", "a")
    try fleet.write("same\n", to: "code.c", on: "a")
    try fleet.git("add", ".", on: "a")
    try fleet.git("commit", "-qm", "code", on: "a")
    try fleet.git("push", "-q", "origin", "HEAD", on: "a")
    try fleet.git("clone", "-q", "hub.git", "b")
    for device in ["a", "b"] {
      try fleet.tasks("init", "todo", on: device)
      try fleet.write("\(device)\n", to: "code.c", on: device)
      try fleet.git("commit", "-qam", "code of \(device)", on: device)
    }
    try fleet.git("push", "-q", "origin", "HEAD", on: "b")
    let refused = try fleet.attempt("tasks", ["sync"], on: "a/todo")
    #expect(refused.status == 1)
    let advice = try #require(
      refused.errors.split(separator: "\n").first?.split(separator: ": tasks ").last)
    #expect(advice == "git merge origin/main")
    let merge = try fleet.attempt(
      "tasks", advice.split(separator: " ").map(String.init), on: "a/todo")
    #expect(
      merge.status == 1 && merge.output.contains("CONFLICT (content): Merge conflict in code.c"))
    try fleet.git("checkout", "-q", "--ours", ".", on: "a")
    try fleet.git("commit", "-qam", "merged", on: "a")
    try fleet.tasks("sync", on: "a/todo")
  }

  /// A branch may follow another one of its clone: it is synchronized with the remote all the same, and every
  /// command goes by that.
  @Test func aBranchOfThisCloneIsNoRemote() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.git("switch", "-qc", "side", "--track", "main", on: "a")
    try fleet.tasks("add", "two", on: "a")
    func ahead() throws -> Int? {
      let text = try fleet.tasks("status", "--json", on: "a")
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return (object?["status"] as? [String: Any])?["ahead"] as? Int
    }
    #expect(try ahead() ?? 0 == 0)
    // That makes a branch nobody has asked for by name, and is said.
    let plan = try fleet.tasks("sync", "--dry-run", on: "a")
    #expect(plan == "would push 3 commits to origin, as the new branch side\n")
    let sync = try fleet.tasks("sync", on: "a")
    #expect(
      sync == "synchronized with origin: 0 received, 3 sent, as the new branch side\n", "\(sync)")
    #expect(try ahead() == 0)
    #expect(try fleet.tasks("list", "--unsynced", on: "a") == "")
    #expect(try fleet.git("config", "branch.side.remote", on: "a") == ".\n")
    try fleet.tasks("add", "three", on: "a")
    #expect(try ahead() == 1)
    #expect(try fleet.tasks("sync", on: "a") == "synchronized with origin: 0 received, 1 sent\n")
    try fleet.tasks("add", "four", on: "a")
    // Where git would push to goes before the name origin.
    try fleet.git("init", "-q", "--bare", "other.git")
    try fleet.git("remote", "add", "other", fleet.world.path("other.git"), on: "a")
    try fleet.git("config", "branch.side.pushRemote", "other", on: "a")
    #expect(try fleet.tasks("sync", on: "a").hasPrefix("synchronized with other: "))
    try fleet.git("remote", "remove", "other", on: "a")
    #expect(try ahead() == 1)
    // With nothing to go by, all say so.
    try fleet.git("remote", "rename", "origin", "one", on: "a")
    try fleet.git("remote", "add", "two", fleet.world.path("hub.git"), on: "a")
    #expect(try fleet.attempt("tasks", ["sync"], on: "a").errors.contains("follows none of them"))
    #expect(try ahead() ?? 0 == 0)
    let doctor = try fleet.attempt("tasks", ["doctor"], on: "a")
    #expect(doctor.status == 1)
    #expect(
      doctor.output.contains("        choose one with: tasks git push --set-upstream one HEAD\n"))
  }

  /// What a sync that repeats says of the first two times, neither of which it must end with.
  private func told(byRepeating option: String, _ fleet: Fleet) throws -> String {
    let told = fleet.world.path("told")
    let loop = try fleet.start(
      "sh", ["-c", "exec tasks sync --every 1 \(option) 2> \(told)"], on: "a")
    defer { loop.signal(SIGKILL) }
    try fleet.wait("it does not go on") {
      ((try? fleet.world.read("told")) ?? "").filter { $0 == "\n" }.count >= 2
    }
    loop.signal(SIGINT)
    #expect(loop.waitUntilExit() == .exited(0))
    return try fleet.world.read("told")
  }

  /// Two devices, of which b has pushed; on a, somebody holds the lock of the remote's branch. `asked` is for a script
  /// to note that it was called.
  private func lockedFleet() throws -> (Fleet, lock: String, asked: String) {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "b")
    try fleet.tasks("sync", on: "b")
    let lock = fleet.world.path("a/.git/refs/remotes/origin/main.lock")
    try fleet.world.write("", to: lock)
    return (fleet, lock, fleet.world.path("asked"))
  }
}
