import Foundation
import TestSupport
import Testing

/// Some clones of one store and the repository they share.
///
/// Both names of the program are on PATH, so that git finds the merge strategy.
final class Fleet {
  let world: World
  private var minutes = 0

  /// - Parameter hash: As `git init --object-format` names it.
  init(_ devices: String..., hash: String = "sha1") throws {
    world = try World()
    world.environment["GIT_DEFAULT_HASH"] = hash
    try FileManager.default.createDirectory(
      atPath: world.path("bin"), withIntermediateDirectories: true)
    for name in ["tasks", "git-merge-tasks"] {
      try FileManager.default.createSymbolicLink(
        atPath: world.path("bin/\(name)"), withDestinationPath: World.tasks)
    }
    world.environment["PATH"] = world.path("bin") + ":" + (world.environment["PATH"] ?? "")
    world.environment["TASKS_NOW"] = nil
    // Many short commands: the disk need not be waited for, nor anything be packed.
    let settings =
      "[tasks]\n\tfsync = false\n[core]\n\tfsync = none\n[maintenance]\n\tauto = false\n"
    try world.write(world.read("gitconfig") + settings, to: "gitconfig")
    guard let first = devices.first else { return }
    try git("init", "--quiet", "--bare", "hub.git")
    try tasks("init", first)
    try git("remote", "add", "origin", world.path("hub.git"), on: first)
    try tasks("sync", on: first)
    for name in devices.dropFirst() { try tasks("clone", world.path("hub.git"), name) }
  }

  /// Runs the program a minute later than the time before; it must end well.
  @discardableResult
  func tasks(_ arguments: String..., on device: String = "") throws -> String {
    try run("tasks", arguments, on: device)
  }

  @discardableResult
  func git(_ arguments: String..., on device: String = "") throws -> String {
    try run("git", arguments, on: device)
  }

  @discardableResult
  func run(_ program: String, _ arguments: [String], on device: String) throws -> String {
    let outcome = try attempt(program, arguments, on: device)
    if outcome.status != 0 {
      let command = ([program] + arguments).joined(separator: " ")
      throw Failure(
        text: "\(device): \(command) (\(outcome.status)): \(outcome.errors)\(outcome.output)")
    }
    return outcome.output
  }

  struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  /// Runs a program, which may fail.
  func attempt(
    _ program: String, _ arguments: [String], on device: String,
    environment: [String: String] = [:]
  ) throws -> World.Outcome {
    minutes += 1
    let hour = 9 + minutes / 60
    let date = "2026-11-\(two(10 + hour / 24))T\(two(hour % 24)):\(two(minutes % 60))"
    var extra: [String: String?] = ["TASKS_NOW": date, "TASKS_DEVICE": device]
    extra["GIT_AUTHOR_DATE"] = date + ":00+0100"
    extra["GIT_COMMITTER_DATE"] = date + ":00+0100"
    if program == "tasks" { extra["GIT_AUTHOR_DATE"] = .some(nil) }
    if program == "tasks" { extra["GIT_COMMITTER_DATE"] = .some(nil) }
    for (name, value) in environment { extra[name] = value }
    return try world.run(program, arguments, in: device, environment: extra)
  }

  /// Starts a program and does not wait for it; what it writes is dropped.
  func start(
    _ program: String, _ arguments: [String], on device: String, input: Pipe? = nil
  ) throws -> RunningProgram {
    try world.start(
      program, arguments, in: device, input: input?.fileHandleForReading.fileDescriptor)
  }

  /// Waits until something holds: for half a minute at most, as the machine may be busy.
  func wait(_ comment: Comment, until holds: () throws -> Bool) throws {
    for _ in 0..<6000 {
      if try holds() { return }
      usleep(5_000)
    }
    Issue.record(comment)
  }

  /// An executable file of the world.
  func script(_ text: String, to place: String) throws {
    try world.write(text, to: place)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: world.path(place))
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  // MARK: What is there

  func tree(_ device: String) throws -> String {
    try git("rev-parse", "HEAD^{tree}", on: device)
  }

  /// The path of the task with a title, in its clone.
  func path(_ title: String, on device: String) throws -> String {
    let listed = try tasks("list", "--all", "--json", on: device)
    let trashed = try tasks("list", "--deleted", "--json", on: device)
    for text in [listed, trashed] {
      guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
        let rows = object["tasks"] as? [[String: Any]]
      else { continue }
      for row in rows where row["title"] as? String == title {
        if let path = row["path"] as? String { return path }
      }
    }
    throw Failure(text: "no task '\(title)' on \(device)")
  }

  /// The titles in order.
  func titles(on device: String, _ option: String = "--all") throws -> [String] {
    let text = try tasks("list", option, "--json", on: device)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let rows = object?["tasks"] as? [[String: Any]] ?? []
    return rows.compactMap { $0["title"] as? String }
  }

  func read(_ path: String, on device: String) throws -> String {
    try world.read("\(device)/\(path)")
  }

  func write(_ text: String, to path: String, on device: String) throws {
    try world.write(text, to: "\(device)/\(path)")
  }

  func exists(_ path: String, on device: String) -> Bool {
    FileManager.default.fileExists(atPath: world.path("\(device)/\(path)"))
  }

  /// Replaces a text in a file, by hand.
  func replace(_ old: String, _ new: String, in path: String, on device: String) throws {
    let text = try read(path, on: device)
    #expect(text.contains(old), "\(path): \(text)")
    try write(text.replacingOccurrences(of: old, with: new), to: path, on: device)
  }

  /// Nothing is left to do on a device, and no file has a conflict marker.
  func expectClean(_ device: String, _ comment: Comment? = nil) throws {
    #expect(try git("status", "--porcelain", on: device) == "", comment)
    let found = try attempt(
      "git", ["grep", "-nE", "^(<<<<<<<|>>>>>>>|\\|\\|\\|\\|\\|\\|\\|)"], on: device)
    #expect(found.output == "", comment)
  }

  /// Puts a copy of a device with a remote of its own beside it.
  func copy(_ device: String, to name: String) throws {
    let files = FileManager.default
    try files.copyItem(atPath: world.path(device), toPath: world.path(name))
    try files.copyItem(atPath: world.path("hub.git"), toPath: world.path(name + ".git"))
    try git("remote", "set-url", "origin", world.path(name + ".git"), on: name)
  }
}
