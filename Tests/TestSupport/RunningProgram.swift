import CPlatform
import Foundation

/// A program started by a test.
///
/// It is started by `posix_spawn` and awaited by `waitpid`: Foundation's `Process` takes 2 ms more for each start, and
/// polls every 50 ms once a program that another test has left behind holds its run loop.
package final class RunningProgram {
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(by: Int32)
  }

  package struct StartFailure: Error, CustomStringConvertible {
    package let description: String
  }

  package let processIdentifier: pid_t
  private var ending: Ending?

  /// Starts `program`, looked up on the PATH of `environment` unless its name has a slash. All signals have their
  /// default action and no file but these three is open in it.
  package init(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
    input: Int32, output: Int32, errors: Int32
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }
    platform_spawn_addchdir(&actions, folder)
    closeFrom(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let path = try Self.path(of: program, environment: environment)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var started: pid_t = 0
    let error = posix_spawn(&started, path, &actions, &attributes, &words, &variables)
    guard error == 0 else {
      throw StartFailure(description: "\(path): \(String(cString: strerror(error)))")
    }
    processIdentifier = started
  }

  private static func path(of program: String, environment: [String: String]) throws -> String {
    if program.contains("/") { return program }
    for folder in (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") {
      let path = "\(folder)/\(program)"
      if access(path, X_OK) == 0 { return path }
    }
    throw StartFailure(description: "\(program) is not on PATH")
  }

  /// Whether a process that the test has not started still runs. One that has ended may stay as a zombie until its
  /// parent waits for it (proc(5)).
  package static func isRunning(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // After the name, which may have any character.
    return stat.map { !($0.components(separatedBy: ") ").last ?? "").hasPrefix("Z") } ?? false
  }

  package var isRunning: Bool {
    if ending == nil { wait(WNOHANG) }
    return ending == nil
  }

  /// Waits until the program has ended; what the program has started itself may go on.
  @discardableResult
  package func waitUntilExit() -> Ending {
    while true {
      if let ending { return ending }
      wait(0)
    }
  }

  /// Sends a signal unless the program has ended.
  package func signal(_ number: Int32) {
    if isRunning { kill(processIdentifier, number) }
  }

  private func wait(_ options: Int32) {
    var status: Int32 = 0
    var found: pid_t
    repeat {
      found = waitpid(processIdentifier, &status, options)
    } while found < 0 && errno == EINTR
    guard found == processIdentifier else { return }
    let signal = status & 0x7f
    ending = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(by: signal)
  }
}

/// Closes every file from this number on in the child (glibc 2.34).
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
@discardableResult
private func closeFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ from: CInt)
  -> CInt
