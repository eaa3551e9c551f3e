import FlyingFox
import TasksCore
import TasksStore

/// Knows the browsers by their tokens.
actor SignIn {
  /// After so many wrong tokens each further one takes a second.
  private static let maxFailures = 5
  /// How long the link that the server shows at its start can be used, in seconds.
  private static let linkLifetime = 600

  private let access: StoreAccess
  private let port: UInt16
  private var failures = 0
  /// The token of the link that the server shows, which signs one browser in; nil once it is used.
  private var oneTimeLink: (token: String, since: ContinuousClock.Instant)?

  init(access: StoreAccess, port: UInt16) {
    (self.access, self.port) = (access, port)
  }

  /// The name of the cookie. Browsers send the cookies of every port of a machine.
  private var cookie: String { "tasks_\(port)" }

  /// Makes the token of the link that is shown once.
  func makeLink() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let token = String((0..<40).map { _ in digits.randomElement(using: &generator) ?? "a" })
    oneTimeLink = (token, .now)
    return token
  }

  /// Returns the browser that a request comes from.
  ///
  /// - Throws: ``WebAnswer`` for a request without a token, or with one that is of no browser of this store.
  func device(of request: HTTPRequest) async throws -> DeviceToken {
    guard let token = token(in: request) else {
      throw WebAnswer.refusal(
        .unauthorized, "signed-out",
        "sign in with a link; tasks web token add NAME makes one")
    }
    return try await known(token)
  }

  /// Signs a browser in.
  ///
  /// - Returns: The answer, with the cookie.
  func signIn(_ token: String, isSecure: Bool) async throws -> WebAnswer {
    var token = token
    let device: DeviceToken
    if let oneTimeLink, token == oneTimeLink.token,
      oneTimeLink.since.duration(to: .now) < .seconds(SignIn.linkLifetime)
    {
      self.oneTimeLink = nil
      (device, token) = try await access.open { session in
        try DeviceTokens(of: session.store).add(likeNamed: "browser", now: session.now)
      }
    } else {
      device = try await known(token)
    }
    var answer = WebAnswer.json("signed-in") { json in
      json.object { $0.member("device", device.name) }
    }
    answer.headers[.setCookie] = setCookie(token, seconds: 400 * 86_400, isSecure: isSecure)
    return answer
  }

  /// Takes the token of a browser back, and makes the browser forget it.
  func signOut(_ device: DeviceToken, isSecure: Bool) async throws -> WebAnswer {
    try await access.open { _ = try DeviceTokens(of: $0.store).revoke(device.id) }
    var answer = WebAnswer.json("signed-out") { $0.object { _ in } }
    answer.headers[.setCookie] = setCookie("", seconds: 0, isSecure: isSecure)
    return answer
  }

  private func setCookie(_ value: String, seconds: Int, isSecure: Bool) -> String {
    "\(cookie)=\(value); HttpOnly; SameSite=Strict; Path=/; Max-Age=\(seconds)"
      + (isSecure ? "; Secure" : "")
  }

  private func token(in request: HTTPRequest) -> String? {
    if let header = request.headers[.authorization] {
      let words = header.split(separator: " ")
      return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : ""
    }
    for part in (request.headers[.cookie] ?? "").split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == cookie else { continue }
      return String(pair[1])
    }
    return nil
  }

  /// Returns the browser of a token. Slow after several wrong ones.
  private func known(_ token: String) async throws -> DeviceToken {
    let device = try await access.open { try DeviceTokens(of: $0.store).device(of: token) }
    if let device { return device }
    failures += 1
    if failures > SignIn.maxFailures { try await _Concurrency.Task.sleep(for: .seconds(1)) }
    throw WebAnswer.refusal(
      .unauthorized, "token",
      "this token is not known here: it was revoked, or belongs to another store; "
        + "tasks web token add NAME makes a new one")
  }
}
