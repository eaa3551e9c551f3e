import ArgumentParser
import TasksCore
import TasksStore

struct Move: ParsableCommand {
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
    try Session(options).change("moved", dryRun: write.dryRun) { store in
      try store.write("move", dryRun: write.dryRun) { reading in
        let task = try reading.document(id).task
        let other = try other.map { try reading.document($0).task }
        return try Change.moving(task, to: destination(other), in: reading)
      }
    }
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
