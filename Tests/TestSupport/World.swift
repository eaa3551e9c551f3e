import Foundation

/// A place of its own for a test: an empty home, a fixed time, zone and width, a name for commits, and nothing
/// of the environment of whoever runs the tests.
package final class World {
  /// What a program left behind.
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  package let folder: String
  package var environment: [String: String]

  package init() throws {
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
    // What a sanitizer is told holds for the programs that a test starts, too.
    let own = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    environment.merge(own) { $1 }
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

  /// The program under test: what `TASKS_PROGRAM` names, else what was built beside the tests.
  package static let tasks: String = {
    if let program = ProcessInfo.processInfo.environment["TASKS_PROGRAM"] { return program }
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
  package func run(
    _ program: String, _ arguments: [String], in place: String = "", input: String = "",
    environment extra: [String: String?] = [:]
  ) throws -> Outcome {
    let files = try (0..<3).map { _ in try TemporaryFile(in: folder) }
    try files[0].write(input)
    let running = try start(
      program, arguments, in: place, environment: extra, input: files[0].descriptor,
      output: files[1].descriptor, errors: files[2].descriptor)
    let status =
      switch running.waitUntilExit() {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      }
    return Outcome(status: status, output: files[1].text(), errors: files[2].text())
  }

  /// Starts a program and does not wait for it; what it writes is dropped unless a file is given.
  package func start(
    _ program: String, _ arguments: [String], in place: String = "",
    environment extra: [String: String?] = [:], input: Int32? = nil, output: Int32? = nil,
    errors: Int32? = nil
  ) throws -> RunningProgram {
    var variables = environment
    for (name, value) in extra { variables[name] = value }
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    return try RunningProgram(
      program, arguments, in: place.isEmpty ? folder : path(place), environment: variables,
      input: input ?? nothing, output: output ?? nothing, errors: errors ?? nothing)
  }

  @discardableResult
  package func tasks(
    _ arguments: String..., in place: String = "", input: String = "",
    environment: [String: String?] = [:]
  ) throws -> Outcome {
    try run(World.tasks, arguments, in: place, input: input, environment: environment)
  }

  @discardableResult
  package func git(_ arguments: String..., in place: String = "") throws -> Outcome {
    try run("git", arguments, in: place)
  }

  /// The absolute path of something in the world.
  package func path(_ place: String) -> String {
    place.hasPrefix("/") ? place : folder + "/" + place
  }

  package func read(_ place: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(place))), as: UTF8.self)
  }

  package func write(_ text: String, to place: String) throws {
    let url = URL(fileURLWithPath: path(place))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

/// What a program reads or writes: a file, as a pipe may fill up and block it. It has no name once it is open.
private final class TemporaryFile {
  let descriptor: Int32

  init(in folder: String) throws {
    var name = Array("\(folder)/.run-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    unlink(name)
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws {
    if text.isEmpty { return }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try file.write(contentsOf: Data(text.utf8))
    lseek(descriptor, 0, SEEK_SET)
  }

  func text() -> String {
    lseek(descriptor, 0, SEEK_SET)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
