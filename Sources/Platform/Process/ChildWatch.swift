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
  var patience: Int32 { Interruption.signal == nil ? 500 : 20 }

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
