import Platform
import TasksPlanning

/// A way to show a notification on this machine.
protocol NotificationWay {
  var name: String { get }

  /// Whether it may work here; finding out costs nothing.
  var isThere: Bool { get }

  /// Shows a notification.
  ///
  /// - Parameters:
  ///   - old: The handle of one to replace.
  ///   - snooze: How many minutes the button Snooze stands for; nil for no buttons, as this process does not stay.
  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice

  func withdraw(_ handle: String)
}

extension NotificationWay {
  func withdraw(_ handle: String) {}
}

/// A way that is a program on PATH.
protocol ProgramWay: NotificationWay {
  /// Nil if it is not on PATH.
  var program: NotifierProgram? { get }
}

extension ProgramWay {
  var isThere: Bool { program != nil }

  /// Runs the program to its end, and returns its standard output.
  func run(_ arguments: [String]) throws(NotificationFailure) -> String {
    guard let program else { throw NotificationFailure(reason: "it is not on PATH") }
    return try program.run(arguments)
  }
}

struct NotificationFailure: Error {
  let reason: String
  /// Whether the notification may be on the screen all the same.
  var mayBeShown = false
}

package struct ShownNotice {
  package let way: String
  /// What the way calls it; empty if it cannot be withdrawn.
  let handle: String
  /// The program that waits for a click; it ends when the notification goes.
  package let child: RunningChild?

  init(way: String, handle: String = "", child: RunningChild? = nil) {
    (self.way, self.handle, self.child) = (way, handle, child)
  }

  /// The handle as the ledger has it.
  package var text: String { handle.isEmpty ? way : "\(way):\(handle)" }
}

/// A program of the system that shows or plays something, given up when it hangs.
struct NotifierProgram {
  /// Seconds.
  static let timeout = 10.0

  let path: String

  /// Finds a program on PATH.
  init?(_ name: String, _ variable: (String) -> String?) {
    let folders = (variable("PATH") ?? "").split(separator: ":")
    guard let path = folders.map({ "\($0)/\(name)" }).first(where: File.isExecutable) else {
      return nil
    }
    self.path = path
  }

  /// Runs it to its end.
  ///
  /// - Returns: Its standard output.
  func run(_ arguments: [String]) throws(NotificationFailure) -> String {
    try NotifierProgram.run(ChildProcess(path, arguments))
  }

  static func run(_ process: ChildProcess) throws(NotificationFailure) -> String {
    let child = try start(process)
    try finish(child) { _ in false }
    return String(decoding: child.output, as: UTF8.self)
  }

  static func start(_ process: ChildProcess) throws(NotificationFailure) -> RunningChild {
    do throws(SystemError) {
      return try RunningChild(process)
    } catch {
      throw NotificationFailure(reason: error.description)
    }
  }

  /// Waits until a program has ended without a failure, or a condition holds; ends one that takes too long.
  static func finish(
    _ child: RunningChild, _ condition: (RunningChild) -> Bool
  ) throws(NotificationFailure) {
    guard child.wait(timeout, until: condition) else {
      child.end()
      throw NotificationFailure(
        reason: "it was given up before it had ended, within \(Int(timeout)) seconds",
        mayBeShown: true)
    }
    guard let status = child.status, status != .exited(0) else { return }
    throw NotificationFailure(
      reason: child.said.isEmpty ? "it ended with status \(status.code)" : child.said)
  }
}
