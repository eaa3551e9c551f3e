import Git
import Platform
import TasksCore
import TasksPlanning
import TasksStore

/// The branch `phone` of a remote, as far as this clone has fetched it: a few files that phones read and write over git,
/// kept by `tasks sync` (web.md, "Phones over git"). It has no history in common with the store's own branch.
///
/// What phones have written is taken into the store and pushed there first, and only then does a commit of ours say so
/// on top of theirs. Killed in between, the next sync takes the same again, which changes nothing: the ids of new tasks
/// follow from what was written and when.
struct PhoneBranch {
  static let name = "phone"
  static let ref = "refs/heads/phone"
  /// In the message of a commit of ours: the day of the agenda and the commit's tree. A commit that a phone has amended
  /// has another tree, and is the phone's.
  static let trailer = "Tasks-Phone"
  /// The folder of the store, if it is not the whole repository.
  static let storeTrailer = "Tasks-Store"
  static let setting = "phone.enabled"

  /// What is fetched with the store's branch: both may not be there, and only a pattern may match nothing.
  static let refspecs = [
    "+refs/heads/phone*:refs/tasks/phone/phone*", "+refs/heads/merge-*:refs/tasks/phone/merge-*",
  ]
  private static let folder = "refs/tasks/phone/"
  private static let tipRef = "refs/tasks/phone/phone"
  /// The last commit of ours that this clone has seen there: it stays when the branch goes.
  private static let keptRef = "refs/tasks/phone-kept"

  let store: TaskStore

  /// Returns the branch if the store has one for phones. The settings are read anew, since a sync may run for days and
  /// bring others.
  static func ifEnabled(in store: TaskStore) throws -> PhoneBranch? {
    try SettingsFile(of: store).isEnabled(setting) ? PhoneBranch(store: store) : nil
  }

  // MARK: What was fetched

  /// The last commit of the branch; nil if the remote has none.
  func tip() throws -> ObjectID? { try store.repository.reference(Self.tipRef) }

  /// The branches that Orgzly has left there after a conflict, each with its last commit. Those of others, which do not
  /// come from a commit of ours, stay.
  func left(_ history: PhoneHistory) throws -> [(ref: String, id: ObjectID)] {
    var found: [(ref: String, id: ObjectID)] = []
    for ref in try store.repository.references(under: Self.folder + "merge-") {
      guard let id = try store.repository.reference(ref), try history.comesFromUs(id) else {
        continue
      }
      found.append(("refs/heads/" + ref.dropFirst(Self.folder.utf8.count), id))
    }
    return found
  }

  func kept() throws -> ObjectID? { try store.repository.reference(Self.keptRef) }

  /// Removes what was fetched, so that the next fetch tells what is still there.
  func forget() throws -> [(ref: String, id: ObjectID)] {
    var known: [(ref: String, id: ObjectID)] = []
    for ref in try store.repository.references(under: Self.folder) {
      guard let id = try store.repository.reference(ref) else { continue }
      known.append((ref, id))
      try store.repository.removeReference(ref)
    }
    return known
  }

  /// Puts back what a fetch that failed has not replaced.
  func restore(_ known: [(ref: String, id: ObjectID)]) {
    for (ref, id) in known where (try? store.repository.reference(ref)) ?? nil == nil {
      try? store.repository.updateReference(ref, to: id, from: nil, message: "tasks sync")
    }
  }

  /// Notes a commit of ours that the remote has.
  func note(kept id: ObjectID) throws {
    for ref in [Self.tipRef, Self.keptRef] {
      let old = try store.repository.reference(ref)
      if old != id {
        try store.repository.updateReference(ref, to: id, from: old, message: "tasks sync")
      }
    }
  }

  /// Removes all that this clone knows of the branch.
  func end() throws {
    _ = try forget()
    try store.repository.removeReference(Self.keptRef)
    try StoreFile.remove(absorbedPath)
  }

  // MARK: What was taken here

  private var absorbedPath: String { store.notesFolder + "/phone-absorbed" }

  /// The commits of phones whose contents this clone has taken in, although no commit of ours says so there yet.
  func absorbed() -> Set<ObjectID> {
    let bytes = (try? StoreFile.readIfThere(absorbedPath)) ?? nil
    return Set(
      (bytes ?? []).split(separator: 0x0A).compactMap {
        ObjectID(hex: String(decoding: $0, as: UTF8.self))
      })
  }

  func note(absorbed ids: [ObjectID]) throws {
    let text = ids.map { $0.hex + "\n" }.joined()
    try StoreFile.write(Array(text.utf8), to: absorbedPath, durable: false)
  }
}

extension CommitInfo {
  /// The day of the agenda in a commit of ours on the branch for phones; nil for one of a phone.
  var phoneDay: CivilDate? {
    guard let value = trailers(named: PhoneBranch.trailer).last else { return nil }
    let words = value.split(separator: " ")
    guard words.count == 2, words[1] == tree.hex else { return nil }
    return Timestamp(iso: String(words[0]))?.date
  }
}

extension Signature {
  /// What the clock of whoever wrote it showed: the same on every device.
  var wall: Timestamp { Timestamp(minute: Int(time / 60) + offset) }
}
