import Platform

/// Shows a long result in the user's pager, as git does: `TASKS_PAGER`, `PAGER`, else `less -FRX`. An empty name or
/// `cat` is none.
struct Pager {
  private let command: String

  /// The pager for a result; nil if it fits on the screen, or is not looked at.
  init?(for output: Output) {
    guard let height = output.terminal.height, isatty(0) == 1,
      Machine.variable("TERM") != "dumb",
      output.bytes.count(where: { $0 == 0x0A }) >= height
    else { return nil }
    command = Machine.variable("TASKS_PAGER") ?? Machine.variable("PAGER") ?? "less"
    if command.isEmpty || command == "cat" { return nil }
  }

  /// - Returns: False if there is no such pager.
  func show(_ bytes: [UInt8]) -> Bool {
    // Like git: colours as they are, no pager for a single screen, the text stays on the terminal.
    var environment: [String: String?] = [:]
    if Machine.variable("LESS") == nil { environment["LESS"] = "FRX" }
    if Machine.variable("LV") == nil { environment["LV"] = "-c" }
    let program = ChildProcess("/bin/sh", ["-c", command], environment: environment)
    let file = AnonymousTempFile(bytes)
    // Status 126 and 127: the shell found no program to run (POSIX, "Exit Status for Commands").
    return withExtendedLifetime(file) {
      guard let status = try? program.runOnTerminal(input: file.file).code else { return false }
      return status != 126 && status != 127
    }
  }
}
