import CPlatform

/// A program that runs beside this process: its output is read as it comes, and it can be given up.
package final class RunningChild {
  private let id: Int32
  private let stdout: Pipe
  private let stderr: Pipe
  package private(set) var output: [UInt8] = []
  private var errors: [UInt8] = []
  /// How it ended; nil while it runs.
  package private(set) var status: ChildProcess.Status?

  /// Starts a program with an empty standard input, in a session of its own, so that a key that ends this process does
  /// not end it.
  ///
  /// - Throws: `programNotStarted`.
  package init(_ child: ChildProcess) throws(SystemError) {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    stdout = try Pipe(for: child.program)
    stderr = try Pipe(for: child.program)
    let files = [(nothing, Int32(0)), (stdout.writer, 1), (stderr.writer, 2)]
    id = try Spawn.start(child, files: files, ownSession: true)
    for pipe in [stdout, stderr] {
      pipe.closeWriter()
      _ = fcntl(pipe.reader, F_SETFL, fcntl(pipe.reader, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit { if status == nil { end() } }

  /// The descriptors to poll for output; closed ones are -1.
  var readers: [Int32] { [stdout.reader, stderr.reader] }

  /// The last line of the standard error.
  package var said: String {
    errors.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Reads what has come, and sees whether the program has ended.
  package func look() {
    if status == nil { status = Spawn.look(at: id) }
    RunningChild.drain(stdout, into: &output)
    RunningChild.drain(stderr, into: &errors)
  }

  /// Waits until a condition holds or the program ends.
  ///
  /// - Returns: Whether that came within the time, in seconds. A signal that asks this process to end does not.
  package func wait(_ seconds: Double, until condition: (RunningChild) -> Bool = { _ in false })
    -> Bool
  {
    let end = ChildWatch.now + seconds
    while true {
      look()
      if status != nil || condition(self) { return true }
      let left = end - ChildWatch.now
      if left <= 0 || Interruption.signal != nil { return false }
      var polled = readers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // A program that has closed its output does not wake poll(2) when it ends.
      poll(&polled, nfds_t(polled.count), Int32(min(left * 1000, 20)))
    }
  }

  /// Waits until one of several programs says something or ends, a condition holds that is asked for each second, or the
  /// wall clock has advanced by some seconds, also while the machine was suspended. A clock that is set back and a
  /// signal end the wait.
  package static func wait(
    forAny children: [RunningChild], seconds: Int, or condition: () -> Bool
  ) {
    let start = time(nil)
    while Interruption.signal == nil {
      let now = time(nil)
      guard now >= start, now < start + seconds else { return }
      var polled = children.flatMap(\.readers).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // A signal that comes before poll(2) does not wake it.
      if poll(&polled, nfds_t(polled.count), 1000) > 0 { return }
      for child in children { child.look() }
      if children.contains(where: { $0.status != nil }) || condition() { return }
    }
  }

  /// Ends the program and its descendants.
  ///
  /// - Parameter signal: What they are asked with; those that do not heed it are killed.
  package func end(_ signal: Int32 = SIGTERM) {
    if status == nil { status = Spawn.look(at: id) }
    guard status == nil else { return }
    ProcessTree.send(signal, to: id)
    if !wait(0.2) { ProcessTree.send(SIGKILL, to: id) }
    status = status ?? Spawn.wait(for: id)
  }

  private static func drain(_ pipe: Pipe, into bytes: inout [UInt8]) {
    guard pipe.reader >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        let count = read(pipe.reader, buffer.baseAddress, buffer.count)
        if count > 0 {
          // A notifier says a line or two; what floods the pipe is not kept.
          if bytes.count < 1 << 16 { bytes.append(contentsOf: buffer[..<count]) }
        } else if count < 0, errno == EINTR {
          continue
        } else {
          if count == 0 { pipe.closeReader() }
          return
        }
      }
    }
  }
}

/// Forwards termination signals to a child and all its descendants, and tracks whether the child has ended.
final class ChildWatch {
  /// Seconds before a signal is forwarded. A signal from the keyboard reaches the whole process group by itself, and
  /// a second one would interrupt git's own cleanup.
  private static let grace = 0.1
  /// Seconds that a child may take to end after a signal before it gets SIGKILL.
  private static let lastRespite = 1.0

  private let child: Int32
  private let signals: SignalWatch
  private(set) var status: ChildProcess.Status?
  /// The signal to send next, and when.
  private var next: (signal: Int32, time: Double)?

  /// When the child is ended, on the monotonic clock.
  private let end: Double?

  /// - Parameter limit: After how many seconds the child is ended.
  init(of child: Int32, _ signals: SignalWatch, limit: Double? = nil) {
    self.child = child
    self.signals = signals
    end = limit.map { ChildWatch.now + $0 }
  }

  /// The file descriptor that becomes readable when a signal has come or a child has ended.
  var reader: Int32 { signals.reader }

  /// How many milliseconds to wait in poll(2) at most. Another thread may have been woken by the signal instead of
  /// this one.
  var timeout: Int32 { Interruption.signal == nil ? 500 : 20 }

  /// Whether the child has ended; if this process was asked to end, signals the child when that is due.
  func hasEnded() -> Bool {
    signals.clear()
    if status == nil { status = Spawn.look(at: child) }
    guard status == nil else { return true }
    let now = ChildWatch.now
    let isLate = end.map { now >= $0 } ?? false
    guard let signal = Interruption.signal ?? (isLate ? SIGTERM : nil) else { return false }
    guard let due = next else {
      next = (signal, now + ChildWatch.grace)
      return false
    }
    if now >= due.time {
      ProcessTree.send(due.signal, to: child)
      next = (SIGKILL, now + ChildWatch.lastRespite)
    }
    return false
  }

  /// The monotonic clock, in seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
