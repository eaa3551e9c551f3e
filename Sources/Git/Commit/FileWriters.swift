import Platform

/// Who may still write to a file, whatever its name is by now.
public enum FileWriters {
  /// Waits until nobody has a file open for writing, up to half a second.
  ///
  /// Only Linux tells, and only of this user's files on file systems that know of leases; elsewhere nobody has.
  public static func waitUntilNone(of path: String) {
    #if os(Linux)
      for _ in 0..<50 where isOpen(path) { usleep(10_000) }
    #endif
  }

  #if os(Linux)
    /// Not in the headers that Swift reads (linux/fcntl.h, asm-generic/fcntl.h).
    private static let (setLease, setSignal): (Int32, Int32) = (1024, 10)

    /// A lease for reading is not given while somebody may write (fcntl(2), "Leases").
    private static func isOpen(_ path: String) -> Bool {
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      // The signal that it is to be given back, which closing the file does, must not end this process.
      _ = fcntl(file, setSignal, SIGURG)
      return fcntl(file, setLease, Int32(F_RDLCK)) != 0 && errno == EAGAIN
    }
  #endif
}
