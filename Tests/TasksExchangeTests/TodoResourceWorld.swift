import CoreTestSupport
import TasksCore
import TasksExchange
import Testing

/// The CalDAV door of a store in Prague, as clients see it.
struct TodoResourceWorld {
  var context = CalendarWorld.context()

  /// The VTODO of a new task that a client made, as it is read from its file.
  func made(_ lines: String, product: String = "-//Test//EN", format: Format = .org) throws
    -> TasksCore.Task
  {
    let context = CalendarWorld.context(format)
    let resource = try TodoResource(reading: body(lines, product), context)
    let id = TodoResource.id(ofUID: resource.uid ?? "", context)
    var task = try resource.applied(
      to: nil, printedAs: nil, id: try #require(id), context)
    task.path = "2026-11/a.\(format.rawValue)"
    return try ForeignCase(seed: 0).written(task)
  }

  func body(_ lines: String, _ product: String = "-//Test//EN") -> [UInt8] {
    CalendarWorld.bytes(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:\(product)\n\(lines)\nEND:VCALENDAR\n")
  }

  /// What a client is given, unfolded and with LF.
  func text(_ task: TasksCore.Task, parent: String? = nil) -> String {
    ClientBody.lines(String(decoding: bytes(task, parent: parent), as: UTF8.self))
      .joined(separator: "\n") + "\n"
  }

  func bytes(_ task: TasksCore.Task, parent: String? = nil) -> [UInt8] {
    TodoResource.print(
      task, version: "0123abcd", parent: parent,
      modified: Timestamp(iso: "2026-11-20T08:00") ?? context.now, context)
  }

  func applied(_ body: [UInt8], to task: TasksCore.Task, parent: String? = nil) throws
    -> TasksCore.Task
  {
    try TodoResource(reading: body, context).applied(
      to: task, printedAs: bytes(task, parent: parent), id: task.id, context,
      least: Rank(4))
  }

  /// What a client makes of the text of a task (``ClientBody/edited(_:_:product:isRewriter:)``).
  func text(
    _ task: TasksCore.Task, _ edits: [(String, String?)], product: String = "-//Test//EN",
    isRewriter: Bool = false
  ) -> String {
    ClientBody.edited(text(task), edits, product: product, isRewriter: isRewriter)
  }

  /// The task after a client changed its text.
  func edited(
    _ task: TasksCore.Task, _ edits: [(String, String?)], product: String = "-//Test//EN",
    isRewriter: Bool = false
  ) throws -> TasksCore.Task {
    let text = text(task, edits, product: product, isRewriter: isRewriter)
    return try applied(Array(text.utf8), to: task)
  }

  func task(_ fill: (inout TasksCore.Task) -> Void) -> TasksCore.Task {
    var task = context.task(TaskID("k7m"), title: "Call Bob")
    task.created = Timestamp(iso: "2026-11-01T10:00")
    fill(&task)
    return task
  }
}
