import Dispatch
import FlyingFox
import FlyingSocks
import Platform
import TasksStore

/// The server: on this machine alone, until it is interrupted.
struct WebServer {
  let access: StoreAccess
  let options: ServerOptions
  /// The addresses at which others forward requests to it.
  let origins: [String]
  /// How many minutes pass between two syncs of its own; nil for none.
  let syncMinutes: Int?

  /// How often reminders are looked for that are to be pushed, in seconds.
  private static let pushInterval = 5

  /// Runs the server.
  ///
  /// - Throws: `invalid` for a port in use.
  func run() async throws {
    let port = try FreePort.check(options.port)
    ProcessLimit.raiseFiles()
    let signIn = SignIn(access: access, port: port)
    let events = EventHub(access: access, syncMinutes: syncMinutes)
    let guarding = RequestGuard(origins: origins)
    let handler = WebHandler(
      guarding: guarding, signIn: signIn, access: access, events: events,
      door: DavDoor(access: access, guarding: guarding, events: events))
    let server = HTTPServer(
      config: .init(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
        pool: NoDelayPool(HTTPServer.defaultPool()), logger: .disabled), handler: handler)
    // FlyingFox leads only the methods of HTTP itself to a handler.
    await server.appendRoute(HTTPRoute(methods: DavDoor.methods, path: "*"), to: handler)
    let link = "http://127.0.0.1:\(port)/#\(await signIn.makeLink())"
    async let serving: Void = server.run()
    let push = PushRound(contact: origins.first ?? "mailto:tasks@example.org")
    _Concurrency.Task {
      // What cannot be pushed now is no reason to end.
      while true {
        try? await access.openApart { try push.run($0) }
        try await _Concurrency.Task.sleep(for: .seconds(WebServer.pushInterval))
      }
    }
    try await server.waitUntilListening()
    WebServer.say("listening on http://127.0.0.1:\(port), for \(access.root)")
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

/// Looks whether a port of this machine can be listened on.
enum FreePort {
  /// - Returns: The port.
  /// - Throws: `invalid` for one that is in use or not allowed, with one that is free.
  static func check(_ port: UInt16) throws -> UInt16 {
    let code = bindingFails(port)
    guard code != 0 else { return port }
    let reason =
      code == EADDRINUSE
      ? "is in use by another program" : "cannot be used: \(String(cString: strerror(code)))"
    let other = (max(port, 1023)..<UInt16.max).lazy.map { $0 + 1 }.prefix(50).first {
      bindingFails($0) == 0
    }
    throw StoreError.invalid(
      "port \(port) \(reason)" + (other.map { "; try: tasks web --port \($0)" } ?? ""))
  }

  /// Returns the error of an attempt to listen; 0 for none.
  private static func bindingFails(_ port: UInt16) -> Int32 {
    let file = LoopbackSocket.open()
    guard file >= 0 else { return errno }
    defer { close(file) }
    return LoopbackSocket.bind(file, port) == 0 ? 0 : errno
  }
}

/// The pool of FlyingFox for this system, with TCP_NODELAY set on each connection.
///
/// FlyingFox sends head and body in two writes. Without the option the second waits for the delayed acknowledgement of
/// the first, 40 ms for each answer of a connection that is kept.
struct NoDelayPool: AsyncSocketPool {
  private let base: any AsyncSocketPool

  init(_ base: any AsyncSocketPool) { self.base = base }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // A connection waits for its request once, before it answers; the listening socket takes the option as well.
    var isOn: Int32 = 1
    setsockopt(
      socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn,
      socklen_t(MemoryLayout<Int32>.size))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}

/// The words that `tasks web` passes on.
struct ServerOptions {
  /// The keys of a telephone for T-A-S-K.
  static let usualPort: UInt16 = 8275

  private(set) var store: String?
  private(set) var port = ServerOptions.usualPort
  private(set) var opensBrowser = true

  struct Fault: Error {
    let message: String
  }

  init(_ words: [String]) throws(Fault) {
    var words = words[...]
    func value(_ name: String) throws(Fault) -> String {
      guard let value = words.popFirst() else { throw Fault(message: "\(name) needs a value") }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--store": store = try value(word)
      case "--port":
        guard let number = UInt16(try value(word)), number > 0 else {
          throw Fault(message: "--port takes a number from 1 to 65535")
        }
        port = number
      case "--no-open": opensBrowser = false
      case "--help", "-h":
        throw Fault(message: "this is the server of tasks web; read: tasks help web")
      default:
        throw Fault(message: "'\(word)' is not known; this is the server of: tasks web")
      }
    }
  }
}
