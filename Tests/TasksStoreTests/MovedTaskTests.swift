import StoreTestSupport
import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

/// A task that was moved by hand keeps its history, and the move is taken back as one change.
@Suite struct MovedTaskTests {
  private func local(_ seconds: Int64) -> Timestamp {
    Timestamp(CivilDate(dayNumber: 0)).adding(minutes: Int(seconds / 60) + 60)
  }

  /// What is told of a task, newest first: the fields of each commit, or whether it came or went.
  private func told(_ world: StoreWorld, _ paths: [String]?) throws -> [String] {
    try world.open().history(of: paths, local: local).entries.map { entry in
      if entry.change.old == nil { return "added" }
      if entry.change.new == nil { return "removed" }
      return entry.fields.map { $0.field.string }.joined(separator: " ")
    }
  }

  private func move(_ world: StoreWorld, _ path: String, to new: String) throws {
    let folder = (world.root + "/" + new as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: world.root + "/" + path, toPath: world.root + "/" + new)
  }

  private static let markdown = """
    ---
    id: f7mq2xw4tz9nbcde
    title: first
    status: todo
    ---

    """

  @Test(arguments: [false, true], [false, true])
  func theHistoryBeforeAMoveIsTold(isByGit: Bool, isMarkdown: Bool) throws {
    let world = try StoreWorld(folder: "todo")
    _ = try world.create()
    let other = try world.add("other")
    var path = "notes/first-f7mq2xw4tz9nbcde.md"
    if isMarkdown {
      try world.write(MovedTaskTests.markdown, to: "todo/" + path)
      try world.edit(other, .title("other again"))
    } else {
      path = try world.add("first")
    }
    try world.edit(path, .title("second"))
    func move(to new: String) throws {
      try self.move(world, path, to: new)
      if isByGit {
        try world.git("add", "-A", "todo")
        try world.git("commit", "-qm", "moved")
      } else {
        _ = try world.open().write("edit") { _ in [] }
      }
      path = new
    }
    let ending = isMarkdown ? "md" : "org"
    // Another folder and name, then only one of the two.
    try move(to: "work/plain.\(ending)")
    try world.edit(path, .tags(["later"]))
    try move(to: "work/plainer.\(ending)")
    try move(to: "home/plainer.\(ending)")
    // With a change in the same commit, so that the blobs differ.
    try world.write(
      try world.read("todo/" + path).replacingOccurrences(of: "second", with: "third"),
      to: "todo/" + path)
    try move(to: "home/last.\(ending)")
    #expect(
      try told(world, [path]) == ["path title", "path", "path", "tags", "path", "title", "added"])
    #expect(try told(world, [other]).last == "added")
    let all = try told(world, nil)
    #expect(all.count { $0 == "added" } == 2 && !all.contains("removed"))
    try world.expectClean()
  }

  @Test func aMoveByHandIsToldInOneCommit() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let one = try world.add("one")
    let two = try world.add("two")
    try move(world, one, to: "work/one.org")
    _ = try world.open().write("edit") { _ in [] }
    #expect(
      try world.git("log", "-1", "--format=%B")
        == """
        moved by hand: one

        path: \(one) → work/one.org

        Tasks-Device: laptop-1
        Tasks-Operation: edit
        """)
    try move(world, "work/one.org", to: "home/one.org")
    try move(world, two, to: "home/two.org")
    _ = try world.open().write("edit") { _ in [] }
    #expect(
      try world.git("log", "-1", "--format=%B").hasPrefix("moved by hand: 2 tasks\n\n- one\n- two"))
    try move(world, "home/one.org", to: "work/one.org")
    try world.write(try world.read("home/two.org") + "More.\n", to: "home/two.org")
    _ = try world.open().write("edit") { _ in [] }
    #expect(try world.git("log", "-1", "--format=%s") == "edited by hand: 2 tasks")
  }

  /// One side moves the task and the other changes it, whichever of them merges.
  @Test(arguments: [false, true]) func aMergeIsFollowedOnBothSides(isMovedHere: Bool) throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("first")
    try world.git("checkout", "-qb", "side")
    func moveIt() throws {
      try world.git("mv", path, "moved.org")
      try world.git("commit", "-qm", "moved")
    }
    func changeIt() throws { try world.edit(path, .title("second")) }
    if isMovedHere { try changeIt() } else { try moveIt() }
    try world.git("checkout", "-q", "main")
    if isMovedHere { try moveIt() } else { try changeIt() }
    try world.git("-c", "merge.renames=true", "merge", "-q", "--no-edit", "side")
    #expect(try world.title("moved.org") == "second")
    // The merge itself made nothing.
    let alone = try told(world, ["moved.org"])
    #expect(alone.sorted() == ["added", "path", "title"])
    #expect(try told(world, nil).sorted() == alone.sorted())
  }

  @Test func aCopyHasNoHistoryBefore() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("first")
    try world.edit(path, .title("second"))
    try world.write(try world.read(path), to: "copy.org")
    _ = try world.open().write("edit") { _ in [] }
    #expect(try told(world, ["copy.org"]) == ["added"])
    #expect(try told(world, [path]) == ["title", "added"])
  }

  @Test func aMoveIsTakenBackAsAWhole() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("first")
    try move(world, path, to: "work/one.org")
    _ = try world.open().write("edit") { _ in [] }
    let commit = try world.git("rev-parse", "HEAD")
    let report = try Reversal(in: world.open()).undo(last: 1)
    #expect(report.changed.count == 1 && report.changed.first?.new?.path == path)
    #expect(try world.open().read().tasks.map(\.path) == [path])
    _ = try Reversal(in: world.open()).redo()
    #expect(try world.open().read().tasks.map(\.path) == ["work/one.org"])
    // What was changed since comes along.
    try world.edit("work/one.org", .title("second"))
    _ = try Reversal(in: world.open()).undo(operation: commit)
    #expect(try world.open().read().tasks.map(\.path) == [path])
    #expect(try world.title(path) == "second")
    #expect(try told(world, [path]) == ["path", "title", "path", "path", "path", "added"])
    // It lies there no more.
    let before = try world.git("rev-parse", "HEAD")
    _ = try Reversal(in: world.open()).undo(operation: commit)
    #expect(try world.git("rev-parse", "HEAD") == before)
    #expect(try world.open().read().tasks.map(\.path) == [path])
    try world.expectClean()
  }

  /// What was changed before the move is taken back where the task lies now.
  @Test(arguments: [false, true]) func aChangeBeforeAMoveIsTakenBack(byTask: Bool) throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("first")
    try world.edit(path, .title("second"))
    try world.write(try world.read(path) + "More.\n", to: path)
    try world.git("commit", "-qam", "by git")
    try world.git("mv", path, "moved.org")
    try world.git("commit", "-qm", "moved")
    func undo() throws {
      if byTask {
        _ = try Reversal(in: world.open()).undo(task: "moved.org")
      } else {
        _ = try Reversal(in: world.open()).undo(last: 1)
      }
    }
    try undo()
    #expect(try world.title("moved.org") == "first")
    #expect(try world.read("moved.org").hasSuffix("More.\n"))
    #expect(world.said == [])
    _ = try Reversal(in: world.open()).redo()
    #expect(try world.title("moved.org") == "second")
    try world.expectClean()
  }

  @Test func aPlaceThatIsTakenStaysSo() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("first")
    try move(world, path, to: "work/one.org")
    _ = try world.open().write("edit") { _ in [] }
    let commit = try world.git("rev-parse", "HEAD")
    try world.write("* TODO another\n", to: path)
    _ = try Reversal(in: world.open()).undo(operation: commit)
    #expect(try world.read(path) == "* TODO another\n")
    #expect(try world.title("work/one.org") == "first")
    #expect(world.said.contains { $0.hasSuffix("work/one.org stays where it is") })
  }
}
