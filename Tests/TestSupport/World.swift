import Foundation

/// A place of its own for a test: an empty home, a fixed time, zone and width, a name for commits, and nothing
/// of the environment of whoever runs the tests.
public final class World {
  /// What a program left behind.
  public struct Outcome: Sendable {
    public let status: Int32
    public let output: String
    public let errors: String
  }

  public let folder: String
  public var environment: [String: String]

  public init() throws {
    let made = FileManager.default.temporaryDirectory
      .appendingPathComponent("tasks-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    folder = made.resolvingSymlinksInPath().path
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
      "TZ": "Europe/Prague", "LC_ALL": "C.UTF-8", "COLUMNS": "100", "TASKS_NOW": "2026-11-20T09:15",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": folder + "/gitconfig",
      "GIT_TERMINAL_PROMPT": "0",
    ]
    try """
    [user]
    \tname = Test
    \temail = test@example.org
    [init]
    \tdefaultBranch = main
    [advice]
    \tdetachedHead = false

    """.write(toFile: folder + "/gitconfig", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The program under test, as it was built beside the tests.
  public static let tasks: String = {
    var place = Bundle.main.bundleURL
    if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) {
      place = bundle.bundleURL.deletingLastPathComponent()
    }
    for _ in 0..<4 {
      let candidate = place.appendingPathComponent("tasks")
      if FileManager.default.isExecutableFile(atPath: candidate.path), !candidate.hasDirectoryPath {
        return candidate.path
      }
      place = place.deletingLastPathComponent()
    }
    return "tasks"
  }()

  /// Runs a program to its end; `place` is a folder of the world.
  @discardableResult
  public func run(
    _ program: String, _ arguments: [String], in place: String = "", input: String = "",
    environment extra: [String: String?] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.hasPrefix("/") ? program : "/usr/bin/env")
    process.arguments = program.hasPrefix("/") ? arguments : [program] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: place.isEmpty ? folder : path(place))
    var variables = environment
    for (name, value) in extra { variables[name] = value }
    process.environment = variables
    let files = try Files(in: folder, input: input)
    process.standardInput = files.input
    process.standardOutput = files.output
    process.standardError = files.errors
    try process.run()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    return Outcome(status: status, output: try files.text(.output), errors: try files.text(.errors))
  }

  @discardableResult
  public func tasks(
    _ arguments: String..., in place: String = "", input: String = "",
    environment: [String: String?] = [:]
  ) throws -> Outcome {
    try run(World.tasks, arguments, in: place, input: input, environment: environment)
  }

  @discardableResult
  public func git(_ arguments: String..., in place: String = "") throws -> Outcome {
    try run("git", arguments, in: place)
  }

  /// The absolute path of something in the world.
  public func path(_ place: String) -> String {
    place.hasPrefix("/") ? place : folder + "/" + place
  }

  public func read(_ place: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(place))), as: UTF8.self)
  }

  public func write(_ text: String, to place: String) throws {
    let url = URL(fileURLWithPath: path(place))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

/// What a program reads and writes, as files: nothing it says, however much, can block it.
private struct Files {
  enum Name: String { case output, errors }

  let input: FileHandle
  let output: FileHandle
  let errors: FileHandle
  private let stem: String

  init(in folder: String, input text: String) throws {
    stem = folder + "/.run-\(UUID().uuidString)"
    try text.write(toFile: stem + ".input", atomically: false, encoding: .utf8)
    for name in ["output", "errors"] {
      _ = FileManager.default.createFile(atPath: "\(stem).\(name)", contents: nil)
    }
    input = try FileHandle(forReadingFrom: URL(fileURLWithPath: stem + ".input"))
    output = try FileHandle(forWritingTo: URL(fileURLWithPath: stem + ".output"))
    errors = try FileHandle(forWritingTo: URL(fileURLWithPath: stem + ".errors"))
  }

  /// What was written, once; the file goes.
  func text(_ name: Name) throws -> String {
    let path = "\(stem).\(name.rawValue)"
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: stem + ".input")
    }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}
