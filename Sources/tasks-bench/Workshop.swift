#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A temporary folder with its own home folder, in which every program runs with the same few environment
/// variables. It is removed on deinitialization.
final class Workshop {
  let folder: String
  /// The program that is measured.
  let tasks: String
  private let variables: [String: String]
  private let searchPath: [String]

  private let settleTime: UInt32

  /// - Parameter settle: Milliseconds that `settle()` waits.
  init(tasks: String, settle: Int) throws(BenchError) {
    settleTime = UInt32(settle) * 1_000
    guard Disk.isExecutable(tasks) else {
      throw .usage(
        "there is no program \(tasks); build it with: swift build -c release --product tasks")
    }
    self.tasks = tasks
    folder = try Disk.makeTemporaryFolder()
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    searchPath = path.split(separator: ":").map(String.init)
    let home = folder + "/home"
    try Disk.makeFolder(home)
    try Disk.write(Workshop.gitSettings, to: home + "/.gitconfig")
    let programs = folder + "/bin"
    try Disk.makeFolder(programs)
    try Disk.link(programs + "/git-merge-tasks", to: tasks)
    variables = [
      "HOME": home, "XDG_CONFIG_HOME": home + "/.config", "XDG_DATA_HOME": home + "/.local/share",
      "PATH": "\(programs):\(path)", "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "120",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_MERGE_AUTOEDIT": "no",
      "TASKS_DEVICE": "bench", "TASKS_NOW": "\(SampleTasks.lastDay.iso)T12:00",
    ]
  }

  deinit { Disk.remove(folder) }

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

  /// Returns the absolute path of the first of these programs found on PATH.
  func find(_ names: String...) -> String? {
    for name in names {
      for place in searchPath where Disk.isExecutable("\(place)/\(name)") {
        return "\(place)/\(name)"
      }
    }
    return nil
  }

  func run(_ command: Command, output: String = "/dev/null") throws(BenchError) -> ProcessRun {
    let all = variables.merging(command.variables) { $1 }.map { "\($0)=\($1)" }.sorted()
    return try ProcessRun(command, environment: all, output: output, errors: folder + "/errors")
  }

  /// Returns the standard output of the command.
  func output(of command: Command) throws(BenchError) -> String {
    _ = try run(command, output: folder + "/output")
    return String(decoding: Disk.read(folder + "/output") ?? [], as: UTF8.self)
  }

  /// Waits until no file is as young as what was noted about it.
  func settle() { usleep(settleTime) }
}
