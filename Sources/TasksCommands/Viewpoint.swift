import TasksCore
import TasksStore

/// The moment from which a listing sees a store: now, or a point of its history. As of a point, words about dates are
/// read and dates are shown as they were then.
struct Viewpoint {
  let store: TaskStore
  let session: Session
  /// The store as it was then; nil for now.
  private let past: StoreReading?

  /// - Parameter word: The point as typed; nil for now.
  init(_ session: Session, at word: String?) throws {
    store = try session.openStore()
    guard let word else {
      (self.session, past) = (session, nil)
      return
    }
    let point = try PointArgument(session).read(word)
    let commit = try store.commit(at: point, local: LocalTime.timestamp(at:))
    var then = session
    then.now = min(session.now, LocalTime.timestamp(at: commit.seconds))
    (self.session, past) = (then, try store.read(at: commit))
  }

  /// Returns what `body` makes of the reading; see ``TaskStore/read(_:)``.
  func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    if let past { return try body(past) }
    return try store.read(body)
  }

  /// Returns the reading, with all files checked.
  func whole() throws -> StoreReading { try past ?? store.read() }
}
