import CPlatform

/// The executable of this process.
public enum OwnProgram {
  /// The version of a packaged build with its commit and date, `0.1.0 (1a2b3c4, 2026-11-20)`; nil for any other build.
  public static var build: String? { platform_build().map { String(cString: $0) } }

  /// Its absolute path; if that cannot be determined, the name it was started by.
  public static var path: String {
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
  public static var opener: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }

  /// Whether launchd(8) runs what is to run by itself, and not systemd(1).
  public static var hasLaunchd: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}
