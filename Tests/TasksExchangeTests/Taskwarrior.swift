import Foundation
import TasksCore
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
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("taskwarrior-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      "confirmation=off\nhooks=off\nverbose=nothing\nrecurrence=\(recurs ? "on" : "off")\n\(settings)"
        .utf8
    )
    .write(to: folder.appendingPathComponent("taskrc"))
    for tasks in [tasks] + more {
      try Data(tasks).write(to: folder.appendingPathComponent("tasks.json"))
      let said = try run(["import", folder.path + "/tasks.json"], folder)
      try #require(said.status == 0, "task import said: \(said.text)")
      if !more.isEmpty { _ = try run(["list"], folder) }
    }
    for command in commands { _ = try run(command, folder) }
    let export = try run(filter + ["rc.json.array=on", "export"], folder)
    try #require(export.status == 0, "task export said: \(export.text)")
    return Array(export.output)
  }

  /// The present of the real clock, by which it goes.
  static var now: Timestamp {
    Timestamp(CivilDate(dayNumber: 0)).adding(minutes: Int(Date().timeIntervalSince1970) / 60)
  }

  /// The day that a word names.
  static func day(_ word: String) throws -> Timestamp? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("taskwarrior-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("verbose=nothing\n".utf8).write(to: folder.appendingPathComponent("taskrc"))
    let said = try run(["calc", word], folder)
    return Timestamp(iso: String(decoding: said.output, as: UTF8.self).prefix(10).description)
  }

  private static func run(
    _ arguments: [String], _ folder: URL
  ) throws -> (status: Int32, output: Data, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["task"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TASKDATA": folder.path, "TASKRC": folder.path + "/taskrc", "HOME": folder.path,
      "TZ": "Europe/Prague", "LC_ALL": "C.UTF-8",
    ]) { $1 }
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let output = try Data(contentsOf: files[0])
    let errors = try String(decoding: Data(contentsOf: files[1]), as: UTF8.self)
    return (process.terminationStatus, output, errors)
  }
}
