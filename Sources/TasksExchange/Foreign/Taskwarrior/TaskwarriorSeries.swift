import TasksCore

/// The repeating tasks of a file. Taskwarrior has a template for each, with the status `recurring`, and for each
/// occurrence a task that names the template as its `parent`.
///
/// One task is read from them: the template with the dates of its earliest open occurrence. Where a file has only
/// occurrences, as after `task status:pending export`, that occurrence stands for the template.
struct TaskwarriorSeries {
  /// How a record is to be read.
  struct Occurrence {
    /// The UUID of the task: for an occurrence that stands for its template, that of the template.
    var uuid: Text?
    /// Whose dates and start count instead of those of the record.
    var current: JSONValue?
    /// The date of the last occurrence that is finished, if none is open.
    var last: TaskwarriorDate?
    var finished: [Timestamp] = []
    /// How many open occurrences come after the current one.
    var later = 0
  }

  private let context: ForeignContext
  private var templates: Set<Text> = []
  private var children: [Text: [JSONValue]] = [:]
  /// By the UUID of the template, the open occurrence with the earliest date.
  private var current: [Text: JSONValue] = [:]

  init(_ records: [JSONValue], _ context: ForeignContext) {
    self.context = context
    for json in records {
      if let parent = TaskwarriorSeries.parent(of: json) {
        children[parent, default: []].append(json)
      } else if let uuid = json["uuid"].text {
        templates.insert(uuid)
      }
    }
    current = children.compactMapValues { children in
      children.filter { !["completed", "deleted"].contains($0["status"].text) }
        .map { ($0, TaskwarriorDate($0["due"], context)?.seconds ?? .max) }.min { $0.1 < $1.1 }?.0
    }
  }

  /// Returns nil for an occurrence that is not read as a task of its own.
  func occurrence(_ json: JSONValue) -> Occurrence? {
    let uuid = json["uuid"].text
    guard let parent = TaskwarriorSeries.parent(of: json) else {
      guard let uuid, let children = children[uuid] else { return Occurrence(uuid: uuid) }
      // Of a series that has ended nothing is to come.
      if ["completed", "deleted"].contains(json["status"].text) { return Occurrence(uuid: uuid) }
      return occurrence(of: children, uuid: uuid)
    }
    if templates.contains(parent) { return nil }
    guard let current = current[parent] else { return Occurrence(uuid: uuid) }
    return current == json ? occurrence(of: children[parent] ?? [], uuid: parent) : nil
  }

  private static func parent(of json: JSONValue) -> Text? {
    json["parent"].text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func occurrence(of children: [JSONValue], uuid: Text) -> Occurrence {
    let completed = children.filter { $0["status"].text == "completed" }
    let current = current[uuid]
    let ended = completed.count + children.count { $0["status"].text == "deleted" }
    return Occurrence(
      uuid: uuid, current: current,
      last: current == nil
        ? children.compactMap { TaskwarriorDate($0["due"], context) }
          .max { $0.seconds < $1.seconds } : nil,
      finished: completed.compactMap {
        (TaskwarriorDate($0["end"], context) ?? TaskwarriorDate($0["due"], context))?.moment
      }.sorted(), later: max(children.count - ended - 1, 0))
  }
}
