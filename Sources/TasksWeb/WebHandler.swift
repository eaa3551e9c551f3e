import FlyingFox
import Foundation
import TasksCore
import TasksStore

/// Answers every request: first the doors, then the files of the page, then what is asked of the store.
struct WebHandler: HTTPHandler {
  let doors: Doors
  let signIn: SignIn
  let room: StoreRoom
  let events: EventHub

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      if let refusal = doors.refusal(of: request) { return refusal.response }
      guard request.path.hasPrefix("/api/") else { return file(request) }
      return try await answer(request)
    } catch {
      return WebAnswer.refusal(of: error).response
    }
  }

  private func file(_ request: HTTPRequest) -> HTTPResponse {
    let known = request.headers[HTTPHeader("If-None-Match")]
    let answer =
      PageFiles.answer(request.path, known: known)
      ?? .refusal(.notFound, "not-found", "there is nothing at \(request.path)")
    var response = answer.response
    if request.method == .HEAD {
      response.headers[.contentLength] = "\(answer.body.count)"
      response.payload = .httpBody(HTTPBodySequence())
    }
    return response
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    // Told by a proxy that speaks https to the browser.
    let isSecure = request.headers[HTTPHeader("Origin")]?.hasPrefix("https://") == true
    if request.path == "/api/sign-in", request.method == .POST {
      let token = try await json(of: request)["token"].text?.string ?? ""
      return try await signIn.signIn(token, isSecure: isSecure).response
    }
    let device = try await signIn.device(of: request)
    switch (request.method, request.path) {
    case (.GET, "/api/events"): return await events.stream(for: device.id)
    case (.POST, "/api/sign-out"):
      return try await signIn.signOut(device, isSecure: isSecure).response
    case (.POST, "/api/do"):
      return try await act(WebCommand(try await json(of: request)), device).response
    case (.POST, "/api/render"):
      let page = BlocksPage(try await json(of: request))
      return try await room.visit { try page.answer($0) }.response
    case (.GET, _):
      let sync = await events.syncState
      guard let page = PageQuery(request).page(for: device, sync) else { break }
      return try await room.visit { try page.answer($0) }.response
    default: break
    }
    throw WebAnswer.refusal(.notFound, "not-found", "there is nothing at \(request.path)")
  }

  /// Carries out a command, and tells the pages.
  private func act(_ command: WebCommand, _ device: DeviceToken) async throws -> WebAnswer {
    if case .sync = command {
      await events.sync()
      return WebOutcome(message: "Syncing").answer
    }
    let outcome = try await room.visit(as: device.device) { try command.run($0) }
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
