import TasksCore
import TasksExchange
import Testing

/// Foreign formats as tests use them: with Prague's time of 2026, and the standard workflow.
enum ForeignTrial {
  /// Whether it is summer in Prague at a moment of 2026.
  private static func offset(_ seconds: Int64) -> Int64 {
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600
  }

  static func context(
    now: String = "2026-11-20T10:00", format: Format = .org, workflow: Workflow = .standard,
    inUTC: Bool = false
  ) throws -> ForeignContext {
    ForeignContext(
      workflow: workflow, keywords: "", format: format, now: try #require(Timestamp(iso: now)),
      local: { ForeignContext.civil($0 + (inUTC ? 0 : offset($0))) },
      seconds: { moment in
        let seconds = Int64(moment.absoluteMinute) * 60
        if inUTC { return seconds }
        return offset(seconds - 3600) == 3600 ? seconds - 3600 : seconds - 7200
      })
  }

  static func records(_ format: any ForeignReader, _ text: String) -> [ForeignRecord] {
    format.read(Array(text.utf8))
  }

  static func one(_ record: ForeignRecord?) throws -> ForeignTask {
    guard case .task(let task) = record else {
      throw Unread(description: "\(String(describing: record))")
    }
    return task
  }

  static func reason(_ record: ForeignRecord?) -> String? {
    if case .bad(_, let reason) = record { reason } else { nil }
  }

  /// The fields in which two tasks differ, with both values.
  static func differences(_ one: TasksCore.Task, _ other: TasksCore.Task) -> [String] {
    zip(Mirror(reflecting: plain(one)).children, Mirror(reflecting: plain(other)).children)
      .compactMap { mine, its in
        let (mine, its) = ("\(mine.label ?? ""): \(mine.value)", "\(its.value)")
        return mine.hasSuffix(": " + its) ? nil : "\(mine) ≠ \(its)"
      }
  }

  struct Unread: Error, CustomStringConvertible { let description: String }

  /// A task with what no foreign format tells left out, and what has no order sorted.
  static func plain(_ task: TasksCore.Task) -> TasksCore.Task {
    var task = task
    task.path = ""
    task.hasOwnID = true
    task.isCommented = false
    task.deleted = nil
    if !task.isDone { task.closed = nil }
    task.tags.sort()
    task.blockers.sort()
    task.properties.sort { $0.name < $1.name }
    task.log = (task.entries.map { LogItem.entry($0) } + task.clocks.map { .clock($0) })
      .sorted { "\($0)" < "\($1)" }
    return task
  }
}
