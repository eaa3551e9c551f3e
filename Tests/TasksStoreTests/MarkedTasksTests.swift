import StoreTestSupport
import TasksCore
import TasksStore
import TestSupport
import Testing

@Suite struct MarkedTasksTests {
  /// A conflict in a version of a conflict is decided as the outer one is.
  @Test func innerConflictsGoToTheLaterChange() throws {
    let world = try StoreWorld()
    let store = try world.create()
    func task(_ title: String) -> String { "* TODO \(title)\n" }
    let rest = ":PROPERTIES:\n:ID: a-task-with-an-id\n:END:\n"
    let text =
      "<<<<<<<< ours\n<<<<<<< ours\n\(task("Middle"))=======\n\(task("Zero"))>>>>>>> theirs\n"
      + "========\n\(task("Middle"))>>>>>>>> theirs\n" + rest
    let marked = try #require(try store.marked(Array(text.utf8), at: "a.org"))
    let found = try MarkedTasks(store: store).merged(
      marked, at: "a.org", local: nil, prefer: { _, _ in .ours },
      base: { _ in Array((task("Base") + rest).utf8) })
    let merged = try #require(found)
    let document = try #require(store.version(merged, at: "a.org").document)
    // Without a preference the greater text would win within.
    #expect(document.task.title == "Middle")
    #expect(document.task.log.count(where: \.isDroppedValue) == 1)
  }
}
