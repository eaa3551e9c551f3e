import Platform
import TasksPlanning

/// macOS by `terminal-notifier`, which can replace and remove what it has shown.
struct TerminalNotifier: ProgramWay {
  let name = "terminal-notifier"
  let program: NotifierProgram?

  init(_ variable: (String) -> String?) { program = NotifierProgram(name, variable) }

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    // It reads a text that begins with a bracket or a dash as something else.
    func text(_ text: String) -> String {
      text.first.map { "[(<-\"\\".contains($0) } == true ? "\u{200B}" + text : text
    }
    _ = try run([
      "-title", text(notice.title), "-message", text(notice.body.isEmpty ? " " : notice.body),
      "-group", notice.key,
    ])
    return ShownNotice(way: name, handle: notice.key)
  }

  func withdraw(_ handle: String) { _ = try? run(["-remove", handle]) }
}

/// macOS by AppleScript. It has no buttons and withdraws nothing.
struct AppleScript: ProgramWay {
  let name = "osascript"
  let program: NotifierProgram?

  init(_ variable: (String) -> String?) { program = NotifierProgram(name, variable) }

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    // An argument that begins with a dash is an option.
    func text(_ text: String) -> String { text.hasPrefix("-") ? "\u{200B}" + text : text }
    // The texts are arguments, and never part of the script.
    _ = try run([
      "-e", "on run texts", "-e",
      "display notification (item 2 of texts) with title (item 1 of texts)", "-e", "end run",
      text(notice.title), text(notice.body),
    ])
    return ShownNotice(way: name)
  }
}
