import Git
import Platform
import TasksCore

/// This clone: an id that is in each of its commits, and a name for people.
package struct Device: Sendable, Equatable {
  /// Never changes. Stored in the clone's git config, so that it survives the caches.
  package let id: String
  package let name: String

  /// Returns this clone's device, and gives it an id if it has none.
  ///
  /// An id begins with the machine's name, so that `git log` alone shows where a change was made.
  static func of(_ repository: borrowing Repository, _ context: StoreContext) throws(GitError)
    -> Device
  {
    let named = context.variable("TASKS_DEVICE").flatMap { $0.isEmpty ? nil : $0 }
    var id = try repository.string("tasks.device") ?? ""
    if id.isEmpty {
      var generator = SystemRandomNumberGenerator()
      let random = TaskID(using: &generator).text.string
      id = "\(TaskPath.slug(Text(named ?? context.host)))-\(random.prefix(8))"
      // If the config cannot be written, no commit can be made that would name the device.
      guard (try? repository.set("tasks.device", to: id)) != nil else {
        return Device(id: id, name: named ?? context.host)
      }
      try repository.set("tasks.deviceName", to: named ?? context.host)
    }
    let stored = try repository.string("tasks.deviceName")
    return Device(id: id, name: named ?? stored ?? context.host)
  }
}
