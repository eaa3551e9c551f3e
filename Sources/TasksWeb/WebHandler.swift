import FlyingFox
import Foundation
import TasksCore
import TasksStore

/// Answers every request: first the guard, then the files of the page, then what is asked of the store.
struct WebHandler: HTTPHandler {
  let guarding: RequestGuard
  let signIn: SignIn
  let access: StoreAccess
  let events: EventHub
  let door: DavDoor
  private let done = DoneCommands()

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    if DavDoor.takes(request) { return await door.response(to: request) }
    do {
      if let refusal = guarding.refusal(of: request) { return refusal.response(to: request) }
      guard request.path.hasPrefix("/api/") else { return file(request) }
      if request.method == .GET, request.path == "/api/events" {
        return await events.stream(for: try await signIn.device(of: request).id)
      }
      return try await answer(request).response(to: request)
    } catch {
      return WebAnswer.refusal(of: error).response(to: request)
    }
  }

  private func file(_ request: HTTPRequest) -> HTTPResponse {
    let known = request.headers[HTTPHeader("If-None-Match")]
    let answer =
      PageFiles.answer(request.path, known: known)
      ?? .refusal(.notFound, "not-found", "there is nothing at \(request.path)")
    var response = answer.response(to: request)
    if request.method == .HEAD {
      response.headers[.contentLength] = "\(answer.body.count)"
      response.payload = .httpBody(HTTPBodySequence())
    }
    return response
  }

  private func answer(_ request: HTTPRequest) async throws -> WebAnswer {
    // Told by a proxy that speaks https to the browser.
    let isSecure = request.headers[HTTPHeader("Origin")]?.hasPrefix("https://") == true
    if request.path == "/api/sign-in", request.method == .POST {
      let token = try await json(of: request)["token"].text?.string ?? ""
      return try await signIn.signIn(token, isSecure: isSecure)
    }
    let device = try await signIn.device(of: request)
    switch (request.method, request.path) {
    case (.POST, "/api/sign-out"): return try await signIn.signOut(device, isSecure: isSecure)
    case (.POST, "/api/do"): return try await act(try await json(of: request), device)
    case (.POST, "/api/render"):
      let page = BlocksPage(try await json(of: request))
      return try await access.open { try page.answer($0) }
    case (.GET, _):
      let sync = await events.syncState
      guard let page = PageQuery(request).page(for: device, sync) else { break }
      return try await access.open { try page.answer($0) }
    default: break
    }
    throw WebAnswer.refusal(.notFound, "not-found", "there is nothing at \(request.path)")
  }

  /// Carries out a command, and tells the pages.
  private func act(_ json: TasksCore.JSONValue, _ device: DeviceToken) async throws -> WebAnswer {
    // The store that the page showed; another one may be served here since.
    if let store = json["store"].text?.string,
      try await access.open({ $0.store.device.id }) != store
    {
      throw WebAnswer.refusal(
        .serviceUnavailable, "store", "another store is served here now; this waits for its own")
    }
    let key = json["key"].text?.string
    if let key, let outcome = await done[key] { return outcome.answer }
    var command = try WebCommand(json)
    if case .undo(nil, _) = command, let other = json["of"].text?.string {
      guard let commit = await done[other]?.undo else {
        return WebOutcome(message: "It was never made").answer
      }
      command = .undo(commit: commit, of: nil)
    }
    if case .sync(let isSoon) = command {
      if isSoon { await events.syncSoon() } else { await events.sync() }
      return WebOutcome(message: "Syncing").answer
    }
    let outcome = try await access.open(as: device.device) { [command] in try command.run($0) }
    if let key { await done.add(outcome, for: key) }
    await events.changed()
    return outcome.answer
  }

  private func json(of request: HTTPRequest) async throws -> TasksCore.JSONValue {
    let body = try await request.bodyData
    guard let value = try? TasksCore.JSONValue(Array(body)), case .object = value else {
      throw WebAnswer.refusal(.badRequest, "json", "the body is not a JSON object")
    }
    return value
  }
}

/// What a request must be before anything looks at what it asks for (web.md, "Safe handler").
///
/// The server listens on this machine alone, but every page in the user's browser can send requests to it. So it answers
/// to names that lead to this machine alone (DNS rebinding), and takes changes from its own pages alone (CSRF).
struct RequestGuard: Sendable {
  /// The most bytes of a request's body.
  static let maxBytes = 65_536

  /// The names of this machine, with any port, since a tunnel may begin at another one.
  private static let ownNames: Set<String> = ["127.0.0.1", "localhost", "[::1]"]

  /// The addresses at which others forward requests to this server, as origins: `https://desk.example.ts.net`.
  let origins: [String]

  /// Returns why a request is refused; nil if it may come in.
  func refusal(of request: HTTPRequest) -> WebAnswer? {
    guard let host = request.headers[.host]?.lowercased(), isOwn(host) else {
      return .refusal(
        .misdirectedRequest, "host",
        "this server is not known by that name; set web.url in your settings to its address")
    }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
    guard request.path.hasPrefix("/api/") else {
      guard request.method == .GET || request.method == .HEAD else {
        return RequestGuard.wrongMethod
      }
      return nil
    }
    // `none` is an address that the user typed.
    guard site == nil || site == "same-origin" || site == "none" else {
      return RequestGuard.foreign
    }
    switch request.method {
    case .GET: return nil
    case .POST: return refusal(ofChange: request, host)
    default: return RequestGuard.wrongMethod
    }
  }

  private func refusal(ofChange request: HTTPRequest, _ host: String) -> WebAnswer? {
    // A program that sends the token itself is no browser, which alone can be misled.
    let isProgram = request.headers[.authorization] != nil
    if let origin = request.headers[HTTPHeader("Origin")]?.lowercased() {
      guard origin == "http://\(host)" || origins.contains(origin) else {
        return RequestGuard.foreign
      }
    } else if !isProgram {
      return RequestGuard.foreign
    }
    let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" } ?? ""
    guard type.split(separator: " ").joined() == "application/json" else {
      return .refusal(.unsupportedMediaType, "type", "a change must be application/json")
    }
    guard request.headers[.transferEncoding] == nil,
      let length = request.headers[.contentLength].flatMap({ Int($0) }),
      length <= RequestGuard.maxBytes
    else {
      return .refusal(
        .payloadTooLarge, "length",
        "a change must say its length, which can be up to \(RequestGuard.maxBytes) bytes; longer notes are edited in "
          + "the shell: tasks edit ID")
    }
    return nil
  }

  /// Whether a host is this machine itself, which nothing between can listen to.
  func isLoopback(_ host: String) -> Bool {
    let name = host.last == "]" ? host[...] : host[..<(host.lastIndex(of: ":") ?? host.endIndex)]
    return RequestGuard.ownNames.contains(String(name))
  }

  func isOwn(_ host: String) -> Bool {
    isLoopback(host) || isOrigin("https", host) || isOrigin("http", host)
  }

  /// Whether a host has an address of the user's; the usual port may be said.
  func isOrigin(_ scheme: String, _ host: String) -> Bool {
    let port = scheme == "https" ? ":443" : ":80"
    let name = host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
    return origins.contains("\(scheme)://\(name)")
  }

  private static let foreign = WebAnswer.refusal(
    .forbidden, "origin", "only the server's own page can ask for this")
  private static let wrongMethod = WebAnswer.refusal(
    .methodNotAllowed, "method", "the method must be GET, or POST for a change")
}
