import CPlatform

/// Starts a child with posix_spawn and waits for it.
public enum Spawn {
  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// - Parameter files: pairs of a file of ours and the number it gets in the child; the standard
  ///   files not named are inherited.
  /// - Parameter restoring: signals that this process ignores for its own ends, and the child does not.
  public static func start(
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

  /// Waits until the child has ended, and clears it away.
  public static func wait(for child: Int32) -> ChildProcess.Status {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return .exited(127) }
    }
    return self.status(status)
  }

  /// How the child has ended, and clears it away; nil when it has not yet.
  public static func look(at child: Int32) -> ChildProcess.Status? {
    var status: Int32 = 0
    let found = waitpid(child, &status, WNOHANG)
    if found < 0 { return errno == EINTR ? nil : .exited(127) }
    return found == 0 ? nil : self.status(status)
  }

  private static func status(_ word: Int32) -> ChildProcess.Status {
    let signal = word & 0x7F
    return signal == 0 ? .exited(word >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// The child begins with no signal held back and with those at their default that this process
  /// may be ignoring for its own ends.
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
