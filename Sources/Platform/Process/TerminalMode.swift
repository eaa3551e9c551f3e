import CPlatform

/// The terminal of this process while a program paints all of it: keys as they are typed, the modes of the screen, the
/// signals that end or stop a program as values, and what is written to the standard error meanwhile, such as by hooks.
///
/// Whatever ends the process by a signal that can be caught, the terminal is as it was before.
package final class TerminalMode {
  /// What waits to be read.
  package enum Arrival: Equatable {
    case bytes([UInt8])
    /// Nobody is at the other end any more.
    case end
    case signals([Int32])
    case nothing
  }

  private static let noted = [SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH]

  private let saved: termios
  private let pipe: Pipe
  private let entering: [UInt8]
  private let leaving: [UInt8]
  private let held = AnonymousTempFile()
  private let errors = fcntl(2, F_DUPFD_CLOEXEC, 3)
  private var told = 0
  private var isEntered = false

  /// - Parameters:
  ///   - entering: What sets the modes of the screen.
  ///   - leaving: What sets them back, at most 256 bytes.
  /// - Returns: Nil unless standard input and output are a terminal.
  package init?(entering: [UInt8], leaving: [UInt8]) {
    var attributes = termios()
    guard isatty(1) == 1, tcgetattr(0, &attributes) == 0, let pipe = try? Pipe(for: "tasks") else {
      return nil
    }
    (saved, self.pipe, self.entering, self.leaving) = (attributes, pipe, entering, leaving)
    for end in [pipe.reader, pipe.writer] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    platform_terminal_watch(pipe.writer)
    for number in TerminalMode.noted { platform_terminal_note(number) }
    Interruption.unblock(TerminalMode.noted)
  }

  deinit {
    leave()
    close(errors)
  }

  package func enter() {
    isEntered = true
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(0, TCSADRAIN, &raw)
    var saved = saved
    platform_terminal_guard(&saved, leaving, leaving.count)
    if let file = held.file {
      platform_terminal_hold(file, errors)
      dup2(file, 2)
    }
    write(entering)
  }

  package func leave() {
    guard isEntered else { return }
    isEntered = false
    dup2(errors, 2)
    write(leaving)
    platform_terminal_guard(nil, nil, 0)
    var saved = saved
    tcsetattr(0, TCSADRAIN, &saved)
  }

  /// Stops the programs of this job, as a shell expects of Ctrl-Z, and returns when it goes on.
  package func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    platform_terminal_note(SIGTSTP)
    enter()
  }

  /// Lets a program have the terminal: ^C is for it alone, and ^Z stops this process with it.
  package func lend(to body: () -> Void) {
    leave()
    let numbers = [SIGINT, SIGQUIT, SIGTSTP, SIGCONT]
    for number in numbers { signal(number, SIG_DFL) }
    body()
    for number in numbers { platform_terminal_note(number) }
  }

  /// Says something below what other programs have written, and waits for a key.
  package func pause(_ text: String) {
    var raw = saved
    cfmakeraw(&raw)
    write(Array("\r\n\(text)".utf8))
    tcsetattr(0, TCSADRAIN, &raw)
    var waits = true
    while waits {
      switch wait(60_000) {
      case .bytes, .end: waits = false
      case .signals(let numbers): for number in numbers where number != SIGWINCH { end(by: number) }
      case .nothing: break
      }
    }
  }

  /// Leaves the screen and ends by a signal, as if there were no handler.
  package func end(by number: Int32) -> Never {
    leave()
    Interruption.die(of: number)
  }

  /// What has been written to the standard error since this was asked last.
  package func takeErrors() -> String {
    let all = held.bytes
    defer { told = all.count }
    return String(decoding: all.dropFirst(told), as: UTF8.self)
  }

  /// The width and height in cells; nil if the terminal tells none.
  package var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits for keys or signals.
  ///
  /// - Parameter milliseconds: The longest time that it takes.
  package func wait(_ milliseconds: Int) -> Arrival {
    var polled = [pipe.reader, 0].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), Int32(milliseconds)) > 0 else { return .nothing }
    if polled[0].revents != 0 {
      return .signals(TerminalMode.read(pipe.reader).map { Int32($0) })
    }
    let bytes = TerminalMode.read(0)
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  private static func read(_ file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      repeat {
        count = max(0, posixRead(file, buffer))
      } while count == 0 && errno == EINTR
    }
  }

  /// Writes to the screen. A terminal that has gone takes nothing; that is seen when its keys are read.
  package func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { posixWrite(1, $0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var polled = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, 1000)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// Call the C functions that methods of the same names hide.
private func posixRead(_ file: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  errno = 0
  return read(file, buffer.baseAddress, buffer.count)
}

private func posixWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
