import CoreTestSupport
import TasksCore
import TasksExchange
import Testing

/// Walks the rows of fields: each is told by JSON, by a table and by patches, and read back from them.
struct FieldRowTests {
  private typealias Task = TasksCore.Task
  private static let rows =
    [Field.title, .priority, .tags, .closed, .deleted, .notes]
    + PlainField.allCases.map { Field.plain($0) }

  private func task() throws -> Task {
    var task = Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "2026-11/x.org", format: .org,
      title: "x", state: State("TODO", isDone: false))
    task.rank = Rank(1)
    task.created = try moment("2026-11-01")
    return task
  }

  @Test(arguments: rows) func eachIsToldAndReadBack(field: Field) throws {
    let (old, value) = (try task(), try field.kind.sample())
    var new = old
    field.set(value, in: &new)
    #expect(field.value(in: new) == value && field.value(in: new) != field.value(in: old))
    let edits = try #require(
      field.edits(reading: value.members.first?.text ?? value.text, into: old, workflow: .standard))
    #expect(field.value(in: old.applying(edits)) != field.value(in: old))
    try check(new)

    var patched = PatchedFields(TaskFields(old))
    patched.apply(PatchChange.changes(from: TaskFields(old), to: TaskFields(new)))
    #expect(field.value(in: try patched.task(new.id)) == value)
  }

  @Test(arguments: PlannedDate.allCases) func eachPartOfADateIsToo(date: PlannedDate) throws {
    var task = try task()
    task[date] = Planning(
      try moment("2026-11-20T09:15"), end: try moment("2026-11-20T10:00"),
      repeater: Repeater("++1w"), warning: Warning("--3d"))
    try check(task)
  }

  private func check(_ task: Task) throws {
    for name in ["json", "jsonl", "csv"] {
      let format = try #require(ForeignFormats.exported.first { $0.name == name }).init(
        ForeignCase.context())
      let read = try ForeignTrial.one(format.read(format.print([task])).first).task
      #expect(ForeignTrial.differences(read, task) == [], "\(name)")
      for row in Self.rows { #expect(row.isSame(read, task), "\(name) \(row.name)") }
    }
    let json = try JSONValue(TaskJSON.lines([(task, "k7m", "local")]))
    #expect(TaskJSONReader.hasAllKeys(json) && TaskJSONReader.unknownKeys(in: json) == [])
  }
}
