import TasksCore
import Testing

/// The names of new files.
@Suite struct TaskPathTests {
  /// The name of a new file of months has a link's description, in both formats.
  @Test func linkInATitle() throws {
    let id = try #require(TaskID("k7mq2xw4tz9nbcde"))
    func path(_ title: Text, _ format: Format) -> String {
      TaskPath.path(folder: "2026-11", title: title, id: id, format: format)
    }
    #expect(
      path("Trip to [[https://example.org/kyoto][Kyoto]]", .org)
        == "2026-11/trip-to-kyoto-k7mq2xw4tz9nbcde.org")
    #expect(
      path("Trip to [Kyoto](https://example.org/kyoto)", .markdown)
        == "2026-11/trip-to-kyoto-k7mq2xw4tz9nbcde.md")
    #expect(path("Read /Middlemarch/", .org) == "2026-11/read-middlemarch-k7mq2xw4tz9nbcde.org")
  }
}
