import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe to or from a child; neither end leaks into another child.
final class Pipe {
  private(set) var reader: Int32 = -1
  private(set) var writer: Int32 = -1

  init(for program: String) throws(GitError) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let code = clibgit2_pipe2(&ends, O_CLOEXEC)
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

  func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}

/// Feeds a child and collects what it says, both at once.
enum Exchange {
  static func run(
    _ input: [UInt8], to stdin: Pipe, from stdout: Pipe, _ stderr: Pipe
  ) -> (output: [UInt8], errors: [UInt8]) {
    // Writing to a child that has gone is an error to notice, not a signal to die of.
    let ignored = SignalMask(SIGPIPE)
    defer { ignored.restore() }
    for end in [stdin.writer, stdout.reader, stderr.reader] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var sent = 0
    if input.isEmpty { stdin.closeWriter() }
    while stdin.writer >= 0 || stdout.reader >= 0 || stderr.reader >= 0 {
      // A negative number is passed over.
      var polled = [
        pollfd(fd: stdin.writer, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: stdout.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stderr.reader, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&polled, nfds_t(polled.count), -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      if polled[0].revents != 0, !send(input, &sent, stdin.writer) { stdin.closeWriter() }
      if polled[1].revents != 0, !receive(&output, stdout.reader) { stdout.closeReader() }
      if polled[2].revents != 0, !receive(&errors, stderr.reader) { stderr.closeReader() }
    }
    return (output, errors)
  }

  /// Writes what fits; false when there is nothing more to write, or nobody to read it.
  private static func send(_ bytes: [UInt8], _ sent: inout Int, _ file: Int32) -> Bool {
    let count = bytes.withUnsafeBytes {
      write(file, $0.baseAddress?.advanced(by: sent), $0.count - sent)
    }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    sent += count
    return sent < bytes.count
  }

  /// Reads what is there; false at the end.
  private static func receive(_ bytes: inout [UInt8], _ file: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      bytes.append(contentsOf: buffer[..<count])
      return count > 0
    }
  }
}

/// Holds one signal back from this thread for a while, and drops what came of it.
private struct SignalMask {
  private var old = sigset_t()
  private var held = sigset_t()
  private let number: Int32
  private let wasPending: Bool

  init(_ number: Int32) {
    self.number = number
    var pending = sigset_t()
    sigpending(&pending)
    wasPending = sigismember(&pending, number) == 1
    sigemptyset(&held)
    sigaddset(&held, number)
    pthread_sigmask(SIG_BLOCK, &held, &old)
  }

  func restore() {
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
