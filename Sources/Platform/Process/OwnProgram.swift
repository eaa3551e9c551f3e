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
