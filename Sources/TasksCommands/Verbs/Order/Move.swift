import ArgumentParser
import TasksCore
import TasksStore

struct Move: Verb {
  static let names = "move mv"
  static let configuration = CommandConfiguration(
    of: Move.self, abstract: "Move a task to another position in the list.",
    usage: """
      tasks move <id> top|bottom|up|down
      tasks move <id> before|after <other>
      """,
    discussion: """
        tasks move k7m top
        tasks move k7m after b3x
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: TaskArgument.one) var id: String
  @Argument(help: "The new position.") var place: Place
  @Argument(help: "The task to move it before or after.")
  var other: String?

  enum Place: String, ExpressibleByArgument, CaseIterable {
    case top, bottom, up, down, before, after
  }

  static func complete(_ line: inout Completion) {
    switch line.place {
    case 0: line.offers = [.ids(.open)]
    case 1: line.offer(Place.allCases.map(\.rawValue))
    case 2 where ["before", "after"].contains(line.given[1]): line.offers = [.ids(.open)]
    default: break
    }
  }

  func validate() throws {
    let needsOther = place == .before || place == .after
    guard needsOther == (other != nil) else {
      throw ValidationError(
        needsOther
          ? "Name the other task: tasks move ID \(place.rawValue) OTHER"
          : "\(place.rawValue) takes no other task.")
    }
  }

  func run() throws {
    let session = try Session(options)
    try session.change("moved", dryRun: write.dryRun) { store in
      let context = try ActiveContext.of(store, now: session.now)?.query
      return try store.write("move", dryRun: write.dryRun) { reading in
        let task = try reading.document(id).task
        let other = try other.map { try reading.document($0).task }
        let neighbour = try context.flatMap {
          try self.neighbour(of: task, in: $0, reading, store, session)
        }
        return try Change.moving(task, to: neighbour ?? destination(other), in: reading)
      }
    }
  }

  /// Where a step up or down leads among the tasks of the context, which alone are listed; nil for any other place.
  private func neighbour(
    of task: Task, in context: Query, _ reading: StoreReading, _ store: TaskStore,
    _ session: Session
  ) throws -> MoveTask.Destination? {
    guard place == .up || place == .down else { return nil }
    let listed = Array(
      try TaskSelection(
        context, from: reading, of: store, now: session.now,
        where: { $0.isDeleted == task.isDeleted && $0.isDone == task.isDone }))
    guard let from = listed.firstIndex(where: { $0.path == task.path }) else { return nil }
    let to = place == .up ? from - 1 : from + 1
    guard listed.indices.contains(to) else { return place == .up ? .before(task) : .after(task) }
    return place == .up ? .before(listed[to]) : .after(listed[to])
  }

  private func destination(_ other: Task?) -> MoveTask.Destination {
    switch (place, other) {
    case (.before, let other?): .before(other)
    case (.after, let other?): .after(other)
    case (.top, _): .top
    case (.up, _): .up
    case (.down, _): .down
    default: .bottom
    }
  }
}
