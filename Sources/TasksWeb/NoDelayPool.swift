import FlyingSocks
import Platform

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
