import TasksCore

/// What a store needs from its environment.
package struct StoreContext {
  /// A moment, in the ways that a store writes it.
  package struct Clock: Sendable {
    /// The local time.
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
