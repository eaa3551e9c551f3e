import Platform

/// A git process that is started by the first request and kept running for all others, one line per request.
final class GitBatchProcess {
  private let git: GitProgram
  private let arguments: [String]
  private var child: Child?

  fileprivate final class Child {
    let id: pid_t
    let stdin: Pipe
    let stdout: Pipe
    let errors = AnonymousTempFile()
    private var received: [UInt8] = []
    private var position = 0

    init(_ program: ChildProcess) throws(SystemError) {
      stdin = try Pipe(for: program.program)
      stdout = try Pipe(for: program.program)
      var files = [(stdin.reader, Int32(0)), (stdout.writer, 1)]
      if let file = errors.file { files.append((file, 2)) }
      id = try Spawn.start(program, files: files)
      stdin.closeReader()
      stdout.closeWriter()
    }

    /// Writes to git's standard input; returns false if git has closed it.
    func write(_ bytes: [UInt8]) -> Bool {
      let ignored = SignalMask(SIGPIPE)
      defer { ignored.restore() }
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          send(stdin.writer, $0.baseAddress?.advanced(by: sent), $0.count - sent)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    /// Reads more output; returns false at the end of file.
    private func receive() -> Bool {
      if position == received.count {
        received.removeAll(keepingCapacity: true)
        position = 0
      }
      return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
        while true {
          let count = read(stdout.reader, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return false }
          received.append(contentsOf: buffer[..<count])
          return true
        }
      }
    }

    func line() -> [UInt8]? {
      var searched = position
      while true {
        if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { position = end + 1 }
          return Array(received[position..<end])
        }
        let there = received.count - position
        guard receive() else { return nil }
        searched = position + there
      }
    }

    func bytes(_ count: Int) -> [UInt8]? {
      while received.count - position < count { guard receive() else { return nil } }
      defer { position += count }
      return Array(received[position..<(position + count)])
    }

    /// Closes the pipes, which makes git exit, and waits for it.
    func end() -> ChildProcess.Status {
      stdin.closeWriter()
      stdout.closeReader()
      return Spawn.wait(for: id)
    }
  }

  init(_ git: GitProgram, _ arguments: [String]) {
    self.git = git
    self.arguments = arguments
  }

  deinit { _ = child?.end() }

  /// Reads one response of git.
  struct Answer {
    fileprivate let child: Child

    /// Reads the next line, without the line end; nil if git has exited.
    func line() -> [UInt8]? { child.line() }

    func bytes(_ count: Int) -> [UInt8]? { child.bytes(count) }
  }

  /// Sends a request and reads the response. If git has exited since the last request it is started again, once.
  ///
  /// - Parameters:
  ///   - question: The line to send, without a line end.
  ///   - read: Reads the response; returns nil if git exited before its end.
  /// - Throws: `programNotStarted`, `programFailed`, `interrupted`.
  func ask<Result>(
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

private func send(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
