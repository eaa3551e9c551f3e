import Git
import Platform

/// A sync that has taken up what is committed, and whose push has not succeeded yet.
///
/// Its file may vanish: then the tasks it took up count as not synchronized, which they are.
struct PendingSync {
  private let path: String

  private static func path(in store: TaskStore) -> String { store.ownFolder + "/sync-pending" }

  static func begin(in store: TaskStore) throws -> PendingSync {
    let path = path(in: store)
    if let head = try store.repository.head().id {
      try StoreFile.write(Array((head.hex + "\n").utf8), to: path, durable: false)
    }
    return PendingSync(path: path)
  }

  func end() { try? StoreFile.remove(path) }

  /// The commit that a sync took up last and has not got across.
  static func commit(in store: TaskStore) -> ObjectID? {
    guard let bytes = try? StoreFile.read(path(in: store)) else { return nil }
    return ObjectID(hex: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
