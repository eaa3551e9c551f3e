import Platform
import TasksCore
import TasksPlanning

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
