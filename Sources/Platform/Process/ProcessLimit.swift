/// What the system lets this process use.
package enum ProcessLimit {
  #if canImport(Darwin)
    private typealias Resource = Int32
    private static let (files, core) = (RLIMIT_NOFILE, RLIMIT_CORE)
  #else
    private typealias Resource = __rlimit_resource_t
    private static let (files, core) = (
      Resource(RLIMIT_NOFILE.rawValue), Resource(RLIMIT_CORE.rawValue)
    )
  #endif

  /// Allows as many open files and connections as the system lets this process have; it is often 1,024 where nobody asks.
  package static func raiseFiles() {
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
  }

  /// Lets this process, and those that it starts, leave no image of their memory if they crash.
  package static func forbidCore() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(core, &none)
  }
}
