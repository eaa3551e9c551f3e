import TasksCore

/// What a store needs to know of the world around it.
public struct StoreContext {
  /// The moment a command runs in.
  public struct Clock: Sendable {
    /// The local time.
    public let now: Timestamp
    /// Seconds since 1970 in UTC.
    public let seconds: Int64
    /// Minutes east of UTC.
    public let offset: Int
    /// The same at any local time.
    public let zone: LocalZone

    /// - Parameter zone: The offset at any time where nothing else is said.
    public init(now: Timestamp, seconds: Int64, offset: Int, zone: LocalZone? = nil) {
      self.now = now
      self.seconds = seconds
      self.offset = offset
      self.zone = zone ?? LocalZone { _ in offset }
    }
  }

  public var clock: Clock
  public var variable: (String) -> String?
  /// The absolute path of this program: git is told to call it for merges.
  public var program: String
  /// The name of this machine and of the person at it, where git has been told none.
  public var host: String
  /// Asked for only where it is needed: the system may have to look far.
  public var user: () -> String
  /// Says something to the person, beside the result.
  public var say: (String) -> Void

  /// Says how something is done, to a person who wants to know.
  public var explain: (String) -> Void

  /// Shows on a terminal what takes long, until nil is given.
  public var progress: (String?) -> Void

  public init(
    clock: Clock, variable: @escaping (String) -> String?, program: String, host: String,
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
