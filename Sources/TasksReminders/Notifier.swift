import Platform
import TasksCore
import TasksPlanning
import TasksStore

/// Shows notifications in the first way that works: the user's own command, the desktop, tmux, the terminal.
package struct Notifier {
  private let ways: [any NotificationWay]
  private let sound: AlertSound
  /// Whether only important alerts are shown; the others are only counted.
  let showsImportantOnly: Bool

  /// - Throws: `invalid` for a setting that cannot be used.
  package init(
    _ settings: UserSettings, variable: @escaping (String) -> String?
  ) throws(StoreError) {
    let own = settings.string("remind.notifier").flatMap { $0.isEmpty ? nil : $0 }
    ways =
      (own.map { [UserNotifier(command: $0)] } ?? []) + [
        NotifySend(variable), NotificationBus(variable), TerminalNotifier(variable),
        AppleScript(variable), Tmux(variable), TerminalLine(),
      ]
    sound = AlertSound(command: settings.string("remind.sound-command"), variable: variable)
    switch settings.string("remind.popup") {
    case nil, "all": showsImportantOnly = false
    case "important": showsImportantOnly = true
    case let other?:
      throw .invalid("remind.popup in your settings is '\(other)'; it can be all or important")
    }
  }

  package struct Attempt {
    /// Nil if no way worked.
    package internal(set) var shown: ShownNotice?
    /// Why ways did not work.
    package internal(set) var failures: [String] = []
    /// Whether a way that did not say that it worked may have shown it.
    var mayBeShown = false
  }

  /// Shows a notification.
  ///
  /// - Parameters:
  ///   - old: What the ledger knows of one to replace.
  ///   - snooze: As in ``NotificationWay/show(_:replacing:snooze:)``.
  package func show(
    _ notice: AlertNotice, replacing old: String? = nil, snooze: Int? = nil
  ) -> Attempt {
    var attempt = Attempt()
    for way in ways where way.isThere {
      do throws(NotificationFailure) {
        attempt.shown = try way.show(notice, replacing: handle(old, of: way), snooze: snooze)
        // Ways that are not for this session are passed over in silence; the user's own is not.
        attempt.failures.removeAll { !$0.hasPrefix(UserNotifier.setting) }
        break
      } catch {
        let reason = ControlCharacters.escaped(Text(error.reason))
        attempt.failures.append("\(way.name) did not show the reminder: \(reason)")
        attempt.mayBeShown = attempt.mayBeShown || error.mayBeShown
      }
    }
    return attempt
  }

  /// Begins the sound of an important alert.
  package func playSound() -> RunningChild? { sound.play() }

  /// Takes away what the ledger knows as shown.
  func withdraw(_ text: String) {
    for way in ways where way.isThere {
      if let handle = handle(text, of: way) { return way.withdraw(handle) }
    }
  }

  private func handle(_ text: String?, of way: some NotificationWay) -> String? {
    // The number is that of the daemon, however it was reached.
    let names =
      ["notify-send", "gdbus"].contains(way.name) ? ["notify-send", "gdbus"] : [way.name]
    for name in names {
      if let text, text.hasPrefix(name + ":") { return String(text.dropFirst(name.utf8.count + 1)) }
    }
    return nil
  }
}

/// The sound of an important alert. Notification daemons play none, so a program of the system does.
struct AlertSound {
  /// The command of the user's settings, `remind.sound-command`; empty for no sound, nil for the first way that works.
  let command: String?
  let variable: (String) -> String?

  /// Begins to play; the bell of the terminal is the last way.
  ///
  /// - Returns: The program that plays; nil if nothing more is to come.
  func play() -> RunningChild? {
    if command == "" { return nil }
    for process in command.map({ [ChildProcess("/bin/sh", ["-c", $0])] }) ?? programs {
      guard let child = try? RunningChild(process) else { continue }
      // One that cannot play says so at once.
      if !child.wait(1) { return child }
      if child.status == .exited(0) { return nil }
    }
    _ = TerminalLine.write("\u{7}")
    return nil
  }

  private var programs: [ChildProcess] {
    let files = [
      "/usr/share/sounds/freedesktop/stereo/alarm-clock-elapsed.oga",
      "/System/Library/Sounds/Glass.aiff",
    ]
    let ways: [(name: String, arguments: [String])] = [
      ("canberra-gtk-play", ["-i", "alarm-clock-elapsed"]), ("paplay", [files[0]]),
      ("pw-play", [files[0]]), ("afplay", [files[1]]),
    ]
    return ways.compactMap { way in
      NotifierProgram(way.name, variable).map { ChildProcess($0.path, way.arguments) }
    }
  }
}

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

/// The notification daemon of a desktop by `notify-send` of libnotify, which alone can wait for a click on a button.
struct NotifySend: ProgramWay {
  let name = "notify-send"
  let program: NotifierProgram?
  private let bus: NotificationBus
  /// stdbuf(1): into a pipe, notify-send writes the number only when it ends.
  private let unbuffering: NotifierProgram?

  init(_ variable: (String) -> String?) {
    program = NotifierProgram(name, variable)
    bus = NotificationBus(variable)
    unbuffering = NotifierProgram("stdbuf", variable)
  }

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    guard let program else { throw NotificationFailure(reason: "it is not on PATH") }
    // Before 0.7.10 it knows neither buttons nor numbers.
    let help = try program.run(["--help"])
    let isModern = help.contains("--print-id") && help.contains("--action")
    if !isModern, bus.isThere { return try bus.show(notice, replacing: old, snooze: nil) }
    var arguments = [
      "--app-name=tasks", "--urgency=" + (notice.isImportant ? "critical" : "normal"),
    ]
    if isModern { arguments.append("--print-id") }
    if isModern, let number = old.flatMap(NotificationBus.number) {
      arguments.append("--replace-id=\(number)")
    }
    let buttons = isModern && notice.task != nil && unbuffering != nil ? snooze : nil
    if let buttons {
      arguments += ["--action=done=Done", "--action=snooze=Snooze \(Effort.brief(buttons))"]
    }
    // It reads the escapes of C in a body, and none in a title.
    let body = bus.body(of: notice).replacing("\\", with: "\\\\")
    arguments += ["--", notice.title, body]
    var process = ChildProcess(program.path, arguments)
    if buttons != nil, let unbuffering {
      process = ChildProcess(unbuffering.path, ["-oL", program.path] + arguments)
    }
    let child = try NotifierProgram.start(process)
    // With buttons it goes on until the notification goes; the number comes first.
    try NotifierProgram.finish(child) { buttons != nil && $0.output.contains(0x0A) }
    let number = String(decoding: child.output.prefix { $0 != 0x0A }, as: UTF8.self)
    return ShownNotice(
      way: name, handle: NotificationBus.handle(number), child: buttons == nil ? nil : child)
  }

  func withdraw(_ handle: String) { bus.withdraw(handle) }
}

/// The command of the user's settings, `remind.notifier`: it gets the title and the text as arguments, and what else is
/// known in its environment.
struct UserNotifier: NotificationWay {
  static let setting = "remind.notifier"

  let name = setting
  let command: String
  let isThere = true

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    let environment: [String: String?] = [
      "TASKS_ALERT_KEY": notice.key, "TASKS_ALERT_TASK": notice.task?.text.string ?? "",
      "TASKS_ALERT_URGENCY": notice.isImportant ? "critical" : "normal",
    ]
    _ = try NotifierProgram.run(
      ChildProcess(
        "/bin/sh", ["-c", command + " \"$@\"", command, notice.title, notice.body],
        environment: environment))
    return ShownNotice(way: name)
  }
}
