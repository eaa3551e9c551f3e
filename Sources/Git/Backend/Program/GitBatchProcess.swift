import Platform

/// A git process that is started by the first request and kept running for all others, one line per request.
package final class GitBatchProcess {
  private let git: GitProgram
  private let arguments: [String]
  private var child: Child?

  fileprivate final class Child {
    private let id: pid_t
    private let stdin: Pipe
    private let stdout: Pipe
    private let output: UnsafeMutablePointer<FILE>?
    let errors = AnonymousTempFile()

    init(_ program: ChildProcess) throws(SystemError) {
      stdin = try Pipe(for: program.program)
      stdout = try Pipe(for: program.program)
      var files = [(stdin.reader, Int32(0)), (stdout.writer, 1)]
      if let file = errors.file { files.append((file, 2)) }
      id = try Spawn.start(program, files: files)
      stdin.closeReader()
      stdout.closeWriter()
      // The stream closes a descriptor of its own.
      output = fdopen(fcntl(stdout.reader, F_DUPFD_CLOEXEC, 0), "r")
    }

    /// Writes to git's standard input; returns false if git has closed it.
    func write(_ bytes: [UInt8]) -> Bool {
      let ignored = SignalMask(SIGPIPE)
      defer { ignored.restore() }
      return bytes.withUnsafeBytes { File.writeAll($0, to: stdin.writer) } == 0
    }

    func line() -> [UInt8]? {
      guard let output else { return nil }
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      let count = getline(&line, &capacity, output)
      defer { free(line) }
      guard let line, count > 0, line[count - 1] == 0x0A else { return nil }
      return [UInt8](UnsafeRawBufferPointer(start: line, count: count - 1))
    }

    func bytes(_ count: Int) -> [UInt8]? {
      guard let output else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      return fread(&bytes, 1, count, output) == count ? bytes : nil
    }

    /// Closes the pipes, which makes git exit, and waits for it.
    func end() -> ChildProcess.Status {
      stdin.closeWriter()
      stdout.closeReader()
      if let output { fclose(output) }
      return Spawn.wait(for: id)
    }
  }

  package init(_ git: GitProgram, _ arguments: [String]) {
    self.git = git
    self.arguments = arguments
  }

  deinit { _ = child?.end() }

  package struct Answer {
    fileprivate let child: Child

    /// Reads the next line, without the line end; nil if git has exited.
    package func line() -> [UInt8]? { child.line() }

    func bytes(_ count: Int) -> [UInt8]? { child.bytes(count) }
  }

  /// Sends a request and reads the response. If git has exited since the last request it is started again, once.
  ///
  /// - Parameters:
  ///   - question: The line to send, without a line end.
  ///   - read: Reads the response; returns nil if git exited before its end.
  /// - Throws: `programNotStarted`, `programFailed`, `interrupted`.
  package func ask<Result>(
    _ question: [UInt8], _ read: (Answer) -> Result?
  ) throws(GitError) -> Result {
    var wasAsked = child != nil
    while true {
      let child: Child =
        if let running = self.child {
          running
        } else {
          try GitError.system { () throws(SystemError) in try Child(git.kept(arguments)) }
        }
      self.child = child
      if child.write(question + [UInt8(ascii: "\n")]), let result = read(Answer(child: child)) {
        return result
      }
      self.child = nil
      let status = child.end()
      // A signal that ends this process also ends git.
      try GitError.system { () throws(SystemError) in try Interruption.check() }
      guard wasAsked else {
        throw .programFailed(
          command: (["git"] + arguments).joined(separator: " "), status: status.code,
          output: ChildProcess.Outcome(status: status, output: [], errors: child.errors.bytes).said)
      }
      wasAsked = false
    }
  }
}
