/// How many files and connections this process may have open.
public enum FileLimit {
  /// Allows as many as the system lets this process have; it is often 1,024 where nobody asks.
  public static func raise() {
    var limit = rlimit()
    #if canImport(Darwin)
      let files = RLIMIT_NOFILE
    #else
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(files, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
  }
}
