import CPlatform

/// A program to run, without a shell.
package struct ChildProcess: Sendable {
  package enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// The exit code as a shell reports it: 128 plus the signal number for a killed program.
    package var code: Int32 {
      switch self {
      case .exited(let code): code
      case .killed(let signal): 128 + signal
      }
    }
  }

  /// The result of a program: its exit status and output.
  package struct Outcome: Sendable {
    package let status: Status
    package let output: [UInt8]
    package let errors: [UInt8]
    /// What the program wrote to descriptor 4, if that was asked for.
    package let report: [UInt8]

    package init(status: Status, output: [UInt8], errors: [UInt8], report: [UInt8] = []) {
      self.status = status
      self.output = output
      self.errors = errors
      self.report = report
    }

    package var succeeded: Bool { status == .exited(0) }

    /// The standard error as text, without line ends at its end.
    package var said: String {
      var text = Substring(String(decoding: errors, as: UTF8.self))
      while text.last?.isNewline == true { text.removeLast() }
      return String(text)
    }

    /// Writes the program's standard error to ours: a hook of the user may have printed a message.
    package func passOnErrors() {
      _ = errors.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
  }

  /// A path, or a name that is looked up on PATH.
  package var program: String
  package var arguments: [String]
  /// The working directory; nil for that of this process.
  var folder: String?
  /// Variables to set, or to remove if nil; all others are inherited.
  package var environment: [String: String?]

  package init(
    _ program: String, _ arguments: [String], folder: String? = nil,
    environment: [String: String?] = [:]
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// Runs the program to its end with `input` as its standard input, and collects its output. Input and output of any
  /// size cannot cause a deadlock.
  ///
  /// - Parameters:
  ///   - heedsSignals: Whether a signal that asks this process to end is forwarded to the program and its descendants,
  ///     and then reported to the caller, which may have to clean up.
  ///   - extra: A file descriptor that the program gets as descriptor 3.
  ///   - reports: Whether the program writes a report to descriptor 4.
  ///   - limit: After how many seconds the program is ended; needs `heedsSignals`.
  /// - Throws: `programNotStarted`; `interrupted`, after the program has ended.
  package func run(
    input: [UInt8] = [], heedsSignals: Bool = false, extra: Int32? = nil, reports: Bool = false,
    limit: Double? = nil
  ) throws(SystemError) -> Outcome {
    let signals = heedsSignals ? try SignalWatch() : nil
    if heedsSignals { try Interruption.check() }
    let stdin = try Pipe(for: program)
    let stdout = try Pipe(for: program)
    let stderr = try Pipe(for: program)
    var files = [(stdin.reader, Int32(0)), (stdout.writer, 1), (stderr.writer, 2)]
    if let extra { files.append((extra, 3)) }
    let report = reports ? try Pipe(for: program) : nil
    if let report { files.append((report.writer, 4)) }
    let child = try Spawn.start(self, files: files)
    report?.closeWriter()
    stdin.closeReader()
    stdout.closeWriter()
    stderr.closeWriter()
    let watch = signals.map { ChildWatch(of: child, $0, limit: limit) }
    let readers = [stdout, stderr] + (report.map { [$0] } ?? [])
    let collected = Exchange.run(input, to: stdin, from: readers, until: watch)
    let status = watch.map { $0.status ?? .exited(127) } ?? Spawn.wait(for: child)
    if heedsSignals { try Interruption.check() }
    return Outcome(
      status: status, output: collected[0], errors: collected[1],
      report: reports ? collected[2] : [])
  }

  /// Runs the program to its end with the standard files of this process. Meanwhile SIGINT and SIGQUIT end the
  /// program alone, unless this process handles them itself.
  ///
  /// - Parameter input: The program's standard input, if it is not that of this process.
  /// - Throws: `programNotStarted`.
  package func runOnTerminal(input: Int32? = nil) throws(SystemError) -> Status {
    try ChildProcess.leavingInterrupts { ignored throws(SystemError) in
      let files = input.map { [($0, Int32(0))] } ?? []
      let child = try Spawn.start(self, files: files, restoring: ignored)
      return Spawn.wait(for: child)
    }
  }

  /// Runs the program to its end with the standard input of this process, and collects its standard output; its
  /// standard error too if ours is not a terminal.
  ///
  /// A signal that asks this process to end is forwarded to the program and its descendants, and then reported to the
  /// caller: a program that waits for a dead host is not waited for.
  ///
  /// - Parameter extra: A file descriptor that the program gets as descriptor 3.
  /// - Throws: `programNotStarted`; `interrupted`, after the program has ended.
  package func askOnTerminal(extra: Int32? = nil) throws(SystemError) -> Outcome {
    let outcome = try watched(extra)
    // A signal that came after the program had ended is not lost either.
    try Interruption.check()
    return outcome
  }

  private func watched(_ extra: Int32?) throws(SystemError) -> Outcome {
    let signals = try SignalWatch()
    try Interruption.check()
    let stdout = try Pipe(for: program)
    let stderr = try Pipe(for: program)
    var files = [(stdout.writer, Int32(1))]
    if isatty(2) != 1 { files.append((stderr.writer, 2)) }
    if let extra { files.append((extra, 3)) }
    let watch = ChildWatch(of: try Spawn.start(self, files: files), signals)
    stdout.closeWriter()
    stderr.closeWriter()
    let collected = Exchange.run([], to: nil, from: [stdout, stderr], until: watch)
    return Outcome(
      status: watch.status ?? .exited(127), output: collected[0], errors: collected[1])
  }

  private static func leavingInterrupts<Result>(
    _ body: ([Int32]) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let ignored = [SIGINT, SIGQUIT].filter { SignalWatch.isDefault($0) }
    for number in ignored { signal(number, SIG_IGN) }
    defer { for number in ignored { signal(number, SIG_DFL) } }
    return try body(ignored)
  }

  /// Runs the program to its end in a session of its own, with /dev/null as its standard files; returns whether it
  /// succeeded.
  package func runInOwnSession() -> Bool {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return false }
    defer { close(nothing) }
    let files = (0...2).map { (nothing, Int32($0)) }
    guard let child = try? Spawn.start(self, files: files, ownSession: true) else { return false }
    return Spawn.wait(for: child) == .exited(0)
  }

  /// Runs a hook to its end with an empty standard input, and collects its standard output and standard error
  /// together.
  ///
  /// Processes that the hook leaves running are not waited for and may keep writing. A script without a `#!` line is
  /// run by `/bin/sh`. A signal that asks this process to end is forwarded to the hook and its descendants, and then
  /// reported to the caller, which may have to clean up.
  ///
  /// - Throws: `programNotStarted`; `interrupted`, after the hook has ended.
  package func runAsHook() throws(SystemError) -> (status: Status, said: [UInt8]) {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let said = AnonymousTempFile()
    let output = said.file ?? nothing
    let files = [(nothing, Int32(0)), (output, Int32(1)), (output, Int32(2))]
    let signals = try SignalWatch()
    try Interruption.check()
    let child: Int32
    do throws(SystemError) {
      child = try Spawn.start(self, files: files)
    } catch .programNotStarted(_, ENOEXEC) {
      var shell = self
      (shell.program, shell.arguments) = ("/bin/sh", [program] + arguments)
      child = try Spawn.start(shell, files: files)
    }
    let watch = ChildWatch(of: child, signals)
    _ = Exchange.run([], to: nil, from: [], until: watch)
    try Interruption.check()
    return (watch.status ?? .exited(127), said.bytes)
  }

  /// The program's environment, as `NAME=value`.
  var variables: [String] {
    var lines: [String] = []
    var next = platform_environ()
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
