#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What this thread alone has taken of the processor: nothing else that runs counts.
enum ThreadTime {
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
