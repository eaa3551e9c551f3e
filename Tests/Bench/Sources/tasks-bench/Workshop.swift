import Foundation

/// A temporary folder with its own home folder, in which every program runs with the same few environment
/// variables. It is removed on deinitialization.
final class Workshop {
  let folder: String
  /// The program that is measured.
  let tasks: String
  let git: String
  private let settleTime: Double
  private let variables: [String: String]

  /// - Parameter settle: Seconds that `settle()` waits.
  init(tasks: String, settle: Double = 1.1) throws {
    guard FileManager.default.isExecutableFile(atPath: tasks) else {
      throw BenchError.usage(
        "there is no program \(tasks); build it with: bash .ci/build")
    }
    guard let git = Workshop.find("git") else { throw BenchError.usage("git is not on PATH") }
    (self.tasks, self.git, settleTime) = (tasks, git, settle)
    let files = FileManager.default
    folder =
      files.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("tasks-bench-\(UUID())").path
    let (home, programs) = (folder + "/home", folder + "/bin")
    for made in [home, programs] {
      try files.createDirectory(atPath: made, withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      atPath: programs + "/git-merge-tasks", withDestinationPath: tasks)
    variables = [
      "HOME": home, "XDG_CONFIG_HOME": home + "/.config", "XDG_DATA_HOME": home + "/.local/share",
      "PATH": ([programs] + Workshop.searchPath).joined(separator: ":"), "LC_ALL": "C.UTF-8",
      "TZ": "UTC", "COLUMNS": "120", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
      "GIT_MERGE_AUTOEDIT": "no", "TASKS_DEVICE": "bench", "TASKS_NOW": "2026-11-20T12:00",
    ]
    try write(Workshop.gitSettings, to: home + "/.gitconfig")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Automatic garbage collection is off, so that it cannot happen during a measurement.
  private static let gitSettings = """
    [user]
    \tname = Bench
    \temail = bench@example.org
    [init]
    \tdefaultBranch = main
    [gc]
    \tauto = 0
    [maintenance]
    \tauto = false
    [pull]
    \trebase = false
    [advice]
    \tdetachedHead = false

    """

  private static let searchPath =
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    .map(String.init)

  /// Returns the absolute path of the first of these programs found on PATH.
  static func find(_ names: String...) -> String? {
    names.flatMap { name in searchPath.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Writes a file, and makes its folder.
  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Removes a folder, if it exists.
  func removeFolder(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  /// Runs the command to its end.
  @discardableResult
  func run(_ command: Command, output: String = "/dev/null") throws -> ProcessRun {
    for (path, text) in command.files { try write(text, to: path) }
    let (result, errors) = (folder + "/measured", folder + "/errors")
    for path in [result, errors] { try write("", to: path) }
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("measure")
    process.arguments = [result, command.program] + command.arguments
    process.environment = variables.merging(command.variables) { $1 }
    process.standardInput = FileHandle(forReadingAtPath: command.input)
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    // waitUntilExit looks every 50 ms only.
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    end.wait()
    let found = try String(contentsOfFile: result, encoding: .utf8).split(separator: " ")
    guard process.terminationStatus == command.status, found.count == 3 else {
      throw BenchError.failed(
        command: ([command.program] + command.arguments).joined(separator: " "),
        status: process.terminationStatus,
        errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
    }
    return ProcessRun(
      wall: Double(found[0]) ?? 0, processor: Double(found[1]) ?? 0, peak: Int(found[2]) ?? 0)
  }

  /// Returns the standard output of the command.
  func output(of command: Command) throws -> String {
    let path = folder + "/output"
    try write("", to: path)
    try run(command, output: path)
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// Waits until no file is as young as what was noted about it.
  func settle() { Thread.sleep(forTimeInterval: settleTime) }
}

/// A command line.
struct Command {
  /// An absolute path.
  let program: String
  let arguments: [String]
  /// Environment variables in addition to those of the workshop.
  var variables: [String: String] = [:]
  /// The file for standard input.
  var input = "/dev/null"
  /// The exit status that means success.
  var status: Int32 = 0
  /// Files that are written before, as if by an editor, by their absolute paths.
  var files: [String: String] = [:]

  init(_ program: String, _ arguments: [String]) {
    (self.program, self.arguments) = (program, arguments)
  }
}

/// What one run of a program took, or several one after the other.
struct ProcessRun {
  /// Elapsed time in milliseconds.
  var wall = 0.0
  /// Processor time in milliseconds, user and system, including child processes.
  var processor = 0.0
  /// The peak memory of the program or of one of its children, in KiB.
  var peak = 0

  static func + (a: ProcessRun, b: ProcessRun) -> ProcessRun {
    ProcessRun(
      wall: a.wall + b.wall, processor: a.processor + b.processor, peak: max(a.peak, b.peak))
  }
}
