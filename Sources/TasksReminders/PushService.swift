import Platform
import TasksPlanning
import TasksStore
import Templates

/// The service that carries messages to the phone, as the user's own settings name it. A store must not, as it may come
/// from others.
package struct PushService {
  enum Name: String, CaseIterable { case ntfy, gotify, pushover }

  let name: Name
  /// Whether messages name the tasks.
  let showsTitles: Bool
  private let url: String
  private let token: String
  private let user: String

  /// - Returns: Nil if none is set.
  /// - Throws: `invalid` for a setting that is missing or cannot be used.
  package init?(_ settings: UserSettings) throws(StoreError) {
    let word = settings.string("remind.push-service") ?? "ntfy"
    let all = Name.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = Name(rawValue: word) else {
      throw .invalid("remind.push-service in your settings is '\(word)'; it can be \(all)")
    }
    let usual = name == .pushover ? "https://api.pushover.net/1/messages.json" : nil
    token = settings.string("remind.push-token") ?? ""
    user = settings.string("remind.push-user") ?? ""
    guard let url = settings.string("remind.push-url") ?? (token.isEmpty ? nil : usual),
      !url.isEmpty
    else { return nil }
    guard url.hasPrefix("https://") || url.hasPrefix("http://"),
      !url.contains(where: { "?#".contains($0) })
    else {
      throw .invalid(
        "remind.push-url in your settings is '\(url)', which is no http address without ? and #")
    }
    guard name != .ntfy || url.split(separator: "/").count > 2 else {
      throw .invalid("remind.push-url in your settings names no topic; write it as \(url)/TOPIC")
    }
    guard name == .ntfy || !token.isEmpty, name != .pushover || !user.isEmpty else {
      throw .invalid(
        "\(name.rawValue) needs remind.push-token"
          + (name == .pushover ? " and remind.push-user" : "") + " in your settings")
    }
    let text = settings.string("remind.push-text") ?? "generic"
    guard ["title", "generic"].contains(text) else {
      throw .invalid("remind.push-text in your settings is '\(text)'; it can be title or generic")
    }
    (self.name, self.url) = (name, url.hasSuffix("/") ? String(url.dropLast()) : url)
    showsTitles = text == "title"
  }

  /// Whether it takes messages ahead of time, replaces and takes back by a name of ours. Any other shows each message
  /// at once and again.
  var isAhead: Bool { name == .ntfy }

  /// How far ahead, in minutes: what ntfy allows.
  static let horizon = 72 * 60

  package var shownName: String { name.rawValue }

  // MARK: Requests

  enum Outcome: Hashable {
    case taken
    /// The service has not taken it, and may when it is tried again.
    case refused(String)
    /// The service may have taken it or not.
    case unknown(String)
    /// The service does not take this message.
    case rejected(String)
    /// The service takes no message at all from these settings.
    case impossible(String)
  }

  /// Sends a message.
  ///
  /// - Parameter seconds: When it is to arrive, in seconds since 1970; nil for at once.
  func send(_ message: PushMessage, at seconds: Int64?) throws(StoreError) -> Outcome {
    let template = Templates.push.first { $0.service == name.rawValue }?.bytes ?? []
    let isImportant = message.isImportant
    let priority =
      switch name {
      case .ntfy: isImportant ? "5" : "3"
      case .gotify: isImportant ? "8" : "5"
      case .pushover: isImportant ? "2" : "0"
      }
    return try request(
      template,
      [
        "key": message.key, "title": message.title, "body": message.body, "priority": priority,
        "at": seconds.map(String.init) ?? "", "retry": isImportant ? "60" : "",
        "expire": isImportant ? "3600" : "",
      ])
  }

  /// Takes a message back.
  func delete(_ key: String) throws(StoreError) -> Outcome {
    try request(Templates.pushDeletion, ["key": key])
  }

  private func request(
    _ template: [UInt8], _ values: [String: String]
  ) throws(StoreError) -> Outcome {
    let own = ["url": url, "token": token, "user": user]
    let config = PushService.config(template, own.merging(values) { $1 })
    let outcome: ChildProcess.Outcome
    do throws(SystemError) {
      outcome = try ChildProcess("curl", ["--config", "-"]).run(
        input: Array(config.utf8), heedsSignals: true)
    } catch {
      throw StoreError(error)
    }
    return PushService.outcome(
      of: outcome.status, code: String(decoding: outcome.output.suffix(3), as: UTF8.self),
      said: outcome.said)
  }

  private static func outcome(
    of status: ChildProcess.Status, code: String, said: String
  ) -> Outcome {
    let line = String(said.split(separator: "\n").last ?? "")
    let reason = line.isEmpty ? "curl ended with status \(status.code)" : line
    switch (status, code) {
    case (.exited(0), _) where code.hasPrefix("2"): return .taken
    case (.exited(0), _) where code.hasPrefix("3"):
      return .impossible("the server answered \(code); is remind.push-url https?")
    // An error in the answer (--fail-with-body).
    case (.exited(22), "429"), (.exited(22), "503"): return .refused("the server answered \(code)")
    case (.exited(22), "401"), (.exited(22), "403"), (.exited(22), "404"):
      return .impossible("the server answered \(code)")
    case (.exited(22), _):
      return code.hasPrefix("5")
        ? .unknown("the server answered \(code)") : .rejected("the server answered \(code)")
    // No address, no connection, no TLS.
    case (.exited(5), _), (.exited(6), _), (.exited(7), _), (.exited(35), _), (.exited(60), _):
      return .refused(reason)
    case (.exited(2), _), (.exited(3), _): return .impossible(reason)
    default: return .unknown(reason)
    }
  }

  /// Fills a template of a curl configuration. A line with a value that is empty is left out.
  ///
  /// Nothing secret is in the arguments of a program, which others can see.
  static func config(_ template: [UInt8], _ values: [String: String]) -> String {
    // Seconds; the status of the answer follows its text.
    var config =
      "globoff\nsilent\nshow-error\nfail-with-body\nmax-time = 10\nwrite-out = \"%{http_code}\"\n"
    for line in String(decoding: template, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      var text = ""
      var isEmpty = false
      var rest = line
      while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
        let value = values[String(rest[rest.index(after: start)..<end])] ?? ""
        isEmpty = isEmpty || value.isEmpty
        text += rest[..<start] + quoted(value)
        rest = rest[rest.index(after: end)...]
      }
      if !isEmpty { config += text + rest + "\n" }
    }
    return config
  }

  private static func quoted(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "\n": text += "\\n"
      case "\r", "\r\n": text += " "
      default: text.append(character)
      }
    }
  }
}
