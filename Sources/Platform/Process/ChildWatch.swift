/// Looks after one child until it has ended. A signal that asks this process to end, ends the child and what the
/// child has started.
final class ChildWatch {
  /// A signal from the keyboard reaches all of them by itself. A second one would cut short what git clears away, so
  /// they have this long before it is passed on.
  private static let grace = 0.1
  /// So long may a child take that was told to end.
  private static let lastRespite = 1.0

  private let child: Int32
  private let signals: SignalWatch
  private(set) var status: ChildProcess.Status?
  /// What is sent next, and when.
  private var next: (signal: Int32, time: Double)?

  init(of child: Int32, _ signals: SignalWatch) {
    self.child = child
    self.signals = signals
  }

  /// What becomes readable when there is something to look at.
  var reader: Int32 { signals.reader }

  /// For how many milliseconds there may be nothing to look at. Another thread may have been woken in our stead.
  var patience: Int32 { Interruption.signal == nil ? 500 : 20 }

  /// Whether the child has ended; sees to it that it does where this process has been asked to.
  func hasEnded() -> Bool {
    signals.clear()
    if status == nil { status = Spawn.look(at: child) }
    guard status == nil else { return true }
    guard let signal = Interruption.signal else { return false }
    let now = ChildWatch.now
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

  /// Seconds of a clock that nobody sets.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
