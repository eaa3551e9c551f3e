import Dispatch
import Platform
import TasksCore
import TasksStore

/// The place where requests meet the store, one at a time.
///
/// The store is opened for each of them, as a command does it: settings are fresh, a store that went away and came back
/// is found again, and nothing is kept that could be out of date.
actor StoreAccess {
  /// The store as one request sees it.
  struct Session {
    let store: TaskStore
    let now: Timestamp
    /// What the store has to say besides the result.
    let said: Messages
  }

  final class Messages {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
  }

  nonisolated let root: String
  /// The program `tasks`, which git calls for merges.
  private let program: String
  private let clock: WallClock

  init(root: String, program: String, clock: WallClock) {
    (self.root, self.program, self.clock) = (root, program, clock)
  }

  /// Opens the store and returns what `body` makes of it.
  ///
  /// - Parameter device: The browser that changes tasks; nil for this clone itself.
  /// - Throws: What `body` throws; ``StoreError`` if the store cannot be opened.
  func open<Result: Sendable>(
    as device: Device? = nil, _ body: @Sendable (Session) throws -> Result
  ) throws -> Result {
    try StoreAccess.open(root, program, clock, as: device, body)
  }

  /// Does the same beside the other requests, for what takes long and holds no lock meanwhile: a sync.
  nonisolated func openApart<Result: Sendable>(
    as device: Device? = nil, _ body: @escaping @Sendable (Session) throws -> Result
  ) async throws -> Result {
    let (root, program, clock) = (root, program, clock)
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Swift.Result { try StoreAccess.open(root, program, clock, as: device, body) })
      }
    }
  }

  private static func open<Result>(
    _ root: String, _ program: String, _ clock: WallClock, as device: Device?,
    _ body: (Session) throws -> Result
  ) throws -> Result {
    let said = Messages()
    let context = StoreContext(
      clock: clock.read, variable: Machine.variable, program: program, host: Machine.host,
      user: { Machine.user }, say: said.add)
    let store = try TaskStore(at: root, context, as: device)
    return try body(Session(store: store, now: clock.read().now, said: said))
  }
}
