import Git
import Platform
import TasksCore

package struct StoreContext {
  /// A moment, in the ways that a store writes it.
  package struct Clock: Sendable {
    package let now: Timestamp
    /// Seconds since 1970 in UTC.
    package let seconds: Int64
    /// Minutes east of UTC.
    let offset: Int

    package init(now: Timestamp, seconds: Int64, offset: Int) {
      self.now = now
      self.seconds = seconds
      self.offset = offset
    }
  }

  /// Returns the present moment. Asked at each change, since a command may run for days.
  package var clock: () -> Clock
  package var variable: (String) -> String?
  /// The absolute path of this program, which git calls for merges.
  package var program: String
  /// The machine's name, the default for the device's name and for the domain of the user's address.
  var host: String
  /// The user's login name, used if git has no name or address. A function, since the lookup may be slow.
  var user: () -> String
  /// Prints a message for the user, besides the result.
  package var say: (String) -> Void

  /// Prints a detail for a user who asked for details.
  package var explain: (String) -> Void

  /// Shows on a terminal what takes long, until nil is given.
  package var progress: (String?) -> Void

  package init(
    clock: @escaping () -> Clock, variable: @escaping (String) -> String?, program: String,
    host: String,
    user: @escaping () -> String, say: @escaping (String) -> Void,
    explain: @escaping (String) -> Void = { _ in },
    progress: @escaping (String?) -> Void = { _ in }
  ) {
    self.clock = clock
    self.variable = variable
    self.program = program
    self.host = host
    self.user = user
    self.say = say
    self.explain = explain
    self.progress = progress
  }
}

/// The machine's clock, or the fixed time in `TASKS_NOW`.
package struct WallClock: Sendable {
  private let fixed: StoreContext.Clock?

  /// - Throws: `invalid` if `TASKS_NOW` is not a time.
  package init(variable: (String) -> String?) throws {
    guard let text = variable("TASKS_NOW"), !text.isEmpty else {
      fixed = nil
      return
    }
    guard let moment = Timestamp(iso: text) else {
      throw StoreError.invalid(
        "TASKS_NOW is '\(text)', which is not a time; write it as 2026-11-20T09:15")
    }
    fixed = WallClock.clock(
      Timestamp(moment.date, minute: moment.minute ?? 0), LocalTime.seconds(of: moment))
  }

  package func read() -> StoreContext.Clock {
    if let fixed { return fixed }
    let seconds = Int64(time(nil))
    return WallClock.clock(LocalTime.timestamp(at: seconds), seconds)
  }

  private static func clock(_ now: Timestamp, _ seconds: Int64) -> StoreContext.Clock {
    StoreContext.Clock(now: now, seconds: seconds, offset: LocalTime.offset(at: seconds))
  }
}

/// This clone, or a browser or phone of it: an id that is in each of its commits, and a name for people.
package struct Device: Sendable, Equatable {
  /// Never changes. Stored in the clone's git config, so that it survives the caches.
  package let id: String
  package let name: String
  /// The program on the device, in printable ASCII, as its commits name it; nil for this one.
  package let client: String?

  /// - Parameter client: At most 40 characters of it are kept, and only what is printable ASCII.
  package init(id: String, name: String, client: String? = nil) {
    (self.id, self.name) = (id, name)
    let shown = (client ?? "").unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.prefix(40)
    let words = shown.split(separator: " ").map { String(String.UnicodeScalarView($0)) }
    let text = words.joined(separator: " ")
    self.client = text.isEmpty ? nil : text
  }

  /// Returns the same device, with a program that changes the store from there.
  package func using(_ client: String?) -> Device { Device(id: id, name: name, client: client) }

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
