import TasksCore

/// The tasks of Taskwarrior, as `task export` prints them and `task import` reads them: a JSON array, a task a line.
///
/// What Taskwarrior has no attribute for goes into UDAs whose names begin with `tasks`; it keeps those that it does not
/// know. A value that says more than an attribute can goes into one, too, and holds only while the attribute is the
/// one that was written with it. A repeating task becomes a template and its occurrences there (``TaskwarriorSeries``).
package struct TaskwarriorTasks: ForeignFormat {
  package static let name = "taskwarrior"
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package func print(_ tasks: [Task]) -> [UInt8] {
    var printer = TaskwarriorPrinter(context)
    let lines = tasks.flatMap { printer.print($0) }
    let text = lines.joined(separator: Array(",\n".utf8))
    return Array("[\n".utf8) + text + Array(lines.isEmpty ? "]\n".utf8 : "\n]\n".utf8)
  }

  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    let objects = Array(ForeignObjects(bytes))
    let series = TaskwarriorSeries(objects.compactMap(\.json), context)
    let ids = TaskwarriorReader.ids(of: objects.compactMap(\.json))
    var seen: Set<Text> = []
    return objects.compactMap { line, json -> ForeignRecord? in
      guard let json else { return .bad(line: line, reason: "it is no JSON object") }
      guard let occurrence = series.occurrence(json) else { return nil }
      if let uuid = occurrence.uuid, !seen.insert(uuid).inserted {
        return .bad(line: line, reason: "another task before it has the same uuid")
      }
      do throws(TaskwarriorValues.Failure) {
        var reader = TaskwarriorReader(json, occurrence, ids: ids, context)
        var record = try reader.record()
        record.line = line
        return .task(record)
      } catch {
        return .bad(line: line, reason: error.reason)
      }
    }
  }
}
