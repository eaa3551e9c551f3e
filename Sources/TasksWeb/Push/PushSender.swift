import Platform
import TasksCore

/// Sends messages to push services with curl(1) (RFC 8030; RFC 8292 for the server's name).
struct PushSender {
  /// How long a service keeps a message for a browser that is away, in seconds.
  private static let patience = 12 * 3600

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
        "--header", "TTL: \(PushSender.patience)",
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
      json.member("exp", Int(seconds) + PushSender.patience)
      json.member("sub", contact)
    }
    let head = Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL
    let text = "\(head).\(claims.bytes.base64URL)"
    return "\(text).\(try PushCrypto.sign(Array(text.utf8), with: secret).base64URL)"
  }
}
