import Dispatch
import FlyingFox
import FlyingSocks
import Platform

/// The server: on this machine alone, until it is interrupted.
struct WebServer {
  let room: StoreRoom
  let options: ServerOptions
  /// The addresses at which others forward requests to it.
  let origins: [String]

  /// How often reminders are looked for that are to be pushed, in seconds.
  private static let pushInterval = 5

  /// Runs the server.
  ///
  /// - Throws: `invalid` for a port in use.
  func run() async throws {
    let port = try FreePort.check(options.port)
    ProcessLimit.raiseFiles()
    let signIn = SignIn(room: room, port: port)
    let events = EventHub(room: room)
    let handler = WebHandler(
      doors: Doors(origins: origins), signIn: signIn, room: room, events: events)
    let server = HTTPServer(
      config: .init(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
        pool: NoDelayPool(HTTPServer.defaultPool()), logger: .disabled), handler: handler)
    let link = "http://127.0.0.1:\(port)/#\(await signIn.makeLink())"
    async let serving: Void = server.run()
    let push = PushRound(contact: origins.first ?? "mailto:tasks@example.org")
    _Concurrency.Task {
      // What cannot be pushed now is no reason to end.
      while true {
        try? await room.visitApart { try push.run($0) }
        try await _Concurrency.Task.sleep(for: .seconds(WebServer.pushInterval))
      }
    }
    try await server.waitUntilListening()
    WebServer.say("listening on http://127.0.0.1:\(port), for \(room.root)")
    WebServer.say("sign in within ten minutes: \(link)")
    if options.opensBrowser { WebServer.open(link) }
    try await serving
  }

  private static func open(_ link: String) {
    DispatchQueue.global().async {
      let outcome = try? ChildProcess(OwnProgram.opener, [link]).run()
      if outcome?.succeeded != true { say("no browser could be started; open the link yourself") }
    }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }
}
