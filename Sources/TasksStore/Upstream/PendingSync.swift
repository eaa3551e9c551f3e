import Git
import Platform

/// The head commit of a sync whose push has not succeeded yet.
///
/// If its file is lost, the tasks in it count as not synchronized, which is true.
package struct PendingSync {
  private let path: String

  private static func path(in store: TaskStore) -> String { store.ownFolder + "/sync-pending" }

  package static func begin(in store: TaskStore) throws -> PendingSync {
    let path = path(in: store)
    if let head = try store.repository.head().id {
      try StoreFile.write(Array((head.hex + "\n").utf8), to: path, durable: false)
    }
    return PendingSync(path: path)
  }

  package func end() { try? StoreFile.remove(path) }

  /// Returns the head commit of the last sync if its push did not succeed.
  static func commit(in store: TaskStore) -> ObjectID? {
    guard let bytes = try? StoreFile.read(path(in: store)) else { return nil }
    return ObjectID(hex: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
