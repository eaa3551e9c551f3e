import StoreTestSupport
import Git
import TasksCore
import TasksStore
import TestSupport
import Testing

/// Two names that Swift takes as equal are two files for git: an accent of its own, and one that is joined with its
/// letter.
@Suite struct SpeltAlikeTests {
  private let names = ["e\u{301}.org", "\u{E9}.org"]

  private func task(_ name: String, _ note: String = "") -> String {
    "* TODO A task\n:PROPERTIES:\n:ID: the-task-\(name)\n:END:\n\(note)"
  }

  private func worldWithBoth() throws -> StoreWorld {
    let world = try StoreWorld()
    _ = try world.create()
    for (name, title) in zip(names, ["One", "Two"]) { try world.write(task(title), to: name) }
    try world.write(task("Three"), to: "c.org")
    try world.git("add", "-A")
    try world.git("commit", "-qm", "both")
    return world
  }

  /// The last one is changed by the other side alone, and is as git has left it.
  @Test(arguments: [0, 1]) func aStoppedMergeIsRepeated(changed: Int) throws {
    let world = try worldWithBoth()
    try world.git("checkout", "-qb", "other")
    try world.write(task(["One", "Two"][changed], "a note\n"), to: names[changed])
    try world.write(task("Three", "by them\n"), to: "c.org")
    try world.git("commit", "-qam", "theirs")
    try world.git("checkout", "-q", "main")
    try world.write(task("Three", "by us\n"), to: "c.org")
    try world.git("commit", "-qam", "ours")
    _ = try world.world.git(
      "-c", "merge.tasks.driver=false", "-c", "pull.twohead=ort", "merge", "other", in: "repo")
    let store = try world.open()
    #expect(try store.repository.unmergedPaths() == ["c.org"])
    let changes = try UnfinishedMerge(["c.org"], in: store)?.run()
    #expect(changes?.map(\.path) == ["c.org"])
  }

  @Test(arguments: [0, 1], [1, 20]) func oneIsSynchronized(edited: Int, others: Int) throws {
    let world = try worldWithBoth()
    try world.git("update-ref", "refs/remotes/origin/main", "HEAD")
    for (key, value) in [
      ("remote.origin.url", "nowhere"), ("branch.main.remote", "origin"),
      ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
      ("branch.main.merge", "refs/heads/main"),
    ] { try world.git("config", key, value) }
    try world.write(task("Other", "edited\n"), to: names[edited])
    try world.git("commit", "-qam", "edited")
    let store = try world.open()
    let reading = try store.read()
    let tasks = (names + Array(repeating: "c.org", count: others)).map { path in
      Task(
        id: TaskID(ofPath: path), path: path, format: .org, title: "One",
        state: State("TODO", isDone: false))
    }
    let states = try store.syncStates(of: tasks, in: reading)
    #expect(states[edited] == .unsynchronized)
    #expect(states[1 - edited] == .synchronized)
    #expect(states.dropFirst(2).allSatisfy { $0 == .synchronized })
  }
}
