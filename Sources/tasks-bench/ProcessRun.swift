#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The resources used by one run of a program, from before it is started until it has ended.
struct ProcessRun {
  /// Elapsed time in milliseconds.
  var wall: Double
  /// Processor time in milliseconds, user and system, including child processes.
  var processor: Double
  /// The peak memory of the program or of one of its children, in KiB. A process begins as a copy of the one that
  /// starts it, so this is never less than what tasks-bench itself needs.
  var peak: Int

  /// Runs the command and waits for it.
  ///
  /// - Parameters:
  ///   - environment: All environment variables of the command.
  ///   - output, errors: The files for its standard output and standard error.
  /// - Throws: `notStarted`, or `failed` for an exit status other than the command's.
  init(
    _ command: Command, environment: [String], output: String, errors: String
  ) throws(BenchError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let fresh = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, command.input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, fresh, 0o666)
    posix_spawn_file_actions_addopen(&actions, 2, errors, fresh, 0o666)
    var arguments = ([command.program] + command.arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }

    var child: pid_t = 0
    let start = ProcessRun.now
    let code = posix_spawn(&child, command.program, &actions, nil, &arguments, &variables)
    guard code == 0 else { throw .notStarted(program: command.program, code: code) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw .notStarted(program: command.program, code: errno) }
    }
    wall = ProcessRun.now - start
    processor = ProcessRun.milliseconds(usage.ru_utime) + ProcessRun.milliseconds(usage.ru_stime)
    #if canImport(Darwin)
      peak = usage.ru_maxrss / 1024
    #else
      peak = usage.ru_maxrss
    #endif
    let end = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    guard end == command.status else {
      throw .failed(
        command: command.text, status: end,
        errors: String(decoding: Disk.read(errors) ?? [], as: UTF8.self))
    }
  }

  /// The start value for adding runs.
  static let none = ProcessRun(wall: 0, processor: 0, peak: 0)

  private init(wall: Double, processor: Double, peak: Int) {
    self.wall = wall
    self.processor = processor
    self.peak = peak
  }

  /// Returns the total of two runs, one after the other.
  static func + (a: ProcessRun, b: ProcessRun) -> ProcessRun {
    ProcessRun(
      wall: a.wall + b.wall, processor: a.processor + b.processor, peak: max(a.peak, b.peak))
  }

  /// The peak memory of this program itself, in KiB.
  static var ownPeak: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1024
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    #endif
  }

  /// Milliseconds of a monotonic clock.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
  }
}
