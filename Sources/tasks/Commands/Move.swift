import ArgumentParser
import TasksCore
import TasksStore

struct Move: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Put a task somewhere else in the order by hand.",
    usage: """
      tasks move <id> top|bottom|up|down
      tasks move <id> before|after <other>
      """,
    aliases: ["mv"])

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "The task.") var id: String
  @Argument(help: "top, bottom, up, down, before or after.") var place: Place
  @Argument(help: "The task to stand before or after.") var other: String?

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
    let session = try Session(options)
    let store = try session.openStore()
    let report = try store.write("move", dryRun: write.dryRun) { reading in
      let document = try reading.document(id)
      let other = try other.map { try reading.document($0) }
      return try reading.move(document, destination(other))
    }
    try Report(session: session, store: store, verb: "moved").print(report, dryRun: write.dryRun)
  }

  private func destination(_ other: (any TaskDocument)?) -> StoreReading.Destination {
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
