import Git
import Platform
import TasksCore
import TasksStore

/// What a device publishes about itself: a commit under `refs/tasks/devices/<id>` whose parent is the last commit it
/// has seen, and whose message is its name (requirements, R13).
struct DeviceRecord {
  static let prefix = "refs/tasks/devices/"

  let ref: String
  /// Whether it differs from the device's last record.
  let isNew: Bool

  static func write(seen: ObjectID, in store: TaskStore) throws -> DeviceRecord {
    let ref = prefix + store.device.id
    let old = try store.repository.reference(ref)
    let message = "device: \(store.device.name)\n"
    if let old {
      let record = try store.repository.commit(old)
      if record.parents.first == seen, record.message == message {
        return DeviceRecord(ref: ref, isNew: false)
      }
    }
    let (author, committer) = try store.signatures()
    let record = try store.repository.writeCommit(
      tree: try store.repository.tree(ofCommit: seen), parents: [seen], author: author,
      committer: committer, message: message)
    try store.repository.updateReference(ref, to: record, from: old, message: "tasks sync")
    return DeviceRecord(ref: ref, isNew: true)
  }
}

/// A clone of the store that this clone knows of.
package struct KnownDevice: Sendable {
  package let id: String
  package let name: String
  package let isThis: Bool
  /// The last commit it has seen; nil if it has published no record.
  package let seen: String?
  /// When it published its record.
  package let time: Timestamp?
  /// The number of commits of this clone that it has not seen.
  package let waiting: Int

  init(
    id: String, name: String, isThis: Bool, seen: String?, time: Timestamp?, waiting: Int
  ) {
    self.id = id
    self.name = name
    self.isThis = isThis
    self.seen = seen
    self.time = time
    self.waiting = waiting
  }
}

extension TaskStore {
  /// Returns this clone and those that have synchronized, by name.
  ///
  /// - Parameter local: Returns the local time at a moment in seconds since 1970.
  package func devices(local: (Int64) -> Timestamp) throws -> [KnownDevice] {
    let head = try repository.head().id
    var devices = [
      KnownDevice(
        id: device.id, name: device.name, isThis: true, seen: head?.hex,
        time: try head.map { local(try repository.commit($0).committer.time) }, waiting: 0)
    ]
    for ref in try repository.references(under: DeviceRecord.prefix) {
      let id = String(ref.dropFirst(DeviceRecord.prefix.count))
      guard id != device.id, let record = try repository.reference(ref) else { continue }
      let commit = try repository.commit(record)
      let seen = commit.parents.first
      let isKnown = try seen.map { try repository.contains($0) } ?? false
      let waiting = try head.map { head in
        try repository.commitCount(of: head, without: isKnown ? seen : nil)
      }
      let name = commit.subject.hasPrefix("device: ") ? String(commit.subject.dropFirst(8)) : id
      devices.append(
        KnownDevice(
          id: id, name: name, isThis: false, seen: seen?.hex, time: local(commit.committer.time),
          waiting: waiting ?? 0))
    }
    return devices.ordered {
      ($0.isThis ? 0 : 1, $0.name, $0.id) < ($1.isThis ? 0 : 1, $1.name, $1.id)
    }
  }
}
