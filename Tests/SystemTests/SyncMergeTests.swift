import Foundation
import TestSupport
import Testing

/// What sync's merges make of hooks, signatures and preferences, and what can be seen of them afterwards.
@Suite struct SyncMergeTests {
  private func hook(_ name: String, _ script: String, _ fleet: Fleet) throws {
    try fleet.write("#!/bin/sh\n" + script, to: ".git/hooks/\(name)", on: "a")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fleet.world.path("a/.git/hooks/\(name)"))
  }

  private func parted() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", "+x", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:from b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("modify", one, "title:from a", on: "a")
    return fleet
  }

  /// An id that one device changed by hand makes another task of the file; both stay.
  @Test(arguments: ["sync", "pull"], ["a", "b"])
  func anIDThatWasChangedMakesTwoTasks(way: String, first: String) throws {
    let fleet = try Fleet("a", "b")
    let second = first == "a" ? "b" : "a"
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    let text = try fleet.world.read("a/\(one)")
    let id = try #require(text.firstMatch(of: /:ID: +(\w+)/)).1
    try fleet.write(
      text.replacingOccurrences(of: String(id), with: "zzzzzzzzzzzzzzzz"), to: one, on: "a")
    try fleet.git("commit", "--quiet", "-am", "another id", on: "a")
    try fleet.tasks("modify", one, "pri:A", on: "b")
    try fleet.tasks("sync", on: first)
    if way == "sync" {
      try fleet.tasks("sync", on: second)
    } else {
      try fleet.git("pull", "--quiet", "--no-rebase", on: second)
    }
    let listing = try fleet.tasks("list", "--format", "{id} {priority}", on: second)
    #expect(Set(listing.split(separator: "\n")) == ["\(id) A", "zzzzzzzzzzzzzzzz "])
    try fleet.expectClean(second)
  }

  @Test func hooksSeeTheMerge() throws {
    let fleet = try parted()
    try hook("pre-merge-commit", "git diff --cached --name-only HEAD > ../seen\n", fleet)
    try hook("commit-msg", "echo 'Reviewed-by: hook' >> \"$1\"\n", fleet)
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.git("log", "-1", "--format=%P", on: "a").contains(" "))
    #expect(try fleet.git("log", "-1", "--format=%B", on: "a").contains("Reviewed-by: hook"))
    #expect(try fleet.world.read("seen").contains(".org"))
    try fleet.expectClean("a")
  }

  /// As a hook that runs the tests of a project does.
  @Test(arguments: [false, true]) func hooksFindTheMergeInTheWorkTree(refuses: Bool) throws {
    let fleet = try parted()
    try fleet.tasks("add", "two", on: "b")
    try fleet.tasks("sync", on: "b")
    let path = try fleet.path("from a", on: "a")
    let before = try fleet.read(path, on: "a")
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    try hook(
      "pre-merge-commit",
      """
      cat */*.org > ../seen
      git diff --quiet && echo same >> ../seen
      echo stray > ../a/.git/mark
      \(refuses ? "exit 1" : "true")

      """, fleet)
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    let seen = try fleet.world.read("seen")
    #expect(seen.contains("* TODO two\n"))
    #expect(seen.contains("same\n"), "\(seen)")
    #expect(outcome.status == (refuses ? 1 : 0), "\(outcome)")
    if refuses {
      #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
      #expect(try fleet.read(path, on: "a") == before)
    } else {
      #expect(try fleet.tasks("list", on: "a").contains("two"))
    }
    try fleet.expectClean("a")
    let own = try FileManager.default.contentsOfDirectory(
      atPath: fleet.world.path("a/.git/tasks"))
    #expect(!own.contains { $0.hasPrefix("old.") || $0.hasPrefix("intent") }, "\(own)")
  }

  /// As with git, where pre-merge-commit may look and refuse, and add nothing; with git putting the files in place, and
  /// without.
  @Test(arguments: [false, true]) func whatAHookStagesIsNoPartOfTheMerge(converts: Bool) throws {
    let fleet = try parted()
    if converts { try fleet.git("config", "core.autocrlf", "true", on: "a") }
    try fleet.write("more\n", to: "README.txt", on: "b")
    try fleet.git("add", "README.txt", on: "b")
    try fleet.git("commit", "--quiet", "-m", "more", on: "b")
    try fleet.tasks("add", "precious", on: "b")
    try fleet.tasks("sync", on: "b")
    try hook("pre-merge-commit", "git add -A; git rm -q --cached inbox.org 2>&1; true\n", fleet)
    try fleet.tasks("sync", on: "a")
    for device in ["a", "b"] {
      #expect(try fleet.tasks("list", on: device).contains("precious"))
      #expect(try fleet.read("README.txt", on: device).hasPrefix("more"))
      try fleet.expectClean(device)
      try fleet.tasks("sync", on: "b")
    }
  }

  @Test func aMergeThatIsKilledInAHookIsTakenBack() throws {
    let fleet = try parted()
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    try hook("pre-merge-commit", "kill -9 $PPID\n", fleet)
    #expect(try fleet.attempt("tasks", ["sync"], on: "a").status != 0)
    #expect(try fleet.git("status", "--porcelain", on: "a") != "", "the hook saw nothing")
    #expect(try fleet.tasks("list", on: "a").contains("from a"))
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    try fleet.expectClean("a")
    try FileManager.default.removeItem(atPath: fleet.world.path("a/.git/hooks/pre-merge-commit"))
    #expect(try fleet.tasks("sync", on: "a").contains("merged"))
    try fleet.expectClean("a")
  }

  @Test(arguments: ["pre-merge-commit", "commit-msg"]) func aHookThatRefusesStopsIt(
    name: String
  ) throws {
    let fleet = try parted()
    let head = try fleet.git("rev-parse", "HEAD", on: "a")
    try hook(name, "echo no merges today >&2\nexit 1\n", fleet)
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no merges today"))
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == head)
    try fleet.expectClean("a")
  }

  @Test func mergesAreSignedWhereCommitsAre() throws {
    let fleet = try parted()
    try fleet.write(
      "#!/bin/sh\necho '[GNUPG:] SIG_CREATED ' >&2\necho '-----BEGIN PGP SIGNATURE-----'\n"
        + "echo '-----END PGP SIGNATURE-----'\ncat > /dev/null\n", to: "../gpg", on: "a")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fleet.world.path("gpg"))
    try fleet.git("config", "commit.gpgSign", "true", on: "a")
    try fleet.git("config", "gpg.program", fleet.world.path("gpg"), on: "a")
    try fleet.tasks("sync", on: "a")
    let commit = try fleet.git("cat-file", "commit", "HEAD", on: "a")
    #expect(commit.contains("BEGIN PGP SIGNATURE"))
    #expect(commit.split(separator: "\n").count { $0.hasPrefix("parent ") } == 2)
  }

  /// Two devices of a store that prefers the later change: the title is changed later on b, the deadline on a.
  private func preferringTheLatest() throws -> (Fleet, one: String) {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    let settings = try fleet.read(".tasks/config", on: "a")
    try fleet.write(
      settings + "[merge \"tasks\"]\n\tprefer = latest\n", to: ".tasks/config", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:from a", on: "a")
    try fleet.tasks("modify", one, "title:from b", on: "b")
    try fleet.tasks("modify", one, "due:2026-12-02", on: "b")
    try fleet.tasks("modify", one, "due:2026-12-01", on: "a")
    try fleet.tasks("modify", one, "pri:C", on: "a")
    return (fleet, one)
  }

  private func expectTheLatest(_ text: String) {
    #expect(text.contains("[#C] from b"))
    #expect(text.contains("2026-12-01"))
    #expect(text.contains("Merge dropped title \"from a\""))
    #expect(text.contains("Merge dropped deadline \"2026-12-02\""))
  }

  /// File by file, where the strategy is not run.
  @Test(arguments: ["merge", "rebase"], ["a", "b"])
  func theLaterChangeCountsInTheDriverToo(command: String, device: String) throws {
    let (fleet, one) = try preferringTheLatest()
    let other = device == "a" ? "b" : "a"
    try fleet.git("push", "-q", "origin", "main", on: other)
    try fleet.git("fetch", "-q", on: device)
    try fleet.git("-c", "pull.twohead=ort", command, "-q", "origin/main", on: device)
    try fleet.expectClean(device)
    expectTheLatest(try fleet.read(one, on: device))
  }

  @Test(arguments: Way.allCases) func theLaterChangeCountsWhereAStoreSaysSo(way: Way) throws {
    let (fleet, one) = try preferringTheLatest()
    try fleet.copy("b", to: "c")
    try fleet.git("push", "-q", "origin", "main", on: "b")
    try way.run(fleet, on: "a")
    try fleet.expectClean("a")
    expectTheLatest(try fleet.read(one, on: "a"))
    // The same from the other side.
    try fleet.git("fetch", "-q", fleet.world.path("a"), "HEAD:refs/heads/other", on: "c")
    try fleet.git("remote", "set-url", "origin", fleet.world.path("c.git"), on: "c")
    if way == .merge {
      try fleet.git("branch", "-qD", "other", on: "c")
      try fleet.git("push", "-qf", fleet.world.path("c.git"), "HEAD^1:refs/heads/main", on: "a")
      try fleet.git("fetch", "-q", on: "c")
      try fleet.git("merge", "-q", "--no-edit", "origin/main", on: "c")
      #expect(try fleet.tree("c") == fleet.tree("a"))
    }
  }

  /// A rebase leaves a commit out whose every value the other side has a later one for.
  @Test func aCommitOfWhichNothingIsLeftChangesNoTree() throws {
    let fleet = try Fleet("a", "b")
    for title in ["one", "two", "three"] { try fleet.tasks("add", title, on: "a") }
    for device in ["a", "b"] {
      try fleet.tasks("sync", on: device)
      try fleet.git("config", "merge.tasks.prefer", "latest", on: device)
    }
    let (two, three) = (try fleet.path("two", on: "a"), try fleet.path("three", on: "a"))
    try fleet.tasks("move", three, "top", on: "a")
    for title in ["a 1", "a 2"] { try fleet.tasks("modify", two, "title:\(title)", on: "a") }
    try fleet.tasks("move", three, "up", on: "b")
    try fleet.tasks("modify", two, "title:b", on: "b")
    try fleet.tasks("sync", on: "b")
    try Way.expectOneTree(fleet)
    #expect(try fleet.read(two, on: "merge").contains("Merge dropped title \"a 2\""))
  }

  @Test func devicesKnowOfEachOther() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("add", "two", on: "a")
    try fleet.tasks("sync", on: "a")
    let text = try fleet.tasks("devices", "--json", on: "a")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let rows = object?["devices"] as? [[String: Any]] ?? []
    #expect(rows.compactMap { $0["name"] as? String } == ["a", "b"])
    #expect(rows.compactMap { $0["this"] as? Bool } == [true, false])
    #expect(rows.compactMap { $0["waiting"] as? Int } == [0, 2])
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.tasks("devices", on: "a").contains("0 changes wait"))
    #expect(
      try fleet.git("log", "-1", "--format=%(trailers:key=Tasks-Device)", on: "a").contains("-"))
  }

  /// A field, what a writes, what b writes, and what a's file says then.
  static let fields: [(name: String, a: String, b: String, mark: String)] = [
    ("title", "title:from a", "title:from b", "from b"),
    ("state", "state:NEXT", "state:WAIT", "* WAIT"),
    ("priority", "pri:A", "pri:B", "[#B]"),
    ("list", "list:aaa", "list:bbb", "bbb"),
    ("deadline", "due:2026-12-01", "due:2026-12-02", "DEADLINE: <2026-12-02"),
    ("scheduled", "sched:2026-12-01@10:00", "sched:2026-12-02@11:00", "SCHEDULED: <2026-12-02"),
    ("reminders", "remind:2026-12-01@10:00", "remind:2026-12-02@11:00", "2026-12-02"),
    ("effort", "effort:30", "effort:1:30", "1:30"),
    ("location", "at:Prague", "at:Brno", "Brno"),
  ]

  @Test(arguments: 0..<fields.count) func aDroppedValueIsTakenBackOrForgotten(index: Int) throws {
    let field = SyncMergeTests.fields[index]
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    let one = try fleet.path("one", on: "a")
    for (device, word) in [("a", field.a), ("b", field.b)] {
      if word.hasPrefix("state:") {
        try fleet.tasks("state", one, String(word.dropFirst(6)), on: device)
      } else {
        try fleet.tasks("modify", one, word, on: device)
      }
    }
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("sync", on: "a")
    let list = try fleet.tasks("conflicts", "--json", on: "a")
    #expect(
      list.contains("\"field\": \"\(field.name)\"") || list.contains("\"\(field.name)\""), "\(list)"
    )
    #expect(
      try fleet.tasks("status", "--json", on: "a").contains("\"conflicts\": 1")
        || fleet.tasks("status", "--json", on: "a").contains("\"conflicts\":1"))
    try fleet.tasks("conflicts", "take", one, field.name, on: "a")
    #expect(try fleet.read(one, on: "a").contains(field.mark))
    let swapped = try fleet.tasks("conflicts", "--json", on: "a")
    #expect(swapped != list)
    try fleet.tasks("conflicts", "keep", one, on: "a")
    #expect(try fleet.read(one, on: "a").contains(field.mark))
    #expect(try fleet.tasks("conflicts", on: "a") == "")
    let none = try fleet.attempt("tasks", ["conflicts", "keep", one], on: "a")
    #expect(none.status == 2)
  }
}
