import Git
import Platform

/// The two commits of an open merge, rebase or cherry-pick.
struct MergedHeads {
  let ours: ObjectID
  let theirs: ObjectID
  let isMerge: Bool

  /// Returns nil if git does not say, or if there are more than two.
  init?(in store: TaskStore) throws {
    let names: [OngoingOperation: String] = [
      .merge: "MERGE_HEAD", .rebase: "REBASE_HEAD", .cherryPick: "CHERRY_PICK_HEAD",
    ]
    guard let operation = store.repository.ongoingOperation(), let name = names[operation],
      let ours = try store.repository.head().id
    else { return nil }
    var ids: [ObjectID?] = []
    if let file = try? StoreFile.read(store.repository.gitDirectory + "/" + name) {
      ids = file.split(separator: 0x0A).map { ObjectID(hex: String(decoding: $0, as: UTF8.self)) }
    } else {
      // With a reftable only the first of these names is a file.
      ids = [try store.repository.reference(name)]
    }
    guard ids.count == 1, let theirs = ids[0] else { return nil }
    self.ours = ours
    self.theirs = theirs
    isMerge = operation == .merge
  }

  /// Returns nil if the local side's value is preferred.
  func latest(in store: TaskStore) throws -> LatestChange? {
    try LatestChange(ours: ours, theirs: theirs, in: store)
  }
}
