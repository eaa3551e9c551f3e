import FlyingFox
import Foundation
import TasksCore
import TasksDAV
import TasksStore
import TasksSync

/// The door for CalDAV clients: hands requests of FlyingFox to ``DAVService``, and knows clients by their tokens.
actor DavDoor {
  /// After so many wrong passwords each further one takes a second.
  private static let maxFailures = 5
  /// How often all files are looked at for what was edited in place, in seconds.
  private static let thorough = 2.0
  private static let changing: Set<String> = [
    "PUT", "DELETE", "MOVE", "MKCALENDAR", "MKCOL", "PROPPATCH",
  ]
  /// The methods of WebDAV and CalDAV.
  static let methods: Set<HTTPMethod> = [
    "PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL", "MOVE", "COPY", "LOCK", "UNLOCK",
    "ACL",
  ]

  private let access: StoreAccess
  private let guarding: RequestGuard
  private let events: EventHub
  private var failures = 0
  private var cache = Cache()

  /// What is kept of the store until it changes.
  private struct Cache: Sendable {
    var marks: [Bool: StoreFingerprint] = [:]
    var snapshot: DAVSnapshot?
    var looked: ContinuousClock.Instant?
  }

  init(access: StoreAccess, guarding: RequestGuard, events: EventHub) {
    (self.access, self.guarding, self.events) = (access, guarding, events)
  }

  /// Whether a request is for this door: the page has only the root beside it.
  nonisolated static func takes(_ request: HTTPRequest) -> Bool {
    var target = request.target.rawValue
    // A proxy may name the whole URL.
    if let host = DAVPath.authority(of: target),
      let start = target.range(of: host, options: .caseInsensitive)
    {
      target = String(target[start.upperBound...])
    }
    if target.hasPrefix("/dav") || target.hasPrefix("/.well-known/caldav")
      || target.hasPrefix("/principals")
    {
      return true
    }
    return target == "/" && ["PROPFIND", "OPTIONS"].contains(request.method.rawValue)
  }

  func response(to request: HTTPRequest) async -> HTTPResponse {
    var made: Made
    do {
      made = try await self.answer(request)
    } catch {
      made = Made(answer: DAVAnswer(of: error))
    }
    let answer = made.answer
    var headers: HTTPHeaders = [:]
    for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
    // Its body may not have been read.
    if [401, 403, 413, 421].contains(answer.status) { headers[.connection] = "close" }
    if request.method == .HEAD {
      headers[.contentLength] = answer.body.count.map { "\($0)" }
      made.answer.body = DAVBody([])
    }
    return HTTPResponse(
      statusCode: HTTPStatusCode(answer.status, phrase: DAVAnswer.phrase(of: answer.status)),
      headers: headers, body: body(of: made))
  }

  /// An answer with what its later pieces are made from.
  private struct Made: Sendable {
    var answer: DAVAnswer
    var device: Device?
    var snapshot: DAVSnapshot?
  }

  /// A long body is sent in pieces, between which the store is open to others.
  private func body(of made: Made) -> HTTPBodySequence {
    var first = made.answer.body
    guard first.count == nil, let snapshot = made.snapshot else {
      return HTTPBodySequence(data: Data((try? first.next()) ?? []))
    }
    let access = access
    let pieces = AnswerPieces(body: made.answer.body) { body in
      try await access.open(as: made.device) { session in
        var rest = body
        let store = session.store
        let door = DAVService(store, store.foreignContext, snapshot) { _ in false }
        return (try rest.next(door.texts), rest)
      }
    }
    return HTTPBodySequence(from: PieceBytes(pieces))
  }

  private func answer(_ request: HTTPRequest) async throws -> Made {
    if let refusal = guarding.refusalOfDoor(request) { throw refusal }
    let method = request.method.rawValue
    var dav = DAVRequest(method, request.target.rawValue)
    if let greeting = DAVService.greeting(dav) { return Made(answer: greeting) }
    let token = try await device(of: request)
    // Browsers, and what is made of one, name themselves last.
    let agent = request.headers[HTTPHeader("User-Agent")]?.split(separator: " ")
    let name = agent?.first?.hasPrefix("Mozilla/") == true ? agent?.last : agent?.first
    let device = token.device.using(name.map { String($0) })
    dav = DAVRequest(
      method, request.target.rawValue,
      headers: request.headers.map { (name: $0.key.rawValue, value: $0.value) },
      body: try await body(of: request), device: device)
    let guarding = guarding
    let now = ContinuousClock.now
    let isThorough = cache.looked.map { $0.duration(to: now) > .seconds(DavDoor.thorough) } ?? true
    let (made, kept) = try await access.open(as: device) { [dav, cache] session in
      let (store, context) = (session.store, session.store.foreignContext)
      var cache = cache
      let mark = store.mark(checksFiles: isThorough)
      let old = cache.marks.updateValue(mark, forKey: isThorough)
      var snapshot = cache.snapshot
      if old != mark || snapshot?.day != session.now.date.dayNumber { snapshot = nil }
      let current = try snapshot ?? DAVSnapshot(of: store, context, after: cache.snapshot)
      cache.snapshot = current
      let door = DAVService(store, context, current) { host in
        guarding.isOrigin("https", host) || guarding.isOrigin("http", host)
      }
      return (door.answer(dav), cache)
    }
    cache = kept
    if isThorough { cache.looked = now }
    if DavDoor.changing.contains(method), made.status < 300 { await events.changed() }
    return Made(answer: made, device: device, snapshot: kept.snapshot)
  }

  /// Returns the client that a request comes from, by the token that is its password.
  private func device(of request: HTTPRequest) async throws -> DeviceToken {
    guard let header = request.headers[.authorization] else { throw DAVAnswer.unauthorized }
    let words = header.split(separator: " ")
    var token: String?
    if words.count == 2, words[0].lowercased() == "basic",
      let data = Data(base64Encoded: String(words[1]))
    {
      token = String(decoding: data, as: UTF8.self).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false
      ).last.map(String.init)
    } else if words.count == 2, words[0].lowercased() == "bearer" {
      token = String(words[1])
    }
    if let token,
      let device = try await access.open({ try DeviceTokens(of: $0.store).device(of: token) })
    {
      return device
    }
    failures += 1
    if failures > DavDoor.maxFailures { try await _Concurrency.Task.sleep(for: .seconds(1)) }
    throw DAVAnswer.unauthorized
  }

  /// Reads a body up to what its method may have.
  private func body(of request: HTTPRequest) async throws -> [UInt8] {
    let most = DAVRequest.largestBody(request.method.rawValue)
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most {
      throw DAVAnswer.tooLarge(request.method.rawValue)
    }
    var bytes: [UInt8] = []
    do {
      for try await part in request.bodySequence {
        bytes += part
        if bytes.count > most { throw DAVAnswer.tooLarge(request.method.rawValue) }
      }
    } catch  where !(error is DAVAnswer) {
      throw DAVAnswer.refusal(400, "the body ends too early, or its pieces cannot be told apart")
    }
    return bytes
  }
}

/// The pieces of a long answer, each made when it is sent.
private struct AnswerPieces: AsyncSequence, Sendable {
  let body: DAVBody
  let next: @Sendable (DAVBody) async throws -> (piece: [UInt8]?, rest: DAVBody)

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body, make: next) }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var body: DAVBody
    fileprivate let make: @Sendable (DAVBody) async throws -> (piece: [UInt8]?, rest: DAVBody)

    mutating func next() async throws -> [UInt8]? {
      let (piece, rest) = try await make(body)
      body = rest
      return piece
    }
  }
}

extension RequestGuard {
  /// Returns why a request for the door is refused: a password is taken only on this machine, or behind https; a page of
  /// another site gets nothing.
  func refusalOfDoor(_ request: HTTPRequest) -> DAVAnswer? {
    guard let host = request.headers[.host]?.lowercased(), isOwn(host) else {
      return .refusal(
        421, "this server is not known by that name; set web.url in your settings to its address")
    }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
    let origin = request.headers[HTTPHeader("Origin")]?.lowercased()
    guard site == nil || site == "same-origin" || site == "none",
      origin == nil || origin == "http://\(host)" || origins.contains(origin ?? "")
    else { return .refusal(403, "pages of other sites get nothing here") }
    guard isLoopback(host) || isOrigin("https", host) else {
      return .refusal(403, "passwords are taken only over https")
    }
    return nil
  }
}
