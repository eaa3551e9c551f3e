import Platform
import TasksPlanning

/// The notification daemon of a desktop (Desktop Notifications Specification 1.2) by `gdbus` of GLib.
struct NotificationBus: ProgramWay {
  let name = "gdbus"
  let program: NotifierProgram?

  init(_ variable: (String) -> String?) { program = NotifierProgram(name, variable) }

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    let answer = try call(
      "Notify", "tasks", old.flatMap(NotificationBus.number) ?? "0", "''",
      NotificationBus.quoted(notice.title), NotificationBus.quoted(body(of: notice)), "@as []",
      "{'urgency': <byte \(notice.isImportant ? 2 : 1)>}", "-1")
    // `(uint32 12,)`
    let number = answer.split(separator: " ").last?.prefix(while: \.isNumber) ?? ""
    return ShownNotice(way: name, handle: NotificationBus.handle(String(number)))
  }

  func withdraw(_ handle: String) {
    guard let number = NotificationBus.number(handle) else { return }
    _ = try? call("CloseNotification", number)
  }

  /// The text of a notification, as the daemon takes it. Where that is markup, what would be markup is escaped; a title
  /// never is.
  func body(of notice: AlertNotice) -> String {
    guard notice.body.contains(where: { "&<>".contains($0) }) else { return notice.body }
    if let answer = try? call("GetCapabilities"), !answer.contains("'body-markup'") {
      return notice.body
    }
    return notice.body.escapedAsMarkup
  }

  private func call(
    _ method: String, _ arguments: String...
  ) throws(NotificationFailure) -> String {
    let service = "org.freedesktop.Notifications"
    return try run(
      [
        "call", "--session", "--dest", service, "--object-path", "/org/freedesktop/Notifications",
        "--method", "\(service).\(method)", "--",
      ] + arguments)
  }

  /// A string of GVariant's text format.
  private static func quoted(_ text: String) -> String {
    "'"
      + text.reduce(into: "") { text, character in
        switch character {
        case "'", "\\": text += "\\\(character)"
        case "\n": text += "\\n"
        default: text.append(character)
        }
      } + "'"
  }

  // MARK: Handles

  /// A daemon counts its notifications, and begins anew when the machine does.
  private static let boot: String = {
    let bytes = (try? File.readIfThere("/proc/sys/kernel/random/boot_id")) ?? nil
    return String(decoding: (bytes ?? []).prefix(8), as: UTF8.self)
  }()

  static func handle(_ number: String) -> String {
    UInt32(number) == nil ? "" : "\(number)@\(boot)"
  }

  /// The number of a notification shown since the machine was started.
  static func number(_ handle: String) -> String? {
    let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == boot, UInt32(parts[0]) != nil else { return nil }
    return String(parts[0])
  }
}
