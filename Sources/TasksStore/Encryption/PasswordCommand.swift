import Platform

/// A command of the user's own settings that prints a password. Arguments and environment never show what it prints.
package struct PasswordCommand {
  package let command: String

  package init(command: String) {
    self.command = command
  }

  /// - Returns: The first line that the command prints, with a line feed; or what it said if it failed.
  package func run() throws(SystemError) -> Attempt<[UInt8], String> {
    let outcome = try ChildProcess("/bin/sh", ["-c", command]).askOnTerminal()
    let password = outcome.output.prefix { $0 != 0x0A && $0 != 0x0D }
    guard outcome.succeeded, !password.isEmpty else { return .failure(outcome.said) }
    return .success(password + [0x0A])
  }

  /// A pipe from which a child reads a password once.
  package static func pipe(_ password: [UInt8], for program: String) throws(SystemError) -> Pipe {
    let pipe = try Pipe(for: program)
    _ = password.withUnsafeBytes { File.writeAll($0, to: pipe.writer) }
    pipe.closeWriter()
    return pipe
  }
}
