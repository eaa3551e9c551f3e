import Git
import Platform

/// Finds the side that changed a field later, for stores that prefer the later change to the local one
/// (`merge.tasks.prefer = latest`).
///
/// Compares author times, which a rebase keeps. The result depends on the two commits alone, so every device computes
/// the same.
package struct LatestChange {
  let store: TaskStore
  let ours: ObjectID
  let theirs: ObjectID

  /// Returns nil if the local side's value is preferred, as in merge.md.
  package init?(ours: ObjectID, theirs: ObjectID, in store: TaskStore) throws {
    guard try LatestChange.isPreferred(in: store) else { return nil }
    self.store = store
    self.ours = ours
    self.theirs = theirs
  }

  /// The values of the setting, the default first.
  package static let preferences = ["dirty", "latest"]

  /// Reads the setting from the clone's git config, else from the store's settings.
  static func isPreferred(in store: TaskStore) throws -> Bool {
    let key = "merge.tasks.prefer"
    if let word = try store.repository.string(key) { return word == "latest" }
    return try StoreSettings.file(store.root + "/.tasks/config").string(key) == "latest"
  }

  /// - Parameter paths: The task's paths in the repository, on either side or in the base.
  func of(_ paths: [String?]) -> TaskChanges {
    TaskChanges(store, ours: ours, theirs: theirs, paths: paths.compactMap { $0 })
  }
}
