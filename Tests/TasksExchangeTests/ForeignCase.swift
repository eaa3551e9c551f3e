import CoreTestSupport
import Foundation
import TasksCore
import TasksExchange

/// Random tasks as files of a store have them, for the laws of foreign formats.
struct ForeignCase {
  static let keywords: Text = "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"

  /// A context whose local time is one hour east of UTC all year.
  static func context(_ format: Format = .org) -> ForeignContext {
    ForeignContext(
      workflow: .standard, keywords: keywords, format: format,
      now: Timestamp(iso: "2026-11-20T09:15") ?? Timestamp(CivilDate(dayNumber: 0)),
      local: { Timestamp(CivilDate(dayNumber: 0)).adding(minutes: Int(($0 + 3600) / 60)) },
      seconds: { Int64($0.absoluteMinute) * 60 - 3600 })
  }

  private var seed: OrgSeed
  private let words = [
    "Call", "Bob", "žluť", "日本", "😀", "\"quoted\"", "a,b", "c;d", "back\\slash", "100%", "x:y",
    "https://example.org/?a=b#c", "it's", "(A)", "+1", "<b>", "=1+1", "two  blanks",
  ]

  init(seed: Int) { self.seed = OrgSeed(seed) }

  /// - Parameter formats: Those of the tasks' files.
  mutating func tasks(_ count: Int, _ formats: [Format]) throws -> [TasksCore.Task] {
    var ids: [TaskID] = []
    return try (0..<count).map { number in
      let task = try written(random(number, seed.pick(formats), after: ids))
      ids.append(task.id)
      return task
    }
  }

  /// What a new file with the task is read as.
  func written(_ task: TasksCore.Task) throws -> TasksCore.Task {
    switch task.format {
    case .org:
      try OrgDocument.print(
        new: task, workflow: ForeignCase.keywords, storeWorkflow: .standard
      ).task
    case .markdown: try MarkdownDocument.print(new: task, workflow: .standard).task
    }
  }

  private mutating func random(
    _ number: Int, _ format: Format, after ids: [TaskID]
  ) -> TasksCore.Task {
    let title = seed.some(of: words, most: 4).joined(separator: " ")
    let id = seed.id()
    var task = Task(
      id: id, path: "2026-11/task-\(id).\(format.rawValue)", format: format,
      title: Text("Task \(number) \(title)".trimmingCharacters(in: .whitespaces)),
      state: seed.pick(Workflow.standard.keywords.map(\.state)))
    task.rank = Rank(Double(number) + 0.5)
    task.created = Timestamp(seed.date(), minute: 555)
    if task.isDone { task.closed = Timestamp(seed.date(), minute: 600) }
    if seed.once(in: 3) { task.priority = Priority(seed.pick(["A", "B", "C"])) }
    task.tags = seed.some(of: ["phone", "@office", "ž", "a_b"], most: 3)
    if seed.once(in: 2) { task.list = seed.pick(["work", "home", "work/clients"]) }
    if seed.once(in: 2) { task.scheduled = seed.planning() }
    if seed.once(in: 2) { task.deadline = seed.planning() }
    if task.isRepeating, seed.once(in: 3) {
      task.repeats.days = RepeatDays(seed.pick(["weekdays", "mon thu", "last fri", "15", "31"]))
      if seed.once(in: 3) { task.repeats.until = Timestamp(seed.date()) }
      if seed.once(in: 3) { task.repeats.times = seed.number(1...9) }
    }
    if seed.once(in: 4) { task.effort = seed.number(1...600) }
    if seed.once(in: 4) { task.reminders = [Reminder(seed.moment())] }
    if seed.once(in: 5) { task.isImportant = true }
    if seed.once(in: 5) { task.firstAlert = 60 }
    if seed.once(in: 5) {
      task.location = Location(name: "Office, Prague", radius: 500)
      task.location.coordinates = Location.Coordinates(latitude: 50.0875, longitude: 14.4213)
    }
    if let other = ids.last, seed.once(in: 3) { task.blockers = [other] }
    if let other = ids.first, seed.once(in: 4) { task.parent = other }
    if seed.once(in: 4) { task.properties = [.init("COLOUR", "deep \"blue\"; or, not")] }
    if seed.once(in: 2) {
      task.notes = Text(
        seed.some(of: ["One line", "- [ ] box", "a, b; c", "\\n", "ž😀"], most: 4)
          .joined(separator: "\n"))
    }
    if seed.once(in: 3) {
      task.log = [
        .entry(LogEntry(.note, at: Timestamp(seed.date(), minute: 30), note: "a note, twice"))
      ]
      if seed.once(in: 2) {
        let start = Timestamp(seed.date(), minute: 60)
        task.log.append(.clock(Clock(start: start, end: start.adding(minutes: 45))))
      }
    }
    return task
  }
}
