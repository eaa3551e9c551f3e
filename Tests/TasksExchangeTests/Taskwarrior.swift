import Foundation
import TasksCore
import TestSupport
import Testing

/// Taskwarrior itself, in an empty folder and in Prague.
enum Taskwarrior {
  /// Imports tasks into an empty folder and returns what an export of it prints.
  ///
  /// - Parameters:
  ///   - recurs: Whether it makes the occurrences of repeating tasks, one for each that is past.
  ///   - more: What is imported after them, with a listing between.
  ///   - commands: What is run before the export.
  ///   - settings: More lines of its settings.
  ///   - filter: What is exported; all if it is empty.
  static func exported(
    _ tasks: [UInt8], recurs: Bool = true, then more: [[UInt8]] = [],
    after commands: [[String]] = [], settings: String = "", filter: [String] = []
  ) throws -> [UInt8] {
    let world = try World()
    try world.write(
      "confirmation=off\nhooks=off\nverbose=nothing\nrecurrence=\(recurs ? "on" : "off")\n\(settings)",
      to: "taskrc")
    for tasks in [tasks] + more {
      try Data(tasks).write(to: URL(fileURLWithPath: world.path("tasks.json")))
      let said = try run(["import", world.path("tasks.json")], world)
      try #require(said.status == 0, "task import said: \(said)")
      if !more.isEmpty { _ = try run(["list"], world) }
    }
    for command in commands { _ = try run(command, world) }
    let export = try run(filter + ["rc.json.array=on", "export"], world)
    try #require(export.status == 0, "task export said: \(export)")
    return Array(export.output.utf8)
  }

  /// The present of the real clock, by which it goes.
  static var now: Timestamp {
    Timestamp(CivilDate(dayNumber: 0)).adding(minutes: Int(Date().timeIntervalSince1970) / 60)
  }

  /// The day that a word names.
  static func day(_ word: String) throws -> Timestamp? {
    let world = try World()
    try world.write("verbose=nothing\n", to: "taskrc")
    return Timestamp(iso: String(try run(["calc", word], world).output.prefix(10)))
  }

  private static func run(_ arguments: [String], _ world: World) throws -> World.Outcome {
    try world.run(
      "task", arguments,
      environment: ["TASKDATA": world.folder, "TASKRC": world.path("taskrc")])
  }
}
