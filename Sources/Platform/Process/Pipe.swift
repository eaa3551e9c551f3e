import CPlatform

/// A pipe to or from a child; both ends are close-on-exec.
package final class Pipe {
  package private(set) var reader: Int32 = -1
  package private(set) var writer: Int32 = -1

  package init(for program: String) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let code = platform_pipe2(&ends, O_CLOEXEC)
    #else
      let code = pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    guard code == 0 else { throw .programNotStarted(name: program, code: errno) }
    reader = ends[0]
    writer = ends[1]
  }

  deinit {
    closeReader()
    closeWriter()
  }

  package func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  package func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}

/// Writes a child's input and reads its output at the same time.
enum Exchange {
  /// Returns when all pipes are closed, or when the watched child has ended.
  ///
  /// - Parameter watch: Watches the child; without one the exchange ends when the child closes its pipes.
  /// - Returns: The bytes read from each of the pipes.
  static func run(
    _ input: [UInt8], to stdin: Pipe?, from readers: [Pipe], until watch: ChildWatch? = nil
  ) -> [[UInt8]] {
    // Writing to a child that has ended must return EPIPE, not raise a signal that ends this process.
    let ignored = SignalMask(SIGPIPE)
    defer { ignored.restore() }
    for end in readers.map(\.reader) + [stdin?.writer ?? -1] where end >= 0 {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    var output = readers.map { _ in [UInt8]() }
    var sent = 0
    if input.isEmpty { stdin?.closeWriter() }
    while true {
      let isOver = watch?.hasEnded() ?? false
      let isOpen = stdin.map { $0.writer >= 0 } ?? false || readers.contains { $0.reader >= 0 }
      guard isOpen || (watch != nil && !isOver) else { break }
      // poll(2) ignores negative file descriptors.
      var polled = readers.map { pollfd(fd: $0.reader, events: Int16(POLLIN), revents: 0) }
      polled.append(pollfd(fd: stdin?.writer ?? -1, events: Int16(POLLOUT), revents: 0))
      polled.append(pollfd(fd: watch?.reader ?? -1, events: Int16(POLLIN), revents: 0))
      if poll(&polled, nfds_t(polled.count), isOver ? 0 : watch?.timeout ?? -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      for (index, pipe) in readers.enumerated() where polled[index].revents != 0 {
        if !receive(&output[index], pipe.reader) { pipe.closeReader() }
      }
      if polled[readers.count].revents != 0, let stdin, !send(input, &sent, stdin.writer) {
        stdin.closeWriter()
      }
      // A process that the child left running may hold the pipes open for long.
      if isOver, !polled.contains(where: { $0.revents != 0 }) { break }
    }
    return output
  }

  /// Writes as much as the pipe takes; returns false when all is written, or when there is no reader.
  private static func send(_ bytes: [UInt8], _ sent: inout Int, _ file: Int32) -> Bool {
    let count = bytes.withUnsafeBytes {
      write(file, $0.baseAddress?.advanced(by: sent), $0.count - sent)
    }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    sent += count
    return sent < bytes.count
  }

  /// Reads what is available; returns false at the end of file.
  private static func receive(_ bytes: inout [UInt8], _ file: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      bytes.append(contentsOf: buffer[..<count])
      return count > 0
    }
  }
}

/// Blocks one signal in this thread, and on `restore` discards a pending one that came meanwhile.
package struct SignalMask {
  private var old = sigset_t()
  private var held = sigset_t()
  private let number: Int32
  private let wasPending: Bool

  package init(_ number: Int32) {
    self.number = number
    var pending = sigset_t()
    sigpending(&pending)
    wasPending = sigismember(&pending, number) == 1
    sigemptyset(&held)
    sigaddset(&held, number)
    pthread_sigmask(SIG_BLOCK, &held, &old)
  }

  package func restore() {
    var held = held
    var old = old
    var pending = sigset_t()
    sigpending(&pending)
    if !wasPending, sigismember(&pending, number) == 1 {
      var taken: Int32 = 0
      sigwait(&held, &taken)
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}
