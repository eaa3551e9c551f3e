/// What a process knows of the machine that it runs on, and of who runs it.
package enum Machine {
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static var host: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The login name of the user.
  package static var user: String {
    if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name {
      return String(cString: name)
    }
    return variable("USER") ?? "unknown"
  }
}

/// The executable of this process.
package enum OwnProgram {
  /// Its absolute path; if that cannot be determined, the name it was started by.
  package static var path: String {
    #if os(Linux)
      if let path = File.linkTarget("/proc/self/exe") {
        return String(decoding: path, as: UTF8.self)
      }
    #endif
    let name = CommandLine.arguments.first ?? "tasks"
    guard let real = realpath(name, nil) else { return name }
    defer { free(real) }
    return String(cString: real)
  }

  /// The system's program that opens a file or an address with the application for it.
  package static var opener: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }

  /// Whether launchd(8) runs what is to run by itself, and not systemd(1).
  package static var hasLaunchd: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}

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
