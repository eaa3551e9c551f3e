import Platform

/// A git that is started with the first question, kept running, and asked line by line: however many the questions
/// are, they cost one process.
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

    /// False when nobody reads it.
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

    /// Reads on; false at the end.
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

    /// Has it end, and waits for that.
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

  /// What is read of an answer.
  struct Answer {
    fileprivate let child: Child

    /// The next line, without its end; nil where git has ended.
    func line() -> [UInt8]? { child.line() }

    func bytes(_ count: Int) -> [UInt8]? { child.bytes(count) }
  }

  /// Asks a question. A git that has ended meanwhile is started once more.
  ///
  /// - Parameters:
  ///   - question: Without a line end.
  ///   - read: Nil where git has ended before the end of its answer.
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
      // What ends us ends it as well.
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
