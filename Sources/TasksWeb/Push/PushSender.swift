import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore

/// Sends messages to push services with curl(1) (RFC 8030; RFC 8292 for the server's name).
struct PushSender {
  /// How long a service keeps a message for a browser that is away, in seconds.
  private static let lifetime = 12 * 3600

  let secret: [UInt8]
  /// An address at which the service can reach whoever runs this server.
  let contact: String

  enum Outcome: Equatable {
    case taken
    /// The browser takes no messages any more.
    case gone
    /// Whether a later attempt may be taken: the service was away or busy.
    case failed(String, mayPass: Bool)
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - text: JSON of up to some 3,900 bytes.
  ///   - topic: A message with the same one that still waits is replaced; up to 32 letters and digits.
  ///   - seconds: The present moment, since 1970.
  func send(
    _ text: [UInt8], topic: String, isImportant: Bool, to subscription: PushSubscription,
    at seconds: Int64
  ) throws -> Outcome {
    let payload = try PushPayload(text, for: subscription)
    let key = try PushCrypto.point(of: secret).base64URL
    let token = try token(for: subscription.origin, at: seconds)
    // The body is the standard input; nothing of it is secret, and the headers expire.
    let outcome = try ChildProcess(
      "curl",
      [
        // Neither settings of the user nor patterns in the address.
        "--disable", "--globoff", "--silent", "--show-error", "--max-time", "10", "--output",
        "/dev/null", "--write-out",
        "%{http_code}", "--proto", "=https", "--data-binary", "@-",
        "--header", "Content-Type: application/octet-stream",
        "--header", "Content-Encoding: aes128gcm",
        "--header", "TTL: \(PushSender.lifetime)",
        "--header", "Urgency: \(isImportant ? "high" : "normal")",
        "--header", "Topic: \(topic)",
        // Without a blank after the comma, which some services refuse.
        "--header", "Authorization: vapid t=\(token),k=\(key)", subscription.endpoint,
      ]
    ).run(input: payload.bytes)
    let code = String(decoding: outcome.output.suffix(3), as: UTF8.self)
    switch code {
    case "200", "201", "202", "204": return .taken
    case "404", "410": return .gone
    default:
      return .failed(
        outcome.said.isEmpty ? "status \(code)" : outcome.said,
        mayPass: !code.hasPrefix("4") || code == "429")
    }
  }

  /// The JSON web token that names this server to a service (RFC 8292, section 2).
  func token(for origin: String, at seconds: Int64) throws -> String {
    var claims = JSONWriter()
    claims.object { json in
      json.member("aud", origin)
      json.member("exp", Int(seconds) + PushSender.lifetime)
      json.member("sub", contact)
    }
    let head = Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL
    let text = "\(head).\(claims.bytes.base64URL)"
    return "\(text).\(try PushCrypto.sign(Array(text.utf8), with: secret).base64URL)"
  }
}

/// Where a browser takes pushed messages, as its push service has said.
package struct PushSubscription: Sendable, Equatable {
  let endpoint: String
  /// The browser's public key, 65 bytes.
  let point: [UInt8]
  /// The browser's secret, 16 bytes.
  let auth: [UInt8]

  package init?(endpoint: String, point: String, auth: String) {
    guard endpoint.hasPrefix("https://"), endpoint.utf8.count <= 2000,
      endpoint.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 0x22 && $0 != 0x5C }),
      let key = [UInt8](base64URL: point), key.count == 65,
      let secret = [UInt8](base64URL: auth), secret.count == 16
    else { return nil }
    (self.endpoint, self.point, self.auth) = (endpoint, key, secret)
  }

  /// The scheme and the host of the service.
  var origin: String {
    endpoint.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  // MARK: In the file

  var line: String { "\(endpoint) \(point.base64URL) \(auth.base64URL)" }

  init?(line: Substring) {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(endpoint: parts[0], point: parts[1], auth: parts[2])
  }
}

/// Pushes what has become due to the browsers that asked for it, whether a page is open or not.
struct PushRound {
  /// A reminder that is later than this is no news, in minutes.
  private static let grace = 12 * 60

  let contact: String

  /// Pushes what is due and was not pushed yet, and once more what a service could not take. A message whose outcome is
  /// unknown replaces itself where it still waits.
  func run(_ session: StoreAccess.Session) throws {
    let book = PushBook(session.store)
    let subscriptions = try book.subscriptions()
    guard !subscriptions.isEmpty, let until = try book.advance(to: session.now) else { return }
    let oldest = session.now.adding(minutes: -PushRound.grace)
    let first = max(until, oldest)
    let failed = try book.failed()
    let due = try AlertFeed(session.store).standing(now: session.now).filter { alert in
      alert.at > first || alert.at > oldest && failed.contains { $0.key == alert.alert.id.key }
    }
    guard !due.isEmpty else { return try book.note(failed: []) }
    var left: [PushBook.Failed] = []
    let sender = PushSender(secret: try book.secret(), contact: contact)
    let seconds = session.store.context.clock().seconds
    for alert in due {
      let text = PushRound.text(of: alert, now: session.now)
      for subscription in subscriptions {
        let message = PushBook.Failed(key: alert.alert.id.key, endpoint: subscription.endpoint)
        guard alert.at > first || failed.contains(message) else { continue }
        // What one browser cannot get is no reason that the others get nothing.
        let outcome = try? sender.send(
          text, topic: alert.alert.id.key, isImportant: alert.alert.isImportant, to: subscription,
          at: seconds)
        if outcome == .gone { try book.remove(subscription.endpoint) }
        if case .failed(_, mayPass: true)? = outcome { left.append(message) }
      }
    }
    try book.note(failed: left)
  }

  private static func text(of alert: ListedAlert, now: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object { AlertFeed.write(alert, now: now, to: &$0) }
    return json.bytes
  }
}
