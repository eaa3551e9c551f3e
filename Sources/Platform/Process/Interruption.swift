/// The signals that ask this process to end, if they are recorded instead of ending it at once.
package enum Interruption {
  /// The last recorded signal; nil if there was none.
  package static var signal: Int32? { noted == 0 ? nil : noted }

  /// Records SIGINT and SIGTERM from now on instead of ending the process, and SIGHUP unless it is ignored
  /// (nohup(1)). The caller checks for them between two steps.
  package static func watch() {
    let numbers = [SIGINT, SIGTERM] + (SignalWatch.isDefault(SIGHUP) ? [SIGHUP] : [])
    for number in numbers { Glue.signal(number, note) }
    unblock(numbers)
  }

  /// Returns the recorded signal and forgets it, for work that is to be finished all the same.
  package static func take() -> Int32? {
    defer { noted = 0 }
    return signal
  }

  /// Throws an error if a signal was recorded.
  ///
  /// - Throws: `interrupted`.
  package static func check() throws(SystemError) {
    if let number = signal { throw .interrupted(signal: number) }
  }

  /// Unblocks signals, which the parent process may have blocked.
  package static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends this process by a signal, so that a shell sees which one ended it.
  package static func die(of number: Int32) -> Never {
    Glue.signal(number, SIG_DFL)
    unblock([number])
    raise(number)
    exit(128 + number)
  }
}

/// Records signals for as long as it lives, and makes a file descriptor readable when a signal comes or a child ends.
///
/// Signals that this process ignores or handles itself stay as they are.
package final class SignalWatch {
  /// The pipe of all watches. It is never closed: a signal handler that is running in another thread when a watch
  /// ends still writes to it.
  private nonisolated(unsafe) static let shared = Attempt { () throws(SystemError) in
    let pipe = try Pipe(for: "git")
    for end in [pipe.reader, pipe.writer] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    // Once, before any handler is there that reads it.
    waker = pipe.writer
    return pipe
  }

  private let pipe: Pipe
  private let held: [Int32]

  var reader: Int32 { pipe.reader }

  package init() throws(SystemError) {
    pipe = try SignalWatch.shared.get()
    held = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGCHLD].filter { Self.isDefault($0) }
    for number in held where number != SIGCHLD { Glue.signal(number, note) }
    if held.contains(SIGCHLD) { Glue.signal(SIGCHLD, wake) }
    Interruption.unblock(held)
  }

  deinit {
    for number in held { Glue.signal(number, SIG_DFL) }
  }

  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(pipe.reader, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  /// Whether a signal has its default action (`SIG_DFL`).
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

/// Calls signal(2), whose name is also a property here.
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

/// Written by signal handlers, which may only set it and write to a pipe (signal-safety(7)).
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
