import TasksCore
import TasksExchange
import TestSupport

/// What must hold for the bytes of any body that a client puts: what is read as a task is a new one, or an edit of one,
/// that a file can hold; the same body again changes nothing, and so does what is printed of the result.
package enum TodoLaws {
  package static func check(_ bytes: [UInt8]) {
    guard let resource = try? TodoResource(reading: bytes, context) else { return }
    if let id = TodoResource.id(ofUID: resource.uid ?? "new", context),
      let task = try? resource.applied(to: nil, printedAs: nil, id: id, context)
    {
      check(resource, on: written(task))
    }
    for base in bases {
      if let task = edited(base, by: resource) { check(resource, on: task) }
    }
  }

  private static func check(_ resource: TodoResource, on task: any TaskDocument) {
    let again = edited(task, by: resource)
    require(again.map { $0.bytes == task.bytes } ?? true, "the same body again", task, again)
    let printed = printed(task.task)
    guard let own = try? TodoResource(reading: printed, context) else {
      return Law.require(false, "what is printed is read:\n\(Text(bytes: printed))")
    }
    let same = edited(task, by: own)
    require(
      same?.bytes == task.bytes, "what is printed says nothing new:\n\(Text(bytes: printed))", task,
      same)
  }

  private static func require(
    _ holds: Bool, _ law: @autoclosure () -> String, _ old: any TaskDocument,
    _ new: (any TaskDocument)?
  ) {
    Law.require(
      holds,
      "\(law())\n--- was:\n\(Text(bytes: old.bytes))\n--- is:\n\(Text(bytes: new?.bytes ?? []))")
  }

  /// The file of a task after a client has put a body; nil if it is refused.
  private static func edited(
    _ base: any TaskDocument, by resource: TodoResource
  ) -> (any TaskDocument)? {
    guard
      let meant = try? resource.applied(
        to: base.task, printedAs: printed(base.task), id: base.task.id, context, least: Rank(4))
    else { return nil }
    let edits = meant.edits(from: base.task)
    do {
      return try base.applying(edits)
    } catch {
      Law.require(false, "an edit can be written: \(error), \(edits)")
      return nil
    }
  }

  private static func printed(_ task: Task) -> [UInt8] {
    TodoResource.print(
      task, version: "0123abcd", parent: task.parent?.text.string, modified: context.now, context)
  }

  private static func written(_ task: Task) -> any TaskDocument {
    let file = file(of: task)
    Law.require(file != nil, "a new task can be written: \(task)")
    return file ?? bases[0]
  }

  /// The file of a new task; nil if no file can hold it.
  static func file(of task: Task) -> (any TaskDocument)? {
    var task = task
    task.path = "2026-11/a.\(task.format.rawValue)"
    switch task.format {
    case .org:
      return try? OrgDocument.print(new: task, workflow: keywords, storeWorkflow: .standard)
    case .markdown: return try? MarkdownDocument.print(new: task, workflow: .standard)
    }
  }

  // MARK: What is changed

  private static let keywords: Text = "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"
  private static let context = context(.org)

  /// A store in UTC.
  static func context(_ format: Format) -> ForeignContext {
    ForeignContext(
      workflow: .standard, keywords: keywords, format: format,
      now: Timestamp(CivilDate(dayNumber: 20_777), minute: 555), local: ForeignContext.civil,
      seconds: { Int64($0.date.dayNumber) * 86_400 + Int64($0.minute ?? 0) * 60 })
  }

  private static let bases: [any TaskDocument] = [Format.org, .markdown].flatMap { format in
    [full, repeating].map { fill in
      var task = context(format).task(TaskID("k7m"), title: "Call Bob")
      task.created = Timestamp(iso: "2026-11-01T10:00")
      fill(&task)
      return written(task)
    }
  }

  private static func full(_ task: inout Task) {
    task.tags = ["phone", "@office"]
    task.notes = "Notes"
    task.priority = Priority("A")
    task.scheduled = Planning(fieldText: "2026-11-26T09:00")
    task.deadline = Planning(fieldText: "2026-11-27T17:00")
    task.location.name = "Office"
    task.location.coordinates = Location.Coordinates("50.5,14.25")
    task.firstAlert = 15
    task.reminders = Timestamp(iso: "2026-11-26T08:00").map { [Reminder($0)] } ?? []
    task.rank = Rank(2.5)
    task.parent = TaskID("p1")
    task.properties = [
      .init("URL", "https://example.org"), .init("ics-COLOR", "turquoise"),
      .init("ics-alarm", #"["ACTION:DISPLAY","TRIGGER:PT30M"]"#),
    ]
  }

  private static func repeating(_ task: inout Task) {
    task.deadline = Planning(fieldText: "2026-11-20 ++1w")
  }
}
