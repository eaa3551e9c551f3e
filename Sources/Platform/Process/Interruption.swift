/// The signals that ask this process to end, where they are noted and not followed at once.
public enum Interruption {
  /// The one that came last; nil when none has.
  public static var signal: Int32? { noted == 0 ? nil : noted }

  /// From now on SIGINT and SIGTERM are only noted, and SIGHUP, which comes when a terminal is closed, unless this
  /// process is to outlive that (nohup): whoever calls this looks for them between two steps.
  public static func watch() {
    let numbers = [SIGINT, SIGTERM] + (SignalWatch.isDefault(SIGHUP) ? [SIGHUP] : [])
    for number in numbers { Glue.signal(number, note) }
    unblock(numbers)
  }

  /// - Throws: `interrupted` when a signal was noted.
  public static func check() throws(SystemError) {
    if let number = signal { throw .interrupted(signal: number) }
  }

  /// Whoever started us may have blocked them.
  static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends this process by a signal, so that a shell sees what it ended of.
  public static func die(of number: Int32) -> Never {
    Glue.signal(number, SIG_DFL)
    unblock([number])
    raise(number)
    exit(128 + number)
  }
}

/// Notes signals for as long as it lives, and makes its file readable when one comes or a child ends.
///
/// Signals that this process ignores, or acts on in its own way, stay as they are.
public final class SignalWatch {
  /// One for all, and never closed: a handler that another thread is in the middle of when a watch ends writes to it
  /// all the same.
  private nonisolated(unsafe) static let shared = Attempt { () throws(SystemError) in
    let pipe = try Pipe(for: "git")
    for end in [pipe.reader, pipe.writer] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    return pipe
  }

  private let pipe: Pipe
  private let held: [Int32]

  /// What to poll.
  var reader: Int32 { pipe.reader }

  public init() throws(SystemError) {
    pipe = try SignalWatch.shared.get()
    held = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGCHLD].filter { Self.isDefault($0) }
    waker = pipe.writer
    for number in held where number != SIGCHLD { Glue.signal(number, note) }
    if held.contains(SIGCHLD) { Glue.signal(SIGCHLD, wake) }
    Interruption.unblock(held)
  }

  deinit {
    for number in held { Glue.signal(number, SIG_DFL) }
  }

  /// Forgets what has made the file readable.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(pipe.reader, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  /// Whether the system does with a signal what it does by itself.
  static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler == nil
    #else
      return action.__sigaction_handler.sa_handler == nil
    #endif
  }
}

/// `signal`, which is also a name of ours.
private enum Glue {
  #if canImport(Darwin)
    typealias Action = sig_t?
  #else
    typealias Action = __sighandler_t?
  #endif

  static func signal(_ number: Int32, _ action: Action) {
    #if canImport(Darwin)
      _ = Darwin.signal(number, action)
    #else
      _ = Glibc.signal(number, action)
    #endif
  }
}

/// Set by signal handlers, which may do nothing but this and write to a pipe.
private nonisolated(unsafe) var noted: sig_atomic_t = 0
private nonisolated(unsafe) var waker: Int32 = -1

private func note(_ number: Int32) {
  noted = number
  wake(number)
}

private func wake(_: Int32) {
  guard waker >= 0 else { return }
  let before = errno
  withUnsafeBytes(of: UInt8(0)) { _ = write(waker, $0.baseAddress, 1) }
  errno = before
}
