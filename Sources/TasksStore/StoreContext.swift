import TasksCore

/// What a store needs from its environment.
public struct StoreContext {
  /// A moment, in the ways that a store writes it.
  public struct Clock: Sendable {
    /// The local time.
    public let now: Timestamp
    /// Seconds since 1970 in UTC.
    public let seconds: Int64
    /// Minutes east of UTC.
    public let offset: Int

    public init(now: Timestamp, seconds: Int64, offset: Int) {
      self.now = now
      self.seconds = seconds
      self.offset = offset
    }
  }

  /// Returns the present moment. Asked at each change, since a command may run for days.
  public var clock: () -> Clock
  public var variable: (String) -> String?
  /// The absolute path of this program, which git calls for merges.
  public var program: String
  /// The machine's name, the default for the device's name and for the domain of the user's address.
  public var host: String
  /// The user's login name, used if git has no name or address. A function, since the lookup may be slow.
  public var user: () -> String
  /// Prints a message for the user, besides the result.
  public var say: (String) -> Void

  /// Prints a detail for a user who asked for details.
  public var explain: (String) -> Void

  /// Shows on a terminal what takes long, until nil is given.
  public var progress: (String?) -> Void

  public init(
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
