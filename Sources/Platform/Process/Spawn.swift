import CPlatform

/// Starts a child with posix_spawn(3) and waits for it.
package enum Spawn {
  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Starts a child and returns its process id.
  ///
  /// - Parameters:
  ///   - files: Pairs of a file descriptor here and its number in the child; standard files that are not listed are
  ///     inherited.
  ///   - restoring: Signals that this process ignores and the child must not.
  /// - Throws: `programNotStarted`.
  package static func start(
    _ child: ChildProcess, files: [(ours: Int32, theirs: Int32)], restoring: [Int32] = [],
    ownSession: Bool = false
  ) throws(SystemError) -> Int32 {
    #if canImport(Darwin)
      var actions: Actions = nil
      var attributes: Attributes = nil
    #else
      var actions = Actions()
      var attributes = Attributes()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    for file in files { posix_spawn_file_actions_adddup2(&actions, file.ours, file.theirs) }
    if let folder = child.folder { platform_spawn_addchdir(&actions, folder) }
    resetSignals(&attributes, restoring, ownSession)
    var id: Int32 = 0
    let code = withCStrings([child.program] + child.arguments) { arguments in
      withCStrings(child.variables) { variables in
        posix_spawnp(&id, child.program, &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else { throw .programNotStarted(name: child.program, code: code) }
    return id
  }

  /// Waits until the child has ended, and reaps it.
  package static func wait(for child: Int32) -> ChildProcess.Status {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return .exited(127) }
    }
    return self.status(status)
  }

  /// Reaps the child if it has ended; returns nil if it is still running.
  static func look(at child: Int32) -> ChildProcess.Status? {
    var status: Int32 = 0
    let found = waitpid(child, &status, WNOHANG)
    if found < 0 { return errno == EINTR ? nil : .exited(127) }
    return found == 0 ? nil : self.status(status)
  }

  private static func status(_ word: Int32) -> ChildProcess.Status {
    let signal = word & 0x7F
    return signal == 0 ? .exited(word >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Starts the child with no signal blocked, and with the default action for signals that this process may ignore.
  private static func resetSignals(
    _ attributes: inout Attributes, _ restoring: [Int32], _ ownSession: Bool
  ) {
    var none = sigset_t()
    sigemptyset(&none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE] + restoring { sigaddset(&defaults, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if ownSession { flags |= platform_spawn_setsid }
    posix_spawnattr_setflags(&attributes, flags)
  }

  private static func withCStrings<R>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
