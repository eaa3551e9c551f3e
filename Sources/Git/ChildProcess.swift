import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program to run, without a shell between.
public struct ChildProcess: Sendable {
  /// How a program ended.
  public enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// As a shell numbers it: 128 and the signal for a killed one.
    public var code: Int32 {
      switch self {
      case .exited(let code): code
      case .killed(let signal): 128 + signal
      }
    }
  }

  /// What a program left behind.
  public struct Outcome: Sendable {
    public let status: Status
    public let output: [UInt8]
    public let errors: [UInt8]

    public var succeeded: Bool { status == .exited(0) }
  }

  /// A path, or a name to be found on PATH.
  public var program: String
  public var arguments: [String]
  /// Where it runs; nil: where this process does.
  public var folder: String?
  /// Variables to set, or with nil to remove; all others are handed on.
  public var environment: [String: String?]

  public init(
    _ program: String, _ arguments: [String], folder: String? = nil,
    environment: [String: String?] = [:]
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// Runs it to its end with `input` as its standard input, and collects what it writes. Nothing it
  /// reads or leaves unread, however much, makes it hang.
  ///
  /// - Throws: `programNotStarted`.
  public func run(input: [UInt8] = []) throws(GitError) -> Outcome {
    let stdin = try Pipe(for: program)
    let stdout = try Pipe(for: program)
    let stderr = try Pipe(for: program)
    let child = try Spawn.start(
      self, files: [(stdin.reader, 0), (stdout.writer, 1), (stderr.writer, 2)])
    stdin.closeReader()
    stdout.closeWriter()
    stderr.closeWriter()
    let collected = Exchange.run(input, to: stdin, from: stdout, stderr)
    return Outcome(
      status: Spawn.wait(for: child), output: collected.output, errors: collected.errors)
  }

  /// Runs it to its end on the terminal, or whatever this process's standard files are. Meanwhile
  /// an interrupt from the keyboard is for the program alone, unless this process wants to know of it too.
  ///
  /// - Throws: `programNotStarted`.
  public func runOnTerminal() throws(GitError) -> Status {
    try ChildProcess.leavingInterrupts { () throws(GitError) in
      let child = try Spawn.start(self, files: [])
      return Spawn.wait(for: child)
    }
  }

  /// The same, but what it writes to its standard output is collected. Where nobody looks, what it says to
  /// its standard errors is collected too.
  ///
  /// - Throws: `programNotStarted`.
  public func askOnTerminal() throws(GitError) -> Outcome {
    let stdin = try Pipe(for: program)
    let stdout = try Pipe(for: program)
    let stderr = try Pipe(for: program)
    stdin.closeReader()
    return try ChildProcess.leavingInterrupts { () throws(GitError) in
      let isWatched = isatty(2) == 1
      let output: (Int32, Int32) = (stdout.writer, 1)
      let errors: (Int32, Int32) = (stderr.writer, 2)
      let child = try Spawn.start(self, files: isWatched ? [output] : [output, errors])
      stdout.closeWriter()
      stderr.closeWriter()
      let collected = Exchange.run([], to: stdin, from: stdout, stderr)
      return Outcome(
        status: Spawn.wait(for: child), output: collected.output, errors: collected.errors)
    }
  }

  private static func leavingInterrupts<Result>(
    _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let ignored = [SIGINT, SIGQUIT].filter { endsProcess($0) }
    for number in ignored { signal(number, SIG_IGN) }
    defer { for number in ignored { signal(number, SIG_DFL) } }
    return try body()
  }

  /// Whether a signal would end this process: nobody watches for it.
  private static func endsProcess(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler == nil
    #else
      return action.__sigaction_handler.sa_handler == nil
    #endif
  }

  /// Runs it to its end, away from the terminal and with nothing to read or to say; whether it succeeded.
  func runInOwnSession() -> Bool {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return false }
    defer { close(nothing) }
    let files = (0...2).map { (nothing, Int32($0)) }
    guard let child = try? Spawn.start(self, files: files, ownSession: true) else { return false }
    return Spawn.wait(for: child) == .exited(0)
  }

  /// `NAME=value` of every variable the program sees.
  var variables: [String] {
    var lines: [String] = []
    var next = clibgit2_environ()
    while let pointer = next, let line = pointer.pointee {
      let text = String(cString: line)
      let name = String(text.prefix { $0 != "=" })
      if environment[name] == nil { lines.append(text) }
      next = pointer + 1
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      if let value { lines.append("\(name)=\(value)") }
    }
    return lines
  }
}
