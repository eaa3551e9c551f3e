import Platform
import TasksPlanning

/// A line at the bottom of each client of tmux.
struct Tmux: ProgramWay {
  let name = "tmux"
  let program: NotifierProgram?

  init(_ variable: (String) -> String?) { program = NotifierProgram(name, variable) }

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    let clients = try run(["list-clients", "-F", "#{client_name}"]).split(separator: "\n")
    if clients.isEmpty { throw NotificationFailure(reason: "it has no client") }
    for client in clients {
      // 10 seconds.
      _ = try run([
        "display-message", "-c", String(client), "-d", "10000", Tmux.escaped(notice.line),
      ])
    }
    return ShownNotice(way: name)
  }

  /// `#` begins a format, which may run a program, and `%` one of strftime(3).
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      text.append(character)
      if character == "#" || character == "%" { text.append(character) }
    }
  }
}

struct TerminalLine: NotificationWay {
  let name = "tty"
  let isThere = true

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    let text = "\(notice.title)\(notice.body.isEmpty ? "" : "\n" + notice.body)"
    let lines = text.split(separator: "\n").joined(separator: "\r\n  ")
    guard TerminalLine.write("\r\n\(lines)\r\n") else {
      throw NotificationFailure(reason: "there is no terminal")
    }
    return ShownNotice(way: name)
  }

  static func write(_ text: String) -> Bool {
    let file = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Array(text.utf8).withUnsafeBytes { File.writeAll($0, to: file) } == 0
  }
}

extension AlertNotice {
  fileprivate var line: String {
    body.isEmpty ? title : "\(title): " + body.split(separator: "\n").joined(separator: "; ")
  }
}
